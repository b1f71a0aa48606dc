import { otherSource, parseSource, sourceName } from '../../../domain/source';
import type { Copy, CopyList } from '../../../gen/sh/variants_pb';
import type { Tone } from '../../shared/components/notice';
import { formatCount, isolate, plural } from '../../shared/formats';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** The last copies. */
export const copiesAtom = atom<Query<CopyList>>(idleQuery);

/** Where the numbers of copies that the reader has put away are kept in the browser. */
export const PUT_AWAY_KEY = 'copies-put-away';

/** How long a copy that went well is still spoken of, in ms. */
const SPOKEN_OF_MS = 10 * 60_000;

/** What is said of one copy, or of several that went well. */
export interface CopyNote {
  /** The copies that it speaks of. */
  readonly ids: readonly string[];
  readonly tone: Tone;
  readonly title: string;
  readonly text: string;
  /** Variants dealt with, of so many; null when it is over or its size is not known. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** It is over: the reader may put it away. */
  readonly over: boolean;
  /** Variants that something is wrong with. */
  readonly problems: readonly { readonly name: string; readonly problem: string }[];
}

/** What is said of the copies, the newest first: those under way, those that went wrong, and those that have just gone well. */
export function copyNotes(list: CopyList, putAway: ReadonlySet<string>, now: number): readonly CopyNote[] {
  const notes = list.copies.filter((copy) => !putAway.has(copy.id) && isSpokenOf(copy, now)).map(noteOf);
  const fine = notes.filter((note) => note.tone === 'good');
  if (fine.length < 2) return notes;
  return [...notes.filter((note) => note.tone !== 'good'), together(fine)];
}

/** Many copies that went well are one piece of news: a list of them would push the inventory out of sight. */
function together(notes: readonly CopyNote[]): CopyNote {
  return {
    ids: notes.flatMap((note) => note.ids),
    tone: 'good',
    title: `${formatCount(notes.length)} products were copied`,
    text: `${notes.map((note) => note.title).join(', ')}.`,
    progress: null,
    over: true,
    problems: [],
  };
}

function isSpokenOf(copy: Copy, now: number): boolean {
  if (copy.state !== 'done' || copy.items.some((item) => item.problem !== '')) return true;
  return now - Date.parse(copy.lastUpdated) < SPOKEN_OF_MS;
}

function noteOf(copy: Copy): CopyNote {
  const product = `“${isolate(copy.productName)}”`;
  const to = sourceName(otherSource(parseSource(copy.source) ?? 'square'));
  const problems = copy.items
    .filter((item) => item.problem !== '')
    .map(({ sku, name, problem }) => ({
      name: [name, sku]
        .filter((part) => part !== '')
        .map(isolate)
        .join(', '),
      problem,
    }));
  const rest = { ids: [copy.id], problems, over: copy.state === 'done' || copy.state === 'failed' };
  const made = copy.items.filter((item) => item.state === 'made' || item.state === 'linked').length;
  switch (copy.state) {
    case 'done':
      return {
        ...rest,
        tone: problems.length === 0 ? 'good' : 'warn',
        title: `${product} is on ${to}`,
        text: `${plural(made, 'variant was', 'variants were')} made.`,
        progress: null,
      };
    case 'failed':
      return { ...rest, tone: 'bad', title: `${product} could not be copied to ${to}`, text: copy.problem, progress: null };
    default:
      return {
        ...rest,
        tone: 'info',
        title: `Copying ${product} to ${to}`,
        text: copy.problem === '' ? progressText(copy) : copy.problem,
        progress: copy.total === 0 ? null : { done: copy.processed, total: copy.total },
      };
  }
}

function progressText({ processed, total }: Copy): string {
  return total === 0 ? 'Looking what is there already.' : `${formatCount(processed)} of ${plural(total, 'variant', 'variants')}`;
}

/** The numbers kept as text; what makes no sense counts as none. */
export function readPutAway(text: string | null): ReadonlySet<string> {
  return new Set((text ?? '').split(',').filter((id) => /^\d{1,15}$/u.test(id)));
}

/** The numbers as text; only those of copies that the server still names are kept. */
export function writePutAway(ids: ReadonlySet<string>, list: CopyList): string {
  return list.copies
    .map((copy) => copy.id)
    .filter((id) => ids.has(id))
    .join(',');
}

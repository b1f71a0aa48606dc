import { otherSource, parseSource, sourceName } from '../../../domain/source';
import type { Copy, CopyItem, CopyList } from '../../../gen/sh/variants_pb';
import type { Tone } from '../../shared/components/notice';
import { isolate } from '../../shared/formats';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { copiesText as text } from './copies.text';

/** The most recent copies. */
export const copiesAtom = atom<Query<CopyList>>(idleQuery);

/** The key in the browser's storage for the ids of dismissed copies. */
export const DISMISSED_KEY = 'copies-put-away';

/** How long a successful copy stays in sight, in ms. */
const SHOW_DONE_MS = 10 * 60_000;

/** A notice about one copy, or about several successful ones. */
export interface CopyNote {
  /** The ids of its copies. */
  readonly ids: readonly string[];
  readonly tone: Tone;
  readonly title: string;
  readonly text: string;
  /** How many variants are processed; null when the copy is finished or its size is not known. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** The copy is finished, so the notice can be dismissed. */
  readonly finished: boolean;
  /** What went wrong, a line for each variant. */
  readonly problems: readonly string[];
}

/** Returns the notices about copies, newest first: running, failed, and recently successful ones. */
export function copyNotes(list: CopyList, dismissed: ReadonlySet<string>, now: number): readonly CopyNote[] {
  const notes = list.copies.filter((copy) => !dismissed.has(copy.id) && isShown(copy, now)).map(noteOf);
  const successful = notes.filter((note) => note.tone === 'good');
  if (successful.length < 2) return notes;
  return [...notes.filter((note) => note.tone !== 'good'), combine(successful)];
}

/** Combines successful copies into one notice: a long list of them would push the inventory out of sight. */
function combine(notes: readonly CopyNote[]): CopyNote {
  return {
    ids: notes.flatMap((note) => note.ids),
    tone: 'good',
    title: text.allDone(notes.length),
    text: text.allDoneList(notes.map((note) => note.title)),
    progress: null,
    finished: true,
    problems: [],
  };
}

function isShown(copy: Copy, now: number): boolean {
  if (copy.state !== 'done' || copy.items.some((item) => item.problem !== '')) return true;
  return now - Date.parse(copy.lastUpdated) < SHOW_DONE_MS;
}

function noteOf(copy: Copy): CopyNote {
  const product = isolate(copy.productName);
  const to = sourceName(otherSource(parseSource(copy.source) ?? 'square'));
  const problems = copy.items.filter((item) => item.problem !== '').map(problemOf);
  const rest = { ids: [copy.id], problems, finished: copy.state === 'done' || copy.state === 'failed' };
  const added = copy.items.filter((item) => item.state === 'made' || item.state === 'linked').length;
  switch (copy.state) {
    case 'done':
      return {
        ...rest,
        tone: problems.length === 0 ? 'good' : 'warn',
        title: text.done(product, to),
        text: text.added(added),
        progress: null,
      };
    case 'failed':
      return { ...rest, tone: 'bad', title: text.failed(product, to), text: copy.problem, progress: null };
    default:
      return {
        ...rest,
        tone: 'info',
        title: text.copying(product, to),
        text: copy.problem === '' ? progressText(copy, to) : copy.problem,
        progress: copy.total === 0 ? null : { done: copy.processed, total: copy.total },
      };
  }
}

function problemOf({ name, sku, problem }: CopyItem): string {
  const variant = [name, sku].filter((part) => part !== '').map(isolate);
  return text.problem(variant.join(', '), problem);
}

function progressText({ processed, total }: Copy, to: string): string {
  return total === 0 ? text.checking(to) : text.progress(processed, total);
}

/** Reads the ids of dismissed copies from their stored text; ignores what is not an id. */
export function readDismissed(stored: string | null): ReadonlySet<string> {
  return new Set((stored ?? '').split(',').filter((id) => /^\d{1,15}$/u.test(id)));
}

/** Writes the ids of dismissed copies as text; keeps only those of copies that the server still lists. */
export function writeDismissed(ids: ReadonlySet<string>, list: CopyList): string {
  return list.copies
    .map((copy) => copy.id)
    .filter((id) => ids.has(id))
    .join(',');
}

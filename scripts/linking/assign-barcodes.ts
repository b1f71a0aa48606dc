import { SOURCES, type Source } from '../../src/domain/source.ts';
import type { Random } from '../sim/random.ts';
import { pairsOf, type Draft } from './draft.ts';
import { pick, pickWeighted, shuffled } from './draw.ts';
import type { EntryStyle } from './entry-style.ts';

/** How many barcodes a side has, and what is wrong with some of them; numbers of variants or products. */
export interface BarcodePlan {
  /** Share of the side's variants with a barcode, 0 to 1. */
  readonly share: number;
  /** Barcodes with one wrong digit. */
  readonly mistyped: number;
  /** Fields with a note that is no barcode. */
  readonly notes: number;
  /** Products whose variants all have the barcode of one. */
  readonly productWide: number;
  /** Variants that were copied from another product with its barcode. */
  readonly copied: number;
}

/** How a barcode is written. `lost zero`: without the zero that a spreadsheet took for none. */
type Writing = 'as printed' | 'thirteen' | 'fourteen' | 'spaces' | 'dashes' | 'lost zero';

const WRITINGS: readonly (readonly [Writing, number])[] = [
  ['as printed', 6],
  ['thirteen', 3],
  ['fourteen', 0.5],
  ['spaces', 1],
  ['dashes', 1],
  ['lost zero', 1],
];

/** What people write into the field instead of a barcode. */
const NOTES: readonly string[] = [
  'N/A',
  'none',
  'see box',
  'on shelf tag',
  'ask Jo',
  'BIN 14',
  '8.50012E+11',
  'no upc',
  '-',
  '12 per case',
  'TBD',
  'sticker',
];

/** Returns a barcode of thirteen digits as people write it: an American one (UPC-A) is printed without its first zero. */
function written(gtin: string, writing: Writing): string {
  const printed = gtin.startsWith('0') ? gtin.slice(1) : gtin;
  const groups = printed.length === 12 ? /^(\d)(\d{5})(\d{5})(\d)$/u : /^(\d)(\d{6})(\d{6})$/u;
  switch (writing) {
    case 'as printed':
      return printed;
    case 'thirteen':
      return gtin;
    case 'fourteen':
      return `0${gtin}`;
    case 'spaces':
      return (groups.exec(printed)?.slice(1) ?? [printed]).join(' ');
    case 'dashes':
      return (groups.exec(printed)?.slice(1) ?? [printed]).join('-');
    case 'lost zero':
      return printed.replace(/^0/u, '');
  }
}

/** Returns a barcode with one digit typed wrong, which its check digit always shows. */
function withWrongDigit(random: Random, barcode: string): string {
  // Not among the first ones, which are leading zeros for some.
  const places = Array.from(barcode).flatMap((char, index) => (/\d/u.test(char) && index > 2 ? [index] : []));
  const at = pick(random, places);
  const wrong = (Number(barcode.charAt(at)) + random.between(1, 9)) % 10;
  return `${barcode.slice(0, at)}${wrong}${barcode.slice(at + 1)}`;
}

/** Returns the digits of a barcode, as of thirteen; '' for what is none (GS1: 8, 12, 13, or 14 digits; 11 after a lost zero). */
export function foldBarcode(barcode: string): string {
  const plain = barcode.replaceAll(/[\s-]/gu, '');
  return /^\d{8,14}$/u.test(plain) ? plain.replace(/^0+/u, '').padStart(13, '0') : '';
}

/** Records barcodes on one side: first by those who always scan. */
function record(random: Random, drafts: readonly Draft[], share: number): void {
  const wanted = Math.round(drafts.length * share) - drafts.filter(({ barcode }) => barcode !== '').length;
  const able = drafts.filter(({ good, source, barcode }) => barcode === '' && good !== null && good.gtin[source] !== '');
  const ranked = able.map((draft) => ({ draft, rank: random.next() + draft.style.scans }));
  const habits = new Map<EntryStyle, Writing>();
  for (const { draft } of ranked.toSorted((a, b) => b.rank - a.rank).slice(0, Math.max(0, wanted))) {
    const habit = habits.get(draft.style) ?? pickWeighted(random, WRITINGS);
    habits.set(draft.style, habit);
    draft.barcode = written(draft.good?.gtin[draft.source] ?? '', random.chance(0.75) ? habit : pickWeighted(random, WRITINGS));
  }
}

/** Makes the planned mistakes on one side, each with variants of its own. `matched`: variants whose partner has a barcode, too. */
function misplace(random: Random, drafts: readonly Draft[], matched: ReadonlySet<Draft>, plan: BarcodePlan): void {
  const used = new Set<Draft>();
  const ours = drafts.filter((draft) => draft.good !== null && (draft.source === 'square' || (draft.good.exported?.barcode ?? '') === ''));
  const free = (): Draft[] =>
    shuffled(
      random,
      ours.filter((draft) => !used.has(draft)),
    );
  const products = [...Map.groupBy(free(), ({ product }) => product).values()].filter(
    (some) => some.length > 2 && some.some(({ barcode }) => barcode !== ''),
  );
  for (const some of products.slice(0, plan.productWide)) {
    const barcode = some.find((draft) => draft.barcode !== '')?.barcode ?? '';
    for (const draft of some) {
      draft.barcode = barcode;
      used.add(draft);
    }
  }
  for (let count = 0; count < plan.copied; count += 1) {
    const [one] = free().filter((draft) => matched.has(draft));
    const other = free().find(({ product, good }) => product !== one?.product && good !== null);
    if (one === undefined || other === undefined) break;
    other.barcode = one.barcode;
    used.add(one).add(other);
  }
  for (const draft of free()
    .filter((one) => matched.has(one))
    .slice(0, plan.mistyped)) {
    draft.barcode = withWrongDigit(random, draft.barcode);
    used.add(draft);
  }
  for (const draft of free()
    .filter(({ barcode }) => barcode === '')
    .slice(0, plan.notes))
    draft.barcode = pick(random, NOTES);
}

/** Gives barcodes to a part of the variants of each side, written by different people, and makes the planned mistakes. */
export function assignBarcodes(random: Random, drafts: readonly Draft[], plan: Readonly<Record<Source, BarcodePlan>>): void {
  const of = (source: Source): Draft[] => drafts.filter((draft) => draft.source === source);
  for (const source of SOURCES) record(random, of(source), plan[source].share);
  const matched = new Set(
    pairsOf(drafts).flatMap(({ shopify, square }) => (shopify.barcode !== '' && square.barcode !== '' ? [shopify, square] : [])),
  );
  for (const source of SOURCES) misplace(random, of(source), matched, plan[source]);
}

import type { Body } from './journal-position';

/** The longest payloads in one row, in characters: with escapes some 300 KB, beside two lists of 100,000 keys; a row may have 2 MB. */
const MOST_PAYLOAD = 150_000;

/** The most noted levels in one row, each of some hundred bytes. */
const MOST_NOTED = 300;

/**
 * Returns the bodies of the rows that hold a body: itself, or where it has more receipts or noted levels than a row can hold, only the first
 * of them, and the others in rows to write after it. They come after it because it may void earlier notes.
 */
export function rowsOf(body: Body): readonly [Body, ...Body[]] {
  const [receipts, ...moreReceipts] = parts(body.r, ({ payload }) => payload.length / MOST_PAYLOAD);
  const [noted, ...moreNoted] = parts(body.c, () => 1 / MOST_NOTED);
  if (moreReceipts.length + moreNoted.length === 0) return [body];
  return [
    { ...body, ...(receipts && { r: receipts }), ...(noted && { c: noted }) },
    ...moreReceipts.map((r) => ({ r })),
    ...moreNoted.map((c) => ({ c })),
  ];
}

/** Splits a list into parts whose sizes add up to 1 at most; what is larger is a part of its own. */
function parts<Entry>(list: readonly Entry[] = [], sizeOf: (entry: Entry) => number): Entry[][] {
  const made: Entry[][] = [];
  let size = 0;
  for (const entry of list) {
    const own = sizeOf(entry);
    size += own;
    const last = made.at(-1);
    if (last !== undefined && size <= 1) {
      last.push(entry);
    } else {
      made.push([entry]);
      size = own;
    }
  }
  return made;
}

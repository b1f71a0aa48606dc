import type { Quantity } from '../quantity';
import { sourceName, type Source } from '../source';

/** What a complete read of one side would change, in numbers. */
export interface ReadSummary {
  readonly source: Source;
  /** Variants of this side before, variants read now, and previous variants that were not read. */
  readonly known: number;
  readonly read: number;
  readonly gone: number;
  /** Levels that were read, levels that would change, and levels that would fall to zero. */
  readonly cells: number;
  readonly changed: number;
  readonly zeroed: number;
  /** Units in those levels before, and the total amount by which they would change. */
  readonly units: Quantity;
  readonly moved: Quantity;
}

/** This many levels may change in any way without asking the merchant. */
const HANDFUL = 10;

/** Above that, the share of a side's variants that may be gone: a truncated list looks like a clearance. */
const GONE_PART = 0.1;

/** Above that, the share of all levels that may fall to zero. */
const ZEROED_PART = 0.01;

/** Creates an empty summary to count into. */
export function emptySummary(source: Source): { -readonly [K in keyof ReadSummary]: ReadSummary[K] } {
  return { source, known: 0, read: 0, gone: 0, cells: 0, changed: 0, zeroed: 0, units: 0, moved: 0 };
}

/** Counts one level into a summary. */
export function countLevel(summary: { -readonly [K in keyof ReadSummary]: ReadSummary[K] }, before: Quantity, now: Quantity): void {
  summary.cells += 1;
  summary.units += Math.abs(before);
  if (now === before) return;
  summary.changed += 1;
  summary.moved += Math.abs(now - before);
  if (now === 0) summary.zeroed += 1;
}

/**
 * Returns why a read must not be applied without asking, in words for a shop owner; null when it may be applied. A
 * platform that returns nothing, half, or zeros has more likely failed than sold out, and its numbers would be sent to
 * the other side.
 */
export function doubtOf(summary: ReadSummary): string | null {
  const { known, read, gone, cells, changed, zeroed, units, moved } = summary;
  const name = sourceName(summary.source);
  if (known > 0 && read === 0) return `${name} answered with no variants at all where ${known} are known. Nothing was changed.`;
  if (gone * 2 > known || gone > Math.max(HANDFUL, known * GONE_PART))
    return `${name} no longer lists ${gone} of ${known} known variants. Nothing was changed.`;
  if (zeroed > Math.max(HANDFUL, cells * ZEROED_PART)) {
    return `${name} says that the stock of ${zeroed} of ${cells} variants fell to zero. Nothing was changed.`;
  }
  if (changed > HANDFUL && moved * 2 > units) {
    return `${name} says that more than half of all stock changed at once (${changed} of ${cells} variants). Nothing was changed.`;
  }
  return null;
}

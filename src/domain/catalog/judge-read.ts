import type { Quantity } from '../quantity';
import { sourceName, type Source } from '../source';

/** What a whole read of one side would change, in numbers. */
export interface ReadSummary {
  readonly source: Source;
  /** Variants of this side before, those read now, and those of before that were not read any more. */
  readonly known: number;
  readonly read: number;
  readonly gone: number;
  /** Cells whose level was read, those that would change, and those that would fall to zero. */
  readonly cells: number;
  readonly changed: number;
  readonly zeroed: number;
  /** Units in those cells before, and by how much they would move in all. */
  readonly units: Quantity;
  readonly moved: Quantity;
}

/** A handful: so few cells may change in any way without anybody being asked. */
const HANDFUL = 10;

/** Beyond a handful, so large a part of a side's variants may be gone: a list that was cut short looks like a clearance. */
const GONE_PART = 0.1;

/** Beyond a handful, so large a part of all cells may fall to zero. */
const ZEROED_PART = 0.01;

/** A summary of nothing, to be counted up. */
export function emptySummary(source: Source): { -readonly [K in keyof ReadSummary]: ReadSummary[K] } {
  return { source, known: 0, read: 0, gone: 0, cells: 0, changed: 0, zeroed: 0, units: 0, moved: 0 };
}

/** Counts one cell's level into a summary. */
export function countLevel(summary: { -readonly [K in keyof ReadSummary]: ReadSummary[K] }, before: Quantity, now: Quantity): void {
  summary.cells += 1;
  summary.units += Math.abs(before);
  if (now === before) return;
  summary.changed += 1;
  summary.moved += Math.abs(now - before);
  if (now === 0) summary.zeroed += 1;
}

/**
 * Why a read must not be believed without asking, in words for a shop owner; null when it may. A platform that answers
 * with nothing, with half, or with zeros has more likely failed than sold out, and what it says would be sent on.
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

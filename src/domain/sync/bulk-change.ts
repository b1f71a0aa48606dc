import type { Originator } from '../history/fact';
import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';
import type { SideAmounts } from './adjust';

/** For how long a bulk change can be undone, in ms. */
export const UNDO_WITHIN_MS = 30 * 86_400_000;

/** What a person did to many variants at once: both sides set to one of them, or to counts from a file. */
export type BulkKind = 'level' | 'count';

/**
 * What became of one row. `set`: changed. `stale`: its quantities had changed since the plan was shown. `refused`: it cannot be changed. `undone`: changed,
 * and taken back later.
 */
export type RowState = 'set' | 'stale' | 'refused' | 'undone';

/** One variant of a bulk change. Quantities in 1/100,000 unit. */
export interface BulkRow {
  readonly key: number;
  /** Both stock IDs, by which it is known that the variant is still the same; '' for a side without one. */
  readonly stock: Readonly<Record<Source, string>>;
  readonly sku: string;
  /** The sides' quantities before, as the person saw them; null while one was not known. */
  readonly before: Readonly<Record<Source, Quantity | null>>;
  readonly to: Quantity;
  /** What was added to each side; null when the variant was set outright instead, which cannot be undone. */
  readonly amounts: SideAmounts | null;
  readonly state: RowState;
  /** Why it was refused, or could not be undone, for a shop owner; '' otherwise. */
  readonly problem: string;
}

/** The size of a bulk change. */
export interface BulkCounts {
  readonly rows: number;
  /** Rows that were changed, whether or not they were undone since. */
  readonly set: number;
  readonly undone: number;
  /** Rows that were changed and can still be undone. */
  readonly undoable: number;
}

/** A bulk change without its rows. */
export interface BulkChange {
  readonly id: number;
  readonly at: Instant;
  readonly by: Originator;
  readonly kind: BulkKind;
  readonly counts: BulkCounts;
}

/** Counts rows. */
export function countRows(rows: readonly BulkRow[]): BulkCounts {
  const of = (isCounted: (row: BulkRow) => boolean): number => rows.filter(isCounted).length;
  return {
    rows: rows.length,
    set: of(({ state }) => state === 'set' || state === 'undone'),
    undone: of(({ state }) => state === 'undone'),
    undoable: of(isUndoable),
  };
}

/** Returns whether a row was changed by known amounts that were not taken back yet. */
export function isUndoable({ state, amounts }: BulkRow): boolean {
  return state === 'set' && amounts !== null;
}

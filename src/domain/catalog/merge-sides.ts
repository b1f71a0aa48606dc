import type { Source } from '../source';
import type { KnownRow } from './joined';
import type { SideVariant } from './side-variant';

/** What was read, and the rows that it may affect. */
export interface MergeReads {
  /** Every row that has a side of `fresh` or `gone`, or another variant with one of their SKUs; others may be left out. */
  readonly rows: readonly KnownRow[];
  /** Sides as just read; if a variant occurs more than once, the last one counts. */
  readonly fresh: readonly SideVariant[];
  /** Whether the platform no longer has this side, according to a complete read or a deletion. */
  readonly isGone: (source: Source, stockId: string) => boolean;
}

/** One side of the merge in its current state. */
export interface MergeSide {
  readonly side: SideVariant;
  /** The row that contains it; null when it is new. */
  readonly row: KnownRow | null;
  /** Whether this merge read its number, or that it has none. A stored number may be old. */
  readonly read: boolean;
}

/** The sides of a merge by stock id. */
export type MergeSides = Readonly<Record<Source, ReadonlyMap<string, MergeSide>>>;

/**
 * Returns every side in its current state: fresh where it was read, left out where it is gone, each with the row that
 * contains it.
 */
export function mergeSides({ rows, fresh, isGone }: MergeReads): MergeSides {
  const sides: Record<Source, Map<string, MergeSide>> = { shopify: new Map(), square: new Map() };
  for (const row of rows) {
    for (const side of [row.shopify, row.square]) {
      if (side !== null && !isGone(side.source, side.stockId)) sides[side.source].set(side.stockId, { side, row, read: false });
    }
  }
  for (const side of fresh) {
    const known = sides[side.source].get(side.stockId);
    const merged = withNewestLevel(known?.side ?? null, side);
    sides[side.source].set(side.stockId, { side: merged, row: known?.row ?? null, read: merged.level === side.level || !side.stocked });
  }
  return sides;
}

/** Returns the side with its newest known level: a side without a fresh number keeps the old one while it is offered there. */
function withNewestLevel(before: SideVariant | null, next: SideVariant): SideVariant {
  if (!next.stocked) return next.level === null ? next : { ...next, level: null };
  const known = before?.level ?? null;
  if (known === null) return next;
  return next.level === null || next.level.at < known.at ? { ...next, level: known } : next;
}

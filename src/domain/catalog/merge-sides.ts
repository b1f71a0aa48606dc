import type { Source } from '../source';
import type { KnownRow } from './joined';
import type { SideVariant } from './side-variant';

/** What was read, and the rows that it may touch. */
export interface MergeReads {
  /** Every row that holds a side of `fresh` or `gone`, or another holder of one of their SKUs; others may be left out. */
  readonly rows: readonly KnownRow[];
  /** Sides as just read; at most one of each variant counts, the last. */
  readonly fresh: readonly SideVariant[];
  /** Whether the platform no longer has this side, as a complete read or a deletion says. */
  readonly isGone: (source: Source, stockId: string) => boolean;
}

/** One side of the merge as it is now. */
export interface MergeSide {
  readonly side: SideVariant;
  /** The row that holds it; null when it is new. */
  readonly row: KnownRow | null;
  /** Whether its number, or that it has none, was read by this merge. A stored number may be old. */
  readonly read: boolean;
}

/** The sides of a merge by stock id. */
export type MergeSides = Readonly<Record<Source, ReadonlyMap<string, MergeSide>>>;

/** Returns every side as it is now: fresh where it was read, left out where it is gone, each with the row that holds it. */
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

/** The side with the newest level that is known: one without a fresh number keeps the old one while it is offered there. */
function withNewestLevel(before: SideVariant | null, next: SideVariant): SideVariant {
  if (!next.stocked) return next.level === null ? next : { ...next, level: null };
  const known = before?.level ?? null;
  if (known === null) return next;
  return next.level === null || next.level.at < known.at ? { ...next, level: known } : next;
}

import { STATUSES, statusOf, viewOf, type SideFacts, type VIEWS } from '../../domain/catalog/joined';
import type { Quantity } from '../../domain/quantity';
import type { Source } from '../../domain/source';
import { isPacked, isSameStock, type PackSizes } from '../../domain/sync/pack-size';

/** A row's facts as bits of one number. */
export const BIT = {
  shopify: 1,
  square: 2,
  missing: { shopify: 4, square: 8 },
  duplicate: { shopify: 16, square: 32 },
  untracked: { shopify: 64, square: 128 },
  /** For a row of one side: the other side has its SKU, on a variant that it is not matched with. */
  taken: 256,
  /** All its sides are of archived products. */
  archived: 512,
  /** The merchant excludes one of its sides. */
  excluded: 1_024,
  /** Its sides count different units. */
  packed: 2_048,
  /** Of a row of packs: both quantities are known, and the same stock. */
  same: 4_096,
} as const;

/** The whole catalog as a few numbers per row, ordered by key. About 22 bytes per variant. */
export interface Index {
  readonly keys: Int32Array;
  readonly flags: Uint16Array;
  /** NaN where not known. */
  readonly shopify: Float64Array;
  readonly square: Float64Array;
}

/** The index, and the positions of all rows in the orders that depend on texts. About 30 bytes per variant. */
export interface Shape {
  readonly index: Index;
  readonly names: Int32Array;
  readonly skus: Int32Array;
}

/** Returns whether a row is of archived products alone. */
export function isArchivedAt({ flags }: Index, at: number): boolean {
  return ((flags[at] ?? 0) & BIT.archived) !== 0;
}

/** Returns whether the merchant excludes a row. */
export function isExcludedAt({ flags }: Index, at: number): boolean {
  return ((flags[at] ?? 0) & BIT.excluded) !== 0;
}

/** Returns which of the views by sides and numbers a row belongs to. */
export function viewAt(index: Index, at: number): (typeof VIEWS)[number] {
  const flag = index.flags[at] ?? 0;
  return viewOf(factsOf(flag, 'shopify'), factsOf(flag, 'square'), sameNumbersAt(index, at));
}

/** Returns a row's full status as a number: its position in the order of statuses. */
export function statusAt(index: Index, at: number): number {
  const { shopify, square } = sidesAt(index, at);
  return STATUSES.indexOf(statusOf(shopify, square, sameNumbersAt(index, at)));
}

/** Returns the known facts about a row's sides and its SKU. */
export function sidesAt(
  { flags }: Index,
  at: number,
): {
  readonly shopify: SideFacts | null;
  readonly square: SideFacts | null;
  readonly skuTaken: boolean;
  readonly archived: boolean;
  readonly excluded: boolean;
} {
  const flag = flags[at] ?? 0;
  const has = (bit: number): boolean => (flag & bit) !== 0;
  return {
    shopify: factsOf(flag, 'shopify'),
    square: factsOf(flag, 'square'),
    skuTaken: has(BIT.taken),
    archived: has(BIT.archived),
    excluded: has(BIT.excluded),
  };
}

/** Returns whether both quantities are known and the same stock: NaN equals nothing. */
function sameNumbersAt({ flags, shopify, square }: Index, at: number): boolean {
  const flag = flags[at] ?? 0;
  return (flag & BIT.packed) === 0 ? shopify[at] === square[at] : (flag & BIT.same) !== 0;
}

/** A row's quantities; null where not known. */
export type Quantities = Readonly<Record<Source, Quantity | null>>;

/** Sets a row's quantities; `packs` is its `packBits`. */
export function setQuantities(index: Index, at: number, { shopify, square }: Quantities, packs: number): void {
  index.shopify[at] = shopify ?? Number.NaN;
  index.square[at] = square ?? Number.NaN;
  index.flags[at] = ((index.flags[at] ?? 0) & ~(BIT.packed | BIT.same)) | packs;
}

/** Returns the bits of a row about packs: whether its sides count different units, and whether they have the same stock. */
export function packBits(packs: PackSizes, { shopify, square }: Quantities): number {
  if (!isPacked(packs)) return 0;
  return BIT.packed | (isSameStock(packs, shopify, square) ? BIT.same : 0);
}

/** Every combination of a side's facts, created once: lists request a hundred thousand of them. */
const FACTS: readonly SideFacts[] = Array.from({ length: 8 }, (_, bits) => ({
  missing: (bits & 1) !== 0,
  duplicate: (bits & 2) !== 0,
  tracked: (bits & 4) === 0,
}));

function factsOf(flag: number, source: Source): SideFacts | null {
  if ((flag & BIT[source]) === 0) return null;
  const bits = Number((flag & BIT.missing[source]) !== 0) | (Number((flag & BIT.duplicate[source]) !== 0) << 1);
  return FACTS[bits | (Number((flag & BIT.untracked[source]) !== 0) << 2)] ?? null;
}

/** Returns the position of a key in a sorted array, or -1. */
export function placeOf(keys: Int32Array, key: number): number {
  let low = 0;
  let high = keys.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = keys[middle] ?? 0;
    if (found === key) return middle;
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

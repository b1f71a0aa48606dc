import { STEPS_PER_UNIT, type Quantity } from '../quantity';
import { otherSource, type Source } from '../source';

/**
 * How many pieces one unit of each side holds; one of the two is 1. A case of twelve at Shopify that Square sells by the piece is
 * `{ shopify: 12, square: 1 }`.
 */
export type PackSizes = Readonly<Record<Source, number>>;

/** The pack sizes of a link whose sides count the same units. */
export const NO_PACKS: PackSizes = { shopify: 1, square: 1 };

/** The largest pack size. */
export const LARGEST_PACK = 10_000;

/** Returns whether the sides count different units. */
export function isPacked({ shopify, square }: PackSizes): boolean {
  return shopify !== 1 || square !== 1;
}

/** Returns why these are no pack sizes, for a shop owner; '' when they are. */
export function packProblem({ shopify, square }: PackSizes): string {
  const odd = [shopify, square].find((size) => !Number.isInteger(size) || size < 1 || size > LARGEST_PACK);
  if (odd !== undefined) return `A pack size is a whole number from 1 to ${LARGEST_PACK}, not ${odd}.`;
  return shopify > 1 && square > 1 ? 'One of the two pack sizes must be 1: the unit that the other platform sells in packs.' : '';
}

/** Returns the pack sizes where so many units of one side are so many of the other; null where neither unit holds a whole number of the other. */
export function packsFrom({
  shopifyUnits,
  squareUnits,
}: {
  readonly shopifyUnits: number;
  readonly squareUnits: number;
}): PackSizes | null {
  if (shopifyUnits === squareUnits) return NO_PACKS;
  const packs = shopifyUnits === 1 ? { shopify: squareUnits, square: 1 } : { shopify: 1, square: shopifyUnits };
  return (shopifyUnits === 1 || squareUnits === 1) && packProblem(packs) === '' ? packs : null;
}

/** Returns the side that sells packs; null when both count the same units. */
export function packSide({ shopify, square }: PackSizes): Source | null {
  return shopify > 1 ? 'shopify' : square > 1 ? 'square' : null;
}

/**
 * Returns the whole packs that a side's quantity is worth, in units of the side that sells packs. What makes no whole pack is worth nothing yet:
 * five pieces of a twelve-pack are no pack that could be sold. Without packs, the quantity itself.
 */
export function inPacks(packs: PackSizes, source: Source, quantity: Quantity): Quantity {
  if (!isPacked(packs)) return quantity;
  const size = packs[otherSource(source)] * STEPS_PER_UNIT;
  // Not -0, which is stored as another number than 0.
  return Math.floor(quantity / size) * STEPS_PER_UNIT + 0;
}

/**
 * Returns by how much the other side changes when a side changes from one quantity to another: a piece that opens a pack takes the whole pack
 * away, and the piece that fills one up brings it back. Only whole packs of the side that sells them count.
 */
export function crossing(packs: PackSizes, source: Source, before: Quantity, after: Quantity): Quantity {
  return (inPacks(packs, source, after) - inPacks(packs, source, before)) * packs[source];
}

/** Returns a quantity of a side in pieces. */
export function inPieces(packs: PackSizes, source: Source, quantity: Quantity): Quantity {
  return quantity * packs[source];
}

/** Returns a side's quantity for a number of pieces: as many whole packs as they make. */
export function fromPieces(packs: PackSizes, source: Source, pieces: Quantity): Quantity {
  return packs[source] === 1 ? pieces : Math.floor(pieces / (packs[source] * STEPS_PER_UNIT)) * STEPS_PER_UNIT + 0;
}

/** Returns whether two quantities are the same stock: as many whole packs. False while one is not known. */
export function isSameStock(packs: PackSizes, shopify: Quantity | null, square: Quantity | null): boolean {
  return shopify !== null && square !== null && inPacks(packs, 'shopify', shopify) === inPacks(packs, 'square', square);
}

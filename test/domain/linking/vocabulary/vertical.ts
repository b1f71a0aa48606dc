import type { Attribute, Axis } from '../../../../scripts/linking/goods';

/** Values of an attribute, of which a product has some. */
export interface Choice {
  readonly axis: Axis;
  readonly values: readonly string[];
  /** How many of the values a product has, from and to. */
  readonly take: readonly [number, number];
}

/** Goods of one noun. */
export interface Kind {
  readonly noun: string;
  /** Another common word for it. */
  readonly synonym?: string;
  /** What a store does with such goods for money. */
  readonly work?: string;
  /** What distinguishes one product from another. */
  readonly lines: readonly string[];
  readonly choices: readonly Choice[];
  /** Lowest and highest price of a piece in US cents. */
  readonly price: readonly [number, number];
  /** Pieces of the packs in which it is sold as well. */
  readonly packs?: readonly number[];
  /** Other forms of the same product. */
  readonly forms?: readonly string[];
}

/** A line of business with its vocabulary. */
export interface Vertical {
  readonly name: string;
  /** What makers of the vertical add to their names. */
  readonly makers: readonly string[];
  /** Share of products that have a maker's barcode, 0 to 1. */
  readonly barcodes: number;
  readonly kinds: readonly Kind[];
}

/** Returns values of one axis, of which a product has `from` to `to`. */
export const choice = (axis: Axis, values: readonly string[], from = 1, to = 3): Choice => ({ axis, values, take: [from, to] });

/** Returns the attribute of a choice with this value. */
export const attribute = ({ axis }: Choice, value: string): Attribute => ({ axis, value });

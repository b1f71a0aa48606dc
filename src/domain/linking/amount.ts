/** A stated amount: how much of one unit, bottle, or piece. */
export interface Amount {
  readonly kind: 'volume' | 'mass' | 'length';
  /** In milliliters, grams, or millimeters. */
  readonly value: number;
}

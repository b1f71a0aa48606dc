/** The result of one budget's measurement. */
export interface Finding {
  /** The budget's id, as in `budgets.ts`. */
  readonly id: string;
  /** The number compared with target and ceiling; null when it could not be measured. */
  readonly value: number | null;
  /** How the value is shown in the table; the number itself when absent. */
  readonly shown?: string;
  readonly note?: string;
}

/** Returns a small seeded generator (mulberry32): 0 <= x < 1, the same sequence for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the value below which the given share of the values lies; NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Rounds for display: two decimals, or none where they carry no information. */
export const round = (value: number): number => Math.round(value * 100) / 100;

/** Returns the SKU of a generated variant, numbered from 1. */
export const skuOf = (number: number): string => `GEN-${String(number).padStart(6, '0')}`;

export const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

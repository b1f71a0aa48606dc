/** A seeded source of randomness: the same seed gives the same history on any machine. */
export interface Random {
  /** Returns a number from 0 up to but not including 1. */
  next(): number;
  chance(probability: number): boolean;
  /** Returns a whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
}

/** Returns a Mulberry32 generator, a small public-domain design: 32 bits of state are plenty for one short history. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
  };
}

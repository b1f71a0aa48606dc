import { hashOf, type Mutant } from './mutant';

/**
 * Draws `size` mutants, the same ones for the same seed. Systematic sampling: the mutants are sorted by file and operator, shuffled within,
 * and every k-th is taken, so that each file and each operator is represented in proportion.
 */
export function sampleMutants(mutants: readonly Mutant[], size: number, seed: string): Mutant[] {
  if (size >= mutants.length) return [...mutants];
  const order = (one: Mutant): string => `${one.file}\0${one.operator}\0${hashOf(seed, one.id)}`;
  const sorted = mutants.map((mutant) => ({ mutant, key: order(mutant) })).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const step = mutants.length / size;
  const start = fraction(hashOf(seed, 'start')) * step;
  return Array.from({ length: size }, (_, index) => sorted[Math.floor(start + index * step)]?.mutant).filter((one) => one !== undefined);
}

/** Returns a number from 0 up to but not including 1. */
function fraction(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16) / 2 ** 32;
}

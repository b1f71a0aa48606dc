import type { Levels } from '../catalog/levels';
import type { Writers } from './writers';

/** Wraps the catalog's access to levels: variants that are on hold because of another app need a person, also while nothing waits for them. */
export function heldLevels(inner: Levels, writers: Pick<Writers, 'heldKeys' | 'holds'>): Levels {
  return {
    ...inner,
    needing: () => new Map([...inner.needing(), ...writers.heldKeys().map((key) => [key, 'another_writer'] as const)]),
    isOnHold: (stock) => writers.holds(stock),
  };
}

import { describe, expect, it } from 'vitest';

import type { Source } from '../../../src/domain/source';
import { startOf, type LedgerStep } from '../../../src/domain/writers/start';

const SECOND = 1_000;
const MINUTE = 60_000;
/** A change that was noted at `noted`; the other side's number is the same unless given. */
const step = (noted: number, before: number, side: Source = 'shopify', otherBefore: number | null = before): LedgerStep => ({
  side,
  before,
  otherBefore,
  noted,
});

describe('the start of what another app changed', () => {
  it('is before the original of the first copy, after a minute of rest, where both sides had one number', () => {
    const steps = [step(0, 10), step(10 * MINUTE, 9), step(10 * MINUTE + SECOND, 9, 'square', 8), step(20 * MINUTE, 7)];
    expect(startOf(steps, 10 * MINUTE + SECOND)).toEqual({ index: 1, quantity: 9, at: 10 * MINUTE - 30 * SECOND });
  });

  it('is where the copy was heard of first', () => {
    expect(startOf([step(0, 10), step(5 * MINUTE, 9, 'square'), step(5 * MINUTE + SECOND, 9, 'shopify', 8)], 5 * MINUTE)).toMatchObject({
      index: 1,
      quantity: 9,
    });
    // The app hears of an order sooner than we do.
    expect(startOf([step(0, 10), step(5 * MINUTE, 9)], 5 * MINUTE - 5 * SECOND)).toMatchObject({ index: 1 });
    expect(startOf([step(0, 10), step(5 * MINUTE, 9)], 5 * MINUTE - 15 * SECOND)).toMatchObject({ index: 0 });
  });

  it('is earlier where the sides were never at rest in between', () => {
    const busy = Array.from({ length: 6 }, (_, n) => step(n * 30 * SECOND, 10 - n));
    expect(startOf(busy, 150 * SECOND)).toMatchObject({ index: 0, quantity: 10 });
  });

  it('is not known where the numbers differed or are missing, or somebody set them since', () => {
    expect(startOf([], 0)).toBeNull();
    expect(startOf([step(0, 10, 'shopify', 9)], 0)).toBeNull();
    expect(startOf([step(0, 10, 'shopify', null)], 0)).toBeNull();
    expect(startOf([step(0, 10), 'rebase', step(MINUTE / 2, 4, 'shopify', 5)], MINUTE)).toBeNull();
    expect(startOf([step(0, 10), step(5 * MINUTE, 9), 'rebase'], 5 * MINUTE)).toBeNull();
    expect(startOf([step(0, 10), 'rebase', step(5 * MINUTE, 4)], 5 * MINUTE)).toMatchObject({ index: 2, quantity: 4 });
  });
});

import { expect, it } from 'vitest';

import { backoff, throttlePause } from '../../../src/domain/sync/backoff';

const LIMITS = { firstMs: 500, longestMs: 30_000 };

it('pauses after attempts double up to a cap, and spread by half', () => {
  expect([0, 1, 2, 3, 7, 20].map((attempts) => backoff(attempts, LIMITS, 0.5))).toEqual([500, 500, 1_000, 2_000, 30_000, 30_000]);
  expect([backoff(1, LIMITS, 0), backoff(1, LIMITS, 1), backoff(9, LIMITS, 1), backoff(1, LIMITS, 0.3333)]).toEqual([
    250, 750, 45_000, 417,
  ]);
});

it('pauses that a platform asks for double up to a cap, and are never shorter than it asks', () => {
  expect([0, 1, 2, 3, 6].map((times) => throttlePause(1_500, times, LIMITS))).toEqual([1_500, 1_500, 3_000, 6_000, 30_000]);
  expect(throttlePause(40_000, 3, LIMITS)).toBe(40_000);
});

import { describe, expect, it } from 'vitest';

import { addLag, summariseLag, type LagHour } from '../../../src/domain/sync/lag';

const NOW = 1_800_000_000_000;

describe('the lag that merchants experience', () => {
  it('is reported to within a quarter of its value, and the longest lag exactly', () => {
    let hours: LagHour[] = [];
    for (let index = 0; index < 95; index += 1) hours = addLag(hours, 400, NOW);
    for (let index = 0; index < 5; index += 1) hours = addLag(hours, 9_000, NOW);
    const summary = summariseLag(hours, NOW);
    expect(summary).toMatchObject({ count: 100, longest: 9_000 });
    expect(summary?.p50).toBeGreaterThanOrEqual(400);
    expect(summary?.p50).toBeLessThanOrEqual(500);
    expect(summary?.p95).toBeLessThanOrEqual(500);
  });

  it('forgets what is older than a day', () => {
    const hours = addLag([], 60_000, NOW);
    expect(summariseLag(hours, NOW + 25 * 3_600_000)).toBeNull();
    expect(addLag(hours, 100, NOW + 25 * 3_600_000)).toHaveLength(1);
  });

  it('treats a negative lag, from a clock that runs behind, as zero, and puts an extreme lag in the last bucket', () => {
    expect(summariseLag(addLag([], -500, NOW), NOW)).toMatchObject({ p50: 0, longest: 0 });
    expect(summariseLag(addLag([], 1e12, NOW), NOW)?.longest).toBe(1e12);
  });
});

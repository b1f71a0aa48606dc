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

  it('is counted by the hour, in classes that grow by a quarter, with the hours of the last day', () => {
    const hour = Math.floor(NOW / 3_600_000);
    expect(addLag(addLag([], 50, NOW), 51, NOW)).toEqual([{ hour, classes: { 0: 1, 1: 1 }, longest: 51 }]);
    const later = addLag(addLag(addLag([], 900, NOW), 50, NOW + 3_600_000), 50, NOW + 3_600_000);
    expect(later.map((one) => [one.hour, one.longest])).toEqual([
      [hour, 900],
      [hour + 1, 50],
    ]);
    expect(later[1]?.classes).toEqual({ 0: 2 });
    const day = (hours: number) => NOW + hours * 3_600_000;
    expect([summariseLag(later, day(23))?.count, summariseLag(later, day(24))?.count, summariseLag(later, day(25))]).toEqual([3, 2, null]);
    expect([addLag(later, 1, day(23)).length, addLag(later, 1, day(24)).length]).toEqual([3, 2]);
    expect(addLag([], 1e12, NOW)[0]?.classes).toEqual({ 63: 1 });
  });

  it('is the lag that half of the writes, and all but one in twenty, do not exceed', () => {
    const hours = [50, 50, 60, 500].reduce<LagHour[]>((list, lag) => addLag(list, lag, NOW), []);
    expect(summariseLag(hours, NOW)).toEqual({ count: 4, p50: 50, p95: 500, longest: 500 });
    expect(summariseLag(addLag(hours, 60, NOW), NOW)).toMatchObject({ p50: 63 });
  });

  it('treats a negative lag, from a clock that runs behind, as zero, and puts an extreme lag in the last bucket', () => {
    expect(summariseLag(addLag([], -500, NOW), NOW)).toMatchObject({ p50: 0, longest: 0 });
    expect(summariseLag(addLag([], 1e12, NOW), NOW)?.longest).toBe(1e12);
  });
});

import { describe, expect, it } from 'vitest';

import { LagWatch } from '../../../src/durable/sync/lag-watch';

const MINUTE = 60_000;

describe('the latest writes', () => {
  it('count as slow while they are recent, and not for the rest of the day', () => {
    const lag = new LagWatch([]);
    expect(lag.recentP95(0)).toBeNull();
    expect(lag.recentUntil(0)).toBeNull();
    for (let n = 0; n < 50; n += 1) lag.arrived(10 * MINUTE, n * 1_000);
    expect(lag.recentP95(50_000)).toBe(10 * MINUTE);
    expect(lag.recentUntil(50_000)).toBe(49_000 + 5 * MINUTE);
    expect(lag.recentP95(49_000 + 5 * MINUTE)).toBeNull();
    expect(lag.recentUntil(49_000 + 5 * MINUTE)).toBeNull();
    expect(lag.summary(49_000 + 5 * MINUTE)?.p95).toBe(10 * MINUTE);
  });

  it('count as fast again after twenty fast ones', () => {
    const lag = new LagWatch([]);
    for (let n = 0; n < 50; n += 1) lag.arrived(10 * MINUTE, 0);
    for (let n = 0; n < 18; n += 1) lag.arrived(500, 1_000);
    expect(lag.recentP95(1_000)).toBe(10 * MINUTE);
    for (let n = 0; n < 2; n += 1) lag.arrived(500, 1_000);
    expect(lag.recentP95(1_000)).toBe(500);
  });

  it('are empty in an object that has just started', () => {
    const before = new LagWatch([]);
    before.arrived(10 * MINUTE, 0);
    expect(new LagWatch(before.hours()).recentP95(0)).toBeNull();
  });
});

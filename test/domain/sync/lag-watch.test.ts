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

describe('what is recent', () => {
  it('are the writes of the last five minutes, at most twenty', () => {
    const lag = new LagWatch([]);
    lag.arrived(900, 0);
    lag.arrived(100, 1);
    expect([lag.recentP95(5 * MINUTE - 1), lag.recentP95(5 * MINUTE), lag.recentP95(5 * MINUTE + 1)]).toEqual([900, 100, null]);
    expect([lag.recentUntil(5 * MINUTE), lag.recentUntil(5 * MINUTE + 1)]).toEqual([5 * MINUTE + 1, null]);
    for (let n = 0; n < 19; n += 1) lag.arrived(200, 2);
    expect(lag.recentP95(2)).toBe(200);
    lag.arrived(700, 2);
    lag.arrived(800, 2);
    expect(lag.recentP95(2)).toBe(700);
    expect(lag.summary(2)).toMatchObject({ count: 23, longest: 900 });
  });

  it('are stored as hours, with those of the instance before', () => {
    const first = new LagWatch([]);
    first.arrived(100, 0);
    const second = new LagWatch(first.hours());
    second.arrived(100, 1);
    expect(second.hours()).toEqual([{ hour: 0, classes: { 4: 2 }, longest: 100 }]);
    expect(second.summary(60 * 24 * MINUTE)).toBeNull();
  });
});

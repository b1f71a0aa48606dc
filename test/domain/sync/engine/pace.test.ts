import { describe, expect, it } from 'vitest';

import { Pace } from '../../../../src/domain/sync/engine/pace';

const LIMITS = { firstMs: 500, longestMs: 30_000 };
const pace = (): Pace => new Pace(LIMITS, () => 0.5);

describe('the pace of a lane', () => {
  it('pauses for as long as the platform asks, and doubles the pause while throttling continues', () => {
    const lane = pace();
    const rests: number[] = [];
    for (let now = 0; rests.length < 7; now = lane.pausedUntil) {
      lane.throttled(1_500, now);
      rests.push(lane.pausedUntil - now);
    }
    expect(rests).toEqual([1_500, 3_000, 6_000, 12_000, 24_000, 30_000, 30_000]);
    const now = lane.pausedUntil;
    lane.throttled(null, now);
    expect(lane.pausedUntil).toBe(now);
    lane.throttled(1_500, now);
    expect(lane.pausedUntil - now).toBe(1_500);
  });

  it('never waits less than the platform asks, however long that is', () => {
    const lane = pace();
    lane.throttled(45_000, 0);
    lane.throttled(45_000, 45_000);
    expect(lane.pausedUntil).toBe(90_000);
  });

  it('considers the platform unreachable after the third call without a response, and retries less and less often', () => {
    const lane = pace();
    expect([lane.heard(false, 0), lane.heard(false, 0), lane.heard(false, 0)]).toEqual([true, true, false]);
    expect(lane.pausedUntil).toBe(500);
    expect(lane.heard(false, 500)).toBe(false);
    expect(lane.pausedUntil).toBe(1_500);
    expect(lane.heard(true, 1_500)).toBe(true);
    expect(lane.heard(false, 1_500)).toBe(true);
  });

  it('counts calls without a response from the last response, or the start of an epoch, on', () => {
    const lane = pace();
    expect([lane.pausedUntil, lane.aheadMs]).toEqual([0, 0]);
    for (const begin of [() => lane.heard(true, 0), () => lane.clear()]) {
      expect([lane.heard(false, 0), lane.heard(false, 0)]).toEqual([true, true]);
      begin();
    }
    lane.throttled(1_500, 0);
    lane.clear();
    lane.throttled(1_500, 10_000);
    expect([lane.heard(false, 0), lane.heard(false, 0), lane.pausedUntil]).toEqual([true, true, 11_500]);
  });

  it('remembers how far our clock is ahead, even in another epoch', () => {
    const lane = pace();
    lane.ahead(4_000);
    lane.ahead(1_000);
    lane.throttled(1_500, 0);
    lane.clear();
    expect([lane.aheadMs, lane.pausedUntil]).toEqual([4_000, 0]);
  });
});

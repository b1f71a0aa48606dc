import { describe, expect, it } from 'vitest';

import { readSquareAnswer } from '../../../src/platforms/square/client';
import { readAdjustment } from '../../../src/platforms/square/inventory';

const AT = Date.parse('2026-11-20T12:00:00Z');
const REQUEST = { key: 'k', occurredAt: AT + 7_000, changes: [{ stockId: 'V1', locationId: 'L1', delta: -100_000, from: 500_000 }] };

function refusal(code: string, date: string | null): ReturnType<typeof readSquareAnswer> {
  const text = JSON.stringify({
    errors: [{ category: 'INVALID_REQUEST_ERROR', code, field: 'changes[0].adjustment.occurred_at', detail: 'A time.' }],
  });
  return readSquareAnswer({ kind: 'answered', status: 400, headers: new Headers(date === null ? {} : { date }), text });
}

describe("Square's refusal of a time", () => {
  it('that is in its future states how far our clock is ahead', () => {
    expect(readAdjustment(refusal('INVALID_TIME', 'Fri, 20 Nov 2026 12:00:00 GMT'), REQUEST)).toEqual({ kind: 'early', aheadMs: 9_000 });
  });

  it.each([
    ['that does not lie in its future', 'INVALID_TIME', 'Fri, 20 Nov 2026 12:00:08 GMT'],
    ['without its own time', 'INVALID_TIME', null],
    ['with a time that is none', 'INVALID_TIME', 'yesterday'],
    ['that is about something else', 'UNKNOWN_BODY_PARAMETER', 'Fri, 20 Nov 2026 12:00:00 GMT'],
  ])('%s means that our body is malformed', (_, code, date) => {
    expect(readAdjustment(refusal(code, date), REQUEST)).toEqual({ kind: 'refused', items: [{ index: 0, reason: 'malformed' }] });
  });
});

import { describe, expect, it } from 'vitest';

import { newRequest, requestOf, type InFlightRequest } from '../../../../src/domain/sync/engine/in-flight-request';
import { WaitingRequests } from '../../../../src/domain/sync/engine/waiting-requests';
import { KEY_RETENTION_MS, QUARANTINE_MS } from '../../../../src/domain/sync/limits';
import { firstAttempt } from '../../../../src/domain/sync/write-attempts';

const NOW = 1_000_000;
const ALL = { write: true, lookUp: true };
const LOOK_UPS = { write: false, lookUp: true };
const NOTHING = { write: false, lookUp: false };
/** A request that was sent at `NOW`, and its repeat is due `dueAt`. */
function sent(key: string, dueAt: number, other: Partial<InFlightRequest> = {}): InFlightRequest {
  const attempts = { ...firstAttempt('shopify', key, NOW), lastSent: NOW, unanswered: 1, attempts: 1 };
  return { ...newRequest(attempts, requestOf([], [], 'place'), 1), dueAt, ...other };
}
const FORGOTTEN_AT = NOW + KEY_RETENTION_MS.shopify / 2 + 1;

describe('requests that wait for their repeat', () => {
  it('are taken when due, the first one first, and once', () => {
    const waiting = new WaitingRequests();
    waiting.put(sent('b', NOW + 500));
    waiting.put(sent('a', NOW + 300));
    expect(waiting.nextAt(ALL)).toBe(NOW + 300);
    expect(waiting.take(NOW + 299, ALL)).toBeNull();
    expect(waiting.take(NOW + 300, ALL)).toMatchObject({ attempts: { key: 'a' }, lookUp: false });
    expect(waiting.take(NOW + 400, ALL)).toBeNull();
    expect(waiting.take(NOW + 500, ALL)).toMatchObject({ attempts: { key: 'b' } });
    expect(waiting.nextAt(ALL)).toBe(Infinity);
  });

  it('are replaced under the same key, and none after an epoch has ended', () => {
    const waiting = new WaitingRequests();
    waiting.put(sent('a', NOW));
    waiting.put(sent('a', NOW + 900));
    expect(waiting.nextAt(ALL)).toBe(NOW + 900);
    waiting.clear();
    expect([waiting.nextAt(ALL), waiting.take(NOW + 900, ALL)]).toEqual([Infinity, null]);
  });

  it('are looked up only when no attempt can be in flight anymore', () => {
    const waiting = new WaitingRequests();
    waiting.put(sent('a', NOW, { lookUp: true }));
    expect(waiting.take(NOW + 1, ALL)).toBeNull();
    expect(waiting.nextAt(ALL)).toBe(NOW + QUARANTINE_MS);
    expect(waiting.take(NOW + QUARANTINE_MS - 1, ALL)).toBeNull();
    expect(waiting.take(NOW + QUARANTINE_MS, ALL)).toMatchObject({ lookUp: true });
  });

  it('are looked up once the platform may have forgotten their key', () => {
    const waiting = new WaitingRequests();
    waiting.put(sent('a', NOW));
    expect(waiting.take(FORGOTTEN_AT, ALL)).toMatchObject({ attempts: { key: 'a' }, lookUp: true });
  });

  it('wait for that while nothing may be sent, and for a connection while nothing may be looked up', () => {
    const waiting = new WaitingRequests();
    waiting.put(sent('a', NOW));
    expect([waiting.nextAt(LOOK_UPS), waiting.take(FORGOTTEN_AT - 1, LOOK_UPS)]).toEqual([FORGOTTEN_AT, null]);
    expect([waiting.nextAt(NOTHING), waiting.take(FORGOTTEN_AT, NOTHING)]).toEqual([Infinity, null]);
    expect(waiting.take(FORGOTTEN_AT, LOOK_UPS)).toMatchObject({ lookUp: true });
    waiting.put(sent('b', NOW + QUARANTINE_MS, { lookUp: true }));
    expect(waiting.nextAt(LOOK_UPS)).toBe(NOW + QUARANTINE_MS);
    waiting.put(sent('b', FORGOTTEN_AT + 50));
    expect(waiting.nextAt(LOOK_UPS)).toBe(FORGOTTEN_AT + 50);
  });
});

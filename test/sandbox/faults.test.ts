import { describe, expect, it } from 'vitest';

import { mergeFaults, NO_FAULTS, type Faults } from '../../sandbox/core/fault-switches';
import { runWithFaults, type FaultRun } from '../../sandbox/core/faults';
import { PLAIN, type Circumstances } from '../../sandbox/world-api';

const PLATFORM = { faultAnswer: (status: number) => new Response('', { status }) };
const WRITE = 'http://localhost:8789/write';

/** Runs one request under faults; returns its answer, how its effect was reached, and what was deferred. */
async function run(faults: Partial<Faults>, { replayed = false, write = true, read = false, items = ['A'] } = {}) {
  const effects: Circumstances[] = [];
  const later: [string, number][] = [];
  const given: FaultRun = {
    faults: { ...NO_FAULTS, ...faults },
    request: {
      request: new Request(WRITE, { method: 'POST', body: '{}' }),
      body: '{}',
      read,
      stockWrite: write ? { containsAny: (poisoned) => items.some((item) => poisoned.includes(item)) } : null,
    },
    replayed,
    later: (reason, delayMs) => later.push([reason, delayMs]),
  };
  const answer = await runWithFaults(PLATFORM, given, (circumstances) => {
    effects.push(circumstances);
    return new Response('done');
  });
  return { status: answer.status, effects, later };
}

const EFFECT = [PLAIN];
const REFUSED = [{ ...PLAIN, refused: true }];

describe('the switches of a stock write', () => {
  it('late arrival delays the effect and responds with 504', async () => {
    const { status, effects, later } = await run({ lateArrival: 1, lateArrivalMs: 9 });
    expect({ status, effects }).toEqual({ status: 504, effects: [] });
    expect(later).toEqual([['late', expect.toSatisfy((ms: number) => ms >= 0 && ms <= 9)]]);
  });

  it('a duplicate is processed now and once more later', async () => {
    const { status, effects, later } = await run({ duplicateRequest: 1 });
    expect({ status, effects }).toEqual({ status: 200, effects: EFFECT });
    expect(later).toEqual([['duplicate', expect.toSatisfy((ms: number) => ms >= 0 && ms <= 47_000)]]);
  });

  it('an unnamed refusal reaches the platform, whose idempotency rules apply', async () => {
    expect(await run({ unnamedRefusal: 1 })).toEqual({ status: 200, effects: REFUSED, later: [] });
  });

  it.each([
    ['500', { status: 500, effects: [] }],
    ['refusal', { status: 200, effects: REFUSED }],
  ] as const)('a poisoned item triggers its response (%s), even in a request that arrives late', async (poisonAnswer, expected) => {
    const faults = { poisonedItems: ['A', 'B'], poisonAnswer, lateArrival: 1, duplicateRequest: 1 };
    expect(await run(faults)).toEqual({ ...expected, later: [] });
    expect(await run(faults, { replayed: true })).toEqual({ ...expected, later: [] });
    expect(await run({ ...faults, lateArrival: 0, duplicateRequest: 0 }, { items: ['C'] })).toEqual({
      status: 200,
      effects: EFFECT,
      later: [],
    });
  });

  it('other requests are not affected by them, and replays only by poison', async () => {
    const faults = { lateArrival: 1, duplicateRequest: 1, unnamedRefusal: 1 };
    expect(await run({ ...faults, poisonedItems: ['A'] }, { write: false })).toEqual({ status: 200, effects: EFFECT, later: [] });
    const worse = { ...faults, resetBeforeEffect: 1, hangBeforeEffect: 1, rate429: 1, rate5xx: 1, timeoutAfterEffect: 1, cutAnswer: 1 };
    expect(await run(worse, { replayed: true })).toEqual({ status: 200, effects: EFFECT, later: [] });
  });
});

describe('the switches of a read', () => {
  it('throttle it, and make it return state up to the given lag old', async () => {
    const { status, effects } = await run({ throttledReads: 1, readLagMs: 500 }, { write: false, read: true });
    expect(status).toBe(200);
    const lagMs: unknown = expect.toSatisfy((ms: number) => ms >= 0 && ms <= 500);
    expect(effects).toEqual([{ ...PLAIN, throttled: true, lagMs }]);
  });

  it.each([{ write: true }, { write: false }])('leave other requests alone: %o', async (given) => {
    expect((await run({ throttledReads: 1, readLagMs: 500 }, given)).effects).toEqual(EFFECT);
  });
});

describe('merging switches', () => {
  it('accepts every switch with a value of its type, and keeps a repeated item once', () => {
    const patch = { lateArrivalMs: 0, cutAnswer: 1, poisonedItems: ['A', 'B', 'A'], poisonAnswer: 'refusal', poisonMs: 5000 };
    expect(mergeFaults('square', NO_FAULTS, patch)).toEqual({ ok: true, value: { ...NO_FAULTS, ...patch, poisonedItems: ['A', 'B'] } });
  });

  it.each(['shopify', 'square'])('accepts what it returns: %s', (platform) => {
    expect(mergeFaults(platform, NO_FAULTS, { ...NO_FAULTS })).toEqual({ ok: true, value: NO_FAULTS });
  });

  it.each([
    [{ readLagMs: 60_001 }, 'faults.square.readLagMs must be a number from 0 to 60000'],
    [{ throttledReads: 1.1 }, 'faults.square.throttledReads must be a number from 0 to 1'],
    [{ throttledReads: 0.5, readLagMs: '1' }, 'faults.square.readLagMs must be a number from 0 to 60000'],
    [{ bulkFailed: 0.5 }, 'faults.square.bulkFailed is a switch of Shopify alone'],
    [{ bulkPartial: 1 }, 'faults.square.bulkPartial is a switch of Shopify alone'],
    [{ shopState: '402' }, 'faults.square.shopState is a switch of Shopify alone'],
  ])('refuses %o', (patch, reason) => {
    expect(mergeFaults('square', NO_FAULTS, patch)).toEqual({ ok: false, reason });
  });
});

import { describe, expect, it } from 'vitest';

import { mergeFaults, NO_FAULTS, type Faults } from '../../sandbox/core/fault-switches';
import { runWithFaults, type FaultRun } from '../../sandbox/core/faults';
import type { Circumstances } from '../../sandbox/world-api';

const PLATFORM = { faultAnswer: (status: number) => new Response('', { status }) };
const WRITE = 'http://localhost:8789/write';

/** One request under faults: its answer, how its effect was reached, and what was put off. */
async function run(faults: Partial<Faults>, { replayed = false, write = true, items = ['A'] } = {}) {
  const effects: Circumstances[] = [];
  const later: [string, number][] = [];
  const given: FaultRun = {
    faults: { ...NO_FAULTS, ...faults },
    request: {
      request: new Request(WRITE, { method: 'POST', body: '{}' }),
      body: '{}',
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

const EFFECT = [{ stillBusyMs: 0, refused: false }];

describe('the switches of a stock write', () => {
  it('late arrival puts the effect off and answers 504', async () => {
    const { status, effects, later } = await run({ lateArrival: 1, lateArrivalMs: 9 });
    expect({ status, effects }).toEqual({ status: 504, effects: [] });
    expect(later).toEqual([['late', expect.toSatisfy((ms: number) => ms >= 0 && ms <= 9)]]);
  });

  it('a duplicate is processed now and once more', async () => {
    const { status, effects, later } = await run({ duplicateRequest: 1 });
    expect({ status, effects }).toEqual({ status: 200, effects: EFFECT });
    expect(later).toEqual([['duplicate', expect.toSatisfy((ms: number) => ms >= 0 && ms <= 47_000)]]);
  });

  it('an unnamed refusal reaches the platform, whose rules of idempotency hold', async () => {
    expect(await run({ unnamedRefusal: 1 })).toEqual({ status: 200, effects: [{ stillBusyMs: 0, refused: true }], later: [] });
  });

  it.each([
    ['500', { status: 500, effects: [] }],
    ['refusal', { status: 200, effects: [{ stillBusyMs: 0, refused: true }] }],
  ] as const)('a poisoned item draws its answer (%s), also in a request that arrives late', async (poisonAnswer, expected) => {
    const faults = { poisonedItems: ['A', 'B'], poisonAnswer, lateArrival: 1, duplicateRequest: 1 };
    expect(await run(faults)).toEqual({ ...expected, later: [] });
    expect(await run(faults, { replayed: true })).toEqual({ ...expected, later: [] });
    expect(await run({ ...faults, lateArrival: 0, duplicateRequest: 0 }, { items: ['C'] })).toEqual({
      status: 200,
      effects: EFFECT,
      later: [],
    });
  });

  it('other requests meet none of them, and replays meet poison alone', async () => {
    const faults = { lateArrival: 1, duplicateRequest: 1, unnamedRefusal: 1 };
    expect(await run({ ...faults, poisonedItems: ['A'] }, { write: false })).toEqual({ status: 200, effects: EFFECT, later: [] });
    const worse = { ...faults, resetBeforeEffect: 1, hangBeforeEffect: 1, rate429: 1, rate5xx: 1, timeoutAfterEffect: 1, cutAnswer: 1 };
    expect(await run(worse, { replayed: true })).toEqual({ status: 200, effects: EFFECT, later: [] });
  });
});

describe('merging switches', () => {
  it('takes every switch with a value of its kind, and a repeated item once', () => {
    const patch = { lateArrivalMs: 0, cutAnswer: 1, poisonedItems: ['A', 'B', 'A'], poisonAnswer: 'refusal', poisonMs: 5000 };
    expect(mergeFaults('square', NO_FAULTS, patch)).toEqual({ ok: true, value: { ...NO_FAULTS, ...patch, poisonedItems: ['A', 'B'] } });
  });

  it('takes what it shows', () => {
    expect(mergeFaults('shopify', NO_FAULTS, { ...NO_FAULTS })).toEqual({ ok: true, value: NO_FAULTS });
  });
});

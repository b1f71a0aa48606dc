import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { flush } from '../../../src/domain/sync/flush';
import { COPY_LATE_MS, MANY_FAILURES, QUARANTINE_MS } from '../../../src/domain/sync/limits';
import { levelOf, difference, restingSide, type LinkedLevel } from '../../../src/domain/sync/linked-level';
import { observe, type Rules } from '../../../src/domain/sync/observe';
import { restart } from '../../../src/domain/sync/restart';
import { markIndeterminate, settle } from '../../../src/domain/sync/settle';
import { loadLevel, storeLevel } from '../../../src/domain/sync/stored-level';
import { isUntouched } from '../../../src/domain/sync/write';
import { recoveredAttempt, judge, firstAttempt, outlivesKey } from '../../../src/domain/sync/write-attempts';

const RULES: Rules = { maximum: null, entitled: true, autoSync: true, now: 1_000_000, linked: true };
const rest: LinkedLevel = levelOf(restingSide(fromUnits(10), 1_000), restingSide(fromUnits(10), 1_000));
const level = (units: number, at: number) => ({ stockId: 'i', locationId: 'l', quantity: fromUnits(units), at });
/** Sold 2 at Square; the op to Shopify is in flight. */
const flying = flush(observe(rest, 'square', { value: fromUnits(8), at: 2_000, direct: false }, 'webhook', RULES).cell, 'shopify', {
  key: 'k',
  index: 0,
  count: 1,
  now: 2_100,
  epoch: 1,
});
const first = firstAttempt('shopify', 'k', 2_100);
const lost = { ...first, unanswered: 1, lastSent: 2_100, attempts: 1 };

describe('flush', () => {
  it('turns the pending delta into an op from the accounted value', () => {
    expect(flying.shopify).toMatchObject({
      pending: 0,
      accounted: fromUnits(10),
      inFlight: { key: 'k', delta: fromUnits(-2), from: fromUnits(10), firstSent: 2_100 },
    });
    expect(difference(flying)).toBe(difference(rest));
  });

  it('sends Shopify only whole units and keeps the rest pending', () => {
    const cell = flush({ ...rest, shopify: { ...rest.shopify, pending: -250_000 } }, 'shopify', {
      key: 'k',
      index: 0,
      count: 1,
      now: 0,
      epoch: 1,
    });
    expect(cell.shopify).toMatchObject({ pending: -50_000, inFlight: { delta: -200_000 } });
  });

  it('sends nothing to a side that is blocked, indeterminate, in need of a read, or never counted', () => {
    for (const trouble of [
      { blocked: 'untracked' as const },
      { indeterminate: true },
      { needsRead: true },
      { accounted: null },
      { reading: true },
    ]) {
      const cell = { ...rest, square: { ...rest.square, pending: fromUnits(1), ...trouble } };
      expect(flush(cell, 'square', { key: 'k', index: 0, count: 1, now: 0, epoch: 1 })).toBe(cell);
    }
  });
});

describe('judge', () => {
  const refused = (reason: 'stale' | 'deleted' | 'other', index: number | null = 0) => ({
    kind: 'refused' as const,
    items: [{ index, reason }],
  });

  it('repeats a request whose outcome is unknown', () => {
    const judgement = judge(first, { kind: 'ambiguous', detail: '504' }, 1, 2_100);
    expect(judgement).toMatchObject({ kind: 'again', attempts: { unanswered: 1, lastSent: 2_100, failures: 1 } });
  });

  it('looks up a request that failed many times in a row', () => {
    const failing = { ...lost, failures: MANY_FAILURES - 2 };
    expect(judge(failing, { kind: 'ambiguous', detail: '500' }, 1, 9_000)).toMatchObject({ kind: 'again' });
    const judgement = judge({ ...failing, failures: MANY_FAILURES - 1 }, { kind: 'ambiguous', detail: '500' }, 1, 9_000);
    expect(judgement).toMatchObject({ kind: 'look-up', attempts: { failures: MANY_FAILURES, lastSent: 9_000 } });
  });

  it.each([
    ['429', { kind: 'throttled', afterMs: 300 }, 300],
    ['a refused token', { kind: 'unauthorized' }, 0],
    ['a time that has not come yet', { kind: 'early', aheadMs: 7_000 }, 7_000],
  ] as const)(
    'keeps the key after %s, whether or not an earlier attempt is unanswered: a copy may be on the wire',
    (_, answer, afterMs) => {
      expect(judge(first, answer, 1, 2_100)).toMatchObject({ kind: 'again', afterMs, attempts: { key: 'k', unanswered: 0 } });
      expect(judge(lost, answer, 1, 4_000)).toMatchObject({ kind: 'again', afterMs, attempts: { key: 'k', unanswered: 1 } });
    },
  );

  it('plans a request again when it is so early that every copy of it would be refused', () => {
    const early = { kind: 'early', aheadMs: COPY_LATE_MS + 1 } as const;
    expect(judge(first, early, 1, 2_100)).toMatchObject({ kind: 'settled', verdicts: [{ kind: 'returned', read: false }] });
    expect(judge(lost, early, 1, 4_000)).toMatchObject({ kind: 'again', afterMs: COPY_LATE_MS + 1 });
  });

  it('treats a dead key as no effect', () => {
    expect(judge(lost, { kind: 'dead-key' }, 1, 4_000)).toMatchObject({ kind: 'settled', verdicts: [{ kind: 'returned', read: true }] });
  });

  it('trusts a refusal that names its items when every attempt was answered', () => {
    expect(judge(first, refused('stale'), 1, 2_100)).toMatchObject({ kind: 'settled', verdicts: [{ kind: 'returned', read: true }] });
    const throttled = { ...first, lastSent: 2_000, attempts: 1 };
    expect(judge(throttled, refused('stale'), 1, 2_600)).toMatchObject({ kind: 'settled' });
    expect(judge(first, refused('deleted', 1), 3, 2_100)).toMatchObject({
      kind: 'settled',
      verdicts: [{ kind: 'returned' }, { kind: 'blocked', reason: 'deleted' }, { kind: 'returned' }],
    });
  });

  it.each(['stale', 'deleted'] as const)(
    'waits out a quarantine after an unanswered attempt before it trusts a refusal as %s',
    (reason) => {
      const judgement = judge(lost, refused(reason), 1, 4_000);
      expect(judgement).toMatchObject({ kind: 'again', afterMs: QUARANTINE_MS });
      expect(judge(lost, refused(reason), 1, 2_100 + QUARANTINE_MS)).toMatchObject({ kind: 'settled' });
    },
  );

  it('starts another quarantine when the last repeat was lost as well', () => {
    const again = { ...lost, unanswered: 2, lastSent: 130_000 };
    expect(judge(again, refused('stale'), 1, 131_000)).toMatchObject({ kind: 'again' });
  });

  it('splits a request whose refusal names no item, once the quarantine is over', () => {
    expect(judge(first, refused('other', null), 4, 2_100)).toMatchObject({ kind: 'again', afterMs: QUARANTINE_MS });
    const repeated = { ...first, lastSent: 2_100, attempts: 1 };
    const judgement = judge(repeated, refused('other', null), 4, 2_100 + QUARANTINE_MS);
    expect(judgement).toMatchObject({ kind: 'settled', split: true });
    expect(judgement.kind === 'settled' && judgement.verdicts).toEqual(Array(4).fill({ kind: 'returned', read: true }));
  });

  it('blocks a single item that is refused without being named', () => {
    expect(judge(first, refused('other', null), 1, 2_100)).toMatchObject({
      kind: 'settled',
      split: false,
      verdicts: [{ kind: 'blocked', reason: 'other' }],
    });
  });

  it('looks up every refusal by Square, which may forget a refused key', () => {
    const square = firstAttempt('square', 'k', 2_100);
    const judgement = judge(square, refused('deleted'), 2, 2_100);
    expect(judgement).toMatchObject({ kind: 'look-up', attempts: { lastSent: 2_100, refused: [{ index: 0, reason: 'deleted' }] } });
  });

  it('gives up on a key that the platform knows with another body', () => {
    expect(judge(first, { kind: 'key-mismatch' }, 1, 2_100)).toEqual({ kind: 'indeterminate' });
  });

  it('trusts a key for half of its retention', () => {
    expect(outlivesKey(lost, 2_100 + 43_200_000)).toBe(false);
    expect(outlivesKey(lost, 2_101 + 43_200_000)).toBe(true);
    expect(outlivesKey(first, 2_101 + 43_200_000)).toBe(false);
  });
});

describe('settle', () => {
  it('books an applied op once, and treats anything else that the response shows as an outside change', () => {
    const { cell, facts } = settle(flying, 'shopify', { kind: 'applied', level: level(7, 3_000) }, RULES, false);
    expect(cell.shopify).toMatchObject({ accounted: fromUnits(7), observedAt: 3_000, inFlight: null });
    expect(cell.square.pending).toBe(fromUnits(-1));
    expect(facts).toMatchObject([{ side: 'shopify', delta: fromUnits(-1), via: 'answer' }]);
    expect(settle(cell, 'shopify', { kind: 'applied', level: level(7, 3_000) }, RULES, false).cell).toBe(cell);
  });

  it('recognizes the echo of its own write by value and timestamp', () => {
    const { cell } = settle(flying, 'shopify', { kind: 'applied', level: level(8, 3_000) }, RULES, false);
    expect(observe(cell, 'shopify', { value: fromUnits(8), at: 3_000, direct: false }, 'webhook', RULES).cell).toBe(cell);
  });

  it('evaluates the buffered observation after the response', () => {
    const parked = observe(flying, 'shopify', { value: fromUnits(6), at: 4_000, direct: false }, 'webhook', RULES).cell;
    const { cell } = settle(parked, 'shopify', { kind: 'applied', level: level(8, 3_000) }, RULES, false);
    expect(cell.shopify).toMatchObject({ accounted: fromUnits(6), buffered: null });
    expect(cell.square.pending).toBe(fromUnits(-2));
  });

  it('makes a returned op pending again, and a blocked one with its reason', () => {
    expect(settle(flying, 'shopify', { kind: 'returned', read: false }, RULES, false).cell.shopify).toMatchObject({
      pending: fromUnits(-2),
      inFlight: null,
    });
    const blocked = settle(flying, 'shopify', { kind: 'blocked', reason: 'deleted' }, RULES, false);
    expect(blocked.cell.shopify).toMatchObject({ pending: fromUnits(-2), inFlight: null, blocked: 'deleted' });
    expect(blocked.facts).toMatchObject([{ kind: 'refused', reason: 'deleted' }]);
  });

  it('marks a side as indeterminate and keeps the op as evidence', () => {
    const { cell, facts } = markIndeterminate(flying, 'shopify');
    expect(cell.shopify).toMatchObject({ indeterminate: true, inFlight: { key: 'k' } });
    expect(facts).toMatchObject([{ kind: 'frozen', op: 'k' }]);
  });
});

describe('restart', () => {
  it('survives storage: the op is restored byte for byte and treated as unanswered', () => {
    const again = loadLevel(storeLevel(flying));
    expect(again).toEqual({ ...flying, conservedDifference: 0 });
    const [found] = restart([['cell', again]], { epoch: 1, now: 9_000 });
    expect(found).toMatchObject({ whole: true, attempts: { key: 'k', unanswered: 1, lastSent: 9_000 }, members: [{ cell: 'cell' }] });
    expect(found?.attempts).toEqual(recoveredAttempt('shopify', 'k', 2_100, 9_000));
  });

  it('never resumes an op of an older epoch', () => {
    expect(restart([['cell', flying]], { epoch: 2, now: 9_000 })).toEqual([]);
  });

  it('detects a request that cannot be rebuilt completely', () => {
    const { inFlight } = flying.shopify;
    const partial = { ...flying, shopify: { ...flying.shopify, inFlight: inFlight === null ? null : { ...inFlight, count: 2 } } };
    expect(restart([['cell', partial]], { epoch: 1, now: 9_000 })).toMatchObject([{ whole: false }]);
    if (inFlight === null) throw new Error('nothing is in flight');
    const sibling = { source: 'shopify' as const, stockId: 'gone', op: { ...inFlight, index: 1, count: 2 } };
    expect(restart([['cell', partial]], { epoch: 1, now: 9_000, detached: [sibling] })).toMatchObject([
      { whole: true, members: [{ cell: 'cell' }, { stockId: 'gone' }] },
    ]);
    expect(restart([], { epoch: 1, now: 9_000, detached: [sibling] })).toEqual([]);
  });

  it('reads the side after a re-sent op is settled, since buffered observations are lost', () => {
    expect(settle(flying, 'shopify', { kind: 'applied', level: level(8, 3_000) }, RULES, true).cell.shopify).toMatchObject({
      inFlight: null,
      needsRead: true,
    });
  });
});

describe('a level that equals the starting value of a write', () => {
  const change = { stockId: '1', locationId: '5', delta: fromUnits(2), from: fromUnits(93), fromAt: 71_000 };
  const request = { key: 'k', occurredAt: 100_000, changes: [change] };

  it('proves that the write never happened while it still has the timestamp that the write started from', () => {
    expect(isUntouched({ quantity: fromUnits(93), at: 71_000 }, change, request)).toBe(true);
  });

  it('proves nothing once the level was touched, since it may have changed and changed back, regardless of our clock', () => {
    expect(isUntouched({ quantity: fromUnits(93), at: 74_000 }, change, request)).toBe(false);
    expect(isUntouched({ quantity: fromUnits(95), at: 71_000 }, change, request)).toBe(false);
  });

  it('proves nothing if the earlier timestamp is unknown or is after the write', () => {
    expect(isUntouched({ quantity: fromUnits(93), at: 71_000 }, { ...change, fromAt: null }, request)).toBe(false);
    expect(isUntouched({ quantity: fromUnits(93), at: 71_000 }, change, { ...request, occurredAt: 71_000 })).toBe(false);
  });
});

describe('an attempt', () => {
  it('found after a restart counts as one without an answer, and as no failure', () => {
    expect(recoveredAttempt('shopify', 'k', 5, 9)).toEqual({
      key: 'k',
      source: 'shopify',
      firstSent: 5,
      lastSent: 9,
      unanswered: 1,
      attempts: 1,
      failures: 0,
      undecided: 0,
      refused: null,
    });
  });

  it('that was stopped after an earlier one is repeated at once, as if it had not been made', () => {
    expect(judge(lost, { kind: 'stopped' }, 1, 3_000)).toEqual({ kind: 'again', attempts: lost, afterMs: 0 });
  });

  it('that is early by as long as a copy may take is repeated; only beyond is it planned again', () => {
    expect(judge(first, { kind: 'early', aheadMs: COPY_LATE_MS }, 1, 3_000)).toMatchObject({ kind: 'again', afterMs: COPY_LATE_MS });
    expect(judge(first, { kind: 'early', aheadMs: COPY_LATE_MS + 1 }, 1, 3_000)).toMatchObject({ kind: 'settled' });
  });
});

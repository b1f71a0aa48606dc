import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { flush } from '../../../src/domain/sync/flush';
import { QUARANTINE_MS } from '../../../src/domain/sync/limits';
import { levelOf, difference, restingSide, type LinkedLevel } from '../../../src/domain/sync/linked-level';
import { observe, type Rules } from '../../../src/domain/sync/observe';
import { restart } from '../../../src/domain/sync/restart';
import { markIndeterminate, settle } from '../../../src/domain/sync/settle';
import { loadLevel, storeLevel } from '../../../src/domain/sync/stored-level';
import { recoveredAttempt, judge, firstAttempt, outlivesKey } from '../../../src/domain/sync/write-attempts';

const RULES: Rules = { maximum: null, entitled: true, autoSync: true };
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
const flight = firstAttempt('shopify', 'k', 2_100);
const lost = { ...flight, unanswered: 1, lastUnanswered: 2_100, attempts: 1 };

describe('flush', () => {
  it('turns what is owed into an op from the accounted value', () => {
    expect(flying.shopify).toMatchObject({
      pending: 0,
      accounted: fromUnits(10),
      inFlight: { key: 'k', delta: fromUnits(-2), from: fromUnits(10), firstSent: 2_100 },
    });
    expect(difference(flying)).toBe(difference(rest));
  });

  it('sends Shopify whole units alone and keeps the rest owed', () => {
    const cell = flush({ ...rest, shopify: { ...rest.shopify, pending: -250_000 } }, 'shopify', {
      key: 'k',
      index: 0,
      count: 1,
      now: 0,
      epoch: 1,
    });
    expect(cell.shopify).toMatchObject({ pending: -50_000, inFlight: { delta: -200_000 } });
  });

  it('sends nothing to a side that is blocked, frozen, in doubt or never counted', () => {
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
  const refused = (reason: 'stale' | 'deleted', index: number | null = 0) => ({ kind: 'refused' as const, items: [{ index, reason }] });

  it('repeats what nobody knows of', () => {
    const judgement = judge(flight, { kind: 'ambiguous', detail: '504' }, 1, 2_100);
    expect(judgement).toMatchObject({ kind: 'again', flight: { unanswered: 1, lastUnanswered: 2_100 } });
  });

  it('takes a 429 as no effect only when no earlier attempt is unanswered', () => {
    expect(judge(flight, { kind: 'throttled', afterMs: 300 }, 1, 2_100)).toMatchObject({
      kind: 'settled',
      verdicts: [{ kind: 'returned' }],
      pauseMs: 300,
    });
    expect(judge(lost, { kind: 'throttled', afterMs: 300 }, 1, 4_000)).toMatchObject({ kind: 'again', afterMs: 300 });
  });

  it('takes a time that has not come yet as no effect, and repeats the same bytes once it has', () => {
    const early = { kind: 'early', aheadMs: 7_000 } as const;
    expect(judge(flight, early, 1, 2_100)).toMatchObject({ kind: 'settled', verdicts: [{ kind: 'returned', read: false }] });
    expect(judge(lost, early, 1, 4_000)).toMatchObject({ kind: 'again', afterMs: 7_000, flight: { unanswered: 1 } });
  });

  it('takes a refused token the same way', () => {
    expect(judge(flight, { kind: 'unauthorised' }, 1, 2_100)).toMatchObject({ kind: 'settled', verdicts: [{ kind: 'returned' }] });
    expect(judge(lost, { kind: 'unauthorised' }, 1, 4_000)).toMatchObject({ kind: 'again' });
  });

  it('waits a quarantine out before it believes that a stale write never happened', () => {
    expect(judge(flight, refused('stale'), 1, 2_100)).toMatchObject({ kind: 'settled', verdicts: [{ kind: 'returned', read: true }] });
    expect(judge(lost, refused('stale'), 1, 4_000)).toMatchObject({ kind: 'again', afterMs: 2_100 + QUARANTINE_MS - 4_000 });
    expect(judge(lost, refused('stale'), 1, 2_100 + QUARANTINE_MS)).toMatchObject({ kind: 'settled' });
  });

  it('begins another quarantine when the last repeat was lost as well', () => {
    const again = { ...lost, unanswered: 2, lastUnanswered: 130_000 };
    expect(judge(again, refused('stale'), 1, 131_000)).toMatchObject({ kind: 'again' });
  });

  it('takes a refused item out and owes the others again', () => {
    expect(judge(flight, refused('deleted', 1), 3, 2_100)).toMatchObject({
      kind: 'settled',
      verdicts: [{ kind: 'returned' }, { kind: 'blocked', reason: 'deleted' }, { kind: 'returned' }],
    });
  });

  it('looks up what became of a lost attempt when a repeat is refused for good', () => {
    expect(judge(lost, refused('deleted'), 1, 4_000)).toEqual({ kind: 'look-up' });
  });

  it('freezes on a key that is known with another body', () => {
    expect(judge(flight, { kind: 'key-mismatch' }, 1, 2_100)).toEqual({ kind: 'freeze' });
  });

  it('trusts a key for half of its retention', () => {
    expect(outlivesKey(lost, 2_100 + 43_200_000)).toBe(false);
    expect(outlivesKey(lost, 2_101 + 43_200_000)).toBe(true);
  });
});

describe('settle', () => {
  it('books an applied op once, and what the answer shows beyond it as an outside change', () => {
    const { cell, facts } = settle(flying, 'shopify', { kind: 'applied', level: level(7, 3_000) }, RULES, false);
    expect(cell.shopify).toMatchObject({ accounted: fromUnits(7), observedAt: 3_000, inFlight: null });
    expect(cell.square.pending).toBe(fromUnits(-1));
    expect(facts).toMatchObject([{ side: 'shopify', delta: fromUnits(-1), via: 'answer' }]);
    expect(settle(cell, 'shopify', { kind: 'applied', level: level(7, 3_000) }, RULES, false).cell).toBe(cell);
  });

  it('knows the echo of its own write by value and time', () => {
    const { cell } = settle(flying, 'shopify', { kind: 'applied', level: level(8, 3_000) }, RULES, false);
    expect(observe(cell, 'shopify', { value: fromUnits(8), at: 3_000, direct: false }, 'webhook', RULES).cell).toBe(cell);
  });

  it('judges what was parked after the answer', () => {
    const parked = observe(flying, 'shopify', { value: fromUnits(6), at: 4_000, direct: false }, 'webhook', RULES).cell;
    const { cell } = settle(parked, 'shopify', { kind: 'applied', level: level(8, 3_000) }, RULES, false);
    expect(cell.shopify).toMatchObject({ accounted: fromUnits(6), buffered: null });
    expect(cell.square.pending).toBe(fromUnits(-2));
  });

  it('owes a returned op again, and a blocked one with its reason', () => {
    expect(settle(flying, 'shopify', { kind: 'returned', read: false }, RULES, false).cell.shopify).toMatchObject({
      pending: fromUnits(-2),
      inFlight: null,
    });
    const blocked = settle(flying, 'shopify', { kind: 'blocked', reason: 'deleted' }, RULES, false);
    expect(blocked.cell.shopify).toMatchObject({ pending: fromUnits(-2), inFlight: null, blocked: 'deleted' });
    expect(blocked.facts).toMatchObject([{ kind: 'refused', reason: 'deleted' }]);
  });

  it('freezes with the op as evidence', () => {
    const { cell, facts } = markIndeterminate(flying, 'shopify');
    expect(cell.shopify).toMatchObject({ indeterminate: true, inFlight: { key: 'k' } });
    expect(facts).toMatchObject([{ kind: 'frozen', op: 'k' }]);
  });
});

describe('restart', () => {
  it('survives storage: the op is there to the byte, and found as unanswered', () => {
    const again = loadLevel(storeLevel(flying));
    expect(again).toEqual({ ...flying, conservedDifference: 0 });
    const [found] = restart([['cell', again]], 1, 9_000);
    expect(found).toMatchObject({ whole: true, attempts: { key: 'k', unanswered: 1, lastUnanswered: 9_000 }, members: [{ cell: 'cell' }] });
    expect(found?.attempts).toEqual(recoveredAttempt('shopify', 'k', 2_100, 9_000));
  });

  it('never takes up an op of an older epoch', () => {
    expect(restart([['cell', flying]], 2, 9_000)).toEqual([]);
  });

  it('notices a request that cannot be rebuilt whole', () => {
    const { inFlight } = flying.shopify;
    const partial = { ...flying, shopify: { ...flying.shopify, inFlight: inFlight === null ? null : { ...inFlight, count: 2 } } };
    expect(restart([['cell', partial]], 1, 9_000)).toMatchObject([{ whole: false }]);
  });

  it('reads the side after a re-sent op is settled, since what was parked is forgotten', () => {
    expect(settle(flying, 'shopify', { kind: 'applied', level: level(8, 3_000) }, RULES, true).cell.shopify).toMatchObject({
      inFlight: null,
      needsRead: true,
    });
  });
});

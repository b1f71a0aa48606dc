import { describe, expect, it } from 'vitest';

import { startCopied } from '../../../src/domain/catalog/copied';
import { fromUnits } from '../../../src/domain/quantity';
import { neverLinked } from '../../../src/domain/sync/early-levels';
import { readStep } from '../../../src/domain/sync/engine/read-step';
import { flush } from '../../../src/domain/sync/flush';
import { levelOf, restingSide, UNKNOWN_SIDE, withSide, type LinkedLevel } from '../../../src/domain/sync/linked-level';
import { observe, observeRead, type Rules } from '../../../src/domain/sync/observe';
import { applySet, requestSet } from '../../../src/domain/sync/rebase';
import { restartLevel } from '../../../src/domain/sync/restart';
import { settle } from '../../../src/domain/sync/settle';

const RULES: Rules = { maximum: null, entitled: true, autoSync: true, now: 1_000_000, linked: true };
const rest = levelOf(restingSide(fromUnits(10), 1_000), restingSide(fromUnits(10), 1_000));
const webhook = (units: number, at: number) => ({ value: fromUnits(units), at, direct: false });
const wish = { to: fromUnits(50), by: 'merchant', sides: ['shopify', 'square'] } as const;

describe('a side with no known quantity', () => {
  const unknown = levelOf(restingSide(fromUnits(10), 1_000), UNKNOWN_SIDE);

  it('does not start from a webhook, which may be old: the level is read instead', () => {
    const late = observe(unknown, 'square', webhook(4, 500), 'webhook', RULES);
    expect(late.cell.square).toMatchObject({ accounted: null, observedAt: null, needsRead: true });
    const read = observeRead(late.cell, 'square', { value: fromUnits(9), at: 2_000 }, 'read', RULES);
    expect(read.cell.square).toMatchObject({ accounted: fromUnits(9), observedAt: 2_000, needsRead: false });
    expect(read.cell.shopify.pending).toBe(0);
  });

  it('starts from what a snapshot or a reconciliation has read', () => {
    for (const via of ['snapshot', 'sweep', 'refresh'] as const) {
      expect(observe(unknown, 'square', webhook(9, 2_000), via, RULES).cell.square).toMatchObject({
        accounted: fromUnits(9),
        needsRead: false,
      });
    }
  });
});

describe('a quantity set by a person on a side that has not stated one', () => {
  const granted = applySet({ ...levelOf(restingSide(fromUnits(10), 1_000), UNKNOWN_SIDE), setRequest: wish }).cell;

  it('deducts the quantity that was already there from the side’s pending delta, and leaves the other side unchanged', () => {
    expect(granted.square.pending).toBe(fromUnits(50));
    const { cell, facts } = observeRead(granted, 'square', { value: fromUnits(8), at: 2_000 }, 'read', RULES);
    expect(cell.square).toMatchObject({ accounted: fromUnits(8), observedAt: 2_000, pending: fromUnits(42) });
    expect(cell.shopify.pending).toBe(granted.shopify.pending);
    expect(facts).toEqual([]);
  });

  it('does the same when the response to its own write is the first to state a quantity', () => {
    const flying = flush(granted, 'square', { key: 'k', index: 0, count: 1, now: 0, epoch: 1 });
    const level = { stockId: 'i', locationId: 'l', quantity: fromUnits(58), at: 2_000 };
    const { cell } = settle(flying, 'square', { kind: 'applied', level }, RULES, false);
    expect(cell.square).toMatchObject({ accounted: fromUnits(58), pending: fromUnits(-8) });
    expect(cell.shopify.pending).toBe(granted.shopify.pending);
  });
});

describe('a quantity set by a person, and a read that has no count', () => {
  const answer = { kind: 'levels', levels: [], gone: [] } as const;
  const read = (level: LinkedLevel): LinkedLevel => readStep(requestSet(level, wish), 'square', { stockId: 'i', answer }, RULES).cell;

  it('waits for a count that the platform had stated: the level may be outdated', () => {
    expect(read(rest).square.needsRead).toBe(true);
  });

  it('waits for it too when a new epoch began in doubt: the count is unknown, not zero', () => {
    const doubted = restartLevel(withSide(rest, 'square', { needsRead: true }));
    expect(doubted.square).toMatchObject({ accounted: null, observedAt: 1_000 });
    const next = withSide(read(doubted), 'shopify', { needsRead: false });
    expect(next.square.needsRead).toBe(true);
    expect(applySet(next).cell).toBe(next);
  });

  it('does not wait for a count that a copy was created without, since its first write may have been refused', () => {
    const from = { source: 'shopify', quantity: fromUnits(17), at: 1_000, written: 0 } as const;
    const copied = startCopied(levelOf(restingSide(fromUnits(17), 1_000), UNKNOWN_SIDE), from, RULES).cell;
    const next = read(copied);
    expect(next.square).toMatchObject({ needsRead: false, pending: fromUnits(17) });
    expect(applySet(withSide(next, 'shopify', { needsRead: false })).cell.square).toMatchObject({ accounted: 0, pending: fromUnits(50) });
  });

  it('does not wait for a count that only a person has set', () => {
    const granted = applySet({ ...levelOf(restingSide(fromUnits(10), 1_000), UNKNOWN_SIDE), setRequest: wish }).cell;
    expect(read(granted).square).toMatchObject({ needsRead: false, pending: fromUnits(50) });
  });
});

describe('restarting a level', () => {
  it('keeps that a stock id was linked before: what was stated about it earlier is not the sale of a new product', () => {
    const ended = withSide(rest, 'shopify', { unlinkedAt: fromUnits(10) });
    expect(neverLinked(restartLevel(ended))).toBe(false);
    expect(neverLinked(restartLevel(rest))).toBe(true);
  });

  it('treats a side as unknown if only a person has set its quantity', () => {
    const granted = applySet({ ...levelOf(restingSide(fromUnits(10), 1_000), UNKNOWN_SIDE), setRequest: wish }).cell;
    expect(restartLevel(granted).square).toMatchObject({ accounted: null, observedAt: null, needsRead: true });
  });

  it('does not start from a replica that lags behind what was stated before', () => {
    const doubted = withSide(levelOf(restingSide(fromUnits(10), 1_000), restingSide(fromUnits(7), 2_000)), 'square', { needsRead: true });
    const { square } = restartLevel(doubted);
    expect(square).toMatchObject({ accounted: null, observedAt: 2_000, needsRead: true });
    const reading = withSide(restartLevel(doubted), 'square', { reading: true });
    const { cell } = observeRead(reading, 'square', { value: fromUnits(10), at: 1_500 }, 'read', { ...RULES, now: 3_000 });
    expect(cell.square).toMatchObject({ accounted: null, needsRead: true });
  });

  it('applies a person’s quantity from zero to a side whose timestamp is known but whose quantity is not', () => {
    const unread = { ...restingSide(null, 2_000), needsRead: false };
    const granted = applySet({ ...levelOf(restingSide(fromUnits(10), 1_000), unread), setRequest: wish }).cell;
    const { cell } = observeRead(granted, 'square', { value: fromUnits(8), at: 3_000 }, 'read', RULES);
    expect(cell.shopify.pending).toBe(granted.shopify.pending);
  });
});

describe('the need for a read', () => {
  it('remains until the level has been read, regardless of webhooks that arrive meanwhile', () => {
    const wished = requestSet(rest, wish);
    const { cell } = observe(wished, 'square', webhook(8, 2_000), 'webhook', RULES);
    expect(cell.square).toMatchObject({ accounted: fromUnits(8), needsRead: true });
    expect(cell.shopify.pending).toBe(fromUnits(-2));
    expect(applySet(cell).cell).toBe(cell);
  });

  it('remains when a write that was already in flight is settled: a repeated response may be old', () => {
    const flying = flush(withSide(rest, 'square', { pending: fromUnits(-1) }), 'square', {
      key: 'k',
      index: 0,
      count: 1,
      now: 0,
      epoch: 1,
    });
    const wished = requestSet(flying, wish);
    const level = { stockId: 'i', locationId: 'l', quantity: fromUnits(9), at: 1_500 };
    expect(settle(wished, 'square', { kind: 'applied', level }, RULES, false).cell.square).toMatchObject({
      inFlight: null,
      needsRead: true,
    });
    expect(settle(wished, 'square', { kind: 'returned', read: false }, RULES, false).cell.square).toMatchObject({
      inFlight: null,
      needsRead: true,
    });
  });

  it('leaves a buffered observation to the read when all that is known about a write is that it was applied', () => {
    const flying = flush(withSide(rest, 'square', { pending: fromUnits(-1) }), 'square', {
      key: 'k',
      index: 0,
      count: 1,
      now: 0,
      epoch: 1,
    });
    const parked = observe(flying, 'square', webhook(8, 2_000), 'webhook', RULES).cell;
    const { cell, facts } = settle(parked, 'square', { kind: 'applied', level: null }, RULES, false);
    expect(cell.square).toMatchObject({ accounted: fromUnits(9), needsRead: true, buffered: null });
    expect(facts).toEqual([]);
  });
});

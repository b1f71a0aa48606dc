import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { TRUSTED_AHEAD_MS } from '../../../src/domain/sync/limits';
import { levelOf, difference, restingSide, withSide, type LinkedLevel } from '../../../src/domain/sync/linked-level';
import { observe, observeRead, type Rules } from '../../../src/domain/sync/observe';
import { requestSet } from '../../../src/domain/sync/rebase';
import { settle } from '../../../src/domain/sync/settle';
import { loadLevel, storeLevel } from '../../../src/domain/sync/stored-level';

const RULES: Rules = { maximum: null, entitled: true, autoSync: true, now: 1_000_000, linked: true };
const rest: LinkedLevel = levelOf(restingSide(fromUnits(10), 1_000), restingSide(fromUnits(10), 1_000));
const webhook = (units: number, at: number) => ({ value: fromUnits(units), at, direct: false });

describe('observe', () => {
  it('makes an outside change pending for the other side and records it in the ledger', () => {
    const { cell, facts } = observe(rest, 'square', webhook(8, 2_000), 'webhook', RULES);
    expect(cell.square).toMatchObject({ accounted: fromUnits(8), observedAt: 2_000 });
    expect(cell.shopify.pending).toBe(fromUnits(-2));
    expect(facts).toEqual([
      {
        kind: 'change',
        side: 'square',
        delta: fromUnits(-2),
        before: fromUnits(10),
        after: fromUnits(8),
        otherBefore: fromUnits(10),
        otherAfter: fromUnits(8),
        fate: 'sent',
        via: 'webhook',
        at: 2_000,
        since: 1_000,
      },
    ]);
  });

  it('returns the very same level for an echo, a duplicate, and an outdated value (I4, I5)', () => {
    expect(observe(rest, 'shopify', webhook(10, 1_000), 'webhook', RULES).cell).toBe(rest);
    expect(observe(rest, 'shopify', webhook(4, 999), 'webhook', RULES).cell).toBe(rest);
  });

  it('keeps the newer timestamp of the same value, so that anything in between is outdated', () => {
    const { cell } = observe(rest, 'shopify', webhook(10, 3_000), 'webhook', RULES);
    expect(cell.shopify.observedAt).toBe(3_000);
    expect(observe(cell, 'shopify', webhook(9, 2_000), 'webhook', RULES).cell).toBe(cell);
  });

  it('needs a read after another value with the same timestamp, and accepts a read of it', () => {
    const doubted = observe(rest, 'shopify', webhook(9, 1_000), 'webhook', RULES).cell;
    expect(doubted.shopify).toMatchObject({ accounted: fromUnits(10), needsRead: true });
    const reading = withSide(doubted, 'shopify', { reading: true });
    const { cell } = observeRead(reading, 'shopify', { value: fromUnits(9), at: 1_000 }, 'read', RULES);
    expect(cell.shopify).toMatchObject({ accounted: fromUnits(9), needsRead: false, reading: false });
    expect(cell.square.pending).toBe(fromUnits(-1));
  });

  it('does not accept a read of a value that its own write replaced in the same second, until it is older than any lag', () => {
    const at = 990_000;
    const op = { key: 'op', index: 0, count: 1, delta: fromUnits(-1), from: fromUnits(94), firstSent: at, epoch: 1 };
    const sent = withSide(levelOf(restingSide(fromUnits(94), at), restingSide(fromUnits(93), at)), 'shopify', { inFlight: op });
    const level = { stockId: '1', locationId: '1', quantity: fromUnits(93), at };
    const applied = settle(sent, 'shopify', { kind: 'applied', level }, RULES, false).cell;
    expect(applied.shopify).toMatchObject({ accounted: fromUnits(93), observedAt: at, replaced: [fromUnits(94)], needsRead: false });
    const read = (units: number, now: number, cell = applied) =>
      observeRead(cell, 'shopify', { value: fromUnits(units), at }, 'read', { ...RULES, now });
    const doubted = read(94, 1_000_000);
    expect(doubted).toMatchObject({ cell: { shopify: { accounted: fromUnits(93), needsRead: true }, square: { pending: 0 } }, facts: [] });
    // A restart forgets what was read, and reads again.
    expect(loadLevel(storeLevel(doubted.cell)).shopify).toEqual({ ...doubted.cell.shopify, doubted: null });
    // The same value again shows that the previous read lagged.
    expect(read(93, 1_001_000, doubted.cell).cell.shopify).toMatchObject({ accounted: fromUnits(93), needsRead: false });
    // A value that the level never had is a change, and a value that persists is a change back.
    expect(read(92, 1_001_000, doubted.cell).cell.square.pending).toBe(fromUnits(-1));
    expect(read(94, 1_050_001, doubted.cell).cell.square.pending).toBe(fromUnits(1));
  });

  it('still needs a read when the read lags behind what is known', () => {
    const reading = withSide(rest, 'shopify', { needsRead: true, reading: true });
    const { cell } = observeRead(reading, 'shopify', { value: fromUnits(12), at: 500 }, 'read', RULES);
    expect(cell.shopify).toMatchObject({ accounted: fromUnits(10), needsRead: true, reading: false });
  });

  it('buffers the newest observation while a write is in flight, and evaluates nothing', () => {
    const op = { key: 'k', index: 0, count: 1, delta: fromUnits(-1), from: fromUnits(10), firstSent: 0, epoch: 1 };
    const flying = withSide(rest, 'shopify', { inFlight: op });
    const first = observe(flying, 'shopify', webhook(8, 3_000), 'webhook', RULES).cell;
    const { cell } = observe(first, 'shopify', webhook(7, 2_000), 'webhook', RULES);
    expect(cell.shopify.buffered).toEqual({ value: fromUnits(8), at: 3_000, unordered: false, announced: [fromUnits(8)] });
    expect(cell.square.pending).toBe(0);
  });

  it('reads the level when two values with the same timestamp were buffered: neither is known to be newer', () => {
    const op = { key: 'k', index: 0, count: 1, delta: fromUnits(-1), from: fromUnits(10), firstSent: 0, epoch: 1 };
    let cell = withSide(rest, 'shopify', { inFlight: op });
    for (const units of [7, 8]) cell = observe(cell, 'shopify', webhook(units, 3_000), 'webhook', RULES).cell;
    const level = { stockId: '1', locationId: '1', quantity: fromUnits(9), at: 2_500 };
    const settled = settle(cell, 'shopify', { kind: 'applied', level }, RULES, false).cell;
    expect(settled.shopify).toMatchObject({ accounted: fromUnits(9), needsRead: true, buffered: null });
    expect(settled.square.pending).toBe(0);
  });

  it('reads the level when a webhook’s timestamp is ahead of every clock, and keeps accepting later observations', () => {
    const future = RULES.now + TRUSTED_AHEAD_MS + 1;
    const doubted = observe(rest, 'shopify', webhook(7, future), 'webhook', RULES).cell;
    expect(doubted.shopify).toMatchObject({ accounted: fromUnits(10), observedAt: 1_000, needsRead: true });
    expect(observe(rest, 'shopify', webhook(10, future), 'webhook', RULES).cell).toBe(rest);
  });

  it('reads the level again after a stored timestamp that is ahead of every clock, instead of ignoring changes until then', () => {
    const future = RULES.now + 3_600_000;
    const silenced = withSide(rest, 'shopify', { observedAt: future });
    const sold = observe(silenced, 'shopify', webhook(9, 2_000), 'webhook', RULES).cell;
    expect(sold.shopify).toMatchObject({ accounted: fromUnits(10), needsRead: true });
    const read = observeRead(sold, 'shopify', { value: fromUnits(9), at: 2_000 }, 'read', RULES).cell;
    expect(read.shopify).toMatchObject({ accounted: fromUnits(9), observedAt: 2_000, needsRead: false });
    expect(read.square.pending).toBe(fromUnits(-1));
  });

  it('does not take the first quantity from a snapshot for the read that a set request waits for', () => {
    const unknown = levelOf(restingSide(fromUnits(10), 1_000), restingSide(null, null));
    const requested = requestSet(unknown, { to: fromUnits(5), by: 'merchant', sides: ['shopify', 'square'] });
    const seen = observe(requested, 'square', { value: fromUnits(7), at: 900, direct: false }, 'snapshot', RULES).cell;
    expect(seen.square).toMatchObject({ accounted: fromUnits(7), needsRead: true });
    expect(observe(unknown, 'square', { value: fromUnits(7), at: 900, direct: false }, 'snapshot', RULES).cell.square).toMatchObject({
      accounted: fromUnits(7),
      needsRead: false,
    });
  });

  it('starts a new link from reads alone, passes on changes made meanwhile, and reports changes made while unlinked', () => {
    const unread = { accounted: null, observedAt: null, needsRead: true };
    const starting = {
      ...withSide(withSide(rest, 'shopify', unread), 'square', unread),
      starting: { shopify: { before: fromUnits(10), began: null }, square: { before: fromUnits(4), began: null } },
    };
    const told = observe(starting, 'shopify', webhook(9, 2_000), 'refresh', RULES);
    expect(told).toEqual({ cell: starting, facts: [] });
    const one = observeRead(starting, 'shopify', { value: fromUnits(8), at: 3_000 }, 'read', RULES);
    expect(one.facts).toEqual([]);
    const sold = observe(one.cell, 'shopify', webhook(7, 4_000), 'webhook', RULES);
    expect(sold.cell.square.pending).toBe(fromUnits(-1));
    const both = observeRead(sold.cell, 'square', { value: fromUnits(4), at: 3_500 }, 'read', RULES);
    expect(both.facts).toEqual([
      { kind: 'linked', shopify: fromUnits(8), square: fromUnits(4), shopifyBefore: fromUnits(10), squareBefore: fromUnits(4) },
    ]);
    expect(both.cell).toMatchObject({ starting: null, square: { accounted: fromUnits(4), pending: fromUnits(-1) } });
  });

  it('does not start a new link from a replica that lags', () => {
    const unread = { accounted: null, observedAt: 990_000, needsRead: true };
    const starting = {
      ...withSide(rest, 'shopify', unread),
      starting: { shopify: { before: fromUnits(7), began: null }, square: { before: null, began: fromUnits(10) } },
    };
    const reading = withSide(starting, 'shopify', { reading: true });
    const old = observeRead(reading, 'shopify', { value: fromUnits(10), at: 980_000 }, 'read', RULES);
    expect(old).toEqual({ cell: starting, facts: [] });
    const current = observeRead(reading, 'shopify', { value: fromUnits(7), at: 990_000 }, 'read', RULES);
    expect(current.cell).toMatchObject({ starting: null, shopify: { accounted: fromUnits(7), needsRead: false } });
    // A timestamp in whole seconds may belong to an earlier quantity of the same second.
    const known = {
      ...reading,
      starting: { ...starting.starting, shopify: { ...starting.starting.shopify, known: { quantity: fromUnits(7), at: 990_000 } } },
    };
    const tie = observeRead(known, 'shopify', { value: fromUnits(9), at: 990_000 }, 'read', RULES);
    expect(tie).toMatchObject({ cell: { starting: known.starting, shopify: { accounted: null, needsRead: true } }, facts: [] });
    expect(observeRead(known, 'shopify', { value: fromUnits(7), at: 990_000 }, 'read', RULES).cell).toMatchObject({ starting: null });
    expect(observeRead(known, 'shopify', { value: fromUnits(9), at: 991_000 }, 'read', RULES).cell).toMatchObject({ starting: null });
    // No replica lags for a minute: what a platform still states by then is true, regardless of what was stated with a later timestamp.
    const late = observeRead(reading, 'shopify', { value: fromUnits(10), at: 980_000 }, 'read', { ...RULES, now: 1_050_001 });
    expect(late.cell).toMatchObject({ starting: null, shopify: { accounted: fromUnits(10), needsRead: false } });
  });

  it('does not start a new link from a read that is older than the response to a write of the previous link', () => {
    const inFlight = { key: 'k', index: 0, count: 1, delta: fromUnits(-3), from: fromUnits(10), firstSent: 0, epoch: 1 };
    const starting = {
      ...withSide(rest, 'shopify', { accounted: null, observedAt: 900_000, needsRead: true, inFlight }),
      starting: { shopify: { before: null, began: null }, square: { before: null, began: fromUnits(10) } },
    };
    const level = { stockId: '1', locationId: '7', quantity: fromUnits(7), at: 990_000 };
    const settled = settle(starting, 'shopify', { kind: 'applied', level }, RULES, false).cell;
    expect(settled.shopify).toMatchObject({ accounted: null, observedAt: 990_000, needsRead: true, inFlight: null });
    const reading = withSide(settled, 'shopify', { reading: true });
    const readOf = (units: number, at: number, rules = RULES) =>
      observeRead(reading, 'shopify', { value: fromUnits(units), at }, 'read', rules).cell;
    expect(readOf(10, 900_000)).toEqual(settled);
    // A timestamp in whole seconds also matches the quantity before the write.
    expect(readOf(10, 990_000)).toEqual(settled);
    expect(readOf(7, 990_000)).toMatchObject({ starting: null, shopify: { accounted: fromUnits(7), needsRead: false } });
    expect(readOf(6, 991_000)).toMatchObject({ starting: null, shopify: { accounted: fromUnits(6), needsRead: false } });
    expect(readOf(10, 990_000, { ...RULES, now: 1_050_001 })).toMatchObject({ starting: null, shopify: { accounted: fromUnits(10) } });
    // A response that repeats an old one, and a response without a level, provide no new timestamp.
    const old = settle(starting, 'shopify', { kind: 'applied', level: { ...level, at: 800_000 } }, RULES, false).cell;
    expect([old, settle(starting, 'shopify', { kind: 'applied', level: null }, RULES, false).cell]).toMatchObject(
      [900_000, 900_000].map((observedAt) => ({ shopify: { observedAt, needsRead: true, inFlight: null } })),
    );
  });

  it('holds a delta over the maximum separately, so that a later sale still passes (I6)', () => {
    const rules = { ...RULES, maximum: 5 };
    const restocked = observe(rest, 'square', webhook(110, 2_000), 'webhook', rules);
    expect(restocked.cell.shopify).toMatchObject({ pending: 0, held: fromUnits(100) });
    expect(restocked.facts[0]).toMatchObject({ fate: 'held', maximum: 5 });
    const sold = observe(restocked.cell, 'square', webhook(109, 3_000), 'webhook', rules);
    expect(sold.cell.shopify).toMatchObject({ pending: fromUnits(-1), held: fromUnits(100) });
    expect(difference(sold.cell)).toBe(difference(rest));
  });

  it('lets exactly the maximum pass', () => {
    const { cell } = observe(rest, 'square', webhook(5, 2_000), 'webhook', { ...RULES, maximum: 5 });
    expect(cell.shopify).toMatchObject({ pending: fromUnits(-5), held: 0 });
  });

  it('accounts for a change without making it pending while the account is not entitled', () => {
    const { cell, facts } = observe(rest, 'square', webhook(8, 2_000), 'webhook', { ...RULES, entitled: false });
    expect(cell.shopify.pending).toBe(0);
    expect(cell.square.accounted).toBe(fromUnits(8));
    expect(facts[0]).toMatchObject({ fate: 'kept' });
  });

  it('takes the first quantity that a platform states as the starting value, not as a change', () => {
    const uncounted = { ...rest, square: restingSide(null, null) };
    const sold = observe(uncounted, 'shopify', webhook(9, 2_000), 'webhook', RULES);
    expect(sold.cell.square.pending).toBe(0);
    expect(sold.facts[0]).toMatchObject({ fate: 'uncounted' });
    const counted = observe(sold.cell, 'square', webhook(7, 3_000), 'snapshot', RULES);
    expect(counted.cell.square.accounted).toBe(fromUnits(7));
    expect(counted.facts).toEqual([]);
  });
});

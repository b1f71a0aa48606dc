import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { readStep } from '../../../src/domain/sync/engine/read-step';
import { LONGEST_LAG_MS, TRUSTED_AHEAD_MS } from '../../../src/domain/sync/limits';
import {
  levelOf,
  NEVER_STATED,
  restingSide,
  UNKNOWN_SIDE,
  withSide,
  type LevelSide,
  type LinkedLevel,
} from '../../../src/domain/sync/linked-level';
import { abandonRead, evaluateBuffered, observe, observeRead, startedStep, type Rules } from '../../../src/domain/sync/observe';

const NOW = 1_000_000;
const KNOWN = NOW - 10_000;
const TRUSTED = NOW + TRUSTED_AHEAD_MS;
const RULES: Rules = { maximum: 5, entitled: true, autoSync: true, now: NOW, linked: true };
const rest = levelOf(restingSide(fromUnits(10), KNOWN), restingSide(fromUnits(10), KNOWN));
const square = (side: Partial<LevelSide>): LinkedLevel => withSide(rest, 'square', side);
const webhook = (level: LinkedLevel, units: number, at: number, rules = RULES) =>
  observe(level, 'square', { value: fromUnits(units), at, direct: false }, 'webhook', rules);
const read = (level: LinkedLevel, units: number, at: number) =>
  observeRead(level, 'square', { value: fromUnits(units), at }, 'read', RULES);
const waiting = { shopify: { before: null, began: fromUnits(10) }, square: { before: null, began: null } };
/** A link that waits for its first read of Square. */
const starting: LinkedLevel = { ...withSide(rest, 'square', { ...UNKNOWN_SIDE, needsRead: true }), starting: waiting };

describe('the time of an observation', () => {
  it('is trusted up to two minutes ahead of our clock; beyond, the level is read', () => {
    expect(webhook(rest, 9, TRUSTED).cell.square).toMatchObject({ accounted: fromUnits(9), needsRead: false });
    expect(webhook(rest, 9, TRUSTED + 1).cell.square).toMatchObject({ accounted: fromUnits(10), needsRead: true });
    expect(webhook(rest, 10, TRUSTED + 1).cell).toBe(rest);
  });

  it('that is known orders what comes, unless it is ahead of every clock itself', () => {
    expect(webhook(square({ observedAt: TRUSTED }), 9, NOW).cell).toEqual(square({ observedAt: TRUSTED }));
    expect(webhook(square({ observedAt: TRUSTED + 1 }), 9, NOW).cell.square).toMatchObject({ accounted: fromUnits(10), needsRead: true });
    expect(read(square({ observedAt: TRUSTED + 1, reading: true }), 9, NOW).cell.square).toMatchObject({
      accounted: fromUnits(9),
      needsRead: false,
    });
    expect(read(square({ observedAt: TRUSTED, reading: true }), 9, NOW).cell.square).toMatchObject({
      accounted: fromUnits(10),
      needsRead: true,
    });
  });

  it('of a value that was replaced in the same second is doubted as long as a replica may lag', () => {
    const replaced = (at: number) => square({ observedAt: at, replaced: [fromUnits(9)] });
    const doubted = (at: number): boolean => read(replaced(at), 9, at).cell.square.needsRead;
    expect([doubted(NOW - LONGEST_LAG_MS), doubted(NOW - LONGEST_LAG_MS + 1), doubted(TRUSTED), doubted(TRUSTED + 1)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(webhook(replaced(NOW), 9, NOW).cell.square).toMatchObject({ accounted: fromUnits(10), needsRead: true });
    const answer = observe(replaced(NOW), 'square', { value: fromUnits(9), at: NOW, direct: true }, 'answer', RULES);
    expect(answer.cell.square.accounted).toBe(fromUnits(9));
  });
});

describe('the need for a read', () => {
  it('ends with a read alone, whatever it shows', () => {
    const needed = square({ needsRead: true });
    expect(webhook(needed, 10, NOW).cell.square).toMatchObject({ observedAt: NOW, needsRead: true });
    expect(webhook(needed, 9, NOW).cell.square).toMatchObject({ accounted: fromUnits(9), needsRead: true });
    expect(read(needed, 10, NOW).cell.square.needsRead).toBe(false);
    expect(read(needed, 9, NOW).cell.square).toMatchObject({ accounted: fromUnits(9), needsRead: false });
    const direct = observe(needed, 'square', { value: fromUnits(10), at: NOW, direct: true }, 'answer', RULES);
    expect(direct.cell.square.needsRead).toBe(false);
    const changed = observe(needed, 'square', { value: fromUnits(9), at: NOW, direct: true }, 'answer', RULES);
    expect(changed.cell.square.needsRead).toBe(false);
  });

  it('stays when the read came from a lagging replica, but not for a repeated number', () => {
    expect(read(square({ reading: true }), 9, KNOWN - 1).cell.square).toMatchObject({
      accounted: fromUnits(10),
      reading: false,
      needsRead: true,
    });
    expect(read(square({ needsRead: true, reading: true }), 10, KNOWN - 1).cell.square.needsRead).toBe(false);
    expect(read(square({ reading: true }), 9, KNOWN).cell.square).toMatchObject({ accounted: fromUnits(9), needsRead: false });
  });

  it('stays when a read did not come', () => {
    expect(abandonRead(square({ needsRead: true, reading: true }), 'square', RULES).cell.square).toMatchObject({
      needsRead: true,
      reading: false,
    });
  });
});

describe('what arrives while a write or a read is under way', () => {
  const buffered = (level: LinkedLevel): LevelSide['buffered'] => level.square.buffered;

  it('is kept, the newest of it, and not accounted yet', () => {
    const first = webhook(square({ reading: true }), 8, NOW);
    expect(first.facts).toEqual([]);
    expect(first.cell.square).toMatchObject({ accounted: fromUnits(10), buffered: { value: fromUnits(8), at: NOW, unordered: false } });
    expect(webhook(first.cell, 7, NOW - 1).cell).toBe(first.cell);
    expect(buffered(webhook(first.cell, 7, NOW + 1).cell)).toEqual({
      value: fromUnits(7),
      at: NOW + 1,
      unordered: false,
      announced: [fromUnits(7)],
    });
    expect(buffered(webhook(first.cell, 8, NOW).cell)).toEqual({
      value: fromUnits(8),
      at: NOW,
      unordered: false,
      announced: [fromUnits(8)],
    });
    expect(buffered(webhook(first.cell, 7, NOW).cell)).toEqual({
      value: fromUnits(7),
      at: NOW,
      unordered: true,
      announced: [fromUnits(8), fromUnits(7)],
    });
  });

  it('has an order again once something newer follows two values of one time, which stay without one however often they are repeated', () => {
    const first = webhook(square({ reading: true }), 8, NOW).cell;
    const tie = webhook(first, 7, NOW).cell;
    expect(buffered(webhook(tie, 7, NOW).cell)).toEqual({
      value: fromUnits(7),
      at: NOW,
      unordered: true,
      announced: [fromUnits(8), fromUnits(7)],
    });
    expect(webhook(tie, 6, NOW - 1).cell).toBe(tie);
    expect(buffered(webhook(tie, 6, NOW + 1).cell)).toEqual({
      value: fromUnits(6),
      at: NOW + 1,
      unordered: false,
      announced: [fromUnits(6)],
    });
  });

  it('has no order when it is dated ahead of every clock, whatever follows', () => {
    expect(buffered(webhook(square({ reading: true }), 8, TRUSTED).cell)?.unordered).toBe(false);
    const ahead = webhook(square({ reading: true }), 8, TRUSTED + 1).cell;
    expect(buffered(ahead)).toEqual({ value: fromUnits(8), at: TRUSTED + 1, unordered: true, announced: [] });
    expect(webhook(ahead, 7, NOW).cell).toBe(ahead);
  });

  it('counts once nothing is under way, and is read where it has no order', () => {
    const step = (side: Partial<LevelSide>) => evaluateBuffered({ cell: square(side), facts: [] }, 'square', RULES).cell.square;
    const one = { value: fromUnits(8), at: NOW, unordered: false, announced: [fromUnits(8)] };
    const op = { key: 'k', index: 0, count: 1, delta: 1, from: 0, firstSent: 0, epoch: 1 };
    expect(step({ buffered: one })).toMatchObject({ accounted: fromUnits(8), buffered: null });
    expect(step({ buffered: one, reading: true })).toMatchObject({ accounted: fromUnits(10), buffered: one });
    expect(step({ buffered: one, inFlight: op })).toMatchObject({ accounted: fromUnits(10), buffered: one });
    expect(step({ buffered: { ...one, at: KNOWN } })).toMatchObject({ accounted: fromUnits(10), needsRead: true, buffered: null });
    const unordered = (at: number) => step({ buffered: { ...one, at, unordered: true } });
    expect([unordered(KNOWN - 1), unordered(KNOWN)].map(({ needsRead, buffered: left }) => [needsRead, left])).toEqual([
      [false, null],
      [true, null],
    ]);
    expect(step({ observedAt: null, buffered: { ...one, unordered: true } }).needsRead).toBe(true);
  });
});

describe('the first number of a side', () => {
  const unread = withSide(rest, 'square', UNKNOWN_SIDE);

  it('of a webhook starts nothing: it is read', () => {
    expect(webhook(unread, 9, NOW).cell.square).toMatchObject({ accounted: null, needsRead: true });
    expect(observe(starting, 'square', { value: 1, at: NOW, direct: false }, 'snapshot', RULES).cell).toBe(starting);
    const sweep = observe(unread, 'square', { value: 1, at: NOW, direct: false }, 'sweep', RULES).cell.square;
    expect(sweep).toMatchObject({ accounted: 1, needsRead: false });
  });

  it('of a snapshot leaves a read due that was due; a read ends it', () => {
    const set = square({ observedAt: NEVER_STATED, needsRead: true });
    const snapshot = observe(set, 'square', { value: fromUnits(4), at: NOW, direct: false }, 'snapshot', RULES).cell.square;
    expect(snapshot).toMatchObject({ accounted: fromUnits(4), pending: fromUnits(6), needsRead: true });
    expect(read(set, 4, NOW).cell.square).toMatchObject({ accounted: fromUnits(4), pending: fromUnits(6), needsRead: false });
  });

  it('is waited for while the read is older than what the platform has stated recently', () => {
    const start = (observedAt: number) => read(withSide(starting, 'square', { observedAt, reading: true }), 7, observedAt - 1).cell.square;
    expect(start(NOW - LONGEST_LAG_MS + 1)).toMatchObject({ accounted: null, needsRead: true, reading: false });
    expect(start(NOW - LONGEST_LAG_MS)).toMatchObject({ accounted: fromUnits(7), needsRead: false });
    expect(start(TRUSTED).accounted).toBeNull();
    expect(start(TRUSTED + 1).accounted).toBe(fromUnits(7));
    expect(read(withSide(starting, 'square', { observedAt: NOW }), 7, NOW).cell.square.accounted).toBe(fromUnits(7));
  });

  it('is waited for while the read contradicts a number of the same time', () => {
    const start = (at: number, units: number) => {
      const known = { quantity: fromUnits(8), at };
      return read({ ...starting, starting: { ...waiting, square: { ...waiting.square, known } } }, units, at).cell.square.accounted;
    };
    expect(start(NOW - LONGEST_LAG_MS + 1, 7)).toBeNull();
    expect(start(NOW - LONGEST_LAG_MS, 7)).toBe(fromUnits(7));
    expect(start(NOW, 8)).toBe(fromUnits(8));
  });

  it('starts the link once no side waits for one', () => {
    const started = (side: Partial<LevelSide>): boolean =>
      startedStep(withSide(starting, 'square', { needsRead: false, ...side })).cell.starting === null;
    expect([started({ needsRead: true }), started({ reading: true }), started({}), started({ accounted: 1, needsRead: true })]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(startedStep(rest)).toEqual({ cell: rest, facts: [] });
  });
});

describe('what becomes of a change', () => {
  const fate = (level: LinkedLevel, units: number, rules = RULES) => webhook(level, units, NOW, rules);
  const shopify = (side: Partial<LevelSide>): LinkedLevel => withSide(rest, 'shopify', side);

  it.each<[string, LinkedLevel, Rules, string]>([
    ['is sent', rest, RULES, 'sent'],
    ['waits while auto-sync is off', rest, { ...RULES, autoSync: false }, 'owed'],
    ['waits while the other side is refused', shopify({ blocked: 'other' }), RULES, 'owed'],
    ['waits while a write to the other side cannot be resolved', shopify({ indeterminate: true }), RULES, 'owed'],
    ['waits for the first read of the other side', { ...shopify({ accounted: null, needsRead: true }), starting: waiting }, RULES, 'sent'],
    [
      'waits for a read of the other side that is under way',
      { ...shopify({ accounted: null, reading: true }), starting: waiting },
      RULES,
      'sent',
    ],
    ['stays where it is when the other side has no number', shopify({ accounted: null, needsRead: true }), RULES, 'uncounted'],
    ['stays where it is when nobody reads the other side', { ...shopify({ accounted: null }), starting: waiting }, RULES, 'uncounted'],
    ['stays where it is without a subscription', rest, { ...RULES, entitled: false }, 'kept'],
    ['stays where it is while the merchant only watches', rest, { ...RULES, watching: true }, 'watched'],
    ['stays where it is if it is older than the start of syncing', rest, { ...RULES, watchedUntil: NOW }, 'watched'],
    ['is passed on if it is newer than the start of syncing', rest, { ...RULES, watchedUntil: NOW - 1 }, 'sent'],
    ['stays where it is without a link', rest, { ...RULES, linked: false }, 'unlinked'],
  ])('%s', (_what, level, rules, expected) => {
    const { cell, facts } = fate(level, 8, rules);
    const arrives = expected === 'sent' || expected === 'owed';
    expect(facts).toMatchObject([{ fate: expected }]);
    expect(cell.shopify.pending).toBe(arrives ? fromUnits(-2) : 0);
    expect(cell.conservedDifference).toBeNull();
    if (level.shopify.accounted !== null)
      expect(facts).toMatchObject([{ otherBefore: fromUnits(10), otherAfter: fromUnits(arrives ? 8 : 10) }]);
    else expect(facts).toMatchObject([{ otherBefore: null, otherAfter: null }]);
  });

  it('is held over the merchant’s maximum, which the line states, and then does not count as arriving', () => {
    expect(fate(rest, 5).facts).toMatchObject([{ fate: 'sent' }]);
    const { cell, facts } = fate(rest, 4.99999);
    expect(facts).toMatchObject([{ fate: 'held', maximum: 5, otherAfter: fromUnits(10) }]);
    expect(cell.shopify).toMatchObject({ pending: 0, held: fromUnits(-5.00001), pendingSince: null });
    expect(fate(rest, 1, { ...RULES, maximum: null }).facts).toMatchObject([{ fate: 'sent' }]);
    expect(fate(rest, 1, { ...RULES, maximum: null }).facts[0]).not.toHaveProperty('maximum');
  });

  it('is pending since the oldest one that waits', () => {
    expect(fate(rest, 8).cell.shopify.pendingSince).toBe(NOW);
    expect(fate(shopify({ pending: 1, pendingSince: 5 }), 8).cell.shopify.pendingSince).toBe(5);
  });

  it('states since when its number is known, if a platform has stated it', () => {
    expect(fate(rest, 8).facts).toMatchObject([{ since: KNOWN }]);
    expect(read(square({ observedAt: NEVER_STATED }), 8, NOW).facts).toEqual([]);
  });
});

describe('the answer to a read', () => {
  const step = (level: LinkedLevel, answer: Parameters<typeof readStep>[2]['answer']) =>
    readStep(level, 'square', { stockId: 'q', answer }, RULES).cell.square;
  const without = (gone: readonly string[]) => ({ kind: 'levels', levels: [], gone }) as const;
  const setRequest = { to: 0, by: 'merchant', sides: ['square'] } as const;

  it('without a count of the item ends the read, and says whether the item is gone', () => {
    const asked = square({ needsRead: true, reading: true });
    expect(step(asked, without([]))).toEqual(square({}).square);
    expect(step(asked, without(['q']))).toEqual(square({ blocked: 'deleted' }).square);
    expect(step(asked, without(['other'])).blocked).toBeNull();
  });

  it('without a count does not let a set request start from an outdated number', () => {
    const asked = (observedAt: number | null, accounted: number | null = 1): boolean =>
      step({ ...square({ needsRead: true, reading: true, observedAt, accounted }), setRequest }, without([])).needsRead;
    expect([asked(KNOWN), asked(1), asked(2), asked(null), asked(KNOWN, null)]).toEqual([true, false, true, false, true]);
  });

  it('that failed leaves the read due', () => {
    expect(step(square({ needsRead: true, reading: true }), { kind: 'failed', detail: '' })).toEqual(square({ needsRead: true }).square);
  });
});

describe('a link that waits for its first number', () => {
  it('asks for a read when a webhook comes first, and when a read lags', () => {
    const reading = withSide(starting, 'square', { needsRead: false, observedAt: NOW - 5_000 });
    expect(webhook(reading, 9, NOW).cell.square).toMatchObject({ accounted: null, needsRead: true });
    const lagging = observe(reading, 'square', { value: fromUnits(9), at: NOW - 6_000, direct: true }, 'read', RULES);
    expect(lagging.cell.square).toMatchObject({ accounted: null, needsRead: true });
  });
});

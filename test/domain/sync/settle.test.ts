import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { levelOf, restingSide, withSide, type LevelSide, type LinkedLevel } from '../../../src/domain/sync/linked-level';
import { observe, type Rules, type Step } from '../../../src/domain/sync/observe';
import { markIndeterminate, settle } from '../../../src/domain/sync/settle';

const NOW = 1_000_000;
const RULES: Rules = { maximum: null, entitled: true, autoSync: true, now: NOW, linked: true };
const rest = levelOf(restingSide(fromUnits(8), NOW - 5_000), restingSide(fromUnits(10), NOW - 60_000));
const op = { key: 'k', index: 0, count: 1, delta: fromUnits(-2), from: fromUnits(10), firstSent: NOW - 2_000, epoch: 1 };
const sent = (side: Partial<LevelSide> = {}): LinkedLevel => withSide(rest, 'square', { inFlight: op, ...side });
const at = (units: number, time: number) => ({ stockId: 'q', locationId: 'place', quantity: fromUnits(units), at: time });
const applied = (level: ReturnType<typeof at> | null) => ({ kind: 'applied', level }) as const;
const settled = (cell: LinkedLevel, verdict: Parameters<typeof settle>[2], reread = false): Step =>
  settle(cell, 'square', verdict, RULES, reread);
/** A link that waits for the reads it starts from, with a write of the link before still in flight. */
const starting: LinkedLevel = {
  ...withSide(sent(), 'square', { accounted: null, needsRead: true, retry: { at: 1, times: 1 } }),
  starting: { shopify: { before: null, began: fromUnits(8) }, square: { before: null, began: null } },
};

describe('a write that was applied', () => {
  it('moves the number by its delta, at the time of the answer', () => {
    const { cell, facts } = settled(sent({ retry: { at: 1, times: 1 } }), applied(at(8, NOW)));
    expect(cell.square).toEqual({ ...rest.square, accounted: fromUnits(8), observedAt: NOW });
    expect([cell.shopify, facts]).toEqual([rest.shopify, []]);
  });

  it('shows what else changed meanwhile, which is passed on', () => {
    const { cell, facts } = settled(sent(), applied(at(7, NOW)));
    expect(cell.square).toMatchObject({ accounted: fromUnits(7), inFlight: null });
    expect(cell.shopify.pending).toBe(fromUnits(-1));
    expect(facts).toMatchObject([{ kind: 'change', side: 'square', delta: fromUnits(-1), via: 'answer' }]);
  });

  it('without a level is known to have landed: an older webhook is ignored, and a newer one counts', () => {
    const { cell } = settled(sent(), applied(null));
    expect(cell.square).toMatchObject({ accounted: fromUnits(8), observedAt: NOW - 60_000, needsRead: true, landedAfter: op.firstSent });
    // Nobody can be asked any more.
    const deleted = withSide(cell, 'square', { blocked: 'deleted', needsRead: false });
    const webhook = (units: number, time: number): Step =>
      observe(deleted, 'square', { value: fromUnits(units), at: time, direct: false }, 'webhook', RULES);
    expect(webhook(10, op.firstSent - 30_000)).toEqual({ cell: deleted, facts: [] });
    const later = webhook(7, op.firstSent + 1_000);
    expect(later.cell.square).toMatchObject({ accounted: fromUnits(7), landedAfter: null });
    expect(later.cell.shopify.pending).toBe(fromUnits(-1));
    // A read states the level, whatever its time.
    const read = observe(cell, 'square', { value: fromUnits(8), at: NOW - 50_000, direct: true }, 'read', RULES);
    expect(read.cell.square).toMatchObject({ landedAfter: null, needsRead: false });
  });

  it('is no tie with the number that it started from, even at an equal or an earlier time', () => {
    for (const time of [NOW - 60_000, NOW - 70_000]) {
      const { cell } = settled(sent(), applied(at(7, time)));
      expect(cell.square).toMatchObject({ accounted: fromUnits(7), observedAt: NOW - 60_000, needsRead: false });
      expect(cell.square.replaced).toEqual([fromUnits(10), fromUnits(8)]);
    }
  });

  it('is read afterward when the answer states no level, when a read was due before, or after a restart', () => {
    const unknown = settled(sent({ buffered: { value: 5, at: NOW, unordered: false, announced: [] } }), applied(null)).cell.square;
    expect(unknown).toMatchObject({ accounted: fromUnits(8), inFlight: null, needsRead: true, buffered: null });
    expect(settled(sent({ needsRead: true }), applied(at(8, NOW))).cell.square.needsRead).toBe(true);
    expect(settled(sent(), applied(at(8, NOW)), true).cell.square.needsRead).toBe(true);
    expect(settled(sent(), applied(at(8, NOW))).cell.square.needsRead).toBe(false);
  });

  it('is followed by what arrived while it was in flight', () => {
    const { cell } = settled(
      sent({ buffered: { value: fromUnits(6), at: NOW + 1, unordered: false, announced: [] } }),
      applied(at(8, NOW)),
    );
    expect(cell.square).toMatchObject({ accounted: fromUnits(6), buffered: null });
    expect(cell.shopify.pending).toBe(fromUnits(-2));
  });

  it('of a side whose number has no time leaves the level to what arrived meanwhile', () => {
    const { cell } = settled(sent({ observedAt: null }), applied(at(6, NOW)));
    expect(cell.square).toMatchObject({ accounted: fromUnits(8), observedAt: null, inFlight: null });
    expect(cell.shopify.pending).toBe(0);
  });

  it('counts once', () => {
    expect(settled(rest, applied(at(7, NOW)))).toEqual({ cell: rest, facts: [] });
  });
});

describe('a write of a link that has ended', () => {
  it('leaves the start of the next one to a read that is no older than its answer', () => {
    const { cell, facts } = settled(starting, applied(at(8, NOW)));
    expect(cell.square).toMatchObject({ accounted: null, inFlight: null, buffered: null, needsRead: true, retry: null, observedAt: NOW });
    expect(cell.starting?.square).toEqual({ before: null, began: null, known: { quantity: fromUnits(8), at: NOW } });
    expect(facts).toEqual([]);
  });

  it('says nothing about the time when its answer states none, or one older than what is known', () => {
    for (const verdict of [applied(null), applied(at(8, NOW - 60_001))]) {
      const { cell } = settled(starting, verdict);
      expect(cell.square).toMatchObject({ observedAt: NOW - 60_000, needsRead: true, inFlight: null });
      expect(cell.starting).toEqual(starting.starting);
    }
    expect(settled(starting, applied(at(8, NOW - 60_000))).cell.starting?.square.known).toBeDefined();
    expect(settled(withSide(starting, 'square', { observedAt: null }), applied(at(8, 5))).cell.square.observedAt).toBe(5);
  });
});

describe('a write that had no effect', () => {
  it('is pending again, and its level is read if the verdict, a read that was due, or a restart asks for it', () => {
    const returned = settled(sent({ pending: fromUnits(-1), shrinkage: fromUnits(-1) }), { kind: 'returned', read: false }).cell.square;
    expect(returned).toMatchObject({ pending: fromUnits(-3), shrinkage: fromUnits(-1), inFlight: null, needsRead: false });
    expect(settled(sent(), { kind: 'returned', read: true }).cell.square.needsRead).toBe(true);
    expect(settled(sent(), { kind: 'returned', read: false }, true).cell.square.needsRead).toBe(true);
    expect(settled(sent({ needsRead: true }), { kind: 'returned', read: false }).cell.square.needsRead).toBe(true);
  });

  it('stays known to be no sale', () => {
    const shrunk = sent({ inFlight: { ...op, shrinkage: true }, pending: fromUnits(-1) });
    expect(settled(shrunk, { kind: 'returned', read: false }).cell.square).toMatchObject({
      pending: fromUnits(-3),
      shrinkage: fromUnits(-2),
    });
  });

  it('is followed by what arrived while it was in flight', () => {
    const { cell } = settled(sent({ buffered: { value: fromUnits(9), at: NOW, unordered: false, announced: [] } }), {
      kind: 'returned',
      read: false,
    });
    expect(cell.square).toMatchObject({ accounted: fromUnits(9), buffered: null });
    expect(cell.shopify.pending).toBe(fromUnits(-1));
  });
});

describe('a refused write', () => {
  it('for a known reason is pending and blocked, and is not retried', () => {
    const { cell, facts } = settled(sent({ pending: fromUnits(-1), retry: { at: 1, times: 3 } }), { kind: 'blocked', reason: 'untracked' });
    expect(cell.square).toMatchObject({ pending: fromUnits(-3), blocked: 'untracked', retry: null, needsRead: false, inFlight: null });
    expect(facts).toEqual([{ kind: 'refused', side: 'square', owed: fromUnits(-3), reason: 'untracked' }]);
  });

  it('for another reason is retried after pauses that double up to an hour', () => {
    const pauses = [0, 1, 2, 5, 6, 9].map((times) => {
      const retry = times === 0 ? null : { at: 1, times };
      const { cell } = settled(sent({ retry }), { kind: 'blocked', reason: 'other' });
      expect(cell.square).toMatchObject({ blocked: 'other', retry: { times: times + 1 } });
      return ((cell.square.retry?.at ?? 0) - NOW) / 60_000;
    });
    expect(pauses).toEqual([1, 2, 4, 32, 60, 60]);
  });
});

describe('a write that cannot be resolved', () => {
  it('marks its side, and keeps the write as evidence', () => {
    const { cell, facts } = markIndeterminate(sent(), 'square');
    expect(cell.square).toEqual({ ...sent().square, indeterminate: true });
    expect(facts).toEqual([{ kind: 'frozen', side: 'square', delta: fromUnits(-2), op: 'k' }]);
    expect(markIndeterminate(rest, 'square')).toEqual({ cell: rest, facts: [] });
  });
});

describe('whether a level is read after a write', () => {
  it('is as before where the platform never stated a time', () => {
    const { cell } = settled(sent({ observedAt: null }), applied(at(8, NOW)));
    expect(cell.square).toMatchObject({ accounted: fromUnits(8), inFlight: null, needsRead: false });
  });

  it('is certain for a link that starts: it begins with a read that shows the result', () => {
    const reading = withSide(starting, 'square', { needsRead: false });
    expect(settled(reading, applied(at(8, NOW))).cell.square.needsRead).toBe(true);
  });
});

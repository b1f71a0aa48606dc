import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../../src/domain/quantity';
import type { OutgoingRequest } from '../../../../src/domain/sync/engine/effects';
import { LONGEST_LAG_MS } from '../../../../src/domain/sync/limits';
import { levelOf, restingSide } from '../../../../src/domain/sync/linked-level';
import { loadLevel, storeLevel } from '../../../../src/domain/sync/stored-level';
import { EngineKit, level, next, NOW } from './engine-kit';

/** The second that Shopify states for all of its changes here. */
const S = NOW + 500_000;

/** An account with one variant of 10 units on both sides; Shopify's was sold three times in one second, the first time seen. */
function sold(): EngineKit {
  const kit = new EngineKit(1);
  kit.now = S;
  const side = restingSide(fromUnits(10), NOW - 60_000);
  kit.levels[0] = levelOf(side, side);
  const [first] = kit.stands('shopify', { 0: 7 }).requests;
  kit.now = S + 200;
  kit.written(first, { kind: 'applied', levels: [level('q0', 7, S + 200)] });
  return kit;
}

function told(kit: EngineKit, units: number, { cause = 'webhook', at = S }: { cause?: 'webhook' | 'refresh'; at?: number } = {}) {
  kit.engine.observe(kit.byKey(0) ?? expect.fail(), 'shopify', { quantity: fromUnits(units), at }, cause);
  return kit.finish();
}

/** The same account, whose Shopify quantity is 5 as read, but 6 as the last webhook of that second says. */
function doubtful(): EngineKit {
  const kit = sold();
  const [read] = told(kit, 6).requests;
  const [sale] = shows(kit, read, 5).requests;
  kit.written(sale, { kind: 'applied', levels: [level('q0', 5, kit.now)] });
  expect(kit.levels[0]?.shopify).toMatchObject({ needsRead: true, doubted: fromUnits(6) });
  return kit;
}

const shows = (kit: EngineKit, read: OutgoingRequest | undefined, units: number, at = S) =>
  kit.read(read, { kind: 'levels', levels: [level('s0', units, at)], gone: [] });
const deltas = (requests: readonly OutgoingRequest[]): number[] =>
  requests.flatMap((request) => (request.kind === 'write' ? request.request.changes.map(({ delta }) => delta / fromUnits(1)) : []));

describe('a read that lags behind a webhook of the same second', () => {
  it('is made again until it shows what the webhook stated', () => {
    const kit = sold();
    const [read] = told(kit, 10).requests;
    told(kit, 6);
    // 10 is no quantity of this second that was seen: it counts, and what the last webhook stated is still to come.
    const [returned] = shows(kit, read, 10).requests;
    expect(deltas(returned === undefined ? [] : [returned])).toEqual([3]);
    kit.written(returned, { kind: 'applied', levels: [level('q0', 10, kit.now)] });
    shows(kit, next(kit), 10);
    expect(kit.levels[0]?.shopify).toMatchObject({ accounted: fromUnits(10), needsRead: true, doubted: fromUnits(6) });
    expect(deltas(shows(kit, next(kit), 6).requests)).toEqual([-4]);
    expect(kit.levels[0]?.shopify).toMatchObject({ accounted: fromUnits(6), needsRead: false, doubted: null });
  });

  it('is made again after a kill', () => {
    const dead = sold();
    told(dead, 6);
    const kit = new EngineKit(1);
    kit.now = dead.now;
    kit.levels[0] = loadLevel(storeLevel(dead.levels[0] ?? expect.fail()));
    kit.engine.recover([0]);
    shows(kit, kit.finish().requests[0], 10);
    expect(kit.levels[0]?.shopify).toMatchObject({ accounted: fromUnits(10), needsRead: true });
  });

  it('is made again where both quantities came while a read was under way', () => {
    const kit = sold();
    kit.engine.readAgain(kit.byKey(0), 'shopify');
    const [read] = kit.finish().requests;
    kit.now = S + 1_000;
    for (const units of [6, 5]) {
      kit.engine.observe(kit.byKey(0) ?? expect.fail(), 'shopify', { quantity: fromUnits(units), at: S + 1_000 }, 'webhook');
      kit.finish();
    }
    shows(kit, read, 7);
    shows(kit, next(kit), 7);
    expect(kit.levels[0]?.shopify).toMatchObject({ accounted: fromUnits(7), needsRead: true });
    expect(deltas(shows(kit, next(kit), 5, S + 1_000).requests)).toEqual([-2]);
    expect(kit.levels[0]?.shopify.needsRead).toBe(false);
  });

  it('is believed once the last webhook of the second states the same, whatever was announced before', () => {
    const kit = sold();
    const [read] = told(kit, 6).requests;
    // The read is ahead of the webhooks.
    shows(kit, read, 4);
    expect(kit.levels[0]?.shopify).toMatchObject({ accounted: fromUnits(4), needsRead: true });
    for (const units of [5, 4]) told(kit, units);
    shows(kit, next(kit), 4);
    expect(kit.levels[0]?.shopify).toMatchObject({ accounted: fromUnits(4), needsRead: false, doubted: null });
  });

  it('is believed when a minute has passed', () => {
    const kit = sold();
    const [read] = told(kit, 6).requests;
    kit.now = S + LONGEST_LAG_MS;
    shows(kit, read, 4);
    expect(kit.levels[0]?.shopify).toMatchObject({ accounted: fromUnits(4), needsRead: false });
  });

  it('holds up no sale at Square: Shopify compares', () => {
    const kit = sold();
    const [read] = told(kit, 6).requests;
    const [sale] = shows(kit, read, 5).requests;
    expect(kit.levels[0]?.shopify.doubted).toBe(fromUnits(6));
    kit.written(sale, { kind: 'applied', levels: [level('q0', 5, kit.now)] });
    kit.now += 100;
    expect(deltas(kit.stands('square', { 0: 4 }).requests)).toEqual([-1]);
  });

  it.each([
    ['the same quantity', 5],
    ['a sale', 3],
  ])('holds up no sale at Square when a webhook of a later second states %s before the next read, which may be far away', (_, units) => {
    const kit = doubtful();
    for (const sale of told(kit, units, { at: S + 1_000 }).requests) {
      expect(deltas([sale])).toEqual([units - 5]);
      kit.written(sale, { kind: 'applied', levels: [level('q0', units, kit.now)] });
    }
    kit.now += 100;
    expect(deltas(kit.stands('square', { 0: units - 1 }).requests)).toEqual([-1]);
    expect(kit.levels[0]?.shopify.needsRead).toBe(true);
  });

  it('holds up no sale at Square after the first', () => {
    const kit = doubtful();
    for (const units of [4, 3, 2]) {
      kit.now += 100;
      const { requests } = kit.stands('square', { 0: units });
      expect(deltas(requests)).toEqual([-1]);
      kit.written(requests[0], { kind: 'applied', levels: [level('s0', units, S + 1_000)] });
    }
    expect(kit.levels[0]?.shopify).toMatchObject({ accounted: fromUnits(2), needsRead: true });
  });

  it('is soon repeated for what a webhook states during it, however many lagged before', () => {
    const kit = doubtful();
    for (let times = 0; times < 5; times += 1) shows(kit, next(kit), 5);
    const read = next(kit);
    // The read shows the last quantity that a webhook stated, and a webhook states another one of that second meanwhile.
    told(kit, 3);
    shows(kit, read, 6);
    expect(kit.levels[0]?.shopify).toMatchObject({ accounted: fromUnits(6), needsRead: true });
    const { now } = kit;
    shows(kit, next(kit), 3);
    expect(kit.now - now).toBeLessThanOrEqual(1_000);
    expect(kit.levels[0]?.shopify).toMatchObject({ accounted: fromUnits(3), needsRead: false });
  });

  it('is repeated after short pauses again once the number has moved', () => {
    const kit = doubtful();
    for (let times = 0; times < 5; times += 1) shows(kit, next(kit), 5);
    told(kit, 3, { at: S + 9_000 });
    told(kit, 4, { at: S + 9_000 });
    const pauses = [3, 3, 3].map((units) => {
      const { now } = kit;
      shows(kit, next(kit), units, S + 9_000);
      return kit.now - now;
    });
    expect(Math.max(...pauses.slice(1))).toBeLessThanOrEqual(2_000);
  });

  it('is made at once when Shopify refuses a sale because its quantity is another one', () => {
    const kit = doubtful();
    told(kit, 5, { at: S + 1_000 });
    kit.now += 100;
    const [sale] = kit.stands('square', { 0: 4 }).requests;
    const [read] = kit.written(sale, { kind: 'refused', items: [{ index: 0, reason: 'stale' }] }).requests;
    expect(read?.kind).toBe('read');
    expect(kit.levels[0]?.shopify).toMatchObject({ pending: fromUnits(-1), doubted: null });
  });

  it('is believed where the webhooks of our own writes arrive in another order', () => {
    const kit = new EngineKit(1);
    kit.now = S;
    for (const units of [9, 8]) {
      const [write] = kit.stands('square', { 0: units }).requests;
      kit.now += 100;
      kit.written(write, { kind: 'applied', levels: [level('s0', units, S)] });
    }
    expect(told(kit, 8).requests).toEqual([]);
    const [read] = told(kit, 9).requests;
    shows(kit, read, 8);
    expect(kit.levels[0]?.shopify).toMatchObject({ accounted: fromUnits(8), needsRead: false, doubted: null });
  });

  it('is no matter of what another read stated, which may lag as well', () => {
    const kit = sold();
    const [read] = told(kit, 8, { cause: 'refresh' }).requests;
    expect(kit.levels[0]?.shopify).toMatchObject({ needsRead: true, announced: null });
    told(kit, 9, { cause: 'refresh' });
    shows(kit, read, 5);
    // What came during the read has to be read as well, and is not waited for.
    shows(kit, next(kit), 5);
    expect(kit.levels[0]?.shopify).toMatchObject({ accounted: fromUnits(5), needsRead: false, announced: null });
  });
});

describe('the end of a link', () => {
  it('waits for a sale that a webhook has told and no read has shown', () => {
    const kit = sold();
    const [read] = told(kit, 10).requests;
    told(kit, 6);
    expect(kit.engine.mayEnd(0, 'excluded')).toBe(false);
    const square = kit.finish().requests.find(({ source }) => source === 'square');
    kit.read(square, { kind: 'levels', levels: [level('q0', 7, S + 200)], gone: [] });
    const { requests, ended } = shows(kit, read, 10);
    const lagged = kit.written(requests[0], { kind: 'applied', levels: [level('q0', 10, kit.now)] });
    expect([ended, lagged.ended]).toEqual([[], []]);
    const last = shows(kit, next(kit), 6);
    expect(deltas(last.requests)).toEqual([-4]);
    expect(last.ended).toEqual([]);
  });

  it('waits while any quantity of the second was announced that no longer is', () => {
    const kit = sold();
    const [read] = told(kit, 6).requests;
    told(kit, 5);
    expect(kit.engine.mayEnd(0, 'excluded')).toBe(false);
    const square = kit.finish().requests.find(({ source }) => source === 'square');
    kit.read(square, { kind: 'levels', levels: [level('q0', 7, S + 200)], gone: [] });
    const [sale] = shows(kit, read, 5).requests;
    // The webhooks may have come in another order than the sales.
    expect(kit.written(sale, { kind: 'applied', levels: [level('q0', 5, kit.now)] }).ended).toEqual([]);
    kit.now = S + LONGEST_LAG_MS;
    expect(shows(kit, next(kit), 5).ended).toEqual([0]);
  });
});

describe('a read of Square that does not show what a webhook of the same millisecond stated', () => {
  /** An account of 10 units on both sides: Square states 8 and then 9, both of now, and a read shows 8. Shopify has been written to. */
  function doubtfulAtSquare(): EngineKit {
    const kit = new EngineKit(1);
    kit.now = S;
    const [sale] = kit.stands('square', { 0: 8 }).requests;
    const [read] = kit.stands('square', { 0: 9 }).requests;
    expect(read?.kind).toBe('read');
    kit.now += 100;
    kit.written(sale, { kind: 'applied', levels: [level('s0', 8, S)] });
    kit.read(read, { kind: 'levels', levels: [level('q0', 8, S)], gone: [] });
    expect(kit.levels[0]).toMatchObject({ shopify: { accounted: fromUnits(8) }, square: { accounted: fromUnits(8), needsRead: true } });
    return kit;
  }

  it('holds up no sale at Shopify', () => {
    const kit = doubtfulAtSquare();
    for (const units of [7, 6]) {
      kit.now += 100;
      const { requests } = kit.stands('shopify', { 0: units });
      expect(deltas(requests)).toEqual([-1]);
      expect(deltas(kit.written(requests[0], { kind: 'applied', levels: [level('q0', units, kit.now)] }).requests)).toEqual([]);
    }
    const side = { accounted: fromUnits(6), pending: 0 };
    expect(kit.levels[0]).toMatchObject({ shopify: side, square: { ...side, needsRead: true } });
  });

  it('is corrected by the answer to our own write where the webhook was the newer', () => {
    const kit = doubtfulAtSquare();
    kit.now += 100;
    const [sale] = kit.stands('shopify', { 0: 7 }).requests;
    expect(deltas(kit.written(sale, { kind: 'applied', levels: [level('q0', 8, kit.now)] }).requests)).toEqual([1]);
    expect(kit.levels[0]?.square).toMatchObject({ accounted: fromUnits(8), pending: 0 });
  });

  it('still waits for its first read', () => {
    const kit = new EngineKit(1);
    kit.now = S;
    const [sale] = kit.stands('square', { 0: 8 }).requests;
    kit.stands('square', { 0: 9 });
    kit.written(sale, { kind: 'applied', levels: [level('s0', 8, S)] });
    kit.now += 100;
    expect(deltas(kit.stands('shopify', { 0: 7 }).requests)).toEqual([]);
    expect(kit.levels[0]?.square).toMatchObject({ pending: fromUnits(-1), needsRead: true });
  });
});

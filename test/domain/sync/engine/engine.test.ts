import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../../src/domain/quantity';
import type { OutgoingRequest } from '../../../../src/domain/sync/engine/effects';
import { QUARANTINE_MS } from '../../../../src/domain/sync/limits';
import { levelOf, restingSide, withSide } from '../../../../src/domain/sync/linked-level';
import { EngineKit, level, NOW } from './engine-kit';

const changes = (request: OutgoingRequest | undefined): [string, number][] =>
  request?.kind === 'write' ? request.request.changes.map(({ stockId, delta }) => [stockId, delta / fromUnits(1)]) : [];
const unnamed = { kind: 'refused', items: [{ index: null, reason: 'other' }] } as const;

describe('a turn', () => {
  it('returns what to send, what to store, and when to wake, and sends nothing itself', () => {
    const kit = new EngineKit(2);
    const { requests, lines, put, wakeAt } = kit.stands('square', { 0: 8, 1: 9 });
    expect(requests).toHaveLength(1);
    expect(changes(requests[0])).toEqual([
      ['s0', -2],
      ['s1', -1],
    ]);
    expect(lines.map(({ key, sku, fact }) => [key, sku, fact.kind])).toEqual([
      [0, 'sku-0', 'change'],
      [1, 'sku-1', 'change'],
    ]);
    expect([...put]).toEqual([0, 1]);
    expect(wakeAt).toBeNull();
    expect(kit.finish()).toMatchObject({ requests: [], lines: [], ended: [], lags: [] });
  });

  it('reports how long a change took once it has arrived', () => {
    const kit = new EngineKit(1);
    const { requests } = kit.stands('square', { 0: 8 });
    expect(kit.levels[0]?.shopify.pendingSince).toBe(NOW);
    kit.now += 700;
    const { lags } = kit.written(requests[0], { kind: 'applied', levels: [level('s0', 8, kit.now)] });
    expect(lags).toEqual([700]);
    expect(kit.levels[0]?.shopify).toMatchObject({ accounted: fromUnits(8), pendingSince: null });
  });

  it('does not age a fraction of a unit that cannot be sent to Shopify', () => {
    const kit = new EngineKit(1);
    const { requests, lags } = kit.stands('square', { 0: 9.5 });
    expect(requests).toEqual([]);
    expect(lags).toHaveLength(1);
    expect(kit.levels[0]?.shopify).toMatchObject({ pending: fromUnits(-0.5), pendingSince: null });
    expect(kit.engine.nextAt(30_000)).toBeNull();
  });
});

describe('while nothing may be sent', () => {
  it.each(['autoSync', 'connected'] as const)('schedules no wake-up (%s), and sends everything afterward', (what) => {
    const kit = new EngineKit(1);
    kit[what] = false;
    expect(kit.stands('square', { 0: 8 }).requests).toEqual([]);
    expect(kit.engine.nextAt(30_000)).toBeNull();
    kit[what] = true;
    expect(changes(kit.wait(1_000).requests[0])).toEqual([['s0', -2]]);
    expect(kit.engine.nextAt(30_000)).toBe(kit.now + 30_000);
  });
});

describe('a request whose refusal names no item', () => {
  it('is split until the failing item is alone; the others arrive, and the failing item is retried later', () => {
    const kit = new EngineKit(4);
    let { requests } = kit.stands('square', { 0: 9, 1: 9, 2: 9, 3: 9 });
    const arrived = new Set<string>();
    for (let round = 0; round < 40 && arrived.size < 3; round += 1) {
      const [request] = requests;
      if (request?.kind === 'write') {
        const ids = request.request.changes.map(({ stockId }) => stockId);
        if (ids.includes('s2')) ({ requests } = kit.written(request, unnamed));
        else {
          for (const id of ids) arrived.add(id);
          ({ requests } = kit.written(request, { kind: 'applied', levels: ids.map((id) => level(id, 9, kit.now)) }));
        }
      } else if (request?.kind === 'read') {
        ({ requests } = kit.read(request, {
          kind: 'levels',
          levels: request.stockIds.map((id) => level(id, 10, NOW - 60_000)),
          gone: [],
        }));
      } else ({ requests } = kit.wait(QUARANTINE_MS));
    }
    expect([...arrived].sort()).toEqual(['s0', 's1', 's3']);
    for (const key of [0, 1, 3]) expect(kit.levels[key]?.shopify).toMatchObject({ blocked: null, pending: 0 });
    for (let round = 0; round < 8 && kit.levels[2]?.shopify.blocked === null; round += 1) {
      const [request] = requests;
      if (request?.kind === 'write') ({ requests } = kit.written(request, unnamed));
      else ({ requests } = kit.wait(QUARANTINE_MS));
    }
    expect(kit.levels[2]?.shopify).toMatchObject({ blocked: 'other', pending: fromUnits(-1), retry: { times: 1 } });
    const retryAt = kit.levels[2]?.shopify.retry?.at ?? 0;
    expect(kit.engine.nextAt(30_000)).toBe(retryAt);
    expect(changes(kit.wait(retryAt - kit.now).requests[0])).toEqual([['s2', -1]]);
  });
});

describe('the end of a link', () => {
  it('waits for a read of both sides, passes on the changes found, and is reported once both sides are settled', () => {
    const kit = new EngineKit(1);
    expect(kit.engine.mayEnd(0, 'sku-changed')).toBe(false);
    const { requests, ended } = kit.finish();
    expect(ended).toEqual([]);
    expect(requests.map(({ kind, source }) => [kind, source])).toEqual([
      ['read', 'shopify'],
      ['read', 'square'],
    ]);
    const sold = kit.read(requests[0], { kind: 'levels', levels: [level('s0', 7, kit.now)], gone: [] });
    expect(sold.ended).toEqual([]);
    const settled = kit.read(requests[1], { kind: 'levels', levels: [level('q0', 10, NOW - 60_000)], gone: [] });
    expect(changes(settled.requests[0])).toEqual([['q0', -3]]);
    expect(settled.ended).toEqual([]);
    const done = kit.written(settled.requests[0], { kind: 'applied', levels: [level('q0', 7, kit.now)] });
    expect(done.ended).toEqual([0]);
    expect(kit.engine.mayEnd(0, 'sku-changed')).toBe(true);
    kit.engine.keep(0);
    expect(kit.finish().ended).toEqual([]);
    expect(kit.levels[0]?.ending).toBeNull();
  });
});

describe('a response', () => {
  it('for an ended epoch frees the lane and changes nothing', () => {
    const kit = new EngineKit(1);
    const { requests } = kit.stands('square', { 0: 8 });
    kit.epoch = 2;
    kit.engine.clear();
    const before = kit.levels[0];
    kit.written(requests[0], { kind: 'applied', levels: [level('s0', 8, kit.now)] });
    expect(kit.levels[0]).toBe(before);
    expect(kit.engine.nextAt(30_000)).toBeNull();
  });

  it('that arrives twice counts once, even while the next request is on the wire', () => {
    const kit = new EngineKit(1);
    const { requests } = kit.stands('square', { 0: 8 });
    kit.written(requests[0], { kind: 'applied', levels: [level('s0', 8, kit.now)] });
    const settled = kit.levels[0];
    kit.written(requests[0], { kind: 'applied', levels: [level('s0', 6, kit.now + 1)] });
    expect(kit.levels[0]).toBe(settled);
    kit.now += 1_000;
    kit.stands('square', { 0: 7 });
    kit.written(requests[0], { kind: 'applied', levels: [level('s0', 7, kit.now)] });
    expect(kit.levels[0]?.shopify).toMatchObject({ accounted: fromUnits(8), inFlight: { delta: fromUnits(-1) } });
  });

  it('with status 429 is followed by the same bytes with the same key', () => {
    const kit = new EngineKit(1);
    const [first] = kit.stands('square', { 0: 8 }).requests;
    kit.written(first, { kind: 'throttled', afterMs: 2_000 });
    expect(kit.wait(1_900).requests).toEqual([]);
    const [second] = kit.wait(200).requests;
    expect(first?.kind === 'write' && second?.kind === 'write' && second.request).toEqual(first?.kind === 'write' && first.request);
  });
});

describe('a new start', () => {
  it('of the same pair leaves nothing pending, and reads what a lost write may have changed', () => {
    const kit = new EngineKit(2);
    const [lost] = kit.stands('square', { 0: 8 }).requests;
    kit.autoSync = false;
    kit.stands('square', { 1: 9 });
    const entries = [0, 1].flatMap((key) => kit.byKey(key) ?? []);
    kit.epoch = 2;
    kit.engine.clear();
    expect([...kit.engine.finish().put]).toEqual([]);
    kit.engine.startAgain([...entries, { ...(entries[0] ?? expect.fail()), key: 9 }]);
    expect(kit.levels.map(({ shopify }) => [shopify.accounted, shopify.needsRead, shopify.pending, shopify.inFlight])).toEqual([
      [null, true, 0, null],
      [fromUnits(10), false, 0, null],
    ]);
    expect(kit.levels[9]).toBeUndefined();
    expect(kit.finish().requests).toEqual([]);
    const { requests } = kit.written(lost, { kind: 'applied', levels: [level('s0', 8, kit.now)] });
    expect(requests).toMatchObject([{ kind: 'read', source: 'shopify', stockIds: ['s0'] }]);
  });

  it('forgets what a turn has changed before it', () => {
    const kit = new EngineKit(1);
    kit.engine.readAgain(kit.byKey(0), 'square');
    kit.engine.clear();
    expect([...kit.finish().put]).toEqual([]);
  });
});

describe('a request of others', () => {
  it('to read a level is taken for linked variants only', () => {
    const kit = new EngineKit(1);
    expect([kit.engine.readAgain(null, 'square'), kit.engine.readAgain(kit.byKey(0), 'square')]).toEqual([false, true]);
    kit.stock = { linked: false };
    expect(kit.engine.readAgain(kit.byKey(0), 'square')).toBe(false);
  });

  it('to end a link is granted at once for a row that is gone', () => {
    const kit = new EngineKit(1);
    expect(kit.engine.mayEnd(9, 'sku-changed')).toBe(true);
    kit.engine.keep(9);
    kit.engine.keep(0);
    expect(kit.finish()).toMatchObject({ requests: [], ended: [] });
  });

  it('to end a link waits for a set request, and for no write that cannot be resolved', () => {
    const kit = new EngineKit(1);
    const one = kit.levels[0] ?? expect.fail();
    kit.levels[0] = withSide(one, 'shopify', { indeterminate: true });
    expect(kit.engine.mayEnd(0, 'sku-changed')).toBe(false);
    const { requests } = kit.finish();
    expect(requests.map(({ kind, source }) => `${kind} ${source}`)).toEqual(['read square']);
    expect(kit.engine.mayEnd(0, 'sku-changed')).toBe(false);
    const { ended } = kit.read(requests[0], { kind: 'levels', levels: [level('q0', 10, kit.now)], gone: [] });
    expect(ended).toEqual([0]);
    const wished = kit.levels[0];
    kit.engine.levels.put(0, { ...wished, setRequest: { to: 0, by: 'merchant', sides: ['shopify'] } });
    kit.engine.levels.put(0, withSide(kit.levels[0], 'shopify', { reading: true }));
    expect(kit.finish().ended).toEqual([]);
    expect(kit.engine.mayEnd(0, 'sku-changed')).toBe(false);
  });
});

describe('units that were lost or invented', () => {
  it('alert operators at once, and once for each turn that finds them', () => {
    const kit = new EngineKit(1);
    const broken = { ...(kit.levels[0] ?? expect.fail()), conservedDifference: 1 };
    kit.levels[0] = broken;
    kit.engine.resume([0]);
    expect(kit.engine.finish().alerts).toEqual(['units were lost or invented: variant 0 breaks conservation']);
    expect(kit.engine.finish().alerts).toEqual([]);
    kit.stock = { linked: false };
    kit.engine.resume([0]);
    expect(kit.engine.finish().alerts).toEqual([]);
  });
});

describe('a variant that is not linked', () => {
  const stands = (kit: EngineKit, units: number) => kit.stands('shopify', { 0: units });

  it('has its changes recorded once while it is on both platforms, and sends nothing', () => {
    const kit = new EngineKit(1);
    kit.stock = { linked: false };
    const { lines, requests } = stands(kit, 7);
    expect(requests).toEqual([]);
    expect(lines.map(({ fact }) => fact)).toMatchObject([
      {
        kind: 'change',
        side: 'shopify',
        delta: fromUnits(-3),
        before: fromUnits(10),
        after: fromUnits(7),
        fate: 'untracked',
        via: 'webhook',
      },
    ]);
    expect(kit.levels[0]).toMatchObject({ shopify: { accounted: fromUnits(7) }, square: { accounted: fromUnits(10), pending: 0 } });
    expect(stands(kit, 7).lines).toEqual([]);
    kit.now -= 120_000;
    expect(stands(kit, 3).lines).toEqual([]);
  });

  it('records nothing for a first quantity, nor for a variant on one platform only', () => {
    const kit = new EngineKit(1);
    kit.stock = { linked: false, square: null };
    expect(stands(kit, 7).lines).toEqual([]);
    kit.stock = { linked: false };
    kit.levels[0] = levelOf(restingSide(null, null), restingSide(fromUnits(10), NOW));
    expect(stands(kit, 5).lines).toEqual([]);
    expect(kit.levels[0]?.shopify.accounted).toBe(fromUnits(5));
  });
});

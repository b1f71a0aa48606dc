import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../../src/domain/quantity';
import type { LookUpAnswer, OutgoingRequest } from '../../../../src/domain/sync/engine/effects';
import { KEY_RETENTION_MS, MANY_FAILURES, OCCURRED_BEFORE_MS, QUARANTINE_MS } from '../../../../src/domain/sync/limits';
import { levelOf, restingSide, withSide } from '../../../../src/domain/sync/linked-level';
import { loadLevel, storeLevel } from '../../../../src/domain/sync/stored-level';
import { EngineKit, level, next, NOW } from './engine-kit';

const ambiguous = { kind: 'ambiguous', detail: '' } as const;
const kinds = (requests: readonly OutgoingRequest[]): string[] => requests.map(({ kind, source }) => `${kind} ${source}`);
const changes = (request: OutgoingRequest | undefined): [string, number][] =>
  request?.kind === 'write' || request?.kind === 'look-up'
    ? request.request.changes.map(({ stockId, delta }) => [stockId, delta / fromUnits(1)])
    : [];
const keyOf = (request: OutgoingRequest | undefined): string =>
  request?.kind === 'write' || request?.kind === 'look-up' ? request.request.key : '';
const lookedUp = (kit: EngineKit, request: OutgoingRequest | undefined, answer: LookUpAnswer) =>
  kit.answer(request, { kind: 'look-up', answer });

/** A request is left unanswered until it is looked up. */
function unanswered(kit: EngineKit, request: OutgoingRequest | undefined): OutgoingRequest {
  let last = request;
  for (let tries = 0; tries < MANY_FAILURES; tries += 1) {
    expect(last?.kind).toBe('write');
    kit.written(last, ambiguous);
    last = next(kit);
  }
  return last ?? expect.fail();
}

describe('requests to a platform', () => {
  it('carry no more items than one request may, in the order of the changes', () => {
    const kit = new EngineKit(12);
    const [first] = kit.stands('square', Object.fromEntries(Array.from({ length: 12 }, (_, key) => [key, 9]))).requests;
    expect(changes(first)).toHaveLength(10);
    const { requests } = kit.written(first, { kind: 'applied', levels: changes(first).map(([id]) => level(id, 9, kit.now)) });
    expect(changes(requests[0])).toEqual([
      ['s10', -1],
      ['s11', -1],
    ]);
  });

  it('read no more items than one request may', () => {
    const kit = new EngineKit(12);
    for (let key = 0; key < 12; key += 1) kit.engine.readAgain(kit.byKey(key), 'square');
    const [first] = kit.finish().requests;
    expect(first?.kind === 'read' && first.stockIds).toHaveLength(10);
    const { requests } = kit.read(first, { kind: 'levels', levels: [], gone: [] });
    expect(requests).toMatchObject([{ kind: 'read', stockIds: ['q10', 'q11'], locationId: 'place' }]);
  });

  it('alternate between reads and writes, so that reads without an answer block no write', () => {
    const kit = new EngineKit(3);
    kit.engine.readAgain(kit.byKey(0), 'shopify');
    const [read] = kit.finish().requests;
    expect(kinds([read ?? expect.fail()])).toEqual(['read shopify']);
    kit.engine.readAgain(kit.byKey(1), 'shopify');
    kit.stands('square', { 2: 8 });
    const { requests } = kit.read(read, { kind: 'failed', detail: '' });
    expect(kinds(requests)).toEqual(['write shopify']);
    expect(kinds(kit.written(requests[0], { kind: 'applied', levels: [level('s2', 8, kit.now)] }).requests)).toEqual(['read shopify']);
  });

  it('go one at a time, and the stand-by time counts while one is on the wire', () => {
    const kit = new EngineKit(2);
    const [first] = kit.stands('square', { 0: 9 }).requests;
    expect(kit.stands('square', { 1: 9 }).requests).toEqual([]);
    expect(kit.engine.nextAt(30_000)).toBe(kit.now + 30_000);
    expect(changes(kit.written(first, { kind: 'applied', levels: [level('s0', 9, kit.now)] }).requests[0])).toEqual([['s1', -1]]);
  });
});

describe('a level that is being read', () => {
  it('is marked, is not read twice, and is read again after a growing pause while nothing is answered', () => {
    const kit = new EngineKit(1);
    kit.engine.readAgain(kit.byKey(0), 'square');
    let [read] = kit.finish().requests;
    expect(kit.levels[0]?.square).toMatchObject({ reading: true, needsRead: true });
    expect(kit.wait(60_000).requests).toEqual([]);
    const pauses: number[] = [];
    for (let tries = 0; tries < 2; tries += 1) {
      kit.read(read, { kind: 'failed', detail: '' });
      expect(kit.levels[0]?.square.reading).toBe(false);
      pauses.push((kit.engine.nextAt(30_000) ?? 0) - kit.now);
      read = next(kit);
    }
    expect(pauses).toEqual([500, 1_000]);
    kit.read(read, { kind: 'levels', levels: [level('q0', 10, kit.now)], gone: [] });
    expect(kit.levels[0]?.square).toMatchObject({ reading: false, needsRead: false });
    expect(kit.engine.nextAt(30_000)).toBeNull();
  });

  it('is read again after the first pause while each read brings something newer that cannot be ordered either', () => {
    const kit = new EngineKit(1);
    kit.engine.readAgain(kit.byKey(0), 'shopify');
    let [read] = kit.finish().requests;
    const pauses: number[] = [];
    for (let units = 9; units > 5; units -= 2) {
      // Two sales within one tick of the platform's clock: neither webhook tells which came last, nor does the read.
      kit.now += 1_000;
      kit.stands('shopify', { 0: units });
      kit.stands('shopify', { 0: units - 1 });
      kit.read(read, { kind: 'levels', levels: [level('s0', units, kit.now)], gone: [] });
      expect(kit.levels[0]?.shopify).toMatchObject({ accounted: fromUnits(units), needsRead: true });
      pauses.push((kit.engine.nextAt(30_000) ?? 0) - kit.now);
      read = next(kit);
    }
    expect(pauses).toEqual([500, 500]);
  });

  it('is not read while a write to it is in flight, and not without a connection', () => {
    const kit = new EngineKit(1);
    const [write] = kit.stands('square', { 0: 9 }).requests;
    kit.engine.readAgain(kit.byKey(0), 'shopify');
    kit.written(write, ambiguous);
    expect(kinds([next(kit)])).toEqual(['write shopify']);
    const other = new EngineKit(1);
    other.connected = false;
    other.engine.readAgain(other.byKey(0), 'square');
    expect(other.finish().requests).toEqual([]);
    expect(other.engine.nextAt(30_000)).toBeNull();
  });
});

describe('what a lane learns from answers', () => {
  it('is that a platform is down after the third call without an answer, and that it is back', () => {
    const kit = new EngineKit(1);
    const [first] = kit.stands('square', { 0: 9 }).requests;
    const reached = [kit.written(first, ambiguous), kit.written(next(kit), ambiguous), kit.written(next(kit), ambiguous)].map(
      (effects) => effects.reached,
    );
    expect(reached).toEqual([true, true, false].map((reachable) => [{ source: 'shopify', reachable }]));
    const back = kit.written(next(kit), { kind: 'applied', levels: [level('s0', 9, kit.now)] });
    expect(back.reached).toEqual([{ source: 'shopify', reachable: true }]);
  });

  it('pauses all writes to a platform that throttles, until the pause or the epoch ends', () => {
    const kit = new EngineKit(2);
    const [first] = kit.stands('square', { 0: 9 }).requests;
    kit.written(first, { kind: 'throttled', afterMs: 5_000 });
    expect(kit.stands('square', { 1: 9 }).requests).toEqual([]);
    expect(kit.engine.nextAt(30_000)).toBe(kit.now + 5_000);
    kit.engine.clear();
    expect(kit.engine.nextAt(30_000)).toBeNull();
    kit.now += 1;
    expect(changes(kit.stands('square', { 1: 8 }).requests[0])).toEqual([['s1', -2]]);
  });

  it('is nothing when a request was stopped before it was sent: the change is pending again', () => {
    const kit = new EngineKit(1);
    const [first] = kit.stands('square', { 0: 9 }).requests;
    const effects = kit.written(first, { kind: 'stopped' });
    expect(effects.reached).toEqual([]);
    expect(keyOf(effects.requests[0])).not.toBe(keyOf(first));
    expect(changes(effects.requests[0])).toEqual([['s0', -1]]);
  });

  it('is how far our clock is ahead: the next request states an earlier time', () => {
    const kit = new EngineKit(1);
    const [first] = kit.stands('shopify', { 0: 9 }).requests;
    expect(first?.kind === 'write' && first.request.occurredAt).toBe(NOW - OCCURRED_BEFORE_MS);
    const { requests } = kit.written(first, { kind: 'early', aheadMs: 55_000 });
    expect(requests[0]?.kind === 'write' && requests[0].request.occurredAt).toBe(kit.now - 55_000 - OCCURRED_BEFORE_MS);
  });
});

describe('a write without an answer', () => {
  it('is repeated with the same key after growing pauses, then looked up once no attempt can be in flight', () => {
    const kit = new EngineKit(1);
    const [first] = kit.stands('square', { 0: 9 }).requests;
    kit.written(first, ambiguous);
    const pauses = [(kit.engine.nextAt(3_600_000) ?? 0) - kit.now];
    const second = next(kit);
    expect(keyOf(second)).toBe(keyOf(first));
    kit.written(second, ambiguous);
    pauses.push((kit.engine.nextAt(3_600_000) ?? 0) - kit.now);
    expect(pauses).toEqual([500, 1_000]);
    let last = next(kit);
    for (let failures = 2; failures < MANY_FAILURES; failures += 1) {
      kit.written(last, ambiguous);
      last = next(kit);
    }
    expect([last.kind, keyOf(last)]).toEqual(['look-up', keyOf(first)]);
  });

  it('counts once its look-up finds that it happened, and the level is read', () => {
    const kit = new EngineKit(1);
    const lookUp = unanswered(kit, kit.stands('square', { 0: 9 }).requests[0]);
    const { requests } = lookedUp(kit, lookUp, [true]);
    expect(kit.levels[0]?.shopify).toMatchObject({ accounted: fromUnits(9), pending: 0, inFlight: null, needsRead: true });
    expect(kinds(requests)).toEqual(['read shopify']);
  });

  it('is sent anew once its look-up finds that it did not happen; several are split', () => {
    const kit = new EngineKit(2);
    const lookUp = unanswered(kit, kit.stands('square', { 0: 9, 1: 9 }).requests[0]);
    const read = lookedUp(kit, lookUp, [null, false]).requests[0];
    expect(read).toMatchObject({ kind: 'read', stockIds: ['s0', 's1'] });
    const { requests } = kit.read(read, { kind: 'levels', levels: [level('s0', 10, kit.now), level('s1', 10, kit.now)], gone: [] });
    expect(changes(requests[0])).toEqual([['s0', -1]]);
    const other = kit.written(requests[0], { kind: 'applied', levels: [level('s0', 9, kit.now)] });
    expect(changes(other.requests[0])).toEqual([['s1', -1]]);
  });

  it('is repeated by its key while nothing can be looked up, and after a look-up that could not tell', () => {
    const kit = new EngineKit(1);
    const lookUp = unanswered(kit, kit.stands('square', { 0: 9 }).requests[0]);
    lookedUp(kit, lookUp, 'later');
    const repeat = next(kit);
    expect([repeat.kind, keyOf(repeat)]).toEqual(['write', keyOf(lookUp)]);
    const again = unanswered(kit, repeat);
    lookedUp(kit, again, [null]);
    expect(next(kit).kind).toBe('write');
  });

  it('is indeterminate after the third look-up that could not tell: operators are told, and nothing more is written', () => {
    const kit = new EngineKit(1);
    let request = kit.stands('square', { 0: 9 }).requests[0];
    for (let lookUps = 0; lookUps < 2; lookUps += 1) {
      expect(lookedUp(kit, unanswered(kit, request), [null]).alerts).toEqual([]);
      request = next(kit);
    }
    const { alerts, lines } = lookedUp(kit, unanswered(kit, request), [null]);
    expect(alerts).toEqual(['a write to shopify cannot be resolved: 1 levels are indeterminate']);
    expect(lines.map(({ fact }) => fact)).toEqual([{ kind: 'frozen', side: 'shopify', delta: fromUnits(-1), op: keyOf(request) }]);
    expect(kit.levels[0]?.shopify).toMatchObject({ indeterminate: true });
    expect(kit.stands('square', { 0: 8 }).requests).toEqual([]);
    expect(kit.engine.nextAt(30_000)).toBeNull();
  });

  it('is indeterminate when its key is known with another body', () => {
    const kit = new EngineKit(2);
    const [first] = kit.stands('square', { 0: 9, 1: 9 }).requests;
    // The second level's write has been settled, and another one is in flight.
    const second = kit.levels[1] ?? expect.fail();
    const { inFlight } = second.shopify;
    kit.engine.levels.put(1, withSide(second, 'shopify', { inFlight: inFlight === null ? null : { ...inFlight, key: 'another' } }));
    const { alerts } = kit.written(first, { kind: 'key-mismatch' });
    expect(alerts).toHaveLength(1);
    expect(kit.levels.map(({ shopify }) => shopify.indeterminate)).toEqual([true, false]);
  });
});

describe('a write found in storage', () => {
  /** The next instance over what one has stored. */
  function reborn(kit: EngineKit, keys = [...kit.levels.keys()]): EngineKit {
    const born = new EngineKit(kit.levels.length);
    born.now = kit.now;
    born.levels.splice(0, kit.levels.length, ...kit.levels.map((one) => loadLevel(storeLevel(one))));
    born.engine.recover(keys);
    return born;
  }

  it('is repeated to the byte at once, and its level is read afterward', () => {
    const kit = new EngineKit(2);
    const [first] = kit.stands('square', { 0: 9, 1: 8 }).requests;
    const second = reborn(kit);
    const { requests } = second.finish();
    expect(requests[0]?.kind === 'write' && requests[0].request).toEqual(first?.kind === 'write' && first.request);
    const settled = second.written(requests[0], { kind: 'applied', levels: [level('s0', 9, kit.now), level('s1', 8, kit.now)] });
    expect(settled.requests).toMatchObject([{ kind: 'read', stockIds: ['s0', 's1'] }]);
  });

  it('is repeated whole with the part whose variant is gone', () => {
    const kit = new EngineKit(2);
    const [first] = kit.stands('square', { 0: 9, 1: 8 }).requests;
    const gone = kit.levels[1]?.shopify.inFlight ?? expect.fail();
    const second = reborn(kit, []);
    second.engine.recover([0], [{ source: 'shopify', stockId: 's1', op: gone }]);
    const [repeat] = second.finish().requests;
    expect([repeat?.kind, keyOf(repeat), changes(repeat)]).toEqual(['write', keyOf(first), changes(first)]);
  });

  it('is looked up when part of it is missing, and looked up again while nothing can be', () => {
    const kit = new EngineKit(2);
    kit.stands('square', { 0: 9, 1: 8 });
    const second = reborn(kit, [0]);
    expect(second.finish().requests).toEqual([]);
    expect(second.engine.nextAt(3_600_000)).toBe(kit.now + QUARANTINE_MS);
    expect(second.wait(QUARANTINE_MS - 1).requests).toEqual([]);
    const [lookUp] = second.wait(1).requests;
    expect([lookUp?.kind, changes(lookUp)]).toEqual(['look-up', [['s0', -1]]]);
    lookedUp(second, lookUp, 'later');
    const again = next(second);
    expect(again.kind).toBe('look-up');
    const { alerts } = lookedUp(second, again, [null]);
    expect(alerts).toHaveLength(1);
    expect(second.levels[0]?.shopify.indeterminate).toBe(true);
  });

  it('is looked up when its key may be forgotten', () => {
    const kit = new EngineKit(1);
    kit.stands('square', { 0: 9 });
    kit.now += KEY_RETENTION_MS.shopify;
    const second = reborn(kit);
    expect(second.finish().requests).toEqual([]);
    expect(second.wait(QUARANTINE_MS).requests[0]?.kind).toBe('look-up');
  });
});

describe('an item that a platform refuses', () => {
  const refused = { kind: 'refused', items: [{ index: 0, reason: 'other' }] } as const;

  it('is retried alone after a minute, then after growing pauses, until it is taken', () => {
    const kit = new EngineKit(2);
    const [first] = kit.stands('square', { 0: 9 }).requests;
    kit.written(first, refused);
    expect(kit.levels[0]?.shopify).toMatchObject({ blocked: 'other', retry: { at: kit.now + 60_000, times: 1 } });
    expect(kit.engine.nextAt(3_600_000)).toBe(kit.now + 60_000);
    kit.now += 60_000;
    const { requests } = kit.stands('square', { 1: 9 });
    expect(changes(requests[0])).toEqual([['s0', -1]]);
    const other = kit.written(requests[0], refused);
    expect(changes(other.requests[0])).toEqual([['s1', -1]]);
    kit.written(other.requests[0], { kind: 'applied', levels: [level('s1', 9, kit.now)] });
    expect(kit.levels[0]?.shopify.retry).toMatchObject({ times: 2 });
    const last = kit.levels[0]?.shopify.retry?.at ?? 0;
    const after = kit.wait(last - kit.now).requests;
    kit.written(after[0], { kind: 'applied', levels: [level('s0', 9, kit.now)] });
    expect(kit.levels[0]?.shopify).toMatchObject({ blocked: null, retry: null, accounted: fromUnits(9), pending: 0 });
    expect(kit.engine.nextAt(3_600_000)).toBeNull();
  });

  it('is not retried in a new epoch, nor while nothing may be sent', () => {
    const kit = new EngineKit(1);
    kit.written(kit.stands('square', { 0: 9 }).requests[0], refused);
    kit.autoSync = false;
    expect(kit.engine.nextAt(3_600_000)).toBeNull();
    expect(kit.wait(60_000).requests).toEqual([]);
    kit.engine.clear();
    kit.autoSync = true;
    expect(kit.engine.nextAt(3_600_000)).toBeNull();
  });

  it('for a known reason is reported as outdated in the catalog, once', () => {
    const kit = new EngineKit(1);
    const { outdated, lines } = kit.written(kit.stands('square', { 0: 9 }).requests[0], {
      kind: 'refused',
      items: [{ index: 0, reason: 'deleted' }],
    });
    expect(outdated).toEqual([{ source: 'shopify', stockId: 's0' }]);
    expect(lines.map(({ fact }) => fact)).toEqual([{ kind: 'refused', side: 'shopify', owed: fromUnits(-1), reason: 'deleted' }]);
    kit.now += 1;
    expect(kit.stands('square', { 0: 8 })).toMatchObject({ requests: [], outdated: [] });
  });
});

it('the first call is a read where both a read and a write are due: writes start from what it shows', () => {
  const kit = new EngineKit(2);
  kit.engine.readAgain(kit.byKey(0), 'shopify');
  expect(kinds(kit.stands('square', { 1: 9 }).requests)).toEqual(['read shopify']);
});

describe('a quantity that Shopify had before in the same second', () => {
  const T = NOW + 500_000;
  const fromOf = (request: OutgoingRequest | undefined): number[] =>
    request?.kind === 'write'
      ? request.request.changes.map(({ from, delta }) => [from, delta].map((one) => one / fromUnits(1))).flat()
      : [];

  /** A sale at Square is written to Shopify, which goes from 10 to 9; a read in the same second states 10 again. */
  function doubted(): { readonly kit: EngineKit; readonly effects: ReturnType<EngineKit['finish']> } {
    const kit = new EngineKit(1);
    kit.now = T;
    kit.levels[0] = levelOf(restingSide(fromUnits(10), T), restingSide(fromUnits(10), NOW - 60_000));
    const [sale] = kit.stands('square', { 0: 9 }).requests;
    expect(fromOf(sale)).toEqual([10, -1]);
    kit.written(sale, { kind: 'applied', levels: [level('s0', 9, T)] });
    const [read] = kit.stands('shopify', { 0: 10 }).requests;
    expect(kinds(read === undefined ? [] : [read])).toEqual(['read shopify']);
    return { kit, effects: kit.read(read, { kind: 'levels', levels: [level('s0', 10, T)], gone: [] }) };
  }

  it('passes nothing on while it may be of a replica that lags, and is read again after a pause', () => {
    const { kit, effects } = doubted();
    expect(effects.requests).toEqual([]);
    expect(kit.levels[0]).toMatchObject({ shopify: { accounted: fromUnits(9), needsRead: true }, square: { pending: 0 } });
    expect(kinds([next(kit)])).toEqual(['read shopify']);
    expect(kit.now).toBeGreaterThan(T);
  });

  it('does not hold up the next sale: Shopify compares, and says that it was a change back', () => {
    const { kit } = doubted();
    kit.now += 200;
    const [probe] = kit.stands('square', { 0: 8 }).requests;
    expect(fromOf(probe)).toEqual([9, -1]);
    const [read] = kit.written(probe, { kind: 'refused', items: [{ index: 0, reason: 'stale' }] }).requests;
    expect(kinds(read === undefined ? [] : [read])).toEqual(['read shopify']);
    const { requests } = kit.read(read, { kind: 'levels', levels: [level('s0', 10, T)], gone: [] });
    expect(Object.fromEntries(requests.map((request) => [request.source, fromOf(request)]))).toEqual({ shopify: [10, -1], square: [8, 1] });
    expect(kit.now).toBe(T + 200);
  });

  it('does not hold up the next sale: Shopify compares, and the read had lagged', () => {
    const { kit } = doubted();
    kit.now += 200;
    const [probe] = kit.stands('square', { 0: 8 }).requests;
    const { requests } = kit.written(probe, { kind: 'applied', levels: [level('s0', 8, T + 1_000)] });
    expect(requests).toEqual([]);
    expect(kit.levels[0]).toMatchObject({
      shopify: { accounted: fromUnits(8), pending: 0 },
      square: { accounted: fromUnits(8), pending: 0 },
    });
    // The read that was to tell is made still.
    expect(kinds([next(kit)])).toEqual(['read shopify']);
  });

  it('is doubted by one read alone: another quantity, or the end of the second, ends it', () => {
    const { kit } = doubted();
    const read = next(kit);
    const [passed] = kit.read(read, { kind: 'levels', levels: [level('s0', 7, T)], gone: [] }).requests;
    expect(fromOf(passed)).toEqual([9, -2]);
    expect(kit.levels[0]?.shopify).toMatchObject({ doubted: null, needsRead: false });
  });

  it('waits for a read where no read has stated it: an answer in doubt is no reason to try', () => {
    const kit = new EngineKit(1);
    kit.engine.readAgain(kit.byKey(0), 'shopify');
    const [read] = kit.finish().requests;
    expect(kinds(read === undefined ? [] : [read])).toEqual(['read shopify']);
    expect(kit.read(read, { kind: 'failed', detail: '' }).requests).toEqual([]);
    expect(kit.stands('square', { 0: 9 }).requests).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../../src/domain/quantity';
import type { Effects, OutgoingRequest, QuantitiesAnswer } from '../../../../src/domain/sync/engine/effects';
import { withSide, type LinkedLevel } from '../../../../src/domain/sync/linked-level';
import { dropHeld, requestSet, sendHeld } from '../../../../src/domain/sync/rebase';
import { loadLevel, storeLevel } from '../../../../src/domain/sync/stored-level';
import { EngineKit, level, NOW } from './engine-kit';

/** Levels of 10 units at which Shopify fell by 15, and the reading that asks why. */
function counted(kit: EngineKit, units = -5): OutgoingRequest | undefined {
  const { requests } = kit.stands('shopify', { 0: units });
  expect(requests.map(({ kind, source }) => [kind, source])).toEqual([['classify', 'shopify']]);
  return requests[0];
}

const found = (kit: EngineKit, committedAt: number): QuantitiesAnswer => {
  const quantities = { available: fromUnits(-5), availableAt: kit.now, committed: 0, committedAt, onHand: 0, onHandAt: kit.now };
  return new Map([['s0', quantities]]);
};
const answered = (kit: EngineKit, request: OutgoingRequest | undefined, answer: QuantitiesAnswer): Effects =>
  kit.answer(request, { kind: 'classify', answer });
const sent = ({ requests }: Effects) =>
  requests.flatMap((request) =>
    request.kind === 'write' ? request.request.changes.map(({ delta, shrinkage }) => [delta / fromUnits(1), shrinkage]) : [],
  );
const applied = (kit: EngineKit, units: number) => ({ kind: 'applied', levels: [level('q0', units, kit.now)] }) as const;

describe('a large decrease at Shopify', () => {
  it('waits for its reading, and goes to Square as shrinkage if it was counted', () => {
    const kit = new EngineKit(1);
    expect(sent(answered(kit, counted(kit), found(kit, kit.now - 3_600_000)))).toEqual([[-15, true]]);
  });

  it('goes as a sale if it was ordered', () => {
    const kit = new EngineKit(1);
    expect(sent(answered(kit, counted(kit), found(kit, kit.now)))).toEqual([[-15, undefined]]);
  });

  it('goes as a sale after two seconds without an answer', () => {
    const kit = new EngineKit(1);
    counted(kit);
    expect(kit.engine.nextAt(30_000)).toBe(kit.now + 2_000);
    expect(sent(kit.wait(1_999))).toEqual([]);
    expect(sent(kit.wait(1))).toEqual([[-15, undefined]]);
  });

  it('goes as a sale once its variant is no longer on Shopify, where nobody can be asked', () => {
    const kit = new EngineKit(1);
    const request = counted(kit);
    kit.stock = { linked: false, shopify: null };
    kit.engine.resume([0]);
    expect(sent(kit.finish())).toEqual([[-15, undefined]]);
    expect(answered(kit, request, found(kit, kit.now - 3_600_000)).requests).toEqual([]);
  });

  it('is classified and written before its link ends', () => {
    const kit = new EngineKit(1);
    kit.engine.mayEnd(0, 'sku-changed');
    const [shopify, square] = kit.finish().requests;
    const asked = kit.read(shopify, { kind: 'levels', levels: [level('s0', -5, kit.now)], gone: [] });
    const read = kit.read(square, { kind: 'levels', levels: [level('q0', 10, NOW - 60_000)], gone: [] });
    expect([asked.ended, read.ended]).toEqual([[], []]);
    const known = answered(kit, asked.requests[0], found(kit, kit.now - 3_600_000));
    expect([sent(known), known.ended]).toEqual([[[-15, true]], []]);
    expect(kit.written(known.requests[0], applied(kit, -5)).ended).toEqual([0]);
  });

  it('is asked about again after a failure, three times at most', () => {
    const kit = new EngineKit(1);
    const second = answered(kit, counted(kit), 'later');
    expect(second).toMatchObject({ requests: [], wakeAt: kit.now + 500 });
    const third = answered(kit, kit.wait(500).requests[0], 'later');
    expect(third.requests).toEqual([]);
    expect(sent(answered(kit, kit.wait(500).requests[0], 'later'))).toEqual([[-15, undefined]]);
  });

  it('is not read at all if it is small', () => {
    const kit = new EngineKit(1);
    expect(sent(kit.stands('shopify', { 0: 0 }))).toEqual([[-10, undefined]]);
  });

  it('delays neither other variants nor the other direction', () => {
    const kit = new EngineKit(2);
    counted(kit);
    expect(sent(kit.stands('shopify', { 1: 9 }))).toEqual([[-1, undefined]]);
    expect(sent(kit.stands('square', { 0: 8 }))).toEqual([[-2, undefined]]);
  });

  it('is sent apart from a sale that came meanwhile', () => {
    const kit = new EngineKit(1);
    const request = counted(kit);
    const answer = found(kit, kit.now - 3_600_000);
    kit.now += 1_000;
    kit.stands('shopify', { 0: -7 });
    const first = answered(kit, request, answer);
    expect(sent(first)).toEqual([[-15, true]]);
    expect(sent(kit.written(first.requests[0], applied(kit, -5)))).toEqual([[-2, undefined]]);
  });

  it('goes as a sale where another large one came while it was read, of which the reading shows nothing', () => {
    for (const laterMs of [0, 1_000]) {
      const kit = new EngineKit(1);
      const request = counted(kit);
      const answer = found(kit, kit.now - 3_600_000);
      kit.now += laterMs;
      // Two numbers of one time: a read tells.
      const { requests } = kit.stands('shopify', { 0: -20 });
      if (laterMs === 0) kit.read(requests[0], { kind: 'levels', levels: [level('s0', -20, kit.now)], gone: [] });
      expect(sent(answered(kit, request, answer))).toEqual([]);
      expect(sent(kit.wait(2_000))).toEqual([[-30, undefined]]);
    }
  });

  it('stays what it is when Square had no part of the request', () => {
    const kit = new EngineKit(1);
    const { requests } = answered(kit, counted(kit), found(kit, kit.now - 3_600_000));
    kit.written(requests[0], { kind: 'dead-key' });
    expect(levelOf(kit).square).toMatchObject({ pending: fromUnits(-15), shrinkage: fromUnits(-15), inFlight: null });
  });

  it('is read again by the next instance, which repeats a stored write to the byte', () => {
    const kit = new EngineKit(1);
    counted(kit);
    const second = reborn(kit);
    const { requests } = second.finish();
    expect(requests).toMatchObject([{ kind: 'classify', stockIds: ['s0'] }]);
    const write = answered(second, requests[0], found(kit, kit.now - 3_600_000)).requests[0];
    const third = reborn(second);
    expect(third.finish().requests.filter(({ kind }) => kind === 'write')).toEqual([{ ...write, id: 1 }]);
  });

  it('goes as a sale when its item is not among the answer', () => {
    const kit = new EngineKit(1);
    expect(sent(answered(kit, counted(kit), new Map()))).toEqual([[-15, undefined]]);
  });

  it('is not read any more once it was used up, or its row is gone', () => {
    const kit = new EngineKit(2);
    kit.connected = false;
    kit.stands('shopify', { 0: -5 });
    kit.now += 1_000;
    kit.stands('shopify', { 0: 10 });
    kit.connected = true;
    expect(kit.finish().requests).toEqual([]);
    const [request] = kit.stands('shopify', { 1: -5 }).requests;
    kit.levels.length = 0;
    answered(kit, request, 'later');
    expect(kit.wait(60_000).requests).toEqual([]);
    expect(kit.engine.nextAt(30_000)).toBeNull();
  });

  it('is read anew in a new epoch, even while an answer of the former one is missing', () => {
    const kit = new EngineKit(2);
    counted(kit);
    kit.engine.clear();
    expect([kit.finish().requests, kit.engine.nextAt(30_000)]).toEqual([[], null]);
    expect(kit.stands('shopify', { 1: -5 }).requests).toMatchObject([{ kind: 'classify', stockIds: ['s1'] }]);
  });

  it('is read a hundred at a time', () => {
    const kit = new EngineKit(101);
    const all = Object.fromEntries(Array.from({ length: 101 }, (_, key) => [key, -5]));
    const [first] = kit.stands('shopify', all).requests;
    expect(first?.kind === 'classify' && [first.stockIds.length, first.locationId]).toEqual([100, 'place']);
    expect(answered(kit, first, new Map()).requests.find(({ kind }) => kind === 'classify')).toMatchObject({ stockIds: ['s100'] });
  });

  it('is not read while Shopify is not connected, but waits no longer than without', () => {
    const kit = new EngineKit(1);
    kit.connected = false;
    expect(kit.stands('shopify', { 0: -5 }).requests).toEqual([]);
    expect(kit.engine.nextAt(30_000)).toBe(kit.now + 2_000);
    kit.wait(2_000);
    expect([kit.levels[0]?.square.unclassified?.until, kit.engine.nextAt(30_000)]).toEqual([null, null]);
  });

  it('is not answered by a reading of an ended epoch', () => {
    const kit = new EngineKit(1);
    const request = counted(kit);
    kit.engine.clear();
    answered(kit, request, found(kit, kit.now - 3_600_000));
    expect(kit.levels[0]?.square.unclassified).not.toBeNull();
  });
});

/** The next instance over what the one before has stored. */
function reborn(kit: EngineKit): EngineKit {
  const next = new EngineKit(1);
  next.now = kit.now;
  next.levels.splice(0, 1, loadLevel(storeLevel(levelOf(kit))));
  next.engine.recover([0]);
  return next;
}

const levelOf = (kit: EngineKit): LinkedLevel => kit.levels[0] ?? expect.fail();

describe('what is known of a large decrease', () => {
  it('survives a pause of operators', () => {
    const kit = new EngineKit(1);
    kit.autoSync = false;
    expect(sent(answered(kit, counted(kit), found(kit, kit.now - 3_600_000)))).toEqual([]);
    kit.autoSync = true;
    expect(sent(kit.wait(3_600_000))).toEqual([[-15, true]]);
  });

  it('goes with it to what is held for review, and back', () => {
    const kit = new EngineKit(1);
    kit.autoSync = false;
    answered(kit, counted(kit), found(kit, kit.now - 3_600_000));
    kit.engine.pauseEnded([0], 'square', { units: 10, variants: 10 });
    kit.autoSync = true;
    kit.finish();
    expect(levelOf(kit).square).toMatchObject({ pending: 0, held: fromUnits(-15), shrinkage: 0, heldShrinkage: fromUnits(-15) });
    // A sale meanwhile is one.
    kit.now += 1_000;
    expect(sent(kit.stands('shopify', { 0: -7 }))).toEqual([[-2, undefined]]);
    kit.engine.book(0, sendHeld(levelOf(kit), 'merchant'));
    expect(levelOf(kit).square).toMatchObject({ held: 0, heldShrinkage: 0, shrinkage: fromUnits(-15) });
  });

  it('is dropped with what is held', () => {
    const kit = new EngineKit(1);
    const held = withSide(levelOf(kit), 'square', { held: fromUnits(-15), heldShrinkage: fromUnits(-15) });
    expect(dropHeld(held, 'merchant').cell.square).toMatchObject({ held: 0, heldShrinkage: 0 });
  });

  it('is replaced by what a person sets, which is no sale either', () => {
    const kit = new EngineKit(1);
    counted(kit);
    kit.engine.levels.put(0, requestSet(levelOf(kit), { to: fromUnits(4), by: 'merchant', sides: ['square'] }));
    const read = kit.finish().requests.find(({ kind, source }) => kind === 'read' && source === 'square');
    expect(sent(kit.read(read, { kind: 'levels', levels: [level('q0', 10, kit.now)], gone: [] }))).toEqual([[-6, true]]);
    expect(levelOf(kit).square).toMatchObject({ unclassified: null, pending: 0, shrinkage: 0 });
  });
});

it('a reading about a variant that is gone ends with its answer', () => {
  const kit = new EngineKit(1);
  const request = counted(kit);
  kit.levels.length = 0;
  expect(answered(kit, request, found(kit, kit.now)).requests).toEqual([]);
  expect([kit.wait(10_000).requests, kit.engine.nextAt(30_000)]).toEqual([[], null]);
});

import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../src/domain/quantity';
import { QUARANTINE_MS } from '../../src/domain/sync/limits';
import { catalogLevels } from '../../src/durable/sync/catalog-levels';
import { NOW, SyncKit, type Call } from './sync-kit';

/** A sale at Square of variant 1 is being written to Shopify when the merchant disconnects the locations. */
function ended(): { readonly kit: SyncKit; readonly write: Call } {
  const kit = new SyncKit();
  kit.stands('square', 1, 8);
  const write = kit.calls.shift() ?? expect.fail('nothing was written');
  expect(write.kind).toBe('write');
  kit.epochNumber = 2;
  kit.sync.endEpoch();
  return { kit, write };
}

/** The locations are connected again: the catalog links variants 1 and 2 with the numbers that it has just read. */
function linkAgain(kit: SyncKit): void {
  const levels = catalogLevels(kit.sync);
  levels.turn(() => {
    for (const key of [1, 2]) levels.baseline({ key, unread: [], newSides: [], isFirst: true }, 'snapshot');
  });
}

const level = (kit: SyncKit, key: number) => kit.sync.store.byKey(key)?.level ?? expect.fail();
const read = (kit: SyncKit, units: number) => ({ kind: 'levels' as const, levels: [kit.level('shopify', 1, units)], gone: [] });

describe('a link after the end of an epoch with an unanswered write', () => {
  it('starts from a read that the write is answered before, and takes its effect for no sale', async () => {
    const { kit, write } = ended();
    linkAgain(kit);
    expect(level(kit, 1)).toMatchObject({ shopify: { accounted: null, needsRead: true }, square: { accounted: fromUnits(8) } });
    // All that had nothing in flight starts at once.
    expect(level(kit, 2)).toMatchObject({ starting: null, shopify: { accounted: fromUnits(10) } });
    expect(kit.calls).toEqual([]);
    kit.time += 25_000;
    kit.stands('shopify', 1, 8);
    expect(kit.calls).toEqual([]);
    write.answer({ kind: 'applied', levels: [kit.level('shopify', 1, 8)] });
    await kit.settle();
    expect(kit.calls).toMatchObject([{ kind: 'read', source: 'shopify', request: ['1'] }]);
    await kit.answer(read(kit, 8));
    expect(level(kit, 1)).toMatchObject({ starting: null, shopify: { accounted: fromUnits(8), pending: 0 }, square: { pending: 0 } });
    expect(kit.db.rows("select * from meta where name = 'late-writes'")).toEqual([]);
  });

  it('waits until no attempt can be on its way when the answer is lost, also in the next instance', async () => {
    const { kit } = ended();
    const next = new SyncKit(kit.db);
    next.epochNumber = 2;
    next.sync.start();
    linkAgain(next);
    expect(level(next, 1).shopify).toMatchObject({ accounted: null, needsRead: true });
    expect(next.calls).toEqual([]);
    expect(next.sync.nextAt(30_000)).toBe(NOW + QUARANTINE_MS);
    next.time = NOW + QUARANTINE_MS - 1;
    next.sync.resume();
    expect(next.calls).toEqual([]);
    next.time += 1;
    next.sync.resume();
    expect(next.calls).toMatchObject([{ kind: 'read', source: 'shopify', request: ['1'] }]);
    await next.answer(read(next, 8));
    expect(level(next, 1)).toMatchObject({ starting: null, shopify: { accounted: fromUnits(8) }, square: { pending: 0 } });
  });

  it('waits as long when a platform refuses: an earlier attempt may be on its way', async () => {
    const { kit, write } = ended();
    linkAgain(kit);
    write.answer({ kind: 'refused', items: [{ index: 0, reason: 'other' }] });
    await kit.settle();
    expect([kit.calls, kit.sync.nextAt(30_000)]).toEqual([[], NOW + QUARANTINE_MS]);
  });
});

it('the end of an epoch with nothing in flight remembers nothing', () => {
  const kit = new SyncKit();
  kit.autoSync = false;
  kit.stands('square', 1, 8);
  kit.sync.endEpoch();
  expect(kit.db.rows("select * from meta where name = 'late-writes'")).toEqual([]);
  expect([kit.sync.late.until('shopify', '1'), kit.sync.late.until('square', null)]).toEqual([0, 0]);
});

it('what was remembered of an earlier end is forgotten once it is over', () => {
  const { kit } = ended();
  kit.time += QUARANTINE_MS;
  expect(kit.sync.late.until('shopify', '1')).toBe(0);
  kit.sync.endEpoch();
  expect(kit.db.rows("select * from meta where name = 'late-writes'")).toEqual([]);
});

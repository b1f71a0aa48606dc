import { describe, expect, it } from 'vitest';

import type { NewLink } from '../../src/domain/catalog/merge-plan';
import type { SideVariant } from '../../src/domain/catalog/side-variant';
import { fromUnits } from '../../src/domain/quantity';
import { withSide, type LevelSide } from '../../src/domain/sync/linked-level';
import type { Levels } from '../../src/durable/catalog/levels';
import { catalogLevels } from '../../src/durable/sync/catalog-levels';
import { NOW, SyncKit } from './sync-kit';

/** An account's sync, and the catalog's access to its levels. */
function open(): { kit: SyncKit; levels: Levels } {
  const kit = new SyncKit();
  return { kit, levels: catalogLevels(kit.sync) };
}
const levelOf = (kit: SyncKit, key: number) => kit.sync.store.byKey(key)?.level ?? expect.fail(`variant ${key}`);
const change = (kit: SyncKit, key: number, source: 'shopify' | 'square', side: Partial<LevelSide>): void =>
  kit.sync.turn(() => {
    kit.sync.put(key, withSide(levelOf(kit, key), source, side));
  });
const link = (key: number, other: Partial<NewLink> = {}): NewLink => ({ key, unread: [], isFirst: false, ...other }) as NewLink;
const facts = (kit: SyncKit): unknown[] => kit.lines.map(({ fact }) => fact);
const op = { key: 'k', index: 0, count: 2, delta: fromUnits(-1), from: fromUnits(10), firstSent: NOW, epoch: 1 };

/** Ends the link of variant 1: its Square side moves to a row of its own, 11. */
function split(kit: SyncKit, levels: Levels, work: () => void = () => undefined): void {
  levels.turn(() => {
    levels.close(1, 'sku-changed');
    kit.db.run('update variant set variation_id = null, square_tracked = null, square_quantity = null, square_seen = null where key = 1');
    kit.db.run(
      "insert into variant (key, variation_id, square_sku, square_tracked, square_quantity, square_seen) values (11, 'q1', 'sku-1', 1, ?, 1000)",
      fromUnits(10),
    );
    for (const key of [1, 11]) levels.rewritten(key);
    work();
    levels.moved();
  });
}

/** Links the sides of rows 1 and 11 again. */
function join(kit: SyncKit, levels: Levels, other: Partial<NewLink> = {}): void {
  levels.turn(() => {
    for (const key of [1, 11]) levels.moving(key);
    kit.db.run('delete from variant where key = 11');
    kit.db.run(
      "update variant set variation_id = 'q1', square_tracked = 1, square_quantity = ?, square_seen = 1000 where key = 1",
      fromUnits(10),
    );
    for (const key of [11, 1]) levels.rewritten(key);
    levels.moved();
    levels.baseline(link(1, other), 'refresh');
  });
}

describe('a link that ends', () => {
  it('says so with both numbers, and with what stays pending and held', () => {
    const { kit, levels } = open();
    kit.autoSync = false;
    change(kit, 1, 'shopify', { pending: fromUnits(-2), held: fromUnits(-4) });
    change(kit, 1, 'square', { pending: fromUnits(3) });
    split(kit, levels);
    const amounts = { pending: { shopify: fromUnits(-2), square: fromUnits(3) }, held: { shopify: fromUnits(-4) } };
    expect(facts(kit)).toEqual([{ kind: 'unlinked', why: 'sku-changed', shopify: fromUnits(10), square: fromUnits(10), ...amounts }]);
    const other = open();
    split(other.kit, other.levels);
    expect(facts(other.kit)).toEqual([{ kind: 'unlinked', why: 'sku-changed', shopify: fromUnits(10), square: fromUnits(10) }]);
    other.levels.turn(() => other.levels.close(99, 'sku-changed'));
    expect(other.kit.lines).toHaveLength(1);
  });

  it('leaves each side its state and its number at the end, in the row that now holds its stock id', () => {
    const { kit, levels } = open();
    kit.autoSync = false;
    change(kit, 1, 'shopify', { pending: fromUnits(-2), pendingSince: 5 });
    change(kit, 1, 'square', { inFlight: op });
    split(kit, levels);
    expect(levelOf(kit, 1).shopify).toMatchObject({
      accounted: fromUnits(10),
      pending: fromUnits(-2),
      pendingSince: 5,
      unlinkedAt: fromUnits(8),
    });
    expect(levelOf(kit, 11).square).toMatchObject({ accounted: fromUnits(10), inFlight: op, unlinkedAt: fromUnits(9) });
    expect(levelOf(kit, 1).square.inFlight).toBeNull();
    expect(levelOf(kit, 11).conservedDifference).toBeNull();
  });

  it('keeps the number and time that the merge has read meanwhile', () => {
    const { kit, levels } = open();
    split(kit, levels, () => {
      kit.db.run('update variant set square_quantity = ?, square_seen = 2000 where key = 11', fromUnits(7));
      levels.rewritten(11);
    });
    expect(levelOf(kit, 11).square).toMatchObject({ accounted: fromUnits(7), observedAt: 2_000, unlinkedAt: fromUnits(10) });
  });

  it('still delivers what was owed to a side', async () => {
    const { kit, levels } = open();
    kit.autoSync = false;
    kit.stands('square', 1, 8);
    split(kit, levels);
    kit.autoSync = true;
    kit.sync.resume();
    expect(kit.calls).toMatchObject([{ source: 'shopify', kind: 'write', request: { changes: [{ stockId: '1', delta: fromUnits(-2) }] } }]);
  });

  it('keeps the write of a stock id that no row holds any more, while others of its request need it', () => {
    const { kit, levels } = open();
    change(kit, 1, 'square', { inFlight: op });
    change(kit, 2, 'square', { inFlight: { ...op, index: 1, count: 1, key: 'alone' } });
    levels.turn(() => {
      for (const key of [1, 2]) {
        levels.close(key, 'sku-changed');
        kit.db.run('delete from variant where key = ?', key);
        levels.rewritten(key);
      }
      levels.moved();
    });
    expect(kit.sync.detached.all()).toEqual([{ source: 'square', stockId: 'q1', op }]);
  });

  it('keeps the write of a row that is deleted without its link having ended', () => {
    const { kit, levels } = open();
    change(kit, 1, 'square', { inFlight: op });
    levels.turn(() => {
      kit.db.run('delete from variant where key = 1');
      levels.removing(1);
      levels.rewritten(1);
      levels.moved();
    });
    expect(kit.sync.detached.all()).toEqual([{ source: 'square', stockId: 'q1', op }]);
  });

  it('is asked for first, and may end when both sides have been read', () => {
    const { kit, levels } = open();
    expect([levels.mayEnd(1, 'sku-changed'), levels.mayEnd(99, 'sku-changed')]).toEqual([false, true]);
    expect(kit.calls.map(({ kind, source }) => `${kind} ${source}`)).toEqual(['read shopify', 'read square']);
  });
});

describe('a link that starts', () => {
  const linkRow = (levels: Levels, other: Partial<NewLink> = {}, cause: 'snapshot' | 'refresh' = 'refresh'): void =>
    levels.turn(() => {
      levels.baseline(link(1, other), cause);
    });

  it('starts from numbers that were just read, and says so unless a snapshot links many', () => {
    const { kit, levels } = open();
    linkRow(levels);
    expect(facts(kit)).toEqual([{ kind: 'linked', shopify: fromUnits(10), square: fromUnits(10) }]);
    linkRow(levels, {}, 'snapshot');
    expect(kit.lines).toHaveLength(1);
    expect([levelOf(kit, 1).starting, kit.calls]).toEqual([null, []]);
    levels.turn(() => levels.baseline(link(99), 'refresh'));
    expect(kit.lines).toHaveLength(1);
  });

  it('reads the sides that the merge has not read, and starts then', async () => {
    const { kit, levels } = open();
    linkRow(levels, { unread: ['square'] });
    expect(kit.lines).toEqual([]);
    expect(kit.calls).toMatchObject([{ kind: 'read', source: 'square', request: ['q1'] }]);
    await kit.answer({ kind: 'levels', levels: [kit.level('square', 1, 7)], gone: [] });
    expect(facts(kit)).toMatchObject([{ kind: 'linked', shopify: fromUnits(10), square: fromUnits(7) }]);
  });

  it('reads both sides when their link ended in the same merge, even if the merge says it is the first', () => {
    const { kit, levels } = open();
    split(kit, levels);
    kit.sync.early.note('square', 'q1', { quantity: fromUnits(3), at: NOW }, null);
    kit.sync.early.note('shopify', '1', { quantity: fromUnits(3), at: NOW - 1_000 }, null);
    levels.turn(() => {
      levels.close(1, 'sku-changed');
      levels.close(11, 'sku-changed');
      kit.db.run('delete from variant where key = 11');
      kit.db.run(
        "update variant set variation_id = 'q1', square_tracked = 1, square_quantity = ?, square_seen = 1000 where key = 1",
        fromUnits(10),
      );
      for (const key of [11, 1]) levels.rewritten(key);
      levels.moved();
      levels.baseline(link(1, { isFirst: true }), 'refresh');
    });
    expect(kit.calls.map(({ kind, source }) => `${kind} ${source}`)).toEqual(['read shopify', 'read square']);
    expect(levelOf(kit, 1).starting?.square).not.toHaveProperty('base');
    expect(kit.sync.early.of({ shopify: '1', square: 'q1' })).toBeNull();
  });

  it('of a pair that was linked before starts from the numbers, with what the former link left pending', async () => {
    const { kit, levels } = open();
    kit.autoSync = false;
    kit.stands('square', 1, 8);
    split(kit, levels);
    join(kit, levels);
    kit.autoSync = true;
    kit.sync.resume();
    expect(kit.calls).toMatchObject([{ kind: 'read', source: 'shopify' }]);
    await kit.answer({ kind: 'levels', levels: [kit.level('shopify', 1, 10)], gone: [] });
    expect(kit.calls).toMatchObject([{ kind: 'write', source: 'shopify', request: { changes: [{ delta: fromUnits(-2) }] } }]);
  });

  it('counts what was stated about both variants since they had a number, if it is their first', () => {
    const { kit, levels } = open();
    const note = (source: 'shopify' | 'square', id: string, units: number, at: number): void =>
      kit.sync.early.note(source, id, { quantity: fromUnits(units), at }, null);
    const state = (): void => {
      note('shopify', '1', 12, NOW - 60_000);
      note('shopify', '1', 11, NOW - 10_000);
      note('square', 'q1', 12, NOW - 50_000);
    };
    kit.db.run(
      'update variant set shopify_quantity = ?, shopify_seen = ?, square_quantity = ?, square_seen = ? where key = 1',
      fromUnits(11),
      NOW - 10_000,
      fromUnits(12),
      NOW - 50_000,
    );
    kit.sync.turn(state);
    linkRow(levels, { isFirst: true });
    expect(facts(kit)).toMatchObject([
      { kind: 'linked', shopify: fromUnits(12), square: fromUnits(12) },
      { kind: 'change', side: 'shopify', delta: fromUnits(-1) },
    ]);
    expect(kit.calls).toMatchObject([{ kind: 'write', source: 'square' }]);
    const other = open();
    other.kit.sync.turn(() => other.kit.sync.early.note('shopify', '1', { quantity: fromUnits(12), at: NOW - 60_000 }, null));
    linkRow(other.levels);
    expect(facts(other.kit)).toEqual([{ kind: 'linked', shopify: fromUnits(10), square: fromUnits(10) }]);
    expect(other.kit.sync.early.of({ shopify: '1', square: null })).toBeNull();
  });
});

describe('a row that the catalog adds', () => {
  const note = (kit: SyncKit, id: string, units: number, at = NOW): void =>
    kit.sync.turn(() => kit.sync.early.note('square', id, { quantity: fromUnits(units), at }, null));

  it('gets the levels that were stated before it was known', () => {
    const { kit, levels } = open();
    note(kit, 'q9', 4);
    note(kit, 'q9', 3, NOW + 1);
    levels.turn(() => {
      kit.db.run(
        "insert into variant (key, variation_id, square_sku, square_tracked, square_quantity, square_seen) values (9, 'q9', 's', 1, ?, 1)",
        fromUnits(5),
      );
      levels.rewritten(9);
      levels.inserted(9, { shopify: null, square: 'q9' }, 'refresh');
      levels.inserted(10, { shopify: null, square: 'q10' }, 'refresh');
    });
    expect(levelOf(kit, 9).square).toMatchObject({ accounted: fromUnits(3), observedAt: NOW + 1 });
    expect([kit.lines, kit.sync.early.of({ shopify: null, square: 'q9' })?.square.length]).toEqual([[], 2]);
  });

  it('and that is linked at once starts from them', () => {
    const { kit, levels } = open();
    note(kit, 'q2', 10, 500);
    note(kit, 'q2', 9, 2_000);
    levels.turn(() => {
      levels.inserted(2, { shopify: '2', square: 'q2' }, 'refresh');
      levels.inserted(3, { shopify: '3', square: 'q3' }, 'refresh');
    });
    expect(facts(kit)).toMatchObject([
      { kind: 'linked', shopify: fromUnits(10), square: fromUnits(10) },
      { kind: 'change', side: 'square', delta: fromUnits(-1) },
    ]);
    expect(levelOf(kit, 2).square.accounted).toBe(fromUnits(9));
    expect(kit.sync.early.of({ shopify: '2', square: 'q2' })).toBeNull();
  });
});

describe('a number that a merge replaces in a row', () => {
  const side = (quantity: number | null): SideVariant =>
    ({ source: 'square', stockId: 'q2', level: quantity === null ? null : { quantity: fromUnits(quantity), at: 700 } }) as SideVariant;

  it('is kept while the variant was never linked', () => {
    const { kit, levels } = open();
    kit.db.run('update variant set item_id = null, shopify_tracked = null where key = 2');
    levels.turn(() => {
      levels.replaced(2, side(12));
      levels.replaced(2, side(null));
      levels.replaced(99, side(3));
      levels.replaced(1, side(5));
    });
    expect(kit.sync.early.of({ shopify: null, square: 'q2' })?.square).toEqual([{ quantity: fromUnits(12), at: 700 }]);
  });
});

describe('levels that a merge has read', () => {
  const report = (kit: SyncKit, key: number, units: number, at = NOW) => ({
    key,
    side: 'square' as const,
    ...kit.level('square', key, units, at),
  });

  it('count like any other observation, and end a refusal for a known reason', () => {
    const { kit, levels } = open();
    change(kit, 1, 'square', { blocked: 'untracked', retry: { at: 1, times: 1 } });
    change(kit, 2, 'square', { blocked: 'other', retry: { at: NOW + 1, times: 1 } });
    levels.turn(() => {
      levels.observe([report(kit, 1, 8), report(kit, 2, 10, 1_000), report(kit, 99, 1)], 'refresh');
    });
    expect(facts(kit)).toMatchObject([{ kind: 'change', side: 'square', delta: fromUnits(-2), via: 'refresh' }]);
    expect(levelOf(kit, 1).square).toMatchObject({ blocked: null, retry: null, accounted: fromUnits(8) });
    expect(levelOf(kit, 2).square).toMatchObject({ blocked: 'other', retry: { times: 1 } });
  });
});

describe('the catalog', () => {
  it('lists the rows whose level needs a person, and writes lines about rows', () => {
    const { kit, levels } = open();
    change(kit, 1, 'square', { indeterminate: true, inFlight: op });
    change(kit, 2, 'square', { needsRead: true });
    change(kit, 3, 'square', { blocked: 'untracked' });
    expect([...levels.needing()]).toEqual([
      [1, 'frozen'],
      [3, 'blocked'],
    ]);
    levels.turn(() => {
      levels.line(2, { kind: 'linked', shopify: 1, square: 2 });
    });
    expect(kit.lines).toMatchObject([{ sku: 'sku-2', fact: { kind: 'linked' } }]);
  });

  it('finds all rows written before it rewrites them, and no note of before holds any more', () => {
    const { kit, levels } = open();
    kit.stands('square', 1, 8);
    levels.turn(() => {
      expect(kit.db.row<{ n: number }>('select square_quantity as n from variant where key = 1')?.n).toBe(fromUnits(8));
    });
    expect(new SyncKit(kit.db).sync.journal.notedOf(1)).toBeNull();
    expect(levels.turn(() => 'result')).toBe('result');
  });
});

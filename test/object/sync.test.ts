import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../src/domain/quantity';
import { withSide } from '../../src/domain/sync/linked-level';
import { NOW, SyncKit, type Call } from './sync-kit';

const applied = (kit: SyncKit, source: 'shopify' | 'square', key: number, units: number) =>
  ({ kind: 'applied', levels: [kit.level(source, key, units)] }) as const;
const changesOf = (call: Call | undefined): unknown[] =>
  call !== undefined && 'changes' in call.request ? call.request.changes.map(({ stockId, delta }) => [stockId, delta / fromUnits(1)]) : [];
const rowOf = (kit: SyncKit, key: number) =>
  kit.db.row<{ shopify: number; square: number; cell: string | null }>(
    'select shopify_quantity as shopify, square_quantity as square, cell from variant where key = ?',
    key,
  );
const levelOf = (kit: SyncKit, key: number) => kit.sync.store.byKey(key)?.level ?? expect.fail();

describe('a turn', () => {
  it('stores the change and its line before the write is sent, and the row when it is answered', async () => {
    const kit = new SyncKit();
    kit.stands('square', 1, 8);
    expect(kit.lines).toMatchObject([
      {
        seq: 1,
        at: NOW,
        sku: 'sku-1',
        originator: 'square',
        location: 'Shop (square)',
        stock: 'q1',
        fact: { kind: 'change', delta: fromUnits(-2) },
      },
    ]);
    expect(kit.calls).toMatchObject([{ source: 'shopify', kind: 'write', request: { key: 'key-1' } }]);
    expect(changesOf(kit.calls[0])).toEqual([['1', -2]]);
    expect(rowOf(kit, 1)).toEqual({ shopify: fromUnits(10), square: fromUnits(10), cell: null });
    expect(kit.toldOf('changed')).toEqual([['changed', [1]]]);
    await kit.answer(applied(kit, 'shopify', 1, 8));
    expect(rowOf(kit, 1)).toEqual({ shopify: fromUnits(8), square: fromUnits(8), cell: null });
    expect(kit.toldOf('reached')).toEqual([['reached', 'shopify', true]]);
    expect(kit.sync.nextAt(30_000)).toBeNull();
    expect(kit.sync.lag.summary(NOW)).toMatchObject({ count: 1 });
  });

  it('wakes its account for what waits: a repeat, and lines to be delivered', async () => {
    const kit = new SyncKit();
    kit.stands('square', 1, 8);
    expect(kit.toldOf('wake')).toEqual([['wake', 30_000]]);
    await kit.answer({ kind: 'ambiguous', detail: '' });
    expect(kit.toldOf('wake')).toContainEqual(['wake', 500]);
    expect(kit.sync.nextAt(30_000)).toBe(NOW + 500);
  });

  it('within a turn is part of it, and a failure takes all of it back and ends the object', () => {
    const kit = new SyncKit();
    const work = (): void =>
      kit.sync.turn(() => {
        kit.sync.turn(() => {
          kit.stands('square', 1, 8);
        });
        expect(kit.calls).toEqual([]);
        throw new Error('the disk is full');
      });
    expect(work).toThrow('the disk is full');
    expect(kit.toldOf('abort')).toEqual([['abort', 'a turn could not be stored']]);
    expect([rowOf(kit, 1)?.square, kit.calls]).toEqual([fromUnits(10), []]);
    expect(kit.db.row("select name from sqlite_master where name glob 'day_*'")).toBeNull();
  });

  it('alerts when a port fails inside, and takes the outcome as unknown', async () => {
    const kit = new SyncKit();
    kit.stands('square', 1, 8);
    kit.calls.shift()?.fail(new Error('a bug'));
    await kit.settle();
    expect(kit.toldOf('alert')).toEqual([['alert', 'a call to shopify failed inside: a bug']]);
    expect(levelOf(kit, 1).shopify.inFlight).toMatchObject({ key: 'key-1' });
  });

  it('ends the wait of callers for its effect', async () => {
    const kit = new SyncKit();
    const waiting = kit.sync.waiters.until(() => levelOf(kit, 1).square.accounted === fromUnits(8), 60_000);
    kit.stands('square', 1, 8);
    await expect(waiting).resolves.toBe(true);
  });
});

describe('levels that a platform states', () => {
  it('count for the paired location alone', () => {
    const kit = new SyncKit();
    const elsewhere = { ...kit.level('square', 1, 8), locationId: 'another' };
    expect(kit.sync.levels('square', [elsewhere], 'webhook')).toEqual({ unknown: [], changes: 0 });
    expect(levelOf(kit, 1).square.accounted).toBe(fromUnits(10));
  });

  it('of unknown variants are named and kept for their first link', () => {
    const kit = new SyncKit();
    expect(kit.sync.levels('square', [kit.level('square', 9, 8), kit.level('square', 1, 8)], 'webhook')).toEqual({
      unknown: ['q9'],
      changes: 1,
    });
    expect(kit.sync.early.of({ shopify: null, square: 'q9' })?.square).toEqual([{ quantity: fromUnits(8), at: NOW }]);
    expect(kit.sync.early.of({ shopify: null, square: 'q1' })).toBeNull();
  });

  it('of variants that are not linked yet are kept with the number before', () => {
    const kit = new SyncKit();
    kit.db.run('update variant set item_id = null, shopify_tracked = null where key = 2');
    expect(kit.sync.levels('square', [kit.level('square', 2, 8)], 'webhook')).toEqual({ unknown: [], changes: 0 });
    expect(kit.sync.early.of({ shopify: null, square: 'q2' })?.square).toEqual([
      { quantity: fromUnits(10), at: 1_000 },
      { quantity: fromUnits(8), at: NOW },
    ]);
    expect(rowOf(kit, 2)?.square).toBe(fromUnits(8));
  });

  it('by webhook end the wait for one; found otherwise they start it', () => {
    const kit = new SyncKit();
    kit.sync.levels('square', [kit.level('square', 1, 9)], 'sweep');
    expect(Object.keys(kit.sync.hearing.of('square', NOW).awaited)).toEqual(['q1']);
    kit.stands('square', 1, 9);
    expect(kit.sync.hearing.of('square', NOW).awaited).toEqual({});
    kit.listensSince = null;
    kit.sync.levels('square', [kit.level('square', 2, 9)], 'sweep');
    expect(kit.sync.hearing.of('square', NOW).awaited).toEqual({});
  });

  it('without a number are read, at the paired location or where none is named; the catalog reads the rest', () => {
    const kit = new SyncKit();
    kit.db.run('update variant set shopify_tracked = 0 where key = 3');
    const named = [
      { stockId: '1', locationId: 'place-shopify' },
      { stockId: '2', locationId: null },
      { stockId: '3', locationId: null },
      { stockId: '9', locationId: null },
      { stockId: '8', locationId: 'another' },
    ];
    expect(kit.sync.readUnstated('shopify', named)).toEqual(['3', '9']);
    expect(kit.calls).toMatchObject([{ kind: 'read', source: 'shopify', request: ['1', '2'], locationId: 'place-shopify' }]);
  });
});

describe('our own writes', () => {
  it('are awaited by webhook', async () => {
    const kit = new SyncKit();
    kit.stands('square', 1, 8);
    await kit.answer(applied(kit, 'shopify', 1, 8));
    expect(Object.keys(kit.sync.hearing.of('shopify', NOW).awaited)).toEqual(['1']);
  });

  it('wait while auto-sync is off, and are sent when it is on again', () => {
    const kit = new SyncKit();
    kit.autoSync = false;
    kit.stands('square', 1, 8);
    kit.sync.resume();
    expect(kit.calls).toEqual([]);
    kit.autoSync = true;
    kit.sync.resume();
    expect(changesOf(kit.calls[0])).toEqual([['1', -2]]);
  });

  it('to an item that contradicts the catalog are reported', async () => {
    const kit = new SyncKit();
    kit.stands('square', 1, 8);
    await kit.answer({ kind: 'refused', items: [{ index: 0, reason: 'deleted' }] });
    expect(kit.toldOf('outdated')).toEqual([['outdated', 'shopify', '1']]);
  });
});

describe('the next instance', () => {
  it('repeats what was in flight with the same key and bytes, from the journal alone', () => {
    const kit = new SyncKit();
    kit.stands('square', 1, 8);
    const next = new SyncKit(kit.db);
    next.sync.start();
    expect(next.calls.map(({ request }) => request)).toEqual(kit.calls.map(({ request }) => request));
    expect(levelOf(next, 1).square.accounted).toBe(fromUnits(8));
  });

  it('sends what was pending, and forgets nothing after a checkpoint', () => {
    const kit = new SyncKit();
    kit.autoSync = false;
    kit.stands('square', 1, 8);
    kit.sync.checkpoint(7);
    const next = new SyncKit(kit.db);
    next.sync.start();
    expect(changesOf(next.calls[0])).toEqual([['1', -2]]);
    expect(next.sync.journal.lag()).toEqual(kit.sync.lag.hours());
  });

  it('takes the row where the note is of an earlier epoch', () => {
    const kit = new SyncKit();
    kit.stands('square', 1, 8);
    const next = new SyncKit(kit.db);
    next.epochNumber = 2;
    next.sync.start();
    expect([next.calls, levelOf(next, 1).square.accounted]).toEqual([[], fromUnits(10)]);
  });

  it('keeps the ops of variants that are gone as long as their request is open', async () => {
    const kit = new SyncKit();
    kit.sync.turn(() => {
      kit.stands('square', 1, 8);
      kit.stands('square', 2, 9);
    });
    const gone = levelOf(kit, 2).shopify.inFlight ?? expect.fail();
    kit.sync.writeRows();
    kit.sync.detached.keep({ source: 'shopify', stockId: '2', op: gone });
    kit.sync.detached.keep({ source: 'shopify', stockId: '7', op: { ...gone, key: 'another' } });
    kit.db.run('delete from variant where key = 2');
    const next = new SyncKit(kit.db);
    next.sync.start();
    expect(next.sync.detached.all().map(({ stockId }) => stockId)).toEqual(['2']);
    // Only a look-up compares the time of the number that a change starts from.
    expect(changesOf(next.calls[0])).toEqual(changesOf(kit.calls[0]));
    expect(next.calls[0]?.request).toMatchObject({ key: 'key-1' });
    await next.answer({ kind: 'applied', levels: [next.level('shopify', 1, 8), null] });
    next.sync.checkpoint(7);
    const third = new SyncKit(kit.db);
    third.sync.start();
    expect(third.sync.detached.all()).toEqual([]);
  });
});

describe('rows', () => {
  it('that are behind are written for others who read them, and the account is told', () => {
    const kit = new SyncKit();
    kit.stands('square', 1, 8);
    kit.told.length = 0;
    kit.sync.writeRows();
    expect(rowOf(kit, 1)).toMatchObject({ square: fromUnits(8) });
    expect(rowOf(kit, 1)?.cell).toContain('key-1');
    expect(kit.toldOf('changed')).toEqual([['changed', [1]]]);
    kit.told.length = 0;
    kit.sync.writeRows();
    expect(kit.toldOf('changed')).toEqual([]);
  });

  it('are written before a checkpoint, which drops old days', () => {
    const kit = new SyncKit();
    kit.stands('square', 1, 8);
    kit.sync.checkpoint(7);
    expect(rowOf(kit, 1)).toMatchObject({ square: fromUnits(8) });
    expect(new SyncKit(kit.db).sync.journal.unsettled()).toEqual([1]);
    kit.sync.journal.delivered(1);
    kit.time += 9 * 86_400_000;
    kit.stands('square', 2, 8);
    kit.sync.checkpoint(7);
    expect(kit.db.rows("select name from sqlite_master where name glob 'day_*'")).toEqual([{ name: 'day_20009' }]);
  });
});

describe('the end of an epoch', () => {
  it('names in the history what will not be sent, forgets it, and frees the lanes', async () => {
    const kit = new SyncKit();
    kit.stands('square', 1, 8);
    kit.autoSync = false;
    kit.stands('square', 2, 9);
    kit.sync.levels('square', [kit.level('square', 9, 1)], 'webhook');
    kit.lines.length = 0;
    kit.epochNumber = 2;
    kit.sync.endEpoch();
    expect(kit.lines.map(({ sku, fact }) => [sku, fact])).toEqual([
      ['sku-1', { kind: 'dropped', side: 'shopify', amount: fromUnits(-2), uncertain: fromUnits(-2), why: 'epoch-ended' }],
      ['sku-2', { kind: 'dropped', side: 'shopify', amount: fromUnits(-1), uncertain: 0, why: 'epoch-ended' }],
    ]);
    expect(kit.db.rows('select key from variant where cell is not null')).toEqual([]);
    expect(kit.db.row<{ apart: number | null }>('select apart from variant where key = 1')?.apart).toBeNull();
    expect(kit.sync.early.of({ shopify: null, square: 'q9' })).toBeNull();
    expect(kit.sync.hearing.of('square', NOW).awaited).toEqual({});
    expect([kit.sync.store.open(), kit.sync.nextAt(30_000)]).toEqual([[], NOW + 30_000]);
    await kit.answer(applied(kit, 'shopify', 1, 8));
    expect(levelOf(kit, 1).shopify.accounted).toBe(fromUnits(10));
    const next = new SyncKit(kit.db);
    next.epochNumber = 2;
    next.sync.start();
    expect(next.calls).toEqual([]);
  });

  it('names what is held together with what is pending', () => {
    const kit = new SyncKit();
    kit.autoSync = false;
    kit.stands('square', 1, 8);
    kit.sync.turn(() => {
      kit.sync.put(1, withSide(levelOf(kit, 1), 'shopify', { held: fromUnits(-5) }));
    });
    kit.lines.length = 0;
    kit.sync.endEpoch();
    expect(kit.lines.map(({ fact }) => fact)).toMatchObject([{ amount: fromUnits(-7), uncertain: 0 }]);
  });

  it('with the same pair starts again from certain numbers, and reads the others', async () => {
    const kit = new SyncKit();
    kit.stands('square', 1, 8);
    kit.lines.length = 0;
    kit.sync.restart();
    expect(kit.lines.map(({ fact }) => fact)).toMatchObject([{ kind: 'dropped', why: 'lapsed', amount: fromUnits(-2) }]);
    expect(levelOf(kit, 1)).toMatchObject({ shopify: { accounted: null, needsRead: true }, square: { accounted: fromUnits(8) } });
    await kit.answer(applied(kit, 'shopify', 1, 8));
    expect(kit.calls).toMatchObject([{ kind: 'read', source: 'shopify', request: ['1'] }]);
  });

  it('with the same pair leaves known what was linked once, also where nothing else is open and no instance has it in memory', () => {
    const kit = new SyncKit();
    kit.sync.turn(() => {
      kit.sync.put(1, withSide(levelOf(kit, 1), 'square', { unlinkedAt: fromUnits(7) }));
    });
    const next = new SyncKit(kit.db);
    next.sync.start();
    expect(next.sync.store.open()).toEqual([]);
    next.sync.restart();
    expect(levelOf(next, 1).square).toMatchObject({ unlinkedAt: fromUnits(7), accounted: fromUnits(10), needsRead: false });
    expect(levelOf(new SyncKit(kit.db), 1).square.unlinkedAt).toBe(fromUnits(7));
  });
});

describe('a link that may end', () => {
  it('is reported after the turn, and kept if it is no longer to end', async () => {
    const kit = new SyncKit();
    kit.sync.turn(() => kit.sync.engine.mayEnd(1, 'sku-changed'));
    await kit.answer({ kind: 'levels', levels: [kit.level('shopify', 1, 10, 1_000)], gone: [] });
    expect(kit.toldOf('settled')).toEqual([]);
    await kit.answer({ kind: 'levels', levels: [kit.level('square', 1, 10, 1_000)], gone: [] });
    expect(kit.toldOf('settled')).toEqual([['settled', [1]]]);
    expect(levelOf(kit, 1).ending).toBeNull();
  });

  it('stays about to end as long as the catalog says so', async () => {
    const kit = new SyncKit();
    kit.due = [1];
    kit.sync.turn(() => kit.sync.engine.mayEnd(1, 'sku-changed'));
    await kit.answer({ kind: 'levels', levels: [kit.level('shopify', 1, 10, 1_000)], gone: [] });
    await kit.answer({ kind: 'levels', levels: [kit.level('square', 1, 10, 1_000)], gone: [] });
    expect(levelOf(kit, 1).ending).toBe('sku-changed');
  });
});

it('the sides of a variant are both of a linked one, or the one it has', () => {
  const kit = new SyncKit();
  kit.db.run('update variant set item_id = null where key = 2');
  const sides = (key: number) => kit.sync.sidesOf(kit.sync.store.byKey(key) ?? expect.fail());
  expect([sides(1), sides(2)]).toEqual([['shopify', 'square'], ['square']]);
});

it('lines without a side, or of other facts, name the first platform’s location and no stock id unless a link starts', () => {
  const kit = new SyncKit();
  kit.sync.turn(() => {
    kit.sync.line(1, { kind: 'linked', shopify: 1, square: 1 });
    kit.sync.line(1, { kind: 'frozen', side: 'square', delta: 1, op: 'k' });
    kit.sync.line(9, { kind: 'linked', shopify: 1, square: 1 });
  });
  expect(kit.lines.map(({ location, stock, sku, originator }) => [location, stock, sku, originator])).toEqual([
    ['Shop (shopify)', '1', 'sku-1', 'shelfbridge'],
    ['Shop (square)', undefined, 'sku-1', 'shelfbridge'],
    ['Shop (shopify)', undefined, '', 'shelfbridge'],
  ]);
});

describe('a turn that', () => {
  it('is asked for sends what has waited long enough', () => {
    const kit = new SyncKit();
    kit.stands('shopify', 1, -5);
    expect(kit.calls.map(({ kind }) => kind)).toEqual(['classify']);
    kit.time += 2_000;
    kit.sync.resume();
    expect(changesOf(kit.calls[1])).toEqual([['q1', -15]]);
  });

  it('finds a key that is known with another body tells the operators', async () => {
    const kit = new SyncKit();
    kit.stands('square', 1, 8);
    await kit.answer({ kind: 'key-mismatch' });
    expect(kit.toldOf('alert')).toHaveLength(1);
    expect(levelOf(kit, 1).shopify.indeterminate).toBe(true);
  });

  it('hears of a change without its number waits for no other webhook of it', () => {
    const kit = new SyncKit();
    kit.sync.levels('square', [kit.level('square', 1, 9)], 'sweep');
    expect(Object.keys(kit.sync.hearing.of('square', NOW).awaited)).toEqual(['q1']);
    kit.sync.readUnstated('square', [{ stockId: 'q1', locationId: null }]);
    expect(kit.sync.hearing.of('square', NOW).awaited).toEqual({});
  });

  it('ends the epoch leaves nothing to repeat or to wait for', async () => {
    const kit = new SyncKit();
    kit.stands('square', 1, 8);
    await kit.answer({ kind: 'ambiguous', detail: '' });
    expect(kit.sync.nextAt(30_000)).toBe(NOW + 500);
    kit.epochNumber = 2;
    kit.sync.endEpoch();
    expect(kit.sync.nextAt(30_000)).toBeNull();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MemoryDatabase } from '../../scripts/sim/object/shims/sqlite';
import { fromUnits } from '../../src/domain/quantity';
import { SOURCES, type Source } from '../../src/domain/source';
import { shapeHost } from '../../src/durable/account/shape-host';
import { Catalog } from '../../src/durable/catalog/catalog';
import { Directory } from '../../src/durable/catalog/directory';
import { DirectoryBuilder } from '../../src/durable/catalog/directory-builder';
import type { Shape } from '../../src/durable/catalog/directory-index';
import { KeptShape, type ShapeLimits } from '../../src/durable/catalog/kept-shape';
import type { Database } from '../../src/durable/store/database';
import { migrate } from '../../src/durable/store/migrate';
import { catalogLevels } from '../../src/durable/sync/catalog-levels';
import { side } from '../domain/catalog/sides';
import { openMemory, openOver, withVariants } from './memory-database';
import { NOW, SyncKit } from './sync-kit';

const MINUTE = 60_000;

/** Limits that a few variants reach. */
const FEW: ShapeLimits = { recentAt: 3, partsAt: 5, mostChanged: 12 };

/** One instance of an account: its sync, its catalog, and the shape that its lists use. */
class Instance {
  readonly kit: SyncKit;
  readonly catalog: Catalog;
  readonly shape: KeptShape;

  constructor(db: Database, time: number, limits: ShapeLimits) {
    this.kit = new SyncKit(db);
    this.kit.time = time;
    const { kit } = this;
    const host = { now: kit.now, wake: () => undefined };
    this.catalog = new Catalog(db, catalogLevels(kit.sync), { ...host, graceMs: MINUTE }, shapeHost({ host, sync: kit.sync }));
    this.shape = new KeptShape(db, shapeHost({ host, sync: kit.sync }), limits);
    // The catalog's own directory is replaced, so that its limits are the test's.
    Object.assign(this.catalog.directory, { shape: this.shape });
    kit.changed = (keys) => {
      this.shape.touch(keys);
    };
    kit.linkSettled = (keys) => this.catalog.relink(keys);
    kit.sync.start();
  }

  /** As the alarm does it. */
  checkpoint(): void {
    const { sync, lines } = this.kit;
    sync.journal.delivered(lines.at(-1)?.seq ?? 0);
    sync.turn(() => {
      sync.writeRows();
      this.shape.storeQuantities();
      sync.checkpoint(30);
    });
  }
}

const units = (quantity: number) => ({ level: { quantity: fromUnits(quantity), at: NOW + 500 } });

/** An account whose object can be killed. */
class World {
  readonly db: Database;
  readonly limits: ShapeLimits;
  now: Instance;

  constructor(db = withVariants(20), limits = FEW) {
    this.db = db;
    this.limits = limits;
    this.now = new Instance(db, NOW, limits);
  }

  kill(): void {
    this.now = new Instance(this.db, this.now.kit.time, this.limits);
  }

  /** Stores the directory in slices. */
  async store(): Promise<void> {
    await this.now.shape.rebuild(async () => Promise.resolve());
  }

  /** What an instance without memory would show, and what it reads for that. */
  cold(): { readonly shape: Shape; readonly read: number } {
    this.kill();
    this.now.kit.sync.writeRows();
    const before = this.db.counted.read;
    return { shape: this.now.shape.current(), read: this.db.counted.read - before };
  }

  /** What a scan of all rows shows. */
  scanned(): Shape {
    this.now.kit.sync.writeRows();
    return new DirectoryBuilder(this.db).finish();
  }

  /** A sale that is passed on. */
  async sell(key: number, units: number): Promise<void> {
    const { kit } = this.now;
    kit.time += 1_000;
    kit.stands('square', key, units);
    await kit.answer({ kind: 'applied', levels: [kit.level('shopify', key, units)] });
  }
}

/** Variants as `side` describes them, so that a read changes only what a test changes; 15 to 17 are Shopify's alone, 18 to 20 Square's. */
function described(): Database {
  const db = withVariants(20);
  const texts = (source: Source): string =>
    ['product', 'name', 'barcode', 'price'].map((column, at) => `${source}_${column} = '${['Shirt', 'Red', '', '12.50'][at]}'`).join(', ');
  db.run(
    `update variant set variant_id = item_id + 1000, product_id = 77, ${texts('shopify')}, square_item_id = 'ITEM', ${texts('square')}`,
  );
  const none = (source: Source): string =>
    ['product', 'name', 'sku', 'barcode', 'price', 'tracked', 'quantity', 'seen'].map((column) => `${source}_${column} = null`).join(', ');
  db.run(`update variant set variation_id = null, square_item_id = null, apart = null, ${none('square')} where key between 15 and 17`);
  db.run(`update variant set item_id = null, variant_id = null, product_id = null, apart = null, ${none('shopify')} where key >= 18`);
  return db;
}

const isStored = (db: Database): boolean => db.row('select id from directory') !== null;

describe('a directory that is stored', () => {
  it('is read by the next instance, with the quantities that changed since', async () => {
    const world = new World();
    await world.store();
    await world.sell(3, 7);
    expect(isStored(world.db)).toBe(true);
    expect(world.cold().shape).toEqual(world.scanned());
    expect(world.now.shape.current().index.square[2]).toBe(fromUnits(7));
  });

  it.each<[string, (world: World) => unknown]>([
    ['a webhook', ({ now: { kit } }) => kit.stands('shopify', 16, 4)],
    ['a read', ({ now: { catalog } }) => catalog.refreshSides('shopify', [side('shopify', '16', 'sku-16', units(4))], [])],
  ])('is read with the quantity of a variant that is not linked, from %s', async (_what, change) => {
    const world = new World(described());
    await world.store();
    world.now.kit.time += 1_000;
    change(world);
    expect(isStored(world.db)).toBe(true);
    expect(world.now.shape.current().index.shopify[15]).toBe(fromUnits(4));
    expect(world.cold().shape).toEqual(world.scanned());
  });

  it('costs a sale no row: the journal’s row names what it changes', async () => {
    const written = async (store: boolean): Promise<{ read: number; written: number }> => {
      const world = new World(withVariants(20), { recentAt: 100, partsAt: 4_000, mostChanged: 5_000 });
      if (store) await world.store();
      const { read, written: before } = world.db.counted;
      for (let key = 1; key <= 20; key += 1) {
        await world.sell(key, 5);
        world.now.kit.stands('shopify', key, 5, world.now.kit.time + 1);
        if (key % 4 === 0) world.now.checkpoint();
      }
      return { read: world.db.counted.read - read, written: world.db.counted.written - before };
    };
    const [without, withIt] = [await written(false), await written(true)];
    expect(withIt.written).toBe(without.written);
    // Whether one is stored is looked up once.
    expect(withIt.read).toBeLessThanOrEqual(without.read + 1);
  });

  it('keeps quantities beside its parts and later in them, so that the next instance reads few rows', async () => {
    const world = new World(withVariants(200), { recentAt: 20, partsAt: 100, mostChanged: 500 });
    await world.store();
    for (let key = 1; key <= 190; key += 1) {
      await world.sell(key, 4);
      if (key % 10 === 0) world.now.checkpoint();
    }
    const { shape, read } = world.cold();
    expect(shape).toEqual(world.scanned());
    expect(read).toBeLessThanOrEqual(30);
    expect(JSON.parse(world.db.row<{ recent: string }>('select recent from directory')?.recent ?? '')).not.toEqual([]);
  });

  it('is no longer valid once a variant changes its name, and is due when that has been quiet for a minute', async () => {
    const world = new World();
    await world.store();
    expect(world.now.shape.dueAt()).toBeNull();
    world.now.catalog.refreshSides('shopify', [side('shopify', '3', 'sku-3', { productName: 'Zebra' })], []);
    expect(isStored(world.db)).toBe(false);
    expect(world.now.shape.dueAt()).toBe(NOW + 10 * MINUTE);
    const { shape } = world.cold();
    expect(shape).toEqual(world.scanned());
    expect(shape.names.at(-1)).toBe(2);
  });

  it('stays valid when only a price changes', async () => {
    const world = new World();
    world.now.catalog.refreshSides('shopify', [side('shopify', '3', 'sku-3')], []);
    await world.store();
    expect(world.now.catalog.refreshSides('shopify', [side('shopify', '3', 'sku-3', { price: '99.00' })], [])).toBe(true);
    expect(isStored(world.db)).toBe(true);
    expect(world.cold().shape).toEqual(world.scanned());
  });

  it('is stored by a look that had to scan, unless the catalog has just changed', () => {
    const world = new World();
    world.now.catalog.refreshSides('shopify', [side('shopify', '3', 'sku-3', { name: 'Blue' })], []);
    world.now.shape.current();
    expect(isStored(world.db)).toBe(false);
    world.kill();
    world.now.shape.current();
    expect(isStored(world.db)).toBe(true);
  });

  it('is given up rather than read with thousands of newer rows, and due again', async () => {
    const world = new World();
    await world.store();
    for (let key = 1; key <= 13; key += 1) await world.sell(key, 3);
    world.now.checkpoint();
    expect([isStored(world.db), world.now.shape.dueAt()]).toEqual([false, NOW + 10 * MINUTE]);
    await world.store();
    expect(world.cold().shape).toEqual(world.scanned());
  });
});

describe('a rebuild', () => {
  /** More variants than a slice. */
  const LARGE = 12_000;
  const large = (): Database => {
    const db = openMemory();
    db.run(
      `with recursive n (k) as (select 1 union all select k + 1 from n where k < ${LARGE})
        insert into variant (key, item_id, variation_id, shopify_product, shopify_sku, square_sku, shopify_tracked, square_tracked,
          shopify_quantity, shopify_seen, square_quantity, square_seen, apart)
        select k, k, 'q' || k, 'Product ' || (k * 7919 % 1000), 'sku-' || k, 'sku-' || k, 1, 1, 1000000, 1000, 1000000, 1000, 0 from n`,
    );
    return db;
  };

  it('that is killed in the middle leaves nothing valid, and the next one stores all', async () => {
    const world = new World(large());
    let slices = 0;
    const killed = world.now.shape.rebuild(async () => {
      slices += 1;
      return slices < 2 ? Promise.resolve() : new Promise(() => undefined);
    });
    for (let round = 0; round < 5; round += 1) await Promise.resolve();
    expect([slices, isStored(world.db)]).toEqual([2, false]);
    void killed;
    world.kill();
    await world.store();
    const { shape, read } = world.cold();
    expect(read).toBeLessThanOrEqual(10);
    expect(shape).toEqual(world.scanned());
  });

  it('follows sales between its slices, also of rows that it has read', async () => {
    const world = new World(large());
    let slices = 0;
    await world.now.shape.rebuild(async () => {
      slices += 1;
      await world.sell(slices, 1);
      await world.sell(LARGE - slices, 1);
    });
    expect(slices).toBe(2);
    expect(world.now.shape.current()).toEqual(world.scanned());
    expect(world.cold().shape).toEqual(world.scanned());
  });

  it('ends when the structure changes between its slices, and stores nothing old', async () => {
    const world = new World(large());
    await world.now.shape.rebuild(async () => {
      world.now.catalog.refreshSides('shopify', [side('shopify', '1', 'sku-1', { productName: 'Zebra' })], []);
    });
    expect(isStored(world.db)).toBe(false);
    expect(world.now.shape.current()).toEqual(world.scanned());
  });

  it('is finished by a look that comes between its slices', async () => {
    const world = new World(large());
    let seen: Shape | null = null;
    await world.now.shape.rebuild(async () => {
      seen ??= structuredClone(world.now.shape.current());
    });
    expect(seen).toEqual(world.scanned());
    expect(isStored(world.db)).toBe(true);
  });
});

describe('another release on the same rows', () => {
  it.each<[string, string]>([
    ['a quantity', 'update variant set square_quantity = 5 where key = 3'],
    ['a name', "update variant set shopify_product = 'Zebra' where key = 3"],
    ['a SKU', "update variant set square_sku = 'sku-4' where key = 3"],
    ['tracking', 'update variant set square_tracked = 0 where key = 3'],
    ['a status', "update variant set shopify_status = 'archived' where key = 3"],
    ['a new row', "insert into variant (item_id, shopify_sku, shopify_tracked) values (99, 'sku-4', 1)"],
    ['a deleted row', 'delete from variant where key = 3'],
  ])('makes what is stored invalid when it changes %s', async (_what, sql) => {
    const world = new World();
    await world.store();
    world.db.run('update variant set apart = 1, shopify_seen = 5 where key = 3');
    expect(isStored(world.db)).toBe(true);
    world.db.run(sql);
    expect(isStored(world.db)).toBe(false);
    expect(world.cold().shape).toEqual(world.scanned());
  });

  it('may have written a checkpoint that does not name what had changed before: everything is read', async () => {
    const world = new World();
    await world.store();
    await world.sell(3, 7);
    world.now.checkpoint();
    const [day] = world.db.rows<{ name: string }>("select name from sqlite_master where name glob 'day_*'");
    const { body = '' } = world.db.row<{ body: string }>(`select body from "${day?.name}" order by id desc limit 1`) ?? {};
    const { m } = JSON.parse(body) as { m: object };
    world.db.run(`insert into "${day?.name}" (seq, body) values (null, ?)`, JSON.stringify({ m }));
    expect(world.cold().shape).toEqual(world.scanned());
    expect(world.now.shape.current().index.square[2]).toBe(fromUnits(7));
    world.kill();
    // The next alarm makes it invalid, which the checkpoint that follows may then state.
    world.now.checkpoint();
    expect(world.now.kit.sync.journal.countedKeys()).toEqual(new Set());
    await world.store();
    world.now.checkpoint();
    expect(world.cold().shape).toEqual(world.scanned());
  });

  it('of the version before is upgraded to one without a stored directory, which is due at once', () => {
    const database = new MemoryDatabase();
    const db = openOver(database);
    migrate(db, 10);
    db.run("insert into variant (key, item_id, shopify_sku, shopify_tracked, shopify_quantity) values (4, 44, 'a', 1, 100000)");
    db.run('create table day_20000 (id integer primary key, seq integer, body text not null)');
    db.run(`insert into day_20000 (seq, body) values (null, '{"m":{"delivered":0,"open":[]}}')`);
    migrate(db);
    const world = new World(db);
    expect(world.now.shape.dueAt()).toBeLessThanOrEqual(NOW);
    expect(world.now.shape.current()).toEqual(world.scanned());
  });
});

/** A step of a random history; numbers choose variants and quantities. */
type Step = readonly [kind: string, a: number, b: number];

const KINDS = [
  'webhook',
  'webhook',
  'webhook',
  'answer',
  'answer',
  'rename',
  'sku',
  'gone',
  'new',
  'status',
  'quantity',
  'checkpoint',
  'store',
  'kill',
  'day',
  'look',
];

async function play(world: World, [kind, a, b]: Step): Promise<void> {
  const { kit, catalog, shape } = world.now;
  kit.time += 1_000;
  const source: Source = SOURCES[b % 2] ?? 'square';
  const key = 1 + (a % 24);
  const stockId = source === 'shopify' ? String(key) : `q${key}`;
  const level = { quantity: fromUnits(b % 9), at: kit.time };
  const fresh = (more: Parameters<typeof side>[3]): void => {
    const sku = catalog.find(source, stockId)?.[source]?.sku ?? `sku-${key}`;
    catalog.refreshSides(source, [side(source, stockId, sku, { level, ...more })], []);
  };
  switch (kind) {
    case 'webhook':
      kit.stands(source, key, b % 9);
      return;
    case 'answer': {
      const [call] = kit.calls;
      if (call === undefined) return;
      if (call.kind === 'write' && 'changes' in call.request) {
        const { changes } = call.request;
        await kit.answer(b % 5 === 0 ? { kind: 'ambiguous', detail: '' } : { kind: 'applied', levels: changes.map(() => null) });
      } else kit.calls.shift();
      return;
    }
    case 'rename':
      return fresh({ productName: `Name ${b % 5}` });
    case 'sku':
      return void catalog.refreshSides(source, [side(source, stockId, `sku-${b % 24}`, { level })], []);
    case 'gone':
      return void catalog.refreshSides(source, [], [stockId]);
    case 'new':
      return fresh({ name: 'New' });
    case 'status':
      return fresh({ productStatus: b % 3 === 0 ? 'archived' : 'draft', tracked: b % 4 !== 0 });
    case 'quantity':
      return fresh({});
    case 'checkpoint':
      return world.now.checkpoint();
    case 'store':
      return shape.rebuild(async () => Promise.resolve());
    case 'kill':
      return world.kill();
    case 'day':
      kit.time += 86_400_000;
      return;
    default:
      kit.sync.writeRows();
      shape.current();
  }
}

describe('lists and counts', () => {
  it('are those of a full scan after any history, in memory and after a kill', async () => {
    const number = fc.nat(1_000);
    const step = fc.tuple(fc.constantFrom(...KINDS), number, number);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
        const world = new World(described());
        for (const one of steps) {
          await play(world, one);
          if (one[0] === 'look' || one[0] === 'kill') {
            world.now.kit.sync.writeRows();
            expect(world.now.shape.current()).toEqual(world.scanned());
          }
        }
        world.now.kit.sync.writeRows();
        expect(world.now.shape.current()).toEqual(world.scanned());
        expect(world.cold().shape).toEqual(world.scanned());
      }),
      { numRuns: 80 },
    );
  }, 120_000);

  it('are ordered as the database orders texts', () => {
    const text = fc.oneof(
      fc.constantFrom('', 'a', 'A', 'b', 'ab', 'a b', 'Z', 'é', 'É', '￿', '😀', ' a'),
      fc.string({ maxLength: 4, unit: 'grapheme' }),
    );
    const row = fc.record({ product: text, name: text, sku: text, item: fc.option(fc.integer({ min: 1, max: 12 })) });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 25 }), (rows) => {
        const db = openMemory();
        const clean = (given: string): string => given.replaceAll('\0', '');
        for (const [at, { product, name, sku, item }] of rows.entries()) {
          if (item !== null)
            db.run(
              'insert into variant (item_id, product_id, shopify_product, shopify_name, shopify_sku) values (?, ?, ?, ?, ?)',
              at,
              item,
              clean(product),
              clean(name),
              clean(sku),
            );
          else
            db.run(
              'insert into variant (variation_id, square_item_id, square_product, square_name, square_sku) values (?, ?, ?, ?, ?)',
              `q${at}`,
              `I${at % 3}`,
              clean(product),
              clean(name),
              clean(sku),
            );
        }
        const { index, names, skus } = new DirectoryBuilder(db).finish();
        const name = `coalesce(shopify_product, square_product) collate nocase, coalesce(product_id, square_item_id),
          coalesce(shopify_name, square_name) collate nocase, key`;
        const sku = `coalesce(nullif(shopify_sku, ''), square_sku, '') collate nocase, ${name}`;
        const ordered = (by: string): number[] => db.rows<{ key: number }>(`select key from variant order by ${by}`).map(({ key }) => key);
        expect([...names].map((at) => index.keys[at])).toEqual(ordered(name));
        expect([...skus].map((at) => index.keys[at])).toEqual(ordered(sku));
      }),
      { numRuns: 200 },
    );
  });

  it('count what a scan counts', async () => {
    const world = new World();
    await world.store();
    await world.sell(3, 7);
    world.kill();
    const host = { now: () => NOW, wake: () => undefined };
    const changed = { keys: () => null, quantitiesOf: () => null, settle: () => undefined };
    const scanned = new Directory(openOver(new MemoryDatabase()), { ...host, changed });
    Object.assign(scanned, { shape: { current: () => world.scanned() } });
    expect(world.now.catalog.directory.counts()).toEqual(scanned.counts());
    expect(world.now.catalog.directory.counts()).toMatchObject({ all: 20, inSync: 20 });
  });
});

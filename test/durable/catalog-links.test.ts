import { describe, test, expect } from 'vitest';

import { side } from '../domain/catalog/sides';
import { inObject, type CatalogWorld, units, objectTest } from './catalog-harness';

const x = (id: number, sku: string) => side('shopify', String(id), sku, { ...units(10 * id), productId: `7${id}` });
const y = (id: number, sku: string) => side('square', `V${id}`, sku, { ...units(10 * id), productId: `I${id}` });

/** Creates three linked variants, 1=V1 by A, 2=V2 by B, 3=V3 by C, with stored state on each side. */
async function pairs(world: CatalogWorld): Promise<void> {
  world.platforms.sides.shopify = [x(1, 'A'), x(2, 'B'), x(3, 'C')];
  world.platforms.sides.square = [y(1, 'A'), y(2, 'B'), y(3, 'C')];
  await world.snapshotBoth();
  for (const id of [1, 2, 3]) {
    const cell = JSON.stringify({ a: { p: id }, b: { h: 10 * id } });
    world.db.run('update variant set cell = ? where item_id = ?', cell, id);
  }
}

/** The stored state of each stock id, as `id:what`. */
function kept(world: CatalogWorld): string[] {
  type Row = { readonly item_id: number | null; readonly variation_id: string | null; readonly cell: string | null };
  return world.db
    .rows<Row>('select item_id, variation_id, cell from variant')
    .flatMap(({ item_id, variation_id, cell }) => {
      const { a, b } = JSON.parse(cell ?? '{}') as { a?: unknown; b?: unknown };
      return [
        ...(a === undefined ? [] : [`${item_id}:${JSON.stringify(a)}`]),
        ...(b === undefined ? [] : [`${variation_id}:${JSON.stringify(b)}`]),
      ];
    })
    .sort();
}

const KEPT = ['1:{"p":1}', '2:{"p":2}', '3:{"p":3}', 'V1:{"h":10}', 'V2:{"h":20}', 'V3:{"h":30}'];
const shopify = (world: CatalogWorld, ...sides: ReturnType<typeof x>[]): boolean => world.catalog.refreshSides('shopify', sides, []);
const square = (world: CatalogWorld, ...sides: ReturnType<typeof y>[]): boolean => world.catalog.refreshSides('square', sides, []);
const keyOf = (world: CatalogWorld, id: number): number => world.catalog.find('shopify', String(id))?.key ?? 0;

describe('a link', () => {
  objectTest('holds through the grace period, wakes the object at its end, and ends then', async (world) => {
    await pairs(world);
    const key = keyOf(world, 1);
    shopify(world, x(1, 'NEW'));
    const ends = world.now + world.graceMs;
    expect([world.catalog.graceEndsAt(), ...world.woken]).toEqual([ends, ends]);
    world.now = ends - 1;
    world.catalog.endGracePeriods();
    shopify(world, x(1, 'NEW'));
    expect(world.rows()).toContain('1:10|V1:10');
    world.now = ends;
    // One side alone says nothing about the other, which may have been renamed as well.
    shopify(world, x(1, 'NEW'));
    expect(world.rows()).toContain('1:10|V1:10');
    expect(world.levels.told).toEqual([]);
    world.catalog.endGracePeriods();
    expect(world.rows()).toEqual(expect.arrayContaining(['1:10|-', '-|V1:10']));
    expect(world.levels.told).toEqual([`may end ${key} sku-changed`, `close ${key} sku-changed`]);
    expect(world.catalog.graceEndsAt()).toBeNull();
    expect(kept(world)).toEqual(KEPT);
    expect(world.levels.facts).toHaveLength(1);
  });

  objectTest('that is not settled when its grace period ends waits for the sync, and the alarm does not ask again', async (world) => {
    await pairs(world);
    const key = keyOf(world, 1);
    shopify(world, x(1, 'NEW'));
    world.now += 1_000;
    shopify(world, x(2, 'OTHER'));
    world.now += world.graceMs - 1_000;
    world.levels.settled = false;
    world.catalog.endGracePeriods();
    expect(world.levels.told).toEqual([`may end ${key} sku-changed`]);
    expect(world.catalog.graceEndsAt()).toBe(world.now + 1_000);
    world.catalog.endGracePeriods();
    expect(world.levels.told).toHaveLength(1);
    world.levels.settled = true;
    world.catalog.relink([key], 'over');
    expect(world.rows()).toEqual(expect.arrayContaining(['1:10|-', '2:20|V2:20']));
    // A new instance of the object asks once more about links that have not ended.
    world.now += 1_000;
    world.levels.settled = false;
    world.catalog.endGracePeriods();
    world.restart();
    expect(world.catalog.graceEndsAt()).toBeLessThanOrEqual(world.now);
    world.catalog.endGracePeriods();
    expect(world.rows()).toContain('2:20|-');
    expect(kept(world)).toEqual(KEPT);
  });

  objectTest('survives a SKU that comes back, and starts another period when it changes again', async (world) => {
    await pairs(world);
    square(world, y(1, ''));
    world.now += 60_000;
    square(world, y(1, 'A'));
    expect(world.catalog.graceEndsAt()).toBeNull();
    world.now += world.graceMs;
    square(world, y(1, 'A-2'));
    expect(world.catalog.graceEndsAt()).toBe(world.now + world.graceMs);
    expect(world.levels.told).toEqual([]);
    expect(world.levels.facts).toMatchObject([
      { shopify: 'A', square: '' },
      { shopify: 'A', square: 'A-2' },
    ]);
  });

  test('whose SKU is exchanged on either side holds until both links are settled, then the sides swap rows with all their stored state', async ({
    expect,
  }) => {
    for (const exchange of [
      (world: CatalogWorld) => shopify(world, x(1, 'B'), x(2, 'A')),
      (world: CatalogWorld) => square(world, y(1, 'B'), y(2, 'A')),
    ]) {
      await inObject(async (world) => {
        await pairs(world);
        const [first, second] = [keyOf(world, 1), keyOf(world, 2)];
        world.levels.settled = false;
        exchange(world);
        expect(world.rows().sort()).toEqual(['1:10|V1:10', '2:20|V2:20', '3:30|V3:30']);
        expect(world.levels.told).toEqual([`may end ${first} sku-changed`, `may end ${second} sku-changed`]);
        expect(world.catalog.relink([first])).toEqual([first]);
        world.levels.settled = true;
        expect(world.catalog.relink([first, second])).toEqual([]);
        expect(world.rows().sort()).toEqual(['1:10|V2:20', '2:20|V1:10', '3:30|V3:30']);
        expect(world.levels.told.slice(-2)).toEqual([
          `baseline ${first} refresh reading shopify,square`,
          `baseline ${second} refresh reading shopify,square`,
        ]);
        expect(kept(world)).toEqual(KEPT);
        expect(world.levels.facts).toEqual([]);
        const { changes } = world.catalog;
        expect(world.catalog.relink([first, second])).toEqual([]);
        expect(world.catalog.changes).toBe(changes);
      });
    }
  });

  test('in a rotation of three moves on with its stock ids, in whatever order the sync settles the links', async ({ expect }) => {
    for (const order of [[1, 2, 3], [3, 1, 2], null]) {
      await inObject(async (world) => {
        await pairs(world);
        const keys = [1, 2, 3].map((id) => keyOf(world, id));
        world.levels.settled = order === null;
        shopify(world, x(1, 'B'), x(2, 'C'), x(3, 'A'));
        world.levels.settled = true;
        for (const id of order ?? []) world.catalog.relink([keys[id - 1] ?? 0]);
        expect(world.rows().sort()).toEqual(['1:10|V2:20', '2:20|V3:30', '3:30|V1:10']);
        expect(kept(world)).toEqual(KEPT);
      });
    }
  });

  test('stays when a product is duplicated on either side; the newcomer alone is listed, and joins nothing', async ({ expect }) => {
    await inObject(async (world) => {
      await pairs(world);
      shopify(world, x(8, 'A'));
      square(world, y(9, 'B'));
      expect(world.rows().sort()).toEqual(['-|V9:90', '1:10|V1:10', '2:20|V2:20', '3:30|V3:30', '8:80|-']);
      expect(world.levels.told).toEqual([]);
      const { listing } = world.catalog;
      expect(listing.issueCounts('duplicate_skus')).toEqual({ shopify: 1, square: 1 });
      expect(listing.issues('duplicate_skus', 'shopify', 10, 0).variants.map((one) => one.id)).toEqual(['1008']);
      expect(listing.detail('shopify', '1008')).toMatchObject({ value: { square: null, status: 'duplicate_sku' } });
      expect(listing.detail('shopify', '1001')).toMatchObject({ value: { status: 'in_sync' } });
      // Once they have SKUs of their own or are deleted, they disappear from the list; nothing else happened.
      shopify(world, x(8, 'A-COPY'));
      world.catalog.refreshSides('square', [], ['V9']);
      expect(listing.issueCounts('duplicate_skus')).toEqual({ shopify: 0, square: 0 });
      expect(world.levels.told).toEqual([]);
      expect(kept(world)).toEqual(KEPT);
    });
  });

  test.for(['archived', 'draft'] as const)('stays when its product is %s, and when that ends', async (productStatus, { expect }) => {
    await inObject(async (world) => {
      await pairs(world);
      shopify(world, { ...x(1, 'A'), productStatus });
      square(world, { ...y(1, 'A'), productStatus: 'archived' });
      expect(world.rows()).toContain('1:10|V1:10');
      const { listing } = world.catalog;
      expect(listing.counts()).toMatchObject(productStatus === 'archived' ? { all: 2, archived: 1 } : { all: 3, archived: 0 });
      shopify(world, x(1, 'A'));
      square(world, y(1, 'A'));
      expect(listing.counts()).toMatchObject({ all: 3, archived: 0 });
      expect(world.levels.told).toEqual([]);
    });
  });

  test('stays when an archived or a draft product has its SKU: the archived one is left out, the draft is listed', async ({ expect }) => {
    await inObject(async (world) => {
      await pairs(world);
      shopify(world, { ...x(7, 'A'), productStatus: 'archived' }, { ...x(8, 'A'), productStatus: 'draft' });
      const { listing } = world.catalog;
      expect(listing.counts()).toMatchObject({ all: 4, archived: 1 });
      expect(listing.issues('duplicate_skus', 'shopify', 10, 0).variants.map(({ id }) => id)).toEqual(['1008']);
      expect(listing.detail('shopify', '1007')).toMatchObject({ value: { checked: { matching: 'archived', duplicate: false } } });
      // Renamed on one side, it does not lose its partner to the draft before the grace period is over, nor ever to the archived one.
      shopify(world, x(1, 'NEW'));
      expect(world.rows()).toContain('1:10|V1:10');
      expect(world.levels.told).toEqual([]);
    });
  });

  test('starts when a product is no longer archived, and when a draft is alone', async ({ expect }) => {
    await inObject(async (world) => {
      await pairs(world);
      shopify(world, { ...x(8, 'N'), productStatus: 'archived' });
      square(world, y(8, 'N'));
      expect(world.rows()).toContain('8:80|-');
      shopify(world, { ...x(8, 'N'), productStatus: 'draft' });
      expect(world.rows()).toContain('8:80|V8:80');
    });
  });

  test('moves to the variant that takes over its SKU, even in the middle of the grace period', async ({ expect }) => {
    await inObject(async (world) => {
      await pairs(world);
      shopify(world, x(1, 'OLD-A'));
      expect(world.levels.told).toEqual([]);
      shopify(world, x(8, 'A'));
      expect(world.rows()).toEqual(expect.arrayContaining(['1:10|-', '8:80|V1:10']));
      expect(world.levels.told.slice(0, 2)).toEqual([`may end ${keyOf(world, 1)} sku-changed`, `close ${keyOf(world, 1)} sku-changed`]);
      expect(world.levels.told.at(-1)).toBe(`baseline ${keyOf(world, 8)} refresh reading shopify,square`);
      expect(kept(world)).toEqual(KEPT);
    });
  });

  objectTest('ends immediately with a deletion, and the remaining side is linked by its own SKU', async (world) => {
    await pairs(world);
    shopify(world, x(1, 'NEW'), x(8, 'Z'));
    square(world, y(9, 'NEW'));
    world.levels.settled = false;
    world.catalog.refreshSides('square', [], ['V1']);
    expect(world.rows()).toContain('1:10|V9:90');
    expect(world.levels.told).toContain(`close ${keyOf(world, 1)} removed`);
    expect(world.levels.told).toContain(`baseline ${keyOf(world, 1)} refresh reading shopify,square`);
    expect(kept(world)).toEqual(KEPT.filter((line) => !line.startsWith('V1')));
  });

  objectTest('ends while tracking is off and starts again when it is on, in its row and with all its stored state', async (world) => {
    await pairs(world);
    const key = keyOf(world, 1);
    square(world, { ...y(1, 'A'), tracked: false });
    expect(world.rows()).toContain('1:10|V1:10');
    square(world, y(1, 'A'));
    expect(world.levels.told).toEqual([`close ${key} untracked`, `baseline ${key} refresh reading shopify`]);
    expect(kept(world)).toEqual(KEPT);
  });

  objectTest('of an untracked pair is split by its SKUs alone, and its stored state moves along', async (world) => {
    await pairs(world);
    square(world, { ...y(1, 'A'), tracked: false });
    shopify(world, x(1, 'NEW'));
    world.levels.told.length = 0;
    world.now += world.graceMs;
    world.catalog.endGracePeriods();
    expect(world.rows()).toEqual(expect.arrayContaining(['1:10|-', '-|V1:10']));
    expect(world.levels.told).toEqual([]);
    expect(kept(world)).toEqual(KEPT);
  });

  objectTest('takes the stored state of a lone variant along when that variant gets its partner', async (world) => {
    shopify(world, x(1, 'A'));
    square(world, y(1, 'B'));
    world.db.run(`update variant set cell = '{"b":{"h":10}}' where variation_id = 'V1'`);
    square(world, y(1, 'A'));
    expect(world.rows()).toEqual(['1:10|V1:10']);
    expect(kept(world)).toEqual(['V1:{"h":10}']);
    expect(world.levels.told).toEqual([`baseline ${keyOf(world, 1)} refresh reading shopify`]);
  });

  objectTest('starts in a new row even if its partner already had one', async (world) => {
    await pairs(world);
    shopify(world, x(1, 'NEW'));
    world.now += world.graceMs;
    // Two grace periods are over at once: the alarm has not fired yet, and a new variant takes the SKU.
    shopify(world, x(8, 'A'));
    expect(world.rows()).toEqual(expect.arrayContaining(['1:10|-', '8:80|V1:10']));
  });

  objectTest('changed on both sides at once is read as one change', async (world) => {
    await pairs(world);
    world.catalog.refreshBoth({ productIds: ['71'], sides: [x(1, 'NEW')] }, { itemIds: ['I1'], sides: [y(1, 'NEW')] });
    expect(world.rows()).toContain('1:10|V1:10');
    expect([world.levels.told, world.levels.facts, world.woken]).toEqual([[], [], []]);
  });
});

describe('the links of a rotation', () => {
  objectTest('end only together, also when the sync settles them in different turns', async (world) => {
    await pairs(world);
    world.levels.settled = false;
    shopify(world, x(1, 'B'), x(2, 'C'), x(3, 'A'));
    const linked = ['1:10|V1:10', '2:20|V2:20', '3:30|V3:30'];
    expect(world.rows().toSorted()).toEqual(linked);
    // A write of the second is still in flight.
    const first = keyOf(world, 1);
    world.levels.mayEnd = (key) => key === first;
    expect(world.catalog.relink([first])).toEqual([first]);
    expect(world.rows().toSorted()).toEqual(linked);
    world.levels.mayEnd = () => true;
    expect(world.catalog.relink([keyOf(world, 2)])).toEqual([]);
    expect(world.rows().toSorted()).toEqual(['1:10|V2:20', '2:20|V3:30', '3:30|V1:10']);
  });
});

describe('an ordinary refresh', () => {
  objectTest('costs no rows for the grace periods of other links', async (world) => {
    await pairs(world);
    const refresh = () => world.counted(() => [shopify(world, x(2, 'B')), world.catalog.graceEndsAt()]);
    world.catalog.graceEndsAt();
    const before = await refresh();
    shopify(world, x(1, 'NEW'));
    world.catalog.graceEndsAt();
    expect(await refresh()).toEqual(before);
  });

  objectTest('that finds a difference writes its row and its index entry', async (world) => {
    await pairs(world);
    const { written } = await world.counted(() => shopify(world, x(1, 'NEW')));
    expect(written).toBeLessThanOrEqual(2);
  });
});

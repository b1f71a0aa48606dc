import { describe, test, expect } from 'vitest';

import { NO_LABELS } from '../../src/domain/catalog/product-labels';
import { ok, err } from '../../src/domain/result';
import type { InventoryPage, InventoryQuery } from '../../src/durable/api/account-api';
import { side } from '../domain/catalog/sides';
import { inObject, type CatalogWorld, units, objectTest, snapshotEnds } from './catalog-harness';

const PAGE: InventoryQuery = { view: 'all', query: '', limit: 500, page: 0, sort: { column: 'name', descending: false } };

/** A small shop with one of everything. */
async function shop(world: CatalogWorld): Promise<void> {
  const { sides } = world.platforms;
  sides.shopify = [
    side('shopify', '1', 'TEE-1', { productName: 'Tee', name: 'Red', productId: '71', ...units(10) }),
    side('shopify', '2', 'TEE-2', { productName: 'Tee', name: 'Blue', productId: '71', ...units(4) }),
    side('shopify', '3', 'DUP', { productName: 'Mug', name: 'Big', productId: '72', ...units(1) }),
    side('shopify', '4', 'DUP', { productName: 'Mug', name: 'Small', productId: '72', ...units(2) }),
    side('shopify', '5', '', { productName: 'Écharpe', name: 'Laine', productId: '73', level: null, tracked: false }),
  ];
  sides.square = [
    side('square', 'V1', 'TEE-1', { productName: 'Tee shirt', name: 'Red', productId: 'I1', ...units(10) }),
    side('square', 'V2', 'TEE-2', { productName: 'Tee shirt', name: 'Blue', productId: 'I1', ...units(5) }),
    side('square', 'V3', 'DUP', { productName: 'Cup', name: 'Big', productId: 'I2', ...units(7.5) }),
    side('square', 'V4', ' ', { productName: 'Apron', name: 'One size', productId: 'I3', level: null }),
  ];
  await world.snapshotBoth();
}

function names(world: CatalogWorld, query: Partial<InventoryQuery>): string[] {
  const page = world.catalog.listing.page({ ...PAGE, ...query });
  return page.ok ? page.value.variants.map(nameOf) : [page.error.message];
}

function nameOf({ shopify, square }: InventoryPage['variants'][number]): string {
  const shown = shopify ?? square;
  return `${shown?.productName ?? ''} ${shown?.name ?? ''}`;
}

describe('the catalog', () => {
  objectTest('distinguishes ids that a number cannot represent exactly, down to the digit', async (world) => {
    const [one, two] = ['271878346596884015', '271878346596884016'];
    world.platforms.sides.shopify = [
      side('shopify', one, 'A', { id: '457924702898157455', productId: '788032119674292922', ...units(1) }),
      side('shopify', two, 'B', { id: '457924702898157456', productId: '788032119674292923', ...units(2) }),
    ];
    world.platforms.sides.square = [side('square', 'V1', 'B', units(2))];
    await world.snapshotBoth();
    const { table, listing } = world.catalog;
    expect(table.find('shopify', one)?.shopify).toMatchObject({ stockId: one, sku: 'A' });
    expect(table.find('shopify', two)).toMatchObject({
      shopify: { stockId: two, productId: '788032119674292923' },
      square: { stockId: 'V1' },
    });
    expect(table.holding('shopify', [two]).map(({ shopify }) => shopify?.stockId)).toEqual([two]);
    expect(table.ofProducts(['788032119674292922']).map(({ shopify }) => shopify?.stockId)).toEqual([one]);
    expect(listing.detail('shopify', '457924702898157456')).toMatchObject(ok({ shopify: { sku: 'B' } }));
  });
});

describe('the inventory list', () => {
  test('shows each view, and its counts are those of the views', async ({ expect }) => {
    await inObject(async (world) => {
      await shop(world);
      expect(world.catalog.listing.counts()).toEqual({
        all: 7,
        inSync: 1,
        outOfSync: 1,
        onlyShopify: 3,
        onlySquare: 2,
        notTracked: 0,
        archived: 0,
        excluded: 0,
      });
      expect(names(world, {})).toEqual(['Apron One size', 'Cup Big', 'Mug Big', 'Mug Small', 'Tee Blue', 'Tee Red', 'Écharpe Laine']);
      expect(names(world, { view: 'in_sync' })).toEqual(['Tee Red']);
      expect(names(world, { view: 'out_of_sync' })).toEqual(['Tee Blue']);
      expect(names(world, { view: 'shopify_only' })).toEqual(['Mug Big', 'Mug Small', 'Écharpe Laine']);
      expect(names(world, { view: 'square_only' })).toEqual(['Apron One size', 'Cup Big']);
    });
  });

  objectTest('states why a variant has no partner, and nothing about two unknown quantities', async (world) => {
    await shop(world);
    const { sides } = world.platforms;
    sides.shopify = [...sides.shopify, side('shopify', '6', 'NEW', { productName: 'New', level: null })];
    sides.square = [...sides.square, side('square', 'V6', 'NEW', { productName: 'New', level: null })];
    await world.snapshotBoth();
    const page = world.catalog.listing.page({ ...PAGE, query: '' });
    const checked = new Map(page.ok ? page.value.variants.map((one) => [nameOf(one), one.checked]) : []);
    expect(checked.get('Cup Big')).toMatchObject({ standing: 'only_square', matching: 'sku_taken', duplicate: false });
    expect(checked.get('Mug Big')).toMatchObject({ standing: 'only_shopify', matching: 'duplicate_sku', duplicate: true });
    expect(checked.get('Apron One size')).toMatchObject({ standing: 'only_square', matching: 'no_sku' });
    expect(checked.get('Tee Red')).toMatchObject({ standing: 'in_sync', matching: 'matched', underWay: false });
    expect(checked.get('New Red')).toMatchObject({ standing: 'uncounted', matching: 'matched' });
    expect(world.catalog.listing.counts()).toMatchObject({ inSync: 1, outOfSync: 2 });
  });

  objectTest('sorts by each column in both directions', async (world) => {
    await shop(world);
    const sorted = (column: InventoryQuery['sort']['column'], descending = false): string[] =>
      names(world, { sort: { column, descending } });
    expect(sorted('name', true)).toEqual(sorted('name').toReversed());
    expect(sorted('sku').slice(-2)).toEqual(['Tee Red', 'Tee Blue']);
    expect(sorted('shopify_quantity', true).slice(0, 3)).toEqual(['Tee Red', 'Tee Blue', 'Mug Small']);
    expect(sorted('square_quantity', true).slice(0, 3)).toEqual(['Tee Red', 'Cup Big', 'Tee Blue']);
    expect(sorted('status')).toEqual(['Apron One size', 'Écharpe Laine', 'Mug Big', 'Mug Small', 'Tee Blue', 'Tee Red', 'Cup Big']);
  });

  objectTest('pages without gap or overlap, and says whether more follows', async (world) => {
    await shop(world);
    const pages = [0, 1, 2, 3].map((page) => names(world, { limit: 3, page }));
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1, 0]);
    expect(pages.flat()).toEqual(names(world, {}));
    const more = (page: number) => world.catalog.listing.page({ ...PAGE, limit: 3, page });
    expect(more(1)).toMatchObject({ value: { hasNextPage: true } });
    expect(more(2)).toMatchObject({ value: { hasNextPage: false } });
  });

  objectTest('refuses invalid page parameters', (world) => {
    for (const bad of [{ limit: 0 }, { limit: 1_001 }, { page: -1 }, { limit: 1.5 }]) {
      expect(world.catalog.listing.page({ ...PAGE, ...bad })).toMatchObject(err({ code: 'invalid_argument' }));
    }
    expect(world.catalog.listing.page(PAGE)).toEqual(ok({ variants: [], hasNextPage: false, total: 0 }));
  });

  objectTest('finds words of product, variant, and SKU on either side, regardless of case', async (world) => {
    await shop(world);
    expect(names(world, { query: 'tee' })).toEqual(['Tee Blue', 'Tee Red']);
    expect(names(world, { query: 'SHIRT red' })).toEqual(['Tee Red']);
    expect(names(world, { query: 'tee-2' })).toEqual(['Tee Blue']);
    expect(names(world, { query: 'écharpe' })).toEqual(['Écharpe Laine']);
    expect(names(world, { query: 'ÉCHARPE' })).toEqual(['Écharpe Laine']);
    expect(names(world, { query: '  ' })).toHaveLength(7);
    expect(names(world, { query: 'tee', view: 'in_sync' })).toEqual(['Tee Red']);
    expect(names(world, { query: '%' })).toEqual([]);
    expect(names(world, { query: 'x'.repeat(5_000) })).toEqual([]);
  });

  objectTest('filters by vendor, type or category, and tag, whatever their case, and counts what matches', async (world) => {
    const labels = (vendor: string, productType: string, ...tags: string[]) => ({ labels: { ...NO_LABELS, vendor, productType, tags } });
    world.platforms.sides.shopify = [
      side('shopify', '1', 'A', { productName: 'Tee', name: 'Red', ...labels('Acme', 'Shirts', 'new in', 'sale') }),
      side('shopify', '2', 'B', { productName: 'Tee', name: 'Blue', ...labels('ACME', 'Shirts', 'Sale') }),
      side('shopify', '3', 'C', { productName: 'Mug', name: 'Big', ...labels('Pots & Co', 'Mugs') }),
    ];
    world.platforms.sides.square = [
      side('square', 'V1', 'A', { productName: 'Tee', ...labels('', 'Clothes') }),
      side('square', 'V4', 'D', { productName: 'Apron', name: 'One', ...labels('', 'shirts') }),
    ];
    await world.snapshotBoth();
    expect(names(world, { query: 'vendor:acme' })).toEqual(['Tee Blue', 'Tee Red']);
    expect(names(world, { query: 'red VENDOR:Acme' })).toEqual(['Tee Red']);
    expect(names(world, { query: 'vendor:"Pots & Co"' })).toEqual(['Mug Big']);
    expect(names(world, { query: 'type:Shirts' })).toEqual(['Apron One', 'Tee Blue', 'Tee Red']);
    expect(names(world, { query: 'type:clothes tag:"New In"' })).toEqual(['Tee Red']);
    expect(names(world, { query: 'tag:sale', view: 'shopify_only' })).toEqual(['Tee Blue']);
    expect(names(world, { query: 'tag:sal' })).toEqual([]);
    expect(names(world, { query: 'vendor:acme vendor:other' })).toEqual([]);
    const first = world.catalog.listing.page({ ...PAGE, query: 'tag:sale', limit: 1 });
    expect(first).toMatchObject({ ok: true, value: { total: 2, hasNextPage: true } });
    expect(world.catalog.listing.page({ ...PAGE, view: 'square_only' })).toMatchObject({ ok: true, value: { total: 1 } });
    expect(world.catalog.listing.filters()).toEqual({
      vendors: [
        { name: 'Acme', variants: 2 },
        { name: 'Pots & Co', variants: 1 },
      ],
      productTypes: [
        { name: 'Shirts', variants: 3 },
        { name: 'Clothes', variants: 1 },
        { name: 'Mugs', variants: 1 },
      ],
      tags: [
        { name: 'sale', variants: 2 },
        { name: 'new in', variants: 1 },
      ],
    });
    // A refresh that changes only a product's tags.
    world.catalog.refreshProducts(
      ['77'],
      [side('shopify', '3', 'C', { productName: 'Mug', name: 'Big', ...labels('Pots & Co', 'Mugs', 'SALE') })],
    );
    expect(names(world, { query: 'tag:sale' })).toContain('Mug Big');
    expect(world.catalog.table.find('shopify', '3')?.shopify?.labels.tags).toEqual(['SALE']);
  });

  objectTest('finds no words across two rows, and finds renamed variants', async (world) => {
    await shop(world);
    expect(names(world, { query: 'reddup' })).toEqual([]);
    const renamed = [side('shopify', '3', 'DUP', { productName: 'Beaker', name: 'Big', productId: '72', ...units(1) })];
    world.catalog.refreshProducts(['72'], [...renamed, ...world.platforms.sides.shopify.slice(3, 4)]);
    expect(names(world, { query: 'beaker' })).toEqual(['Beaker Big']);
    expect(names(world, { query: 'mug' })).toEqual(['Mug Small']);
  });

  objectTest('reflects a quantity that the sync has changed', async (world) => {
    await shop(world);
    world.catalog.listing.counts();
    const key = world.catalog.find('square', 'V2')?.key ?? 0;
    world.db.run('update variant set square_quantity = 400000 where key = ?', key);
    world.catalog.touch([key]);
    expect(world.catalog.listing.counts()).toMatchObject({ inSync: 2, outOfSync: 0 });
    expect(names(world, { view: 'in_sync' })).toEqual(['Tee Blue', 'Tee Red']);
    expect(names(world, { sort: { column: 'square_quantity', descending: true } })[0]).toBe('Tee Red');
  });

  objectTest('filters by when a quantity has changed, by the platforms’ own times', async (world) => {
    const HOUR = 3_600_000;
    const { now } = world;
    world.platforms.sides.shopify = [
      side('shopify', '1', 'A', { productName: 'Tee', name: 'Red', ...units(5, now - 30 * 24 * HOUR) }),
      side('shopify', '2', 'B', { productName: 'Tee', name: 'Blue', ...units(5, now - 3 * HOUR) }),
      side('shopify', '3', 'C', { productName: 'Mug', name: 'Big' }),
    ];
    world.platforms.sides.square = [side('square', 'V1', 'A', { productName: 'Tee', name: 'Red', ...units(5, now - 2 * 24 * HOUR) })];
    await world.snapshotBoth();
    expect(names(world, { query: 'changed:1h' })).toEqual([]);
    expect(names(world, { query: 'changed:24h' })).toEqual(['Tee Blue']);
    // The later of both sides counts; without a quantity, nothing has changed.
    expect(names(world, { query: 'changed:3d' })).toEqual(['Tee Blue', 'Tee Red']);
    expect(names(world, { query: 'changed:9999d tee' })).toEqual(['Tee Blue', 'Tee Red']);
    expect(names(world, { query: `changed:${new Date(now - 4 * HOUR).toISOString()}` })).toEqual(['Tee Blue']);
    expect(names(world, { query: 'changed:24h changed:1h' })).toEqual([]);
    // What cannot be read is searched for.
    expect(names(world, { query: 'changed:yesterday' })).toEqual([]);

    const key = world.catalog.find('square', 'V1')?.key ?? 0;
    world.db.run('update variant set square_quantity = 400000, square_seen = ? where key = ?', now, key);
    world.catalog.touch([key]);
    expect(names(world, { query: 'changed:1h' })).toEqual(['Tee Red']);
    world.now += 2 * HOUR;
    expect(names(world, { query: 'changed:1h' })).toEqual([]);
    // A refresh with a newer quantity.
    const read = side('shopify', '2', 'B', { productName: 'Tee', name: 'Blue', productId: '71', ...units(4, world.now) });
    world.catalog.refreshSides('shopify', [read], []);
    expect(names(world, { query: 'changed:1h' })).toEqual(['Tee Blue']);
    // A product that is gone: positions are others now.
    world.catalog.refreshSides('shopify', [], ['1']);
    expect(names(world, { query: 'changed:1h' })).toEqual(['Tee Blue']);
  });

  objectTest('states what a linked level is waiting for', async (world) => {
    await shop(world);
    const key = world.catalog.find('square', 'V1')?.key ?? 0;
    const trouble = (cell: unknown): [string, string] => {
      world.db.run('update variant set cell = ? where key = ?', JSON.stringify(cell), key);
      const detail = world.catalog.listing.detail('shopify', '1001');
      return detail.ok ? [detail.value.checked.trouble, detail.value.troubleDetail] : ['refused', detail.error.message];
    };
    expect(trouble({ b: { h: -500_000 } })).toEqual([
      'held',
      'A change of -5 on Shopify was held and not sent to Square. It exceeds your maximum, or added up while changes were paused.',
    ]);
    expect(trouble({ a: { b: 'deleted', p: 100_000 } })).toEqual([
      'blocked',
      'Shopify rejects changes: the variant no longer exists there. 1 is still to be sent.',
    ]);
    expect(trouble({ a: { f: true } })[0]).toBe('frozen');
    expect(trouble({ a: { p: 100_000 } })).toEqual(['', '']);
  });
});

describe('issues', () => {
  objectTest('are counted and listed for each side', async (world) => {
    await shop(world);
    const { listing } = world.catalog;
    expect(listing.issueCounts('missing_skus')).toEqual({ shopify: 1, square: 1 });
    expect(listing.issueCounts('duplicate_skus')).toEqual({ shopify: 2, square: 0 });
    expect(listing.issueCounts('inventory_disabled')).toEqual({ shopify: 1, square: 0 });
    expect(listing.issues('duplicate_skus', 'shopify', 500, 0)).toMatchObject({
      total: 2,
      variants: [
        { id: '1003', sku: 'DUP' },
        { id: '1004', sku: 'DUP' },
      ],
    });
    expect(listing.issues('duplicate_skus', 'shopify', 1, 1)).toMatchObject({ total: 2, variants: [{ id: '1004' }] });
    expect(listing.issues('missing_skus', 'square', 500, 0)).toMatchObject({ total: 1, variants: [{ id: 'V4', productName: 'Apron' }] });
  });
});

describe('a variant', () => {
  objectTest('is found by either platform’s id, and not by an unknown one', async (world) => {
    await shop(world);
    const { listing } = world.catalog;
    expect(listing.detail('square', 'V2')).toEqual(listing.detail('shopify', '1002'));
    expect(listing.detail('square', 'V2')).toMatchObject({
      value: { shopify: { id: '1002', sku: 'TEE-2' }, square: { id: 'V2' }, shopifyQuantity: 400_000, squareQuantity: 500_000 },
    });
    for (const id of ['nope', '']) expect(listing.detail('shopify', id)).toMatchObject(err({ code: 'not_found' }));
  });
});

describe('a refresh', () => {
  objectTest('of unchanged products writes nothing and reads only their rows', async (world) => {
    await shop(world);
    const tees = world.platforms.sides.shopify.slice(0, 2);
    const { read, written } = await world.counted(() => world.catalog.refreshProducts(['71'], tees));
    expect(written).toBe(0);
    // Two rows, and the list of products.
    expect(read).toBeLessThanOrEqual(5);
    expect(world.levels.told).toEqual([]);
  });

  objectTest('links and removes variants as products come and go, and keeps a link while both sides are renamed', async (world) => {
    await shop(world);
    const [red, blue] = world.platforms.sides.shopify;
    if (red === undefined || blue === undefined) throw new Error('no tees');
    world.catalog.refreshProducts(['71'], [red, { ...blue, sku: 'NEW' }]);
    expect(world.rows()).toContain('2:4|V2:5');
    expect(world.levels.facts).toMatchObject([{ kind: 'skus-differ', shopify: 'NEW', square: 'TEE-2', until: world.now + world.graceMs }]);
    expect(world.woken).toEqual([world.now + world.graceMs]);
    world.catalog.refreshVariations([side('square', 'V2', 'NEW', { ...units(5), productId: 'I1' })], [], []);
    expect(world.rows()).toContain('2:4|V2:5');
    expect(world.levels.told).toEqual([]);
    world.catalog.refreshProducts(['71'], [blue]);
    expect(world.rows()).toContain('-|V1:10');
    world.catalog.refreshProducts(['71'], []);
    expect(world.rows().some((row) => row.startsWith('2:'))).toBe(false);
  });

  objectTest('links the remaining variant when a duplicate is removed', async (world) => {
    await shop(world);
    world.catalog.refreshSides('shopify', [], ['3']);
    expect(world.rows()).toContain('4:2|V3:7.5');
  });

  objectTest('of whole Square items removes the variations that they no longer have', async (world) => {
    await shop(world);
    const [red] = world.platforms.sides.square;
    if (red === undefined) throw new Error('no tee');
    world.catalog.refreshVariations([red], [], ['I1']);
    expect(world.rows()).toContain('1:10|V1:10');
    expect(world.rows()).toContain('2:4|-');
    world.catalog.refreshVariations([], ['V3'], ['I3']);
    expect(world.rows().filter((row) => row.startsWith('-|'))).toEqual([]);
  });

  objectTest('during a snapshot takes precedence over what the snapshot has read', async (world) => {
    await shop(world);
    const stale = world.platforms.sides.shopify;
    let once = true;
    world.platforms.filePart = 2;
    world.platforms.meanwhile = async () => {
      if (!once) return;
      once = false;
      // The mug is deleted and a tee renamed, after the file was written.
      world.platforms.sides.shopify = stale
        .filter((one) => one.productId !== '72')
        .map((one) => (one.stockId === '1' ? { ...one, sku: 'OTHER' } : one));
      await world.snapshots.refresh({ products: ['71', '72'], items: [], squareCatalogue: false });
      world.platforms.sides.shopify = stale;
    };
    await snapshotEnds(world, 'shopify', 'done');
    expect(world.rows().sort()).toEqual(['-|V3:7.5', '-|V4:?', '1:10|V1:10', '2:4|V2:5', '5:?|-']);
    expect(world.catalog.find('shopify', '1')?.shopify?.sku).toBe('OTHER');
  });

  objectTest('during Square’s first read includes what changed after the read started', async (world) => {
    world.platforms.sides.square = ['A', 'B', 'C'].map((sku) => side('square', `V${sku}`, sku, { productId: `I${sku}` }));
    let pages = 0;
    world.platforms.meanwhile = async () => {
      pages += 1;
      if (pages !== 2) return;
      const renamed = side('square', 'VA', 'A', { productId: 'IA', productName: 'Renamed' });
      world.platforms.changes = { ...world.platforms.changes, variants: [renamed], deletedItems: ['IC'] };
      await world.snapshots.refresh({ products: [], items: [], squareCatalogue: true });
    };
    await snapshotEnds(world, 'square', 'done');
    expect(names(world, {})).toEqual(['Renamed Red', 'Shirt Red']);
  });

  objectTest('continues at Square where it last stopped, and leaves very many products to a snapshot', async (world) => {
    await world.snapshots.refresh({ products: [], items: [], squareCatalogue: true });
    expect(world.platforms.calls).toEqual([]);
    await shop(world);
    world.platforms.changes = { ...world.platforms.changes, latestTime: '2026-11-20T11:00:00Z' };
    await world.snapshots.refresh({ products: [], items: [], squareCatalogue: true });
    await world.snapshots.refresh({ products: [], items: [], squareCatalogue: true });
    expect(world.platforms.since).toEqual(['2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z']);
    expect([world.snapshots.isWorthWhole(5), world.snapshots.isWorthWhole(6)]).toEqual([false, true]);
    expect(world.snapshots.readWhole('shopify')).toBe(true);
    expect(world.snapshots.active('shopify')).toBe(true);
    // A snapshot that has not started covers what is named until it starts; one that has started does not.
    expect(world.snapshots.readWhole('shopify')).toBe(true);
    world.platforms.bulkRunning = 1_000;
    world.platforms.meanwhile = null;
    await world.snapshots.advance('shopify');
    expect(world.snapshots.readWhole('shopify')).toBe(false);
  });

  objectTest('stores each page of Square’s changes before it requests the next, and continues after a failure', async (world) => {
    await shop(world);
    const page = (name: string, cursor: string | null) => ({
      ...world.platforms.changes,
      variants: [side('square', 'V3', 'C', { productId: 'I3', productName: name })],
      latestTime: '2026-11-20T11:00:00Z',
      cursor,
    });
    world.platforms.changes = page('First page', 'c1');
    expect(await world.snapshots.readSquareChanges()).toEqual(ok({ more: true }));
    expect(world.catalog.find('square', 'V3')?.square?.productName).toBe('First page');
    world.platforms.failures.set('changes', [{ kind: 'throttled', afterMs: 700 }, { kind: 'cursor-expired' }]);
    expect(await world.snapshots.readSquareChanges()).toMatchObject(err({ kind: 'throttled' }));
    expect(await world.snapshots.readSquareChanges()).toMatchObject(err({ kind: 'failed' }));
    world.platforms.changes = page('Last page', null);
    expect(await world.snapshots.readSquareChanges()).toEqual(ok({ more: false }));
    expect(world.platforms.cursors).toEqual([null, 'c1', 'c1', null]);
    expect(new Set(world.platforms.since).size).toBe(1);
    await world.snapshots.readSquareChanges();
    expect(world.platforms.since.at(-1)).toBe('2026-11-20T11:00:00Z');
  });
});

describe('switching to another pair or merchant', () => {
  objectTest('clears every level, and every variant of a side', async (world) => {
    await shop(world);
    world.catalog.forgetLevels();
    expect(world.rows().every((row) => !/:\d/u.test(row))).toBe(true);
    world.catalog.forgetSide('square');
    expect(world.rows().sort()).toEqual(['1:?|-', '2:?|-', '3:?|-', '4:?|-', '5:?|-']);
    expect(world.catalog.listing.counts()).toMatchObject({ all: 5, onlyShopify: 5 });
  });
});

import { describe, test } from 'vitest';

import { ok } from '../../src/domain/result';
import type { InventoryQuery } from '../../src/durable/api/account-api';
import { side } from '../domain/catalog/sides';
import { inObject, type CatalogWorld } from './catalog-harness';

const UNIT = 100_000;

/** Fills both sides with this many variants, all linked and in sync, in products of four. */
function fill({ platforms }: CatalogWorld, size: number): void {
  platforms.filePart = 1_000;
  platforms.squarePage = 1_000;
  const ids = Array.from({ length: size }, (_, index) => index + 1);
  const names = (id: number): { productName: string; name: string } => ({
    productName: `Product ${Math.ceil(id / 4)}`,
    name: `Size ${id % 4}`,
  });
  platforms.sides.shopify = ids.map((id) =>
    side('shopify', String(7_000_000_000_000 + id), `SKU-${id}`, {
      ...names(id),
      productId: String(8_000_000_000_000 + Math.ceil(id / 4)),
    }),
  );
  platforms.sides.square = ids.map((id) =>
    side('square', `VARIATION${id}`, `SKU-${id}`, { ...names(id), productId: `ITEM${Math.ceil(id / 4)}` }),
  );
}

const PAGE: InventoryQuery = { view: 'all', query: '', limit: 500, page: 0, sort: { column: 'name', descending: false } };

describe.each([1_000, 10_000, 100_000])('with %i variants per side', (size) => {
  test('rows stay within the budgets', async ({ expect }) => {
    await inObject(async (world) => {
      fill(world, size);
      const first = await world.counted(async () => expect(await world.snapshotBoth()).toEqual(['done', 'done']));
      const { platforms } = world;
      // P11, including chunks and runs.
      expect(first.written / size).toBeLessThanOrEqual(4.2);
      // P13.
      expect(platforms.calls.filter((call) => call !== 'page')).toEqual(['start', 'count', 'poll', 'download']);

      // P2: a lookup at sale time, on an object that has just started.
      world.restart();
      expect(await world.counted(() => world.catalog.find('shopify', '7000000000007'))).toEqual({ read: 1, written: 0 });
      expect(await world.counted(() => world.catalog.find('square', 'VARIATION7'))).toEqual({ read: 1, written: 0 });
      expect(world.catalog.find('square', 'VARIATION7')?.shopify?.sku).toBe('SKU-7');

      // P17, P16: the first read of the list scans once; after that, a page costs its own rows and counts cost none.
      const { listing } = world.catalog;
      const scan = await world.counted(() => [listing.counts(), listing.page(PAGE), listing.issues('duplicate_skus', 'shopify', 500, 0)]);
      expect(scan.read).toBeLessThanOrEqual(size + 500 + 20);
      expect(scan.written).toBeLessThanOrEqual(50);
      expect(listing.page(PAGE).ok).toBe(true);
      const last = Math.ceil(size / 500) - 1;
      for (const page of [0, 1, last, Math.max(0, last - 1)]) {
        const next = listing.page({ ...PAGE, page });
        expect(next).toMatchObject(ok({ hasNextPage: page < last }));
        const { read } = await world.counted(() => listing.page({ ...PAGE, page, view: 'in_sync' }));
        expect(read).toBeLessThanOrEqual(502);
      }
      expect(await world.counted(() => [listing.counts(), listing.issueCounts('duplicate_skus')])).toEqual({ read: 0, written: 0 });

      // P16': the next instance reads what that scan has stored, and the list of duplicates costs nothing more.
      const counts = listing.counts();
      world.restart();
      const { listing: cold } = world.catalog;
      const look = await world.counted(() => [cold.page(PAGE), cold.counts(), cold.issues('duplicate_skus', 'shopify', 500, 0)]);
      expect(look.read).toBeLessThanOrEqual(530);
      expect(look.written).toBe(0);
      expect(cold.counts()).toEqual(counts);
      expect(cold.page(PAGE)).toEqual(listing.page(PAGE));

      // A sale: only its row is read again.
      const key = world.catalog.find('shopify', '7000000000001')?.key ?? 0;
      world.db.run('update variant set shopify_quantity = ? where key = ?', UNIT, key);
      world.catalog.touch([key]);
      expect(await world.counted(() => cold.counts())).toEqual({ read: 1, written: 0 });
      expect(cold.counts()).toEqual({
        all: size,
        inSync: size - 1,
        outOfSync: 1,
        onlyShopify: 0,
        onlySquare: 0,
        notTracked: 0,
        archived: 0,
        excluded: 0,
      });
      // Filtered by time: one scan, then the rows that have changed.
      const recent = { ...PAGE, query: 'changed:1h' };
      expect((await world.counted(() => cold.page(recent))).read).toBeLessThanOrEqual(size + 20);
      world.catalog.touch([key]);
      // The row is read once for its quantity, and once for its time.
      expect(await world.counted(() => cold.page(recent))).toEqual({ read: 2, written: 0 });
      world.db.run('update variant set shopify_quantity = ? where key = ?', 5 * UNIT, key);

      // A product touched by a stock change: nothing to write, and no reads of other rows.
      const touched = platforms.sides.shopify.slice(4, 8);
      expect((await world.counted(() => world.catalog.refreshProducts(['8000000000002'], touched))).read).toBeLessThanOrEqual(12);

      // P12: a second snapshot in which one hundredth has changed.
      const changed = size / 100;
      platforms.sides.shopify = platforms.sides.shopify.map((one, index) => (index < changed ? { ...one, productName: 'Renamed' } : one));
      platforms.sides.square = platforms.sides.square.map((one, index) =>
        index < changed ? { ...one, sku: `${one.sku}-NEW`, level: { quantity: 4 * UNIT, at: 2_000 } } : one,
      );
      const runs = 2 * (Math.ceil(size / 1_000) * 4 + 10);
      const second = await world.counted(async () => expect(await world.snapshotBoth()).toEqual(['done', 'done']));
      expect(second.written).toBeLessThanOrEqual(5 * 2 * changed + runs);
      // Their links hold for a while; the alarm reads no row before that, and afterward only those rows and the others once.
      expect(world.catalog.listing.counts()).toMatchObject({
        outOfSync: changed,
        onlyShopify: 0,
        onlySquare: 0,
        notTracked: 0,
        archived: 0,
        excluded: 0,
      });
      expect((await world.counted(() => world.catalog.graceEndsAt())).read).toBeLessThanOrEqual(1);
      expect(await world.counted(() => world.catalog.graceEndsAt())).toEqual({ read: 0, written: 0 });
      world.now += world.graceMs;
      const ended = await world.counted(() => world.catalog.endGracePeriods());
      expect(ended.read).toBeLessThanOrEqual(size + 20 * changed);
      expect(ended.written).toBeLessThanOrEqual(10 * changed);
      expect(world.catalog.listing.counts()).toMatchObject({ onlyShopify: changed, onlySquare: changed });

      // The part of P18 that can be counted: one scan for the first search, none for the next.
      const search = (query: string) => world.catalog.listing.page({ ...PAGE, query });
      const found = search('sku-77 size');
      expect(found.ok && found.value.variants.every((row) => (row.shopify ?? row.square)?.sku.startsWith('SKU-77') === true)).toBe(true);
      expect((await world.counted(() => search('RENAMED size 1'))).read).toBeLessThanOrEqual(500);
    });
  });
});

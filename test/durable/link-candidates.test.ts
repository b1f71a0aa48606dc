import { describe, expect } from 'vitest';

import { err, ok } from '../../src/domain/result';
import type { JoinedVariant } from '../../src/durable/api/account-api';
import { side } from '../domain/catalog/sides';
import { objectTest, type CatalogWorld } from './catalog-harness';

const EAN = '4006381333931';

/** Returns a Shopify variant by its item. */
function detail(world: CatalogWorld, id: string): JoinedVariant {
  const found = world.catalog.listing.detail('shopify', String(Number(id) + 1_000));
  return found.ok ? found.value : expect.fail(found.error.message);
}

/** Returns what is shown as possibly the same as a Shopify variant: Square's IDs and why. */
function candidates(world: CatalogWorld, id: string): [string, readonly string[]][] {
  const found = world.catalog.listing.candidates(detail(world, id).key, 5);
  return found.ok ? found.value.map(({ variant, reasons }) => [variant.square?.id ?? '', reasons]) : expect.fail(found.error.message);
}

describe('what may be the same on the other platform', () => {
  objectTest('is found by bar code, SKU, and name among what that platform has alone', async (world) => {
    world.platforms.sides.shopify = [
      side('shopify', '1', 'MUG-01', { productName: 'Harbor Mug', name: 'Blue', barcode: `0${EAN}` }),
      side('shopify', '2', 'LINKED', { productName: 'Harbor Mug', name: 'Red' }),
      side('shopify', '3', '', { productName: 'Nothing like it', name: 'Default Title' }),
    ];
    world.platforms.sides.square = [
      side('square', 'NAME', 'HM-B', { productName: 'Harbor Mug', name: 'Blue' }),
      side('square', 'SKU', 'mug 01', { productName: 'Cup', name: 'Regular', price: '3.00' }),
      side('square', 'BARCODE', 'X', { productName: 'Beaker', name: 'Regular', barcode: EAN }),
      side('square', 'LINKED', 'LINKED', { productName: 'Harbor Mug', name: 'Blue', barcode: EAN }),
      side('square', 'OTHER', 'Y', { productName: 'Kettle', name: 'Blue' }),
    ];
    await world.snapshotBoth();
    expect(candidates(world, '1')).toEqual([
      ['BARCODE', ['barcode', 'price']],
      ['NAME', ['name', 'price']],
      ['SKU', ['sku']],
    ]);
    expect(candidates(world, '2')).toEqual([]);
    expect(candidates(world, '3')).toEqual([]);
  });

  objectTest('is shown whatever the SKUs are, but not for what is archived', async (world) => {
    const mug = { productName: 'Harbor Mug', name: 'Blue' };
    world.platforms.sides.shopify = [
      side('shopify', '1', 'TWICE', mug),
      side('shopify', '2', 'TWICE', mug),
      side('shopify', '3', 'OLD', { ...mug, productStatus: 'archived' }),
      side('shopify', '4', 'TAKEN', mug),
      side('shopify', '5', '', mug),
      side('shopify', '6', '', { ...mug, productStatus: 'archived' }),
    ];
    world.platforms.sides.square = [
      side('square', 'V1', 'TAKEN', { productName: 'Harbor Mug', name: 'Regular' }),
      side('square', 'V2', 'TAKEN', { productName: 'Harbor Mug', name: 'Regular' }),
      side('square', 'V3', 'OWN', { productName: 'Harbor Mug', name: 'Regular' }),
    ];
    await world.snapshotBoth();
    expect(world.catalog.listing.candidates(999_999, 5)).toMatchObject(err({ code: 'not_found' }));
    for (const id of ['3', '6']) expect(candidates(world, id), id).toEqual([]);
    const found = ['V1', 'V2', 'V3'].map((square) => [square, ['name', 'price']]);
    for (const id of ['1', '2', '5']) expect(candidates(world, id), id).toEqual(found);
    expect(candidates(world, '4').map(([square]) => square)).toEqual(['V1', 'V2', 'V3']);
  });

  objectTest('follows a changed bar code', async (world) => {
    const { sides } = world.platforms;
    sides.shopify = [side('shopify', '1', 'A', { productName: 'Mug', barcode: EAN })];
    sides.square = [side('square', 'V1', 'B', { productName: 'Cup' })];
    await world.snapshotBoth();
    expect(candidates(world, '1')).toEqual([]);
    sides.square = [side('square', 'V1', 'B', { productName: 'Cup', barcode: EAN })];
    await world.snapshot('square');
    expect(candidates(world, '1')).toEqual([['V1', ['barcode', 'price']]]);
  });

  objectTest('reads few rows of a large catalog once it was searched', async (world) => {
    const ids = Array.from({ length: 2_000 }, (_, index) => index + 1);
    const names = (id: number): { productName: string; name: string } => ({ productName: `Harbor Mug ${id}`, name: `Size ${id % 4}` });
    world.platforms.sides.shopify = ids.map((id) => side('shopify', String(id), `SHOP-${id}`, names(id)));
    world.platforms.sides.square = ids.map((id) => side('square', `V${id}`, `TILL-${id}`, names(id)));
    await world.snapshotBoth();
    expect(candidates(world, '700')).not.toEqual([]);
    const { key } = detail(world, '1234');
    const { read } = await world.counted(() => {
      expect(world.catalog.listing.candidates(key, 5)).toMatchObject(ok([{ variant: { square: { id: 'V1234' } } }]));
    });
    expect(read).toBeLessThanOrEqual(150);
  });
});

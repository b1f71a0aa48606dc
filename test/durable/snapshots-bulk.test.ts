import { describe, test } from 'vitest';

import { side } from '../domain/catalog/sides';
import { inObject, type CatalogWorld } from './catalog-harness';

/** Five linked variants. */
function stock({ platforms }: CatalogWorld): void {
  const level = { quantity: 1_000_000, at: 1_000 };
  platforms.sides.shopify = [1, 2, 3, 4, 5].map((id) => side('shopify', String(id), `S${id}`, { level, productId: String(70 + id) }));
  platforms.sides.square = [1, 2, 3, 4, 5].map((id) => side('square', `V${id}`, `S${id}`, { level, productId: `I${id}` }));
}

describe('a bulk operation that Shopify fails', () => {
  test('takes nothing away and is read anew, in the same run', async ({ expect }) => {
    await inObject(async (world) => {
      stock(world);
      await world.snapshotBoth();
      const rows = world.rows();
      world.platforms.bulkLost = 3;
      expect(await world.snapshot('shopify')).toBe('done');
      expect(world.rows()).toEqual(rows);
    });
  });

  test('again and again ends the run as failed, and it is asked for again by itself', async ({ expect }) => {
    await inObject(async (world) => {
      stock(world);
      await world.snapshotBoth();
      const rows = world.rows();
      world.platforms.bulkLost = 4;
      expect(await world.snapshot('shopify')).toBe('failed');
      expect(world.snapshots.views()[0]).toMatchObject({
        source: 'shopify',
        completed: null,
        problem: 'Shopify could not finish its list of variants. It is read again in a while.',
      });
      expect(world.rows()).toEqual(rows);
      expect(world.snapshots.retries.dueAt()).toBe(world.now + 15 * 60_000);
      world.now += 15 * 60_000;
      world.snapshots.retries.afterOutage('shopify', false);
      expect(await world.finish('shopify')).toBe('done');
      expect(world.snapshots.retries.dueAt()).toBeNull();
    });
  });
});

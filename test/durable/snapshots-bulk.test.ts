import { describe, expect } from 'vitest';

import { side } from '../domain/catalog/sides';
import { type CatalogWorld, objectTest, snapshotEnds, finishes } from './catalog-harness';

/** Five linked variants. */
function stock({ platforms }: CatalogWorld): void {
  const level = { quantity: 1_000_000, at: 1_000 };
  platforms.sides.shopify = [1, 2, 3, 4, 5].map((id) => side('shopify', String(id), `S${id}`, { level, productId: String(70 + id) }));
  platforms.sides.square = [1, 2, 3, 4, 5].map((id) => side('square', `V${id}`, `S${id}`, { level, productId: `I${id}` }));
}

describe('a bulk operation that Shopify fails', () => {
  objectTest('removes nothing and is read again in the same run', async (world) => {
    stock(world);
    await world.snapshotBoth();
    const rows = world.rows();
    world.platforms.bulkLost = 3;
    await snapshotEnds(world, 'shopify', 'done');
    expect(world.rows()).toEqual(rows);
  });

  objectTest('again and again ends the run as failed, and another run is requested automatically', async (world) => {
    stock(world);
    await world.snapshotBoth();
    const rows = world.rows();
    world.platforms.bulkLost = 4;
    await snapshotEnds(world, 'shopify', 'failed');
    expect(world.snapshots.views()[0]).toMatchObject({
      source: 'shopify',
      completed: null,
      problem: 'Shopify could not finish its list of variants. It is read again in a while.',
    });
    expect(world.rows()).toEqual(rows);
    expect(world.snapshots.retries.dueAt()).toBe(world.now + 15 * 60_000);
    world.now += 15 * 60_000;
    world.snapshots.retries.afterOutage('shopify', false);
    await finishes(world, 'shopify', 'done');
    expect(world.snapshots.retries.dueAt()).toBeNull();
  });
});

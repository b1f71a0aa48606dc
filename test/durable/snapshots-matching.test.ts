import { describe, test } from 'vitest';

import { side } from '../domain/catalog/sides';
import { inObject } from './catalog-harness';

describe('first snapshots of both sides', () => {
  test('never link duplicates, blanks, archived products, or SKUs of which a side has both cases', async ({ expect }) => {
    await inObject(async (world) => {
      const { sides } = world.platforms;
      sides.shopify = [side('shopify', '1', 'A'), side('shopify', '2', 'A'), side('shopify', '3', ''), side('shopify', '4', 'b')];
      sides.shopify.push(side('shopify', '5', 'B'), side('shopify', '6', 'C', { productStatus: 'archived' }));
      sides.square = [side('square', 'V1', 'A'), side('square', 'V2', ''), side('square', 'V3', 'Bb'), side('square', 'V4', 'C')];
      await world.snapshotBoth();
      expect(world.rows().every((row) => row.includes('-'))).toBe(true);
      expect(world.rows()).toHaveLength(10);
    });
  });

  test('link SKUs that differ by outer white space, or by case alone, and a draft that nothing else has', async ({ expect }) => {
    await inObject(async (world) => {
      const { sides } = world.platforms;
      sides.shopify = [side('shopify', '1', ' A'), side('shopify', '2', 'b'), side('shopify', '3', 'C', { productStatus: 'draft' })];
      sides.square = [side('square', 'V1', 'A\t'), side('square', 'V2', 'B'), side('square', 'V3', 'C')];
      await world.snapshotBoth();
      expect(
        world
          .rows()
          .map((row) => row.replaceAll(/:\d+/gu, ''))
          .sort(),
      ).toEqual(['1|V1', '2|V2', '3|V3']);
      // One side alone, and both again, change nothing.
      const rows = world.rows();
      await world.snapshot('square');
      await world.snapshotBoth();
      expect(world.rows()).toEqual(rows);
    });
  });
});

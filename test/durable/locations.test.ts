import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, test } from 'vitest';

import { ok, err } from '../../src/domain/result';
import { Locations } from '../../src/durable/catalog/locations';
import { openDatabase } from '../../src/durable/store/database';
import { openMeta } from '../../src/durable/store/meta';
import { migrate } from '../../src/durable/store/migrate';
import type { LocationRecord } from '../../src/platforms/location-record';

let objects = 0;

const location = (id: string, name: string, active = true): LocationRecord => ({ id, name, active });

/** Two locations at Shopify and two at Square, one of them closed. */
async function withLocations(check: (locations: Locations, reopened: () => Locations) => void): Promise<void> {
  objects += 1;
  const stub = env.ACCOUNT.get(env.ACCOUNT.idFromName(String(930_000 + objects)));
  await runInDurableObject(stub, (_instance, state) => {
    const db = openDatabase(state.storage);
    migrate(db);
    const open = (): Locations => new Locations(db, openMeta(db));
    const locations = open();
    locations.replace('square', [location('LB', 'Back room'), location('LA', 'Apron stand'), location('LC', 'Closed', false)]);
    locations.replace('shopify', [location('900', 'Warehouse'), location('901', 'Attic')]);
    check(locations, open);
  });
}

describe('locations', () => {
  test('keep each platform’s own order, Shopify’s first, without closed ones', async ({ expect }) => {
    await withLocations((locations) => {
      expect(locations.view().all.map(({ source, sourceId, name }) => `${source} ${sourceId} ${name}`)).toEqual([
        'shopify 900 Warehouse',
        'shopify 901 Attic',
        'square LB Back room',
        'square LA Apron stand',
      ]);
      expect(locations.view().synced).toEqual([]);
    });
  });

  test('keep our ids when they are read again, renamed or reordered', async ({ expect }) => {
    await withLocations((locations) => {
      const before = locations.view().all;
      locations.replace('shopify', [location('901', 'Loft'), location('902', 'Shop'), location('900', 'Warehouse')]);
      const after = locations.view().all;
      expect(after.map((one) => one.name)).toEqual(['Loft', 'Shop', 'Warehouse', 'Back room', 'Apron stand']);
      expect(after[0]?.id).toBe(before[1]?.id);
      expect(after[2]?.id).toBe(before[0]?.id);
      locations.replace('shopify', []);
      expect(locations.view().all.map((one) => one.source)).toEqual(['square', 'square']);
    });
  });
});

describe('the pair', () => {
  test('accepts our ids, the platforms’ ids, or a GID, and survives a restart', async ({ expect }) => {
    for (const shopify of ['900', 'gid://shopify/Location/900', '']) {
      await withLocations((locations, reopened) => {
        const own = String(locations.view().all.find((one) => one.sourceId === '900')?.id);
        expect(locations.savePair(shopify === '' ? own : shopify, 'LA')).toEqual(ok({ made: true }));
        expect(reopened().pair()).toMatchObject({ id: 1, shopify: { sourceId: '900', name: 'Warehouse' }, square: { sourceId: 'LA' } });
        expect(reopened().view().synced).toEqual([locations.pair()]);
      });
    }
  });

  test('exists at most once: a second one is refused with the product’s message, and saving the same one again changes nothing', async ({
    expect,
  }) => {
    await withLocations((locations) => {
      locations.savePair('900', 'LA');
      expect(locations.savePair('901', 'LB')).toEqual(
        err({
          code: 'failed_precondition',
          message: 'You already have 1 synced location, which is the maximum that Shelfbridge supports today.',
        }),
      );
      expect(locations.savePair('900', 'LA')).toEqual(ok({ made: false }));
      expect(locations.pair()?.id).toBe(1);
    });
  });

  test('is refused for a missing, unknown or closed location, and for one of the other platform', async ({ expect }) => {
    await withLocations((locations) => {
      const code = (shopify: string, square: string): string => {
        const saved = locations.savePair(shopify, square);
        return saved.ok ? 'saved' : saved.error.code;
      };
      const own = (sourceId: string): string => String(locations.view().all.find((one) => one.sourceId === sourceId)?.id);
      expect([code('', 'LA'), code('900', ' '), code('nope', 'LA'), code('900', 'LC'), code(own('LA'), own('900'))]).toEqual([
        'invalid_argument',
        'invalid_argument',
        'not_found',
        'failed_precondition',
        'not_found',
      ]);
      expect(locations.pair()).toBeNull();
    });
  });

  test('is ended only by its id, and the next one has another id', async ({ expect }) => {
    await withLocations((locations, reopened) => {
      locations.savePair('900', 'LA');
      expect(locations.disconnect('2')).toMatchObject(err({ code: 'not_found' }));
      expect(locations.disconnect('1')).toEqual(ok(null));
      expect(locations.pair()).toBeNull();
      expect(locations.disconnect('1')).toMatchObject(err({ code: 'not_found' }));
      locations.savePair('901', 'LB');
      expect(reopened().pair()?.id).toBe(2);
    });
  });

  test('keeps a location that the platform no longer lists', async ({ expect }) => {
    await withLocations((locations) => {
      locations.savePair('900', 'LA');
      locations.replace('shopify', [location('901', 'Attic')]);
      expect(locations.view().all.map((one) => one.sourceId)).toEqual(['901', 'LB', 'LA']);
      expect(locations.pair()).toMatchObject({ shopify: { sourceId: '900', name: 'Warehouse' } });
    });
  });
});

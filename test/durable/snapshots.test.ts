import { describe, test, expect } from 'vitest';

import { ok, err } from '../../src/domain/result';
import { side } from '../domain/catalog/sides';
import { inObject, Killed, type CatalogWorld, units, objectTest, finishes, snapshotEnds } from './catalog-harness';

/** Five linked variants, and one more on each side. */
function stock({ platforms }: CatalogWorld): void {
  platforms.sides.shopify = [1, 2, 3, 4, 5].map((id) =>
    side('shopify', String(id), `S${id}`, { ...units(10), productId: String(70 + id) }),
  );
  platforms.sides.shopify.push(side('shopify', '6', '', { ...units(3), productId: '76' }));
  platforms.sides.square = [5, 4, 3, 2, 1].map((id) => side('square', `V${id}`, `S${id}`, { ...units(10), productId: `I${id}` }));
  platforms.sides.square.push(side('square', 'V7', 'only', { ...units(4), productId: 'I7' }));
}

const STOCKED = ['1:10|V1:10', '2:10|V2:10', '3:10|V3:10', '4:10|V4:10', '5:10|V5:10', '6:3|-', '-|V7:4'];

describe('first snapshots of both sides', () => {
  objectTest('link what matches, with each row written once in its final form', async (world) => {
    stock(world);
    expect(await world.snapshotBoth()).toEqual(['done', 'done']);
    expect(world.rows().sort()).toEqual([...STOCKED].sort());
    expect(world.levels.told).toEqual([]);
    expect(world.platforms.calls.filter((call) => ['start', 'poll', 'count'].includes(call))).toEqual(['start', 'count', 'poll']);
    expect(world.snapshots.views()).toMatchObject([
      { source: 'shopify', state: 'done', processed: 6, total: 6, problem: '' },
      { source: 'square', state: 'done', processed: 6, total: 6, problem: '' },
    ]);
    expect(world.db.rows('select n from snapshot_chunk')).toEqual([]);
  });

  test('end with the same result when one runs long after the other', async ({ expect }) => {
    for (const [first, second] of [
      ['shopify', 'square'],
      ['square', 'shopify'],
    ] as const) {
      await inObject(async (world) => {
        stock(world);
        expect([await world.snapshot(first), await world.snapshot(second)]).toEqual(['done', 'done']);
        expect(world.rows().sort()).toEqual([...STOCKED].sort());
        expect(world.levels.told.filter((line) => line.startsWith('baseline'))).toHaveLength(5);
      });
    }
  });

  objectTest('do not wait for a side that has stopped', async (world) => {
    stock(world);
    world.snapshots.request('square');
    await snapshotEnds(world, 'shopify', 'done');
    expect(world.rows()).toHaveLength(6);
    await finishes(world, 'square', 'done');
    expect(world.rows().sort()).toEqual([...STOCKED].sort());
  });
});

describe('a later snapshot', () => {
  objectTest('writes nothing when nothing has changed', async (world) => {
    stock(world);
    await world.snapshotBoth();
    const rows = world.rows();
    const { catalog } = world;
    const changes = catalog.changes;
    await world.snapshotBoth();
    expect(world.rows()).toEqual(rows);
    expect(catalog.changes).toBe(changes);
    expect(world.levels.told).toEqual([]);
  });

  objectTest('never overwrites a linked level: its quantities are observed', async (world) => {
    stock(world);
    await world.snapshotBoth();
    world.platforms.sides.shopify[0] = side('shopify', '1', 'S1', { ...units(7, 2_000), productId: '71' });
    world.platforms.sides.shopify[5] = side('shopify', '6', '', { ...units(1, 2_000), productId: '76' });
    world.platforms.sides.shopify[1] = side('shopify', '2', 'S2', { ...units(99, 500), productId: '72' });
    await world.snapshot('shopify');
    const key = world.catalog.find('shopify', '1')?.key;
    expect(world.levels.told).toEqual([`observe ${key} shopify 700000 snapshot`]);
    expect(world.rows()).toContain('6:1|-');
    expect(world.rows()).toContain('2:10|V2:10');
  });

  objectTest('relinks exchanged SKUs once everything is merged, and keeps a link whose SKUs differ', async (world) => {
    stock(world);
    await world.snapshotBoth();
    const { shopify } = world.platforms.sides;
    // The first two exchange their SKUs; the third takes the SKU of Square's lone variation.
    shopify[0] = side('shopify', '1', 'S2', { ...units(10), productId: '71' });
    shopify[1] = side('shopify', '2', 'S1', { ...units(10), productId: '72' });
    shopify[2] = side('shopify', '3', 'only', { ...units(10), productId: '73' });
    await snapshotEnds(world, 'shopify', 'done');
    expect(world.rows().sort()).toEqual(['1:10|V2:10', '2:10|V1:10', '3:10|V3:10', '4:10|V4:10', '5:10|V5:10', '6:3|-', '-|V7:4'].sort());
    const [first, second] = ['1', '2'].map((id) => world.catalog.find('shopify', id)?.key);
    expect(world.levels.told.sort()).toEqual(
      [first, second]
        .flatMap((key) => [`may end ${key} sku-changed`, `close ${key} sku-changed`, `baseline ${key} refresh reading shopify,square`])
        .sort(),
    );
    expect(world.levels.facts).toMatchObject([{ kind: 'skus-differ', shopify: 'only', square: 'S3' }]);
    world.now += world.graceMs;
    expect(world.catalog.graceEndsAt()).toBeLessThanOrEqual(world.now);
    world.catalog.endGracePeriods();
    expect(world.rows()).toEqual(expect.arrayContaining(['3:10|V7:4', '-|V3:10']));
  });

  objectTest('of one side keeps the link until the other side, which is renamed too, is read', async (world) => {
    stock(world);
    await world.snapshotBoth();
    const { sides } = world.platforms;
    sides.shopify[0] = side('shopify', '1', 'NEW', { ...units(10), productId: '71' });
    sides.square[4] = side('square', 'V1', 'NEW', { ...units(10), productId: 'I1' });
    await snapshotEnds(world, 'shopify', 'done');
    expect(world.rows()).toContain('1:10|V1:10');
    expect(world.catalog.find('shopify', '1')?.skusDiffer).toMatchObject({ before: 'S1' });
    await snapshotEnds(world, 'square', 'done');
    expect(world.catalog.find('shopify', '1')?.skusDiffer).toBeNull();
    expect(world.levels.told).toEqual([]);
  });

  objectTest('of both sides together treats a rename on both as one', async (world) => {
    stock(world);
    await world.snapshotBoth();
    const { sides } = world.platforms;
    sides.shopify[0] = side('shopify', '1', 'NEW', { ...units(10), productId: '71' });
    sides.square[4] = side('square', 'V1', 'NEW', { ...units(10), productId: 'I1' });
    await world.snapshotBoth();
    expect(world.rows()).toContain('1:10|V1:10');
    expect(world.catalog.find('shopify', '1')).toMatchObject({ shopify: { sku: 'NEW' }, square: { sku: 'NEW' }, skusDiffer: null });
    expect(world.levels.told).toEqual([]);
  });

  test('relinks again after a kill between its last slice and the relink', async ({ expect }) => {
    for (let turns = 0; turns < 4; turns += 1) {
      await inObject(async (world) => {
        stock(world);
        await world.snapshotBoth();
        const { shopify } = world.platforms.sides;
        shopify[0] = side('shopify', '1', 'S2', { ...units(10), productId: '71' });
        shopify[1] = side('shopify', '2', 'S1', { ...units(10), productId: '72' });
        world.levels.turnsLeft = turns;
        world.snapshots.request('shopify');
        await Promise.allSettled([world.finish('shopify')]);
        world.restart();
        await finishes(world, 'shopify', 'done');
        expect(world.rows()).toEqual(expect.arrayContaining(['1:10|V2:10', '2:10|V1:10']));
      });
    }
  });

  objectTest('removes what is gone if only a few variants are, and waits for confirmation if half a side is', async (world) => {
    stock(world);
    await world.snapshotBoth();
    world.platforms.sides.square.splice(0, 2);
    await snapshotEnds(world, 'square', 'done');
    expect(world.rows().sort()).toEqual(['1:10|V1:10', '2:10|V2:10', '3:10|V3:10', '4:10|-', '5:10|-', '6:3|-', '-|V7:4'].sort());
    expect(world.levels.told.filter((line) => line.includes('removed'))).toHaveLength(2);
    const rows = world.rows();
    world.platforms.sides.square.splice(0, 3);
    await snapshotEnds(world, 'square', 'failed');
    expect(world.rows()).toEqual(rows);
    expect(world.snapshots.views()[1]).toMatchObject({
      state: 'failed',
      problem: 'Square no longer lists 3 of 4 known variants. Nothing was changed.',
    });
  });

  objectTest('waits for confirmation on an empty response, changes nothing, and continues when the merchant confirms', async (world) => {
    stock(world);
    await world.snapshotBoth();
    const rows = world.rows();
    world.platforms.sides.shopify = [];
    await snapshotEnds(world, 'shopify', 'failed');
    expect(world.rows()).toEqual(rows);
    expect(world.snapshots.views()[0]?.problem).toContain('no variants at all');
    expect(world.snapshots.approve('square')).toMatchObject({ ok: false });
    expect(world.snapshots.approve('shopify')).toMatchObject(ok({ state: 'running' }));
    await finishes(world, 'shopify', 'done');
    expect(world.rows().every((row) => row.startsWith('-|'))).toBe(true);
  });

  objectTest('waits for confirmation when many linked levels fall to zero at once', async (world) => {
    const many = Array.from({ length: 30 }, (_, index) => String(index + 1));
    world.platforms.sides.shopify = many.map((id) => side('shopify', id, `S${id}`, units(5)));
    world.platforms.sides.square = many.map((id) => side('square', `V${id}`, `S${id}`, units(5)));
    await world.snapshotBoth();
    world.platforms.sides.square = many.map((id) => side('square', `V${id}`, `S${id}`, units(Number(id) > 11 ? 5 : 0, 2_000)));
    await snapshotEnds(world, 'square', 'failed');
    expect(world.levels.told).toEqual([]);
    expect(world.snapshots.views()[1]?.problem).toContain('11 of 30');
  });
});

describe('an interrupted snapshot', () => {
  test(
    'resumes after a kill at every call, with no row twice and one chunk read again at most',
    { timeout: 180_000 },
    async ({ expect }) => {
      for (let killAfter = 1; killAfter < 12; killAfter += 1) {
        await inObject(async (world) => {
          stock(world);
          world.platforms.killAfter = killAfter;
          world.snapshots.request('shopify');
          world.snapshots.request('square');
          const killed = await Promise.allSettled([world.finish('shopify'), world.finish('square')]);
          expect(killed.every((end) => end.status === 'fulfilled' || end.reason instanceof Killed)).toBe(true);
          const before = world.platforms.calls.filter((call) => call === 'page').length;
          world.restart();
          expect(await Promise.all([world.finish('shopify'), world.finish('square')])).toEqual(['done', 'done']);
          expect(world.rows().sort()).toEqual([...STOCKED].sort());
          // Square has three pages in all: none that was stored is read again.
          const pages = world.platforms.calls.filter((call) => call === 'page').length;
          expect(pages - before).toBeLessThanOrEqual(3 - Math.min(3, before) + 1);
        });
      }
    },
  );

  test('resumes after a kill at every slice of the merge', async ({ expect }) => {
    for (const turns of [0, 1, 2, 3]) {
      await inObject(async (world) => {
        world.platforms.filePart = 1_000;
        world.platforms.squarePage = 1_000;
        const ids = Array.from({ length: 6_000 }, (_, index) => String(index + 1));
        world.platforms.sides.shopify = ids.map((id) => side('shopify', id, `S${id}`));
        world.platforms.sides.square = ids.toReversed().map((id) => side('square', `V${id}`, Number(id) % 7 === 0 ? '' : `S${id}`));
        world.levels.turnsLeft = turns;
        world.snapshots.request('shopify');
        world.snapshots.request('square');
        const killed = await Promise.allSettled([world.finish('shopify'), world.finish('square')]);
        expect(killed.some((end) => end.status === 'rejected' && end.reason instanceof Killed)).toBe(true);
        world.restart();
        expect(await Promise.all([world.finish('shopify'), world.finish('square')])).toEqual(['done', 'done']);
        const linked = ids.filter((id) => Number(id) % 7 !== 0).length;
        expect(world.catalog.listing.counts()).toMatchObject({ inSync: linked, onlyShopify: 6_000 - linked, onlySquare: 6_000 - linked });
      });
    }
  });

  objectTest('continues from the byte where the file broke off', async (world) => {
    stock(world);
    world.platforms.failures.set('part', [{ kind: 'failed', detail: 'killed' }]);
    world.snapshots.request('shopify');
    await expect(world.finish('shopify')).rejects.toThrow(Killed);
    world.restart();
    await finishes(world, 'shopify', 'done');
    expect(world.rows()).toHaveLength(6);
  });

  objectTest('requests the rest of a file that ended too early', async (world) => {
    stock(world);
    world.platforms.breakAfter = 3;
    await snapshotEnds(world, 'shopify', 'done');
    expect(world.rows()).toHaveLength(6);
    expect(world.platforms.calls.filter((call) => call === 'download')).toHaveLength(2);
  });

  objectTest('restarts the read of Square when the cursor has expired', async (world) => {
    stock(world);
    world.platforms.failures.set('page', []);
    const failures = world.platforms.failures.get('page') ?? [];
    let pages = 0;
    world.platforms.meanwhile = async () => {
      pages += 1;
      if (pages === 2) failures.push({ kind: 'cursor-expired' });
    };
    await snapshotEnds(world, 'square', 'done');
    expect(world.rows()).toHaveLength(6);
    expect(world.platforms.calls.filter((call) => call === 'page')).toHaveLength(2 + 1 + 3);
  });

  objectTest('waits when throttled, retries when unanswered, and reports why it failed in the end', async (world) => {
    stock(world);
    world.platforms.failures.set('page', [
      { kind: 'throttled', afterMs: 2_000 },
      { kind: 'failed', detail: 'timeout' },
    ]);
    await snapshotEnds(world, 'square', 'done');
    world.platforms.failures.set(
      'start',
      Array.from({ length: 6 }, () => ({ kind: 'failed' as const, detail: 'timeout' })),
    );
    world.snapshots.request('shopify');
    // Its task waits between these attempts, longer each time.
    const away = { ok: false, error: { code: 'unavailable', message: 'Shopify could not be reached.' } };
    expect(await world.snapshots.advance('shopify')).toMatchObject(away);
    expect(world.snapshots.views()[0]).toMatchObject({ state: 'queued', completed: null });
    expect(await world.snapshots.advance('shopify')).toMatchObject(away);
    await finishes(world, 'shopify', 'done');
    world.platforms.failures.set('start', [{ kind: 'unauthorized' }]);
    await snapshotEnds(world, 'shopify', 'failed');
    expect(world.snapshots.views()[0]?.problem).toContain('Reconnect Shopify');
  });

  objectTest('that an outage ended is failed, not completed, and requested again', async (world) => {
    stock(world);
    world.platforms.failures.set(
      'page',
      Array.from({ length: 3 }, () => ({ kind: 'failed' as const, detail: 'timeout' })),
    );
    world.snapshots.request('square');
    await world.snapshots.advance('square');
    world.snapshots.abandon('square');
    expect(world.snapshots.views()).toMatchObject([
      { state: 'failed', completed: null, problem: 'Square could not be reached. It is read again once it answers.' },
    ]);
    const ended = world.now;
    expect(world.snapshots.retries.dueAt()).toBe(ended + 15 * 60_000);
    world.snapshots.retries.afterOutage('square', false);
    expect(world.snapshots.active('square')).toBe(false);
    world.now += 15 * 60_000;
    world.snapshots.retries.afterOutage('square', false);
    expect(world.snapshots.active('square')).toBe(true);
    world.snapshots.abandon('square');
    world.snapshots.retries.afterOutage('square', true);
    await finishes(world, 'square', 'done');
    expect(world.snapshots.retries.dueAt()).toBeNull();
  });

  objectTest('that failed is read again when its task is repeated, but not if it waits for the merchant', async (world) => {
    stock(world);
    world.platforms.failures.set('page', [{ kind: 'refused', detail: 'no' }]);
    await snapshotEnds(world, 'square', 'failed');
    expect(world.snapshots.views()[0]?.completed).toBeNull();
    world.snapshots.retries.revive('square');
    await finishes(world, 'square', 'done');
    world.platforms.sides.square = [];
    await snapshotEnds(world, 'square', 'failed');
    expect(world.snapshots.views()[0]?.completed).toBeNull();
    world.snapshots.retries.revive('square');
    expect(world.snapshots.active('square')).toBe(false);
    expect(world.snapshots.doubtOf('square')).not.toBe('');
  });

  objectTest('starts another operation when Shopify has lost one', async (world) => {
    stock(world);
    world.platforms.bulkRunning = 2;
    world.snapshots.request('shopify');
    const first = await world.snapshots.advance('shopify');
    expect(first).toMatchObject(ok({ state: 'running' }));
    // When notified by the webhook, it asks immediately instead of waiting for the timer.
    world.platforms.bulkRunning = 0;
    world.snapshots.bulkFinished('900');
    const polls = world.platforms.calls.filter((call) => call === 'poll').length;
    const time = world.now;
    await world.snapshots.advance('shopify');
    expect(world.platforms.calls.filter((call) => call === 'poll')).toHaveLength(polls + 1);
    expect(world.now - time).toBeLessThan(15_000);
  });
});

describe('a run', () => {
  objectTest('is limited to one at a time for each source, and needs a pair', async (world) => {
    const [first, second] = [world.snapshots.request('shopify'), world.snapshots.request('shopify')];
    expect(first).toEqual(second);
    expect(first).toMatchObject(ok({ state: 'queued', started: null, lastUpdated: null }));
    world.pair.square = '';
    expect(world.snapshots.request('square')).toMatchObject(err({ code: 'failed_precondition' }));
    expect(await world.snapshots.advance('square')).toMatchObject(err({ code: 'not_found' }));
  });

  objectTest('that has stalled does not block another', async (world) => {
    stock(world);
    const first = world.snapshots.request('square');
    world.now += 29 * 60_000;
    expect(world.snapshots.request('square')).toEqual(first);
    world.now += 2 * 60_000;
    expect(world.snapshots.request('square')).toMatchObject(ok({ id: 2, state: 'queued' }));
    await finishes(world, 'square', 'done');
  });

  objectTest('gives way to one that starts a new baseline: what it has already merged is discarded', async (world) => {
    stock(world);
    world.snapshots.request('square');
    expect(world.snapshots.request('square', true)).toMatchObject(ok({ id: 2 }));
    await finishes(world, 'square', 'done');
  });

  objectTest('ends when the pair that it reads for has changed', async (world) => {
    stock(world);
    world.platforms.meanwhile = async () => {
      world.pair.square = 'L2';
    };
    await snapshotEnds(world, 'square', 'failed');
    expect(world.rows()).toEqual([]);
    expect(world.snapshots.views()[0]?.problem).toContain('paired locations changed');
  });

  objectTest('that was requested before the pair was removed ends without calling the platform', async (world) => {
    stock(world);
    let asked = 0;
    world.platforms.meanwhile = async () => {
      asked += 1;
    };
    expect(world.snapshots.request('shopify').ok).toBe(true);
    world.pair.shopify = '';
    await finishes(world, 'shopify', 'failed');
    expect(world.snapshots.views()[0]?.problem).toContain('paired locations changed');
    expect(asked).toBe(0);
  });

  objectTest('for another pair replaces one that is in progress', async (world) => {
    stock(world);
    let once = true;
    world.platforms.meanwhile = async () => {
      if (!once) return;
      once = false;
      world.pair.square = 'L2';
      expect(world.snapshots.request('square')).toMatchObject(ok({ state: 'queued' }));
    };
    await snapshotEnds(world, 'square', 'done');
    expect(world.rows()).toHaveLength(6);
    expect(world.db.rows("select state from snapshot where source = 'square' order by id")).toEqual([
      { state: 'failed' },
      { state: 'done' },
    ]);
  });

  objectTest('that is given up while it reads stores nothing more', async (world) => {
    stock(world);
    world.platforms.meanwhile = async () => {
      world.snapshots.giveUp('square', 'Square was disconnected.');
    };
    await snapshotEnds(world, 'square', 'failed');
    expect(world.rows()).toEqual([]);
    expect(world.snapshots.views()[0]).toMatchObject({ state: 'failed', problem: 'Square was disconnected.' });
    expect(world.db.rows('select n from snapshot_chunk')).toEqual([]);
  });
});

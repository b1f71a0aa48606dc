import { round, skuOf, sum, type Finding } from './measure';
import type { Counts, World } from './runtime';
import type { Timeline } from './sales';

const SOURCES = ['shopify', 'square'] as const;

type View = { readonly ok: true; readonly value: { readonly state: string; readonly problem: string } } | { readonly ok: false };

/** Takes both snapshots again, as the queue's consumers do: in parallel, slice after slice. Returns the real ms of Shopify's and Square's. */
export async function snapshotBoth(world: World): Promise<readonly number[]> {
  const began = performance.now();
  return Promise.all(
    SOURCES.map(async (source) => {
      await world.call('requestSnapshot', source);
      await finish(world, source);
      return performance.now() - began;
    }),
  );
}

async function finish(world: World, source: string): Promise<void> {
  for (let slices = 0; slices < 2_000; slices += 1) {
    const view = await world.call<View>('advanceSnapshot', source).catch((error: unknown) => String(error));
    // A killed object does not respond: the next consumer takes over.
    if (typeof view === 'string' || !view.ok) continue;
    if (view.value.state === 'done') return;
    if (view.value.state === 'failed') throw new Error(`the ${source} snapshot failed: ${view.value.problem}`);
  }
  throw new Error(`the ${source} snapshot does not come to an end`);
}

/** Measures P11 from the cost of the setup. */
export function firstSnapshot(world: World, variants: number): Finding {
  const { written, setAlarm } = world.firstSnapshots;
  return { id: 'P11', value: round((written + setAlarm) / variants), note: `${written + setAlarm} rows, all of setting up included` };
}

const callsTo = ({ requests }: Counts, platform: string): number =>
  sum(Object.entries(requests).map(([name, times]) => (name.startsWith(platform) ? times : 0)));

/** Measures P13 and P14: another snapshot of both sides in which nothing has changed. */
export async function callsOfSnapshot(world: World, time: Timeline, variants: number): Promise<Finding[]> {
  time.now += 600_000;
  await world.ask('advance', { account: world.account, at: time.now });
  await world.ask('ring-by-hand', { yes: false });
  await world.counts();
  await snapshotBoth(world);
  const counts = await world.counts();
  const named = (platform: string): string =>
    Object.entries(counts.requests)
      .filter(([name]) => name.startsWith(platform))
      .map(([name, times]) => `${times} ${name.slice(platform.length + 1)}`)
      .join(', ');
  const wanted = 2 * Math.ceil(variants / 1_000) + 5;
  return [
    { id: 'P13', value: callsTo(counts, 'shopify'), note: named('shopify') },
    {
      id: 'P14',
      value: callsTo(counts, 'square'),
      note: `${named('square')}; 2⌈N/1000⌉ + 5 = ${wanted}; ${counts.written} rows written, nothing had changed`,
    },
  ];
}

/** Measures P12: stock of the given number of variants changes while no webhook arrives. */
export async function changedSnapshot(world: World, time: Timeline): Promise<Finding> {
  const changes = 400;
  const webhookLoss = 1;
  await world.control('PUT', 'config', { faults: { shopify: { webhookLoss }, square: { webhookLoss } } });
  for (let from = 0; from < changes; from += 20) {
    const numbers = Array.from({ length: 20 }, (_, index) => from + index);
    await Promise.all(
      numbers.map((number) =>
        world.control('POST', 'change', { platform: number % 2 === 0 ? 'shopify' : 'square', sku: skuOf(1 + number * 7), delta: -3 }),
      ),
    );
  }
  time.now += 600_000;
  await world.ask('advance', { account: world.account, at: time.now });
  await world.counts();
  await snapshotBoth(world);
  await world.ask('settle');
  time.now += 120_000;
  await world.ask('advance', { account: world.account, at: time.now });
  const counts = await world.counts();
  await world.control('PUT', 'config', { faults: { shopify: { webhookLoss: 0 }, square: { webhookLoss: 0 } } });
  const rows = counts.written + counts.setAlarm;
  return { id: 'P12', value: round(rows / changes), note: `${rows} rows for ${changes} changed levels, each sent on to the other side` };
}

/** Measures P15: the object dies repeatedly while both sides are read. */
export async function interrupted(world: World, variants: number): Promise<Finding> {
  const { account } = world;
  await world.ask('ring-by-hand', { yes: true });
  await world.counts();
  await snapshotBoth(world);
  const undisturbed = await world.counts();
  let kills = 0;
  let done = false;
  const killer = (async () => {
    while (!done) {
      await new Promise((resolve) => setTimeout(resolve, 40 + ((kills * 37) % 90)));
      if (done || kills >= 12) continue;
      kills += 1;
      await world.ask('kill', { account });
    }
  })();
  await snapshotBoth(world).finally(() => {
    done = true;
  });
  await killer;
  const disturbed = await world.counts();
  const extra = (platform: string): number => callsTo(disturbed, platform) - callsTo(undisturbed, platform);
  const pairs = await world.ask<{ itemId: string; variationId: string }[]>('pairs', { account });
  const distinct = Math.min(new Set(pairs.map((pair) => pair.itemId)).size, new Set(pairs.map((pair) => pair.variationId)).size);
  const wrongRows = Math.abs(pairs.length - variants) + (pairs.length - distinct);
  // A chunk of Square is two calls (a page and its counts); a chunk of Shopify is the rest of one download after a status query.
  const beyond = Math.max(0, extra('square') - 2 * disturbed.starts) + Math.max(0, extra('shopify') - 2 * disturbed.starts);
  return {
    id: 'P15',
    value: wrongRows + beyond,
    note: `killed ${disturbed.starts} times; ${extra('square')} Square and ${extra('shopify')} Shopify calls more than undisturbed; ${wrongRows} wrong or double rows of ${variants}`,
  };
}

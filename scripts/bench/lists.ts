import { quantile, round, type Finding } from './measure';
import type { World } from './runtime';
import type { Timeline } from './sales';

const VIEWS = ['all', 'in_sync', 'out_of_sync', 'shopify_only', 'square_only'] as const;
const LIMIT = 500;

interface Query {
  readonly view: string;
  readonly query: string;
  readonly limit: number;
  readonly page: number;
  readonly sort: { readonly column: string; readonly descending: boolean };
}

const page = (change: Partial<Query>): Query => ({
  view: 'all',
  query: '',
  limit: LIMIT,
  page: 0,
  sort: { column: 'name', descending: false },
  ...change,
});

/** Time after which the alarm has stored the directory, in ms. */
const STORED_AFTER_MS = 1_200_000;

/** Measures P16, P17, and P18 on a large catalog. */
export async function lists(world: World, time: Timeline, variants: number): Promise<Finding[]> {
  const { account } = world;
  time.now += STORED_AFTER_MS;
  await world.counts();
  await world.ask('advance', { account, at: time.now });
  const stored = await world.counts();
  await world.ask('kill', { account });
  await world.counts();
  await world.call('inventory', page({}));
  await world.call('inventoryCounts');
  const first = await world.counts();
  let worst = 0;
  const last = Math.ceil(variants / LIMIT) - 1;
  for (const view of VIEWS) {
    // Forward, to the end, and back: the pages that next and previous request.
    for (const number of [0, 1, 2, 1, Math.floor(last / 2), last, last - 1]) {
      await world.call('inventory', page({ view, page: number }));
      worst = Math.max(worst, (await world.counts()).read);
    }
  }
  const look = async (): Promise<number> => {
    await world.call('inventoryCounts');
    await world.call('issueCounts', 'duplicate_skus');
    await world.call('issues', 'duplicate_skus', 'shopify', LIMIT, 0);
    return (await world.counts()).read;
  };
  const cold = await look();
  const warm = await look();
  return [
    { id: 'P16', value: worst },
    {
      id: 'P16 cold',
      value: first.read,
      note: `all of the start included; the alarm had read ${stored.read} and written ${stored.written} rows for that since the snapshot`,
    },
    { id: 'P17', value: warm, note: `the first look at duplicates by SKU reads ${cold} once` },
    await search(world),
  ];
}

async function search(world: World): Promise<Finding> {
  const timed = async (query: string): Promise<number> => {
    const began = performance.now();
    await world.call('inventory', page({ query, limit: 50 }));
    return performance.now() - began;
  };
  const firstMs = await timed('plain');
  const words = [
    'shirt',
    'gen-0777',
    'quiet lamp',
    'red',
    'zzzz',
    'bowl 12',
    'basket navy',
    'e',
    'gen-099999',
    'old ring',
    'towel 77',
    'sand',
  ];
  const searches: number[] = [];
  const plain: number[] = [];
  for (const word of words) {
    searches.push(await timed(word));
    plain.push(await timed(''));
  }
  const ms = round(quantile(searches, 0.5) - quantile(plain, 0.5));
  return {
    id: 'P18',
    value: ms,
    shown: `${ms} ms`,
    note: `median of ${words.length} searches, less the same page without a search (${round(quantile(plain, 0.5))} ms); the first search took ${round(firstMs)} ms`,
  };
}

import { skuOf } from '../bench/measure';
import { openWorld, type World } from '../bench/runtime';
import { Timeline } from '../bench/sales';
import { snapshotBoth } from '../bench/snapshots';
import { Ledger, pass, settle, type Waiting } from './ledger';
import { sized, timed, type Point } from './point';

const VARIANTS = sized(100_000);
/** Variants that sell while a snapshot runs. */
const SELLERS = Math.min(5_000, VARIANTS);
const LIMIT = 500;
/**
 * Real ms between two changes while a snapshot runs: 36,000 an hour. Each makes up to six webhooks; were they made faster than this machine
 * delivers them, the one that ends Shopify's list seems to wait behind ever more of them: at 50 a second, the snapshot did not end.
 */
const EVERY_MS = 100;
const AT_ONCE = 10;
const HOUR = 3_600_000;

interface Page {
  readonly products: readonly { readonly variants: readonly object[] }[];
}

interface Found {
  readonly value: { readonly variants: readonly { readonly square: { readonly id: string } | null }[] };
}

/** Returns the real ms that a page of the inventory takes through the Worker, with its session and its JSON. */
async function pageMs(world: World, given: object): Promise<number> {
  const { ms, value } = await timed(async () => world.rpc<Page>('sh.Inventory/GetInventory', given));
  const listed = value.products.reduce((sum, { variants }) => sum + variants.length, 0);
  if (listed !== LIMIT) throw new Error(`${listed} variants were listed of ${LIMIT}`);
  return ms;
}

/** Returns the real ms of a search; throws unless it finds something, or nothing where it must not. */
async function searchMs(world: World, query: string, found: boolean): Promise<number> {
  const { ms, value } = await timed(async () => world.rpc<Page>('sh.Inventory/GetInventory', { query, table: { limit: 50 } }));
  if (value.products.length > 0 !== found) throw new Error(`the search for ${query} found ${value.products.length} products`);
  return ms;
}

/** Turns off the tracking of a variant at Square and fixes this issue; returns the counts of such issues and the real ms of the repair. */
async function fixIssue(world: World): Promise<{ before: number; with: number; after: number; ms: number }> {
  const issues = async (): Promise<number> => {
    const counts = await world.rpc<{ square: number }>('sh.Issues/GetInventoryDisabledSkuCounts');
    return counts.square;
  };
  // The last one: none of those that sell.
  const query = { view: 'all', query: skuOf(VARIANTS), limit: 1, page: 0, sort: { column: 'name', descending: false } };
  const found = await world.call<Found>('inventory', query);
  const id = found.value.variants[0]?.square?.id ?? '';
  const track = async (tracked: boolean): Promise<unknown> =>
    world.rpc('sh.Inventory/SetInventoryTracking', { source: 'square', variant_id: id, track_inventory: tracked });
  const before = await issues();
  await track(false);
  await world.ask('settle');
  const during = await issues();
  const { ms } = await timed(async () => track(true));
  await world.ask('settle');
  return { before, with: during, after: await issues(), ms };
}

/** Works with the largest catalog that the product promises, in the running product. */
export const catalog: Point = {
  name: 'catalog',
  what: `${VARIANTS.toLocaleString('en')} variants a side: snapshots, pages, search, an issue, and sales on both sides while both snapshots run`,
  zero: ['units wrong', 'units wrong in the history', 'variants out of sync', 'issues left', 'frozen'],
  run: async (progress) => {
    const opened = await timed(async () => openWorld(VARIANTS, 1));
    const world = opened.value;
    try {
      progress(`set up in ${opened.ms} ms`);
      const time = new Timeline();
      await pass(world, time, 60_000);
      const last = Math.ceil(VARIANTS / LIMIT) - 1;
      const table = (page: number): object => ({ table: { limit: LIMIT, page, sort: 'name' } });
      const cold = await pageMs(world, table(0));
      const pages = [await pageMs(world, table(0)), await pageMs(world, table(Math.floor(last / 2))), await pageMs(world, table(last))];
      const searches = [
        await searchMs(world, skuOf(VARIANTS), true),
        await searchMs(world, 'lamp', true),
        await searchMs(world, 'zzzz', false),
      ];
      progress('pages and searches');
      const issue = await fixIssue(world);
      progress('issue');

      await world.ask('ring-by-hand', { yes: false });
      const ledger = new Ledger(SELLERS, 3);
      let ended = false;
      const reading = snapshotBoth(world).finally(() => {
        ended = true;
      });
      // A rejection is awaited below.
      reading.catch(() => undefined);
      while (!ended) {
        await world.ask('trade', { sales: Array.from({ length: AT_ONCE }, () => ledger.draw()), everyMs: EVERY_MS });
      }
      const snapshotsMs = await reading;
      progress(`${ledger.changes} changes while both snapshots ran`);
      const { ms: settledMs } = await timed(async () => world.ask('settle'));
      const simulatedMs = await settle(world, time, HOUR);
      await pass(world, time, 60_000);
      const { frozen } = await world.call<Waiting>('state');
      const { inSync, outOfSync } = await world.call<{ inSync: number; outOfSync: number }>('inventoryCounts');
      return {
        's to set up, first snapshots included': Math.round(opened.ms / 1_000),
        'ms of the first page, cold': cold,
        'ms of the first, middle and last page': pages.join(', '),
        'ms to search for a SKU, a word, and what is nowhere': searches.join(', '),
        'ms to fix a disabled tracking': issue.ms,
        'issues before, with, after': `${issue.before}, ${issue.with}, ${issue.after}`,
        'issues left': issue.after - issue.before,
        "s of Shopify's and Square's snapshot again, with sales": snapshotsMs.map((ms) => Math.round(ms / 1_000)).join(', '),
        'changes meanwhile': ledger.changes,
        's until all was sent after them': Math.round((settledMs + simulatedMs) / 1_000),
        'variants in sync': inSync,
        'variants out of sync': outOfSync,
        'units wrong': await ledger.unitsWrong(world),
        'units wrong in the history': await ledger.historyWrong(world),
        frozen,
      };
    } finally {
      await world.stop();
    }
  },
};

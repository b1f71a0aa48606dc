import { mkdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import { PAGE_SIZE } from '../../src/web/merchant/inventory/list-query';
import { startApp, until, type App } from '../app-process.ts';
import { skuOf } from '../bench/measure';
import type { World } from '../bench/runtime';
import { messageOf } from '../failure.ts';
import { changeStock, setUp, signIn, snapshotsDone, type AccountStatus, type Merchant } from '../merchant.ts';
import { Ledger } from './ledger';
import { launch, Person } from './person';
import { sized, timed, type Figures, type Point } from './point';

const VARIANTS = sized(100_000);
const LAST = Math.ceil(VARIANTS / PAGE_SIZE) - 1;
const MIDDLE = Math.floor(LAST / 2);
/** Rows on each of three pages that sell. */
const SELLERS = 20;
/**
 * Real ms between two changes while a snapshot runs: 7,200 an hour. Webhooks arrive one after another, the one that ends Shopify's list among
 * them: made faster than a busy machine delivers them, the snapshot waits for the product's next question instead, at most five minutes.
 */
const EVERY_MS = 500;
/** How long snapshots, and what follows the last sale, may take in real ms. */
const SNAPSHOT_MS = 1_800_000;
const SETTLED_MS = 600_000;
const PICTURE = 'dist/scale/catalog-page.png';

type Progress = (said: string) => void;

/** Calls the sandbox's control routes. */
function controlOf(app: App): Pick<World, 'control'> {
  return {
    control: async <T>(method: string, path: string, body?: object) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${app.sandbox}/control/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
  };
}

const statusOf = async (merchant: Merchant): Promise<AccountStatus & { readonly frozen: number }> =>
  (await merchant.rpc('sh.Account/GetAccountStatus')) as AccountStatus & { frozen: number };

/** Returns when both catalogs were read, as the account says: a new snapshot has another time. */
async function readAt(merchant: Merchant): Promise<ReadonlyMap<string, string>> {
  const { snapshots } = (await statusOf(merchant)) as unknown as {
    snapshots: readonly { name: string; state: string; completed: string }[];
  };
  const failed = snapshots.find(({ state }) => state === 'failed');
  if (failed !== undefined) throw new Error(`the ${failed.name} snapshot failed`);
  return new Map(snapshots.map(({ name, state, completed }) => [name, state === 'done' ? completed : '']));
}

/** Waits until both catalogs were read again; returns the real ms of each. */
async function snapshotsAgain(merchant: Merchant, before: ReadonlyMap<string, string>): Promise<readonly number[]> {
  const began = performance.now();
  const wait = async (name: string): Promise<number> => {
    await until(
      async () => {
        const completed = (await readAt(merchant)).get(name) ?? '';
        return completed !== '' && completed !== before.get(name);
      },
      `the end of the ${name} snapshot`,
      SNAPSHOT_MS,
    );
    return performance.now() - began;
  };
  return Promise.all([wait('shopify'), wait('square')]);
}

/** Sells at either side, one change after another, until `ended`. */
async function sellUntil(app: App, ledger: Ledger, ended: () => boolean): Promise<void> {
  const made: Promise<void>[] = [];
  for (let next = performance.now() + EVERY_MS; !ended(); next += EVERY_MS) {
    const sale = changeStock(app, ledger.draw());
    // A rejection is awaited below.
    sale.catch(() => undefined);
    made.push(sale);
    await setTimeout(Math.max(0, next - performance.now()));
  }
  await Promise.all(made);
}

/** Turns off the tracking of a variant at Square, and has a person find and fix it. */
async function fixIssue(merchant: Merchant, person: Person, sku: string): Promise<{ ms: readonly number[]; left: number }> {
  const issues = async (): Promise<number> =>
    ((await merchant.rpc('sh.Issues/GetInventoryDisabledSkuCounts')) as { square: number }).square;
  const before = await issues();
  const { products } = (await merchant.rpc('sh.Inventory/GetInventory', { query: sku, table: { limit: 1 } })) as {
    products: readonly { variants: readonly { square_id: string }[] }[];
  };
  const id = products[0]?.variants[0]?.square_id;
  await merchant.rpc('sh.Inventory/SetInventoryTracking', { source: 'square', variant_id: id, track_inventory: false });
  await until(async () => (await issues()) === before + 1, 'the issue', SETTLED_MS);
  const ms = await person.enableTracking(sku);
  return { ms, left: (await issues()) - before };
}

/** What a person does while both catalogs are read and sold from: pages and searches, with the longest ms of each. */
async function workUntil(person: Person, sku: string, ended: () => boolean): Promise<{ pages: number; searches: number; steps: number }> {
  let [pages, searches, steps] = [0, 0, 0];
  do {
    pages = Math.max(pages, await person.openPage(0));
    if (LAST > 0) pages = Math.max(pages, await person.turn('Next', 1), await person.turn('Prev', 0));
    searches = Math.max(searches, await person.search(sku, new RegExp(sku, 'u')));
    steps += LAST > 0 ? 4 : 2;
  } while (!ended());
  return { pages, searches, steps };
}

/** Counts quantities on the page that are not what is left: the SKU must be in the list. */
async function numbersWrong(person: Person, left: ReadonlyMap<string, number>, skus: readonly string[]): Promise<number> {
  let wrong = 0;
  for (const sku of skus) {
    const expected = left.get(sku);
    if (expected === undefined) continue;
    const shown = await person.numbers(sku);
    wrong += Number(shown?.shopify !== expected) + Number(shown?.square !== expected);
  }
  return wrong;
}

/** Looks at the list before anything is sold; returns the times and the first SKUs of its first, middle and last page. */
async function look(person: Person): Promise<{ figures: Figures; skus: readonly string[][] }> {
  const signedIn = await person.signIn('demo');
  const fromMenu = await person.openFromMenu();
  const before = person.requests;
  const fresh = await person.openPage(0);
  const requests = person.requests - before;
  const skus = [await person.skus(SELLERS)];
  const end = await person.toTheEnd(Math.min(PAGE_SIZE, VARIANTS));
  const middle = await person.openPage(MIDDLE);
  skus.push(await person.skus(SELLERS));
  const next = MIDDLE < LAST ? await person.turn('Next', MIDDLE + 1) : 0;
  const last = await person.openPage(LAST);
  if (await person.hasNext()) throw new Error('there is a page after the last one');
  skus.push(await person.skus(SELLERS));
  const sku = skuOf(VARIANTS);
  const searches = [
    await person.search(sku, new RegExp(sku, 'u')),
    await person.search('lamp', /lamp/iu),
    await person.search('zzzz', null),
  ];
  const figures = {
    'ms from the sign-in to the stock on the dashboard': signedIn,
    'ms to the first rows: from the menu, and all loaded again': `${fromMenu}, ${fresh}`,
    'requests of that load': requests,
    'ms to the last row of a page of 500': end,
    'ms of a middle page, the next one, the last one': `${middle}, ${next}, ${last}`,
    'ms to search for a SKU, a word, and what is nowhere': searches.join(', '),
  };
  return { figures, skus };
}

/** Reads both catalogs again from the page while both sides sell and two windows are open; compares all numbers. */
async function sell(
  app: App,
  merchant: Merchant,
  watching: Person,
  openWindow: () => Promise<Person>,
  skus: readonly string[][],
): Promise<Figures> {
  const sellers = [...new Set(skus.flat())];
  const ledger = new Ledger(sellers.length, 3, (number) => sellers[number - 1] ?? '');
  await watching.openPage(MIDDLE);
  const before = await readAt(merchant);
  const asked = await watching.refresh();
  // From here on the other window is behind this one.
  const working = await openWindow();
  let ended = false;
  const reading = snapshotsAgain(merchant, before).finally(() => {
    ended = true;
  });
  const [snapshotsMs, , work] = await Promise.all([
    reading,
    sellUntil(app, ledger, () => ended),
    workUntil(working, skuOf(VARIANTS), () => ended),
  ]);
  // Nobody touches the window that was open all the time.
  const shown = await timed(async () =>
    until(async () => (await numbersWrong(watching, ledger.left, skus[1] ?? [])) === 0, 'the last sales on the page', SETTLED_MS),
  );
  await until(async () => (await statusOf(merchant)).owed === 0, 'the end of all writes', SETTLED_MS);
  let wrong = await numbersWrong(watching, ledger.left, skus[1] ?? []);
  for (const [place, number] of [0, MIDDLE, LAST].entries()) {
    await working.openPage(number);
    wrong += await numbersWrong(working, ledger.left, skus[place] ?? []);
  }
  await working.page.screenshot({ path: PICTURE });
  await working.page.close();
  return {
    'ms until the page has asked for both snapshots': asked,
    "s of Shopify's and Square's snapshot, with sales": snapshotsMs.map((ms) => Math.round(ms / 1_000)).join(', '),
    'changes meanwhile': ledger.changes,
    'steps of a person meanwhile': work.steps,
    'longest ms meanwhile of a page, of a search': `${work.pages}, ${work.searches}`,
    'ms after them until a page that was left open shows all': shown.ms,
    'variants compared with the page': ledger.left.size,
    'numbers wrong on the page': wrong,
    'units wrong': await ledger.unitsWrong(controlOf(app)),
  };
}

/** Works as a person does, in the browser, with the largest catalog that the product promises. */
export const catalogPage: Point = {
  name: 'catalog-page',
  what: `${VARIANTS.toLocaleString('en')} variants a side in the browser: sign-in, pages, search, an issue, and sales on both sides while both snapshots run`,
  zero: ['numbers wrong on the page', 'units wrong', 'variants out of sync', 'issues left', 'frozen', 'errors in the page'],
  run: async (progress) => {
    const app = await startApp();
    try {
      return await withoutIdleConnections(async () => inApp(app, progress));
    } finally {
      await app.stop();
    }
  },
};

/**
 * Does work whose requests each have a connection of their own. The runtime closes idle ones after five seconds; on a busy machine it may do
 * so just as a request is written, and nobody knows whether that sale was made.
 */
async function withoutIdleConnections<T>(work: () => Promise<T>): Promise<T> {
  const reusing = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('connection', 'close');
    return reusing(input, { ...init, headers });
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = reusing;
  }
}

async function inApp(app: App, progress: Progress): Promise<Figures> {
  await controlOf(app).control('POST', 'reset', { catalogue: { variants: VARIANTS, seed: 1 } });
  progress('catalog');
  const opened = await timed(async () => {
    const merchant = await signIn(app);
    await setUp(app, merchant);
    progress('subscribed');
    await snapshotsDone(merchant, SNAPSHOT_MS);
    return merchant;
  });
  progress(`set up in ${opened.ms} ms`);
  const merchant = opened.value;
  const browser = await launch();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'UTC' });
    const people: Person[] = [];
    const openWindow = async (): Promise<Person> => {
      const person = await Person.open(context, app.page);
      people.push(person);
      return person;
    };
    const first = await openWindow();
    mkdirSync('dist/scale', { recursive: true });
    const failed = async (error: unknown): Promise<never> => {
      await first.page.screenshot({ path: PICTURE });
      throw new Error(`${messageOf(error)}; the page then: ${PICTURE}`, { cause: error });
    };
    const { figures, skus } = await look(first).catch(failed);
    progress('pages and searches');
    const sellers = new Set(skus.flat());
    const rest = Array.from({ length: VARIANTS }, (_, index) => skuOf(VARIANTS - index)).find((sku) => !sellers.has(sku)) ?? '';
    const issue = await fixIssue(merchant, first, rest).catch(failed);
    progress('issue');
    const sold = await sell(app, merchant, first, openWindow, skus).catch(failed);
    progress('snapshots and sales');
    const allInSync = await first.seesAllInSync(VARIANTS).catch(failed);
    const counts = (await merchant.rpc('sh.Inventory/GetInventoryCounts')) as { in_sync?: number; out_of_sync?: number };
    return {
      's to set up, first snapshots included': Math.round(opened.ms / 1_000),
      ...figures,
      'ms of the list of an issue, its repair, and until it is off the list': issue.ms.join(', '),
      'issues left': issue.left,
      ...sold,
      'ms of the dashboard, which says that all are in sync': allInSync,
      'variants out of sync': counts.out_of_sync ?? 0,
      frozen: (await statusOf(merchant)).frozen,
      'most rows in the document': Math.max(...people.map(({ mostRows }) => mostRows)),
      'requests of the two windows': people.reduce((sum, { requests }) => sum + requests, 0),
      'errors in the page': people.reduce((sum, { errors }) => sum + errors.length, 0),
    };
  } finally {
    await browser.close();
  }
}

import type { Watched } from '../../../src/domain/history/watched';
import { otherSource } from '../../../src/domain/source';
import { patchGlobals, realLog } from './globals';
import { HOUR, MINUTE, Shop } from './outage-shop';
import { changeStock, type Item, type Platform } from './outside';
import { ask, buildTemplate } from './template';
import { STEPS } from './truth';

const USAGE = 'usage: npm run sim -- --object --watch';
/** Initial units of each variant: few enough to be sold twice. */
const FEW = 6;
const CHANGES = 1_000;
const WEEK = 7 * 24 * HOUR;
/** After so many changes the object dies and starts again from its rows. */
const BETWEEN_KILLS = 40;

/** What happened to one variant, counted unit by unit as the shop would. */
interface Told {
  readonly shown: Record<Platform, number>;
  /** What both platforms together have left. */
  left: number;
  oversells: number;
  oversold: number;
  readonly sent: Record<Platform, number>;
  changes: number;
}

/** The shop's own book of what it sold. */
class Book {
  readonly bySku = new Map<string, Told>();

  constructor(items: readonly Item[]) {
    for (const { sku } of items)
      this.bySku.set(sku, {
        shown: { shopify: FEW, square: FEW },
        left: FEW,
        oversells: 0,
        oversold: 0,
        sent: { shopify: 0, square: 0 },
        changes: 0,
      });
  }

  of(sku: string): Told {
    const told = this.bySku.get(sku);
    if (told === undefined) throw new Error(`${sku} is not in the book`);
    return told;
  }

  /** Books a change of one platform. */
  book(sku: string, platform: Platform, units: number): void {
    const told = this.of(sku);
    told.changes += 1;
    told.sent[otherSource(platform)] += units;
    let twice = 0;
    for (let unit = units; unit < 0; unit += 1) {
      if (told.left <= 0) twice += 1;
      told.left -= 1;
      told.shown[platform] -= 1;
    }
    if (units > 0) {
      told.left += units;
      told.shown[platform] += units;
    }
    told.oversold += twice;
    told.oversells += Number(twice > 0);
  }
}

/** Sells what a random platform still shows, or restocks it now and then. */
function change(shop: Shop, book: Book): void {
  const platform = shop.random.chance(0.5) ? 'shopify' : 'square';
  const items = shop.items(platform);
  const item = items[shop.random.between(0, items.length - 1)];
  if (item === undefined) throw new Error('nothing is for sale');
  const shown = book.of(item.sku).shown[platform];
  const units = shown === 0 || shop.random.chance(0.25) ? shop.random.between(1, 4) : -shop.random.between(1, Math.min(3, shown));
  shop.cloud.outside(shop.now, (world) => {
    if (!changeStock(world, item, units)) throw new Error(`${item.sku} could not be changed`);
  });
  book.book(item.sku, platform, units);
}

/** Returns what the account predicts, by SKU. */
async function predicted(
  shop: Shop,
): Promise<{ readonly bySku: Map<string, Watched>; readonly oversold: number; readonly changes: number }> {
  const bySku = new Map<string, Watched>();
  for (let cursor = ''; ;) {
    const report = await ask(shop.cloud, (account) => account.watchReport(3, cursor));
    for (const variant of report.variants) bySku.set(variant.sku, variant);
    cursor = report.next;
    if (cursor === '') return { bySku, oversold: report.oversold, changes: report.changes };
  }
}

/** Returns what of the prediction is not what happened. */
async function compare(shop: Shop, book: Book): Promise<string[]> {
  const { bySku, oversold, changes } = await predicted(shop);
  const wrong: string[] = [];
  for (const [sku, told] of book.bySku) {
    const watched = bySku.get(sku);
    const seen = {
      left: (watched?.left ?? Number.NaN) / STEPS,
      oversells: watched?.oversells,
      oversold: (watched?.oversold ?? Number.NaN) / STEPS,
      shopify: (watched?.sent.shopify ?? Number.NaN) / STEPS,
      square: (watched?.sent.square ?? Number.NaN) / STEPS,
      changes: watched?.changes,
    };
    const { left, oversells, sent } = told;
    const real = { left, oversells, oversold: told.oversold, shopify: sent.shopify, square: sent.square, changes: told.changes };
    if (JSON.stringify(seen) !== JSON.stringify(real))
      wrong.push(`${sku}: ${JSON.stringify(seen)} is predicted, ${JSON.stringify(real)} happened`);
  }
  const all = [...book.bySku.values()];
  if (oversold / STEPS !== all.reduce((sum, told) => sum + told.oversold, 0))
    wrong.push('the total of units that were sold twice is wrong');
  if (changes !== all.reduce((sum, told) => sum + told.changes, 0)) wrong.push('the total of changes is wrong');
  return wrong;
}

async function watch(shop: Shop, watching: boolean): Promise<void> {
  const settings = await ask(shop.cloud, (account) => account.settings());
  const saved = await ask(shop.cloud, (account) => account.saveSettings({ ...settings, watching }));
  if (!saved.ok) throw new Error(saved.error.message);
}

/** Returns the SKUs whose numbers are not what they were, and what happened since, on either platform. */
function notSynced(shop: Shop, start: ReadonlyMap<string, Record<Platform, number>>, since: ReadonlyMap<string, number>): string[] {
  return (['shopify', 'square'] as const).flatMap((platform) =>
    shop.items(platform).flatMap(({ sku }) => {
      const stock = shop.cloud.world.enter((world) => world.part(platform)?.stock(world, sku) ?? Number.NaN);
      const due = (start.get(sku)?.[platform] ?? Number.NaN) + (since.get(sku) ?? 0);
      return stock === due ? [] : [`${sku} at ${platform} is ${stock}, not ${due}`];
    }),
  );
}

/**
 * Plays a week of a merchant who watches first: nothing is written, and what the account predicts is what happened. Then syncing is started: what
 * happened before is never sent, a change that no webhook reported included. Prints a line of JSON; returns the exit code.
 */
export async function runWatching(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg !== '--object' && arg !== '--watch')) throw new Error(USAGE);
  patchGlobals();
  const shop = new Shop(await buildTemplate(FEW));
  // Syncing has begun in the template: a merchant who comes back after a lapse may watch first, too.
  const entitlement = { subscribed: true, accessEnds: null };
  await ask(shop.cloud, (account) => account.setEntitlement({ ...entitlement, subscribed: false }));
  await watch(shop, true);
  await ask(shop.cloud, (account) => account.setEntitlement(entitlement));
  await shop.pass(5 * MINUTE);
  const book = new Book(shop.items('shopify'));
  const written = shop.writes;
  for (let count = 0; count < CHANGES; count += 1) {
    change(shop, book);
    await shop.pass(Math.floor(WEEK / CHANGES));
    if (count % BETWEEN_KILLS === BETWEEN_KILLS - 1) shop.cloud.account.kill('moved', shop.now);
  }
  const wrong = await compare(shop, book);
  const writesMeanwhile = shop.writes - written;

  // A sale of which no webhook tells, right before syncing is started.
  shop.broken.down = 'square';
  const [item] = shop.items('square');
  if (item === undefined) throw new Error('nothing is for sale');
  shop.cloud.outside(shop.now, (world) => changeStock(world, item, 2));
  await shop.pass(1_000);
  shop.broken.down = null;
  await shop.pass(2_000);
  const start = new Map(
    shop.items('shopify').map(({ sku }) => {
      const of = (platform: Platform): number => shop.cloud.world.enter((world) => world.part(platform)?.stock(world, sku) ?? Number.NaN);
      return [sku, { shopify: of('shopify'), square: of('square') }] as const;
    }),
  );
  await watch(shop, false);
  await shop.pass(2 * HOUR);
  const writesAtStart = shop.writes - written - writesMeanwhile;
  await shop.sellFor(HOUR, 60);
  await shop.pass(HOUR);
  const unsynced = notSynced(shop, start, shop.sold);
  const { owed, held, blocked, frozen } = await shop.state();
  const all = [...book.bySku.values()];
  realLog(
    JSON.stringify({
      'changes watched': CHANGES,
      'writes meanwhile': writesMeanwhile,
      'units sold twice': all.reduce((sum, told) => sum + told.oversold, 0),
      'predictions wrong': wrong.length,
      'writes of what came before': writesAtStart,
      'changes synced afterward': shop.changes,
      'numbers wrong afterward': unsynced.length,
      owed,
      held,
      blocked,
      frozen,
    }),
  );
  for (const line of [...wrong, ...unsynced, ...shop.sandboxDefects]) realLog(line);
  return wrong.length + unsynced.length + shop.sandboxDefects.length + writesMeanwhile + writesAtStart + owed + held + blocked + frozen ===
    0
    ? 0
    : 1;
}

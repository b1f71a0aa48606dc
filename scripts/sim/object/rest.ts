import { unpackLines } from '../../../src/domain/history/packed';
import type { QuantityRow } from '../../../src/domain/sync/bulk-change';
import type { Copy } from '../../../src/durable/api/edits-api';
import type { Cloud } from './cloud';
import type { Merchant } from './merchant';
import { itemsOf, type Item, type Platform } from './outside';
import { textOf } from './reading';
import { ask } from './template';
import { stockKey } from './truth';

/** How long after the faults end nothing is expected to be settled, in ms: reconciliation finds lost webhooks within about an hour. */
const FIRST_LOOK_MS = 75 * 60_000;
const LOOK_EVERY_MS = 20 * 60_000;
/** When the wait gives up, in ms. */
const GIVE_UP_MS = 8 * 3_600_000;

/** One history line as D1 stores it. */
export interface HistoryLine {
  readonly at: number;
  readonly sku: string;
  readonly fact: Readonly<Record<string, unknown>>;
}

/** The final state. */
export interface Final {
  /** Units in stock at the paired location, in steps, by `platform:stock`. */
  readonly levels: ReadonlyMap<string, number>;
  readonly lines: readonly HistoryLine[];
  readonly state: Readonly<Record<string, unknown>>;
  /** The pairs that the account lists as no longer syncing, as `shopify stock square stock`. */
  readonly unlinked: ReadonlySet<string>;
  /** The pairs that the account lists as oversold, in the same form. */
  readonly oversold: ReadonlySet<string>;
  /** Stock ids (`platform:stock`) that the account knows and does not sync. */
  readonly waiting: ReadonlySet<string>;
  /** What the account says of its copies, newest first. */
  readonly copies: readonly Copy[];
  /** The rows of all bulk changes of quantities that changed something, as the account keeps them. */
  readonly bulkRows: readonly QuantityRow[];
  /** All variants of both platforms. */
  readonly items: readonly Item[];
  readonly openTasks: number;
  readonly openDeliveries: number;
  readonly failures: readonly string[];
}

/** Lets virtual time pass until nothing is in progress. */
export async function waitForRest(cloud: Cloud, merchant: Merchant, from: number, say: (line: string) => void): Promise<void> {
  for (let at = from + FIRST_LOOK_MS; at <= from + GIVE_UP_MS; at += LOOK_EVERY_MS) {
    await cloud.scheduler.runUntil(at);
    const state = await readState(cloud);
    const waits = [
      ...merchant.busy,
      ...['owed', 'blocked'].filter((name) => state[name] !== 0).map((name) => `${String(state[name])} ${name}`),
      ...(openDeliveries(cloud) === 0 ? [] : ['webhooks']),
      ...(openTasks(cloud) === 0 ? [] : ['tasks']),
    ];
    say(`at rest: ${waits.length === 0 ? 'yes' : waits.join(', ')}`);
    if (waits.length === 0) return;
  }
}

async function readState(cloud: Cloud): Promise<Readonly<Record<string, unknown>>> {
  return { ...(await ask(cloud, (account) => account.state())) };
}

function count(cloud: Cloud, database: 'sandbox' | 'shared', sql: string): number {
  return Number(cloud.databases[database].run(sql, []).rows[0]?.['n'] ?? 0);
}

const openDeliveries = (cloud: Cloud): number => count(cloud, 'sandbox', 'select count(*) as n from delivery');
const openTasks = (cloud: Cloud): number => count(cloud, 'shared', `select count(*) as n from tasks where state in ('queued', 'running')`);

/** Reads the final state of a history. */
export async function readFinal(cloud: Cloud, failures: readonly string[] = []): Promise<Final> {
  const levels = new Map<string, number>();
  const read = (platform: Platform, sql: string): void => {
    for (const row of cloud.databases.sandbox.run(sql, []).rows)
      levels.set(stockKey(platform, textOf(row['stock'])), Number(row['quantity']));
  };
  read(
    'shopify',
    `select cast(item_id as text) as stock, available * 100000 as quantity from shopify_level where location_id =
      (select id from shopify_location where shop = 'demo.myshopify.com' and active = 1 order by name limit 1)`,
  );
  read(
    'square',
    `select variation as stock, quantity from square_count where state = 'IN_STOCK' and location =
      (select id from square_location where merchant = 'MLDEMO' order by position limit 1)`,
  );
  const lines = cloud.databases.shared
    .run('select lines from history_batches order by last', [])
    .rows.flatMap((row) => unpackLines(textOf(row['lines'])))
    .map(({ at, sku, fact }): HistoryLine => ({ at, sku, fact: { ...fact } }));
  return {
    levels,
    lines,
    state: await readState(cloud),
    ...readUnlinked(cloud),
    oversold: await readOversold(cloud),
    copies: await ask(cloud, (account) => account.copies()),
    bulkRows: await readBulkRows(cloud),
    items: cloud.world.enter((world) => [...itemsOf(world, 'shopify'), ...itemsOf(world, 'square')]),
    openTasks: openTasks(cloud),
    openDeliveries: openDeliveries(cloud),
    failures,
  };
}

async function readBulkRows(cloud: Cloud): Promise<readonly QuantityRow[]> {
  const changes = await ask(cloud, (account) => account.bulkChanges());
  const rows: QuantityRow[] = [];
  for (const { id } of changes) {
    const page = await ask(cloud, (account) => account.bulkChange(id, { offset: 0, limit: 100 }));
    if (!page.ok) continue;
    for (const row of page.value.rows) if (row.kind === undefined && (row.state === 'set' || row.state === 'undone')) rows.push(row);
  }
  return rows;
}

async function readOversold(cloud: Cloud): Promise<ReadonlySet<string>> {
  const { cases } = await ask(cloud, (account) => account.oversells(500, null));
  return new Set(cases.map(({ id }) => id.replace(':', ' ')));
}

function readUnlinked({ databases: { account } }: Cloud): Pick<Final, 'unlinked' | 'waiting'> {
  const unlinked = account.run('select item_id, variation_id from unlinked', []).rows;
  const alone = account.run(
    `select cast(item_id as text) as shopify, variation_id as square from variant
      where item_id is null or variation_id is null or shopify_tracked = 0 or square_tracked = 0`,
    [],
  ).rows;
  return {
    unlinked: new Set(unlinked.map((row) => `${textOf(row['item_id'])} ${textOf(row['variation_id'])}`)),
    waiting: new Set(
      (['shopify', 'square'] as const).flatMap((platform) =>
        alone.flatMap((row) => (row[platform] === null ? [] : [stockKey(platform, textOf(row[platform]))])),
      ),
    ),
  };
}

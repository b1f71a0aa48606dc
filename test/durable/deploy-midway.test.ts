import { runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { AccountObject } from '../../src/durable/account-object';
import { exportRows } from '../../src/durable/actions/export-rows';
import { openDatabase } from '../../src/durable/store/database';
import { migrate } from '../../src/durable/store/migrate';
import { MIGRATIONS } from '../../src/durable/store/migrations';
import { allowNoise } from '../support/fail-on-noise';
import {
  change,
  endWorld,
  expectStock,
  history,
  kill,
  owedBecomes,
  ring,
  skuOf,
  snapshot,
  startWorld,
  stockBecomes,
  webhooksQuiet,
  type Merchant,
} from './account-harness';

const [RELEASE = ''] = Object.values(
  import.meta.glob('../fixtures/release/release.json', { query: '?raw', import: 'default', eager: true }),
);
/** The number of migrations that the last release had. */
const { object: RELEASED } = (JSON.parse(RELEASE) as { readonly migrations: { readonly object: number } }).migrations;

/** Named values that later versions store. */
const LATER_VALUES = ['writers'];

let merchant: Merchant;

beforeEach(async () => {
  // A webhook may reach the object at the moment when it is replaced: this is logged, and the webhook is delivered again.
  allowNoise(/"event":"webhook\.object-unreachable".*killed/u);
  merchant = await startWorld(5);
});

afterEach(endWorld);

/** A request of the object to a platform that is never answered. */
interface Lost {
  /** Whether it is this request. */
  readonly is: (url: string, body: string) => boolean;
  /** Whether the platform gets it: only its answer is lost. */
  readonly arrives: boolean;
  count: number;
}

/** Requests that are lost from now on; the first of each kind only, unless they are repeated. Returns what ends it. */
function lose(...lost: Lost[]): () => void {
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const one = lost.find(({ is }) => is(url, typeof init?.body === 'string' ? init.body : ''));
    if (one === undefined) return real(input, init);
    if (one.arrives) await (await real(input, init)).arrayBuffer();
    one.count += 1;
    return new Promise<Response>(() => undefined);
  });
  return () => {
    spy.mockRestore();
  };
}

type Row = Record<string, SqlStorageValue>;

/**
 * Replaces the object with one of another version: its rows stay as the last release stores them, in its tables and columns. Whatever the
 * object was doing ends, as at a deployment. Returns the rows as text.
 */
async function replaceByRelease(stub: DurableObjectStub<AccountObject>): Promise<string> {
  let left = '';
  await runInDurableObject(stub, (_, state) => {
    const { sql } = state.storage;
    state.storage.transactionSync(() => {
      const tables = sql.exec<{ name: string }>(
        "select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'",
      );
      const rows = new Map<string, Row[]>();
      for (const { name } of tables.toArray()) {
        if (name.startsWith('day_')) continue;
        rows.set(name, sql.exec<Row>(`select * from "${name}"`).toArray());
        sql.exec(`drop table "${name}"`);
      }
      migrate(openDatabase(state.storage), RELEASED);
      for (const [name, all] of rows) {
        const columns = sql.exec<{ name: string }>(`select name from pragma_table_info('${name}')`).toArray();
        if (name === 'migration' || columns.length === 0) continue;
        const insert = `insert into "${name}" (${columns.map((column) => column.name).join()}) values (${columns.map(() => '?').join()})`;
        for (const row of all) sql.exec(insert, ...columns.map((column) => row[column.name] ?? null));
      }
      for (const name of LATER_VALUES) sql.exec('delete from meta where name = ?', name);
    });
    left = JSON.stringify(exportRows(openDatabase(state.storage), null).lines);
    state.abort('killed');
  }).catch(() => undefined);
  return left;
}

/** The versions of the object's tables, and the levels that are not at rest. */
async function stored(): Promise<{ readonly versions: number; readonly open: readonly string[]; readonly states: readonly string[] }> {
  return runInDurableObject(merchant.stub(), (_, { storage: { sql } }) => ({
    versions: sql.exec('select id from migration').toArray().length,
    open: sql
      .exec<{ cell: string }>('select cell from variant where cell is not null')
      .toArray()
      .map(({ cell }) => cell),
    states: sql
      .exec<{ state: string }>('select state from snapshot order by id')
      .toArray()
      .map(({ state }) => state),
  }));
}

/** Sells at both platforms with both writes lost, and lets both snapshots stop halfway. */
async function workHalfDone(): Promise<() => void> {
  const square: Lost = { is: (url) => url.includes('/v2/inventory/changes/batch-create'), arrives: true, count: 0 };
  const shopify: Lost = { is: (_, body) => body.includes('inventoryAdjustQuantities'), arrives: false, count: 0 };
  const bulk: Lost = { is: (_, body) => body.includes('BulkPoll'), arrives: true, count: 0 };
  const counts: Lost = { is: (url) => url.includes('/v2/inventory/counts/batch-retrieve'), arrives: false, count: 0 };
  const end = lose(square, shopify, bulk, counts);
  await change('shopify', skuOf(1), -2);
  await change('square', skuOf(2), -3);
  await expect.poll(() => [square.count, shopify.count]).toEqual([1, 1]);
  // These wait behind the writes in flight.
  await change('shopify', skuOf(1), -1);
  await change('square', skuOf(2), 4);
  await owedBecomes(merchant, 2);
  for (const source of ['shopify', 'square'] as const) {
    await merchant.stub().requestSnapshot(source);
    merchant
      .stub()
      .advanceSnapshot(source)
      .catch(() => undefined);
  }
  await expect.poll(() => [bulk.count > 0, counts.count > 0], { timeout: 600_000 }).toEqual([true, true]);
  await webhooksQuiet();
  return end;
}

it(
  'rows of the last release with writes in flight and half-done snapshots are migrated and continued: nothing is lost, nothing counts twice',
  { timeout: 180_000 },
  async () => {
    const end = await workHalfDone();
    expect((await stored()).states.slice(-2)).toEqual(['running', 'running']);
    const left = await replaceByRelease(merchant.stub());
    // Both writes are in flight, and no later table is there.
    expect(new Set(left.match(/(?<=\\"o\\*":\[\\*")[\da-f-]{36}/gu)).size).toBe(2);
    expect(left).not.toContain('cause_read');
    end();
    // Sold while neither version runs; the webhook starts the new one.
    await change('square', skuOf(3), -5);
    const after = await stored();
    expect(after.versions).toBe(MIGRATIONS.length);
    for (const view of await snapshot(merchant)) expect(view).toMatchObject({ state: 'done', problem: '', processed: 5 });
    await ring(merchant);
    await stockBecomes(skuOf(1), 97, 97);
    await stockBecomes(skuOf(2), 101, 101);
    await stockBecomes(skuOf(3), 95, 95);
    await expectStock(skuOf(4), 100, 100);
    await owedBecomes(merchant, 0);
    expect(await merchant.stub().inventoryCounts()).toMatchObject({ all: 5, inSync: 5 });
    const changes = (await history(merchant)).filter(({ fact }) => fact['kind'] === 'change');
    // In units; each sale once.
    expect(changes.map(({ sku, fact }) => `${sku} ${Number(fact['delta']) / 100_000}`).toSorted()).toEqual(
      [`${skuOf(1)} -1`, `${skuOf(1)} -2`, `${skuOf(2)} -3`, `${skuOf(2)} 4`, `${skuOf(3)} -5`].toSorted(),
    );
    await kill(merchant);
    // Nothing is pending, held, in flight, or to be read; `m` has numbers that were replaced.
    expect((await stored()).open.filter((cell) => /"[phofd]":/u.test(cell))).toEqual([]);
  },
);

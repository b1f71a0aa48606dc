import { env, runInDurableObject } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';

import { accountStub } from '../../../src/durable/account-stub';
import type { ExportPage, ExportPlace } from '../../../src/durable/api/export-api';
import { accountId } from '../../support/account-id';
import { APP, Browser, control } from '../support/browser';

/** One line of an export. */
interface Line {
  readonly database?: 'shared' | 'account';
  readonly table?: string;
  readonly row?: Readonly<Record<string, unknown>>;
  readonly [name: string]: unknown;
}

const linesOf = async (response: Response): Promise<Line[]> =>
  (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const merchant = new Browser();
let own = '';

beforeAll(async () => {
  await control('reset', 'POST', { catalogue: { variants: 30, seed: 1 } });
  await control('config', 'PUT', { autoApprove: true, squareSeller: 'MLDEMO' });
  await merchant.open(`${APP}/shopify/oauthRequest?shop=demo`);
  await merchant.open(`${APP}/square/oauthRequest`);
  own = (await merchant.call<{ account_id: string }>('sh.Session/GetSessionData')).account_id;
  await env.DB.prepare(
    "insert into history (account, seq, at, originator, location, sku, fact) values (?, 1, 1, 'shopify', '', 'MUG', '{}')",
  )
    .bind(Number(own))
    .run();
  await env.DB.prepare('insert into history_batches values (?, 3, 2, 2, 4, ?)')
    .bind(Number(own), JSON.stringify([2, 3].map((seq) => [seq, 4, 'square', 'Main', 'CUP', { kind: 'linked', shopify: seq, square: 0 }])))
    .run();
  await env.DB.prepare("insert into history_days values (?1, 5, 'MUG', 'square', 1, 0, -1, 3), (?1, 7, 'MUG', '', 1, 0, 0, null)")
    .bind(Number(own))
    .run();
  await env.DB.prepare("insert into separate_pairs values (?, '41', 'VAR', 6)").bind(Number(own)).run();
});

/** Returns the shared tables whose rows belong to accounts, and whether one has rows of this account. */
async function ownTables(): Promise<Map<string, boolean>> {
  const tables = await env.DB.prepare("select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'").all<{
    name: string;
  }>();
  const found = new Map<string, boolean>();
  for (const { name } of tables.results) {
    const { results: columns } = await env.DB.prepare(`select name from pragma_table_info('${name}')`).all<{ name: string }>();
    const owner = columns.map((column) => column.name).find((column) => ['account', 'subject'].includes(column));
    const key = name === 'accounts' ? 'id' : owner;
    // Pending sign-ins and receipts of deletions are covered by their own tests; they have no rows here.
    if (key === undefined) continue;
    const count = await env.DB.prepare(`select count(*) as n from "${name}" where "${key}" = ?`).bind(Number(own)).first<number>('n');
    found.set(name, (count ?? 0) > 0);
  }
  return found;
}

describe('the export of an account', () => {
  it('has every table of both databases that has rows of the account, and says that it is complete', async () => {
    // The account's first tasks come and go: their table may have rows before the export and none after it.
    const working = env.DB.prepare("select count(*) as n from tasks where state in ('queued', 'running')");
    await expect.poll(() => working.first('n')).toBe(0);
    const before = await ownTables();
    const { response } = await merchant.open(`${APP}/exports/${own}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="shelfbridge-\d+-\d{4}-\d{2}-\d{2}\.jsonl"$/u);
    const [first, ...rest] = await linesOf(response);
    const rows = rest.slice(0, -1);
    expect(first).toMatchObject({ format: 'shelfbridge-account-export', version: 1, account: Number(own), shop: 'demo.myshopify.com' });
    expect(rest.at(-1)).toEqual({ complete: true, rows: rows.length });
    const tables = new Set(rows.map(({ database, table }) => `${database}.${table}`));
    const after = await ownTables();
    // Batches are exported as the lines in them.
    before.delete('history_batches');
    for (const [name, has] of after) if (has === before.get(name)) expect(tables.has(`shared.${name}`), name).toBe(has);
    const lines = rows.filter(({ table }) => table === 'history').map(({ row }) => row);
    expect(lines.map((row) => row?.['seq'])).toEqual([1, 2, 3]);
    expect(lines[2]).toEqual({
      account: Number(own),
      seq: 3,
      at: 4,
      originator: 'square',
      location: 'Main',
      sku: 'CUP',
      fact: '{"kind":"linked","shopify":3,"square":0}',
    });
    expect(rows.filter(({ table }) => table === 'history_days').map(({ row }) => row?.['day'])).toEqual([5, 7]);
    const separate = rows.filter(({ table }) => table === 'separate_pairs').map(({ row }) => row);
    expect(separate).toEqual([{ account: Number(own), shopifyId: '41', squareId: 'VAR', created: 6 }]);
    expect(tables).toContain('account.meta');
    expect(tables).toContain('account.connection');
    expect(tables).toContain('account.location');
  });

  it('contains no token, no cookie, and no hash of one', async () => {
    const { response } = await merchant.open(`${APP}/exports/${own}`);
    const text = await response.text();
    const object = accountStub(env.ACCOUNT, accountId(Number(own)));
    expect((await object.state()).square.state).toBe('connected');
    expect(text).not.toMatch(/"tokens"|shpat_|shprt_|EAAA|EQAA|v1\.[\w-]{10,}\./u);
    const { results } = await env.DB.prepare('select id_hash from sessions').all<{ id_hash: string }>();
    for (const { id_hash: hash } of results) expect(text).not.toContain(hash);
  });

  it('is read in pages: each row of a large table arrives once, although another table is dropped meanwhile', async () => {
    await runInDurableObject(env.ACCOUNT.getByName(own), (_, { storage }) => {
      const long = 'x'.repeat(8_000);
      storage.sql.exec('create table day_1 (id integer primary key, seq integer, body text not null)');
      storage.sql.exec("insert into day_1 (body) values ('dropped')");
      for (let n = 1; n <= 450; n += 1) {
        storage.sql.exec("insert into early_level (source, stock_id, noted, levels) values ('square', ?, 1, ?)", `stock-${n}`, long);
        storage.sql.exec('insert into variant (key, shopify_name) values (?, ?)', 1_000 + n, long);
      }
    });
    const object = accountStub(env.ACCOUNT, accountId(Number(own)));
    const seen: Line[] = [];
    let pages = 0;
    let place: ExportPlace | null = null;
    do {
      const page: ExportPage = await object.exportRows(place);
      seen.push(...page.lines.map((line) => JSON.parse(line) as Line));
      place = page.next;
      pages += 1;
      if (pages === 1) await runInDurableObject(env.ACCOUNT.getByName(own), (_, { storage }) => storage.sql.exec('drop table day_1'));
    } while (place !== null);
    const of = (table: string, column: string): Set<unknown> =>
      new Set(seen.filter((line) => line.table === table).map(({ row }) => row?.[column]));
    expect(pages).toBeGreaterThan(2);
    expect(of('early_level', 'stock_id').size).toBe(450);
    expect(of('variant', 'key').size).toBe(450);
    expect(seen.filter(({ table }) => table === 'variant')).toHaveLength(450);
    expect(seen.filter(({ table }) => table === 'early_level')).toHaveLength(450);
  });

  it('is refused for another account, for none, and for addresses that are no number', async () => {
    const stranger = new Browser();
    expect((await stranger.open(`${APP}/exports/${own}`)).response.status).toBe(401);
    await stranger.open(`${APP}/shopify/oauthRequest?shop=second`);
    for (const path of [own, '999999', '0', '00', '1e3', `${own}/`, 'x'.repeat(4_000)]) {
      const { response } = await stranger.open(`${APP}/exports/${path}`);
      expect(response.status, path).toBe(404);
      expect(await response.text()).not.toContain('demo.myshopify.com');
    }
  });

  it('is open to an operator, and recorded', async () => {
    const operator = new Browser();
    await operator.open(`${APP}/shopify/oauthRequest?shop=operator`);
    const { response } = await operator.open(`${APP}/exports/${own}`);
    expect((await linesOf(response)).at(-1)).toMatchObject({ complete: true });
    const entry = await env.DB.prepare("select subject, result from audit where method = 'sh.Export/Download'").first();
    expect(entry).toEqual({ subject: Number(own), result: 'ok' });
    // The merchant sees that it was done, and not by which account.
    const again = await linesOf((await merchant.open(`${APP}/exports/${own}`)).response);
    const audited = again.find(({ table }) => table === 'audit')?.row;
    expect(audited).toMatchObject({ method: 'sh.Export/Download' });
    expect(audited).not.toHaveProperty('actor');
  });
});

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { productionConfig, queueNames, SAMPLE } from '../../scripts/deploy/production-config';
import { root } from '../../scripts/root';
import { cloneHere, type Clone } from './clone';
import { CloudflareApi } from './cloudflare-api';

const NAME = 'shelfbridge';
const SECRETS = {
  SHOPIFY_CLIENT_ID: '0123456789abcdef'.repeat(2),
  SHOPIFY_CLIENT_SECRET: `shpss_${'ab'.repeat(16)}`,
  SQUARE_CLIENT_ID: `sq0idp-${'b'.repeat(22)}`,
  SQUARE_CLIENT_SECRET: `sq0csp-${'c'.repeat(43)}`,
  SQUARE_WEBHOOK_KEY: 'key',
  STATUS_SECRET: 'status',
  TOKEN_KEYS: `1:${btoa('a'.repeat(32))},2:${btoa('b'.repeat(32))}`,
};

let api: CloudflareApi;
let base: string;
let clone: Clone;
let sql: DatabaseSync;

/** An installation as setup leaves it, in the stand-in of Cloudflare; its address leads nowhere. */
beforeEach(async () => {
  api = new CloudflareApi();
  base = await api.start();
  clone = cloneHere();
  const account = api.accounts[0]?.id ?? '';
  const uuid = '22222222-2222-4222-8222-222222222222';
  const config = productionConfig({ ...SAMPLE, account, address: 'http://localhost:9', database: uuid });
  writeFileSync(join(clone.folder, 'wrangler.production.toml'), config);
  mkdirSync(join(clone.folder, '.production'));
  writeFileSync(join(clone.folder, '.production/secrets.json'), JSON.stringify(SECRETS));
  const { databases, queues, workers } = api.holdings();
  sql = new DatabaseSync(':memory:');
  sql.exec('create table d1_migrations (id integer primary key autoincrement, name text unique)');
  for (const file of readdirSync(join(root, 'migrations')).toSorted()) {
    sql.exec(readFileSync(join(root, 'migrations', file), 'utf8'));
    sql.prepare('insert into d1_migrations (name) values (?)').run(file);
  }
  for (const id of [1, 2]) {
    sql.prepare('insert into accounts (id, shop_domain, created) values (?, ?, 0)').run(id, `shop-${id}.myshopify.com`);
    sql.prepare(`update fleet set checked_at = 1, entitled = 1, sealed_by = '{"2":4}' where account = ?`).run(id);
  }
  sql
    .prepare("insert into scheduled (name, schedule, last_attempted_at, last_success) values ('wake-tasks', '* * * * *', ?, 1)")
    .run(Date.now());
  databases.push({ name: NAME, uuid, sql });
  for (const queue_name of queueNames(NAME))
    queues.push({ queue_name, queue_id: queue_name, consumers: [{ type: 'worker', script: NAME }] });
  workers.set(NAME, { secrets: new Map(Object.entries(SECRETS)), metadata: { bindings: [] }, assets: [], crons: ['* * * * *'] });
});

afterEach(() => {
  api.stop();
  clone.remove();
});

/** Runs the doctor; its lines by what they are about. */
async function examine(
  env: Readonly<Record<string, string>> = {},
  args = ['--production'],
): Promise<{ lines: Map<string, string>; output: string }> {
  const { output } = await clone.run(['scripts/doctor.ts', ...args], {
    CLOUDFLARE_API_BASE_URL: base,
    CLOUDFLARE_API_TOKEN: 'a-token',
    ...env,
  });
  expect(output).not.toMatch(/^ {4}at /mu);
  for (const [name, secret] of Object.entries(SECRETS))
    if (secret.length > 10 && name !== 'SHOPIFY_CLIENT_ID') expect(output).not.toContain(secret);
  const lines = [...output.matchAll(/^(ok|--|FIX) +(.*)$/gmu)].map(([, mark = '', text = '']): [string, string] => {
    const name = ABOUT.find((one) => text.startsWith(one)) ?? text;
    return [name, `${mark}${text.slice(name.length)}`];
  });
  return { lines: new Map(lines), output };
}

const ABOUT = [
  'Cloudflare: the login',
  'Cloudflare: migrations of the database',
  'Cloudflare: queues',
  'Cloudflare: secrets',
  'Cloudflare: scheduled work',
  'the keys that seal tokens',
  'mail and alerts',
  "Shopify's webhook subscriptions",
  'the route',
  'the Worker answers',
];

describe('the doctor looks into the account', () => {
  test('finds nothing in an installation that is well, and names the key that may go', async () => {
    const { lines } = await examine();
    for (const name of ['Cloudflare: the login', 'Cloudflare: queues', 'Cloudflare: secrets', 'the route'])
      expect(lines.get(name)).toBe('ok');
    expect(lines.get('Cloudflare: migrations of the database')).toBe('ok');
    expect(lines.get('Cloudflare: scheduled work')).toBe('ok');
    expect(lines.get("Shopify's webhook subscriptions")).toBe('ok');
    expect(lines.get('the keys that seal tokens')).toBe('--: 8 tokens with key 2; key 1 is no longer needed');
    expect(lines.get('mail and alerts')).toMatch(/^--: merchants get no mail.*ALERT_WEBHOOK_URL is not set/u);
    expect(lines.get('the Worker answers')).toMatch(/^FIX: .*cannot be reached/u);
    expect(api.unknown).toEqual([]);
    expect(api.requests.filter((request) => !/^(?:GET|POST .*\/query$)/u.test(request))).toEqual([]);
  });

  test('names everything that is broken, each with what to do', async () => {
    const { queues, workers } = api.holdings();
    queues.splice(0, 1);
    queues[0]?.consumers.splice(0);
    workers.get(NAME)?.secrets.delete('STATUS_SECRET');
    sql.prepare('update scheduled set last_attempted_at = ?').run(Date.now() - 3_600_000);
    sql.exec(`update fleet set sealed_by = '{"2":2,"3":2}', missing_webhooks = 5 where account = 1`);
    sql.exec("insert into alerts (account, kind, message, raised_at, operator_tries) values (1, 'frozen', '', 0, 3)");
    const { lines } = await examine();
    const [first, second] = queueNames(NAME);
    expect(lines.get('Cloudflare: queues')).toBe(
      `FIX: there is no queue ${first}: npm run deploy creates it; the Worker does not consume ${second}: npm run deploy connects it`,
    );
    expect(lines.get('Cloudflare: secrets')).toBe('FIX: the Worker lacks STATUS_SECRET: npm run setup sends them');
    expect(lines.get('Cloudflare: scheduled work')).toMatch(/^FIX: nothing has run since .*: the cron trigger is gone/u);
    expect(lines.get('the keys that seal tokens')).toMatch(/^FIX: 2 tokens are sealed with key 3, which TOKEN_KEYS lacks/u);
    expect(lines.get('mail and alerts')).toMatch(/^FIX: alerts that ALERT_WEBHOOK_URL did not accept: 1/u);
    expect(lines.get("Shopify's webhook subscriptions")).toMatch(/^FIX: 1 of 2 accounts lack webhook subscriptions/u);
  });

  test('says what is missing in the database, and skips what depends on it', async () => {
    sql.exec('update fleet set sealed_by = null where account = 1');
    expect((await examine()).lines.get('the keys that seal tokens')).toBe(
      '--: 4 tokens with key 2; 1 accounts were not read yet; keep every key until its count is 0',
    );
    const latest = readdirSync(join(root, 'migrations')).toSorted().at(-1) ?? '';
    sql.prepare('delete from d1_migrations where name = ?').run(latest);
    const { lines } = await examine();
    expect(lines.get('Cloudflare: migrations of the database')).toBe(`FIX: the database lacks ${latest}: npm run deploy applies them`);
    expect(lines.get('the keys that seal tokens')).toBe('--: not looked at, because of the above');
    sql.prepare("insert into d1_migrations (name) values (?), ('9999_later.sql')").run(latest);
    expect((await examine()).lines.get('Cloudflare: migrations of the database')).toMatch(
      /^FIX: the database is newer .*9999_later\.sql: git pull/u,
    );
  });

  test('never prints a stack: nobody logged in, no network, an unknown option, nothing set up', async () => {
    expect((await examine({ CLOUDFLARE_API_TOKEN: '' })).lines.get('Cloudflare: the login')).toMatch(
      /^FIX: nobody is logged in to Cloudflare/u,
    );
    const offline = await examine({ CLOUDFLARE_API_BASE_URL: 'http://localhost:9' });
    expect(offline.lines.get('Cloudflare: the login')).toMatch(/^FIX: Cloudflare cannot be reached/u);
    expect(offline.lines.get('Cloudflare: queues')).toBe('--: not looked at, because of the above');
    expect((await examine({}, ['--productoin'])).output).toContain("Unknown option '--productoin'");
    expect((await examine({}, ['--vars', 'no-such-file'])).output).toContain('no-such-file');
  });
});

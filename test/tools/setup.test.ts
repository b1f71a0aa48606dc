import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { root } from '../../scripts/root';
import { cloneHere, type Clone, type Ended } from './clone';
import { CloudflareApi } from './cloudflare-api';
import { startPlatforms, type PlatformStubs } from './platform-stubs';

const SECRETS = {
  SHOPIFY_CLIENT_SECRET: `shpss_${'ab'.repeat(16)}`,
  SQUARE_CLIENT_SECRET: `sq0csp-${'c'.repeat(43)}`,
  SQUARE_APP_TOKEN: `EAAA${'d'.repeat(60)}`,
};
const ANSWERS = { SHOPIFY_CLIENT_ID: '0123456789abcdef'.repeat(2), SQUARE_CLIENT_ID: `sq0idp-${'b'.repeat(22)}`, ...SECRETS };

let api: CloudflareApi;
let base: string;
let clone: Clone;
let platforms: PlatformStubs;

beforeEach(async () => {
  api = new CloudflareApi();
  base = await api.start();
  clone = cloneHere();
  platforms = await startPlatforms();
});

afterEach(() => {
  api.stop();
  platforms.stop();
  clone.remove();
});

/** Runs a command as somebody who is logged in to the stand-in. */
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  clone.run(args, { CLOUDFLARE_API_BASE_URL: base, CLOUDFLARE_API_TOKEN: 'a-token', ...env });

const setup = (args: readonly string[], env: Readonly<Record<string, string>> = ANSWERS): Promise<Ended> =>
  run(['scripts/deploy/setup.ts', ...args], env);

const read = (file: string): string => readFileSync(join(clone.folder, file), 'utf8');

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * Runs what was deployed where it is expected: the clone's Worker under its production configuration, with the secrets it was given. It leads
 * a process group of its own, which has the runtime in it.
 */
function serve(port: number, secrets: ReadonlyMap<string, string>): ChildProcess {
  const code = `
    import { migrate } from './scripts/migrate.ts';
    import { startRuntime } from './scripts/runtime.ts';
    await migrate('deployed', 'wrangler.production.toml');
    await startRuntime({
      config: 'wrangler.production.toml', port: ${port}, persist: 'deployed', assets: 'dist/web', watch: false,
      bindings: ${JSON.stringify(Object.fromEntries(secrets))},
    });`;
  // A file, since the runtime's threads inherit Node's options and cannot start with a script in them.
  writeFileSync(join(clone.folder, 'serve.mjs'), code);
  return spawn(process.execPath, ['serve.mjs'], {
    cwd: clone.folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: clone.folder, CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' },
  });
}

describe('npm run setup, with the real wrangler against a stand-in of Cloudflare', () => {
  test('continues after a network that went away, asks nothing twice, and ends with a well deployment', { timeout: 600_000 }, async () => {
    const template = read('wrangler.toml');
    const port = await freePort();
    const address = `http://localhost:${port}`;
    let queues = 0;
    api.cutFrom = (request) => /^POST .*\/queues$/u.test(request) && (queues += 1) === 3;
    const origins = [`SQUARE_ORIGIN=${platforms.origin}`, `SHOPIFY_ORIGIN=${platforms.origin}/{shop}`].flatMap((one) => ['--var', one]);
    const first = await setup(['--address', address, '--operators', 'own.myshopify.com', ...origins]);
    expect(first.code).toBe(1);
    expect(first.output).toMatch(/STOP {2}queues\nCloudflare cannot be reached/u);
    expect(first.output).toMatch(
      /Done so far:\n {2}Cloudflare account: Test account .*\n {2}answers\n {2}Worker: .*\n {2}database: empty\n/u,
    );
    expect(first.output).toContain('continues from here');
    expect(api.holdings().queues).toHaveLength(2);

    api.reconnect();
    let served: ChildProcess | null = null;
    const waiting = setInterval(() => {
      const worker = api.holdings().workers.get('shelfbridge');
      if (worker !== undefined) served ??= serve(port, worker.secrets);
    }, 200);
    try {
      const second = await setup([], {});
      expect(second.output).toContain('queues: 2 created, 2 there already');
      expect(second.output).not.toMatch(/^(?:FIX|STOP)/mu);
      expect(second.code).toBe(0);
      const before = new Map(api.holdings().workers.get('shelfbridge')?.secrets);
      const later = await run(['scripts/deploy/run.ts', '--skip-checks']);
      expect(later.output).toContain(`Waiting for the new version at ${address}/healthz …\nIt answers.`);
      expect(later.output).toContain('npx wrangler rollback --config wrangler.production.toml');
      expect(later.code).toBe(0);
      expect(api.holdings().workers.get('shelfbridge')?.secrets).toEqual(before);
      for (const secret of Object.values(SECRETS)) expect(first.output + second.output + later.output).not.toContain(secret);
    } finally {
      clearInterval(waiting);
      const leader = (served as ChildProcess | null)?.pid;
      if (leader !== undefined) process.kill(-leader, 'SIGKILL');
    }
    const { databases, queues: made, workers } = api.holdings();
    expect(databases.map(({ name }) => name)).toEqual(['shelfbridge']);
    expect(databases[0]?.sql.prepare('select count(*) as n from d1_migrations').get()).toEqual({
      n: readdirSync(join(root, 'migrations')).length,
    });
    expect(made.map(({ queue_name, consumers }) => [queue_name, consumers.length])).toEqual(
      ['tasks', 'tasks-dead', 'events', 'events-dead'].map((name) => [`shelfbridge-${name}`, 1]),
    );
    const worker = workers.get('shelfbridge');
    const stored = JSON.parse(read('.production/secrets.json')) as Record<string, string>;
    expect(Object.fromEntries(worker?.secrets ?? [])).toEqual(stored);
    expect(stored).toMatchObject({ ...ANSWERS, SQUARE_WEBHOOK_KEY: 'key-of-the-subscription' });
    expect(stored['TOKEN_KEYS']).toMatch(/^1:[A-Za-z0-9+/]{43}=$/u);
    expect(worker?.crons).toEqual(['* * * * *']);
    expect(worker?.assets).toContain('/index.html');
    expect(platforms.subscriptions).toMatchObject([{ notification_url: `${address}/webhooks/square`, enabled: true }]);
    for (const file of ['setup.json', 'secrets.json']) {
      expect(statSync(join(clone.folder, '.production', file)).mode & 0o777).toBe(0o600);
    }
    expect(read('.production/setup.json')).not.toMatch(/shpss_|sq0csp-|EAAA/u);
    expect(read('wrangler.toml')).toBe(template);
    expect(read('shopify.app.toml')).toContain(`redirect_urls = ["${address}/shopify/oauthCallback"]`);
    expect(api.unknown).toEqual([]);
  });

  test('leaves a database with other data alone', { timeout: 300_000 }, async () => {
    await fetch(`${base}/accounts/${api.accounts[0]?.id}/d1/database`, { method: 'POST', body: '{"name":"shelfbridge"}' });
    const sql = api.holdings().databases[0]?.sql;
    sql?.exec("create table recipes (name text); insert into recipes values ('bread')");
    const ended = await setup(['--address', 'https://stock.example.com', '--operators', 'own.myshopify.com']);
    expect(ended.code).toBe(1);
    expect(ended.output).toMatch(/STOP {2}database\nthe account already has a database shelfbridge with other data \(tables recipes\)/u);
    expect(ended.output).toContain('--name');
    expect(sql?.prepare('select * from recipes').all()).toEqual([{ name: 'bread' }]);
    expect(sql?.prepare('select name from sqlite_master').all()).toEqual([{ name: 'recipes' }]);
    expect(api.holdings().queues).toEqual([]);
    expect(existsSync(join(clone.folder, 'wrangler.production.toml'))).toBe(false);
  });

  test("does not replace somebody else's Worker", { timeout: 300_000 }, async () => {
    api.holdings().workers.set('shelfbridge', { secrets: new Map([['OTHER', 'x']]), metadata: {}, assets: [], crons: [] });
    const ended = await setup(['--address', 'https://stock.example.com', '--operators', 'own.myshopify.com']);
    expect(ended.output).toMatch(/STOP {2}Worker\nthe account already has another Worker named shelfbridge/u);
    expect(api.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  test('names a secret of the wrong platform, and all that is missing, at once', { timeout: 300_000 }, async () => {
    const wrong = { ...ANSWERS, SHOPIFY_CLIENT_SECRET: SECRETS.SQUARE_CLIENT_SECRET };
    const ended = await setup(['--address', 'https://stock.example.com'], wrong);
    expect(ended.code).toBe(1);
    expect(ended.output).toContain(
      "SHOPIFY_CLIENT_SECRET: this is Square's application secret (production), not a Shopify app's client secret",
    );
    expect(ended.output).toContain('ADMIN_SHOPS: it is missing (--operators');
    expect(ended.output).not.toContain(SECRETS.SQUARE_CLIENT_SECRET);
    expect(api.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  test('says that nobody is logged in, and which account a login cannot use', { timeout: 300_000 }, async () => {
    const nobody = await clone.run(['scripts/deploy/setup.ts'], { CLOUDFLARE_API_BASE_URL: base });
    expect(nobody.output).toContain('STOP  Cloudflare account\nnobody is logged in to Cloudflare: run npx wrangler login');
    const other = await setup(['--account', 'b'.repeat(32)]);
    expect(other.output).toContain(`this login cannot use the account ${'b'.repeat(32)}; it can use ${'a'.repeat(32)} (Test account)`);
  });
});

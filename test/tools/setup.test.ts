import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { queueNames } from '../../scripts/deploy/production-config';
import { ownVersion } from '../../scripts/deploy/steps';
import { root } from '../../scripts/root';
import { readSettings } from '../../scripts/worker-settings';
import { cloneHere, type Clone, type Ended } from './clone';
import { CloudflareApi } from './cloudflare-api';
import { freePort, serveOnceDeployed } from './deployed-worker';
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

/** Stores a file as an earlier run of setup. */
function store(file: string, text: string): void {
  mkdirSync(join(clone.folder, '.production'), { recursive: true });
  writeFileSync(join(clone.folder, '.production', file), text);
}

/** Creates something in the stand-in's account, as somebody did before. */
const create = (what: string, body: object): Promise<Response> =>
  fetch(`${base}/accounts/${api.accounts[0]?.id}/${what}`, { method: 'POST', body: JSON.stringify(body) });

/** Runs a command as somebody who is logged in to the stand-in. */
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  clone.run(args, { CLOUDFLARE_API_BASE_URL: base, CLOUDFLARE_API_TOKEN: 'a-token', ...env });

const setup = (args: readonly string[], env: Readonly<Record<string, string>> = ANSWERS): Promise<Ended> =>
  run(['scripts/deploy/setup.ts', ...args], env);

const read = (file: string): string => readFileSync(join(clone.folder, file), 'utf8');

describe('npm run setup, with the real wrangler against a stand-in of Cloudflare', () => {
  test('continues after a network that went away, asks nothing twice, and ends with a well deployment', { timeout: 900_000 }, async () => {
    const template = read('wrangler.toml');
    // What a run that stored nothing leaves behind, as one that was killed while Cloudflare answered: a database, and the first queue.
    await create('d1/database', { name: 'shelfbridge' });
    await create('queues', { queue_name: 'shelfbridge-tasks' });
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
    api.cutFrom = (request) => /^PUT .*\/scripts\/shelfbridge$/u.test(request);
    const uploading = await setup([], {});
    expect(uploading.output).toContain('queues: 2 created, 2 there already');
    expect(uploading.output).toMatch(/STOP {2}deployment\nCloudflare cannot be reached/u);
    expect(uploading.output).toMatch(
      /Done so far:\n(?: {2}.*\n)* {2}Square's webhook subscription: created\n {2}secrets: STATUS_SECRET generated, TOKEN_KEYS generated\n {2}build\n {2}migrations\n/u,
    );
    const kept = read('.production/secrets.json');

    api.reconnect();
    const stop = serveOnceDeployed(api, clone.folder, port);
    try {
      const second = await setup([], {});
      expect(second.output).toContain('queues: 0 created, 4 there already');
      expect(second.output).toContain("Square's webhook subscription: kept");
      expect(second.output).toContain('secrets: STATUS_SECRET as stored here, TOKEN_KEYS as stored here');
      expect(read('.production/secrets.json')).toBe(kept);
      expect(second.output).not.toMatch(/^(?:FIX|STOP)/mu);
      expect(second.code).toBe(0);
      const before = new Map(api.holdings().workers.get('shelfbridge')?.secrets);
      // As after a version that knew less: the configuration lacks something, and so does the account.
      const config = read('wrangler.production.toml');
      writeFileSync(join(clone.folder, 'wrangler.production.toml'), config.replace(/^crons = .*$/mu, 'crons = []'));
      api.holdings().queues.splice(3, 1);
      api.holdings().workers.get('shelfbridge')?.secrets.delete('STATUS_SECRET');
      const later = await run(['scripts/deploy/run.ts', '--skip-checks']);
      expect(read('wrangler.production.toml')).toBe(config);
      expect(later.output).toContain('  created the queue shelfbridge-events-dead\n  will send the secret STATUS_SECRET\n');
      expect(later.output).toContain(`Waiting for the new version at ${address}/healthz …\nIt answers.`);
      expect(later.output).toContain('npx wrangler rollback --config wrangler.production.toml');
      expect(later.code).toBe(0);
      expect(api.holdings().workers.get('shelfbridge')?.secrets).toEqual(before);
      for (const secret of Object.values(SECRETS)) expect(first.output + second.output + later.output).not.toContain(secret);
    } finally {
      stop();
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

  test('leaves a database with other data alone', async () => {
    await create('d1/database', { name: 'shelfbridge' });
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

  test("does not replace somebody else's Worker", async () => {
    api.holdings().workers.set('shelfbridge', { secrets: new Map([['OTHER', 'x']]), metadata: {}, assets: [], crons: [] });
    const ended = await setup(['--address', 'https://stock.example.com', '--operators', 'own.myshopify.com']);
    expect(ended.output).toMatch(
      /STOP {2}Worker\nthe account already has another Worker named shelfbridge.*Choose another name with --name$/mu,
    );
    const shared = await setup(['--address', 'https://shelfbridge.me.workers.dev']);
    expect(shared.output).toMatch(/another Worker named shelfbridge.*Choose another name with --address, as in/u);
    expect(shared.output).not.toContain('--name');
    expect(api.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  test('names a secret of the wrong platform, and all that is missing, at once', async () => {
    const wrong = { ...ANSWERS, SHOPIFY_CLIENT_SECRET: SECRETS.SQUARE_CLIENT_SECRET };
    const ended = await setup(['--address', 'https://stock.example.com'], wrong);
    expect(ended.code).toBe(1);
    expect(ended.output).toContain(
      "SHOPIFY_CLIENT_SECRET: this is Square's application secret (production), not a Shopify app's client secret",
    );
    expect(ended.output).toContain('ADMIN_SHOPS: it is missing (--operators');
    expect(ended.output).not.toContain(SECRETS.SQUARE_CLIENT_SECRET);
    expect(ended.output).toContain('The other answers are stored: give these alone the next time.');
    api.forbidden = (request) => request.includes('/d1/');
    const corrected = await setup(['--operators', 'own.myshopify.com'], { SHOPIFY_CLIENT_SECRET: SECRETS.SHOPIFY_CLIENT_SECRET });
    expect(corrected.output).toMatch(/Done so far:\n {2}Cloudflare account: .*\n {2}answers\n {2}Worker: shelfbridge is new\n/u);
    expect(api.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  test('finds settings that the Worker would refuse before it asks, stores or creates anything', async () => {
    const given = ['--address', 'https://stock.example.com', '--operators', 'own.myshopify.com'];
    const vars = ['--var', 'LAG_P95_MS=1m', '--var', 'SILENCE_TEST=off'];
    const ended = await setup([...given, ...vars]);
    expect(ended.output).toMatch(
      /STOP {2}answers\nThe Worker would refuse these settings:\n {2}LAG_P95_MS is malformed: it must be a whole number of milliseconds above 0\n\n/u,
    );
    expect(existsSync(join(clone.folder, '.production'))).toBe(false);
    const dry = await setup([...given, ...vars, '--dry-run']);
    expect(dry.output).toContain('LAG_P95_MS is malformed');
    expect(dry.code).toBe(1);
    const keys = await setup(given, { ...ANSWERS, TOKEN_KEYS: 'no-keys' });
    expect(keys.output).toContain('TOKEN_KEYS is malformed: it must be like 1:base64,2:base64');
    expect((await setup(['--var', 'NO_SUCH=1'])).output).toMatch(/--var NO_SUCH: there is no such variable; there are .*SILENCE_TEST/u);
    expect(api.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  test('says that nobody is logged in, and which account a login cannot use', async () => {
    const nobody = await clone.run(['scripts/deploy/setup.ts'], { CLOUDFLARE_API_BASE_URL: base });
    expect(nobody.output).toContain('STOP  Cloudflare account\nnobody is logged in to Cloudflare: run npx wrangler login');
    const other = await setup(['--account', 'b'.repeat(32)]);
    expect(other.output).toContain(`this login cannot use the account ${'b'.repeat(32)}; it can use ${'a'.repeat(32)} (Test account)`);
    store('setup.json', JSON.stringify({ account: 'c'.repeat(32), name: 'shelfbridge', answers: {} }));
    const later = await setup([]);
    expect(later.output).toContain(`this login cannot use the account ${'c'.repeat(32)}; it can use ${'a'.repeat(32)} (Test account)`);
    expect(later.output).toContain('Run npx wrangler login with the right one\n\nDone so far:\n  nothing\nRun npm run setup again');
    expect(api.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  test('says at Ctrl-C what was done so far', async () => {
    let pid = 0;
    api.forbidden = (request) => {
      if (!request.endsWith('/d1/database') || pid === 0) return false;
      process.kill(pid, 'SIGINT');
      pid = 0;
      return false;
    };
    const args = ['scripts/deploy/setup.ts', '--address', 'https://stock.example.com', '--operators', 'own.myshopify.com'];
    const env = { CLOUDFLARE_API_BASE_URL: base, CLOUDFLARE_API_TOKEN: 'a-token', ...ANSWERS };
    const ended = await clone.run(args, env, (started) => (pid = started));
    expect(ended.output).toMatch(
      /Stopped during the step "database"\.\n\nDone so far:\n {2}Cloudflare account: .*\n {2}answers\n {2}Worker: .*\nRun npm run setup again to go on: it continues from here\./u,
    );
    expect(ended.code).toBe(130);
    expect(JSON.parse(read('.production/secrets.json'))).toEqual(SECRETS);
  });

  test('says which right a token lacks, and what was stored and is damaged', async () => {
    api.forbidden = (request) => request.includes('/d1/');
    const ended = await setup(['--address', 'https://stock.example.com', '--operators', 'own.myshopify.com']);
    expect(ended.output).toMatch(
      /STOP {2}database\n[\s\S]*Authentication error.*\nThe login has no right to `d1 list`: docs\/deploy\.md, step 2/u,
    );
    expect(ended.output).toContain('Done so far:\n  Cloudflare account: ');
    store('secrets.json', '{"TOKEN_KEYS":');
    const damaged = await setup([]);
    expect(damaged.output).toMatch(/secrets\.json is damaged \(.*\); restore it from your copy/u);
    expect(damaged.output).toContain('Done so far:');
    expect(read('.production/secrets.json')).toBe('{"TOKEN_KEYS":');
  });
});

describe('npm run deploy', () => {
  const deploy = (): Promise<Ended> => run(['scripts/deploy/run.ts', '--skip-checks']);
  const database = '22222222-2222-4222-8222-222222222222';
  const stored = (more: object): void =>
    store('setup.json', JSON.stringify({ name: 'shelfbridge', answers: { APP_ORIGIN: 'https://stock.example.com' }, ...more }));

  test('deploys nothing that setup has not stored, and says which file to restore', async () => {
    expect((await deploy()).output).toMatch(/setup\.json does not say what to deploy: run npm run setup first/u);
    writeFileSync(join(clone.folder, 'wrangler.production.toml'), 'name = "shelfbridge"');
    stored({});
    const ended = await deploy();
    expect(ended.output).toMatch(
      /wrangler\.production\.toml is here, but it may be of another version; restore .*setup\.json from your copy/u,
    );
    expect(ended.code).toBe(1);
    expect(api.requests).toEqual([]);
  });

  test('names what only setup can add, and creates nothing', async () => {
    const account = api.accounts[0]?.id ?? '';
    stored({ account, database, vars: { LAG_P95_MS: '1m' } });
    expect((await deploy()).output).toContain('The Worker would refuse these settings:\n  LAG_P95_MS is malformed');
    expect(api.requests).toEqual([]);
    stored({ account, database });
    expect((await deploy()).output).toContain(`the account ${account} has no database shelfbridge with the ID ${database}: if it was`);
    await create('d1/database', { name: 'shelfbridge' });
    stored({ account, database: api.holdings().databases[0]?.uuid });
    expect((await deploy()).output).toContain('the account has no Worker shelfbridge yet: npm run setup deploys it');
    api.holdings().workers.set('shelfbridge', { secrets: new Map([['TOKEN_KEYS', 'x']]), metadata: {}, assets: [], crons: [] });
    store('secrets.json', JSON.stringify({ STATUS_SECRET: 'status', SHOPIFY_CLIENT_ID: 'id', SHOPIFY_CLIENT_SECRET: 'secret' }));
    const ended = await deploy();
    expect(ended.output).toMatch(
      /needs secrets that the Worker lacks \(SQUARE_CLIENT_ID, .*SQUARE_WEBHOOK_KEY\): npm run setup adds them/u,
    );
    expect(ended.code).toBe(1);
    expect(api.holdings().queues).toEqual([]);
  });
});

describe('npm run deploy in Workers Builds', () => {
  const build = (): Promise<Ended> => run(['scripts/deploy/run.ts'], { WORKERS_CI: '1' });
  const write = (from: string | RegExp, to: string): void =>
    writeFileSync(join(clone.folder, 'wrangler.toml'), read('wrangler.toml').replace(from, to));

  test('says what it lacks, then deploys what the button prepared', { timeout: 900_000 }, async () => {
    const sample = await build();
    expect(sample.output).toContain('APP_ORIGIN is not set: write this installation');
    expect(sample.output).toContain('Then retry the build');
    expect(api.requests).toEqual([]);
    // The button creates the database, the secrets and the first version of the Worker, and writes ids and answers.
    await create('d1/database', { name: 'stock' });
    write(/^database_id = .*$/mu, `database_id = "${api.holdings().databases[0]?.uuid}"`);
    write('database_name = "shelfbridge"', 'database_name = "stock"');
    write('APP_ORIGIN = "https://shelfbridge.example"', `APP_ORIGIN = "${base}"`);
    const required = readSettings('wrangler.toml').secrets?.required ?? [];
    const secrets = new Map(required.map((name) => [name, 'a-value']));
    api.holdings().workers.set('shelfbridge', { secrets, metadata: {}, assets: [], crons: [] });
    api.version = ownVersion();
    const ended = await build();
    expect(ended.output).toContain('It answers.');
    expect(ended.output).toContain(`App URL                       ${base}/shopify/index`);
    expect(ended.code).toBe(0);
    const { databases, queues, workers } = api.holdings();
    expect(queues.map(({ queue_name, consumers }) => [queue_name, consumers.length])).toEqual(
      queueNames('shelfbridge').map((name) => [name, 1]),
    );
    expect(databases[0]?.sql.prepare('select count(*) as n from accounts').get()).toEqual({ n: 0 });
    expect([...(workers.get('shelfbridge')?.secrets.keys() ?? [])]).toEqual(required);
    expect(workers.get('shelfbridge')?.metadata['limits']).toBeUndefined();
    expect(api.unknown).toEqual([]);
  });
});

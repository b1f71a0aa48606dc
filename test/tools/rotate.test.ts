import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { productionConfig, SAMPLE } from '../../scripts/deploy/production-config';
import { parseKeyRing } from '../../src/platforms/key-ring';
import { cloneHere, type Clone, type Ended } from './clone';
import { CloudflareApi } from './cloudflare-api';
import { startPlatforms, type PlatformStubs } from './platform-stubs';

const KEY = (letter: string): string => btoa(letter.repeat(32));
const SECRETS = {
  SHOPIFY_CLIENT_SECRET: `shpss_${'ab'.repeat(16)}`,
  SQUARE_CLIENT_SECRET: `sq0csp-${'c'.repeat(43)}`,
  SQUARE_APP_TOKEN: `EAAA${'d'.repeat(60)}`,
  SQUARE_WEBHOOK_KEY: 'the-first-key',
  STATUS_SECRET: 'the-first-status-secret',
  TOKEN_KEYS: `1:${KEY('a')}`,
};

let api: CloudflareApi;
let base: string;
let clone: Clone;
let platforms: PlatformStubs;
let sql: DatabaseSync;

beforeEach(async () => {
  api = new CloudflareApi();
  base = await api.start();
  platforms = await startPlatforms();
  clone = cloneHere();
  const uuid = '22222222-2222-4222-8222-222222222222';
  const address = 'https://stock.example.com';
  const vars = { SQUARE_ORIGIN: platforms.origin };
  const config = productionConfig({ ...SAMPLE, account: api.accounts[0]?.id ?? '', address, database: uuid, vars });
  writeFileSync(join(clone.folder, 'wrangler.production.toml'), config);
  mkdirSync(join(clone.folder, '.production'));
  writeFileSync(join(clone.folder, '.production/secrets.json'), JSON.stringify(SECRETS));
  platforms.subscriptions.push({ id: 'wbhk_1', notification_url: `${address}/webhooks/square`, enabled: true });
  sql = new DatabaseSync(':memory:');
  sql.exec(`create table fleet (sealed_by text); insert into fleet values ('{"1":2}')`);
  api.holdings().databases.push({ name: 'shelfbridge', uuid, sql });
  api.holdings().workers.set('shelfbridge', { secrets: new Map(Object.entries(SECRETS)), metadata: {}, assets: [], crons: [] });
});

afterEach(() => {
  api.stop();
  platforms.stop();
  clone.remove();
});

async function rotate(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const ended = await clone.run(['scripts/deploy/rotate.ts', ...args], {
    CLOUDFLARE_API_BASE_URL: base,
    CLOUDFLARE_API_TOKEN: 'a-token',
    ...env,
  });
  expect(ended.output).not.toMatch(/^ {4}at |shpss_|the-next-key|the-first/mu);
  return ended;
}

const kept = (): Record<string, string> =>
  JSON.parse(readFileSync(join(clone.folder, '.production/secrets.json'), 'utf8')) as Record<string, string>;

/** The Worker's secrets, which must be the stored ones. */
function secrets(): Readonly<Record<string, string | undefined>> {
  const sent = Object.fromEntries(api.holdings().workers.get('shelfbridge')?.secrets ?? []);
  expect(sent).toEqual(kept());
  return sent;
}

describe('npm run rotate', () => {
  test('adds a key for tokens, and drops the old one once it seals nothing', async () => {
    expect((await rotate(['token-keys'])).code).toBe(0);
    const ring = parseKeyRing(secrets()['TOKEN_KEYS'] ?? '');
    expect(ring.ok && [...ring.value.byVersion.keys()]).toEqual([1, 2]);
    expect(secrets()['TOKEN_KEYS']).toContain(SECRETS.TOKEN_KEYS);
    sql.exec(`update fleet set sealed_by = '{"1":1,"2":1}'`);
    expect((await rotate(['token-keys', '--drop'])).output).toContain('every key is still needed');
    sql.exec(`insert into fleet values (null)`);
    expect((await rotate(['token-keys', '--drop'])).output).toContain('accounts whose tokens were not counted yet: 1');
    sql.exec(`update fleet set sealed_by = '{"2":4}'`);
    expect((await rotate(['token-keys', '--drop'])).code).toBe(0);
    expect(secrets()['TOKEN_KEYS']).toMatch(/^2:[^,]+$/u);
  });

  test("takes over new secrets of the platforms, keeps the former ones in their slots, and ends with 'finish'", async () => {
    const next = `shpss_${'cd'.repeat(16)}`;
    expect((await rotate(['shopify-secret'], { SHOPIFY_CLIENT_SECRET: next })).code).toBe(0);
    expect(secrets()).toMatchObject({ SHOPIFY_CLIENT_SECRET: next, SHOPIFY_CLIENT_SECRET_PREVIOUS: SECRETS.SHOPIFY_CLIENT_SECRET });
    expect((await rotate(['square-webhook-key'])).code).toBe(0);
    expect(secrets()).toMatchObject({ SQUARE_WEBHOOK_KEY: 'the-next-key', SQUARE_WEBHOOK_KEY_PREVIOUS: 'the-first-key' });
    expect((await rotate(['status-secret'])).code).toBe(0);
    expect(secrets()['STATUS_SECRET']).not.toBe(SECRETS.STATUS_SECRET);
    // Each is needed for another time.
    expect((await rotate(['finish'])).output).toContain(
      'say which rotation is finished: finish shopify-secret, or finish square-webhook-key',
    );
    expect((await rotate(['finish', 'shopify-secret'])).code).toBe(0);
    expect(secrets()['SQUARE_WEBHOOK_KEY_PREVIOUS']).toBe('the-first-key');
    expect((await rotate(['finish', 'square-webhook-key'])).code).toBe(0);
    expect(Object.keys(secrets()).filter((name) => name.endsWith('_PREVIOUS'))).toEqual([]);
    expect(secrets()['SQUARE_WEBHOOK_KEY']).toBe('the-next-key');
  });

  test('refuses to begin a rotation before the last one of that secret is finished', async () => {
    const [next, third] = ['cd', 'ef'].map((pair) => `shpss_${pair.repeat(16)}`);
    expect((await rotate(['shopify-secret'], { SHOPIFY_CLIENT_SECRET: next ?? '' })).code).toBe(0);
    const begun = secrets();
    const again = await rotate(['shopify-secret'], { SHOPIFY_CLIENT_SECRET: third ?? '' });
    expect(again.output).toMatch(
      /the last rotation is not finished: SHOPIFY_CLIENT_SECRET_PREVIOUS .*npm run rotate -- finish shopify-secret, an hour after/u,
    );
    expect(again.code).toBe(1);
    expect(secrets()).toEqual(begun);
    // One that was begun from another machine shows at the Worker alone.
    api.holdings().workers.get('shelfbridge')?.secrets.set('SQUARE_WEBHOOK_KEY_PREVIOUS', 'the-first-key');
    expect((await rotate(['square-webhook-key'])).output).toContain('SQUARE_WEBHOOK_KEY_PREVIOUS has a former secret');
    expect(platforms.requests.filter((request) => request.includes('signature-key'))).toEqual([]);
    expect((await rotate(['finish', 'square-webhook-key'])).code).toBe(0);
    expect((await rotate(['finish', 'shopify-secret'])).code).toBe(0);
    expect((await rotate(['shopify-secret'], { SHOPIFY_CLIENT_SECRET: third ?? '' })).code).toBe(0);
    expect(secrets()).toMatchObject({ SHOPIFY_CLIENT_SECRET: third, SHOPIFY_CLIENT_SECRET_PREVIOUS: next });
  });

  test('stores what it could not send, and says how to go on', async () => {
    api.cutFrom = (request) => request.includes('secrets-bulk');
    const ended = await rotate(['square-webhook-key']);
    expect(ended.code).toBe(1);
    expect(ended.output).toMatch(
      /stored in .*secrets\.json, but not sent to the Worker: Cloudflare cannot be reached.*\nRun npm run setup/u,
    );
    expect(kept()).toMatchObject({ SQUARE_WEBHOOK_KEY: 'the-next-key', SQUARE_WEBHOOK_KEY_PREVIOUS: 'the-first-key' });
  });

  test('changes nothing when asked for something else, or given a wrong secret', async () => {
    expect((await rotate([])).output).toContain('npm run rotate -- WHAT');
    expect((await rotate(['shopify-secret'])).output).toContain('set SHOPIFY_CLIENT_SECRET in the environment');
    const wrong = await rotate(['shopify-secret'], { SHOPIFY_CLIENT_SECRET: `sq0csp-${'c'.repeat(43)}` });
    expect(wrong.output).toContain("this is Square's application secret (production)");
    const same = await rotate(['square-secret'], { SQUARE_CLIENT_SECRET: SECRETS.SQUARE_CLIENT_SECRET });
    expect(same.output).toContain('already in use');
    expect(secrets()).toEqual(SECRETS);
  });
});

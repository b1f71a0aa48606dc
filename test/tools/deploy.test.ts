import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';

import { checked, collect } from '../../scripts/deploy/ask';
import { chooseAccount } from '../../scripts/deploy/cloudflare';
import { checkTogether, FIELDS, type Field } from '../../scripts/deploy/fields';
import { ownSecrets, whatToKeep, whereabouts } from '../../scripts/deploy/own-secrets';
import { productionConfig, queueNames, SAMPLE, TUNING, variableNames, type Installation } from '../../scripts/deploy/production-config';
import { howToRename, nameOf } from '../../scripts/deploy/setup-options';
import { shopifyAppToml } from '../../scripts/deploy/shopify-app';
import { parseConfig } from '../../src/worker/runtime/config';

const template = readFileSync(resolve(import.meta.dirname, '../../wrangler.toml'), 'utf8');
const DATABASE = '22222222-2222-4222-8222-222222222222';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What is looked at of wrangler's configuration. */
interface Config {
  readonly name: string;
  readonly account_id?: string;
  readonly workers_dev?: boolean;
  readonly routes?: readonly object[];
  readonly vars: Readonly<Record<string, string>>;
  readonly d1_databases: readonly object[];
  readonly queues: {
    readonly producers: readonly { readonly binding: string; readonly queue: string }[];
    readonly consumers: readonly { readonly queue: string; readonly dead_letter_queue?: string }[];
  };
  readonly triggers: { readonly crons: readonly string[] };
  readonly durable_objects: { readonly bindings: readonly object[] };
  readonly secrets: { readonly required: readonly string[] };
  readonly limits?: object;
  readonly send_email: readonly object[];
}

/** The production configuration as wrangler's own reader understands it. */
function configOf(installation: Partial<Installation>): Config {
  const file = join(folder, 'wrangler.toml');
  writeFileSync(file, productionConfig({ ...SAMPLE, database: DATABASE, ...installation }, template));
  return readConfig({ config: file }) as Config;
}

describe('the production configuration', () => {
  test('has the address as a custom domain, or as workers.dev', () => {
    const domain = configOf({ address: 'https://stock.example.com' });
    expect(domain.routes).toEqual([{ pattern: 'stock.example.com', custom_domain: true }]);
    expect(domain.workers_dev).toBe(false);
    expect(domain.vars).toMatchObject({ APP_ORIGIN: 'https://stock.example.com', WEBHOOK_ORIGIN: 'https://stock.example.com' });
    const shared = configOf({ address: 'https://shelfbridge.me.workers.dev' });
    expect([shared.workers_dev, shared.routes]).toEqual([true, undefined]);
    expect(configOf({ address: 'https://notworkers.dev' }).workers_dev).toBe(false);
  });

  test('names its own database, queues and dead-letter queues, and keeps what the Worker needs', () => {
    const config = configOf({ name: 'stock', account: 'a'.repeat(32) });
    expect([config.name, config.account_id]).toEqual(['stock', 'a'.repeat(32)]);
    expect(config.d1_databases).toMatchObject([
      { binding: 'DB', database_name: 'stock', database_id: DATABASE, migrations_dir: 'migrations' },
    ]);
    expect(queueNames('stock', template)).toEqual(['stock-tasks', 'stock-tasks-dead', 'stock-events', 'stock-events-dead']);
    expect(config.queues.producers.map(({ binding, queue }) => [binding, queue])).toEqual([
      ['TASKS', 'stock-tasks'],
      ['EVENTS', 'stock-events'],
    ]);
    expect(config.queues.consumers.map(({ queue, dead_letter_queue }) => [queue, dead_letter_queue])).toEqual([
      ['stock-tasks', 'stock-tasks-dead'],
      ['stock-tasks-dead', undefined],
      ['stock-events', 'stock-events-dead'],
      ['stock-events-dead', undefined],
    ]);
    expect(config.triggers.crons).toEqual(['* * * * *']);
    expect(config.durable_objects.bindings).toMatchObject([{ class_name: 'AccountObject' }]);
    expect(config.secrets.required).toContain('TOKEN_KEYS');
  });

  test('limits CPU time on the paid plan alone, and binds mail only where it is sent', () => {
    expect(configOf({ plan: 'paid' }).limits).toEqual({ cpu_ms: 30_000 });
    expect(configOf({ plan: 'free' }).limits).toBeUndefined();
    expect(configOf({}).send_email).toEqual([]);
    expect(configOf({ vars: { MAIL_FROM: 'stock@example.com' } }).send_email).toMatchObject([{ name: 'MAIL' }]);
  });

  test('may have each variable that the operations page lists, and the Worker reads all of them', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8')
      .split('\n## ')
      .find((part) => part.startsWith('Settings'));
    const listed = [...(page ?? '').matchAll(/^\| `([A-Z\d_]+)`/gmu)].map(([, name = '']) => name);
    expect(variableNames(template)).toEqual(expect.arrayContaining(listed.filter((name) => name !== 'ALERT_WEBHOOK_URL')));
    expect(listed).toEqual(expect.arrayContaining([...TUNING]));
    const set = configOf({ vars: Object.fromEntries(TUNING.map((name) => [name, 'no such value'])) }).vars;
    const parsed = parseConfig(set);
    for (const name of TUNING) expect(parsed.ok ? [] : parsed.error).toContainEqual(expect.stringContaining(`${name} is malformed`));
  });

  test('takes any text as a value, and refuses a variable or a template that it does not know', () => {
    const odd = 'a "quoted" \\ $& text';
    expect(configOf({ vars: { SUPPORT_EMAIL: odd } }).vars['SUPPORT_EMAIL']).toBe(odd);
    expect(() => productionConfig({ ...SAMPLE, vars: { NO_SUCH: '' } }, template)).toThrow(/NO_SUCH/u);
    expect(() => productionConfig(SAMPLE, template.replace('workers_dev = false', ''))).toThrow(/0 lines match .*workers_dev/u);
  });

  test('is complete: with the secrets, the Worker accepts it', () => {
    const secrets = ownSecrets({ stored: {}, env: {}, deployed: null, database: { kind: 'empty' } });
    const told = Object.fromEntries(configOf({}).secrets.required.map((name) => [name, 'a-value']));
    expect(parseConfig({ ...configOf({}).vars, ...told, ...secrets })).toMatchObject({ ok: true });
  });
});

const HEX = '0123456789abcdef'.repeat(2);
const VALUES: Readonly<Record<string, string>> = {
  APP_ORIGIN: 'https://stock.example.com',
  PLAN: 'paid',
  BILLING_MODE: 'none',
  ADMIN_SHOPS: 'own.myshopify.com',
  SHOPIFY_CLIENT_ID: HEX,
  SHOPIFY_CLIENT_SECRET: `shpss_${HEX}`,
  SQUARE_CLIENT_ID: `sq0idp-${'b'.repeat(22)}`,
  SQUARE_CLIENT_SECRET: `sq0csp-${'c'.repeat(43)}`,
  SQUARE_APP_TOKEN: `EAAA${'d'.repeat(60)}`,
};

const field = (name: string): Field => {
  const found = FIELDS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no field ${name}`);
  return found;
};

describe('answers', () => {
  test('are nine at most, each accepted in its own place', () => {
    expect(FIELDS.map(({ name }) => name)).toEqual(Object.keys(VALUES));
    for (const one of FIELDS) expect(checked(one, ` ${VALUES[one.name]} `)).toBe(VALUES[one.name]);
  });

  test('name a credential that stands in the place of another, and never show it', () => {
    const credentials = FIELDS.slice(4);
    for (const one of credentials) {
      for (const other of credentials) {
        const value = VALUES[other.name] ?? '';
        // Old client secrets of Shopify look like client IDs; that pair is found by comparing both.
        if (one === other || (one.name === 'SHOPIFY_CLIENT_SECRET' && other.name === 'SHOPIFY_CLIENT_ID')) continue;
        expect(() => checked(one, value), `${other.name} as ${one.name}`).toThrow(new RegExp(`^${one.name}: this is `, 'u'));
        expect(() => checked(one, value)).not.toThrow(new RegExp(value, 'u'));
      }
    }
    expect(() => checkTogether({ ...VALUES, SHOPIFY_CLIENT_SECRET: HEX })).toThrow(/the same as SHOPIFY_CLIENT_ID/u);
    expect(() => checkTogether({ ...VALUES, SQUARE_CLIENT_ID: `sandbox-sq0idb-${'b'.repeat(22)}` })).toThrow(/different environments/u);
  });

  test.each([
    ['APP_ORIGIN', 'http://stock.example.com', /https/u],
    ['APP_ORIGIN', 'https://stock.example.com/app', /without a path/u],
    ['APP_ORIGIN', 'https://me.workers.dev', /name the Worker too/u],
    ['APP_ORIGIN', 'no address', /https address/u],
    ['PLAN', 'cheap', /paid or free/u],
    ['ADMIN_SHOPS', 'own.example.com', /myshopify\.com/u],
    ['SQUARE_APP_TOKEN', `EAAA${'d'.repeat(9)} ${'d'.repeat(9)}`, /white space/u],
    ['SHOPIFY_CLIENT_ID', '', /missing/u],
  ])('refuse %s = "%s"', (name, value, reason) => {
    expect(() => checked(field(name), value)).toThrow(reason);
  });

  test('come from the command line, then the environment, then earlier runs', async () => {
    const sources = {
      options: { address: 'a.example.com' },
      env: { APP_ORIGIN: 'b.example.com', PLAN: 'free' },
      stored: { ...VALUES, PLAN: 'paid' },
      terminal: null,
    };
    const kept: unknown[] = [];
    const answers = await collect(FIELDS, sources, (all) => kept.push(all));
    expect(answers).toEqual({ ...VALUES, APP_ORIGIN: 'https://a.example.com', PLAN: 'free' });
    expect(kept).toEqual([answers]);
  });

  test('are kept where others are wrong', async () => {
    const kept: unknown[] = [];
    const { ADMIN_SHOPS: _shops, ...right } = VALUES;
    const sources = { options: {}, env: { ...right, PLAN: 'cheap' }, stored: {}, terminal: null };
    await expect(collect(FIELDS, sources, (all) => kept.push(all))).rejects.toThrow(
      /PLAN: it must be paid or free.*\n[\s\S]*ADMIN_SHOPS: it is missing[\s\S]*The other answers are stored/u,
    );
    const { PLAN: _plan, ...others } = right;
    expect(kept).toEqual([others]);
    await expect(collect(FIELDS, sources, null)).rejects.not.toThrow(/stored/u);
  });

  test('typed at a terminal are kept one by one, so that an interruption costs nothing', async () => {
    const kept: string[][] = [];
    const terminal = {
      ask: async (one: Field) => {
        if (one.name === 'ADMIN_SHOPS') throw new Error('interrupted');
        return VALUES[one.name] ?? '';
      },
      close: () => {},
    };
    const run = collect(FIELDS.slice(0, 4), { options: {}, env: {}, stored: { PLAN: 'free' }, terminal }, (all) =>
      kept.push(Object.keys(all)),
    );
    await expect(run).rejects.toThrow('interrupted');
    expect(kept.at(-1)).toEqual(['APP_ORIGIN', 'PLAN', 'BILLING_MODE']);
  });
});

describe("the Worker's name", () => {
  const domain = 'https://stock.example.com';
  const shared = 'https://stock.me.workers.dev';
  test('comes from the option, or from an address on workers.dev', () => {
    expect([nameOf(domain, undefined, undefined), nameOf(domain, 'mine', undefined), nameOf(domain, undefined, 'mine')]).toEqual([
      'shelfbridge',
      'mine',
      'mine',
    ]);
    expect([nameOf(shared, undefined, undefined), nameOf(shared, 'stock', 'stock')]).toEqual(['stock', 'stock']);
  });
  test('is refused with the option that can change it', () => {
    expect(() => nameOf(domain, 'No Name', undefined)).toThrow(/^--name No Name: /u);
    expect(() => nameOf('https://1stock.me.workers.dev', undefined, undefined)).toThrow(/^--address https:\/\/1stock\./u);
    expect(() => nameOf(shared, 'mine', undefined)).toThrow(/^--address .* named stock, not mine\. Leave --name out/u);
    expect(() => nameOf(shared, undefined, 'mine')).toThrow(/^--address .* named mine, not stock; .* another clone/u);
    expect(() => nameOf(domain, 'other', 'mine')).toThrow(/^--name other: .* named mine, not other/u);
    expect(howToRename(domain)).toContain('--name');
    expect(howToRename(shared)).toMatch(/--address(?!.*--name)/u);
  });
});

describe('the account', () => {
  const [one, two] = [
    { id: '1', name: 'One' },
    { id: '2', name: 'Two' },
  ];
  test('is the only one, the one asked for, or the one that setup started in', () => {
    expect(chooseAccount([one], undefined, undefined)).toBe(one);
    expect(chooseAccount([one, two], '2', undefined)).toBe(two);
    expect(chooseAccount([one, two], undefined, '2')).toBe(two);
  });
  test('is never guessed', () => {
    expect(() => chooseAccount([one, two], undefined, undefined)).toThrow(/--account ID.*1 \(One\), 2 \(Two\)/u);
    expect(() => chooseAccount([one], undefined, '2')).toThrow(/cannot use the account 2; it can use 1 \(One\)/u);
    expect(() => chooseAccount([one, two], '1', '2')).toThrow(/this installation is in the account 2/u);
    expect(() => chooseAccount([], undefined, undefined)).toThrow(/no Cloudflare account/u);
  });
});

describe('our own secrets', () => {
  const EMPTY = { kind: 'empty' } as const;
  test('are generated once, and kept where they are', () => {
    const first = ownSecrets({ stored: {}, env: {}, deployed: null, database: EMPTY });
    expect(Object.keys(first)).toEqual(['STATUS_SECRET', 'TOKEN_KEYS']);
    expect(ownSecrets({ stored: first, env: {}, deployed: ['TOKEN_KEYS'], database: EMPTY })).toEqual(first);
    expect(ownSecrets({ stored: {}, env: {}, deployed: ['TOKEN_KEYS', 'STATUS_SECRET'], database: EMPTY })).toEqual({});
  });
  test('are claimed to be kept only where they are known', () => {
    const about = (stored: Record<string, string>, sent: Record<string, string>): string => whereabouts({ stored, env: {} }, sent);
    const both = { STATUS_SECRET: 's', TOKEN_KEYS: '1:x' };
    expect(about({}, both)).toBe('STATUS_SECRET generated, TOKEN_KEYS generated');
    expect(about(both, both)).toBe('STATUS_SECRET as stored here, TOKEN_KEYS as stored here');
    expect(about({}, { STATUS_SECRET: 's' })).toBe('STATUS_SECRET generated, TOKEN_KEYS not known here, stays as the Worker has it');
    expect(whatToKeep(both)).toContain('Cloudflare never shows TOKEN_KEYS again');
    expect(whatToKeep({ STATUS_SECRET: 's' })).toMatch(/^The Worker keeps its own TOKEN_KEYS: .*secrets\.json has none/u);
  });
  test('are never replaced under accounts that need the old ones', () => {
    const lost = { stored: {}, env: {}, deployed: null, database: { kind: 'ours', accounts: 3, sealedBy: ['1'] } } as const;
    expect(() => ownSecrets(lost)).toThrow(/3 accounts, whose tokens are sealed with TOKEN_KEYS/u);
    expect(ownSecrets({ ...lost, env: { TOKEN_KEYS: '1:x' } })).toMatchObject({ TOKEN_KEYS: '1:x' });
  });
  test('are not sent from a copy that is older than the last rotation', () => {
    const database = { kind: 'ours', accounts: 3, sealedBy: ['1', '2'] } as const;
    const known = { env: {}, deployed: ['TOKEN_KEYS'], database };
    expect(() => ownSecrets({ ...known, stored: { TOKEN_KEYS: '1:x' } })).toThrow(
      /lack key 2, which seals stored tokens.*Nothing was sent/u,
    );
    expect(ownSecrets({ ...known, stored: { TOKEN_KEYS: '1:x,2:y,3:z' } })).toMatchObject({ TOKEN_KEYS: '1:x,2:y,3:z' });
  });
});

test("Shopify's configuration: not embedded, own redirect, scopes, compliance topics, version", () => {
  const text = shopifyAppToml({ clientId: HEX, address: 'https://stock.example.com', apiVersion: '2026-07' });
  for (const line of [
    `client_id = "${HEX}"`,
    'embedded = false',
    'application_url = "https://stock.example.com/shopify/index"',
    'scopes = "read_products,write_products,read_inventory,write_inventory,read_locations"',
    'redirect_urls = ["https://stock.example.com/shopify/oauthCallback"]',
    'api_version = "2026-07"',
    'compliance_topics = ["customers/data_request", "customers/redact", "shop/redact"]',
    'uri = "https://stock.example.com/webhooks/shopify"',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
});

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeEach, describe, expect, test } from 'vitest';

import { cleanUp, Ledger } from '../../scripts/contract/clean-up';
import { readTarget } from '../../scripts/contract/credentials';
import { askEarlierKeys } from '../../scripts/contract/earlier-keys';
import { connect } from '../../scripts/contract/own-sandbox';
import { redactCall } from '../../scripts/contract/redact';
import { cleanerOf, record } from '../../scripts/contract/run';
import { metBy } from '../../scripts/contract/side';
import { checkStore } from '../../scripts/contract/store-check';
import { startProxy, type Change } from './changing-proxy';
import { useSandbox } from './running-sandbox';
import { appOrigin, at, shopifyKit } from './shopify-kit';

const sandbox = await useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'contract-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const MAKE_PRODUCT =
  'mutation Make($input: ProductSetInput!) { productSet(input: $input, synchronous: true) { product { id } userErrors { message } } }';

type Env = Readonly<Record<string, string>>;
let env: Env = {};
beforeEach(async () => {
  env = await connect(sandbox.origin, appOrigin(sandbox), sandbox.secrets);
  await fetch(`${sandbox.origin}/control/calls`, { method: 'DELETE' });
});

const through = (origin: string): Env =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace(sandbox.origin, origin)]));

/** Every call with the app's tokens that may change something. */
async function writes(): Promise<string[]> {
  const calls = await sandbox.read('/control/calls');
  const names = [...Object.keys(part(calls, 'shopify')), ...Object.keys(part(calls, 'square'))];
  return names.filter((name) =>
    /Create|Update|Delete|Set|Adjust|batch-create|upsert|catalog\/object|batch-delete|^PUT|subscriptions/u.test(name),
  );
}

const part = (value: unknown, name: string): object => {
  const found = at(value, name);
  return typeof found === 'object' && found !== null ? found : {};
};

/** Runs the command; its exit code and output. */
async function run(given: Env, ...words: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['scripts/contract.ts', '--out', folder, ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  return { code, output };
}

const check = (given: Env): Promise<void> => checkStore({ target: readTarget(given), fetch });

describe('nothing is written', () => {
  test('without credentials, whose names are all listed', async () => {
    const { code, output } = await run({});
    expect(code).toBe(1);
    for (const name of ['SHOPIFY_SHOP', 'SHOPIFY_TOKEN', 'SQUARE_TOKEN']) expect(output).toContain(`CONTRACT_${name} is missing`);
    expect(output).not.toContain('    at ');
  });

  test.each([
    ['CONTRACT_SQUARE_ORIGIN', 'https://connect.squareup.com', /production is never written to/u],
    ['CONTRACT_SQUARE_CLIENT_ID', `sq0idp-${'a'.repeat(22)}`, /this is Square's application ID \(production\)/u],
    ['CONTRACT_SQUARE_CLIENT_SECRET', `sq0csp-${'a'.repeat(43)}`, /this is Square's application secret \(production\)/u],
    ['CONTRACT_SHOPIFY_ORIGIN', 'https://shop.example', /only for a sandbox on this machine/u],
    ['CONTRACT_SHOPIFY_SHOP', 'shop.example', /my-store\.myshopify\.com/u],
    ['CONTRACT_SHOPIFY_TOKEN', 'abc', /does not look like a Shopify store's access token/u],
  ])('with a wrong %s', (name, value, reason) => {
    expect(() => readTarget({ ...env, [name]: value })).toThrow(reason);
    const message = (() => {
      try {
        readTarget({ ...env, [name]: value });
        return '';
      } catch (error) {
        return String(error);
      }
    })();
    if (name.includes('SECRET') || name.includes('TOKEN')) expect(message).not.toContain(value);
  });

  test('in a store with more than 50 products', async () => {
    const kit = shopifyKit(sandbox);
    for (let index = 0; index < 51; index += 1) await kit.ask(MAKE_PRODUCT, { input: { title: `Product ${index}` } });
    await expect(check(env)).rejects.toThrow(/has \d+ products, and a test store at most 50\. Nothing was written/u);
    expect(await writes()).toEqual([]);
  });

  test('in a store with orders', async () => {
    expect((await sandbox.change({ platform: 'shopify', sku: 'GEN-000001', delta: -1 })).status).toBe(200);
    await expect(check(env)).rejects.toThrow(/has orders \(1\).*Nothing was written/u);
    expect(await writes()).toEqual([]);
  });

  test('in a store that is not for development', async () => {
    await sandbox.configure({ shopifyPlan: 'standard' });
    await expect(check(env)).rejects.toThrow(/is not a development store\. Nothing was written/u);
    expect(await writes()).toEqual([]);
  });

  test('with a token of another store', async () => {
    const other: Change = async (request, forward) => {
      const answer = await forward(request);
      return { ...answer, text: answer.text.replace('"myshopifyDomain":"demo.', '"myshopifyDomain":"other.') };
    };
    const proxy = await startProxy(sandbox.origin, other);
    try {
      await expect(check(through(proxy.origin))).rejects.toThrow(/belongs to other\.myshopify\.com, not to demo\.myshopify\.com/u);
    } finally {
      await proxy.stop();
    }
    expect(await writes()).toEqual([]);
  });

  test('with tokens that are refused', async () => {
    const refused = { CONTRACT_SHOPIFY_TOKEN: `shpat_${'0'.repeat(32)}` };
    await expect(check({ ...env, ...refused })).rejects.toThrow(
      /CONTRACT_SHOPIFY_TOKEN is not a token of this store.*Nothing was written/u,
    );
    const square = { CONTRACT_SQUARE_TOKEN: `EAAA${'0'.repeat(60)}` };
    await expect(check({ ...env, ...square })).rejects.toThrow(/Square's sandbox refuses CONTRACT_SQUARE_TOKEN.*Nothing was written/u);
    expect(await writes()).toEqual([]);
  });

  test('without a network', async () => {
    const { code, output } = await run(through('http://localhost:9'));
    expect(code).toBe(1);
    expect(output).toMatch(/Shopify, demo\.myshopify\.com: no answer.*Nothing was written/u);
    expect(output).not.toContain('    at ');
  });
});

/** Records one part of the exchanges in the store, through a proxy that changes what passes. */
async function recordThrough(change: Change, only: string, ledger: Ledger) {
  const proxy = await startProxy(sandbox.origin, change);
  try {
    const target = readTarget(through(proxy.origin));
    return await record({ target, fetch, ledger, allowed: metBy(target, true), only });
  } finally {
    await proxy.stop();
  }
}

const PRODUCTS = '{ productsCount(limit: null) { count } }';
const productCount = async (): Promise<unknown> => at((await shopifyKit(sandbox).ask(PRODUCTS)).data, 'productsCount', 'count');

describe('what a run created', () => {
  test('is removed after exchanges that failed, too', async () => {
    const before = await productCount();
    const broken: Change = async (request, forward) =>
      request.text.includes('"operationName":"AdjustQuantities"') ? { status: 500, headers: {}, text: '' } : forward(request);
    const recording = await recordThrough(broken, 'Shopify: changes of stock', new Ledger(null));
    expect(recording.outcomes.map(({ kind }) => kind)).toEqual(['done', 'done', 'failed']);
    expect(recording.left).toEqual([]);
    expect(await productCount()).toBe(before);
    // What was seen as no write above has the names that a write has.
    expect(await writes()).toContain('productSet');
  });

  test('stays listed while it cannot be removed, and is removed by a later run', async () => {
    const before = Number(await productCount());
    const file = join(folder, 'created-test.json');
    const broken: Change = async (request, forward) =>
      /productDelete|batch-delete/u.test(request.text + request.path) ? { status: 500, headers: {}, text: '' } : forward(request);
    const { left } = await recordThrough(broken, 'edits', new Ledger(file));
    expect(left).toEqual([
      expect.stringContaining('square item contract-'),
      expect.stringContaining('shopify product shelfbridge-contract-'),
    ]);
    expect(await productCount()).toBe(before + 1);
    const later = new Ledger(file);
    expect(later.entries.map(({ kind }) => kind)).toEqual(['shopify product', 'square item']);
    expect(await cleanUp(later, cleanerOf({ target: readTarget(env), fetch }))).toEqual([]);
    expect(await productCount()).toBe(before);
    expect(new Ledger(file).entries).toEqual([]);
  });

  test('is named when the platform cannot even be asked to remove it', async () => {
    const cut: Change = async (request, forward) => {
      if (request.method === 'DELETE') throw new Error('the connection is cut');
      return forward(request);
    };
    const { left } = await recordThrough(cut, 'the webhook subscription', new Ledger(null));
    expect(left).toEqual([expect.stringMatching(/^square subscription https:.*fetch failed/u)]);
  });

  test('is found by its SKU when the answer that named it was lost', async () => {
    const lost: Change = async (request, forward) => {
      const answer = await forward(request);
      return request.path.endsWith('batch-upsert') ? { status: 504, headers: {}, text: '' } : answer;
    };
    const { left } = await recordThrough(lost, 'Square: items', new Ledger(null));
    expect(left).toEqual([]);
    const query = { prefix_query: { attribute_name: 'sku', attribute_prefix: 'contract-' } };
    const headers = { authorization: 'Bearer EAAA_sandbox' };
    const found = await sandbox.call('POST', '/square/v2/catalog/search', { object_types: ['ITEM_VARIATION'], query }, headers);
    expect(found.body['objects'] ?? []).toEqual([]);
  });
});

describe('a recording', () => {
  test('holds no secret, name, mail address, telephone number or address', () => {
    const call = {
      exchange: 'x',
      name: 'x',
      status: 200,
      headers: { 'content-type': 'application/json; token=own-secret-value' },
      sent: {
        client_secret: 'client-secret-1',
        code: 'grant-code-1',
        grant_type: 'authorization_code',
        variables: { title: 'Ada Lovelace' },
      },
      body: {
        access_token: 'abc-token-1',
        signature_key: 'sign-key-1',
        data: {
          shop: { id: 'gid://shopify/Shop/1', name: "Ada's shop", email: 'ada@example.com', shopOwnerName: 'Ada Lovelace' },
          url: 'https://storage.example/file?X-Signature=url-secret-1',
        },
        locations: [
          {
            id: 'L1',
            status: 'ACTIVE',
            address: { address_line_1: '12 Analytical Row', locality: 'London', postal_code: '12345' },
            phone_number: '+44 20 7946 0000',
            business_email: 'shop@example.com',
          },
        ],
        errors: [
          { code: 'BAD', detail: 'own-secret-value of ada@example.com, +1 555 010 9999, https://x.example/?k=url-secret-2' },
          { code: 'WORSE', message: `token shpat_${'0123456789abcdef'.repeat(2)} and EAAA${'x1'.repeat(30)}` },
        ],
        id: 'own-secret-value',
        quantity: '3',
        calculated_at: '2026-11-23T10:00:00.000Z',
      },
    };
    const clean = redactCall(call, ['own-secret-value']);
    const text = JSON.stringify(clean);
    expect(text).not.toMatch(
      /secret-value|client-secret|grant-code|token-1|sign-key|Ada|Lovelace|@|url-secret|Analytical|London|12345|7946|555|shpat_|EAAA/u,
    );
    expect(clean.body).toMatchObject({
      data: { shop: { id: 'gid://shopify/Shop/1' } },
      locations: [{ id: 'L1', status: 'ACTIVE' }],
      errors: [{ code: 'BAD' }, { code: 'WORSE' }],
      quantity: '3',
      calculated_at: '2026-11-23T10:00:00.000Z',
    });
  });
});

describe('the command', () => {
  test('finds no difference between two sandboxes, and writes what both answered', async () => {
    const { code, output } = await run(env, '--only', 'a replayed key');
    expect(output).toContain('No differences.');
    expect(output).toContain('states the current quantity, no second effect (the sandbox answers the same)');
    expect(code).toBe(0);
    const secrets = Object.entries(env).flatMap(([name, value]) => (/TOKEN|SECRET/u.test(name) ? [value] : []));
    expect(secrets.length).toBeGreaterThan(4);
    for (const side of ['real', 'sandbox']) {
      const files = readdirSync(join(folder, side));
      expect(files).toContain('square-a-replayed-key.json');
      const text = files.map((file) => readFileSync(join(folder, side, file), 'utf8')).join('\n');
      expect(text).toContain('inventoryAdjustmentGroup');
      for (const secret of secrets) expect(text).not.toContain(secret);
      expect(text).not.toMatch(/@example|Demo Street|shp\w\w_|EAAA/u);
    }
    const next = await run(env, '--only', 'Square: never counted');
    expect(next.output).toContain('Shopify, a key of 0.0 h ago: still known');
    expect(next.output).toContain('Square, a key of 0.0 h ago: still known');
    // Another world knows none of these keys.
    const file = join(folder, 'keys-demo.myshopify.com.json');
    env = await connect(sandbox.origin, appOrigin(sandbox), sandbox.secrets);
    const clients = cleanerOf({ target: readTarget(env), fetch });
    expect(await askEarlierKeys(file, clients, Date.now() + 90 * 60_000)).toEqual(
      expect.arrayContaining([
        'Shopify, a key of 1.5 h ago: forgotten (INVALID_INVENTORY_ITEM)',
        expect.stringMatching(/^Square, a key of 1\.5 h ago: forgotten \(INVALID_VALUE/u),
      ]),
    );
  });

  test('names each difference with its exact place, and ends with 1', async () => {
    const seconds: Change = async (request, forward) => {
      const answer = await forward(request);
      return request.path.endsWith('/v2/merchants/me') ? { ...answer, text: answer.text.replace(/\.\d{3}Z"/u, 'Z"') } : answer;
    };
    const proxy = await startProxy(sandbox.origin, seconds);
    try {
      const { code, output } = await run(through(proxy.origin), '--only', 'Square: the seller');
      expect(output).toContain('DIFFERS  Square: the seller > GET /v2/merchants/me > merchant.created_at');
      expect(output).toMatch(/real: +time in seconds UTC\n +sandbox: time in milliseconds UTC/u);
      expect(output).toContain('1 difference.');
      expect(code).toBe(1);
    } finally {
      await proxy.stop();
    }
    expect(existsSync(join(folder, 'created-demo.myshopify.com.json'))).toBe(true);
  });
});

import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';

import { QUARANTINE_MS } from '../../src/domain/sync/limits';
import {
  alerts,
  answerInstead,
  bothAt,
  change,
  connectSquare,
  control,
  forgetCalls,
  kill,
  ring,
  setFaults,
  skipTime,
  skuOf,
  snapshot,
  stockOf,
  sweep,
  variantOf,
  writes,
  useAlarms,
  useWorld,
  expectWrites,
  setFaultsOnBoth,
  owedBecomes,
  expectStock,
  stockBecomes,
} from './account-harness';
import { shopify } from './edits/edit-harness';

const SKU = skuOf(1);
const SKUS = Array.from({ length: 20 }, (_, index) => skuOf(index + 1));

const merchant = useWorld(30);
useAlarms();

/** Calls Square as an external client. */
async function square(method: string, path: string, body: object | null, authorization = 'Bearer EAAA_sandbox'): Promise<void> {
  const headers = { authorization, 'content-type': 'application/json', 'square-version': '2026-09-16' };
  const init = body === null ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const response = await env.SANDBOX.fetch(`http://localhost:8789/square${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
}

describe('an unreachable platform', () => {
  it.each(['shopify', 'square'] as const)('%s: the other continues, and everything arrives once it is back', async (away) => {
    const here = away === 'square' ? 'shopify' : 'square';
    await setFaults(away, { rate5xx: 1 });
    for (const sku of SKUS.slice(0, 10)) await change(here, sku, -1);
    for (const sku of SKUS.slice(10)) await change(away, sku, -2);
    for (const sku of SKUS.slice(10)) await bothAt(sku, 98);
    await expect.poll(async () => (await merchant.state())[away].reachable).toBe(false);
    for (const sku of SKUS.slice(0, 10)) expect((await stockOf(sku))[away]).toBe(100);
    await setFaults(away, { rate5xx: 0 });
    for (const sku of SKUS.slice(0, 10)) await bothAt(sku, 99, 30_000);
    expect((await merchant.state())[away].reachable).toBe(true);
    expect(alerts()).toEqual([]);
  });
});

describe('a clock that is ahead', () => {
  it('of the platforms by a minute: Square is sent no time in its future, and each sale counts once', async () => {
    const now = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
    await change('shopify', SKU, -1);
    await bothAt(SKU, 99);
    // One refusal and no more: from then on, the clock difference is known.
    const learned = (await writes()).square;
    expect(learned).toBe(2);
    await change('shopify', SKU, -2);
    await bothAt(SKU, 97);
    await change('square', SKU, -1);
    await bothAt(SKU, 96);
    await expectWrites(1, learned + 1);
    expect(await merchant.state()).toMatchObject({ owed: 0, blocked: 0, frozen: 0 });
    expect(alerts()).toEqual([]);
  });
});

describe('a platform that refuses', () => {
  it('one variant that is gone: the others in its request arrive, and its problem is shown', async () => {
    const gone = await variantOf(merchant, SKU);
    await setFaults('square', { webhookLoss: 1, latencyMs: 600 });
    await square('DELETE', `/v2/catalog/object/${gone.square?.id ?? ''}`, null);
    for (const sku of SKUS) await change('shopify', sku, -1);
    await expect.poll(async () => (await writes()).square).toBeGreaterThan(1);
    // A copy of the refused request may still arrive for a while; then its log is read, and the others are sent without the refused one.
    const now = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => now() + QUARANTINE_MS);
    await expect
      .poll(
        async () => {
          await ring(merchant);
          return (await variantOf(merchant, SKU)).checked.trouble;
        },
        { timeout: 180_000, interval: 500 },
      )
      .toBe('blocked');
    for (const sku of SKUS.slice(1)) await bothAt(sku, 99, 20_000);
    await expect.poll(async () => (await variantOf(merchant, SKU)).checked.trouble).toBe('blocked');
    expect(await merchant.state()).toMatchObject({ blocked: 1, frozen: 0 });
    // No webhook reported it: the refusal is why its catalog data is read again.
    await expect
      .poll(
        async () => {
          await ring(merchant);
          return (await variantOf(merchant, SKU)).square;
        },
        { timeout: 180_000, interval: 500 },
      )
      .toBe(null);
    expect(await merchant.state()).toMatchObject({ blocked: 0, frozen: 0 });
  });

  // Each consecutive refusal doubles the pause: six of them take two minutes, which almost never happens at this rate.
  it('because of too many requests: each change still counts once', async () => {
    await setFaultsOnBoth({ rate429: 0.4 });
    for (const sku of SKUS) {
      await change('shopify', sku, -1);
      await change('square', sku, -1);
    }
    for (const sku of SKUS) await bothAt(sku, 98, 120_000);
  });

  it('access that the seller revoked at Square: Shopify’s changes wait, and a new grant delivers everything', async () => {
    await square(
      'POST',
      '/oauth2/revoke',
      { client_id: env.SQUARE_CLIENT_ID, merchant_id: 'MLDEMO' },
      `Client ${env.SQUARE_CLIENT_SECRET}`,
    );
    await expect.poll(async () => (await merchant.state()).square.state).toBe('needs_reconnect');
    await forgetCalls();
    await change('shopify', SKU, -3);
    await change('square', skuOf(2), -4);
    await owedBecomes(merchant, 1);
    await expectWrites(0, 0);
    await connectSquare(merchant);
    await snapshot(merchant);
    await bothAt(SKU, 97);
    await bothAt(skuOf(2), 96);
  });
});

describe('quantities', () => {
  it('in fractions at Square: whole units reach Shopify, and the rest stays pending', async () => {
    for (const part of [-0.25, -0.25, -0.25]) await change('square', SKU, part);
    await owedBecomes(merchant, 1);
    await expectStock(SKU, 100, 99.25);
    await change('square', SKU, -0.5);
    await stockBecomes(SKU, 99, 98.75);
    await change('shopify', SKU, -2);
    await stockBecomes(SKU, 97, 96.75);
    await change('square', SKU, 0.75);
    await stockBecomes(SKU, 97, 97.5);
    await change('square', SKU, 0.5);
    await bothAt(SKU, 98);
  });

  it('below zero are passed on', async () => {
    await change('shopify', SKU, -103);
    await bothAt(SKU, -3);
    await change('square', SKU, -2);
    await bothAt(SKU, -5);
  });
});

describe('an implausible response from Shopify', () => {
  const graphql = /graphql\.json$/u;

  interface LevelsBody {
    readonly data?: { readonly location?: { readonly inventoryLevels?: { readonly nodes: readonly LevelNode[] } } };
  }
  interface LevelNode {
    readonly updatedAt: string;
    readonly quantities: readonly object[];
  }

  const inLevels = (spoil: (nodes: readonly LevelNode[]) => readonly LevelNode[]) => (body: LevelsBody) => {
    const nodes = body.data?.location?.inventoryLevels?.nodes;
    if (nodes === undefined) return body;
    return { ...body, data: { location: { inventoryLevels: { ...body.data?.location?.inventoryLevels, nodes: spoil(nodes) } } } };
  };

  it.each([
    ['empty', inLevels(() => []), 0],
    ['without data', () => ({ data: null }), 0],
    [
      'all zero',
      inLevels((nodes) => nodes.map((node) => ({ ...node, quantities: node.quantities.map((one) => ({ ...one, quantity: 0 })) }))),
      1,
    ],
  ] as const)('in a reconciliation, %s: nothing is written', async (_, spoil, expected) => {
    await setFaultsOnBoth({ webhookLoss: 1 });
    for (const sku of SKUS) await change('shopify', sku, -1);
    const healed = answerInstead(graphql, spoil);
    await sweep(merchant);
    await sweep(merchant);
    await expectWrites(0, 0);
    expect(alerts()).toHaveLength(expected);
    healed();
    await sweep(merchant);
    for (const sku of SKUS) await bothAt(sku, 99);
  });
});

/** Makes Shopify respond with 500 to requests that write one of these SKUs; an empty list ends this. */
async function poison(skus: readonly string[]): Promise<void> {
  await control('PUT', 'config', { faults: { shopify: { poisonedItems: skus } } });
}

/** The keys of the requests that carry a SKU's write, according to the account's own rows; none when nothing is in flight. */
async function keysInFlight(sku: string): Promise<string[]> {
  const { key } = await variantOf(merchant, sku);
  return await runInDurableObject(merchant.stub(), (_, state) => {
    const texts = state.storage.sql.exec<{ cell: string | null }>('select cell from variant where key = ?', key).toArray();
    return texts.flatMap(({ cell }) => [...(cell ?? '').matchAll(/"o":\["([^"]+)"/gu)].map(([, found = '']) => found));
  });
}

describe('a request with a deleted variant', () => {
  it('is repeated byte for byte after a kill: the others in the request arrive, and nothing becomes indeterminate', async () => {
    const found = await Promise.all(
      SKUS.map(async (sku) => ({ sku, productId: (await variantOf(merchant, sku)).shopify?.productId ?? '' })),
    );
    const [one] = found;
    const gone = found.find(({ productId }) => productId !== one?.productId);
    if (one === undefined || gone === undefined) throw new Error('the catalog is too small');
    await poison([one.sku, gone.sku]);
    // What is pending when sync is switched on shares a request.
    const settings = await merchant.stub().settings();
    expect(await merchant.stub().saveSettings({ ...settings, autoSync: false })).toMatchObject({ ok: true });
    for (const { sku } of [one, gone]) await change('square', sku, -2);
    await owedBecomes(merchant, 2);
    expect(await merchant.stub().saveSettings({ ...settings, autoSync: true })).toMatchObject({ ok: true });
    // A second change causes the rows to be written; a lookup would be inconclusive, since the level changes meanwhile.
    await change('shopify', one.sku, -1);
    await merchant.stub().inventoryCounts();
    await expect.poll(async () => [await keysInFlight(one.sku), await keysInFlight(gone.sku)].flat().length).toBe(2);
    expect(new Set([await keysInFlight(one.sku), await keysInFlight(gone.sku)].flat()).size).toBe(1);
    await shopify('mutation Gone($id: ID!) { productDelete(input: { id: $id }) { deletedProductId } }', {
      id: `gid://shopify/Product/${gone.productId}`,
    });
    await expect.poll(async () => (await variantOf(merchant, gone.sku)).shopify).toBe(null);
    await kill(merchant);
    await poison([]);
    await merchant.state();
    await skipTime(QUARANTINE_MS + 1_000);
    await expect
      .poll(
        async () => {
          await ring(merchant);
          return stockOf(one.sku);
        },
        { timeout: 180_000, interval: 500 },
      )
      .toEqual({ shopify: 97, square: 97 });
    expect(await merchant.state()).toMatchObject({ frozen: 0 });
    expect(alerts()).toEqual([]);
  });
});

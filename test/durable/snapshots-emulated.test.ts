import { env } from 'cloudflare:test';
import { describe, test } from 'vitest';

import { ok } from '../../src/domain/result';
import type { Source } from '../../src/domain/source';
import { accountStub } from '../../src/durable/account-stub';
import type { AccountApi, SnapshotView, TokenGrant } from '../../src/durable/api/account-api';
import { accountId } from '../support/account-id';

/** An external client's token, valid for the demo shop and the demo seller. */
const grant = (accessToken: string): TokenGrant => ({ accessToken, refreshToken: '', expiresAt: null, refreshExpiresAt: null, scopes: [] });

async function control(method: string, path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await env.SANDBOX.fetch(`http://localhost:8789/control/${path}`, { method, body: JSON.stringify(body), headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
}

async function finish(account: AccountApi, source: Source): Promise<SnapshotView> {
  for (let calls = 0; calls < 20; calls += 1) {
    const view = await account.advanceSnapshot(source);
    if (!view.ok) throw new Error(view.error.message);
    if (view.value.state === 'done' || view.value.state === 'failed') return view.value;
  }
  throw new Error(`the ${source} snapshot does not end`);
}

/** A new account, connected to both emulated platforms. */
async function connected(id: string): Promise<AccountApi> {
  const account = accountStub(env.ACCOUNT, accountId(id));
  await account.open({ accountId: accountId(id), shopDomain: 'demo.myshopify.com' });
  await account.connectShopify(grant('shpat_sandbox'));
  await account.connectSquare('MLDEMO', grant('EAAA_sandbox'));
  await account.syncLocations('shopify');
  await account.syncLocations('square');
  return account;
}

describe('snapshots of the emulated platforms', () => {
  test('find every variant linked and in sync, and a second one finds nothing new', async ({ expect }) => {
    await control('POST', 'reset', { catalogue: { variants: 340, seed: 3 } });
    const account = await connected('4001');
    const { all } = await account.locations();
    const first = (source: Source): string => all.find((location) => location.source === source)?.sourceId ?? '';
    expect(await account.savePair(first('shopify'), first('square'))).toMatchObject({ ok: true });
    const views = await Promise.all([finish(account, 'shopify'), finish(account, 'square')]);
    expect(views).toMatchObject([
      { state: 'done', processed: 340, total: 340, problem: '' },
      { state: 'done', processed: 340, total: 340, problem: '' },
    ]);
    expect(await account.inventoryCounts()).toEqual({
      all: 340,
      inSync: 340,
      outOfSync: 0,
      onlyShopify: 0,
      onlySquare: 0,
      notTracked: 0,
      archived: 0,
      excluded: 0,
    });
    const page = await account.inventory({
      view: 'in_sync',
      query: '',
      limit: 1_000,
      page: 0,
      sort: { column: 'name', descending: false },
    });
    expect(page.ok && page.value.variants.every((row) => row.shopifyQuantity === 10_000_000 && row.squareQuantity === 10_000_000)).toBe(
      true,
    );
    for (const source of ['shopify', 'square'] as const) {
      expect(await account.requestSnapshot(source)).toMatchObject(ok({ source, state: 'queued' }));
      expect((await finish(account, source)).state).toBe('done');
    }
    expect(await account.inventoryCounts()).toMatchObject({ all: 340, inSync: 340 });
  });

  test('find the small shop’s issues', async ({ expect }) => {
    await control('POST', 'reset', { catalogue: 'small' });
    const account = await connected('4002');
    const { all } = await account.locations();
    const first = (source: Source): string => all.find((location) => location.source === source)?.sourceId ?? '';
    await account.savePair(first('shopify'), first('square'));
    await Promise.all([finish(account, 'shopify'), finish(account, 'square')]);
    const counts = await account.inventoryCounts();
    expect(Math.min(counts.inSync, counts.outOfSync, counts.onlyShopify, counts.onlySquare)).toBeGreaterThan(0);
    expect(counts.inSync + counts.outOfSync + counts.onlyShopify + counts.onlySquare + counts.notTracked).toBe(counts.all);
    const picture = 'http://localhost:8789/pictures/harbour-crew-tee.svg';
    const tees = await account.inventory({
      view: 'all',
      query: 'vendor:"fern & folly" TEE-HRB-S',
      limit: 10,
      page: 0,
      sort: { column: 'name', descending: false },
    });
    expect(tees).toMatchObject({
      value: {
        total: 1,
        variants: [
          {
            shopify: {
              labels: {
                vendor: 'Fern & Folly',
                productType: 'Shirts',
                tags: ['Fern & Folly', 'Shirts'],
                imageUrl: `${picture}?width=128&height=128`,
              },
            },
            square: { labels: { vendor: '', productType: 'Shirts', tags: [], imageUrl: picture } },
          },
        ],
      },
    });
    expect((await env.SANDBOX.fetch(picture)).headers.get('content-type')).toBe('image/svg+xml');
    const { vendors, productTypes } = await account.inventoryFilters();
    expect(vendors.find(({ name }) => name === 'Fern & Folly')?.variants).toBeGreaterThan(4);
    expect(productTypes.map(({ name }) => name)).toContain('Knitwear');
    for (const type of ['missing_skus', 'duplicate_skus', 'inventory_disabled'] as const) {
      const { shopify, square } = await account.issueCounts(type);
      expect(shopify + square, type).toBeGreaterThan(0);
      for (const source of ['shopify', 'square'] as const) {
        const { total, variants } = await account.issues(type, source, 500, 0);
        expect(total).toBe(source === 'shopify' ? shopify : square);
        expect(variants).toHaveLength(total);
      }
    }
  });
});

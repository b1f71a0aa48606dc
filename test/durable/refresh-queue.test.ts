import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, it, vi } from 'vitest';

import type { Source } from '../../src/domain/source';
import { bothAt, change, ring, skuOf, webhooksQuiet, useWorld } from './account-harness';
import { addAtShopify, addAtSquare, countAtSquare, holdCatalogReads } from './arrivals';

const merchant = useWorld();

const counts = () => merchant.stub().inventoryCounts();

async function touched(): Promise<{ products: string[]; items: string[] }> {
  return runInDurableObject(merchant.stub(), (_, state) => {
    const [row] = state.storage.sql.exec<{ value: string }>("select value from meta where name = 'touched'").toArray();
    return row === undefined ? { products: [], items: [] } : (JSON.parse(row.value) as { products: string[]; items: string[] });
  });
}

/** Returns the names of the app's queries to Shopify since this call; `answer` may respond to one instead of the sandbox. */
function watchShopify(answer: (name: string, calls: number) => Response | null): string[] {
  const asked: string[] = [];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : '';
    const name = /(?:query|mutation) (\w+)/u.exec(body)?.[1] ?? '';
    if (name !== '') asked.push(name);
    return answer(name, asked.filter((one) => one === name).length) ?? (await real(input, init));
  });
  return asked;
}

const THROTTLED = (): Response =>
  Response.json({
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
    extensions: { cost: { requestedQueryCost: 900, throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 0, restoreRate: 100 } } },
  });

/** Adds many products at Shopify, each with a quantity. */
async function addMany(count: number): Promise<string[]> {
  const skus = Array.from({ length: count }, (_, n) => `MANY-${n}`);
  for (const sku of skus) await addAtShopify(merchant, sku, 10);
  await webhooksQuiet();
  return skus;
}

const untilKnown = (side: 'onlyShopify' | 'onlySquare', count: number): Promise<void> =>
  expect
    .poll(
      async () => {
        await ring(merchant);
        return (await counts())[side];
      },
      { timeout: 180_000, interval: 300 },
    )
    .toBe(count);

describe('changed products', () => {
  it.each([
    ['shopify', 'square'],
    ['square', 'shopify'],
  ] as const)('of one platform are read while %s does not answer', async (failing: Source, other: Source) => {
    const release = holdCatalogReads([failing]);
    await addAtShopify(merchant, 'AT-SHOPIFY', 5);
    await countAtSquare(merchant, await addAtSquare('AT-SQUARE'), 5);
    await untilKnown(other === 'shopify' ? 'onlyShopify' : 'onlySquare', 1);
    expect((await counts())[failing === 'shopify' ? 'onlyShopify' : 'onlySquare']).toBe(0);
    release();
    await untilKnown(failing === 'shopify' ? 'onlyShopify' : 'onlySquare', 1);
  });

  it('are stored page by page, and the rest is requested when the platform allows it', async () => {
    const release = holdCatalogReads();
    await addMany(24);
    release();
    const asked = watchShopify((name, calls) => (name === 'ProductsById' && calls === 2 ? THROTTLED() : null));
    await untilKnown('onlyShopify', 10);
    expect((await touched()).products).toHaveLength(14);
    await untilKnown('onlyShopify', 24);
    // The refused page is requested again; stored pages are not. The items' data came with the products.
    expect(asked.filter((name) => name === 'ProductsById')).toHaveLength(4);
    expect(asked).not.toContain('ItemsById');
    expect(await touched()).toEqual({ products: [], items: [] });
  });

  it('are read by bulk operations if there are many, and the page shows this meanwhile', async () => {
    let held = true;
    const asked = watchShopify((name) => (held && ['BulkRun', 'ProductsById', 'ItemsById'].includes(name) ? THROTTLED() : null));
    const skus = await addMany(70);
    const reading = async () => {
      await ring(merchant);
      return (await merchant.state()).reading;
    };
    await expect.poll(async () => (await reading(), asked.includes('BulkRun')), { timeout: 180_000, interval: 200 }).toBe(true);
    expect(await reading()).toEqual({ shopify: skus.length, square: false });
    held = false;
    await untilKnown('onlyShopify', skus.length);
    await expect.poll(reading, { timeout: 180_000, interval: 300 }).toEqual({ shopify: 0, square: false });
  });

  it('that change again while they are read are read again', async () => {
    await addAtShopify(merchant, 'AGAIN', 5);
    await untilKnown('onlyShopify', 1);
    const sort = { column: 'sku', descending: false } as const;
    const before = await merchant.stub().inventory({ view: 'shopify_only', query: '', limit: 1, page: 0, sort });
    const productId = before.ok ? (before.value.variants[0]?.shopify?.productId ?? '') : '';
    const owner = { source: 'shopify' as const, name: 'demo.myshopify.com' };
    const tell = () =>
      merchant
        .stub()
        .ingest(
          owner,
          { kind: 'product', productId, deleted: false, stated: null },
          { type: 'products/update', receivedAt: Date.now(), payload: '{}' },
        );
    let during = 0;
    const real = globalThis.fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const body = typeof init?.body === 'string' ? init.body : '';
      const answer = await real(input, init);
      if (body.includes('ProductsById')) {
        during += 1;
        if (during === 1) await tell();
      }
      return answer;
    });
    await tell();
    await expect.poll(async () => (await ring(merchant), during), { timeout: 180_000, interval: 300 }).toBeGreaterThanOrEqual(2);
    await expect.poll(touched).toEqual({ products: [], items: [] });
    await change('shopify', skuOf(1), -1);
    await bothAt(skuOf(1), 99);
  });
});

import { describe, expect, it } from 'vitest';

import { err } from '../../src/domain/result';
import { PageGuard } from '../../src/platforms/page-guard';
import { findShopifySkus } from '../../src/platforms/shopify/edits';
import type { ShopifyClient } from '../../src/platforms/shopify/graphql';
import { readShopifyLocations } from '../../src/platforms/shopify/locations';
import { listWebhooks } from '../../src/platforms/shopify/webhooks';
import type { SquareClient } from '../../src/platforms/square/client';
import { findSquareSkus } from '../../src/platforms/square/edits';
import { findReference, levels } from '../../src/platforms/square/inventory';
import { listSquareSubscriptions } from '../../src/platforms/square/webhooks';

/** A platform that always names the same next page, and fails the test when it is called too often. */
function retryLimit(): () => void {
  let asked = 0;
  return () => {
    asked += 1;
    if (asked > 50) throw new Error('asked for ever');
  };
}

const page = { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'same' } };

function shopify(): ShopifyClient {
  const ask = retryLimit();
  return {
    run: async () => {
      ask();
      return { kind: 'data', data: { locations: page, productVariants: page, webhookSubscriptions: page } };
    },
  } as Partial<ShopifyClient> as ShopifyClient;
}

function square(): SquareClient {
  const ask = retryLimit();
  const answer = async () => {
    ask();
    return { kind: 'data' as const, data: { cursor: 'same', counts: [], changes: [], objects: [], subscriptions: [] } };
  };
  return { merchantId: 'M', get: answer, post: answer, put: answer };
}

const WRITE = { key: 'k', occurredAt: 1_000_000_000, changes: [{ stockId: 'V', locationId: 'L', delta: 1, from: 0 }] };
const STUCK = { kind: 'failed', detail: expect.stringContaining('does not advance') as string };

describe('a platform whose cursor does not advance is called once more, and reported', () => {
  it.each([
    ['locations', async () => readShopifyLocations(shopify())],
    ['webhook subscriptions', async () => listWebhooks(shopify())],
    ['variants by SKU', async () => findShopifySkus(shopify(), ['A'])],
    ['variations by SKU', async () => findSquareSkus(square(), ['A'])],
    ['inventory changes', async () => findReference(square(), WRITE as never)],
    ['Square subscriptions', async () => listSquareSubscriptions(square())],
  ])('%s', async (_, read) => {
    expect(await read()).toMatchObject(err(STUCK));
  });

  it('levels', async () => {
    expect(await levels(square(), ['V'], 'L')).toMatchObject(STUCK);
  });
});

describe('a list', () => {
  it('may not return to an earlier page', () => {
    const pages = new PageGuard('things');
    expect(['a', 'b'].map((cursor) => pages.problem(cursor))).toEqual([null, null]);
    expect(pages.problem('a')).toMatchObject(STUCK);
    expect(pages.problem(null)).toBeNull();
  });

  it('ends after ten thousand pages', () => {
    const pages = new PageGuard('things');
    for (let cursor = 0; cursor < 10_000; cursor += 1) expect(pages.problem(String(cursor))).toBeNull();
    expect(pages.problem('more')).toEqual({ kind: 'failed', detail: 'things have more than 10000 pages' });
  });
});

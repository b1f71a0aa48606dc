import { describe, expect, it } from 'vitest';

import { createProductMemory, saidOf, type SaidProduct } from '../../../src/worker/runtime/product-memory';
import { accountId } from '../../support/account-id';
import { routeHarness, type RouteHarness } from '../support/route-harness';
import { shopifyWebhook } from '../support/sign';

const product = (title: string): string =>
  JSON.stringify({
    id: 7,
    admin_graphql_api_id: 'gid://shopify/Product/7',
    title,
    variants: [{ id: 71, title: 'Default Title', sku: 'CUP', barcode: '', price: '4.00', inventory_item_id: 711 }],
    variant_gids: [{ admin_graphql_api_id: 'gid://shopify/ProductVariant/71', updated_at: '2026-11-20T12:00:00Z' }],
  });
const LEVEL = JSON.stringify({ inventory_item_id: 711, location_id: 22, available: 5, updated_at: '2026-11-20T13:00:00+01:00' });

interface Shop {
  readonly world: RouteHarness;
  readonly shop: string;
  /** Posts a webhook; returns whether it reached the object. */
  readonly post: (topic: string, body: string) => Promise<boolean>;
  /** Sets what the object answers from now on. */
  readonly answers: (answer: 'accepted' | { catalogue: string }) => void;
}

async function open(): Promise<Shop> {
  const world = routeHarness();
  const { account } = await world.signIn();
  const object = world.object(account.id);
  object.script.ingest = { catalogue: 'a' };
  return {
    world,
    shop: account.shopDomain,
    post: async (topic, body) => {
      const before = object.asked.length;
      expect((await world.request('/webhooks/shopify', await shopifyWebhook(topic, account.shopDomain, body))).status).toBe(200);
      return object.asked.length > before;
    },
    answers: (answer) => {
      object.script.ingest = answer;
    },
  };
}

describe('a products/update', () => {
  it('that repeats what the account has just received does not reach its object again', async () => {
    const { post } = await open();
    expect(await post('products/update', product('Cup'))).toBe(true);
    expect(await post('products/update', product('Cup'))).toBe(false);
    expect(await post('inventory_levels/update', LEVEL)).toBe(true);
    expect(await post('inventory_levels/update', LEVEL)).toBe(true);
    expect(await post('products/update', product('Cup'))).toBe(false);
  });

  it('that contains anything else reaches the object', async () => {
    const { post } = await open();
    await post('products/update', product('Cup'));
    expect(await post('products/update', product('Mug'))).toBe(true);
    expect(await post('products/update', product('Cup'))).toBe(true);
  });

  it('reaches the object once the catalog has changed, or something must be read again', async () => {
    const { post, answers } = await open();
    await post('products/update', product('Cup'));
    answers({ catalogue: 'b' });
    await post('inventory_levels/update', LEVEL);
    expect(await post('products/update', product('Cup'))).toBe(true);
    answers('accepted');
    await post('inventory_levels/update', LEVEL);
    expect(await post('products/update', product('Cup'))).toBe(true);
    answers({ catalogue: 'b' });
    expect(await post('products/update', product('Cup'))).toBe(true);
    expect(await post('products/update', product('Cup'))).toBe(false);
  });

  it('reaches the object when the account has received nothing for half a minute', async () => {
    const { world, post } = await open();
    await post('products/update', product('Cup'));
    world.clock.now += 31_000;
    expect(await post('products/update', product('Cup'))).toBe(true);
    world.clock.now += 29_000;
    expect(await post('products/update', product('Cup'))).toBe(false);
  });

  it('reaches the object after the account was looked up again, and so does a products/delete', async () => {
    const { world, shop, post } = await open();
    await post('products/update', product('Cup'));
    world.services.routes.forget('shopify', shop);
    expect(await post('products/update', product('Cup'))).toBe(true);
    expect(await post('products/delete', JSON.stringify({ id: 7 }))).toBe(true);
    expect(await post('products/delete', JSON.stringify({ id: 7 }))).toBe(true);
  });
});

const [FIVE, SIX] = [accountId(5), accountId(6)];

describe('the memory', () => {
  const said = (id: string): SaidProduct => ({ id, digest: `of ${id}` });
  const answer = { catalogue: 'a', askedAt: 1_000 };

  it('holds a limited number of products and accounts, the most recent ones', () => {
    const memory = createProductMemory({ products: 2, accounts: 1 });
    for (const id of ['1', '2', '3']) memory.learn(FIVE, said(id), answer);
    expect(['1', '2', '3'].map((id) => memory.hasHeard(FIVE, said(id), 1_000))).toEqual([false, true, true]);
    memory.learn(SIX, null, answer);
    expect(memory.hasHeard(FIVE, said('3'), 1_000)).toBe(false);
  });

  it('keeps the answer to the latest request', () => {
    const memory = createProductMemory({ products: 2, accounts: 1 });
    memory.learn(FIVE, said('1'), answer);
    memory.learn(FIVE, null, { catalogue: 'b', askedAt: 3_000 });
    memory.learn(FIVE, null, { catalogue: 'a', askedAt: 2_000 });
    expect(memory.hasHeard(FIVE, said('1'), 3_000)).toBe(false);
  });

  it('treats every event except a products/update as new', async () => {
    expect(await saidOf({ kind: 'product', productId: '7', deleted: false, stated: null })).toBeNull();
    expect(await saidOf({ kind: 'item', itemId: '7', deleted: false })).toBeNull();
    expect(await saidOf({ kind: 'catalog' })).toBeNull();
  });
});

import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';

const HERE = 'http://localhost:8789';

interface Side {
  readonly productId: string;
  readonly status: string;
}

async function ask<T>(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<T> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await env.SANDBOX.fetch(`${HERE}${path}`, { ...init, headers: { 'content-type': 'application/json', ...headers } });
  return answer.json<T>();
}

async function row(): Promise<{ readonly shopify: Side; readonly square: Side }> {
  const { rows } = await ask<{ rows: { shopify: Side; square: Side }[] }>('/floor/state');
  const [first] = rows;
  if (first === undefined) throw new Error('the shelves are empty');
  return first;
}

beforeAll(() => ask('/control/reset', { catalogue: { variants: 1, seed: 1 } }));

describe('the status of a product on the shop floor', () => {
  it.each(['draft', 'archived', 'active'])('at Shopify becomes %s, as its API states it', async (status) => {
    const { productId } = (await row()).shopify;
    expect(await ask('/floor/status', { platform: 'shopify', productId, status })).toEqual({ ok: true });
    expect((await row()).shopify.status).toBe(status);
    const query = 'query Status($id: ID!) { product(id: $id) { status } }';
    const headers = { 'x-shopify-access-token': 'shpat_sandbox' };
    const path = '/shopify/demo.myshopify.com/admin/api/2026-07/graphql.json';
    expect(await ask(path, { query, variables: { id: productId } }, headers)).toMatchObject({
      data: { product: { status: status.toUpperCase() } },
    });
  });

  it.each(['archived', 'active'])('at Square becomes %s, in a new version of the item', async (status) => {
    const { productId } = (await row()).square;
    const read = () =>
      ask<{ object: { version: number; item_data: object } }>(`/square/v2/catalog/object/${productId}`, undefined, {
        authorization: 'Bearer EAAA_sandbox',
      });
    const before = await read();
    expect(await ask('/floor/status', { platform: 'square', productId, status })).toEqual({ ok: true });
    expect((await row()).square.status).toBe(status);
    const after = await read();
    expect(after.object.item_data).toEqual({ ...before.object.item_data, is_archived: status === 'archived' });
    expect(after.object.version).toBeGreaterThan(before.object.version);
  });

  it.each([
    ['a draft at Square', { platform: 'square', status: 'draft' }, 'Square has no drafts.'],
    ['another status', { platform: 'shopify', status: 'gone' }, 'status must be active, draft or archived.'],
    ['another platform', { platform: 'etsy', status: 'active' }, 'platform must be shopify or square.'],
    ['no product', { platform: 'shopify', status: 'active', productId: '' }, 'productId must name a product.'],
    ['an unknown product', { platform: 'square', status: 'active', productId: 'NONE' }, 'Square has no item NONE.'],
  ])('is refused for %s, and nothing changes', async (_case, wanted, error) => {
    const before = await row();
    const productId = before[wanted.platform === 'square' ? 'square' : 'shopify'].productId;
    expect(await ask('/floor/status', { productId, ...wanted })).toEqual({ error });
    expect(await row()).toEqual(before);
  });
});

import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';

import { textLike } from '../worker/support/like';

const HERE = 'http://localhost:8789';

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function ask(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
  const answer = await env.SANDBOX.fetch(`${HERE}${path}`, init);
  return { status: answer.status, body: await answer.json() };
}

const square = (body: unknown): Promise<Answer> => ask('/square/v2/orders/search', body, { authorization: 'Bearer EAAA_sandbox' });

const shopify = (query: string): Promise<Answer> =>
  ask(
    '/shopify/demo.myshopify.com/admin/api/2026-07/graphql.json',
    { query: 'query Count($query: String) { ordersCount(query: $query) { count precision } }', variables: { query } },
    { 'x-shopify-access-token': 'shpat_sandbox' },
  );

const sell = (platform: 'shopify' | 'square', delta: number): Promise<Answer> =>
  ask('/control/change', { platform, sku: 'GEN-000001', delta });

let location = '';

beforeAll(async () => {
  await ask('/control/reset', { catalogue: { variants: 2, seed: 1 } });
  const answer = await env.SANDBOX.fetch(`${HERE}/square/v2/locations`, { headers: { authorization: 'Bearer EAAA_sandbox' } });
  const { locations } = await answer.json<{ locations: { id: string }[] }>();
  location = locations[0]?.id ?? '';
  for (const delta of [-1, -2, 5, -1]) {
    await sell('shopify', delta);
    await sell('square', delta);
  }
});

describe('the orders that sales create at Square', () => {
  it('are one per sale, and are found page by page', async () => {
    const first = await square({ location_ids: [location], return_entries: true, limit: 2 });
    expect(first.status).toBe(200);
    expect(first.body['order_entries']).toHaveLength(2);
    const rest = await square({ location_ids: [location], return_entries: true, limit: 2, cursor: first.body['cursor'] });
    expect(rest.body['order_entries']).toEqual([{ order_id: textLike(/^[A-Z2-7]{24}$/u), location_id: location, version: 1 }]);
    expect(rest.body).not.toHaveProperty('cursor');
  });

  it('are found by state and time', async () => {
    const found = async (filter: unknown): Promise<unknown> => {
      const { body } = await square({ location_ids: [location], return_entries: true, query: { filter } });
      return Array.isArray(body['order_entries']) ? body['order_entries'].length : 0;
    };
    expect(await found({ state_filter: { states: ['OPEN', 'COMPLETED'] } })).toBe(3);
    expect(await found({ state_filter: { states: ['CANCELED'] } })).toBe(0);
    expect(await found({ date_time_filter: { created_at: { end_at: '2020-01-01T00:00:00Z' } } })).toBe(0);
    expect(await found({ date_time_filter: { created_at: { start_at: '2020-01-01T00:00:00Z' } } })).toBe(3);
  });

  it.each([
    ['no location', {}, 'MISSING_REQUIRED_PARAMETER'],
    ['eleven locations', { location_ids: Array.from({ length: 11 }, (_, n) => `L${n}`) }, 'INVALID_VALUE'],
    ['a location of nobody', { location_ids: ['LNOBODY'] }, 'INVALID_VALUE'],
    ['a field that Square does not know', { location_ids: ['L'], customer: 'x' }, 'UNKNOWN_BODY_PARAMETER'],
    ['a state that there is not', { query: { filter: { state_filter: { states: ['EATEN'] } } } }, 'INVALID_ENUM_VALUE'],
  ])('are not searched with %s', async (_, body, code) => {
    const refused = await square({ return_entries: true, ...body });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ code }] } });
  });

  it('are not searched with a date and a sort field that do not match, nor with what the sandbox does not emulate', async () => {
    const created_at = { start_at: '2020-01-01T00:00:00Z' };
    const query = { filter: { date_time_filter: { created_at } }, sort: { sort_field: 'UPDATED_AT' } };
    expect(await square({ location_ids: [location], return_entries: true, query })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'query.sort.sort_field' }] },
    });
    expect(await square({ location_ids: [location] })).toMatchObject({ status: 501 });
  });
});

describe('the orders that sales create at Shopify', () => {
  it('are counted, all of them or since a time', async () => {
    expect((await shopify('')).body).toMatchObject({ data: { ordersCount: { count: 3, precision: 'EXACT' } } });
    expect((await shopify("created_at:>='2020-01-01T00:00:00Z'")).body).toMatchObject({ data: { ordersCount: { count: 3 } } });
    expect((await shopify("created_at:>='2099-01-01T00:00:00Z'")).body).toMatchObject({ data: { ordersCount: { count: 0 } } });
  });

  it('are deleted when the sandbox is reset', async () => {
    await ask('/control/reset', { catalogue: { variants: 2, seed: 1 } });
    expect((await shopify('')).body).toMatchObject({ data: { ordersCount: { count: 0 } } });
    expect((await square({ location_ids: [location], return_entries: true })).body).not.toHaveProperty('order_entries');
  });
});

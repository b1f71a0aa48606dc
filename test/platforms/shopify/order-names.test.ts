import { describe, expect, it } from 'vitest';

import { err, ok } from '../../../src/domain/result';
import { readOrderNames } from '../../../src/platforms/shopify/order-names';
import { shopifyOver } from '../support/environment';
import { answers, scriptedHttp } from '../support/scripted-http';

const SPAN = { from: Date.UTC(2026, 10, 29, 10), to: Date.UTC(2026, 10, 29, 11) };
const item = (number: number, quantity: unknown) => ({
  quantity,
  variant: { inventoryItem: { id: `gid://shopify/InventoryItem/${number}` } },
});
const orderOf = (nodes: unknown, over: Readonly<Record<string, unknown>> = {}, isCut: unknown = false) => ({
  id: 'gid://shopify/Order/5678',
  name: '#1042',
  createdAt: '2026-11-29T10:30:00Z',
  lineItems: { nodes, pageInfo: { hasNextPage: isCut } },
  ...over,
});
const read = async (nodes: unknown, isCut: unknown = false) =>
  readOrderNames(shopifyOver(scriptedHttp(answers({ data: { orders: { nodes, pageInfo: { hasNextPage: isCut } } } }))), SPAN);

describe('readOrderNames', () => {
  it('reads numbers, times, and units by item, and nothing about the customer', async () => {
    const http = scriptedHttp(answers({ data: { orders: { nodes: [], pageInfo: { hasNextPage: false } } } }));
    expect(await readOrderNames(shopifyOver(http), SPAN)).toEqual(ok({ orders: [], until: Infinity }));
    expect(http.body(0)).toMatchObject({
      variables: { query: "created_at:>='2026-11-29T10:00:00.000Z' created_at:<='2026-11-29T11:00:00.000Z'" },
    });
    expect(JSON.stringify(http.body(0))).not.toMatch(/customer|email|address|phone/iu);
    const createdAt = Date.UTC(2026, 10, 29, 10, 30);
    // A line of no product, and two of one item.
    expect(await read([orderOf([item(1, 2), { quantity: 1, variant: null }, item(1, 3), item(2, 1)])])).toEqual(
      ok({
        orders: [
          {
            id: '5678',
            name: '#1042',
            createdAt,
            items: new Map([
              ['1', 5],
              ['2', 1],
            ]),
          },
        ],
        until: Infinity,
      }),
    );
  });

  it('knows where the list is cut, and an order whose lines are', async () => {
    const createdAt = Date.UTC(2026, 10, 29, 10, 30);
    expect(await read([orderOf([item(1, 2)], {}, true)], true)).toMatchObject(ok({ orders: [{ items: null }], until: createdAt }));
    expect(await read([], null)).toMatchObject(ok({ until: 0 }));
  });

  it('shows a name of control characters as plain text', async () => {
    expect(await read([orderOf([], { name: '#10\u202e42\u0007' })])).toMatchObject(ok({ orders: [{ name: '#10 42' }] }));
  });

  it.each<[string, unknown]>([
    ['no list', null],
    ['an order without ID', [orderOf([], { id: 'gid://shopify/DraftOrder/1' })]],
    ['an order without name', [orderOf([], { name: ' ' })]],
    ['an order without time', [orderOf([], { createdAt: 'yesterday' })]],
  ])('fails for %s: any change may be of it', async (_, nodes) => {
    expect(await read(nodes)).toMatchObject(err({ kind: 'failed' }));
  });

  it.each<[string, unknown]>([
    ['without a list of lines', null],
    ['with a line without quantity', [item(1, 'two')]],
  ])('knows no items of an order %s', async (_, lines) => {
    expect(await read([orderOf(lines)])).toMatchObject(ok({ orders: [{ items: null }] }));
  });

  it('takes a refusal for one of this request, not of the connection', async () => {
    const errors = [
      { message: 'This app is not approved to access the Order object.', extensions: { code: 'ACCESS_DENIED' }, path: ['orders'] },
    ];
    const http = scriptedHttp(answers({ data: { orders: null }, errors }));
    expect(await readOrderNames(shopifyOver(http), SPAN)).toEqual(err({ kind: 'refused', detail: 'Shopify does not let us read orders' }));
  });
});

import { describe, expect, it } from 'vitest';

import type { InboundEvent } from '../../../src/domain/inbound';
import { fromUnits } from '../../../src/domain/quantity';
import { COMPLIANCE_TOPICS, decodeShopifyWebhook } from '../../../src/platforms/shopify/webhook-decode';

const SHOP = 'demo.myshopify.com';
const decode = (topic: string, body: unknown): ReturnType<typeof decodeShopifyWebhook> =>
  decodeShopifyWebhook({ topic, shop: SHOP, raw: typeof body === 'string' ? body : JSON.stringify(body) });

const LEVEL = {
  inventory_item_id: 271_878_346_596_884,
  location_id: 24_826_418,
  available: 12,
  updated_at: '2026-11-20T05:00:00-05:00',
  admin_graphql_api_id: 'gid://shopify/InventoryLevel/5?inventory_item_id=271878346596884',
};
const unstated = (stockId: string, locationId: string | null): InboundEvent => ({
  kind: 'levels',
  source: 'shopify',
  levels: [],
  unstated: [{ stockId, locationId }],
});
const UNREADABLE: InboundEvent = { kind: 'unreadable', source: 'shopify' };
const INCOMPLETE: InboundEvent = { kind: 'levels', source: 'shopify', levels: [], incomplete: true };
const SHOP_BODY = { id: 1, name: 'Demo', myshopify_domain: SHOP };

describe('a verified Shopify webhook', () => {
  it.each<[string, unknown, InboundEvent]>([
    [
      'inventory_levels/update',
      LEVEL,
      {
        kind: 'levels',
        source: 'shopify',
        levels: [{ stockId: '271878346596884', locationId: '24826418', quantity: fromUnits(12), at: Date.UTC(2026, 10, 20, 10) }],
      },
    ],
    ['inventory_levels/connect', { ...LEVEL, available: null }, unstated('271878346596884', '24826418')],
    ['products/create', { id: 7 }, { kind: 'product', productId: '7', deleted: false, stated: null }],
    [
      'products/update',
      { admin_graphql_api_id: 'gid://shopify/Product/7' },
      { kind: 'product', productId: '7', deleted: false, stated: null },
    ],
    ['products/delete', { id: 7 }, { kind: 'product', productId: '7', deleted: true, stated: null }],
    ['inventory_items/update', { id: 9, sku: 'A', tracked: true }, { kind: 'item', itemId: '9', deleted: false }],
    ['inventory_items/delete', { id: 9, sku: null }, { kind: 'item', itemId: '9', deleted: true }],
    ['locations/update', { id: 5, name: 'Main' }, { kind: 'locations', source: 'shopify' }],
    ['locations/delete', { id: 5 }, { kind: 'locations', source: 'shopify' }],
    ['app/uninstalled', SHOP_BODY, { kind: 'revoked', source: 'shopify' }],
    ['shop/update', SHOP_BODY, { kind: 'notice' }],
    ['app/scopes_update', { id: 1 }, { kind: 'notice' }],
    ['app_subscriptions/update', { app_subscription: { status: 'ACTIVE' } }, { kind: 'subscription' }],
    [
      'bulk_operations/finish',
      { admin_graphql_api_id: 'gid://shopify/BulkOperation/77', status: 'completed' },
      { kind: 'bulk-finished', operationId: '77' },
    ],
  ])('%s becomes an event', (topic, body, event) => {
    expect(decode(topic, body)).toEqual({ shop: SHOP, event, problem: '' });
  });

  it.each<[string, unknown, InboundEvent]>([
    // The level's global id names the item as well.
    ['inventory_levels/update', { ...LEVEL, inventory_item_id: 1.5, available: '12' }, unstated('271878346596884', '24826418')],
    ['inventory_levels/update', { ...LEVEL, inventory_item_id: undefined, admin_graphql_api_id: undefined }, INCOMPLETE],
    ['inventory_levels/update', { ...LEVEL, location_id: -1 }, unstated('271878346596884', null)],
    ['inventory_levels/update', { ...LEVEL, available: '12' }, unstated('271878346596884', '24826418')],
    ['inventory_levels/update', { ...LEVEL, available: 1.5 }, unstated('271878346596884', '24826418')],
    ['inventory_levels/update', { ...LEVEL, available: undefined }, unstated('271878346596884', '24826418')],
    ['inventory_levels/update', { ...LEVEL, updated_at: 'yesterday' }, unstated('271878346596884', '24826418')],
    ['inventory_levels/update', '[]', INCOMPLETE],
    ['inventory_levels/update', 'null', INCOMPLETE],
    ['inventory_levels/update', '{"inventory_item_id":', INCOMPLETE],
    ['inventory_levels/update', '', INCOMPLETE],
    ['products/update', {}, UNREADABLE],
    ['products/delete', { id: null }, UNREADABLE],
    ['inventory_items/update', { id: 'x' }, UNREADABLE],
    ['bulk_operations/finish', { admin_graphql_api_id: 'gid://shopify/Product/7' }, { kind: 'notice' }],
    ['locations/update', 'not json', { kind: 'locations', source: 'shopify' }],
    ['', LEVEL, UNREADABLE],
  ])('%s with %o states what to read instead, and why', (topic, body, event) => {
    const read = decode(topic, body);
    expect(read).toMatchObject({ shop: SHOP, event });
    expect(read?.problem).not.toBe('');
  });

  it('keeps every digit of an id of any size', () => {
    const raw = JSON.stringify(LEVEL).replace('271878346596884,', '271878346596884015,');
    expect(decode('inventory_levels/update', raw)?.event).toMatchObject({ levels: [{ stockId: '271878346596884015' }] });
    expect(decode('products/delete', '{"id":788032119674292922}')?.event).toMatchObject({ productId: '788032119674292922' });
    expect(decode('inventory_items/delete', '{"id":18446744073709551615}')?.event).toMatchObject({ itemId: '18446744073709551615' });
  });

  it('belongs to the shop that its signed body names, whatever the header says', () => {
    expect(decode('shop/update', { ...SHOP_BODY, myshopify_domain: 'second.myshopify.com' })?.shop).toBe('second.myshopify.com');
    expect(decode('app/uninstalled', { ...SHOP_BODY, myshopify_domain: null })?.shop).toBe(SHOP);
    expect(decodeShopifyWebhook({ topic: 'shop/update', shop: 'evil.com', raw: '{}' })?.shop).toBe('');
  });

  it.each(['orders/create', 'toString', '__proto__', ...COMPLIANCE_TOPICS])('with topic "%s" is not for the account', (topic) => {
    expect(decode(topic, LEVEL)).toBeNull();
  });
});

describe('what products/update states about the product itself', () => {
  const variant = { id: 1, title: 'Red', sku: 'A', barcode: null, price: '1.00', inventory_item_id: 9, inventory_quantity: 3 };
  const body = (more: object = {}): object => ({
    id: 7,
    title: 'Shirt',
    updated_at: '2026-11-20T10:00:00Z',
    variants: [variant],
    variant_gids: [
      { admin_graphql_api_id: 'gid://shopify/ProductVariant/1', updated_at: '2026-11-20T10:00:00Z' },
      { admin_graphql_api_id: 'gid://shopify/ProductVariant/101', updated_at: '2026-11-20T10:00:00Z' },
    ],
    ...more,
  });
  const stated = (raw: unknown): unknown => {
    const decoded = decode('products/update', raw);
    return decoded?.event.kind === 'product' ? decoded.event.stated : undefined;
  };

  it('is its title, its first hundred variants, and the ids of the others', () => {
    expect(stated(body())).toEqual({
      title: 'Shirt',
      status: null,
      labels: null,
      variants: [{ id: '1', stockId: '9', name: 'Red', sku: 'A', barcode: '', price: '1.00' }],
      furtherIds: ['101'],
    });
  });

  it('is its status too, as far as it is known', () => {
    for (const [text, status] of [
      ['archived', 'archived'],
      ['draft', 'draft'],
      ['unlisted', 'unlisted'],
      ['new in a later version', 'active'],
    ])
      expect(stated(body({ status: text }))).toMatchObject({ status });
  });

  it('is its vendor, type, and tags too, if it states them all', () => {
    const all = { vendor: 'Acme ', product_type: 'Shirts', tags: 'sale, new in, Sale' };
    expect(stated(body(all))).toMatchObject({ labels: { vendor: 'Acme', productType: 'Shirts', tags: ['Sale', 'new in'] } });
    expect(stated(body({ ...all, product_type: '', tags: '' }))).toMatchObject({ labels: { vendor: 'Acme', productType: '', tags: [] } });
    expect(stated(body({ ...all, tags: ['sale'] }))).toMatchObject({ labels: null });
  });

  it('is the same when only stock has changed', () => {
    const sold = body({ updated_at: 'later', variants: [{ ...variant, inventory_quantity: 1, updated_at: 'later' }] });
    expect(stated(sold)).toEqual(stated(body()));
  });

  it('is unknown if the body does not state it', () => {
    for (const more of [{ title: undefined }, { variants: undefined }, { variants: [{ title: 'Red' }] }])
      expect(stated(body(more))).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { toBytes } from '../../../src/platforms/hmac';
import { verifySquareWebhook } from '../../../src/platforms/square/verify';
import { decodeSquareWebhook } from '../../../src/platforms/square/webhook-decode';
import { ENVIRONMENT, configOf } from '../support/environment';

const count = (more: object = {}): object => ({
  catalog_object_id: 'V1',
  catalog_object_type: 'ITEM_VARIATION',
  state: 'IN_STOCK',
  location_id: 'L1',
  quantity: '10.5',
  calculated_at: '2026-11-20T10:00:00.123Z',
  ...more,
});
const envelope = (type: unknown, data: unknown = {}): object => ({ merchant_id: 'M1', type, event_id: 'e1', created_at: 'x', data });
const counts = (...all: readonly unknown[]): object =>
  envelope('inventory.count.updated', { type: 'inventory_counts', object: { inventory_counts: all } });
const decode = (body: unknown): ReturnType<typeof decodeSquareWebhook> =>
  decodeSquareWebhook(typeof body === 'string' ? body : JSON.stringify(body));

describe('a verified Square webhook', () => {
  it('states what is in stock, and omits other states', () => {
    expect(decode(counts(count(), count({ state: 'SOLD', quantity: '3' }), count({ catalog_object_id: 'V2', quantity: '-1' })))).toEqual({
      merchantId: 'M1',
      type: 'inventory.count.updated',
      problem: '',
      event: {
        kind: 'levels',
        source: 'square',
        levels: [
          { stockId: 'V1', locationId: 'L1', quantity: fromUnits(10.5), at: Date.UTC(2026, 10, 20, 10, 0, 0, 123) },
          { stockId: 'V2', locationId: 'L1', quantity: fromUnits(-1), at: Date.UTC(2026, 10, 20, 10, 0, 0, 123) },
        ],
      },
    });
  });

  it.each([
    ['catalog.version.updated', { kind: 'catalog' }],
    ['location.created', { kind: 'locations', source: 'square' }],
    ['location.updated', { kind: 'locations', source: 'square' }],
    ['oauth.authorization.revoked', { kind: 'revoked', source: 'square' }],
  ])('%s becomes an event', (type, event) => {
    expect(decode(envelope(type))).toMatchObject({ merchantId: 'M1', event, problem: '' });
  });

  it.each([
    ['no JSON', '{"merchant_id":', ''],
    ['a list', '[]', ''],
    ['no merchant', { ...envelope('catalog.version.updated'), merchant_id: undefined }, ''],
    ['an empty merchant', { ...envelope('catalog.version.updated'), merchant_id: '' }, ''],
    ['no type', envelope(undefined), 'M1'],
  ])('with %s is unreadable, or belongs to no merchant', (_, body, merchantId) => {
    const read = decode(body);
    expect(read).toMatchObject({ merchantId });
    expect(read?.problem).not.toBe('');
  });

  it.each<[string, object, { stockId: string; locationId: string | null }]>([
    ['a quantity that is a number', { quantity: 10 }, { stockId: 'V1', locationId: 'L1' }],
    ['a quantity that is none', { quantity: 'many' }, { stockId: 'V1', locationId: 'L1' }],
    ['a quantity of six decimals', { quantity: '0.333333' }, { stockId: 'V1', locationId: 'L1' }],
    ['no time', { calculated_at: undefined }, { stockId: 'V1', locationId: 'L1' }],
    ['no state', { state: undefined }, { stockId: 'V1', locationId: 'L1' }],
    ['no location', { location_id: 5 }, { stockId: 'V1', locationId: null }],
  ])('with %s names a level to read, in addition to those that it states', (_, more, unstated) => {
    expect(decode(counts(count(more), count({ catalog_object_id: 'V2' })))).toMatchObject({
      event: { kind: 'levels', levels: [{ stockId: 'V2' }], unstated: [unstated] },
      problem: '1 of 2 counts are not what is documented',
    });
  });

  it('with a count that names no variation requests a reconciliation, and states the other counts', () => {
    expect(decode(counts(count({ catalog_object_id: null }), count()))).toMatchObject({
      event: { kind: 'levels', levels: [{ stockId: 'V1' }], incomplete: true },
    });
    expect(decode(envelope('inventory.count.updated', { object: {} }))).toMatchObject({
      event: { kind: 'levels', levels: [], incomplete: true },
      problem: 'inventory_counts is missing',
    });
  });

  it('of another type is ignored', () => {
    expect(decode(envelope('order.created'))).toBeNull();
  });
});

describe('a Square webhook’s signature', () => {
  // Square’s own test vector: the address and the body, under the subscription’s key.
  const config = { ...configOf({ ...ENVIRONMENT, SQUARE_WEBHOOK_KEY: 'asdf1234', WEBHOOK_ORIGIN: 'https://example.com' }) };
  // printf '%s' 'https://example.com/webhooks/square{"hello":"world"}' | openssl dgst -sha256 -hmac asdf1234 -binary | base64
  const SIGNATURE = 'uzKtWyjfps7dr3rr6epsmrKKQP64aEr6EHD0bTKx75E=';
  const body = toBytes('{"hello":"world"}');

  it('covers the registered address and the raw body', async () => {
    expect(await verifySquareWebhook(config, body, SIGNATURE)).toBe(true);
    expect(await verifySquareWebhook(config, toBytes('{"hello": "world"}'), SIGNATURE)).toBe(false);
    expect(await verifySquareWebhook({ ...config, webhookOrigin: 'https://other.example' }, body, SIGNATURE)).toBe(false);
    expect(await verifySquareWebhook(configOf(), body, SIGNATURE)).toBe(false);
  });

  it('never matches another address', async () => {
    // The documented vector is for https://example.com/webhook.
    expect(await verifySquareWebhook(config, body, '2kRE5qRU2tR+tBGlDwMEw2avJ7QM4ikPYD/PJ3bd9Og=')).toBe(false);
  });

  it.each([null, '', 'AAAA', SIGNATURE.slice(1)])('is refused as %s', async (header) => {
    expect(await verifySquareWebhook(config, body, header)).toBe(false);
  });
});

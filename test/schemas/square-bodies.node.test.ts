import { readFileSync } from 'node:fs';

import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../src/domain/quantity';
import type { HttpRequest } from '../../src/platforms/http';
import { isRecord, parseJson } from '../../src/platforms/json';
import { readCatalogChanges, readCatalogPage } from '../../src/platforms/square/catalog';
import type { SquareClient } from '../../src/platforms/square/client';
import { createVariations } from '../../src/platforms/square/create';
import { findSquareSkus, readItems, readVariation, upsertObject, withSku, withTracking } from '../../src/platforms/square/edits';
import { listSquareVariations, readSquareVariation } from '../../src/platforms/square/external';
import { adjust, findReference, readCounts } from '../../src/platforms/square/inventory';
import { exchangeSquareCode, refreshSquareToken, revokeSquare } from '../../src/platforms/square/oauth';
import { countSquareOrders } from '../../src/platforms/square/orders';
import { openSquareApplication, repairSquareSubscription } from '../../src/platforms/square/webhooks';
import { ENVIRONMENT, configOf, squareOver } from '../platforms/support/environment';
import { answered, scriptedHttp } from '../platforms/support/scripted-http';
import type { ScriptedHttp } from '../platforms/support/scripted-http';

const description: unknown = parseJson(readFileSync(new URL('../fixtures/square/request-bodies.json', import.meta.url), 'utf8'));

/** The description as strict JSON Schema: nothing may be sent that it does not define or that it marks as read-only. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (!isRecord(schema)) return schema;
  const { nullable: _, readOnly: __, ...rest } = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  if (!isRecord(schema['properties'])) return rest;
  const properties = Object.entries(schema['properties']).filter(([, value]) => !isRecord(value) || value['readOnly'] !== true);
  return { ...rest, properties: Object.fromEntries(properties.map(([name, value]) => [name, strict(value)])), additionalProperties: false };
}

function validators(): ReadonlyMap<string, ValidateFunction> {
  if (!isRecord(description) || !isRecord(description['requests']) || !isRecord(description['schemas'])) throw new Error('no description');
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const names = Object.entries(description['schemas']);
  ajv.addSchema({ $id: 'square', schemas: Object.fromEntries(names.map(([name, schema]) => [name, strict(schema)])) });
  return new Map(
    Object.entries(description['requests']).map(([call, name]) => [call, ajv.compile({ $ref: `square#/schemas/${String(name)}` })]),
  );
}

const CHECKS = validators();

/** The described call that a request makes, with the ids removed from its path. */
function callOf(request: HttpRequest): string {
  const path = new URL(request.url).pathname.replace(/(\/v2\/webhooks\/subscriptions)\/[^/]+$/u, '$1/{subscription_id}');
  return `${request.method} ${path}`;
}

function problemsOf(request: HttpRequest): unknown {
  const check = CHECKS.get(callOf(request));
  if (check === undefined) return request.body === '' ? [] : [`${callOf(request)} is not described`];
  const body: unknown = parseJson(request.body);
  return check(body) ? [] : check.errors;
}

const WRITE = {
  key: '0190b3c2-0000-4000-8000-000000000001',
  occurredAt: Date.UTC(2026, 10, 20),
  changes: [
    { stockId: 'V1', locationId: 'L1', delta: fromUnits(-2), from: 0 },
    { stockId: 'V2', locationId: 'L1', delta: 33_333, from: 0 },
  ],
};
const config = configOf({ ...ENVIRONMENT, SQUARE_APP_TOKEN: 'app-token' });
const empty = answered(200, {});
const variation = { type: 'ITEM_VARIATION', id: 'V1', item_variation_data: { item_id: 'I1' } };

const wholeVariation = {
  ...variation,
  version: 7,
  updated_at: '2026-11-20T10:00:00Z',
  is_deleted: false,
  present_at_all_locations: true,
  item_variation_data: {
    item_id: 'I1',
    name: 'Red',
    sku: 'A-1',
    pricing_type: 'FIXED_PRICING',
    price_money: { amount: 1, currency: 'USD' },
  },
};
const NEW_VARIATIONS = {
  itemId: '',
  itemName: 'Mug',
  variations: [
    { name: 'Red', sku: 'A-1', price: '12.50', barcode: '4006381333931', tracked: true },
    { name: 'Blue', sku: 'A-2', price: '', barcode: 'no gtin', tracked: false },
  ],
  locationId: 'L1',
  currency: 'USD',
  key: 'key-3',
};

/** Everything that we send to Square with a body, each built by the function that sends it. */
const SENT: readonly [string, (http: ScriptedHttp) => Promise<unknown>, readonly object[]][] = [
  ['a write', (http) => adjust(squareOver(http), WRITE), [{}]],
  ['a look into the log', (http) => findReference(squareOver(http), WRITE), [{ cursor: 'c' }, {}]],
  ['counts of a location', (http) => readCounts(squareOver(http), { locationId: 'L1', cursor: 'c', since: 1, variationIds: null }), [{}]],
  [
    'counts of variations',
    (http) => readCounts(squareOver(http), { locationId: 'L1', cursor: null, since: null, variationIds: ['V1'] }),
    [{}],
  ],
  ['a page of the catalogue', (http) => readCatalogPage(squareOver(http), { locationId: 'L1', cursor: 'c' }), [{}]],
  [
    'changes of the catalogue',
    (http) => readCatalogChanges(squareOver(http), { locationId: 'L1', since: '2026-11-20T10:00:00Z', cursor: 'c' }),
    [{ objects: [variation] }, {}],
  ],
  ['a search by SKU', (http) => findSquareSkus(squareOver(http), ['A "1"']), [{ cursor: 'c' }, {}]],
  ['items by id', (http) => readItems(squareOver(http), ['I1'], 'L1'), [{}]],
  [
    'a variation with another SKU and with tracking',
    async (http) => {
      const client = squareOver(http);
      const read = await readVariation(client, 'V1');
      if (!read.ok || read.value === null) throw new Error('no variation was read');
      await upsertObject(client, withSku(read.value, 'A-2'), 'key-1');
      await upsertObject(client, withTracking(read.value, 'L1', true), 'key-2');
    },
    [{ objects: [wholeVariation] }, {}, {}],
  ],
  ['a new item', (http) => createVariations(squareOver(http), NEW_VARIATIONS), [{}]],
  ['new variations of an item', (http) => createVariations(squareOver(http), { ...NEW_VARIATIONS, itemId: 'I1' }), [{}]],
  ['a page for operators', (http) => listSquareVariations(squareOver(http), { cursor: 'c', limit: 100 }), [{}]],
  ['one variation for operators', (http) => readSquareVariation(squareOver(http), 'V1'), [{ objects: [variation] }, {}]],
  [
    'a count of orders',
    (http) => countSquareOrders(squareOver(http), ['L1'], { since: Date.UTC(2026, 9, 21), until: Date.UTC(2026, 10, 20) }),
    [{ order_entries: [{ order_id: 'O1', version: 1, location_id: 'L1' }], cursor: 'c' }, {}],
  ],
  [
    'a code',
    (http) => exchangeSquareCode({ http, config: config.square, now: 0 }, { code: 'code', redirectUri: 'https://app.example/cb' }),
    [{}],
  ],
  ['a renewal', (http) => refreshSquareToken({ http, config: config.square, now: 0 }, 'refresh', 'M1'), [{}]],
  ['a revocation', (http) => revokeSquare({ http, config: config.square }, 'M1'), [{}]],
  ['a new subscription', (http) => repairSquareSubscription(application(http), config, 'key'), [{}, {}]],
  [
    'a mended subscription',
    (http) => repairSquareSubscription(application(http), config, 'key'),
    [{ subscriptions: [{ id: 'S1', notification_url: 'https://hooks.example/webhooks/square', enabled: false, event_types: [] }] }, {}],
  ],
];

function application(http: ScriptedHttp): SquareClient {
  const client = openSquareApplication(http, config);
  if (client === null) throw new Error('no application token');
  return client;
}

describe('what we send to Square', () => {
  it.each(SENT)('matches the official description: %s', async (_, send, answers) => {
    const http = scriptedHttp(...answers.map((body) => answered(200, body)));
    await send(http);
    expect(http.requests).toHaveLength(answers.length);
    for (const request of http.requests) expect(problemsOf(request), callOf(request)).toEqual([]);
  });

  it('is really checked: unknown, read-only, missing, and misspelled fields are found', async () => {
    const http = scriptedHttp(empty);
    await adjust(squareOver(http), WRITE);
    const sent = http.requests[0];
    if (sent === undefined) throw new Error('nothing was sent');
    const altered = (from: string, to: string): unknown => problemsOf({ ...sent, body: sent.body.replace(from, to) });
    expect(altered('"from_location_id"', '"location_id"')).not.toEqual([]);
    expect(altered('"idempotency_key"', '"key"')).not.toEqual([]);
    expect(altered('"IN_STOCK"', '"STOCK"')).not.toEqual([]);
    expect(altered('"quantity":"2"', '"quantity":2')).not.toEqual([]);
    expect(altered('"reference_id"', '"created_at"')).not.toEqual([]);
  });

  it('covers every described call', async () => {
    const calls = new Set<string>();
    for (const [, send, answers] of SENT) {
      const http = scriptedHttp(...answers.map((body) => answered(200, body)));
      await send(http);
      for (const request of http.requests) calls.add(callOf(request));
    }
    expect([...CHECKS.keys()].filter((call) => !calls.has(call))).toEqual([]);
  });
});

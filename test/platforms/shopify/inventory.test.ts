import { describe, expect, it } from 'vitest';

import type { ClosedShop } from '../../../src/domain/account/closed-shop';
import { fromUnits } from '../../../src/domain/quantity';
import { ok } from '../../../src/domain/result';
import type { WriteAnswer, WriteRequest } from '../../../src/domain/sync/write';
import type { HttpAnswer } from '../../../src/platforms/http';
import type { ShopSeen } from '../../../src/platforms/shopify/graphql';
import { adjust, levels, levelsSince } from '../../../src/platforms/shopify/inventory';
import { shopifyOver } from '../support/environment';
import { NO_ANSWER, answered, scriptedHttp, answers } from '../support/scripted-http';

const AT = Date.UTC(2026, 10, 20, 10);
const REQUEST: WriteRequest = {
  key: '0190b3c2-0000-4000-8000-000000000001',
  occurredAt: AT,
  changes: [
    { stockId: '11', locationId: '5', delta: fromUnits(-2), from: fromUnits(14) },
    { stockId: '12', locationId: '5', delta: fromUnits(3), from: fromUnits(0) },
  ],
};

const level = (quantity: number, updatedAt = '2026-11-20T10:00:01Z'): object => ({
  id: 'gid://shopify/InventoryLevel/1?inventory_item_id=11',
  isActive: true,
  updatedAt,
  quantities: [{ name: 'available', quantity, updatedAt }],
});

const change = (item: string, inventoryLevel: unknown): object => ({
  name: 'available',
  item: { id: `gid://shopify/InventoryItem/${item}`, inventoryLevel },
  location: { id: 'gid://shopify/Location/5' },
});

const payload = (inventoryAdjustmentGroup: unknown, userErrors: unknown = []): unknown => ({
  data: { inventoryAdjustQuantities: { inventoryAdjustmentGroup, userErrors } },
});

const userError = (code: string, field: unknown = null): unknown => payload(null, [{ code, field, message: 'no' }]);
const error = (code: string, more: object = {}): object => ({ message: 'no', extensions: { code }, ...more });

const FIELD = 'inventoryAdjustQuantities';
/** What Shopify returns along with the error of a mutation that it rejected: the field is present and null. */
const NO_PAYLOAD = { [FIELD]: null };
const refusedField = (code: string): object => error(code, { path: [FIELD] });

async function outcome(answer: HttpAnswer, request = REQUEST): Promise<WriteAnswer> {
  return adjust(shopifyOver(scriptedHttp(answer)), request);
}

describe('a write to Shopify', () => {
  it('is built from the request alone, byte-identical each time', async () => {
    const http = scriptedHttp(answers(payload({ id: 'g', changes: [] })), answers(payload({ id: 'g', changes: [] })));
    const client = shopifyOver(http);
    await adjust(client, REQUEST);
    await adjust(client, structuredClone(REQUEST));
    expect(http.requests[1]).toEqual(http.requests[0]);
    expect(http.requests[0]).toMatchObject({
      method: 'POST',
      url: 'https://demo.myshopify.com/admin/api/2026-07/graphql.json',
      headers: { 'x-shopify-access-token': 'shpat_test', 'content-type': 'application/json' },
    });
    expect(http.body(0)).toMatchObject({
      operationName: 'AdjustQuantities',
      variables: {
        key: REQUEST.key,
        locationId: 'gid://shopify/Location/5',
        input: {
          name: 'available',
          reason: 'correction',
          referenceDocumentUri: `gid://shelfbridge/Op/${REQUEST.key}`,
          changes: [
            {
              inventoryItemId: 'gid://shopify/InventoryItem/11',
              locationId: 'gid://shopify/Location/5',
              delta: -2,
              changeFromQuantity: 14,
            },
            { inventoryItemId: 'gid://shopify/InventoryItem/12', locationId: 'gid://shopify/Location/5', delta: 3, changeFromQuantity: 0 },
          ],
        },
      },
    });
    expect(http.requests[0]?.body).toContain('@idempotent(key: $key)');
  });

  it('returns the resulting levels, each matched to its change', async () => {
    const changes = [change('12', level(3)), change('11', level(12))];
    expect(await outcome(answers(payload({ id: 'g', changes })))).toEqual({
      kind: 'applied',
      levels: [
        { stockId: '11', locationId: '5', quantity: fromUnits(12), at: AT + 1_000 },
        { stockId: '12', locationId: '5', quantity: fromUnits(3), at: AT + 1_000 },
      ],
    });
  });

  it('uses a level’s own timestamp, not that of one of its quantities', async () => {
    const split = { ...level(12), quantities: [{ name: 'available', quantity: 12, updatedAt: '2026-11-20T09:00:00Z' }] };
    const applied = await outcome(answers(payload({ id: 'g', changes: [change('11', split)] })));
    expect(applied).toMatchObject({ kind: 'applied', levels: [{ at: AT + 1_000 }, null] });
  });

  it('omits what the response omits: a replay, another location, a level that is gone', async () => {
    for (const changes of [[], [change('11', null)], [{ ...change('11', level(12)), location: { id: 'gid://shopify/Location/6' } }]]) {
      expect(await outcome(answers(payload({ id: 'g', changes })))).toEqual({ kind: 'applied', levels: [null, null] });
    }
    expect(await outcome(answers(payload(null)))).toEqual({ kind: 'applied', levels: [null, null] });
  });

  const data = { inventoryAdjustQuantities: null };
  const locations = [{ line: 1, column: 2 }];
  it.each<[string, HttpAnswer]>([
    ['no answer', NO_ANSWER],
    ['500', answered(500, '')],
    ['502 of a proxy', answered(502, '<html>')],
    ['503', answered(503, '{}')],
    ['408', answered(408, '')],
    ['a redirect', answered(302, '')],
    ['an empty body', answers('')],
    ['a body that is cut off', answers('{"data":{"inventoryAdjust')],
    ['a list', answers('[]')],
    ['a proxy’s 401 page', answered(401, '<html>')],
    ['a payload beside a refusal', answers({ data: { inventoryAdjustQuantities: {} }, errors: [refusedField('ACCESS_DENIED')] })],
    ['a refusal within the payload', answers({ data: NO_PAYLOAD, errors: [error('BAD_REQUEST', { path: [FIELD, 'userErrors'] })] })],
    ['a refusal without its path', answers({ data: NO_PAYLOAD, errors: [error('BAD_REQUEST')] })],
    ['a refusal of another field', answers({ data: NO_PAYLOAD, errors: [error('BAD_REQUEST', { path: ['shop'] })] })],
    ['a failure on the field', answers({ data: NO_PAYLOAD, errors: [refusedField('INTERNAL_SERVER_ERROR')] })],
    ['a refusal and a failure', answers({ data: NO_PAYLOAD, errors: [refusedField('BAD_REQUEST'), refusedField('TIMEOUT')] })],
    ['no data', answers('{}')],
    ['data without payload', answers({ data: {} })],
    ['a payload without user errors', answers({ data: { inventoryAdjustQuantities: {} } })],
    ['an internal error', answers({ errors: [error('INTERNAL_SERVER_ERROR')] })],
    ['an internal error that points at the document', answers({ errors: [error('INTERNAL_SERVER_ERROR', { locations })] })],
    ['an unknown error', answers({ errors: [{ message: 'Timeout' }] })],
    ['THROTTLED beside data', answers({ data: { inventoryAdjustQuantities: {} }, errors: [error('THROTTLED')] })],
    ['an error beside data', answers({ data: { inventoryAdjustQuantities: { userErrors: [] } }, errors: [error('ACCESS_DENIED')] })],
    ['an unknown error and empty data', answers({ data, errors: [{ message: 'x', locations }] })],
    ['another attempt under way', answers(userError('IDEMPOTENCY_CONCURRENT_REQUEST'))],
    ['the inventory service down', answers(userError('SERVICE_UNAVAILABLE'))],
    ['an adjustment and errors at once', answers(payload({ id: 'g', changes: [] }, [{ code: 'INVALID_LOCATION', field: null }]))],
  ])('is ambiguous after %s', async (_, answer) => {
    expect((await outcome(answer)).kind).toBe('ambiguous');
  });

  const cost = (requestedQueryCost: number, currentlyAvailable: number, restoreRate: number): object => ({
    extensions: {
      cost: { requestedQueryCost, actualQueryCost: null, throttleStatus: { maximumAvailable: 2000, currentlyAvailable, restoreRate } },
    },
  });
  it.each<[string, HttpAnswer, number]>([
    ['an empty bucket', answers({ errors: [error('THROTTLED')], ...cost(862, 120, 100) }), 7_420],
    ['a bucket that has filled meanwhile', answers({ errors: [error('THROTTLED')], ...cost(10, 120, 100) }), 100],
    ['THROTTLED without its cost', answers({ errors: [error('THROTTLED')] }), 2_000],
    ['429', answered(429, ''), 2_000],
    ['430', answered(430, ''), 2_000],
    ['430 with Retry-After', answered(430, '', { 'retry-after': '30' }), 30_000],
    ['429 with Retry-After', answered(429, '', { 'retry-after': '2.5' }), 2_500],
    ['429 that asks for no pause', answered(429, '', { 'retry-after': '0' }), 100],
    ['429 with an absurd Retry-After', answered(429, '', { 'retry-after': '86400' }), 60_000],
  ])('had no effect and waits after %s', async (_, answer, afterMs) => {
    expect(await outcome(answer)).toEqual({ kind: 'throttled', afterMs });
  });

  it.each<[ClosedShop, HttpAnswer]>([
    ['frozen', answered(402, '')],
    ['locked', answered(423, '')],
    ['forbidden', answered(403, '<html>')],
    ['unknown', answered(404, '')],
    ['inactive', answers({ errors: [error('SHOP_INACTIVE')] })],
  ])('had no effect and waits while the shop is %s', async (closed, answer) => {
    expect(await outcome(answer)).toEqual({ kind: 'throttled', afterMs: 300_000, closed });
  });

  it.each(['BAD_REQUEST', 'INVALID_FIELD_ARGUMENTS'])('had no effect after %s on the mutation’s own field', async (code) => {
    expect(await outcome(answers({ data: NO_PAYLOAD, errors: [refusedField(code)] }))).toEqual({
      kind: 'refused',
      items: [{ index: null, reason: 'malformed' }],
    });
  });

  it.each<[string, HttpAnswer]>([
    ['401', answered(401, '{"errors":"[API] Invalid API key or access token"}')],
    ['a missing scope', answers({ errors: [error('ACCESS_DENIED')] })],
    ['a missing scope, as Shopify answers a mutation', answers({ data: NO_PAYLOAD, errors: [refusedField('ACCESS_DENIED')] })],
  ])('had no effect and needs another token after %s', async (_, answer) => {
    expect(await outcome(answer)).toEqual({ kind: 'unauthorized' });
  });

  it('distinguishes the three outcomes of a key', async () => {
    expect(await outcome(answers(userError('IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED')))).toEqual({ kind: 'dead-key' });
    expect(await outcome(answers(userError('IDEMPOTENCY_KEY_PARAMETER_MISMATCH')))).toEqual({ kind: 'key-mismatch' });
    expect((await outcome(answers(userError('IDEMPOTENCY_CONCURRENT_REQUEST')))).kind).toBe('ambiguous');
  });

  it.each([
    ['CHANGE_FROM_QUANTITY_STALE', 'stale'],
    ['INVALID_INVENTORY_ITEM', 'deleted'],
    ['INVALID_LOCATION', 'location-gone'],
    ['ITEM_NOT_STOCKED_AT_LOCATION', 'not-stocked'],
    ['INVALID_QUANTITY_TOO_LOW', 'out-of-bounds'],
    ['INVALID_QUANTITY_TOO_HIGH', 'out-of-bounds'],
    ['INVALID_QUANTITY_NEGATIVE', 'out-of-bounds'],
    ['NON_MUTABLE_INVENTORY_ITEM', 'not-writable'],
    ['INVALID_REASON', 'malformed'],
    ['INVALID_REFERENCE_DOCUMENT', 'malformed'],
    ['ADJUST_QUANTITIES_FAILED', 'other'],
    ['SOMETHING_NEW', 'other'],
  ] as const)('is refused with %s as %s, naming the change', async (code, reason) => {
    for (const field of [
      ['input', 'changes', '1', 'changeFromQuantity'],
      ['changes', '1'],
    ]) {
      expect(await outcome(answers(userError(code, field)))).toEqual({ kind: 'refused', items: [{ index: 1, reason }] });
    }
  });

  it('names every refused change, and none if Shopify names none', async () => {
    const errors = [
      { code: 'CHANGE_FROM_QUANTITY_STALE', field: ['input', 'changes', '0'], message: '' },
      { code: 'INVALID_INVENTORY_ITEM', field: ['input', 'changes', '1'], message: '' },
      { code: 'INVALID_LOCATION', field: null, message: '' },
    ];
    expect(await outcome(answers(payload(null, errors)))).toEqual({
      kind: 'refused',
      items: [
        { index: 0, reason: 'stale' },
        { index: 1, reason: 'deleted' },
        { index: null, reason: 'location-gone' },
      ],
    });
  });

  it.each<[string, HttpAnswer]>([
    ['a document that is not valid', answers({ errors: [{ message: "Field 'x' doesn't exist", locations: [{ line: 1, column: 1 }] }] })],
    ['too dear a request', answers({ errors: [error('MAX_COST_EXCEEDED')] })],
    ['a missing directive', answers({ errors: [error('BAD_REQUEST')] })],
    ['a missing changeFromQuantity', answers({ errors: [error('INVALID_FIELD_ARGUMENTS')] })],
    ['400', answered(400, '{"errors":"bad"}')],
  ])('is refused as malformed after %s', async (_, answer) => {
    expect(await outcome(answer)).toEqual({ kind: 'refused', items: [{ index: null, reason: 'malformed' }] });
  });
});

describe('reading Shopify levels', () => {
  const node = (id: string, inventoryLevel: unknown): unknown => ({ id: `gid://shopify/InventoryItem/${id}`, inventoryLevel });

  it('distinguishes a missing level, which is not zero, from a missing item', async () => {
    const http = scriptedHttp(answers({ data: { nodes: [node('11', level(0)), node('12', null), null] } }));
    expect(await levels(shopifyOver(http), ['11', '12', '13'], '5')).toEqual({
      kind: 'levels',
      levels: [{ stockId: '11', locationId: '5', quantity: 0, at: AT + 1_000 }],
      gone: ['13'],
    });
  });

  it('requests a hundred at a time', async () => {
    const page = (count: number): HttpAnswer => answers({ data: { nodes: Array.from({ length: count }, () => null) } });
    const ids = Array.from({ length: 230 }, (_, n) => String(n + 1));
    const http = scriptedHttp(page(100), page(100), page(30));
    expect(await levels(shopifyOver(http), ids, '5')).toEqual({ kind: 'levels', levels: [], gone: ids });
  });

  it('fails as a whole when a page is short or unreadable: if a level were left out, it would look gone', async () => {
    for (const answer of [answers({ data: { nodes: [] } }), answers({ data: {} }), answered(500, ''), NO_ANSWER]) {
      expect((await levels(shopifyOver(scriptedHttp(answer)), ['11'], '5')).kind).toBe('failed');
    }
  });

  it('reports when to wait and when the token is refused', async () => {
    expect(await levels(shopifyOver(scriptedHttp(answered(429, ''))), ['11'], '5')).toEqual({ kind: 'throttled', afterMs: 2_000 });
    expect(await levels(shopifyOver(scriptedHttp(answered(401, ''))), ['11'], '5')).toEqual({ kind: 'unauthorized' });
  });

  it('lists what changed since a given time, page by page, with the time quoted', async () => {
    const connection = {
      nodes: [{ ...level(4), item: { id: 'gid://shopify/InventoryItem/11' } }],
      pageInfo: { hasNextPage: true, endCursor: 'c1' },
    };
    const http = scriptedHttp(answers({ data: { location: { id: 'x', inventoryLevels: connection } } }));
    const page = await levelsSince(shopifyOver(http), { locationId: '5', since: AT, cursor: null });
    expect(page).toEqual(ok({ cursor: 'c1', levels: [{ stockId: '11', locationId: '5', quantity: fromUnits(4), at: AT + 1_000 }] }));
    expect(http.body(0)).toMatchObject({ variables: { query: "updated_at:>='2026-11-20T10:00:00.000Z'", after: null } });
  });
});

describe('a shop client', () => {
  it('reports the version of each response, and whether the shop is closed', async () => {
    const seen: ShopSeen[] = [];
    const client = shopifyOver(
      scriptedHttp(
        answered(200, { data: { nodes: [] } }, { 'x-shopify-api-version': '2026-07' }),
        answered(200, { data: { nodes: [null] } }, { 'x-shopify-api-version': '2026-10' }),
        answered(402, ''),
        answered(429, ''),
        NO_ANSWER,
      ),
      (one) => seen.push(one),
    );
    for (let n = 0; n < 5; n += 1) await levels(client, ['1'], '5');
    expect(seen).toEqual([
      { version: '2026-07', closed: null },
      { version: '2026-10', closed: null },
      { version: null, closed: 'frozen' },
      { version: null, closed: 'unsaid' },
      { version: null, closed: 'unsaid' },
    ]);
  });
});

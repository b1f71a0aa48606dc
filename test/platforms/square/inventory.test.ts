import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { ok, err } from '../../../src/domain/result';
import type { WriteAnswer, WriteRequest } from '../../../src/domain/sync/write';
import type { HttpAnswer } from '../../../src/platforms/http';
import { adjust, adjustBody, findReference, levels, readCounts } from '../../../src/platforms/square/inventory';
import { squareOver } from '../support/environment';
import { NO_ANSWER, answered, scriptedHttp, answers } from '../support/scripted-http';

const AT = Date.UTC(2026, 10, 20, 10);
const REQUEST: WriteRequest = {
  key: '0190b3c2-0000-4000-8000-000000000001',
  occurredAt: AT,
  changes: [
    { stockId: 'V1', locationId: 'L1', delta: fromUnits(-2), from: fromUnits(14) },
    { stockId: 'V2', locationId: 'L1', delta: 33_333, from: 0 },
  ],
};

const count = (id: string, quantity: string, more: object = {}): object => ({
  catalog_object_id: id,
  catalog_object_type: 'ITEM_VARIATION',
  state: 'IN_STOCK',
  location_id: 'L1',
  quantity,
  calculated_at: '2026-11-20T10:00:01.500Z',
  ...more,
});

const refusal = (code: string, more: object = {}): object => ({
  errors: [{ category: 'INVALID_REQUEST_ERROR', code, detail: 'no', ...more }],
});

async function outcome(answer: HttpAnswer): Promise<WriteAnswer> {
  return adjust(squareOver(scriptedHttp(answer)), REQUEST);
}

describe('a write to Square', () => {
  it('is built from the request alone, byte-identical each time', async () => {
    const http = scriptedHttp(answers({ counts: [] }), answers({ counts: [] }));
    const client = squareOver(http);
    await adjust(client, REQUEST);
    await adjust(client, structuredClone(REQUEST));
    expect(http.requests[1]).toEqual(http.requests[0]);
    expect(http.requests[0]).toMatchObject({
      method: 'POST',
      url: 'https://connect.squareup.com/v2/inventory/changes/batch-create',
      headers: { authorization: 'Bearer token-of-m1', 'square-version': '2026-09-16' },
    });
  });

  it('decreases as a sale and increases from no state, in decimals, with its own timestamp and our reference', async () => {
    const http = scriptedHttp(answers({ counts: [] }));
    await adjust(squareOver(http), REQUEST);
    const place = { from_location_id: 'L1', to_location_id: 'L1', occurred_at: '2026-11-20T10:00:00.000Z' };
    expect(http.body(0)).toEqual({
      idempotency_key: REQUEST.key,
      ignore_unchanged_counts: true,
      changes: [
        {
          type: 'ADJUSTMENT',
          adjustment: {
            ...place,
            reference_id: `${REQUEST.key}/0`,
            catalog_object_id: 'V1',
            from_state: 'IN_STOCK',
            to_state: 'SOLD',
            quantity: '2',
          },
        },
        {
          type: 'ADJUSTMENT',
          adjustment: {
            ...place,
            reference_id: `${REQUEST.key}/1`,
            catalog_object_id: 'V2',
            from_state: 'NONE',
            to_state: 'IN_STOCK',
            quantity: '0.33333',
          },
        },
      ],
    });
  });

  it('records as waste what is known to be no sale', () => {
    const [first] = REQUEST.changes;
    const changes = [{ ...(first ?? expect.fail()), shrinkage: true as const }];
    expect(adjustBody({ ...REQUEST, changes })).toMatchObject({
      changes: [{ adjustment: { from_state: 'IN_STOCK', to_state: 'WASTE', quantity: '2' } }],
    });
  });

  it('returns the in-stock counts, each matched to its change', async () => {
    const counts = [
      count('V2', '0.33333'),
      count('V1', '99', { state: 'SOLD' }),
      count('V1', '12'),
      count('V1', '7', { location_id: 'L2' }),
    ];
    expect(await outcome(answers({ counts }))).toEqual({
      kind: 'applied',
      levels: [
        { stockId: 'V1', locationId: 'L1', quantity: fromUnits(12), at: AT + 1_500 },
        { stockId: 'V2', locationId: 'L1', quantity: 33_333, at: AT + 1_500 },
      ],
    });
    expect(await outcome(answers({ changes: [{}] }))).toEqual({ kind: 'applied', levels: [null, null] });
  });

  it.each<[string, HttpAnswer]>([
    ['no answer', NO_ANSWER],
    ['500', answered(500, refusal('INTERNAL_SERVER_ERROR'))],
    ['503', answered(503, '')],
    ['504', answered(504, refusal('GATEWAY_TIMEOUT'))],
    ['408', answered(408, '')],
    ['a proxy’s 401 page', answered(401, '<html>')],
    ['a proxy’s 403 page', answered(403, '<html>')],
    ['a redirect', answered(302, '')],
    ['an empty body', answers('')],
    ['a body that is cut off', answers('{"counts":[{')],
    ['an empty object', answers({})],
    ['data and errors at once', answers({ counts: [], ...refusal('BAD_REQUEST') })],
    ['another attempt under way', answered(409, refusal('CONFLICT'))],
  ])('is ambiguous after %s', async (_, answer) => {
    expect((await outcome(answer)).kind).toBe('ambiguous');
  });

  it.each<[string, HttpAnswer, number]>([
    ['429', answered(429, refusal('RATE_LIMITED')), 1_500],
    ['429 without a body', answered(429, ''), 1_500],
    ['429 with Retry-After', answered(429, '', { 'retry-after': '3' }), 3_000],
  ])('had no effect and waits after %s', async (_, answer, afterMs) => {
    expect(await outcome(answer)).toEqual({ kind: 'throttled', afterMs });
  });

  it.each<[string, HttpAnswer]>([
    ['an expired token', answered(401, refusal('ACCESS_TOKEN_EXPIRED'))],
    ['a revoked token', answered(401, refusal('ACCESS_TOKEN_REVOKED'))],
    ['a bare 401', answered(401, '')],
    ['a missing scope', answered(403, refusal('INSUFFICIENT_SCOPES'))],
  ])('had no effect and needs another token after %s', async (_, answer) => {
    expect(await outcome(answer)).toEqual({ kind: 'unauthorized' });
  });

  it('recognizes a key used for another body as our own error', async () => {
    expect(await outcome(answered(400, refusal('IDEMPOTENCY_KEY_REUSED')))).toEqual({ kind: 'key-mismatch' });
  });

  it.each([
    ['NOT_FOUND', 'changes[1].adjustment.catalog_object_id', 1, 'deleted'],
    ['INVALID_VALUE', 'changes[1].adjustment.catalog_object_id', 1, 'deleted'],
    ['NOT_FOUND', 'changes.1.adjustment.from_location_id', 1, 'location-gone'],
    ['INVALID_VALUE', 'changes[0].adjustment.quantity', 0, 'out-of-bounds'],
    ['INVALID_TIME', 'changes[0].adjustment.occurred_at', 0, 'malformed'],
    ['FORBIDDEN', '', null, 'not-writable'],
    ['MISSING_REQUIRED_PARAMETER', 'idempotency_key', null, 'malformed'],
    ['SOMETHING_NEW', '', null, 'other'],
  ] as const)('is refused with %s at "%s"', async (code, field, index, reason) => {
    expect(await outcome(answered(400, refusal(code, { field })))).toEqual({ kind: 'refused', items: [{ index, reason }] });
  });

  it('finds the refused change by the variation that the text names, if it names only one', async () => {
    const named = (detail: string): HttpAnswer => answered(400, refusal('NOT_FOUND', { detail }));
    expect(await outcome(named('Catalog object V2 was not found'))).toEqual({ kind: 'refused', items: [{ index: 1, reason: 'deleted' }] });
    expect(await outcome(named('V1 and V2'))).toEqual({ kind: 'refused', items: [{ index: null, reason: 'deleted' }] });
    expect(await outcome(answered(400, '{}'))).toEqual({ kind: 'refused', items: [{ index: null, reason: 'other' }] });
  });
});

describe('reading Square counts', () => {
  it('follows cursors, whatever the page size, and omits what was never counted', async () => {
    const http = scriptedHttp(
      answers({ counts: [count('V1', '-2')], cursor: 'c1' }),
      answers({ counts: [], cursor: 'c2' }),
      answers({ counts: [count('V2', '0'), count('V2', '3', { state: 'WASTE' })] }),
    );
    expect(await levels(squareOver(http), ['V1', 'V2', 'V3'], 'L1')).toEqual({
      kind: 'levels',
      levels: [
        { stockId: 'V1', locationId: 'L1', quantity: fromUnits(-2), at: AT + 1_500 },
        { stockId: 'V2', locationId: 'L1', quantity: 0, at: AT + 1_500 },
      ],
      gone: [],
    });
    expect(http.body(0)).toEqual({ location_ids: ['L1'], states: ['IN_STOCK'], limit: 1_000, catalog_object_ids: ['V1', 'V2', 'V3'] });
    expect(http.body(2)).toMatchObject({ cursor: 'c2' });
  });

  it('keeps nothing of an interrupted read', async () => {
    const first = answers({ counts: [count('V1', '1')], cursor: 'c1' });
    expect(await levels(squareOver(scriptedHttp(first, answered(500, ''))), ['V1'], 'L1')).toMatchObject({ kind: 'failed' });
    expect(await levels(squareOver(scriptedHttp(first, answered(429, ''))), ['V1'], 'L1')).toMatchObject({ kind: 'throttled' });
    expect(await levels(squareOver(scriptedHttp(first, answered(401, ''))), ['V1'], 'L1')).toEqual({ kind: 'unauthorized' });
  });

  it('requests a time and later, although Square’s filter means strictly later', async () => {
    const http = scriptedHttp(answers({}));
    const page = await readCounts(squareOver(http), { locationId: 'L1', cursor: null, since: AT, variationIds: null });
    expect(page).toEqual(ok({ levels: [], cursor: null }));
    expect(http.body(0)).toEqual({ location_ids: ['L1'], states: ['IN_STOCK'], limit: 1_000, updated_after: '2026-11-20T09:59:59.999Z' });
  });
});

describe('looking for a write in Square’s log', () => {
  const logged = (reference: string): unknown => ({ type: 'ADJUSTMENT', adjustment: { reference_id: reference } });

  it('finds it by any of its references, on any page', async () => {
    const http = scriptedHttp(
      answers({ changes: [logged('somebody-else')], cursor: 'c1' }),
      answers({ changes: [logged(`${REQUEST.key}/1`)] }),
    );
    expect(await findReference(squareOver(http), REQUEST)).toEqual(ok('found'));
    expect(http.requests[0]?.url).toBe('https://connect.squareup.com/v2/inventory/changes/batch-retrieve');
    expect(http.body(0)).toEqual({
      catalog_object_ids: ['V1', 'V2'],
      location_ids: ['L1'],
      types: ['ADJUSTMENT'],
      limit: 1_000,
      updated_after: '2026-11-20T09:50:00.000Z',
    });
  });

  it('reports absence only when the log was read to its end', async () => {
    expect(await findReference(squareOver(scriptedHttp(answers({}))), REQUEST)).toEqual(ok('absent'));
    expect(
      await findReference(squareOver(scriptedHttp(answers({ changes: [logged(REQUEST.key)], cursor: 'c' }), NO_ANSWER)), REQUEST),
    ).toMatchObject(err({ kind: 'failed' }));
  });
});

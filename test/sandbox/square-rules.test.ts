import { describe, expect, it } from 'vitest';

import { planUpserts, type KnownCatalog } from '../../sandbox/square/catalog-plan';
import { CURSOR_LIFE_MS, readCursor, writeCursor } from '../../sandbox/square/cursor';
import { signWebhook } from '../../sandbox/square/events';
import type { JsonObject } from '../../sandbox/square/json';
import { parseQuantity, writeQuantity } from '../../sandbox/square/quantity';
import { validateBody } from '../../sandbox/square/validate';

describe('the signature of a webhook', () => {
  it('matches the known vector', async () => {
    expect(await signWebhook('asdf1234', 'https://example.com/webhook', '{"hello":"world"}')).toBe(
      '2kRE5qRU2tR+tBGlDwMEw2avJ7QM4ikPYD/PJ3bd9Og=',
    );
  });
});

describe('quantities', () => {
  it.each([
    ['10', 1_000_000, '10'],
    ['-2', -200_000, '-2'],
    ['0.33333', 33_333, '0.33333'],
    ['-0.50', -50_000, '-0.5'],
    ['-0', 0, '0'],
  ])('%s', (source, steps, written) => {
    expect(parseQuantity(source)).toBe(steps);
    expect(writeQuantity(steps)).toBe(written);
  });

  it.each(['', '1.', '.5', '1e3', '1,5', '0.123456', '+1', '99999999999999999999'])('refuses %j', (source) => {
    expect(parseQuantity(source)).toBeNull();
  });
});

describe('cursors', () => {
  const query = { object_types: ['ITEM'], limit: 5 };
  const position = { after: ['ITEM', 7], since: 3 };

  it('are read completely by the query that they were made for, even with another limit', () => {
    const cursor = writeCursor('Search', query, position, 1000);
    expect(readCursor('Search', { ...query, limit: 9, cursor }, 1000 + CURSOR_LIFE_MS)).toEqual({ ok: true, value: position });
  });

  it.each([
    ['another operation', 'List', {}, 0],
    ['another query', 'Search', { object_types: ['ITEM_VARIATION'] }, 0],
    ['too late', 'Search', {}, CURSOR_LIFE_MS + 1],
  ])('are refused for %s', (_name, operation, change, late) => {
    const cursor = writeCursor('Search', query, position, 1000);
    const read = readCursor(operation, { ...query, ...change, cursor }, 1000 + late);
    expect(read).toMatchObject({ ok: false, failure: { status: 400, errors: [{ code: 'INVALID_CURSOR', field: 'cursor' }] } });
  });

  it.each(['x', 'bm9uc2Vuc2U', '%%%', 'W10'])('are refused when damaged: %s', (cursor) => {
    expect(readCursor('Search', { ...query, cursor }, 0)).toMatchObject({ ok: false, failure: { errors: [{ code: 'INVALID_CURSOR' }] } });
  });
});

describe('the official description', () => {
  it('validates every body, at any depth', () => {
    const body = {
      idempotency_key: 'k',
      object: { type: 'ITEM', id: '#x', item_data: { name: 5, variations: [{ type: 'NONSENSE', id: '#y' }] } },
    };
    expect(validateBody('UpsertCatalogObjectRequest', body).map(({ code, field }) => [code, field])).toEqual([
      ['EXPECTED_STRING', 'object.item_data.name'],
      ['INVALID_ENUM_VALUE', 'object.item_data.variations[0].type'],
    ]);
  });

  it('knows the inventory shapes of Square-Version 2026-07-15', () => {
    const adjustment = { from_location_id: 'A', to_location_id: 'B', reason_id: { type: 'RECEIVED' }, from_state: 'UNTRACKED' };
    expect(validateBody('BatchChangeInventoryRequest', { idempotency_key: 'k', changes: [{ type: 'ADJUSTMENT', adjustment }] })).toEqual(
      [],
    );
    expect(validateBody('BatchChangeInventoryRequest', { idempotency_key: 'k', changes: [{ transfer: {} }] })).toMatchObject([
      { field: 'changes[0].transfer' },
    ]);
  });
});

describe('planning catalog writes', () => {
  let ids = 0;
  const stored: Readonly<Record<string, { type: string; version: number; item: string | null }>> = {
    ITEM1: { type: 'ITEM', version: 5, item: null },
    VAR1: { type: 'ITEM_VARIATION', version: 5, item: 'ITEM1' },
    VAR2: { type: 'ITEM_VARIATION', version: 6, item: 'ITEM1' },
  };
  const known: KnownCatalog = {
    find: (id) => stored[id] ?? null,
    variationsOf: (item) => (item === 'ITEM1' ? ['VAR1', 'VAR2'] : []),
    locations: new Set(['L1']),
    newId: () => `NEW${(ids += 1)}`,
  };
  const variation = (id: string, more: JsonObject = {}) => ({ type: 'ITEM_VARIATION', id, item_variation_data: { name: 'V', ...more } });
  const plan = (...objects: JsonObject[]) =>
    planUpserts(
      objects.map((object, index) => ({ object, path: `objects[${index}]` })),
      known,
    );

  it('deletes the variations that a whole item leaves out', () => {
    const item = { type: 'ITEM', id: 'ITEM1', version: 5, item_data: { name: 'I', variations: [{ ...variation('VAR1'), version: 5 }] } };
    expect(plan(item)).toMatchObject({ dropped: ['VAR2'], answered: ['ITEM1'], mappings: [] });
  });

  it('lets a variation name an item of the same batch', () => {
    const made = plan({ type: 'ITEM', id: '#i', item_data: { name: 'I' } }, variation('#v', { item_id: '#i' }));
    expect(made).toMatchObject({ mappings: [{ client: '#i' }, { client: '#v' }] });
  });

  it.each([
    ['a stale version', { ...variation('VAR1', { item_id: 'ITEM1' }), version: 4 }, 'VERSION_MISMATCH', 'objects[0].version'],
    ['no version', variation('VAR1', { item_id: 'ITEM1' }), 'VERSION_MISMATCH', 'objects[0].version'],
    ['an unknown object', { ...variation('VAR9'), version: 1 }, 'INVALID_VALUE', 'objects[0].id'],
    ['an unknown item', variation('#v', { item_id: 'ITEM9' }), 'INVALID_VALUE', 'objects[0].item_variation_data.item_id'],
    ['an item without variations', { type: 'ITEM', id: '#i', item_data: { name: 'I' } }, 'INVALID_VALUE', undefined],
    [
      'an item without a name',
      { type: 'ITEM', id: '#i', item_data: { variations: [variation('#v')] } },
      'MISSING_REQUIRED_PARAMETER',
      'objects[0].item_data.name',
    ],
    [
      'a fixed price that is missing',
      variation('#v', { item_id: 'ITEM1', pricing_type: 'FIXED_PRICING' }),
      'MISSING_REQUIRED_PARAMETER',
      'objects[0].item_variation_data.price_money',
    ],
    [
      'an unknown location',
      variation('#v', { item_id: 'ITEM1', location_overrides: [{ location_id: 'L9' }] }),
      'INVALID_VALUE',
      'objects[0].item_variation_data.location_overrides[0].location_id',
    ],
  ])('refuses %s', (_name, object, code, field) => {
    expect(plan(object)).toEqual(expect.arrayContaining([expect.objectContaining({ code, ...(field === undefined ? {} : { field }) })]));
  });
});

import { describe, expect, it } from 'vitest';

import { ok, err } from '../../../src/domain/result';
import { at } from '../../../src/platforms/json';
import { createVariations, isGtin } from '../../../src/platforms/square/create';
import {
  findSquareSkus,
  readVariation,
  upsertObject,
  withSku,
  withTracking,
  type ReadVariation,
} from '../../../src/platforms/square/edits';
import { decimalOf, minorUnitsOf } from '../../../src/platforms/square/money';
import { squareOver } from '../support/environment';
import { answered, NO_ANSWER, scriptedHttp, answers } from '../support/scripted-http';

const variation = (sku: string, data: object = {}, id = 'V1'): object => ({
  type: 'ITEM_VARIATION',
  id,
  version: 7,
  updated_at: '2026-11-20T10:00:00Z',
  present_at_location_ids: ['L1'],
  item_variation_data: { item_id: 'I1', name: 'Red', sku, measurement_unit_id: 'UNIT', ...data },
});

async function readOne(object: object): Promise<ReadVariation> {
  const read = await readVariation(squareOver(scriptedHttp(answers({ objects: [object] }))), 'V1');
  if (!read.ok || read.value === null) throw new Error('no variation was read');
  return read.value;
}

describe('a search by SKU', () => {
  it('finds exactly that SKU, over all pages, and nothing deleted', async () => {
    const http = scriptedHttp(
      answers({ objects: [variation('a-1'), variation('A-1', {}, 'V2')], cursor: 'next' }),
      answers({ objects: [{ ...variation('A-1', {}, 'V3'), is_deleted: true }, variation('A-1', {}, 'V4')] }),
    );
    const found = await findSquareSkus(squareOver(http), ['A-1']);
    expect(found.ok && found.value.map((holder) => holder.id)).toEqual(['V2', 'V4']);
    expect(at(http.body(1), 'cursor')).toBe('next');
  });

  it('makes no request without SKUs, and passes a failure on', async () => {
    expect(await findSquareSkus(squareOver(scriptedHttp()), [])).toEqual(ok([]));
    expect(await findSquareSkus(squareOver(scriptedHttp(NO_ANSWER)), ['A'])).toMatchObject(err({ kind: 'failed' }));
  });
});

describe('a change to a variation', () => {
  it('keeps everything else of the object, and its version', async () => {
    const read = await readOne(variation('A-1'));
    expect(withSku(read, 'B "2"')).toEqual({
      type: 'ITEM_VARIATION',
      id: 'V1',
      version: 7,
      present_at_location_ids: ['L1'],
      item_variation_data: { item_id: 'I1', name: 'Red', sku: 'B "2"', measurement_unit_id: 'UNIT' },
    });
  });

  it('to its tracking affects only the one location', async () => {
    const other = { location_id: 'L2', track_inventory: false, sold_out: true };
    const read = await readOne(variation('A-1', { location_overrides: [{ location_id: 'L1', price_money: { amount: 5 } }, other] }));
    expect(at(withTracking(read, 'L1', true), 'item_variation_data', 'location_overrides')).toEqual([
      other,
      { location_id: 'L1', price_money: { amount: 5 }, track_inventory: true },
    ]);
    const plain = await readOne(variation('A-1'));
    expect(at(withTracking(plain, 'L1', false), 'item_variation_data', 'location_overrides')).toEqual([
      { location_id: 'L1', track_inventory: false },
    ]);
    expect([read.tracks('L1'), plain.stockable]).toEqual([false, true]);
  });

  it.each([
    [answered(400, { errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'VERSION_MISMATCH' }] }), 'stale'],
    [answered(409, { errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'VERSION_MISMATCH' }] }), 'stale'],
    [answered(400, { errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'INVALID_VALUE' }] }), 'refused'],
    [answered(429, { errors: [{ category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED' }] }), 'throttled'],
    [answered(401, { errors: [{ category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED' }] }), 'unauthorized'],
    [answered(503, {}), 'failed'],
    [NO_ANSWER, 'failed'],
  ])('is judged by its response (%#)', async (answer, kind) => {
    expect(await upsertObject(squareOver(scriptedHttp(answer)), {}, 'key')).toMatchObject(err({ kind }));
  });
});

describe('new variations', () => {
  const request = {
    itemId: '',
    itemName: 'Mug',
    variations: [{ name: 'Red', sku: 'A-1', price: '12.50', barcode: '4006381333932', tracked: true }],
    locationId: 'L1',
    currency: 'USD',
    key: 'key-1',
  };

  it('are sent identically on each attempt, and return the item that Square names', async () => {
    const mappings = {
      id_mappings: [
        { client_object_id: '#item', object_id: 'I9' },
        { client_object_id: '#variation-0', object_id: 'V9' },
      ],
    };
    const http = scriptedHttp(NO_ANSWER, answers(mappings));
    expect(await createVariations(squareOver(http), request)).toMatchObject(err({ kind: 'failed' }));
    expect(await createVariations(squareOver(http), request)).toEqual(ok('I9'));
    expect(http.requests[1]?.body).toBe(http.requests[0]?.body);
    // A barcode that is not a GTIN would cause the whole batch to be refused.
    expect(http.requests[0]?.body).not.toContain('upc');
  });

  it('are refused if Square refuses them, and have an unknown effect if it names no item', async () => {
    const no = answered(400, { errors: [{ code: 'INVALID_VALUE' }] });
    expect(await createVariations(squareOver(scriptedHttp(no)), request)).toMatchObject(err({ kind: 'refused' }));
    expect(await createVariations(squareOver(scriptedHttp(answers({ id_mappings: [] }))), request)).toMatchObject(err({ kind: 'failed' }));
  });
});

describe('money', () => {
  it.each([
    ['12.50', 'USD', 1250],
    ['12.5', 'USD', 1250],
    ['0', 'USD', 0],
    ['100', 'JPY', 100],
    ['1.234', 'KWD', 1234],
    ['12.505', 'USD', null],
    ['-1', 'USD', null],
    ['', 'USD', null],
  ])('%s %s is %s minor units', (price, currency, amount) => {
    expect(minorUnitsOf(price, currency)).toBe(amount);
    if (amount !== null) expect(Number(decimalOf(amount, currency))).toBe(Number(price));
  });
});

describe('a GTIN', () => {
  it.each([
    ['4006381333931', true],
    ['96385074', true],
    ['036000291452', true],
    ['4006381333932', false],
    ['123', false],
    ['40063813339AB', false],
    ['', false],
  ])('%j: %s', (text, valid) => {
    expect(isGtin(text)).toBe(valid);
  });
});

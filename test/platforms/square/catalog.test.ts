import { describe, expect, it } from 'vitest';

import { NO_LABELS } from '../../../src/domain/catalog/product-labels';
import type { SideVariant } from '../../../src/domain/catalog/side-variant';
import { ok, err } from '../../../src/domain/result';
import type { HttpAnswer } from '../../../src/platforms/http';
import { readCatalogChanges, readCatalogPage } from '../../../src/platforms/square/catalog';
import { readSquareLocations } from '../../../src/platforms/square/locations';
import { readMerchant } from '../../../src/platforms/square/merchant';
import { squareOver } from '../support/environment';
import { NO_ANSWER, answered, scriptedHttp, answers } from '../support/scripted-http';

const variation = (id: string, data: object = {}, more: object = {}): object => ({
  type: 'ITEM_VARIATION',
  id,
  version: 1,
  is_deleted: false,
  present_at_all_locations: true,
  ...more,
  item_variation_data: {
    item_id: 'I1',
    name: 'Red',
    sku: 'A-1',
    upc: '0123',
    pricing_type: 'FIXED_PRICING',
    price_money: { amount: 1250, currency: 'USD' },
    track_inventory: true,
    sellable: true,
    stockable: true,
    ...data,
  },
});

const item = (id: string, variations: readonly object[], data: object = {}, more: object = {}): object => ({
  type: 'ITEM',
  id,
  version: 1,
  is_deleted: false,
  present_at_all_locations: true,
  ...more,
  item_data: { name: 'Shirt', is_archived: false, variations, ...data },
});

const page = (objects: readonly object[], more: object = {}): HttpAnswer =>
  answers({ objects, latest_time: '2026-11-20T10:00:00Z', ...more });

async function only(object: object): Promise<SideVariant | undefined> {
  const read = await readCatalogPage(squareOver(scriptedHttp(page([object]))), { locationId: 'L1', cursor: null });
  return read.ok ? read.value.variants[0] : undefined;
}

describe('a page of Square’s catalog', () => {
  it('decodes a variation', async () => {
    expect(await only(item('I1', [variation('V1')]))).toEqual({
      source: 'square',
      id: 'V1',
      stockId: 'V1',
      productId: 'I1',
      productName: 'Shirt',
      productStatus: 'active',
      labels: NO_LABELS,
      name: 'Red',
      sku: 'A-1',
      barcode: '0123',
      price: '12.50',
      tracked: true,
      level: null,
      stocked: true,
    });
  });

  it('returns its cursor, requests with it, and never assumes a page size', async () => {
    const http = scriptedHttp(page([], { cursor: 'c1' }), page([item('I1', [variation('V1'), variation('V2')])]));
    const client = squareOver(http);
    expect(await readCatalogPage(client, { locationId: 'L1', cursor: null })).toEqual(
      ok({ variants: [], cursor: 'c1', latestTime: '2026-11-20T10:00:00Z' }),
    );
    expect(await readCatalogPage(client, { locationId: 'L1', cursor: 'c1' })).toMatchObject({
      value: { cursor: null, variants: [{ id: 'V1' }, { id: 'V2' }] },
    });
    expect(http.body(0)).toEqual({ object_types: ['ITEM'], include_related_objects: true, limit: 1_000 });
    expect(http.body(1)).toEqual({ object_types: ['ITEM'], include_related_objects: true, cursor: 'c1', limit: 1_000 });
  });

  it('distinguishes an expired cursor from a failure', async () => {
    const expired = answered(400, { errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'INVALID_CURSOR', detail: 'x' }] });
    const read = (answer: HttpAnswer): Promise<unknown> =>
      readCatalogPage(squareOver(scriptedHttp(answer)), { locationId: 'L1', cursor: 'c' });
    expect(await read(expired)).toEqual(err({ kind: 'cursor-expired' }));
    expect(await read(answered(400, { errors: [{ code: 'BAD_REQUEST' }] }))).toMatchObject({ error: { kind: 'refused' } });
    expect(await read(answered(429, ''))).toMatchObject({ error: { kind: 'throttled' } });
    expect(await read(NO_ANSWER)).toMatchObject({ error: { kind: 'failed' } });
  });

  it('fails as a whole at an object that cannot be read: if it were left out, it would look deleted', async () => {
    for (const broken of [{ type: 'CATEGORY', id: 'C' }, item('I1', [{ type: 'ITEM_VARIATION' }])]) {
      const read = await readCatalogPage(squareOver(scriptedHttp(page([item('I0', []), broken]))), { locationId: 'L1', cursor: null });
      expect(read).toMatchObject(err({ kind: 'failed' }));
    }
  });

  const override = (track_inventory: boolean, location_id = 'L1'): object => ({ location_overrides: [{ location_id, track_inventory }] });
  it.each([
    ['the variation’s own value', { track_inventory: true }, true],
    ['not at all', { track_inventory: false }, false],
    ['nothing said', { track_inventory: undefined }, false],
    ['switched on here', { track_inventory: false, ...override(true) }, true],
    ['switched off here', { track_inventory: true, ...override(false) }, false],
    ['switched off elsewhere', { track_inventory: true, ...override(false, 'L2') }, true],
    ['an override without a word on it', { track_inventory: true, location_overrides: [{ location_id: 'L1' }] }, true],
    ['sold by another unit', { track_inventory: true, stockable: false }, false],
  ])('decodes tracking: %s', async (_, data, tracked) => {
    expect((await only(item('I1', [variation('V1', data)])))?.tracked).toBe(tracked);
  });

  it.each([
    ['everywhere', {}, {}, true],
    ['everywhere but here', {}, { absent_at_location_ids: ['L1'] }, false],
    ['everywhere but elsewhere', {}, { absent_at_location_ids: ['L2'] }, true],
    ['here alone', {}, { present_at_all_locations: false, present_at_location_ids: ['L1'] }, true],
    ['elsewhere alone', {}, { present_at_all_locations: false, present_at_location_ids: ['L2'] }, false],
    ['nowhere', {}, { present_at_all_locations: false }, false],
    ['with an item that is not here', { absent_at_location_ids: ['L1'] }, {}, false],
  ])('is offered %s', async (_, ofItem, ofVariation, stocked) => {
    expect((await only(item('I1', [variation('V1', {}, ofVariation)], {}, ofItem)))?.stocked).toBe(stocked);
  });

  it('says that an item is archived, whose stock is still offered', async () => {
    const archived = await only(item('I1', [variation('V1')], { is_archived: true }));
    expect(archived).toMatchObject({ productStatus: 'archived', stocked: true });
  });

  it.each([
    [{ amount: 5, currency: 'USD' }, '0.05'],
    [{ amount: 0, currency: 'USD' }, '0.00'],
    [{ amount: 1250, currency: 'JPY' }, '1250'],
    [{ amount: 1250, currency: 'KWD' }, '1.250'],
    [undefined, ''],
    [{ amount: '5', currency: 'USD' }, ''],
  ])('prices %o as "%s"', async (price_money, text) => {
    expect((await only(item('I1', [variation('V1', { price_money })])))?.price).toBe(text);
  });
});

describe('reading changes in Square’s catalog', () => {
  const ask = { locationId: 'L1', since: '2026-11-19T00:00:00Z', cursor: null };

  it('distinguishes changed variations from deleted ones, and requests with Square’s own time', async () => {
    const http = scriptedHttp(
      page([
        item('I1', [variation('V1'), variation('V2', {}, { is_deleted: true })]),
        variation('V1', { sku: 'NEW' }),
        variation('V2', {}, { is_deleted: true }),
        { type: 'ITEM', id: 'I9', is_deleted: true },
      ]),
    );
    expect(await readCatalogChanges(squareOver(http), ask)).toMatchObject(
      ok({
        variants: [{ id: 'V1', sku: 'NEW' }],
        deletedVariations: ['V2'],
        deletedItems: ['I9'],
        wholeItems: ['I1'],
        cursor: null,
        latestTime: '2026-11-20T10:00:00Z',
      }),
    );
    expect(http.body(0)).toEqual({
      object_types: ['ITEM', 'ITEM_VARIATION'],
      begin_time: '2026-11-19T00:00:00Z',
      include_deleted_objects: true,
      include_related_objects: true,
      limit: 1_000,
    });
  });

  it('finds a changed variation’s item among the related objects, or requests it', async () => {
    const related = scriptedHttp(page([variation('V1')], { related_objects: [item('I1', [])] }));
    expect(await readCatalogChanges(squareOver(related), ask)).toMatchObject({
      value: { variants: [{ id: 'V1', productName: 'Shirt' }], wholeItems: [] },
    });
    const asked = scriptedHttp(page([variation('V1')]), answers({ objects: [item('I1', [variation('V1'), variation('V2')])] }));
    expect(await readCatalogChanges(squareOver(asked), ask)).toMatchObject({ value: { variants: [{ id: 'V1', productName: 'Shirt' }] } });
    expect(asked.body(1)).toMatchObject({ object_ids: ['I1'] });
    const gone = scriptedHttp(page([variation('V1')]), answers({}));
    expect(await readCatalogChanges(squareOver(gone), ask)).toMatchObject({ value: { variants: [] } });
  });

  const CATEGORY = { type: 'CATEGORY', id: 'C1', category_data: { name: 'Shirts' } };
  const IMAGE = {
    type: 'IMAGE',
    id: 'P1',
    image_data: { url: 'https://items-images-production.s3.us-west-2.amazonaws.com/files/1/shirt.jpg' },
  };
  const LABELED = { reporting_category: { id: 'C1' }, image_ids: ['P1', 'P2'] };
  const labels = { ...NO_LABELS, productType: 'Shirts', imageUrl: IMAGE.image_data.url };

  it('describes an item by its category for reports and its first image, which are related objects', async () => {
    const changed = scriptedHttp(page([item('I1', [variation('V1')], LABELED)], { related_objects: [IMAGE, CATEGORY] }));
    expect(await readCatalogChanges(squareOver(changed), ask)).toMatchObject({ value: { variants: [{ id: 'V1', labels }] } });
    expect(changed.requests).toHaveLength(1);
    const first = { categories: [{ id: 'C1' }, { id: 'C2' }], image_ids: [] };
    const other = scriptedHttp(page([item('I1', [variation('V1')], first)], { related_objects: [CATEGORY] }));
    expect(await readCatalogPage(squareOver(other), { locationId: 'L1', cursor: null })).toMatchObject({
      value: { variants: [{ labels: { productType: 'Shirts', imageUrl: '' } }] },
    });
    expect(other.body(0)).toMatchObject({ include_related_objects: true });
  });

  it('requests the item of a changed variation where its category is missing: what is related to a related object is not in the answer', async () => {
    const http = scriptedHttp(
      page([variation('V1')], { related_objects: [item('I1', [], LABELED)] }),
      answers({ objects: [item('I1', [variation('V1')], LABELED)], related_objects: [CATEGORY, IMAGE] }),
    );
    expect(await readCatalogChanges(squareOver(http), ask)).toMatchObject({ value: { variants: [{ id: 'V1', labels }] } });
    expect(http.body(1)).toEqual({ object_ids: ['I1'], include_related_objects: true });
    // A category that no longer exists is missing in both.
    const dangling = scriptedHttp(
      page([variation('V1')], { related_objects: [item('I1', [], LABELED)] }),
      answers({ objects: [item('I1', [], LABELED)], related_objects: [IMAGE] }),
    );
    expect(await readCatalogChanges(squareOver(dangling), ask)).toMatchObject({
      value: { variants: [{ labels: { productType: '', imageUrl: labels.imageUrl } }] },
    });
  });

  it('may find nothing', async () => {
    expect(await readCatalogChanges(squareOver(scriptedHttp(answers({}))), ask)).toEqual(
      ok({ variants: [], deletedVariations: [], deletedItems: [], wholeItems: [], cursor: null, latestTime: '' }),
    );
  });
});

describe('Square’s locations and merchant', () => {
  it('keep their order, and exclude other sellers’ locations', async () => {
    const locations = [
      { id: 'L2', name: 'Market', status: 'ACTIVE', merchant_id: 'M1' },
      { id: 'L1', name: 'Old shop', status: 'INACTIVE', merchant_id: 'M1' },
      { id: 'L9', name: 'Not ours', status: 'ACTIVE', merchant_id: 'M2' },
    ];
    expect(await readSquareLocations(squareOver(scriptedHttp(answers({ locations }))))).toEqual(
      ok([
        { id: 'L2', name: 'Market', active: true },
        { id: 'L1', name: 'Old shop', active: false },
      ]),
    );
    expect(await readSquareLocations(squareOver(scriptedHttp(answers({}))))).toEqual(ok([]));
  });

  it('name the business', async () => {
    const merchant = { id: 'M1', business_name: 'Corner shop', country: 'US', currency: 'USD' };
    expect(await readMerchant(squareOver(scriptedHttp(answers({ merchant }))))).toEqual(
      ok({ id: 'M1', name: 'Corner shop', currency: 'USD' }),
    );
    expect(await readMerchant(squareOver(scriptedHttp(answered(401, ''))))).toEqual(err({ kind: 'unauthorized' }));
  });
});

import { describe, expect, it } from 'vitest';

import { useSandbox } from './running-sandbox';
import { newKey, refusal, squareKit } from './square-kit';

const sandbox = await useSandbox();
const square = squareKit(sandbox);

describe('the official client', () => {
  it('reads locations, including the inactive ones, in their order, and the seller', async () => {
    const { locations = [] } = await square.client.locations.list();
    expect(locations.map(({ id, status, merchantId }) => [id, status, merchantId])).toEqual([
      ['LDEMO01', 'ACTIVE', 'MLDEMO'],
      ['LDEMO02', 'ACTIVE', 'MLDEMO'],
      ['LDEMO03', 'INACTIVE', 'MLDEMO'],
    ]);
    const { merchant } = await square.client.merchants.get({ merchantId: 'me' });
    expect(merchant).toMatchObject({ id: 'MLDEMO', mainLocationId: 'LDEMO01', currency: 'USD' });
  });

  it('searches the catalog by SKU, by name and by page', async () => {
    const { id } = await square.newVariation('Search-Me-1');
    const bySku = await square.client.catalog.search({
      objectTypes: ['ITEM_VARIATION'],
      query: { setQuery: { attributeName: 'sku', attributeValues: ['SEARCH-me-1'] } },
      includeRelatedObjects: true,
    });
    expect(bySku.objects?.map((object) => object.id)).toEqual([id]);
    expect(bySku.relatedObjects?.map((object) => object.type)).toEqual(['ITEM']);
    const byText = await square.client.catalog.search({ objectTypes: ['ITEM'], query: { textQuery: { keywords: ['search-me'] } } });
    expect(byText.objects).toHaveLength(1);
    const seen = new Set<string>();
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await square.client.catalog.search({
        objectTypes: ['ITEM', 'ITEM_VARIATION'],
        limit: 40,
        ...(cursor === undefined ? {} : { cursor }),
      });
      for (const object of page.objects ?? []) seen.add(object.id ?? '');
      cursor = page.cursor;
      pages += 1;
    } while (cursor !== undefined);
    const listed: string[] = [];
    for await (const object of await square.client.catalog.list({ types: 'ITEM,ITEM_VARIATION' })) listed.push(object.id ?? '');
    expect(seen.size).toBe(listed.length);
    expect(new Set(listed)).toEqual(seen);
    expect(pages).toBe(Math.ceil(listed.length / 40));
  });
});

describe('the catalog', () => {
  it('refuses a stale version and replaces the whole object with a fresh one', async () => {
    const { item, id, version } = await square.newVariation();
    const rename = (name: string, of: bigint) =>
      square.client.catalog.object.upsert({
        idempotencyKey: newKey(),
        object: {
          type: 'ITEM',
          id: item,
          version: of,
          itemData: { name, variations: [{ type: 'ITEM_VARIATION', id, version: of, itemVariationData: { itemId: item, name: 'Only' } }] },
        },
      });
    const { catalogObject } = await rename('Renamed', version);
    expect(Number(catalogObject?.version)).toBeGreaterThan(Number(version));
    expect(await refusal(rename('Again', version))).toMatchObject({ status: 400, code: 'VERSION_MISMATCH' });
    const { object } = await square.client.catalog.object.get({ objectId: id });
    expect(object).toMatchObject({ itemVariationData: { name: 'Only', trackInventory: false } });
    expect(object?.type === 'ITEM_VARIATION' ? object.itemVariationData?.sku : 'wrong type').toBeUndefined();
  });

  it('lists what changed since a time, including deleted objects', async () => {
    const before = await square.client.catalog.search({ objectTypes: ['ITEM'], limit: 1 });
    const { item, id } = await square.newVariation();
    const since = { beginTime: before.latestTime ?? '', objectTypes: ['ITEM', 'ITEM_VARIATION'] as const, includeDeletedObjects: true };
    const changed = await square.client.catalog.search({ ...since, objectTypes: [...since.objectTypes] });
    expect(new Set(changed.objects?.map((object) => object.id))).toEqual(new Set([item, id]));
    await square.client.catalog.object.delete({ objectId: item });
    const deleted = await square.client.catalog.search({
      beginTime: changed.latestTime ?? '',
      objectTypes: ['ITEM', 'ITEM_VARIATION'],
      includeDeletedObjects: true,
    });
    expect(deleted.objects?.map((object) => [object.id, object.isDeleted])).toEqual(
      expect.arrayContaining([
        [item, true],
        [id, true],
      ]),
    );
    expect(await refusal(square.client.catalog.object.get({ objectId: item }))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    const none = await square.client.catalog.search({
      beginTime: deleted.latestTime ?? '',
      objectTypes: ['ITEM', 'ITEM_VARIATION'],
      includeDeletedObjects: true,
    });
    expect(none.objects ?? []).toEqual([]);
  });

  it('runs one write of a seller at a time', async () => {
    // A write takes a moment; on a slow machine some of them arrive only after the previous one has ended.
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, async () => square.newVariation()));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(12);
    for (const { reason } of refused) expect(reason).toMatchObject({ statusCode: 429 });
    await expect(square.newVariation()).resolves.toBeDefined();
  });

  it('stores the good batches of a request and says what is wrong with the others', async () => {
    const object = (id: string, name: string) => ({
      type: 'ITEM' as const,
      id,
      itemData: { name, variations: [{ type: 'ITEM_VARIATION' as const, id: `${id}-v`, itemVariationData: { name: 'Regular' } }] },
    });
    const answer = await square.client.catalog.batchUpsert({
      idempotencyKey: newKey(),
      batches: [{ objects: [object('#a', 'A'), object('#b', '')] }, { objects: [object('#c', 'C')] }],
    });
    expect(answer.errors?.map(({ field }) => field)).toEqual(['batches[0].objects[1].item_data.name']);
    expect(answer.idMappings?.map(({ clientObjectId }) => clientObjectId)).toEqual(['#c', '#c-v']);
  });
});

import { expect, it } from 'vitest';

import { err } from '../../src/domain/result';
import { answerInstead, bothAt, change, kill, setFaults, skuOf, useWorld, variantOf, type Merchant } from './account-harness';
import { must } from './edits/edit-harness';

const [SKU, OTHER] = [skuOf(1), skuOf(2)];

const merchant = useWorld();

const sideOf = async (sku: string) => (await variantOf(merchant, sku)).shopify ?? expect.fail('it is not on Shopify');

async function set(sku: string, track: boolean, bulkKey = '') {
  const { id: variantId } = await sideOf(sku);
  return merchant.stub().setTracking({ source: 'shopify', variantId, track, by: 'merchant', ...(bulkKey === '' ? {} : { bulkKey }) });
}

const outcomes = async (one: Merchant, id: number): Promise<string[]> =>
  must(await one.stub().bulkChange(id, { offset: 0, limit: 10 })).rows.map(({ state, problem }) => `${state}: ${problem}`);

/** Makes Shopify refuse to change an inventory item, or leaves nothing of its answer. */
const spoil = (answer: unknown): (() => void) =>
  answerInstead<{ data?: { inventoryItemUpdate?: object } }>(/graphql\.json$/u, (body) =>
    body.data?.inventoryItemUpdate === undefined ? body : answer,
  );

it('of what a platform refuses or does not answer, each row says so, and the next goes on; then stock syncs as after any other', async () => {
  await bothAt(SKU, 100);
  must(await set(SKU, false));
  must(await set(OTHER, false));
  const heard = spoil({ data: { inventoryItemUpdate: { userErrors: [{ code: 'INVALID', message: 'No such thing.' }] } } });
  expect(await set(SKU, true, 'track')).toMatchObject(err({ code: 'failed_precondition' }));
  heard();
  // This sandbox has done it nevertheless.
  must(await set(SKU, false));
  // Its answer is lost, but Shopify has done it: a look finds that.
  const lost = spoil('');
  must(await set(OTHER, true, 'track'));
  lost();
  const id = (await merchant.stub().bulkChanges())[0]?.id ?? 0;
  const refused = 'refused: Shopify did not accept the request. Nothing was changed.';
  expect(await outcomes(merchant, id)).toEqual([refused, 'set: ']);

  await setFaults('shopify', { rate5xx: 1 });
  expect(await set(SKU, true, 'track')).toMatchObject(err({ code: 'unavailable' }));
  expect(await outcomes(merchant, id)).toEqual([expect.stringMatching(/^refused: Shopify cannot be reached/u), 'set: ']);
  expect(await merchant.stub().undoBulkChange(id, 'merchant')).toMatchObject(err({ code: 'unavailable' }));
  await setFaults('shopify', { rate5xx: 0 });
  await kill(merchant);
  must(await set(SKU, true, 'track'));
  expect(await outcomes(merchant, id)).toEqual(['set: ', 'set: ']);
  await change('shopify', SKU, -3);
  await bothAt(SKU, 97);
  expect(must(await merchant.stub().undoBulkChange(id, 'merchant'))).toMatchObject({ counts: { set: 2, undone: 2, undoable: 0 } });
  expect((await sideOf(SKU)).tracked).toBe(false);
}, 180_000);

import { env, runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { err } from '../../../src/domain/result';
import type { Source } from '../../../src/domain/source';
import type { AccountApi, VariantSide } from '../../../src/durable/api/account-api';
import { at, listAt, textAt } from '../../../src/platforms/json';
import { everything, history, kill, must, openShop, shopify, square } from './edit-harness';

const MINUTES = 180_000;
const BY = 'merchant' as const;
const LOCATION = 'LDEMO01';

async function isTracked({ source, id }: VariantSide): Promise<boolean> {
  if (source === 'shopify') {
    const data = await shopify('query One($id: ID!) { productVariant(id: $id) { inventoryItem { tracked } } }', {
      id: `gid://shopify/ProductVariant/${id}`,
    });
    return at(data, 'productVariant', 'inventoryItem', 'tracked') === true;
  }
  const overrides = listAt(await square('GET', `/v2/catalog/object/${id}`), 'object', 'item_variation_data', 'location_overrides') ?? [];
  return at(overrides.find((one) => textAt(one, 'location_id') === LOCATION) ?? {}, 'track_inventory') === true;
}

const tracked = async (sides: readonly VariantSide[]): Promise<boolean[]> => Promise.all(sides.map(isTracked));

const set = async (account: AccountApi, { source, id }: VariantSide, track: boolean, bulkKey = '') =>
  account.setTracking({ source, variantId: id, track, by: BY, ...(bulkKey === '' ? {} : { bulkKey }) });

/** Turns tracking of a variant on or off as the platform's own pages do. */
async function setElsewhere({ id }: VariantSide, track: boolean, more: object = {}): Promise<void> {
  const object = (await square('GET', `/v2/catalog/object/${id}`))['object'] as { item_variation_data: object };
  const location_overrides = [{ location_id: LOCATION, track_inventory: track }];
  const changed = { ...object, item_variation_data: { ...object.item_variation_data, ...more, location_overrides } };
  await square('POST', '/v2/catalog/object', { idempotency_key: crypto.randomUUID(), object: changed });
}

/** Linked variants, with tracking turned off on one platform. */
async function untracked(account: AccountApi, source: Source, count: number): Promise<VariantSide[]> {
  const linked = (await everything(account)).filter((one) => one.shopify?.tracked === true && one.square?.tracked === true);
  const sides = linked.flatMap((one) => one[source] ?? []).slice(0, count);
  for (const side of sides) must(await set(account, side, false));
  expect(sides).toHaveLength(count);
  return sides;
}

function first(sides: readonly VariantSide[], place = 0): VariantSide {
  return sides[place] ?? expect.fail('the shop has too few variants');
}

async function only(account: AccountApi): Promise<number> {
  const all = await account.bulkChanges();
  expect(all).toHaveLength(1);
  return all[0]?.id ?? 0;
}

const outcomesOf = async (account: AccountApi, id: number): Promise<string[]> =>
  must(await account.bulkChange(id, { offset: 0, limit: 100 })).rows.map(({ state, problem }) => `${state}: ${problem}`);

/** Changes stored rows, as a kill leaves them between the platform's answer and what is stored then. */
async function restore(account: string, from: string, to: string): Promise<void> {
  await runInDurableObject(env.ACCOUNT.getByName(account), (_, { storage }) => {
    storage.sql.exec('update bulk_change_part set rows = replace(rows, ?, ?)', from, to);
  });
}

describe('tracking that is turned on at once', { timeout: MINUTES }, () => {
  it('is one bulk change, which the same calls leave alone, and is turned off again on both platforms', async () => {
    const account = await openShop('6831');
    const sides = [...(await untracked(account, 'square', 2)), ...(await untracked(account, 'shopify', 2))];
    for (const side of sides) must(await set(account, side, true, 'track-1'));
    expect(await tracked(sides)).toEqual([true, true, true, true]);
    const id = await only(account);
    const counts = { rows: 4, set: 4, undone: 0, undoable: 4 };
    expect(await account.bulkChanges()).toMatchObject([{ kind: 'tracking', by: BY, counts }]);
    const { rows } = must(await account.bulkChange(id, { offset: 0, limit: 100 }));
    expect(rows[0]).toMatchObject({ source: 'square', sku: first(sides).sku, product: first(sides).productName, state: 'set' });
    // The linked level has begun as when a variant is turned on alone.
    expect(must(await account.variantDetail('square', first(sides).id)).variant.square?.tracked).toBe(true);
    for (const side of sides) must(await set(account, side, true, 'track-1'));
    expect(await account.bulkChanges()).toMatchObject([{ counts }]);
    const told = async (again: AccountApi): Promise<number> =>
      (await history(again, '6831')).filter((line) => line.includes(String.raw`\"kind\":\"tracking\"`)).length;
    expect(await told(account)).toBe(4 + 4);
    const again = await kill('6831');
    const [one, other] = await Promise.all([again.undoBulkChange(id, BY), again.undoBulkChange(id, BY)]);
    for (const answer of [one, other]) if (answer.ok) expect(answer.value).toMatchObject({ tried: 4, counts: { undone: 4, undoable: 0 } });
    expect(await tracked(sides)).toEqual([false, false, false, false]);
    expect(must(await again.variantDetail('square', first(sides).id)).variant.square?.tracked).toBe(false);
    expect(await told(again)).toBe(4 + 4 + 4);
    expect(await again.unlinked(10)).toEqual({ total: 0, pairs: [] });
    expect(await again.undoBulkChange(id, BY)).toMatchObject(err({ code: 'failed_precondition' }));
    expect(await set(again, first(sides), true, 'track-1')).toMatchObject(
      err({ code: 'failed_precondition', message: 'The bulk change was undone, so it cannot continue.' }),
    );
  });

  it('goes on after one that fails or was on already, and the same call does what was not done', async () => {
    const account = await openShop('6832');
    const sides = await untracked(account, 'square', 3);
    const [failing, fine, on] = [first(sides, 0), first(sides, 1), first(sides, 2)];
    await setElsewhere(on, true);
    await setElsewhere(failing, false, { stockable: false });
    expect(await set(account, failing, true, 'track-2')).toMatchObject(err({ code: 'failed_precondition' }));
    must(await set(account, fine, true, 'track-2'));
    must(await set(account, on, true, 'track-2'));
    expect(await set(account, { ...fine, id: 'NOBODY' }, true, 'track-2')).toMatchObject(err({ code: 'not_found' }));
    const id = await only(account);
    const outcomes = await outcomesOf(account, id);
    expect(outcomes).toEqual([
      expect.stringMatching(/^refused: Square sells this in a different unit/u),
      'set: ',
      'refused: It was tracked already.',
    ]);
    await setElsewhere(failing, false, { stockable: true });
    must(await set(account, failing, true, 'track-2'));
    expect(await outcomesOf(account, id)).toEqual(['set: ', 'set: ', 'refused: It was tracked already.']);
    expect(must(await account.undoBulkChange(id, BY))).toMatchObject({ counts: { rows: 3, set: 2, undone: 2, undoable: 0 } });
    expect(await tracked(sides)).toEqual([false, false, true]);
  });

  it('is stored before it is sent: after a kill the same call settles it, or undoing looks', async () => {
    const account = await openShop('6833');
    const sides = await untracked(account, 'square', 3);
    for (const side of sides) must(await set(account, side, true, 'track-3'));
    const id = await only(account);
    const sent = 'It may be on: the platform has not answered.';
    await restore('6833', '"state":"set","problem":""', `"state":"unconfirmed","problem":"${sent}"`);
    // The second was not sent, the third neither.
    await setElsewhere(first(sides, 1), false);
    await setElsewhere(first(sides, 2), false);
    const again = await kill('6833');
    expect(await outcomesOf(again, id)).toEqual([1, 2, 3].map(() => `unconfirmed: ${sent}`));
    must(await set(again, first(sides, 0), true, 'track-3'));
    must(await set(again, first(sides, 1), true, 'track-3'));
    expect(await outcomesOf(again, id)).toEqual(['set: ', 'set: ', `unconfirmed: ${sent}`]);
    expect(await tracked(sides)).toEqual([true, true, false]);
    expect(must(await again.undoBulkChange(id, BY))).toMatchObject({ counts: { rows: 3, set: 2, undone: 2, undoable: 0 } });
    expect(await outcomesOf(again, id)).toEqual(['undone: ', 'undone: ', 'refused: The platform did not turn it on.']);
    // Killed after the platform has turned the first off, and before that was stored.
    await restore('6833', '"state":"undone","problem":"","isEnding":true', '"state":"set","problem":"","isEnding":true');
    await runInDurableObject(env.ACCOUNT.getByName('6833'), (_, { storage }) => {
      storage.sql.exec(`update bulk_change set body = replace(body, '"undone":2,"undoable":0', '"undone":0,"undoable":2')`);
    });
    const later = await kill('6833');
    expect(must(await later.undoBulkChange(id, BY))).toMatchObject({ counts: { set: 2, undone: 2, undoable: 0 } });
    expect(await outcomesOf(later, id)).toEqual(['undone: ', 'undone: ', 'refused: The platform did not turn it on.']);
  });

  it('stays where it was changed since, in the app or on the platform, and says why', async () => {
    const account = await openShop('6834');
    const sides = await untracked(account, 'square', 4);
    const [byHand, elsewhere, later, deleted] = [first(sides, 0), first(sides, 1), first(sides, 2), first(sides, 3)];
    for (const side of sides) must(await set(account, side, true, 'track-4'));
    const id = await only(account);
    must(await set(account, byHand, false));
    must(await set(account, byHand, true));
    await setElsewhere(elsewhere, false);
    await setElsewhere(later, false);
    must(await set(account, later, true, 'track-5'));
    await square('DELETE', `/v2/catalog/object/${deleted.id}`);
    expect(must(await account.undoBulkChange(id, BY))).toMatchObject({ counts: { rows: 4, set: 4, undone: 0, undoable: 2 } });
    expect(await outcomesOf(account, id)).toEqual([
      'set: Tracking was set by hand since, so it stays.',
      'set: Tracking was turned off since.',
      'set: A later bulk change has changed this as well. Undo that one first.',
      'set: Square has no such variant any more.',
    ]);
    expect(await tracked([byHand, elsewhere, later])).toEqual([true, false, true]);
    must(await account.undoBulkChange(id + 1, BY));
    expect(await isTracked(later)).toBe(false);
  });
});

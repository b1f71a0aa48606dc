import { env, runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { isBlankSku } from '../../../src/domain/catalog/match';
import { err } from '../../../src/domain/result';
import type { Source } from '../../../src/domain/source';
import type { AccountApi, VariantSide } from '../../../src/durable/api/account-api';
import { textAt } from '../../../src/platforms/json';
import { control, everything, history, kill, must, openShop, shopify, square } from './edit-harness';

const MINUTES = 180_000;
const BY = 'merchant' as const;

async function live({ source, id }: VariantSide): Promise<{ sku: string; barcode: string }> {
  if (source === 'square') {
    const object = await square('GET', `/v2/catalog/object/${id}`);
    return { sku: textAt(object, 'object', 'item_variation_data', 'sku') ?? '', barcode: '' };
  }
  const data = await shopify('query One($id: ID!) { productVariant(id: $id) { sku barcode } }', {
    id: `gid://shopify/ProductVariant/${id}`,
  });
  return { sku: textAt(data, 'productVariant', 'sku') ?? '', barcode: textAt(data, 'productVariant', 'barcode') ?? '' };
}

const skus = async (sides: readonly VariantSide[]): Promise<string[]> => Promise.all(sides.map(async (side) => (await live(side)).sku));

const save = async (account: AccountApi, { source, id }: VariantSide, sku: string, bulkKey = '') =>
  account.saveSku({
    sku,
    shopifyVariantId: source === 'shopify' ? id : '',
    squareVariationId: source === 'square' ? id : '',
    by: BY,
    ...(bulkKey === '' ? {} : { bulkKey }),
  });

/** Variants of a side with and without a SKU, of one platform alone. */
async function sidesOf(account: AccountApi, source: Source): Promise<{ named: VariantSide[]; bare: VariantSide[] }> {
  const alone = (await everything(account)).flatMap((one) => (one.shopify === null || one.square === null ? [one] : []));
  const sides = alone.flatMap((one) => (one[source] === null || one.checked.duplicate ? [] : [one[source]]));
  return { named: sides.filter(({ sku }) => !isBlankSku(sku)), bare: sides.filter(({ sku }) => isBlankSku(sku)) };
}

function first(sides: readonly VariantSide[], at = 0): VariantSide {
  return sides[at] ?? expect.fail('the shop has too few variants');
}

async function only(account: AccountApi): Promise<number> {
  const all = await account.bulkChanges();
  expect(all).toHaveLength(1);
  return all[0]?.id ?? 0;
}

const outcomesOf = async (account: AccountApi, id: number): Promise<string[]> =>
  must(await account.bulkChange(id, { offset: 0, limit: 100 })).rows.map(({ state, problem }) => `${state}: ${problem}`);

describe('SKUs that are undone', { timeout: MINUTES }, () => {
  it('are what they were, also none and the barcode, on both platforms; a second undo does nothing', async () => {
    const account = await openShop('6821');
    must(await account.saveSettings({ ...(await account.settings()), setBarcode: true }));
    const [here, there] = [await sidesOf(account, 'shopify'), await sidesOf(account, 'square')];
    const sides = [first(here.named), first(here.bare), first(there.named), first(there.bare)];
    const before = await Promise.all(sides.map(live));
    for (const [at, side] of sides.entries()) must(await save(account, side, `NEW-${at}`, 'import-1'));
    expect(await skus(sides)).toEqual(['NEW-0', 'NEW-1', 'NEW-2', 'NEW-3']);
    expect((await live(first(sides))).barcode).toBe('NEW-0');
    // It has that one already, and another variant has the next.
    must(await save(account, first(sides), 'NEW-0', 'import-1'));
    expect(await save(account, first(sides), 'NEW-1', 'import-1')).toMatchObject(err({ code: 'already_exists' }));
    // On its own, a SKU is no bulk change.
    must(await save(account, first(here.named, 1), 'ALONE'));
    const id = await only(account);
    expect((await account.bulkChanges())[0]).toMatchObject({ kind: 'sku', by: BY, counts: { rows: 6, set: 4, undone: 0, undoable: 4 } });
    const { rows } = must(await account.bulkChange(id, { offset: 0, limit: 100 }));
    expect(rows[2]).toMatchObject({ source: 'square', before: before[2]?.sku, after: 'NEW-2', product: first(there.named).productName });
    const again = await kill('6821');
    const [one, other] = await Promise.all([again.undoBulkChange(id, BY), again.undoBulkChange(id, BY)]);
    for (const answer of [one, other]) if (answer.ok) expect(answer.value).toMatchObject({ tried: 6, counts: { undone: 4, undoable: 0 } });
    expect(await Promise.all(sides.map(live))).toEqual(before);
    expect(await outcomesOf(again, id)).toEqual([
      ...Array.from({ length: 4 }, () => 'undone: '),
      'refused: It has this SKU already.',
      expect.stringContaining('is already used on Shopify'),
    ]);
    const told = (await history(again, '6821')).filter((line) => line.includes('"sku\\"'));
    expect(told).toHaveLength(4 + 1 + 4);
    expect(told.some((line) => line.includes('"before\\":\\"NEW-3\\",\\"after\\":\\"\\"'))).toBe(true);
    expect(await again.undoBulkChange(id, BY)).toMatchObject(err({ code: 'failed_precondition' }));
    expect(await save(again, first(sides), 'LATER', 'import-1')).toMatchObject(
      err({ code: 'failed_precondition', message: 'The bulk change was undone, so it cannot continue.' }),
    );
    expect(await again.unlinked(10)).toEqual({ total: 0, pairs: [] });
  });

  it('stay where they were changed since, in the app or on the platform, or the former one is taken, and say why', async () => {
    const account = await openShop('6822');
    const { named } = await sidesOf(account, 'square');
    const sides = [0, 1, 2, 3].map((at) => first(named, at));
    for (const [at, side] of sides.entries()) must(await save(account, side, `NEW-${at}`, 'import-2'));
    const id = await only(account);
    const [byHand, elsewhere, taken, later] = [first(sides, 0), first(sides, 1), first(sides, 2), first(sides, 3)];
    // By hand the same SKU once more: it stays, although it is the one that was imported.
    must(await save(account, byHand, 'NEW-0'));
    const object = (await square('GET', `/v2/catalog/object/${elsewhere.id}`))['object'] as { item_variation_data: object };
    const renamed = { ...object, item_variation_data: { ...object.item_variation_data, sku: 'THEIRS' } };
    await square('POST', '/v2/catalog/object', { idempotency_key: 'rename-2', object: renamed });
    must(await save(account, first(named, 4), taken.sku));
    must(await save(account, later, 'NEWER', 'import-3'));
    expect(must(await account.undoBulkChange(id, BY))).toMatchObject({ counts: { rows: 4, set: 4, undone: 0, undoable: 3 } });
    expect(await skus(sides)).toEqual(['NEW-0', 'THEIRS', 'NEW-2', 'NEWER']);
    expect(await outcomesOf(account, id)).toEqual([
      'set: The SKU was set by hand since, so it stays.',
      'set: The SKU was changed since: it is THEIRS now.',
      `set: Another variant on Square has the former SKU ${taken.sku} now.`,
      'set: A later bulk change has changed this as well. Undo that one first.',
    ]);
    // The later one first, then this one.
    must(await account.undoBulkChange(id + 1, BY));
    expect(must(await account.undoBulkChange(id, BY))).toMatchObject({ counts: { undone: 1, undoable: 2 } });
    expect((await live(later)).sku).toBe(later.sku);
  });

  it('are stored before they are sent; after a kill, undoing takes back what was set and leaves what was not', async () => {
    const account = await openShop('6823');
    const { named } = await sidesOf(account, 'square');
    const [set, unset] = [first(named, 0), first(named, 1)];
    // Each waits for Square for a random time: it goes on until one is seen while it does.
    await control('PUT', 'config', { faults: { square: { latencyMs: 4_000 } } });
    const seen = new Set<string>();
    const unconfirmed = 'unconfirmed: It may be set: the platform has not answered.';
    let saved = 0;
    for (; saved < 8 && !seen.has(unconfirmed); saved += 1) {
      let isSaved = false;
      const saving = save(account, set, `NEW-${String(saved)}-A`, 'import-4').finally(() => {
        isSaved = true;
      });
      while (!isSaved) for (const { id } of await account.bulkChanges()) for (const one of await outcomesOf(account, id)) seen.add(one);
      must(await saving);
    }
    expect([...seen]).toContain(unconfirmed);
    const id = await only(account);
    await control('PUT', 'config', { faults: { square: { latencyMs: 0 } } });
    must(await save(account, unset, 'NEW-1', 'import-4'));
    expect(await outcomesOf(account, id)).toEqual(Array.from({ length: saved + 1 }, () => 'set: '));
    // As a kill leaves them between the platform's answer and its row, of which the second was not sent.
    await runInDurableObject(env.ACCOUNT.getByName('6823'), (_, { storage }) => {
      storage.sql.exec(`update bulk_change_part set rows = replace(rows, '"state":"set"', '"state":"unconfirmed"')`);
    });
    const { object } = (await square('GET', `/v2/catalog/object/${unset.id}`)) as { object: { item_variation_data: object } };
    const former = { ...object, item_variation_data: { ...object.item_variation_data, sku: unset.sku } };
    await square('POST', '/v2/catalog/object', { idempotency_key: 'former', object: former });
    const again = await kill('6823');
    expect(must(await again.undoBulkChange(id, BY))).toMatchObject({ counts: { rows: saved + 1, set: saved, undone: saved, undoable: 0 } });
    expect(await outcomesOf(again, id)).toEqual([
      ...Array.from({ length: saved }, () => 'undone: '),
      'refused: The platform did not set it.',
    ]);
    expect(await skus([set, unset])).toEqual([set.sku, unset.sku]);
  });

  it('go on after a kill: one that was written back and not stored counts as undone', async () => {
    const account = await openShop('6824');
    const { bare } = await sidesOf(account, 'shopify');
    const side = first(bare);
    must(await save(account, side, 'NEW-0', 'import-5'));
    const id = await only(account);
    must(await account.undoBulkChange(id, BY));
    await runInDurableObject(env.ACCOUNT.getByName('6824'), (_, { storage }) => {
      storage.sql.exec(`update bulk_change_part set rows = replace(rows, '"state":"undone"', '"state":"set"')`);
      storage.sql.exec(`update bulk_change set body = replace(body, '"undone":1,"undoable":0', '"undone":0,"undoable":1')`);
    });
    const again = await kill('6824');
    expect(must(await again.undoBulkChange(id, BY))).toMatchObject({ counts: { set: 1, undone: 1, undoable: 0 } });
    expect((await live(side)).sku).toBe('');
    expect((await history(again, '6824')).filter((line) => line.includes('"sku\\"'))).toHaveLength(2);
  });
});

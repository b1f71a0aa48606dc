import { describe, expect, it } from 'vitest';

import type { VariantPair } from '../../../src/domain/catalog/merge-plan';
import { err } from '../../../src/domain/result';
import type { BulkChange } from '../../../src/domain/sync/bulk-change';
import type { AccountApi, JoinedVariant } from '../../../src/durable/api/account-api';
import type { NamedBulkRow } from '../../../src/durable/api/bulk-change-api';
import { everything, history, kill, must, openShop, reread, sideOf } from './edit-harness';

const MINUTES = 180_000;
const WAIT = { timeout: MINUTES, interval: 100 };
const BY = 'merchant' as const;
const NOTHING_LEFT = err({ code: 'failed_precondition', message: 'Nothing of this bulk change is left to undo.' });

/** Pairs of variants that each platform has alone. */
async function strangers(account: AccountApi, count: number): Promise<readonly VariantPair[]> {
  const all = (await everything(account)).filter(({ checked }) => !checked.duplicate);
  const here = all.filter((one) => one.square === null && one.shopify?.tracked === true);
  const there = all.filter((one) => one.shopify === null && one.square?.tracked === true);
  const pairs = here.slice(0, count).flatMap((one, at): VariantPair[] => {
    const other = there[at];
    return other === undefined ? [] : [{ shopify: sideOf(one, 'shopify').id, square: sideOf(other, 'square').id }];
  });
  expect(pairs).toHaveLength(count);
  return pairs;
}

const detail = async (account: AccountApi, { shopify }: VariantPair): Promise<JoinedVariant> =>
  must(await account.variantDetail('shopify', shopify)).variant;

const partners = async (account: AccountApi, pairs: readonly VariantPair[]): Promise<(string | undefined)[]> =>
  Promise.all(pairs.map(async (pair) => (await detail(account, pair)).square?.id));

/** Links pairs, and returns the number of their bulk change. */
async function link(account: AccountApi, pairs: readonly VariantPair[], bulkChange: number | null = null): Promise<number> {
  const linked = must(await account.saveLinks(pairs, BY, bulkChange));
  expect(linked.outcomes.map(({ problem }) => problem)).toEqual(pairs.map(() => ''));
  return linked.bulkChange ?? expect.fail('no bulk change');
}

const rowsOf = async (account: AccountApi, id: number): Promise<readonly NamedBulkRow[]> =>
  must(await account.bulkChange(id, { offset: 0, limit: 100 })).rows;

const changeOf = async (account: AccountApi, id: number): Promise<BulkChange | undefined> =>
  (await account.bulkChanges()).find((one) => one.id === id);

const outcomesOf = async (account: AccountApi, id: number): Promise<string[]> =>
  (await rowsOf(account, id)).map(({ state, problem }) => `${state}: ${problem}`);

const LEFT = ['set: These two are no longer linked.', 'set: A later bulk change has changed this as well. Undo that one first.'];

describe('links that are undone', { timeout: MINUTES }, () => {
  it('end as if each pair was kept separate, are not listed as a surprise, and stay ended; a second undo does nothing', async () => {
    const account = await openShop('6811');
    const pairs = await strangers(account, 3);
    const [one, two, three] = pairs;
    if (one === undefined || two === undefined || three === undefined) return expect.fail('no pairs');
    const id = await link(account, [one, two]);
    expect(await link(account, [three], id)).toBe(id);
    expect(await changeOf(account, id)).toMatchObject({ by: BY, kind: 'link', counts: { rows: 3, set: 3, undone: 0, undoable: 3 } });
    const [first] = await rowsOf(account, id);
    const shown = await detail(account, one);
    expect(first).toMatchObject({
      kind: 'link',
      pair: one,
      product: shown.shopify?.productName,
      other: { product: shown.square?.productName, name: shown.square?.name },
    });
    const again = await kill('6811');
    // Two at once: each link ends once.
    const [undone, second] = await Promise.all([again.undoBulkChange(id, BY), again.undoBulkChange(id, BY)]);
    expect(must(undone)).toMatchObject({ id, counts: { rows: 3, set: 3, undone: 3, undoable: 0 }, separated: pairs });
    expect(second).toEqual(NOTHING_LEFT);
    await expect.poll(() => partners(again, pairs), WAIT).toEqual([undefined, undefined, undefined]);
    await reread(again, 'shopify');
    await reread(again, 'square');
    expect(await partners(again, pairs)).toEqual([undefined, undefined, undefined]);
    expect(await again.unlinked(10)).toEqual({ total: 0, pairs: [] });
    const told = (await history(again, '6811')).filter((line) => line.includes('"pair\\"'));
    expect(told).toHaveLength(6);
    expect(told.filter((line) => line.includes('linked\\":false'))).toHaveLength(3);
    expect(await again.undoBulkChange(id, BY)).toEqual(NOTHING_LEFT);
    expect(await again.saveLinks([one], BY, id)).toMatchObject(
      err({ code: 'failed_precondition', message: 'The bulk change was undone, so it cannot continue.' }),
    );
    expect(await partners(again, [one])).toEqual([undefined]);
    // Linked by hand once more, it is a change of its own, which the undone one does not take back.
    const later = await link(again, [one]);
    expect(later).not.toBe(id);
    expect(await again.undoBulkChange(id, BY)).toEqual(NOTHING_LEFT);
    expect(await partners(again, [one])).toEqual([one.square]);
  });

  it('are only those that are still the same: what the merchant has decided since stays', async () => {
    const account = await openShop('6812');
    const pairs = await strangers(account, 3);
    const [one, two, three] = pairs;
    if (one === undefined || two === undefined || three === undefined) return expect.fail('no pairs');
    const id = await link(account, pairs);
    await account.keepSeparate([one, two], true, BY);
    await expect.poll(() => partners(account, [one, two]), WAIT).toEqual([undefined, undefined]);
    // The first is kept separate; the second was linked again by hand.
    const later = await link(account, [two]);
    expect(must(await account.undoBulkChange(id, BY))).toMatchObject({ counts: { undone: 1, undoable: 2 }, separated: [three] });
    expect(await outcomesOf(account, id)).toEqual([...LEFT, 'undone: ']);
    await expect.poll(() => partners(account, pairs), WAIT).toEqual([undefined, two.square, undefined]);
    // The later one first, then there is nothing left of the first.
    expect(must(await account.undoBulkChange(later, BY))).toMatchObject({ counts: { undone: 1, undoable: 0 } });
    await expect.poll(() => partners(account, [two]), WAIT).toEqual([undefined]);
    expect(must(await account.undoBulkChange(id, BY))).toMatchObject({ counts: { undone: 1, undoable: 2 }, separated: [] });
  });

  it('leave out what was linked before, and a call that links nothing is no bulk change', async () => {
    const account = await openShop('6813');
    const [fresh] = await strangers(account, 1);
    const linked = (await everything(account)).find((one) => one.status === 'in_sync' && one.shopify !== null && one.square !== null);
    if (fresh === undefined || linked === undefined) return expect.fail('no pairs');
    const known = { shopify: sideOf(linked, 'shopify').id, square: sideOf(linked, 'square').id };
    expect(must(await account.saveLinks([known], BY)).bulkChange).toBeNull();
    expect(await account.bulkChanges()).toEqual([]);
    const id = await link(account, [known, fresh]);
    expect(await outcomesOf(account, id)).toEqual(['refused: These two were linked before.', 'set: ']);
    expect(must(await account.undoBulkChange(id, BY))).toMatchObject({ counts: { rows: 2, set: 1, undone: 1 }, separated: [fresh] });
    await expect.poll(() => partners(account, [known, fresh]), WAIT).toEqual([known.square, undefined]);
    for (const bulkChange of [id + 1, 0])
      expect(await account.saveLinks([fresh], BY, bulkChange)).toMatchObject(
        err({ code: 'not_found', message: 'There is no such bulk change to continue.' }),
      );
    expect(await partners(account, [fresh])).toEqual([undefined]);
  });
});

import { describe, expect, it } from 'vitest';

import type { VariantPair } from '../../../src/domain/catalog/merge-plan';
import type { AccountApi, JoinedVariant } from '../../../src/durable/api/account-api';
import { control, everything, find, history, kill, must, openShop, reread, shopify, sideOf, square, stock } from './edit-harness';

const MINUTES = 180_000;
const WAIT = { timeout: MINUTES, interval: 100 };
const BY = 'merchant' as const;

const pairOf = (one: JoinedVariant, other: JoinedVariant): VariantPair => ({
  shopify: sideOf(one, 'shopify').id,
  square: sideOf(other, 'square').id,
});

/** A variant that each platform has alone, with a SKU that nobody else has, tracked. */
async function strangers(account: AccountApi): Promise<readonly [JoinedVariant, JoinedVariant]> {
  const isUsual = (one: JoinedVariant): boolean => one.checked.matching === 'unmatched' && !one.checked.duplicate;
  return [
    await find(account, (one) => one.square === null && one.shopify?.tracked === true && isUsual(one)),
    await find(account, (one) => one.shopify === null && one.square?.tracked === true && isUsual(one)),
  ];
}

const detail = async (account: AccountApi, one: JoinedVariant): Promise<JoinedVariant> =>
  must(await account.variantDetail('shopify', sideOf(one, 'shopify').id)).variant;

const partnerOf = async (account: AccountApi, one: JoinedVariant): Promise<string | undefined> => (await detail(account, one)).square?.id;

describe('links by hand', { timeout: MINUTES }, () => {
  it('join variants of different SKUs, write nothing, pass on what sells, and stay when a SKU is changed', async () => {
    const account = await openShop('6801');
    const [here, there] = await strangers(account);
    const pair = pairOf(here, there);
    const numbers = async (): Promise<unknown> => [await stock(sideOf(here, 'shopify').sku), await stock(sideOf(there, 'square').sku)];
    const before = await numbers();
    expect(must(await account.saveLinks([pair], BY)).outcomes).toEqual([{ pair, problem: '' }]);
    expect(await detail(account, here)).toMatchObject({ square: { id: pair.square }, isManual: true });
    const linked = async (): Promise<boolean> => (await history(account, '6801')).some((line) => line.includes('"linked\\"'));
    await expect.poll(linked, WAIT).toBe(true);
    expect(await numbers()).toEqual(before);
    const told = (await history(account, '6801')).filter((line) => line.includes('"pair\\"'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('"originator":"merchant"');
    const start = await detail(account, here);
    await control('POST', 'change', { platform: 'square', sku: sideOf(there, 'square').sku, delta: -2 });
    await reread(account, 'square');
    const expected = (start.shopifyQuantity ?? 0) - 200_000;
    await expect.poll(async () => (await detail(account, here)).shopifyQuantity, WAIT).toBe(expected);
    // A SKU that changes on one side ends other links after a while.
    const { productId, id } = sideOf(here, 'shopify');
    const rename = `mutation Rename($productId: ID!, $id: ID!) {
      productVariantsBulkUpdate(productId: $productId, variants: [{ id: $id, inventoryItem: { sku: "RENAMED" } }]) { userErrors { message } } }`;
    await shopify(rename, { productId: `gid://shopify/Product/${productId}`, id: `gid://shopify/ProductVariant/${id}` });
    await reread(account, 'shopify');
    expect(await detail(account, here)).toMatchObject({ shopify: { sku: 'RENAMED' }, square: { id: pair.square }, isManual: true });
    expect(await account.unlinked(10)).toEqual({ total: 0, pairs: [] });
    const again = await kill('6801');
    expect(await detail(again, here)).toMatchObject({ square: { id: pair.square }, isManual: true });
    expect(must(await again.saveLinks([pair], BY)).outcomes).toEqual([{ pair, problem: '' }]);
    expect((await history(again, '6801')).filter((line) => line.includes('"pair\\"'))).toHaveLength(1);
  });

  it('join variants without a SKU, and such whose SKU is used twice', async () => {
    const account = await openShop('6802');
    const bare = await find(account, (one) => one.shopify === null && one.checked.matching === 'no_sku');
    const twice = await find(account, (one) => one.square === null && one.checked.matching === 'duplicate_sku');
    const pair = pairOf(twice, bare);
    expect(must(await account.saveLinks([pair], BY)).outcomes).toEqual([{ pair, problem: '' }]);
    expect(await partnerOf(account, twice)).toBe(pair.square);
    await reread(account, 'shopify');
    await reread(account, 'square');
    expect(await partnerOf(account, twice)).toBe(pair.square);
  });

  it('are refused one by one, with the reason: unknown, deleted, linked with another, or listed twice', async () => {
    const account = await openShop('6803');
    const [here, there] = await strangers(account);
    const linked = await find(account, (one) => one.shopify !== null && one.square !== null);
    const gone = await find(
      account,
      (one) => one.shopify === null && one.square?.name === 'Regular' && one.square.id !== sideOf(there, 'square').id,
    );
    const lonely = await find(account, (one) => one.square === null && one.shopify !== null && one.key !== here.key);
    const pair = pairOf(here, there);
    // Nobody has told us of the deletion yet.
    await square('DELETE', `/v2/catalog/object/${sideOf(gone, 'square').productId}`);
    const { outcomes, bulkChange } = must(
      await account.saveLinks(
        [
          pair,
          { shopify: '1', square: 'NONE' },
          pairOf(linked, there),
          pairOf(lonely, gone),
          { ...pairOf(here, there), shopify: sideOf(linked, 'shopify').id },
        ],
        BY,
      ),
    );
    expect(outcomes.map(({ problem }) => problem)).toEqual([
      '',
      'Shopify has no such variant: it may have been deleted.',
      expect.stringMatching(/^“.+” is linked with “.+” on Square\. Keep those two separate first\.$/u),
      'Square has no such variant: it may have been deleted.',
      expect.stringContaining('is linked with'),
    ]);
    const kept = must(await account.bulkChange(bulkChange ?? 0, { offset: 0, limit: 10 }));
    expect(kept.change).toMatchObject({ by: BY, kind: 'link', counts: { rows: 5, set: 1, undone: 0, undoable: 1 } });
    expect(kept.rows.map(({ state, problem }) => [state, problem])).toEqual(
      outcomes.map(({ problem }) => [problem === '' ? 'set' : 'refused', problem]),
    );
    expect(await partnerOf(account, here)).toBe(pair.square);
    expect(await partnerOf(account, linked)).toBe(sideOf(linked, 'square').id);
    const [other] = (await everything(account)).filter((one) => one.shopify === null && one.square !== null);
    const twice = [pairOf(linked, linked), pairOf(linked, linked)];
    expect(other).toBeDefined();
    expect(must(await account.saveLinks(twice, BY)).outcomes.map(({ problem }) => problem)).toEqual([
      '',
      expect.stringMatching(/^“.+” is in this list twice\. Link it once\.$/u),
    ]);
  });
});

describe('a pair that is kept separate', { timeout: MINUTES }, () => {
  it('is linked no more, also after a kill and a new reading, and is not listed as a surprise; then it links again', async () => {
    const account = await openShop('6805');
    const linked = await find(account, (one) => one.status === 'in_sync' && one.shopify !== null && one.square !== null);
    const pair = pairOf(linked, linked);
    await account.keepSeparate([pair], true, BY);
    await expect.poll(() => partnerOf(account, linked), WAIT).toBeUndefined();
    const again = await kill('6805');
    await reread(again, 'shopify');
    await reread(again, 'square');
    expect(await partnerOf(again, linked)).toBeUndefined();
    expect(await again.unlinked(10)).toEqual({ total: 0, pairs: [] });
    const lines = (await history(again, '6805')).filter((line) => line.includes('"pair\\"') || line.includes('"unlinked\\"'));
    expect(lines.map((line) => /separated|linked\\":false/u.test(line))).toEqual([true, true]);
    await again.keepSeparate([pair], false, BY);
    expect(await partnerOf(again, linked)).toBe(pair.square);
    expect(await detail(again, linked)).toMatchObject({ isManual: false });
  });

  it('linked by hand is separate no longer', async () => {
    const account = await openShop('6806');
    const linked = await find(account, (one) => one.status === 'in_sync' && one.shopify !== null && one.square !== null);
    const pair = pairOf(linked, linked);
    await account.keepSeparate([pair], true, BY);
    await expect.poll(() => partnerOf(account, linked), WAIT).toBeUndefined();
    expect(must(await account.saveLinks([pair], BY)).outcomes).toEqual([{ pair, problem: '' }]);
    await reread(account, 'shopify');
    expect(await detail(account, linked)).toMatchObject({ square: { id: pair.square }, isManual: true });
  });
});

import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';

import type { AccountApi, JoinedVariant } from '../../../src/durable/api/account-api';
import { control, find, history, kill, must, openShop, reread, shopify, sideOf } from './edit-harness';

const MINUTES = 180_000;
const WAIT = { timeout: MINUTES, interval: 100 };
const BY = 'merchant' as const;
const DOZEN = { shopify: 12, square: 1 };

const detail = async (account: AccountApi, one: JoinedVariant): Promise<JoinedVariant> =>
  must(await account.variantDetail('shopify', sideOf(one, 'shopify').id)).variant;

/** Both quantities in units, as the account knows them once nothing is on its way. */
async function numbers(account: AccountApi, one: JoinedVariant): Promise<readonly [number, number] | string> {
  const { shopifyQuantity, squareQuantity, checked } = await detail(account, one);
  return checked.underWay ? 'under way' : [(shopifyQuantity ?? NaN) / 100_000, (squareQuantity ?? NaN) / 100_000];
}

/** A linked variant whose Shopify units are cases of twelve from now on. */
async function packed(account: AccountApi): Promise<JoinedVariant> {
  const one = await find(account, ({ status, shopify: side, square }) => status === 'in_sync' && side !== null && square !== null);
  const pair = { shopify: sideOf(one, 'shopify').id, square: sideOf(one, 'square').id };
  expect(must(await account.saveLinks([{ ...pair, packs: DOZEN }], BY)).outcomes).toEqual([{ pair, problem: '' }]);
  return one;
}

const sell = (platform: 'shopify' | 'square', { shopify: side }: JoinedVariant, delta: number): Promise<unknown> =>
  control('POST', 'change', { platform, sku: side?.sku, delta });

/** Runs the nightly audit in the account's object. */
async function brokenCells(id: string): Promise<unknown> {
  return runInDurableObject(env.ACCOUNT.getByName(id), async (instance, state) => {
    state.storage.sql.exec("delete from meta where name = 'audit'");
    await instance.alarm?.();
    const { value } = state.storage.sql.exec<{ value: string }>("select value from meta where name = 'audit'").one();
    return (JSON.parse(value) as { broken: number }).broken;
  });
}

describe('a pack size', { timeout: MINUTES }, () => {
  it('passes on whole packs, sets both sides to the same stock, and compares them as such', async () => {
    const account = await openShop('6901');
    const one = await packed(account);
    const id = sideOf(one, 'shopify').id;
    expect(await detail(account, one)).toMatchObject({ packs: DOZEN, isManual: true });
    must(await account.saveQuantity({ source: 'shopify', variantId: id, quantity: 500_000, by: BY }));
    await expect.poll(() => numbers(account, one), WAIT).toEqual([5, 60]);
    expect(await detail(account, one)).toMatchObject({ status: 'in_sync', checked: { standing: 'in_sync' } });

    // A piece opens a case; the next eleven are of the same one.
    await sell('square', one, -1);
    await reread(account, 'square');
    await expect.poll(() => numbers(account, one), WAIT).toEqual([4, 59]);
    expect(await detail(account, one)).toMatchObject({ checked: { standing: 'in_sync' } });
    await sell('square', one, -11);
    await reread(account, 'square');
    await expect.poll(() => numbers(account, one), WAIT).toEqual([4, 48]);
    await sell('shopify', one, -1);
    await reread(account, 'shopify');
    await expect.poll(() => numbers(account, one), WAIT).toEqual([3, 36]);
    await sell('square', one, 12);
    await reread(account, 'square');
    await expect.poll(() => numbers(account, one), WAIT).toEqual([4, 48]);

    const again = await kill('6901');
    expect(await detail(again, one)).toMatchObject({ packs: DOZEN, checked: { standing: 'in_sync' } });
    must(await again.saveQuantity({ source: 'square', variantId: sideOf(one, 'square').id, quantity: 6_500_000, by: BY }));
    await expect.poll(() => numbers(again, one), WAIT).toEqual([5, 65]);
    expect(await brokenCells('6901')).toBe(0);
    const lines = await history(again, '6901');
    expect(lines.filter((line) => line.includes('"pair\\"')).map((line) => line.includes('\\"packs\\":{\\"shopify\\":12'))).toEqual([true]);
  });

  it('leaves the variant out of leveling, stays through other SKUs and a separation, and can be taken back', async () => {
    const account = await openShop('6902');
    const one = await packed(account);
    const pair = { shopify: sideOf(one, 'shopify').id, square: sideOf(one, 'square').id };
    must(await account.saveQuantity({ source: 'shopify', variantId: pair.shopify, quantity: 200_000, by: BY }));
    await expect.poll(() => numbers(account, one), WAIT).toEqual([2, 24]);
    const planned = must(await account.planLevelling({ keys: [one.key], view: 'all', query: '', take: 'shopify' }));
    expect(planned).toEqual([]);
    const steps = [{ key: one.key, shopify: 200_000, square: 2_400_000, to: 200_000 }];
    const { outcomes } = must(await account.level(steps, { by: BY, kind: 'level', bulkChange: null }));
    expect(outcomes).toEqual([
      { key: one.key, outcome: 'refused', problem: 'Its sides count different units, by its pack size. Set its quantity in its details.' },
    ]);

    await account.keepSeparate([pair], true, BY);
    await expect.poll(async () => (await detail(account, one)).square, WAIT).toBeNull();
    expect(await detail(account, one)).toMatchObject({ packs: { shopify: 1, square: 1 } });
    await account.keepSeparate([pair], false, BY);
    await expect.poll(async () => (await detail(account, one)).square?.id, WAIT).toBe(pair.square);
    expect(await detail(account, one)).toMatchObject({ packs: DOZEN, checked: { standing: 'in_sync' } });

    must(await account.saveLinks([{ ...pair, packs: { shopify: 1, square: 1 } }], BY));
    expect(await detail(account, one)).toMatchObject({ packs: { shopify: 1, square: 1 }, checked: { standing: 'out_of_sync' } });
    await sell('square', one, -1);
    await reread(account, 'square');
    await expect.poll(() => numbers(account, one), WAIT).toEqual([1, 23]);
    expect(await brokenCells('6902')).toBe(0);
  });

  it('keeps a new product of the same SKU from being linked as equal units', async () => {
    const account = await openShop('6903');
    const one = await packed(account);
    const { sku, productId } = sideOf(one, 'shopify');
    await shopify('mutation D($id: ID!) { productDelete(input: { id: $id }) { userErrors { message } } }', {
      id: `gid://shopify/Product/${productId}`,
    });
    const made = `mutation M($sku: String!) { productSet(input: { title: "Made again", status: ACTIVE,
      productOptions: [{ name: "Title", values: [{ name: "Default Title" }] }],
      variants: [{ optionValues: [{ optionName: "Title", name: "Default Title" }], inventoryItem: { sku: $sku, tracked: true } }] },
      synchronous: true) { userErrors { message } } }`;
    await shopify(made, { sku });
    await reread(account, 'shopify');
    const again = await find(account, ({ shopify: side }) => side?.productName === 'Made again');
    expect(again.square).toBeNull();
    const pair = { shopify: sideOf(again, 'shopify').id, square: sideOf(one, 'square').id };
    expect(must(await account.saveLinks([{ ...pair, packs: DOZEN }], BY)).outcomes).toEqual([{ pair, problem: '' }]);
    expect(await detail(account, again)).toMatchObject({ square: { id: pair.square }, packs: DOZEN });
  });
});

import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import {
  alerts,
  bothAt,
  change,
  kill,
  pair,
  recount,
  ring,
  setFaults,
  skuOf,
  snapshot,
  STEPS,
  stockOf,
  variantOf,
  useWorld,
  entitle,
  stockBecomes,
} from './account-harness';

const [SKU, OTHER, THIRD] = [skuOf(1), skuOf(2), skuOf(3)];
const SETTINGS = { applyMaxQuantity: false, maxQuantityUpdate: 5, setBarcode: false, autoSync: true };

const merchant = useWorld();

/** Runs the nightly audit now and returns what it found. */
async function audit(): Promise<{ cells: number; broken: number }> {
  await runInDurableObject(merchant.stub(), (_, state) => {
    state.storage.sql.exec("delete from meta where name = 'audit'");
  });
  await ring(merchant);
  return runInDurableObject(merchant.stub(), (_, state) => {
    const { value } = state.storage.sql.exec<{ value: string }>("select value from meta where name = 'audit'").one();
    return JSON.parse(value) as { cells: number; broken: number };
  });
}

const held = async (): Promise<number> => (await merchant.state()).held;

describe('the nightly audit', () => {
  it('finds nothing lost or invented, whatever the merchant and the customers do', async () => {
    await change('square', SKU, -2);
    await change('shopify', SKU, -3);
    await bothAt(SKU, 95);
    await recount('square', SKU, 50);
    await bothAt(SKU, 50);
    await merchant.stub().saveSettings({ ...SETTINGS, applyMaxQuantity: true });
    for (const sku of [OTHER, THIRD]) await change('square', sku, 40);
    await expect.poll(held).toBe(2);
    expect(await audit()).toMatchObject({ cells: 5, broken: 0 });
    await merchant.stub().resolveHeld([(await variantOf(merchant, OTHER)).key], true, 'merchant');
    await bothAt(OTHER, 140);
    await merchant.stub().resolveHeld([], false, 'merchant');
    expect(await audit()).toMatchObject({ cells: 5, broken: 0 });
    await merchant.stub().saveSettings(SETTINGS);
    await merchant.stub().saveQuantity({
      source: 'square',
      variantId: (await variantOf(merchant, THIRD)).square?.id ?? '',
      quantity: 77 * STEPS,
      by: 'merchant',
    });
    await bothAt(THIRD, 77);
    expect(await audit()).toMatchObject({ cells: 5, broken: 0 });
    await kill(merchant);
    await change('shopify', THIRD, -7);
    await bothAt(THIRD, 70);
    expect(await audit()).toMatchObject({ cells: 5, broken: 0 });
    expect(alerts()).toEqual([]);
  });

  it('finds nothing after entitlement was lost during a write, and after a change of the pair', async () => {
    await setFaults('square', { timeoutAfterEffect: 1 });
    await change('shopify', SKU, -5);
    await expect.poll(async () => (await stockOf(SKU)).square).toBe(95);
    await entitle(merchant, false);
    await change('shopify', OTHER, -9);
    await setFaults('square', { timeoutAfterEffect: 0 });
    await expect.poll(async () => (await variantOf(merchant, OTHER)).shopifyQuantity).toBe(91 * STEPS);
    await entitle(merchant);
    await change('square', OTHER, -1);
    await stockBecomes(OTHER, 90, 99);
    expect(await audit()).toMatchObject({ cells: 5, broken: 0 });
    const { synced } = await merchant.stub().locations();
    await merchant.stub().disconnectPair(String(synced[0]?.id));
    await change('shopify', OTHER, -30);
    await pair(merchant, 0);
    expect(await audit()).toMatchObject({ broken: 0 });
    await snapshot(merchant);
    expect(await audit()).toMatchObject({ cells: 5, broken: 0 });
    await change('square', OTHER, -1);
    await stockBecomes(OTHER, 59, 98);
    expect(await audit()).toMatchObject({ cells: 5, broken: 0 });
    expect(alerts()).toEqual([]);
  });

  it('finds a lost unit and raises an alert', async () => {
    await change('square', SKU, -2);
    await bothAt(SKU, 98);
    await expect.poll(async () => (await variantOf(merchant, SKU)).shopifyQuantity).toBe(98 * STEPS);
    await runInDurableObject(merchant.stub(), (_, state) => {
      state.storage.sql.exec('update variant set shopify_quantity = shopify_quantity - ? where shopify_sku = ?', STEPS, SKU);
    });
    expect(await audit()).toMatchObject({ cells: 5, broken: 1 });
    expect(alerts()).toHaveLength(1);
  });
});

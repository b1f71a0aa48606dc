import { beforeEach, describe, expect, it } from 'vitest';

import type { InventoryView } from '../../src/domain/catalog/joined';
import { ok, err } from '../../src/domain/result';
import {
  alerts,
  bothAt,
  callsOf,
  change,
  connectSquare,
  control,
  forgetCalls,
  history,
  setFaults,
  skuOf,
  snapshot,
  STEPS,
  stockOf,
  variantOf,
  writes,
  useWorld,
  stockBecomes,
  expectWrites,
  expectStock,
  owedBecomes,
  entitle,
  LEVEL,
} from './account-harness';

const [SKU, OTHER] = [skuOf(1), skuOf(2)];
const SETTINGS = { applyMaxQuantity: false, maxQuantityUpdate: 100, setBarcode: false, autoSync: true };

const merchant = useWorld();

const held = async (): Promise<number> => (await merchant.state()).held;

describe('a maximum of five', () => {
  beforeEach(async () => {
    await merchant.stub().saveSettings({ ...SETTINGS, applyMaxQuantity: true, maxQuantityUpdate: 5 });
    await change('square', SKU, 100);
    await expect.poll(held).toBe(1);
  });

  it('holds a restock of a hundred and shows it, while a later sale passes', async () => {
    await change('square', SKU, -2);
    await stockBecomes(SKU, 98, 198);
    const lines = (await history(merchant)).filter((line) => line.sku === SKU);
    expect(lines[0]).toMatchObject({ originator: 'square', fact: { kind: 'change', delta: 100 * STEPS, fate: 'held', maximum: 5 } });
    expect(lines[1]).toMatchObject({ originator: 'square', fact: { kind: 'change', delta: -2 * STEPS, fate: 'sent' } });
    await expectWrites(1, 0);
  });

  it('sends what is held when the merchant decides to, and both sides are equal', async () => {
    await change('shopify', SKU, -1);
    await stockBecomes(SKU, 99, 199);
    expect(await merchant.stub().resolveHeld([], true, 'merchant')).toEqual(ok(1));
    await bothAt(SKU, 199);
    expect(await held()).toBe(0);
    await change('shopify', SKU, -1);
    await bothAt(SKU, 198);
  });

  it('lists a held change as needing attention, even if both sides reach the same quantity', async () => {
    const listed = async (view: InventoryView, query = ''): Promise<unknown[]> => {
      const page = await merchant.stub().inventory({ view, query, limit: 10, page: 0, sort: { column: 'name', descending: false } });
      return page.ok ? page.value.variants.map((variant) => variant.shopify?.sku) : [page.error];
    };
    expect(await listed('needs_attention')).toEqual([SKU]);
    // Someone sets the same count in Shopify's own admin.
    await merchant.stub().saveSettings({ ...SETTINGS, autoSync: false, applyMaxQuantity: true, maxQuantityUpdate: 5 });
    await change('shopify', SKU, 100);
    await expect.poll(() => listed('out_of_sync')).toEqual([]);
    expect(await listed('in_sync', SKU)).toEqual([SKU]);
    expect(await listed('needs_attention')).toEqual([SKU]);
    expect(await listed('held')).toEqual([SKU]);
    expect(await listed('another_writer')).toEqual([]);
    expect(await listed('needs_attention', 'no such thing')).toEqual([]);
    expect(await listed('held', 'no such thing')).toEqual([]);
    expect(await merchant.stub().planLevelling({ keys: [], view: 'needs_attention', query: '', take: 'square' })).toEqual(ok([]));
    await merchant.stub().resolveHeld([], false, 'merchant');
    expect(await held()).toBe(0);
    expect(await listed('held')).toEqual([]);
  });

  it('is dropped by an operator where one decides for the merchant', async () => {
    expect(await merchant.stub().resolveHeld([], false, 'operator')).toEqual(ok(1));
    const [line] = (await history(merchant)).slice(-1);
    expect(line).toMatchObject({ originator: 'operator', sku: SKU });
  });

  it('drops what is held when the merchant decides to: the sides stay different and new changes are synced', async () => {
    const { key } = await variantOf(merchant, SKU);
    expect(await merchant.stub().resolveHeld([key], false, 'merchant')).toEqual(ok(1));
    expect(await held()).toBe(0);
    await change('square', SKU, -3);
    await stockBecomes(SKU, 97, 197);
    const plan = await merchant.stub().planLevelling({ keys: [key], view: 'all', query: '', take: 'square' });
    expect(plan).toEqual(ok([{ key, shopify: 97 * STEPS, square: 197 * STEPS, to: 197 * STEPS }]));
  });
});

describe('manual stock', () => {
  it('sets a quantity on both sides, and a sale made meanwhile counts on top of it', async () => {
    const { shopify } = await variantOf(merchant, SKU);
    await setFaults('shopify', { latencyMs: 800 });
    await setFaults('square', { latencyMs: 800 });
    const saving = merchant.stub().saveQuantity({ source: 'shopify', variantId: shopify?.id ?? '', quantity: 40 * STEPS, by: 'merchant' });
    await expect.poll(async () => (await merchant.state()).owed + Number((await writes()).square > 0)).toBeGreaterThan(0);
    await change('shopify', SKU, -3);
    expect(await saving).toEqual(ok(null));
    const { shopify: one, square: other } = await stockOf(SKU).then(async () => {
      await expect.poll(async () => (await stockOf(SKU)).shopify === (await stockOf(SKU)).square).toBe(true);
      return stockOf(SKU);
    });
    expect(one).toBe(other);
    // A sale seen before the quantity was set is covered by it; one seen afterward counts on top. It is never lost halfway.
    expect([40, 37]).toContain(one);
    const set = (await history(merchant)).find((line) => line.fact['kind'] === 'set');
    expect(set?.fact).toMatchObject({ to: 40 * STEPS, by: 'merchant' });
  });

  it('is set by an operator where one acts for the merchant', async () => {
    const { shopify } = await variantOf(merchant, SKU);
    const saved = await merchant
      .stub()
      .saveQuantity({ source: 'shopify', variantId: shopify?.id ?? '', quantity: 41 * STEPS, by: 'operator' });
    expect(saved).toEqual(ok(null));
    await bothAt(SKU, 41);
    const set = (await history(merchant)).find((line) => line.fact['kind'] === 'set');
    expect(set).toMatchObject({ originator: 'operator', fact: { to: 41 * STEPS, by: 'operator' } });
  });

  it('levels out-of-sync rows one by one, and leaves a row that has changed since then for another plan', async () => {
    await merchant.stub().saveSettings({ ...SETTINGS, applyMaxQuantity: true, maxQuantityUpdate: 5 });
    for (const sku of [SKU, OTHER]) await change('square', sku, 50);
    await expect.poll(held).toBe(2);
    await merchant.stub().resolveHeld([], false, 'merchant');
    await merchant.stub().saveSettings(SETTINGS);
    const plan = await merchant.stub().planLevelling({ keys: [], view: 'out_of_sync', query: '', take: 'square' });
    expect(plan.ok && plan.value).toHaveLength(2);
    await change('square', OTHER, -1);
    await stockBecomes(OTHER, 99, 149);
    const [first, second] = [await variantOf(merchant, SKU), await variantOf(merchant, OTHER)];
    const outcome = await merchant.stub().level(plan.ok ? plan.value : [], LEVEL);
    expect(new Map(outcome.ok ? outcome.value.outcomes.map((one) => [one.key, one.outcome]) : [])).toEqual(
      new Map([
        [first.key, 'taken'],
        [second.key, 'stale'],
      ]),
    );
    await bothAt(SKU, 150);
    await expectStock(OTHER, 99, 149);
    const again = await merchant.stub().planLevelling({ keys: [], view: 'out_of_sync', query: '', take: 'shopify' });
    expect(again).toMatchObject(ok([{ key: second.key, to: 99 * STEPS }]));
    await merchant.stub().level(again.ok ? again.value : [], LEVEL);
    await bothAt(OTHER, 99);
  });

  it('reports an error when none of the named variants exists, and skips those that are gone', async () => {
    const { key } = await variantOf(merchant, SKU);
    const gone = 999_999;
    expect(await merchant.stub().resolveHeld([gone], true, 'merchant')).toMatchObject(err({ code: 'not_found' }));
    expect(await merchant.stub().resolveHeld([gone, key], true, 'merchant')).toEqual(ok(0));
    const request = { view: 'all', query: '', take: 'square' } as const;
    expect(await merchant.stub().planLevelling({ ...request, keys: [gone] })).toMatchObject(err({ code: 'not_found' }));
    expect(await merchant.stub().planLevelling({ ...request, keys: [gone, key] })).toEqual(ok([]));
  });

  it('keeps what is pending while auto-sync is off, and sends it once when it is on again', async () => {
    await merchant.stub().saveSettings({ ...SETTINGS, autoSync: false });
    await change('square', SKU, -2);
    await change('shopify', SKU, -3);
    await owedBecomes(merchant, 1);
    const { shopify, square } = await stockOf(SKU);
    expect({ shopify, square }).toEqual({ shopify: 97, square: 98 });
    expect(
      await merchant.stub().saveQuantity({
        source: 'square',
        variantId: (await variantOf(merchant, SKU)).square?.id ?? '',
        quantity: 7 * STEPS,
        by: 'merchant',
      }),
    ).toMatchObject(err({ code: 'failed_precondition' }));
    await expectWrites(0, 0);
    await merchant.stub().saveSettings(SETTINGS);
    await bothAt(SKU, 95);
    await expectWrites(1, 1);
  });
});

describe('entitlement', () => {
  it('once lost, nothing is sent; once regained, nothing old is pushed and new changes are synced', async () => {
    await entitle(merchant, false);
    await change('square', SKU, -4);
    await change('shopify', OTHER, -6);
    await expect.poll(async () => (await history(merchant)).filter((line) => line.fact['fate'] === 'kept')).toHaveLength(2);
    await entitle(merchant);
    await change('shopify', SKU, -1);
    await stockBecomes(SKU, 99, 95);
    await change('square', OTHER, -1);
    await stockBecomes(OTHER, 93, 99);
    await expectWrites(1, 1);
    expect(alerts()).toEqual([]);
  });

  it('lost during a write and regained: the write counts once and is not taken for a sale', async () => {
    await setFaults('square', { timeoutAfterEffect: 1 });
    await change('shopify', SKU, -5);
    await expect.poll(async () => (await stockOf(SKU)).square).toBe(95);
    await entitle(merchant, false);
    await setFaults('square', { timeoutAfterEffect: 0 });
    await forgetCalls();
    await entitle(merchant);
    // The result of the lost write is read: the new baseline.
    await expect.poll(() => callsOf('square', 'POST /v2/inventory/counts/batch-retrieve')).toBeGreaterThan(0);
    await change('square', SKU, -1);
    await bothAt(SKU, 94);
    await expectWrites(1, 0);
  });
});

it('finds what was missed on either side when the merchant disconnects and reconnects Square', async () => {
  await merchant.stub().disconnect('square', 'merchant');
  await change('square', SKU, -2);
  await change('shopify', OTHER, -3);
  await owedBecomes(merchant, 1);
  await control('PUT', 'config', { squareSeller: 'MLDEMO' });
  await connectSquare(merchant);
  await expect
    .poll(async () => (await merchant.state()).snapshots.find((one) => one.source === 'square')?.state)
    .toMatch(/queued|running|done/u);
  await snapshot(merchant);
  await bothAt(SKU, 98);
  await bothAt(OTHER, 97);
});

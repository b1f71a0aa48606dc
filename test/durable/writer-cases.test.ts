import { env, runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import type { WriterCaseView } from '../../src/durable/api/writer-case-api';
import {
  bothAt,
  callsOf,
  change,
  control,
  expectStock,
  expectWrites,
  forgetCalls,
  history,
  kill,
  ring,
  setFaults,
  skipTime,
  skuOf,
  stockOf,
  useWorld,
  variantOf,
  webhooksQuiet,
  LEVEL,
} from './account-harness';

const ONE = 100_000;
const LOG = 'POST /v2/inventory/changes/batch-retrieve';
const APP = 'Stock Mirror';
const merchant = useWorld(4);
const sku = skuOf(1);

const listed = async (): Promise<readonly WriterCaseView[]> => (await merchant.stub().writerCases(10, null)).cases;
const only = async (): Promise<WriterCaseView> => {
  const [one, ...others] = await listed();
  expect(others).toEqual([]);
  return one ?? expect.fail('no case is listed');
};
const resolve = async (id: string, ...decided: [action: 'reconcile' | 'trust' | 'dismiss', units?: number]) =>
  merchant
    .stub()
    .resolveWriterCase({ id, action: decided[0], quantity: decided[1] === undefined ? null : decided[1] * ONE, by: 'merchant' });

/** Stores a case as an earlier instance found it, and starts another. */
async function given(wanted: string, state: 'held' | 'suspected'): Promise<string> {
  const { key } = await variantOf(merchant, wanted);
  await webhooksQuiet();
  await runInDurableObject(merchant.stub(), (_, { storage }) => {
    const at = Date.now() - 60_000;
    const side = { count: 4, units: -4 * ONE, from: at, to: at };
    const body = {
      proof: null,
      app: null,
      since: at,
      heldAt: state === 'held' ? at : null,
      copied: { latest: [], square: side },
      resolved: null,
    };
    storage.sql.exec(
      `insert into writer_case (item_id, variation_id, state, body)
        select cast(item_id as text), variation_id, ?, ? from variant where key = ?`,
      state,
      JSON.stringify({ ...body, sku: wanted, productName: 'Light Bowl 1', variantName: 'Red' }),
      key,
    );
  });
  await kill(merchant);
  return (await listed()).find((one) => one.key === key)?.id ?? expect.fail('the case is not listed');
}

/** Another app repeats a sale of Shopify on Square. */
async function sellTwice(units = 1): Promise<void> {
  await change('shopify', sku, -units);
  await control('POST', 'change', { platform: 'square', sku, delta: -units, by: APP });
}

/** Sells a unit every two minutes or so, and the app repeats each sale, until the variant is on hold. Returns the number of sales. */
async function sellOften(most: number): Promise<number> {
  const isHeld = async (): Promise<boolean> => (await listed()).some(({ state }) => state === 'held');
  for (let n = 0; n < most; n += 1) {
    const before = await stockOf(sku);
    await sellTwice();
    // A write may wait for an alarm: whether the app copies our own writes too.
    const isDone = async (): Promise<boolean> => {
      await ring(merchant);
      const { shopify, square } = await stockOf(sku);
      return (shopify === square && shopify === (before.shopify ?? 0) - 2) || (await isHeld());
    };
    await expect.poll(isDone, { timeout: 180_000, interval: 500 }).toBe(true);
    await webhooksQuiet();
    if (await isHeld()) return n + 1;
    // Slowly, so that the platforms’ clock stays near ours; unevenly, as customers come and no clock does.
    await skipTime(130_000 + ((n * 7_919) % 43_000), 50);
  }
  return most;
}

describe('a variant on hold because of another app', () => {
  it('stays on hold after a kill; all that waited is sent once the app is trusted', async () => {
    const { shopifyQuantity } = await variantOf(merchant, sku);
    const stock = (shopifyQuantity ?? 0) / ONE;
    const id = await given(sku, 'held');
    await forgetCalls();
    await change('shopify', sku, -2);
    await change('square', sku, -1);
    await webhooksQuiet();
    await ring(merchant);
    await kill(merchant);
    await change('shopify', sku, 1);
    await webhooksQuiet();
    await ring(merchant);
    await expectWrites(0, 0);
    await expectStock(sku, stock - 1, stock - 1);
    // Other variants go on.
    await change('square', skuOf(2), -1);
    const others = await stockOf(skuOf(2));
    await bothAt(skuOf(2), others.square ?? 0);
    expect(await merchant.state()).toMatchObject({ writersHeld: 1, writersSuspected: 0, owed: 0, held: 0 });
    expect(await merchant.health()).toMatchObject({ writersHeld: 1 });
    expect(await resolve(id, 'trust')).toMatchObject({ ok: true });
    await bothAt(sku, stock - 2);
    expect(await listed()).toEqual([]);
    expect(await resolve(id, 'trust')).toMatchObject({ ok: true });
    expect(await resolve(id, 'reconcile', 3)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it('is set to the number that the merchant confirms, on both sides, once', async () => {
    const id = await given(sku, 'held');
    await change('shopify', sku, -2);
    await webhooksQuiet();
    expect(await resolve(id, 'reconcile', 5)).toMatchObject({ ok: true });
    await bothAt(sku, 5);
    expect(await listed()).toEqual([]);
    const [line] = (await history(merchant)).filter(({ fact }) => fact['kind'] === 'set');
    expect(line).toMatchObject({ sku, originator: 'merchant', fact: { to: 5 * ONE } });
    await change('shopify', sku, -1);
    await bothAt(sku, 4);
    expect(await resolve(id, 'reconcile', 5)).toMatchObject({ ok: true });
    expect(await resolve(id, 'reconcile', 7)).toMatchObject({ ok: false, error: { code: 'not_found' } });
    await webhooksQuiet();
    await kill(merchant);
    expect(await resolve(id, 'reconcile', 5)).toMatchObject({ ok: true });
    await webhooksQuiet();
    await expectStock(sku, 4, 4);
  });

  it('is shown as such, and no other way of setting its number is open', async () => {
    const id = await given(sku, 'held');
    const { key, shopify, checked, troubleDetail, shopifyQuantity } = await variantOf(merchant, sku);
    expect(checked.trouble).toBe('another_writer');
    expect(troubleDetail).toContain('Another app changes the stock');
    expect(
      await merchant.stub().saveQuantity({ source: 'shopify', variantId: shopify?.id ?? '', quantity: ONE, by: 'merchant' }),
    ).toMatchObject({
      ok: false,
      error: { code: 'failed_precondition', message: expect.stringContaining('Another app') as string },
    });
    const step = { key, shopify: shopifyQuantity, square: shopifyQuantity, to: ONE };
    expect(await merchant.stub().level([step], LEVEL)).toMatchObject({ ok: true, value: { outcomes: [{ outcome: 'refused' }] } });
    expect((await merchant.stub().writerCases(10, key)).cases).toMatchObject([
      { id, productName: 'Light Bowl 1', shopify: shopifyQuantity },
    ]);
    expect((await merchant.stub().writerCases(10, (await variantOf(merchant, skuOf(2))).key)).cases).toEqual([]);
    expect((await merchant.stub().writerCases(10, 999_999)).cases).toEqual([]);
    for (const [view, keys] of [
      ['needs_attention', [key]],
      ['another_writer', [key]],
      ['held', []],
    ] as const) {
      const wanted = { view, query: '', limit: 10, page: 0, sort: { column: 'name', descending: false } } as const;
      const page = await merchant.stub().inventory(wanted);
      expect(page.ok && page.value.variants.map((one) => one.key)).toEqual(keys);
    }
  });

  it.each([-1, 1_000_001, 1.5])('refuses %d units, and nothing changes', async (units) => {
    const id = await given(sku, 'held');
    const before = await stockOf(sku);
    expect(await resolve(id, 'reconcile', units)).toMatchObject({ ok: false, error: { code: 'invalid_argument' } });
    expect(await resolve(id, 'dismiss')).toMatchObject({ ok: false, error: { code: 'failed_precondition' } });
    expect(await merchant.stub().resolveWriterCase({ id, action: 'reconcile', quantity: null, by: 'merchant' })).toMatchObject({
      ok: false,
    });
    for (const unknown of ['', '1:2', id.slice(1)])
      expect(await resolve(unknown, 'trust')).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await listed()).toHaveLength(1);
    expect(await stockOf(sku)).toEqual(before);
  });

  it('keeps its case while its number cannot be sent', async () => {
    const id = await given(sku, 'held');
    await merchant.stub().saveSettings({ ...(await merchant.stub().settings()), autoSync: false });
    expect(await resolve(id, 'reconcile', 3)).toMatchObject({ ok: false, error: { code: 'failed_precondition' } });
    expect(await listed()).toHaveLength(1);
  });

  it('is none any more once it is no longer linked, or other locations are paired', async () => {
    await given(sku, 'held');
    const { shopify } = await variantOf(merchant, sku);
    const off = { source: 'shopify', variantId: shopify?.id ?? '', track: false, by: 'merchant' } as const;
    expect(await merchant.stub().setTracking(off)).toMatchObject({ ok: true });
    await expect.poll(listed).toEqual([]);
    const two = await given(skuOf(2), 'held');
    const { synced } = await merchant.stub().locations();
    expect(await merchant.stub().disconnectPair(String(synced[0]?.id))).toMatchObject({ ok: true });
    expect(await listed()).toEqual([]);
    expect(await resolve(two, 'trust')).toMatchObject({ ok: false });
  });
});

describe('an app that copies every change', () => {
  it('is on hold before it has cost more than six units, and named as the only one in the log of Square', async () => {
    // The other tests run without tests by silence.
    Object.assign(env, { SILENCE_TEST: 'on' });
    await kill(merchant);
    await bothAt(sku, (await stockOf(sku)).square ?? 0);
    const before = (await stockOf(sku)).shopify ?? 0;
    await control('PUT', 'config', { rivals: { delta: { on: true, delayMs: 600 } } });
    const found = async (): Promise<string> => {
      await ring(merchant);
      const [one] = await listed();
      return `${one?.state ?? 'none'} ${one?.app?.name ?? ''}`;
    };
    try {
      await change('shopify', sku, -1);
      await expect.poll(found, { timeout: 180_000, interval: 300 }).toMatch(/^held/u);
      await webhooksQuiet();
      const { shopify, square } = await stockOf(sku);
      expect(before - 1 - (shopify ?? 0)).toBeLessThanOrEqual(6);
      expect(before - 1 - (square ?? 0)).toBeLessThanOrEqual(6);
    } finally {
      await control('PUT', 'config', { rivals: { delta: { on: false } } });
      Object.assign(env, { SILENCE_TEST: 'off' });
    }
    // The log is read once a minute at most.
    await skipTime(180_000);
    await expect.poll(found, { timeout: 180_000, interval: 300 }).toBe('held TwinStock');
    const { id } = await only();
    expect(await resolve(id, 'reconcile', before - 1)).toMatchObject({ ok: true });
    await bothAt(sku, before - 1);
    expect(await listed()).toEqual([]);
  });
});

describe('a suspicion', () => {
  it('holds nothing, and goes when it is dismissed', async () => {
    const { shopifyQuantity } = await variantOf(merchant, sku);
    const id = await given(sku, 'suspected');
    expect(await only()).toMatchObject({ state: 'suspected', copied: { count: 4, units: -4 * ONE } });
    await change('shopify', sku, -2);
    await bothAt(sku, (shopifyQuantity ?? 0) / ONE - 2);
    expect(await merchant.state()).toMatchObject({ writersHeld: 0, writersSuspected: 1 });
    expect(await resolve(id, 'dismiss')).toMatchObject({ ok: true });
    expect(await resolve(id, 'dismiss')).toMatchObject({ ok: true });
    expect(await merchant.state()).toMatchObject({ writersSuspected: 0 });
  });
});

describe('the name of another app', () => {
  it('is found in Square’s log; its variant is on hold until the merchant says what is right', async () => {
    const { shopifyQuantity } = await variantOf(merchant, sku);
    const start = (shopifyQuantity ?? 0) / ONE;
    const sold = await sellOften(30);
    expect(await only()).toMatchObject({ state: 'held', proof: 'name', app: { name: APP } });
    // It is listed as well, although the weekly reading is days away.
    await expect
      .poll(async () => (await merchant.stub().otherWriters()).writers.map(({ name, isNew }) => [name, isNew]))
      .toEqual([[APP, true]]);
    expect(await merchant.state()).toMatchObject({ newWriters: 1 });
    expect(await merchant.stub().writerProposal((await only()).id)).toMatchObject({ ok: true, value: { why: 'active', quantity: null } });
    const { id, copied } = await only();
    expect(copied).toMatchObject({ units: -(copied?.count ?? 0) * ONE });
    await skipTime(90_000, 50);
    // All that was sold at Shopify, and nothing that the app repeated.
    expect(await merchant.stub().writerProposal(id)).toMatchObject({
      ok: true,
      value: { why: '', quantity: (start - sold) * ONE, shopifyChanges: -sold * ONE, squareChanges: 0 },
    });
    expect(await resolve(id, 'reconcile', start - sold)).toMatchObject({ ok: true });
    await bothAt(sku, start - sold);
  });

  it('is not asked for while nothing looks copied, and once a minute at most otherwise', async () => {
    await change('shopify', sku, -1);
    await change('square', skuOf(2), -1);
    await webhooksQuiet();
    await ring(merchant);
    await ring(merchant);
    const usual = await callsOf('square', LOG);
    await sellOften(2);
    await forgetCalls();
    await ring(merchant);
    await ring(merchant);
    // One is that of the causes.
    expect(await callsOf('square', LOG)).toBeLessThanOrEqual(2);
    expect(usual).toBeLessThanOrEqual(1);
  });

  it('is asked for again later when Square cannot be reached, and a proposal says so', async () => {
    const id = await given(sku, 'held');
    await setFaults('square', { rate5xx: 1 });
    const proposal = await merchant.stub().writerProposal(id);
    expect(proposal).toMatchObject({ ok: true, value: { why: 'unreachable', quantity: null } });
    await setFaults('square', { rate5xx: 0 });
    expect(await listed()).toHaveLength(1);
  });
});

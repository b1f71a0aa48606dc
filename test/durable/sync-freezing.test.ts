import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';

import { ok } from '../../src/domain/result';
import type { Source } from '../../src/domain/source';
import { KEY_RETENTION_MS, QUARANTINE_MS } from '../../src/domain/sync/limits';
import {
  alerts,
  bothAt,
  change,
  history,
  kill,
  ring,
  setFaults,
  skuOf,
  STEPS,
  variantOf,
  writes,
  useWorld,
  expectStock,
  entitle,
  stockBecomes,
  LEVEL,
} from './account-harness';

const SKU = skuOf(1);

const merchant = useWorld();

/** Makes a sale whose write to `source` is unanswered and not repeated until the platform may have forgotten its key. */
async function loseAnswersForHalfADay(source: Source, effect: 'effect' | 'no effect'): Promise<void> {
  const other = source === 'shopify' ? 'square' : 'shopify';
  await setFaults(source, effect === 'effect' ? { timeoutAfterEffect: 1, webhookLoss: 1 } : { rate5xx: 1 });
  await change(other, SKU, -2);
  await expect.poll(async () => (await writes())[source]).toBeGreaterThan(0);
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + KEY_RETENTION_MS[source] / 2 + QUARANTINE_MS);
  await setFaults(source, { timeoutAfterEffect: 0, rate5xx: 0, webhookLoss: 0 });
  await ring(merchant);
}

const trouble = async (): Promise<string> => (await variantOf(merchant, SKU)).checked.trouble;

describe('a write whose outcome can no longer be determined', () => {
  it('makes its variant indeterminate: that is shown, nothing more is sent, and the merchant’s quantity fixes it', async () => {
    await loseAnswersForHalfADay('shopify', 'effect');
    await expect.poll(trouble).toBe('frozen');
    expect(await merchant.state()).toMatchObject({ frozen: 1 });
    expect(alerts()).toEqual(['alert: a write to shopify cannot be resolved: 1 levels are indeterminate']);
    expect((await variantOf(merchant, SKU)).troubleDetail).toBe(
      'We could not confirm that a change reached Shopify. Set the quantity to continue.',
    );
    expect((await history(merchant)).map(({ fact }) => fact['kind'])).toContain('frozen');
    const { shopify: before } = await writes();
    await change('square', SKU, -1);
    await expect.poll(async () => (await variantOf(merchant, SKU)).squareQuantity).toBe(97 * STEPS);
    expect((await writes()).shopify).toBe(before);
    await expectStock(SKU, 98, 97);
    const { square } = await variantOf(merchant, SKU);
    expect(
      await merchant.stub().saveQuantity({ source: 'square', variantId: square?.id ?? '', quantity: 90 * STEPS, by: 'merchant' }),
    ).toEqual(ok(null));
    await bothAt(SKU, 90);
    expect(await merchant.state()).toMatchObject({ frozen: 0, owed: 0 });
    await change('square', SKU, -1);
    await bothAt(SKU, 89);
  });

  it.each(['effect', 'no effect'] as const)('at Square is looked up in its log (%s), and nothing becomes indeterminate', async (effect) => {
    await loseAnswersForHalfADay('square', effect);
    await bothAt(SKU, 98);
    expect(await merchant.state()).toMatchObject({ frozen: 0, owed: 0 });
    expect(alerts()).toEqual([]);
  });

  it('at Shopify is known not to have happened while the level is untouched', async () => {
    await loseAnswersForHalfADay('shopify', 'no effect');
    await bothAt(SKU, 98);
    expect(await merchant.state()).toMatchObject({ frozen: 0, owed: 0 });
  });
});

describe('a write that arrives after its epoch has ended', () => {
  it('is an outside change: the quantities are shown as out of sync, and leveling fixes them', async () => {
    const lost = loseWriteToSquare();
    await change('shopify', SKU, -2);
    await expect.poll(() => lost.isLost(), { interval: 5 }).toBe(true);
    await entitle(merchant, false);
    await kill(merchant);
    await entitle(merchant);
    // The new baseline is the quantity that the lost write had not changed yet.
    await expect.poll(async () => (await variantOf(merchant, SKU)).squareQuantity).toBe(100 * STEPS);
    await lost.arrive();
    await stockBecomes(SKU, 96, 98);
    await expect.poll(async () => (await merchant.stub().inventoryCounts()).outOfSync).toBe(1);
    const { key } = await variantOf(merchant, SKU);
    const plan = await merchant.stub().planLevelling({ keys: [key], view: 'all', query: '', take: 'square' });
    if (!plan.ok) throw new Error(plan.error.message);
    expect(await merchant.stub().level(plan.value, LEVEL)).toMatchObject(ok({ outcomes: [{ outcome: 'taken' }] }));
    await bothAt(SKU, 98);
    await expect.poll(async () => (await merchant.stub().inventoryCounts()).inSync).toBe(5);
  });
});

/** Withholds the object's first write to Square, without a response, until it arrives late. */
function loseWriteToSquare(): { isLost(): boolean; arrive(): Promise<void> } {
  const real = globalThis.fetch;
  let lost: { readonly url: string; readonly init: RequestInit } | null = null;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (lost === null && init !== undefined && url.endsWith('/v2/inventory/changes/batch-create')) {
      lost = { url, init: { method: 'POST', headers: new Headers(init.headers), body: init.body ?? null } };
      return new Promise<Response>(() => undefined);
    }
    return real(input, init);
  });
  return {
    isLost: () => lost !== null,
    arrive: async () => {
      if (lost !== null) expect((await env.SANDBOX.fetch(lost.url, lost.init)).status).toBe(200);
    },
  };
}

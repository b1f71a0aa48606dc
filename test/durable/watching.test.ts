import { expect, it } from 'vitest';

import { err, ok } from '../../src/domain/result';
import {
  bothAt,
  change,
  entitle,
  expectStock,
  expectWrites,
  forgetCalls,
  history,
  kill,
  skuOf,
  STEPS,
  sweep,
  useWorld,
  variantOf,
} from './account-harness';

const [SKU, OTHER] = [skuOf(1), skuOf(2)];

const merchant = useWorld();

const NOTHING = { since: null, total: 0, changes: 0, oversells: 0, oversold: 0, variants: [], next: '' };

async function watch(watching: boolean) {
  return merchant.stub().saveSettings({ ...(await merchant.stub().settings()), watching });
}

/** A merchant who comes back after a lapse, and watches first. */
async function beginToWatch(): Promise<void> {
  await entitle(merchant, false);
  expect((await watch(true)).ok).toBe(true);
  await entitle(merchant);
  await forgetCalls();
}

it('is refused once syncing has begun, and changes nothing then', async () => {
  const before = await merchant.stub().settings();
  const refused = await merchant.stub().saveSettings({ ...before, maxQuantityUpdate: 7, watching: true });
  expect(refused).toMatchObject(err({ code: 'failed_precondition' }));
  expect(refused).toHaveProperty('error.message', expect.stringMatching(/^Syncing has begun/u));
  expect(await merchant.stub().settings()).toEqual(before);
  expect(await merchant.stub().watchReport(10, '')).toEqual(NOTHING);
});

it('is refused while a change from before still waits', async () => {
  await merchant.stub().saveSettings({ ...(await merchant.stub().settings()), autoSync: false });
  await change('shopify', SKU, -1);
  await expect.poll(async () => (await merchant.state()).owed).toBe(1);
  await entitle(merchant, false);
  expect(await watch(true)).toMatchObject(err({ code: 'failed_precondition' }));
});

it('writes nothing, says what syncing would have done, and refuses a number that a person sets', async () => {
  await beginToWatch();
  const { listening, watchingSince } = await merchant.state();
  expect([listening, watchingSince !== null]).toEqual([false, true]);
  await change('shopify', SKU, -2);
  await change('square', SKU, -1);
  await change('square', OTHER, 5);
  const report = async () => merchant.stub().watchReport(10, '');
  await expect.poll(async () => (await report()).changes).toBe(3);
  await kill(merchant);
  await sweep(merchant);
  const { variants, total } = await report();
  expect(total).toBe(2);
  expect(variants).toMatchObject([
    { sku: SKU, sent: { shopify: -1 * STEPS, square: -2 * STEPS }, changes: 2, left: 97 * STEPS, oversold: 0 },
    { sku: OTHER, sent: { shopify: 5 * STEPS, square: 0 }, changes: 1, left: 105 * STEPS },
  ]);
  const { id = '' } = (await variantOf(merchant, SKU)).square ?? {};
  expect(await merchant.stub().saveQuantity({ source: 'square', variantId: id, quantity: 50 * STEPS, by: 'merchant' })).toMatchObject(
    err({ code: 'failed_precondition' }),
  );
  await expectWrites(0, 0);
  await expectStock(SKU, 98, 99);
  const lines = (await history(merchant)).filter(({ fact }) => fact['kind'] === 'change');
  expect(lines.map(({ fact }) => fact['fate'])).toEqual(['watched', 'watched', 'watched']);
});

it('passes on only what happens after syncing was started', async () => {
  await beginToWatch();
  await change('shopify', SKU, -2);
  await expect.poll(async () => (await merchant.stub().watchReport(10, '')).changes).toBe(1);
  expect(await watch(false)).toEqual(ok(expect.any(Number)));
  expect(await merchant.stub().watchReport(10, '')).toEqual(NOTHING);
  await change('square', OTHER, -3);
  await bothAt(OTHER, 97);
  await expectWrites(1, 0);
  await expectStock(SKU, 98, 100);
  // It is no longer possible to only watch.
  expect(await watch(true)).toMatchObject(err({ code: 'failed_precondition' }));
});

it('ends pages after the last variant, and starts again from the first after one that is gone', async () => {
  await beginToWatch();
  for (const sku of [1, 2, 3].map(skuOf)) await change('square', sku, -1);
  const page = async (cursor: string) => merchant.stub().watchReport(2, cursor);
  await expect.poll(async () => (await page('')).total).toBe(3);
  const first = await page('');
  const last = await page(first.next);
  expect([first.variants.length, last.variants.length, last.next]).toEqual([2, 1, '']);
  expect(new Set([...first.variants, ...last.variants].map(({ sku }) => sku)).size).toBe(3);
  expect((await page('1:2')).variants).toEqual(first.variants);
});

import { afterEach, beforeEach, expect, it } from 'vitest';

import { ok } from '../../src/domain/result';
import { control, endWorld, startWorld, type Merchant } from './account-harness';

let merchant: Merchant;

beforeEach(async () => {
  merchant = await startWorld(1);
});

afterEach(async () => {
  await control('PUT', 'config', { shopifyPlan: 'standard' });
  await endWorld();
});

it('charges only a test subscription if Shopify says that the shop is for development', async () => {
  const account = merchant.stub();
  expect(await account.shopInfo()).toMatchObject(ok({ development: false }));
  await control('PUT', 'config', { shopifyPlan: 'development' });
  expect(await account.shopInfo()).toMatchObject(ok({ development: true }));
  const offer = { returnUrl: 'http://localhost:8788/shopify/billingReturn', trialDays: 14 };
  const charged = await account.createSubscription({ ...offer, test: false });
  if (!charged.ok) throw new Error(charged.error.message);
  await expect(merchant.browser.open(charged.value.confirmationUrl)).rejects.toThrow(/answered 403/u);
  const tested = await account.createSubscription({ ...offer, test: true });
  if (!tested.ok) throw new Error(tested.error.message);
  await merchant.browser.open(tested.value.confirmationUrl);
  const read = await account.readSubscriptions();
  expect(read.ok && read.value.filter(({ status }) => status === 'ACTIVE')).toMatchObject([{ id: tested.value.id, test: true }]);
});

it(
  'offers the one plan at its price, starts once the merchant has confirmed, and ends when it is canceled',
  { timeout: 180_000 },
  async () => {
    const account = merchant.stub();
    const made = await account.createSubscription({ returnUrl: 'http://localhost:8788/shopify/billingReturn', test: false, trialDays: 14 });
    if (!made.ok) throw new Error(made.error.message);
    const standing = async () => {
      const read = await account.readSubscriptions();
      if (!read.ok) throw new Error(read.error.message);
      return read.value;
    };
    await merchant.browser.open(made.value.confirmationUrl);
    expect(await standing()).toMatchObject([
      { id: made.value.id, name: 'Standard', amount: '49.99', currency: 'USD', status: 'ACTIVE', trialDays: 14, test: false },
    ]);
    expect(await account.cancelSubscription(made.value.id)).toMatchObject({ ok: true });
    expect(await standing()).toMatchObject([{ id: made.value.id, status: 'CANCELLED' }]);
  },
);

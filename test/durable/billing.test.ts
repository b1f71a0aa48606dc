import { afterEach, beforeEach, expect, it } from 'vitest';

import { endWorld, startWorld, type Merchant } from './account-world';

let merchant: Merchant;

beforeEach(async () => {
  merchant = await startWorld(1);
});

afterEach(endWorld);

it(
  'offers the one plan at its price, runs once the merchant has confirmed, and ends when it is cancelled',
  { timeout: 60_000 },
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

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { accessNote, formatDollars, formatPaymentDay, shortSubscriptionId } from '../../../src/web/merchant/subscription/state';
import { expectNoise } from '../../support/fail-on-noise';
import { aSession, aStatus } from '../support/builders';
import { refusal, inputOf, inputsOf } from '../support/fake-api';
import { find, hasNo, get, sees, shows, press, hides, has, pressFound, fill } from '../support/page';
import { comeBack, openApp } from '../support/render-app';

const NONE = { shopifySubscriptionId: '0' };
const ACTIVE = {
  shopifySubscriptionId: 'gid://shopify/AppSubscription/31',
  shopifySubscriptionName: 'Standard',
  isActive: true,
  price: '49.99',
  currency: 'USD',
  nextBillingDate: '2026-12-04T12:00:00Z',
  transactions: [{ transactionId: 'pay-7', date: '2026-11-04T12:00:00Z', amountDollars: 49.99 }],
};

describe('the subscription page', () => {
  it('shows the subscription and the payments', async () => {
    const { calls } = openApp('/subscription', { GetSubscription: () => ACTIVE });
    const card = await find('region', 'Subscription');
    for (const [name, value] of [
      ['Shopify Id', '31'],
      ['Name', 'Standard'],
      ['Status', 'Active'],
      ['Monthly Amount', '49.99 USD'],
      ['Next Billing Date', 'Dec 04 2026'],
    ]) {
      expect(within(card).getByText(name ?? '').nextSibling?.textContent, name).toBe(value);
    }
    hasNo('button', 'Subscribe', card);
    const payments = get('region', 'Payment history');
    const [, row] = within(payments).getAllByRole('row');
    expect([...(row?.children ?? [])].map((cell) => cell.textContent)).toEqual(['2026-11-04', 'pay-7', '$49.99']);
    expect(inputOf(calls, 'GetSubscription')).toEqual({ maxTransactions: 12 });
  });

  it('shows that there is none, and starts one', async () => {
    openApp('/subscription', {
      GetSubscription: () => NONE,
      GetAccountStatus: () => aStatus({ isSubscribed: false, accessEnds: '2099-01-01T12:00:00Z' }),
    });
    await sees('No Current Subscription');
    shows('[No Transactions]');
    shows(/until Jan 01 2099/u);
    press('Subscribe');
    const dialog = await find('dialog', 'Confirm your subscription');
    shows('Standard', dialog);
  });

  it.each([
    ['declined', 'You declined the charge'],
    ['expired', 'The charge expired'],
  ])('shows that the charge was %s, tries again, and can be dismissed', async (lastCharge, title) => {
    const lastChargeId = `gid://shopify/AppSubscription/${lastCharge}`;
    const { calls } = openApp('/subscription', {
      GetSubscription: () => ({ ...NONE, lastCharge, lastChargeId }),
      GetAccountStatus: () => aStatus({ isSubscribed: false, accessEnds: '2099-01-01T12:00:00Z' }),
      CreateSubscription: () => ({ redirectUrl: '' }),
    });
    await sees(title);
    press('Try again');
    await screen.findByText(/did not return a page to confirm/u);
    expect(inputsOf(calls, 'CreateSubscription')).toHaveLength(1);
    press('Not now');
    await waitFor(() => hides(title));
    has('button', 'Subscribe');
  });

  it('requests a test subscription with ?test in the URL', async () => {
    const { calls } = openApp('/subscription?test', { GetSubscription: () => NONE, CreateSubscription: () => ({ redirectUrl: '' }) });
    await pressFound('Subscribe');
    const dialog = await find('dialog');
    shows('TEST!!', dialog);
    press('Authorize on Shopify', dialog);
    await waitFor(() => expect(inputOf(calls, 'CreateSubscription')).toEqual({ isTest: true }));
    await screen.findByText(/did not return a page to confirm/u);
  });

  it('cancels with the merchant’s reason, and shows that it is inactive', async () => {
    let active = true;
    const { calls } = openApp('/subscription', {
      GetSubscription: () => ({ ...ACTIVE, isActive: active, nextBillingDate: '' }),
      CancelSubscription: () => {
        active = false;
        return {};
      },
    });
    await pressFound('Cancel Subscription');
    const dialog = await find('dialog', 'Cancel Subscription');
    shows(/continue to the end of the billing cycle/u, dialog);
    fill(get('textbox', undefined, dialog), ' Too expensive ');
    expect(get('button', 'Cancel My Subscription', dialog).className).toContain('bg-danger');
    press('Cancel My Subscription', dialog);
    await sees('Inactive');
    hasNo('dialog');
    has('button', 'Subscribe');
    expect(inputOf(calls, 'CancelSubscription')).toEqual({
      subscriptionId: 'gid://shopify/AppSubscription/31',
      cancelReason: 'Too expensive',
    });
  });

  it('cancels nothing when another tab already did, and only logs that', async () => {
    expectNoise(/there is no subscription to cancel/u);
    let active = true;
    let revision = 1;
    const { calls } = openApp('/subscription', {
      GetSubscription: () => ({ ...ACTIVE, isActive: active }),
      GetAccountStatus: () => aStatus({ revision }),
    });
    await pressFound('Cancel Subscription');
    await find('dialog');
    active = false;
    revision = 2;
    comeBack();
    await screen.findByText('Inactive');
    press('Cancel My Subscription');
    await waitFor(() => hasNo('dialog'));
    expect(inputsOf(calls, 'CancelSubscription')).toEqual([]);
  });

  it('keeps the dialog and shows why when the server refuses', async () => {
    expectNoise(/cancelling subscription: failed_precondition/u);
    openApp('/subscription', {
      GetSubscription: () => ACTIVE,
      CancelSubscription: () => refusal('failed_precondition', 'There is no active subscription to cancel.', 'req-9'),
    });
    await pressFound('Cancel Subscription');
    const dialog = await find('dialog');
    press('Cancel My Subscription', dialog);
    await sees(/There is no active subscription to cancel\. Reference: req-9/u);
    has('dialog');
  });

  it('is read-only while impersonating', async () => {
    openApp('/subscription', {
      GetSubscription: () => ACTIVE,
      GetSessionData: () => aSession({ impersonatorDomain: 'operator.myshopify.com', isAdmin: true }),
    });
    await sees('A subscription cannot be changed while impersonating.');
    hasNo('button', 'Cancel Subscription');
  });

  it('shows that there is nothing to pay when the installation is free', async () => {
    const { calls } = openApp('/subscription', { GetAccountStatus: () => aStatus({ billingMode: 'none' }) });
    await sees('There is nothing to pay.');
    expect(inputsOf(calls, 'GetSubscription')).toEqual([]);
  });

  it('shows a failure with its reference, and tries again', async () => {
    expectNoise(/getting subscription: unavailable/u);
    let down = true;
    openApp('/subscription', { GetSubscription: () => (down ? refusal('unavailable', 'Back soon.', 'req-3') : ACTIVE) });
    const panel = await find('alert');
    shows('req-3', panel);
    down = false;
    press('Try again', panel);
    await sees('Active');
  });
});

describe('the formats of the page', () => {
  it('formats money in accounting style, days as in the specification, and short ids', () => {
    expect([49.99, 0, -5, 1234.5].map(formatDollars)).toEqual(['$49.99', '$0.00', '($5.00)', '$1,234.50']);
    expect([formatPaymentDay('2026-03-04T12:00:00Z'), formatPaymentDay('')]).toEqual(['2026-03-04', '']);
    expect(shortSubscriptionId('gid://shopify/AppSubscription/31')).toBe('31');
  });

  it('mentions remaining access only while it lasts', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const ended = aStatus({ isSubscribed: false, accessEnds: '2026-11-19T12:00:00Z' });
    expect(accessNote(ended, now)).toBe('');
    expect(accessNote({ ...ended, accessEnds: '2026-12-19T12:00:00Z' }, now)).toContain('until Dec 19 2026');
    expect(accessNote({ ...ended, isSubscribed: true, accessEnds: '2026-12-19T12:00:00Z' }, now)).toBe('');
  });
});

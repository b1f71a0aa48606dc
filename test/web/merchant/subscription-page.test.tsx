import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { accessNote, formatDollars, formatPaymentDay, shortSubscriptionId } from '../../../src/web/merchant/subscription/state';
import { expectNoise } from '../../support/fail-on-noise';
import { aSession, aStatus } from '../support/builders';
import { refusal } from '../support/fake-api';
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
    const card = await screen.findByRole('region', { name: 'Subscription' });
    for (const [name, value] of [
      ['Shopify Id', '31'],
      ['Name', 'Standard'],
      ['Status', 'Active'],
      ['Monthly Amount', '49.99 USD'],
      ['Next Billing Date', 'Dec 04 2026'],
    ]) {
      expect(within(card).getByText(name ?? '').nextSibling?.textContent, name).toBe(value);
    }
    expect(within(card).queryByRole('button', { name: 'Subscribe' })).toBeNull();
    const payments = screen.getByRole('region', { name: 'Payment history' });
    const [, row] = within(payments).getAllByRole('row');
    expect([...(row?.children ?? [])].map((cell) => cell.textContent)).toEqual(['2026-11-04', 'pay-7', '$49.99']);
    expect(calls.find(({ method }) => method === 'GetSubscription')?.input).toEqual({ maxTransactions: 12 });
  });

  it('shows that there is none, and starts one', async () => {
    openApp('/subscription', {
      GetSubscription: () => NONE,
      GetAccountStatus: () => aStatus({ isSubscribed: false, accessEnds: '2099-01-01T12:00:00Z' }),
    });
    expect(await screen.findByText('No Current Subscription')).toBeTruthy();
    expect(screen.getByText('[No Transactions]')).toBeTruthy();
    expect(screen.getByText(/until Jan 01 2099/u)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your subscription' });
    expect(within(dialog).getByText('Standard')).toBeTruthy();
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
    expect(await screen.findByText(title)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/did not return a page to confirm/u);
    expect(calls.filter(({ method }) => method === 'CreateSubscription')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    expect(screen.getByRole('button', { name: 'Subscribe' })).toBeTruthy();
  });

  it('requests a test subscription with ?test in the URL', async () => {
    const { calls } = openApp('/subscription?test', { GetSubscription: () => NONE, CreateSubscription: () => ({ redirectUrl: '' }) });
    fireEvent.click(await screen.findByRole('button', { name: 'Subscribe' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('TEST!!')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Authorize on Shopify' }));
    await waitFor(() => expect(calls.find(({ method }) => method === 'CreateSubscription')?.input).toEqual({ isTest: true }));
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
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel Subscription' });
    expect(within(dialog).getByText(/continue to the end of the billing cycle/u)).toBeTruthy();
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: ' Too expensive ' } });
    expect(within(dialog).getByRole('button', { name: 'Cancel My Subscription' }).className).toContain('bg-danger');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel My Subscription' }));
    expect(await screen.findByText('Inactive')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Subscribe' })).toBeTruthy();
    expect(calls.find(({ method }) => method === 'CancelSubscription')?.input).toEqual({
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
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
    await screen.findByRole('dialog');
    active = false;
    revision = 2;
    comeBack();
    await screen.findByText('Inactive');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel My Subscription' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ method }) => method === 'CancelSubscription')).toEqual([]);
  });

  it('keeps the dialog and shows why when the server refuses', async () => {
    expectNoise(/cancelling subscription: failed_precondition/u);
    openApp('/subscription', {
      GetSubscription: () => ACTIVE,
      CancelSubscription: () => refusal('failed_precondition', 'There is no active subscription to cancel.', 'req-9'),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel My Subscription' }));
    expect(await screen.findByText(/There is no active subscription to cancel\. Reference: req-9/u)).toBeTruthy();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('is read-only while impersonating', async () => {
    openApp('/subscription', {
      GetSubscription: () => ACTIVE,
      GetSessionData: () => aSession({ impersonatorDomain: 'operator.myshopify.com', isAdmin: true }),
    });
    expect(await screen.findByText('A subscription cannot be changed while impersonating.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull();
  });

  it('shows that there is nothing to pay when the installation is free', async () => {
    const { calls } = openApp('/subscription', { GetAccountStatus: () => aStatus({ billingMode: 'none' }) });
    expect(await screen.findByText('There is nothing to pay.')).toBeTruthy();
    expect(calls.some(({ method }) => method === 'GetSubscription')).toBe(false);
  });

  it('shows a failure with its reference, and tries again', async () => {
    expectNoise(/getting subscription: unavailable/u);
    let down = true;
    openApp('/subscription', { GetSubscription: () => (down ? refusal('unavailable', 'Back soon.', 'req-3') : ACTIVE) });
    const panel = await screen.findByRole('alert');
    expect(within(panel).getByText('req-3')).toBeTruthy();
    down = false;
    fireEvent.click(within(panel).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Active')).toBeTruthy();
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

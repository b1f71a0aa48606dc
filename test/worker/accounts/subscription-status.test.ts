import { describe, expect, it } from 'vitest';

import type { ShopSubscription } from '../../../src/domain/account/subscription';
import {
  centsOf,
  decideSubscriptionStatus,
  planPayments,
  trialDaysLeft,
  lostCharge,
} from '../../../src/worker/accounts/subscription-status';

const DAY = 24 * 3_600_000;
const NOW = Date.parse('2026-11-20T12:00:00Z');
const NEVER = { subscribed: false, accessEnds: null, trialStarted: null };

function subscription(changed: Partial<ShopSubscription> = {}): ShopSubscription {
  return {
    id: 'gid://shopify/AppSubscription/7',
    name: 'Standard',
    status: 'ACTIVE',
    test: false,
    trialDays: 0,
    createdAt: NOW - DAY,
    currentPeriodEnd: NOW + 29 * DAY,
    amount: '49.99',
    currency: 'USD',
    ...changed,
  };
}

describe('the subscription status of an account', () => {
  it('is subscribed while a subscription is active, and the trial counts from the first one', () => {
    expect(decideSubscriptionStatus(NEVER, [], [subscription()], NOW)).toEqual({
      subscribed: true,
      accessEnds: null,
      trialStarted: NOW - DAY,
    });
  });

  it('keeps access until the end of the paid period, which Shopify no longer reports after a cancellation', () => {
    const before = { subscribed: true, accessEnds: null, trialStarted: NOW - DAY };
    const cancelled = subscription({ status: 'CANCELLED', currentPeriodEnd: null });
    expect(decideSubscriptionStatus(before, [subscription()], [cancelled], NOW)).toMatchObject({
      subscribed: false,
      accessEnds: NOW + 29 * DAY,
    });
  });

  it('ends access immediately when nothing is paid in advance', () => {
    const before = { subscribed: true, accessEnds: null, trialStarted: NOW - 90 * DAY };
    const frozen = subscription({ status: 'FROZEN', currentPeriodEnd: NOW - DAY });
    expect(decideSubscriptionStatus(before, [frozen], [frozen], NOW)).toMatchObject({ subscribed: false, accessEnds: NOW });
  });

  it('does not change an end of access that is already known', () => {
    const before = { subscribed: false, accessEnds: NOW - 5 * DAY, trialStarted: NOW - 90 * DAY };
    expect(decideSubscriptionStatus(before, [subscription({ status: 'CANCELLED' })], [subscription({ status: 'CANCELLED' })], NOW)).toEqual(
      before,
    );
  });

  it.each(['PENDING', 'DECLINED', 'EXPIRED', 'CANCELLED'])('is not affected by a subscription that is %s', (status) => {
    expect(decideSubscriptionStatus(NEVER, [], [subscription({ status })], NOW)).toEqual(NEVER);
  });
});

describe('the trial', () => {
  it('is granted only once', () => {
    expect(trialDaysLeft(null, NOW)).toBe(14);
    expect(trialDaysLeft(NOW - 3.5 * DAY, NOW)).toBe(11);
    expect(trialDaysLeft(NOW - 40 * DAY, NOW)).toBe(0);
  });
});

describe('payments', () => {
  it('are the periods that have started, each with one stable id', () => {
    const read = [subscription()];
    expect(planPayments(read, NOW)).toEqual([
      { id: '7-20261219', subscription: 'gid://shopify/AppSubscription/7', at: NOW - DAY, amountCents: 4_999, currency: 'USD' },
    ]);
    expect(planPayments(read, NOW + DAY)[0]?.id).toBe('7-20261219');
    const next = subscription({ currentPeriodEnd: NOW + 59 * DAY });
    expect(planPayments([next], NOW + 30 * DAY)).toMatchObject([{ id: '7-20270118', at: NOW + 29 * DAY }]);
  });

  it.each([
    ['a test', subscription({ test: true })],
    ['the trial, by its own period', subscription({ trialDays: 14, currentPeriodEnd: NOW + 13 * DAY })],
    ['the trial, within the first period', subscription({ trialDays: 14, currentPeriodEnd: NOW + 43 * DAY })],
    ['a subscription that does not run', subscription({ status: 'CANCELLED' })],
    ['one that states no period', subscription({ currentPeriodEnd: null })],
  ])('do not exist for %s', (_, read) => {
    expect(planPayments([read], NOW)).toEqual([]);
  });

  it('start when the trial ends', () => {
    const read = subscription({ trialDays: 14, createdAt: NOW - 14 * DAY, currentPeriodEnd: NOW + 30 * DAY });
    expect(planPayments([read], NOW)).toMatchObject([{ at: NOW }]);
  });

  it.each([
    ['49.99', 4_999],
    ['50', 5_000],
    ['0.5', 50],
    ['49.9900', 4_999],
    ['', null],
    ['-1', null],
    ['1e3', null],
  ])('read "%s" as %s cents', (amount, cents) => {
    expect(centsOf(amount)).toBe(cents);
  });
});

describe('a charge that was not approved', () => {
  const charge = (id: string, status: string) => ({ id, status, createdAt: 7 });

  it.each([
    ['DECLINED', 'declined'],
    ['EXPIRED', 'expired'],
  ] as const)('is the newest one if it is %s', (status, fate) => {
    expect(lostCharge([charge('2', status), charge('1', 'CANCELLED')])).toEqual({ id: '2', fate, createdAt: 7 });
  });

  it.each([
    ['none', []],
    ['one that still waits', [charge('2', 'PENDING'), charge('1', 'DECLINED')]],
    ['one before what was cancelled since', [charge('2', 'CANCELLED'), charge('1', 'DECLINED')]],
    ['one while another is active', [charge('2', 'DECLINED'), charge('1', 'ACTIVE')]],
  ])('is not %s', (_name, charges) => {
    expect(lostCharge(charges)).toBeNull();
  });
});

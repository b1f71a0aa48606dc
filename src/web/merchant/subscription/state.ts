import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { Subscription } from '../../../gen/sh/subscriptions_pb';
import { formatDay, readDate } from '../../shared/dates';
import { text } from './subscription.text';

/** Maximum length of the reason for canceling, in characters. */
export const REASON_LIMIT = 2000;

/** Returns whether there is a subscription, active or not. */
export function hasSubscription(subscription: Subscription): boolean {
  return subscription.shopifySubscriptionId !== '0';
}

/** Returns whether there is an active subscription to cancel. */
export function canCancel(subscription: Subscription | null): subscription is Subscription {
  return subscription !== null && hasSubscription(subscription) && subscription.isActive;
}

/** Returns the last segment of a Shopify id. */
export function shortSubscriptionId(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}

/** Formats price and currency of a month. */
export function monthlyAmount({ price, currency }: Subscription): string {
  return price === '' ? '–' : `${price} ${currency}`.trim();
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', currencySign: 'accounting' });

/** Formats US dollars in accounting style: $1,234.50, and ($5.00) for a refund. */
export function formatDollars(dollars: number): string {
  return DOLLARS.format(dollars);
}

/** Formats the day of a payment as YYYY-MM-DD; '' when it is unknown. */
export function formatPaymentDay(text: string): string {
  return readDate(text)?.format('YYYY-MM-DD') ?? '';
}

/** Returns how long an account without a subscription has access; '' when it is subscribed or has no access. `now` in ms since epoch. */
export function accessNote(status: AccountStatus, now: number): string {
  if (status.isSubscribed) return '';
  const ends = readDate(status.accessEnds);
  if (ends === null || ends.valueOf() <= now) return '';
  return text.accessUntil(formatDay(status.accessEnds));
}

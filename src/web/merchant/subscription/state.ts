import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { Subscription } from '../../../gen/sh/subscriptions_pb';
import { formatDay, readDate } from '../../shared/dates';

/** The longest reason for leaving, in characters. */
export const REASON_LIMIT = 2000;

/** Whether there ever was a subscription. */
export function hasSubscription(subscription: Subscription): boolean {
  return subscription.shopifySubscriptionId !== '0';
}

/** Whether there is something that can be cancelled. */
export function canCancel(subscription: Subscription | null): subscription is Subscription {
  return subscription !== null && hasSubscription(subscription) && subscription.isActive;
}

/** The part of Shopify's id that people read: its last segment. */
export function shortSubscriptionId(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}

/** What a month costs: price and currency. */
export function monthlyAmount({ price, currency }: Subscription): string {
  return price === '' ? '–' : `${price} ${currency}`.trim();
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', currencySign: 'accounting' });

/** US dollars as accountants write them: $1,234.50, and ($5.00) for what was given back. */
export function formatDollars(dollars: number): string {
  return DOLLARS.format(dollars);
}

/** The day of a payment, YYYY-MM-DD; '' when it is not known. */
export function formatPaymentDay(text: string): string {
  return readDate(text)?.format('YYYY-MM-DD') ?? '';
}

/** Until when the product can be used without a subscription; '' when subscribed, or when there is nothing left. `now` in ms since epoch. */
export function accessNote(status: AccountStatus, now: number): string {
  if (status.isSubscribed) return '';
  const ends = readDate(status.accessEnds);
  if (ends === null || ends.valueOf() <= now) return '';
  return `You can use Shelfbridge, and your stock is kept in step, until ${formatDay(status.accessEnds)}.`;
}

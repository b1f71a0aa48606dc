import type { Payment } from '../../db/subscriptions';
import type { ShopSubscription } from '../../domain/account/subscription';
import type { Instant } from '../../domain/instant';

const DAY = 24 * 3_600_000;
/** The plan's billing period. */
const PERIOD_MS = 30 * DAY;
/** Days of trial; an account gets them once. */
export const TRIAL_DAYS = 14;

/** The billing status that an account's subscriptions add up to. */
export interface Standing {
  readonly subscribed: boolean;
  /** When access ends although nothing is subscribed; null while subscribed, or when there never was access. */
  readonly accessEnds: Instant | null;
  /** When the account's only trial started. */
  readonly trialStarted: Instant | null;
}

/**
 * Returns the account's billing status from the stored state and what Shopify reports now. Shopify ends a canceled subscription at once and
 * then states no period end, so paid time runs to the period end that was stored before.
 */
export function decideSubscriptionStatus(
  before: Standing,
  known: readonly ShopSubscription[],
  read: readonly ShopSubscription[],
  now: Instant,
): Standing {
  const active = read.filter(isActive);
  const first = active.map(({ createdAt }) => createdAt).sort((a, b) => a - b)[0] ?? null;
  const trialStarted = before.trialStarted ?? first;
  if (active.length > 0) return { subscribed: true, accessEnds: null, trialStarted };
  if (!before.subscribed) return { ...before, trialStarted };
  const ends = [...known, ...read].map(({ currentPeriodEnd }) => currentPeriodEnd ?? 0);
  return { subscribed: false, accessEnds: Math.max(now, ...ends), trialStarted };
}

/** Whether the subscription is active. */
export function isActive(subscription: Pick<ShopSubscription, 'status'>): boolean {
  return subscription.status === 'ACTIVE' || subscription.status === 'ACCEPTED';
}

/** Whether the merchant ever confirmed the subscription. */
export function wasConfirmed(subscription: Pick<ShopSubscription, 'status'>): boolean {
  return isActive(subscription) || subscription.status === 'FROZEN' || subscription.status === 'CANCELLED';
}

/** A charge that the merchant did not approve. */
export interface LostCharge {
  /** Shopify's GID. */
  readonly id: string;
  /** `expired`: the merchant did not answer for two days. */
  readonly fate: 'declined' | 'expired';
  readonly createdAt: Instant;
}

/**
 * Returns the newest charge if it was declined or expired and nothing is subscribed; otherwise null. `newestFirst` holds all of the
 * account's.
 */
export function lostCharge(newestFirst: readonly Pick<ShopSubscription, 'id' | 'status' | 'createdAt'>[]): LostCharge | null {
  const [newest] = newestFirst;
  if (newest === undefined || newestFirst.some(isActive)) return null;
  const { id, status, createdAt } = newest;
  if (status !== 'DECLINED' && status !== 'EXPIRED') return null;
  return { id, fate: status === 'DECLINED' ? 'declined' : 'expired', createdAt };
}

/** Returns how many whole days of trial a new subscription would start with. */
export function trialDaysLeft(trialStarted: Instant | null, now: Instant): number {
  if (trialStarted === null) return TRIAL_DAYS;
  return Math.max(0, TRIAL_DAYS - Math.floor((now - trialStarted) / DAY));
}

/**
 * Returns the payments that a read shows. Shopify's Admin API lists none, so a period that has started and is neither a test nor the trial
 * counts as paid, once; the subscription and the period's last day identify it.
 */
export function planPayments(read: readonly ShopSubscription[], now: Instant): Payment[] {
  return read.flatMap((subscription) => {
    const { currentPeriodEnd: end, createdAt, trialDays, test } = subscription;
    const cents = centsOf(subscription.amount);
    if (!isActive(subscription) || test || end === null || cents === null) return [];
    const trialEnd = createdAt + trialDays * DAY;
    const periodIsTrial = trialDays > 0 && end <= trialEnd + DAY;
    if (periodIsTrial || now < trialEnd) return [];
    const id = `${subscription.id.split('/').at(-1) ?? subscription.id}-${new Date(end).toISOString().slice(0, 10).replaceAll('-', '')}`;
    const at = Math.min(now, Math.max(trialEnd, end - PERIOD_MS));
    return [{ id, subscription: subscription.id, at, amountCents: cents, currency: subscription.currency }];
  });
}

/** Returns the cents of a decimal amount like "49.99"; null when the text is no amount. */
export function centsOf(amount: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,4}))?$/u.exec(amount);
  if (match === null) return null;
  return Number(match[1]) * 100 + Math.round(Number((match[2] ?? '').padEnd(4, '0')) / 100);
}

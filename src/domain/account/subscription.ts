import type { Instant } from '../instant';

/** A charge of this app as Shopify states it (AppSubscription of the Admin API). */
export interface ShopSubscription {
  /** GID. */
  readonly id: string;
  readonly name: string;
  /** Shopify's AppSubscriptionStatus. */
  readonly status: string;
  readonly test: boolean;
  readonly trialDays: number;
  readonly createdAt: Instant;
  readonly currentPeriodEnd: Instant | null;
  /** Decimal text; '' when the charge is not recurring. */
  readonly amount: string;
  readonly currency: string;
}

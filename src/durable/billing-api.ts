import type { Instant } from '../domain/instant';
import type { Answer } from '../domain/result';

/** A subscription to the product as Shopify's billing states it. */
export interface BillingSubscription {
  /** GID. */
  readonly id: string;
  readonly name: string;
  /** Shopify's AppSubscriptionStatus. */
  readonly status: string;
  readonly test: boolean;
  readonly trialDays: number;
  readonly createdAt: Instant;
  readonly currentPeriodEnd: Instant | null;
  /** Decimal text, e.g. "49.99". */
  readonly amount: string;
  readonly currency: string;
}

/** What of the account object concerns the merchant's shop and its bill: both go through the shop, whose token lives here. */
export interface BillingApi {
  createSubscription(request: {
    returnUrl: string;
    test: boolean;
    trialDays: number;
  }): Promise<Answer<{ id: string; confirmationUrl: string }>>;
  readSubscriptions(): Promise<Answer<readonly BillingSubscription[]>>;
  cancelSubscription(id: string): Promise<Answer<null>>;
  /** Shop name, mail address, currency, and whether it is a development store, from Shopify now. */
  shopInfo(): Promise<Answer<{ name: string; email: string; currency: string; development: boolean }>>;
}

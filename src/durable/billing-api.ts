import type { Answer } from '../domain/result';
import type { ShopSubscription } from '../platforms/shopify/billing';

/** A subscription to the product, as Shopify's billing states it. */
export type BillingSubscription = ShopSubscription;

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

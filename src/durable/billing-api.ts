import type { ShopSubscription } from '../domain/account/subscription';
import type { Answer } from '../domain/result';

/** What of the account object concerns the merchant's shop and its bill: both go through the shop, whose token lives here. */
export interface BillingApi {
  createSubscription(request: {
    returnUrl: string;
    test: boolean;
    trialDays: number;
  }): Promise<Answer<{ id: string; confirmationUrl: string }>>;
  readSubscriptions(): Promise<Answer<readonly ShopSubscription[]>>;
  cancelSubscription(id: string): Promise<Answer<null>>;
  /** Shop name, mail address, currency, and whether it is a development store, from Shopify now. */
  shopInfo(): Promise<Answer<{ name: string; email: string; currency: string; development: boolean }>>;
}

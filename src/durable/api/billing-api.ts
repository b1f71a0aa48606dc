import type { ShopSubscription } from '../../domain/account/subscription';
import type { Answer } from '../../domain/result';

/** What varies between the charges that the product asks for. */
export interface SubscriptionRequest {
  returnUrl: string;
  /** A test charge bills nobody. */
  test: boolean;
  /** Whole days, 0 for none. */
  trialDays: number;
}

/** What of the account object concerns the merchant's shop and its bill: both go through the shop, whose token lives here. */
export interface BillingApi {
  createSubscription(request: SubscriptionRequest): Promise<Answer<{ id: string; confirmationUrl: string }>>;
  readSubscriptions(): Promise<Answer<readonly ShopSubscription[]>>;
  cancelSubscription(id: string): Promise<Answer<null>>;
  /** Shop name, mail address, currency, and whether it is a development store, from Shopify now. */
  shopInfo(): Promise<Answer<{ name: string; email: string; currency: string; development: boolean }>>;
}

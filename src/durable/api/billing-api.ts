import type { ShopSubscription } from '../../domain/account/subscription';
import type { Answer } from '../../domain/result';

/** What varies between the charges that the product requests. */
export interface SubscriptionRequest {
  returnUrl: string;
  /** A test charge bills nobody. */
  test: boolean;
  /** Whole days; 0 for none. */
  trialDays: number;
}

/** The account object's billing and shop methods: both call Shopify with the shop's token, which is stored here. */
export interface BillingApi {
  createSubscription(request: SubscriptionRequest): Promise<Answer<{ id: string; confirmationUrl: string }>>;
  readSubscriptions(): Promise<Answer<readonly ShopSubscription[]>>;
  cancelSubscription(id: string): Promise<Answer<null>>;
  /** Returns the shop's name, email address and currency, and whether it is a development store, from Shopify now. */
  shopInfo(): Promise<Answer<{ name: string; email: string; currency: string; development: boolean }>>;
}

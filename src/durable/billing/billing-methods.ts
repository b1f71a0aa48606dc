import type { ShopSubscription } from '../../domain/account/subscription';
import { ok, type Answer } from '../../domain/result';
import { cancelSubscription, createSubscription, readSubscriptions } from '../../platforms/shopify/billing';
import { readShop } from '../../platforms/shopify/shop';
import { refusal } from '../account/calls';
import { STANDARD_PLAN } from '../account/plan';
import type { BillingApi } from '../billing-api';
import { accountOf } from '../edits/edit-methods';
import { OperatorMethods } from '../operator/operator-methods';

/** What concerns the shop and its bill among an account object's methods; `BillingApi` has each one's contract. */
export abstract class BillingMethods extends OperatorMethods implements BillingApi {
  async createSubscription(request: {
    returnUrl: string;
    test: boolean;
    trialDays: number;
  }): Promise<Answer<{ id: string; confirmationUrl: string }>> {
    const made = await accountOf(this).calls.shopify((client) => createSubscription(client, { ...STANDARD_PLAN, ...request }));
    return made.ok ? made : refusal('shopify', made.error);
  }

  async readSubscriptions(): Promise<Answer<readonly ShopSubscription[]>> {
    const read = await accountOf(this).calls.shopify((client) => readSubscriptions(client));
    return read.ok ? read : refusal('shopify', read.error);
  }

  async cancelSubscription(id: string): Promise<Answer<null>> {
    const cancelled = await accountOf(this).calls.shopify((client) => cancelSubscription(client, id));
    return cancelled.ok ? cancelled : refusal('shopify', cancelled.error);
  }

  async shopInfo(): ReturnType<BillingApi['shopInfo']> {
    const read = await accountOf(this).calls.shopify((client) => readShop(client));
    if (!read.ok) return refusal('shopify', read.error);
    const { name, email, currency, development } = read.value;
    return ok({ name, email, currency, development });
  }
}

import type { ShopSubscription } from '../../domain/account/subscription';
import { ok, type Answer } from '../../domain/result';
import * as shopify from '../../platforms/shopify/billing';
import { readShop } from '../../platforms/shopify/shop';
import type { Account } from '../account/account';
import { refusal } from '../account/calls';
import type { BillingApi, SubscriptionRequest } from '../api/billing-api';

/** The price that the merchant confirms at Shopify: $49.99 every 30 days. */
const STANDARD_PLAN = { name: 'Standard', amount: '49.99', currency: 'USD' } as const;

/** Creates a charge at Shopify; nothing is billed until the merchant confirms it. */
export async function createSubscription(account: Account, request: SubscriptionRequest): ReturnType<BillingApi['createSubscription']> {
  const made = await account.calls.shopify((client) => shopify.createSubscription(client, { ...STANDARD_PLAN, ...request }));
  return made.ok ? made : refusal('shopify', made.error);
}

/** Reads this app's charges of the shop, newest first. */
export async function readSubscriptions(account: Account): Promise<Answer<readonly ShopSubscription[]>> {
  const read = await account.calls.shopify((client) => shopify.readSubscriptions(client));
  return read.ok ? read : refusal('shopify', read.error);
}

/** Cancels a charge at Shopify. */
export async function cancelSubscription(account: Account, id: string): Promise<Answer<null>> {
  const canceled = await account.calls.shopify((client) => shopify.cancelSubscription(client, id));
  return canceled.ok ? canceled : refusal('shopify', canceled.error);
}

/** Reads the shop's name, email address, currency and kind from Shopify. */
export async function shopInfo(account: Account): ReturnType<BillingApi['shopInfo']> {
  const read = await account.calls.shopify((client) => readShop(client));
  if (!read.ok) return refusal('shopify', read.error);
  const { name, email, currency, development } = read.value;
  return ok({ name, email, currency, development });
}

import type { ShopSubscription } from '../../domain/account/subscription';
import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { at, listAt, numberAt, textAt } from '../json';
import { parseTime } from '../time';
import { SUBSCRIPTIONS, SUBSCRIPTION_CANCEL, SUBSCRIPTION_CREATE } from './documents';
import type { ShopifyClient } from './graphql';
import { read, unreadable, userErrorText } from './reading';

/** The charge that the merchant is asked to approve. */
export interface SubscriptionOffer {
  /** The plan's name, as shown to the merchant on Shopify's page. */
  readonly name: string;
  /** Decimal text, "49.99". */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Whole days, 0 for none. */
  readonly trialDays: number;
  /** A test charge bills no one. */
  readonly test: boolean;
  /** Where Shopify redirects the merchant after confirmation. */
  readonly returnUrl: string;
}

/** Requests a recurring charge every 30 days; it has no effect until the merchant confirms at `confirmationUrl`. */
export async function createSubscription(
  client: ShopifyClient,
  offer: SubscriptionOffer,
): Promise<Result<{ readonly id: string; readonly confirmationUrl: string }, PlatformFailure>> {
  const price = { amount: offer.amount, currencyCode: offer.currency };
  const variables = {
    name: offer.name,
    returnUrl: offer.returnUrl,
    test: offer.test,
    trialDays: offer.trialDays,
    lineItems: [{ plan: { appRecurringPricingDetails: { price, interval: 'EVERY_30_DAYS' } } }],
  };
  const made = await read(client, SUBSCRIPTION_CREATE, variables, (data) => data);
  if (!made.ok) return made;
  const problem = userErrorText(made.value, 'appSubscriptionCreate');
  if (problem !== '') return err({ kind: 'refused', detail: problem });
  const id = textAt(made.value, 'appSubscriptionCreate', 'appSubscription', 'id');
  const confirmationUrl = textAt(made.value, 'appSubscriptionCreate', 'confirmationUrl');
  return id === null || confirmationUrl === null ? err(unreadable(SUBSCRIPTION_CREATE)) : ok({ id, confirmationUrl });
}

/** Reads the newest 25 charges of this app in the shop, newest first, in any status. */
export async function readSubscriptions(client: ShopifyClient): Promise<Result<readonly ShopSubscription[], PlatformFailure>> {
  return read(client, SUBSCRIPTIONS, { first: 25 }, (data) => {
    const nodes = listAt(data, 'currentAppInstallation', 'allSubscriptions', 'nodes');
    if (nodes === null) return null;
    const decoded = nodes.map(decodeSubscription).filter((one) => one !== null);
    return decoded.length === nodes.length ? decoded : null;
  });
}

function decodeSubscription(node: unknown): ShopSubscription | null {
  const id = textAt(node, 'id');
  const status = textAt(node, 'status');
  const createdAt = parseTime(textAt(node, 'createdAt') ?? '');
  if (id === null || status === null || createdAt === null) return null;
  const price = (listAt(node, 'lineItems') ?? [])
    .map((item) => at(item, 'plan', 'pricingDetails', 'price'))
    .find((found) => found !== undefined);
  return {
    id,
    status,
    createdAt,
    name: textAt(node, 'name') ?? '',
    test: at(node, 'test') === true,
    trialDays: numberAt(node, 'trialDays') ?? 0,
    currentPeriodEnd: parseTime(textAt(node, 'currentPeriodEnd') ?? ''),
    amount: textAt(price, 'amount') ?? '',
    currency: textAt(price, 'currencyCode') ?? '',
  };
}

/** Ends a charge at once, in Shopify's terms: honoring the period that the merchant has paid for is up to us. */
export async function cancelSubscription(client: ShopifyClient, id: string): Promise<Result<null, PlatformFailure>> {
  const cancelled = await read(client, SUBSCRIPTION_CANCEL, { id }, (data) => data);
  if (!cancelled.ok) return cancelled;
  const problem = userErrorText(cancelled.value, 'appSubscriptionCancel');
  return problem === '' ? ok(null) : err({ kind: 'refused', detail: problem });
}

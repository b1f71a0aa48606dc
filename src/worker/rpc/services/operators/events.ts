import type { AccountId } from '../../../../domain/account/account-id';
import { ok, refuse, type Answer } from '../../../../domain/result';
import type { Source } from '../../../../domain/source';
import type { SubscriptionUpdatedRequest } from '../../../../gen/sh/admin_pb';
import type { IAdminClient } from '../../../../gen/sh/admin_pb.client';
import { normaliseShopDomain } from '../../../../platforms/shopify/shop-domain';
import { writes } from '../../audit';
import { method, type Call, type Methods } from '../../method';
import { findOwner, MERCHANT_ID } from '../../operator/customers';
import { simulateWebhook } from '../../operator/simulated-webhooks';

const SUBSCRIPTION_ID = /^(?:gid:\/\/shopify\/AppSubscription\/)?(?<number>[1-9]\d{0,18})$/u;

/** Shopify's AppSubscriptionStatus, in the Admin API's version 2026-07. */
const STATUSES: readonly string[] = ['ACCEPTED', 'ACTIVE', 'CANCELLED', 'DECLINED', 'EXPIRED', 'FROZEN', 'PENDING'];

type EventName =
  | 'adminSquareAccessRevoked'
  | 'adminSquareLocationsChanged'
  | 'adminShopifyAppUninstalled'
  | 'adminShopifyAppSubscriptionUpdated'
  | 'adminShopifyLocationsChanged'
  | 'adminShopifyShopUpdated';

/** Simulated webhooks. They take the same path as the platform's own, which validates them. */
export const eventsMethods: Pick<Methods<IAdminClient>, EventName> = {
  adminSquareAccessRevoked: method('operator', writes('merchant_id'), async (call, { merchantId }) =>
    simulateSquare(call, merchantId, 'oauth.authorization.revoked'),
  ),
  adminSquareLocationsChanged: method('operator', writes('merchant_id'), async (call, { merchantId }) =>
    simulateSquare(call, merchantId, 'location.updated'),
  ),
  adminShopifyAppUninstalled: method('operator', writes('domain'), async (call, { domain }) =>
    simulateShopify(call, domain, 'app/uninstalled'),
  ),
  adminShopifyLocationsChanged: method('operator', writes('domain'), async (call, { domain }) =>
    simulateShopify(call, domain, 'locations/update'),
  ),
  adminShopifyShopUpdated: method('operator', writes('domain'), async (call, { domain }) => simulateShopify(call, domain, 'shop/update')),

  adminShopifyAppSubscriptionUpdated: method('operator', writes('domain'), async (call, input) => {
    const read = readSubscription(input);
    if (!read.ok) return read;
    const found = await readOwner(call, 'shopify', input.domain);
    if (!found.ok) return found;
    const { id, status } = read.value;
    // Only Shopify decides an account's entitlement: the call may only state what Shopify reports as well.
    const stated = await call.services.account(found.value.id).readSubscriptions();
    if (!stated.ok) return stated;
    const subscription = stated.value.find((one) => one.id === id);
    if (subscription === undefined) return refuse('not_found', 'The shop has no such subscription.');
    if (subscription.status !== status) {
      return refuse(
        'failed_precondition',
        `Shopify reports that this subscription is ${subscription.status}, not ${status}: nothing was changed.`,
      );
    }
    return tell(call, 'shopify', found.value.name, 'app_subscriptions/update', {
      app_subscription: { admin_graphql_api_id: id, name: subscription.name, status },
    });
  }),
};

async function simulateSquare(call: Call, merchantId: string, type: string): Promise<Answer<object>> {
  const found = await readOwner(call, 'square', merchantId);
  if (!found.ok) return found;
  return tell(call, 'square', merchantId, type, { merchant_id: merchantId, type, data: { type: type.split('.', 1)[0] ?? '' } });
}

async function simulateShopify(call: Call, domain: string, topic: string): Promise<Answer<object>> {
  const found = await readOwner(call, 'shopify', domain);
  if (!found.ok) return found;
  const { name } = found.value;
  return tell(call, 'shopify', name, topic, topic.startsWith('locations/') ? {} : { myshopify_domain: name });
}

async function tell({ services }: Call, source: Source, owner: string, type: string, body: object): Promise<Answer<object>> {
  const told = await simulateWebhook(services, { source, owner, type, payload: JSON.stringify(body) });
  return told.ok ? ok({}) : told;
}

/** Returns the account that an event is about, and the platform's name for it. */
async function readOwner(call: Call, source: Source, text: string): Promise<Answer<{ readonly id: AccountId; readonly name: string }>> {
  const field = source === 'shopify' ? 'domain' : 'merchant_id';
  if (text === '') return refuse('invalid_argument', `${field} is missing.`);
  const name = source === 'shopify' ? normaliseShopDomain(text) : MERCHANT_ID.test(text) ? text : null;
  if (name === null) {
    const form = source === 'shopify' ? 'a shop domain, as in your-shop.myshopify.com' : 'the id of a Square merchant';
    return refuse('invalid_argument', `${field} must be ${form}.`);
  }
  const id = await findOwner(call, source, name);
  return id.ok ? ok({ id: id.value, name }) : id;
}

function readSubscription({
  subscriptionId,
  status,
}: SubscriptionUpdatedRequest): Answer<{ readonly id: string; readonly status: string }> {
  if (subscriptionId === '') return refuse('invalid_argument', 'subscription_id is missing.');
  const number = SUBSCRIPTION_ID.exec(subscriptionId)?.groups?.['number'];
  if (number === undefined) return refuse('invalid_argument', 'subscription_id must be the id of a subscription: a GID or its number.');
  if (!STATUSES.includes(status)) return refuse('invalid_argument', `status must be one of ${STATUSES.join(', ')}.`);
  return ok({ id: `gid://shopify/AppSubscription/${number}`, status });
}

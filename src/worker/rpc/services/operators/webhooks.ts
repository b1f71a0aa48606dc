import { ok, refuse } from '../../../../domain/result';
import type { IAdminClient } from '../../../../gen/sh/admin_pb.client';
import { reads, writes } from '../../audit';
import { method, type Methods } from '../../method';
import { findCustomer } from '../../operator/customers';
import { readSubscription, readSubscriptionId, toSubscription } from '../../present/webhook-target';

/** A customer's webhook subscriptions and their targets, and the app's permissions in the shop. */
export const webhooksMethods: Pick<
  Methods<IAdminClient>,
  'adminGetWebhooks' | 'adminSaveWebhook' | 'adminAddAllWebhooks' | 'adminGetScopes'
> = {
  adminGetWebhooks: method('operator', reads('id'), async (call, input) => {
    const found = await findCustomer(call, 'id', input.id);
    if (!found.ok) return found;
    const listed = await call.services.account(found.value.id).webhooks();
    return listed.ok ? ok({ subscriptions: listed.value.map(toSubscription) }) : listed;
  }),

  adminSaveWebhook: method('operator', writes('account_id'), async (call, input) => {
    const { subscription } = input;
    if (subscription === undefined) return refuse('invalid_argument', 'subscription is missing.');
    const { account, config } = call.services;
    if (input.delete) {
      const id = readSubscriptionId(subscription.id);
      if (!id.ok) return id;
      const found = await findCustomer(call, 'account_id', input.accountId);
      if (!found.ok) return found;
      const deleted = await account(found.value.id).deleteWebhook(id.value);
      return deleted.ok ? ok({}) : deleted;
    }
    const wanted = readSubscription(subscription, `${config.platform.webhookOrigin}/webhooks/shopify`);
    if (!wanted.ok) return wanted;
    const found = await findCustomer(call, 'account_id', input.accountId);
    if (!found.ok) return found;
    const saved = await account(found.value.id).saveWebhook(wanted.value);
    return saved.ok ? ok({}) : saved;
  }),

  adminAddAllWebhooks: method('operator', writes('id'), async (call, input) => {
    const found = await findCustomer(call, 'id', input.id === 0 ? '' : String(input.id));
    if (!found.ok) return found;
    const added = await call.services.account(found.value.id).repairWebhooks();
    return added.ok ? ok({}) : added;
  }),

  adminGetScopes: method('operator', reads('id'), async (call, input) => {
    const found = await findCustomer(call, 'id', input.id);
    if (!found.ok) return found;
    const { granted, desired } = await call.services.account(found.value.id).shopifyScopes();
    return ok({ grantedScopes: [...granted], desiredScopes: [...desired] });
  }),
};

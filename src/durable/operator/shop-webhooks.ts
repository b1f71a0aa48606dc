import { ok, refuse, type Answer } from '../../domain/result';
import type { PlatformFailure } from '../../platforms/failure';
import type { ShopifyClient } from '../../platforms/shopify/graphql';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  updateWebhook,
  WANTED_WEBHOOKS,
  type ShopWebhook,
} from '../../platforms/shopify/webhooks';
import type { Account } from '../account/account';
import { refusal } from '../account/calls';
import type { WebhookEntry } from '../api/operator-api';

/** Returns the shop's webhook subscriptions that this app created through the API. */
export async function shopWebhooks(account: Account): Promise<Answer<readonly WebhookEntry[]>> {
  const listed = await account.calls.shopify(listWebhooks);
  if (!listed.ok) return refusal('shopify', listed.error);
  return ok(listed.value.map(({ id, topic, uri }) => ({ id, topic, uri })));
}

/** Creates or changes a subscription. One of the product's own that this replaces is created again within a minute. */
export async function saveShopWebhook(account: Account, wanted: WebhookEntry): Promise<Answer<null>> {
  const listed = await account.calls.shopify(listWebhooks);
  if (!listed.ok) return refusal('shopify', listed.error);
  const existing = wanted.id === '' ? null : (listed.value.find(({ id }) => id === wanted.id) ?? null);
  if (wanted.id !== '' && existing === null) return refuse('not_found', 'The shop has no such webhook subscription.');
  const { topic, uri } = wanted;
  const twin = listed.value.find((one) => one.topic === topic && one.uri === uri);
  if (twin !== undefined && twin.id === wanted.id) return ok(null);
  if (twin !== undefined) return refuse('already_exists', `${topic} is sent to that target already.`);
  const made = await account.calls.shopify(async (client) => store(client, existing, wanted, fieldsOf(account, wanted, existing)));
  if (!made.ok) return refused(topic, made.error);
  if (existing !== null) {
    noteOwn(account, existing, false);
    noteGone(account, existing);
  }
  noteOwn(account, wanted, true);
  return ok(null);
}

/** Deletes a subscription. One of the product's own is created again within a minute. */
export async function deleteShopWebhook(account: Account, id: string): Promise<Answer<null>> {
  const listed = await account.calls.shopify(listWebhooks);
  if (!listed.ok) return refusal('shopify', listed.error);
  const existing = listed.value.find((one) => one.id === id);
  if (existing === undefined) return refuse('not_found', 'The shop has no such webhook subscription.');
  const deleted = await account.calls.shopify(async (client) => deleteWebhook(client, id));
  if (!deleted.ok) return refused(existing.topic, deleted.error);
  noteOwn(account, existing, false);
  noteGone(account, existing);
  return ok(null);
}

async function store(
  client: ShopifyClient,
  existing: ShopWebhook | null,
  { topic, uri }: WebhookEntry,
  includeFields: readonly string[],
): ReturnType<typeof createWebhook> {
  if (existing?.topic === topic) return updateWebhook(client, existing.id, uri, includeFields);
  // Shopify cannot change a topic. Create the new subscription first, so that there is always one.
  const made = await createWebhook(client, { topic, includeFields }, uri);
  return made.ok && existing !== null ? deleteWebhook(client, existing.id) : made;
}

/** Returns the payload fields: for our own address the ones that the product reads; elsewhere those of before, or all. */
function fieldsOf(account: Account, { topic, uri }: WebhookEntry, existing: ShopWebhook | null): readonly string[] {
  const own = uri === account.subscriptionMaintenance.uri ? WANTED_WEBHOOKS.find((wanted) => wanted.topic === topic) : undefined;
  if (own !== undefined) return own.includeFields;
  return existing?.topic === topic ? existing.includeFields : [];
}

/** Makes subscription maintenance keep an operator's subscription to our own address; it deletes unknown ones there. */
function noteOwn(account: Account, { topic, uri }: Omit<WebhookEntry, 'id'>, there: boolean): void {
  if (uri === account.subscriptionMaintenance.uri) account.subscriptionMaintenance.keep(topic, there);
}

function noteGone(account: Account, { topic, uri }: ShopWebhook): void {
  if (uri !== account.subscriptionMaintenance.uri || !WANTED_WEBHOOKS.some((wanted) => wanted.topic === topic)) return;
  account.subscriptionMaintenance.missed(account.host.now());
  account.host.wake(account.subscriptionMaintenance.dueAt());
  account.changed();
}

function refused(topic: string, failure: PlatformFailure): Answer<never> {
  if (failure.kind !== 'refused') return refusal('shopify', failure);
  return refuse(
    'failed_precondition',
    `Shopify did not accept the subscription to ${topic}: the app may lack the scope that the topic needs, or the target may not be open to Shopify.`,
  );
}

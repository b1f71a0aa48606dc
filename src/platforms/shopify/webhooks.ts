import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { at, listAt, textAt } from '../json';
import type { JsonRecord } from '../json';
import { PageGuard } from '../page-guard';
import type { GraphqlDocument } from './document';
import { WEBHOOK_CREATE, WEBHOOK_DELETE, WEBHOOK_LIST, WEBHOOK_UPDATE } from './documents';
import type { ShopifyClient } from './graphql';
import { nextCursor, read, userErrorText } from './reading';

/** A subscription that every connected shop must have. */
export interface WantedWebhook {
  /** As GraphQL names the topic. */
  readonly topic: string;
  /** The fields that the payload is limited to; empty for all. */
  readonly includeFields: readonly string[];
}

// products/update also follows every stock change, so its payload is limited to what shows whether the product itself
// changed.
const PRODUCT_FIELDS = ['id', 'admin_graphql_api_id', 'title', 'status', 'vendor', 'product_type', 'tags', 'variants', 'variant_gids'];

// Locations and the shop are read again: their bodies contain the owner's address, telephone and mail, and receipts are
// kept for weeks.
const ID_FIELDS = ['id', 'admin_graphql_api_id'];
const SHOP_FIELDS = ['id', 'myshopify_domain'];

/**
 * The topics that we subscribe to in each shop. The three compliance topics are set in the app's own configuration: the
 * API does not support them.
 */
export const WANTED_WEBHOOKS: readonly WantedWebhook[] = [
  { topic: 'INVENTORY_LEVELS_UPDATE', includeFields: [] },
  { topic: 'INVENTORY_LEVELS_CONNECT', includeFields: [] },
  { topic: 'PRODUCTS_CREATE', includeFields: ['id', 'admin_graphql_api_id'] },
  { topic: 'PRODUCTS_UPDATE', includeFields: PRODUCT_FIELDS },
  { topic: 'PRODUCTS_DELETE', includeFields: [] },
  { topic: 'INVENTORY_ITEMS_UPDATE', includeFields: [] },
  { topic: 'INVENTORY_ITEMS_DELETE', includeFields: [] },
  { topic: 'LOCATIONS_CREATE', includeFields: ID_FIELDS },
  { topic: 'LOCATIONS_UPDATE', includeFields: ID_FIELDS },
  { topic: 'LOCATIONS_ACTIVATE', includeFields: ID_FIELDS },
  { topic: 'LOCATIONS_DEACTIVATE', includeFields: ID_FIELDS },
  { topic: 'LOCATIONS_DELETE', includeFields: ID_FIELDS },
  { topic: 'APP_UNINSTALLED', includeFields: SHOP_FIELDS },
  { topic: 'APP_SCOPES_UPDATE', includeFields: [] },
  { topic: 'APP_SUBSCRIPTIONS_UPDATE', includeFields: [] },
  { topic: 'BULK_OPERATIONS_FINISH', includeFields: [] },
  { topic: 'SHOP_UPDATE', includeFields: SHOP_FIELDS },
];

/** A subscription as stored by the shop. */
export interface ShopWebhook {
  /** GID. */
  readonly id: string;
  readonly topic: string;
  readonly uri: string;
  readonly includeFields: readonly string[];
}

/** Lists the shop's subscriptions that this app created by API. */
export async function listWebhooks(client: ShopifyClient): Promise<Result<readonly ShopWebhook[], PlatformFailure>> {
  const found: ShopWebhook[] = [];
  let after: string | null = null;
  const pages = new PageGuard('webhook subscriptions');
  do {
    const page: Result<unknown, PlatformFailure> = await read(
      client,
      WEBHOOK_LIST,
      { first: 100, after },
      (data) => at(data, 'webhookSubscriptions') ?? null,
    );
    if (!page.ok) return err(page.error);
    for (const node of listAt(page.value, 'nodes') ?? []) {
      const webhook = decodeWebhook(node);
      if (webhook !== null) found.push(webhook);
    }
    after = nextCursor(page.value);
    const stuck = pages.problem(after);
    if (stuck !== null) return err(stuck);
  } while (after !== null);
  return ok(found);
}

function decodeWebhook(node: unknown): ShopWebhook | null {
  const id = textAt(node, 'id');
  const topic = textAt(node, 'topic');
  const uri = textAt(node, 'uri');
  if (id === null || topic === null || uri === null) return null;
  return { id, topic, uri, includeFields: (listAt(node, 'includeFields') ?? []).filter((field) => typeof field === 'string') };
}

/** Creates a subscription; one that already exists counts as created. */
export async function createWebhook(client: ShopifyClient, wanted: WantedWebhook, uri: string): Promise<Result<null, PlatformFailure>> {
  const sub: JsonRecord = { uri, format: 'JSON', ...(wanted.includeFields.length === 0 ? {} : { includeFields: wanted.includeFields }) };
  const made = await mutate(client, WEBHOOK_CREATE, { topic: wanted.topic, sub }, 'webhookSubscriptionCreate');
  // The API has no code for it: 'Address for this topic has already been taken'.
  if (!made.ok && made.error.kind === 'refused' && made.error.detail.includes('already been taken')) return ok(null);
  return made;
}

/** Changes the address or the fields of a subscription. */
export async function updateWebhook(
  client: ShopifyClient,
  id: string,
  uri: string,
  includeFields: readonly string[],
): Promise<Result<null, PlatformFailure>> {
  return mutate(client, WEBHOOK_UPDATE, { id, sub: { uri, includeFields } }, 'webhookSubscriptionUpdate');
}

/** Deletes a subscription by its GID. */
export async function deleteWebhook(client: ShopifyClient, id: string): Promise<Result<null, PlatformFailure>> {
  return mutate(client, WEBHOOK_DELETE, { id }, 'webhookSubscriptionDelete');
}

async function mutate(
  client: ShopifyClient,
  document: GraphqlDocument,
  variables: JsonRecord,
  name: string,
): Promise<Result<null, PlatformFailure>> {
  const answer = await read(client, document, variables, (data) => data);
  if (!answer.ok) return answer;
  const problem = userErrorText(answer.value, name);
  return problem === '' ? ok(null) : err({ kind: 'refused', detail: problem });
}

/** The changes that a repair made. */
export interface WebhookRepair {
  /** Topics that were missing and now exist. */
  readonly created: readonly string[];
  /** Topics whose payload fields were wrong and are now correct. */
  readonly recut: readonly string[];
  /** Topics of ours that were no longer required, or duplicated. */
  readonly removed: readonly string[];
}

/**
 * Makes the shop's subscriptions to `uri` match the required list. Safe to repeat; changes none with other addresses,
 * nor those of `kept` topics that are not on the list. A subscription with wrong fields is updated in place, so that
 * the topic is never without one. `found` is called with the number of required ones that exist, before any is created.
 */
export async function repairWebhooks(
  client: ShopifyClient,
  uri: string,
  kept: readonly string[] = [],
  found: (count: number) => void = () => undefined,
): Promise<Result<WebhookRepair, PlatformFailure>> {
  const listed = await listWebhooks(client);
  if (!listed.ok) return listed;
  const foreign = kept.filter((topic) => !WANTED_WEBHOOKS.some((wanted) => wanted.topic === topic));
  const ours = listed.value.filter((webhook) => webhook.uri === uri && !foreign.includes(webhook.topic));
  found(WANTED_WEBHOOKS.filter(({ topic }) => ours.some((webhook) => webhook.topic === topic)).length);
  const [created, recut, removed]: [string[], string[], string[]] = [[], [], []];
  const used = new Set<string>();
  for (const wanted of WANTED_WEBHOOKS) {
    const same = ours.filter(({ topic }) => topic === wanted.topic);
    const present = same.find((webhook) => fits(webhook, wanted)) ?? same[0];
    if (present !== undefined) used.add(present.id);
    if (present !== undefined && fits(present, wanted)) continue;
    const done =
      present === undefined ? await createWebhook(client, wanted, uri) : await updateWebhook(client, present.id, uri, wanted.includeFields);
    if (!done.ok) return done;
    (present === undefined ? created : recut).push(wanted.topic);
  }
  for (const webhook of ours.filter(({ id }) => !used.has(id))) {
    const gone = await deleteWebhook(client, webhook.id);
    if (!gone.ok) return gone;
    removed.push(webhook.topic);
  }
  return ok({ created, recut, removed });
}

/** Returns whether a subscription has the required topic and fields. */
function fits(webhook: ShopWebhook, wanted: WantedWebhook): boolean {
  return webhook.topic === wanted.topic && [...webhook.includeFields].sort().join() === [...wanted.includeFields].sort().join();
}

import { unsupported, userError, type ShopifyContext, type UserError } from '../context';
import { gid, numberOf } from '../gid';
import { WebhookNode } from '../nodes/webhook-node';
import { takeIds } from '../store/sequence';
import type { WebhookRow } from '../webhooks/emit';

export interface WebhookInput {
  readonly uri?: string | null;
  readonly callbackUrl?: string | null;
  readonly format?: string | null;
  readonly filter?: string | null;
  readonly includeFields?: readonly string[] | null;
  readonly metafieldNamespaces?: readonly string[] | null;
  readonly metafields?: readonly unknown[] | null;
  readonly name?: string | null;
}

/** Refuses what would otherwise be ignored silently. */
function refuseUnknown(input: WebhookInput): void {
  if (input.filter !== null && input.filter !== undefined && input.filter !== '') throw unsupported('WebhookSubscriptionInput.filter');
  if (input.format === 'XML') throw unsupported('webhooks in XML');
  if ((input.metafields ?? []).length > 0 || (input.metafieldNamespaces ?? []).length > 0) throw unsupported('metafields in webhooks');
}

/** Returns the error of an address, or null. HTTP is accepted only for local receivers. */
function addressError(uri: string): UserError | null {
  const path = ['webhookSubscription', 'callbackUrl'];
  if (uri === '') return userError(path, "Address can't be blank");
  if (/^pubsub:\/\/[^:/]+:[^:/]+$/.test(uri) || /^arn:aws:events:[^:]+::event-source\/.+$/.test(uri)) return null;
  if (!URL.canParse(uri)) return userError(path, 'Address is invalid');
  const url = new URL(uri);
  const local = url.protocol === 'http:' && url.hostname === 'localhost';
  return url.protocol === 'https:' || local ? null : userError(path, 'Address protocol http:// is not supported');
}

function taken(context: ShopifyContext, topic: string, uri: string, except: number): boolean {
  return (
    context.world.db.row(
      'select 1 as one from shopify_webhook where shop = ? and topic = ? and uri = ? and id <> ?',
      context.shop.domain,
      topic,
      uri,
      except,
    ) !== null
  );
}

function find(context: ShopifyContext, id: number): WebhookRow | null {
  return context.world.db.row<WebhookRow>('select * from shopify_webhook where id = ? and shop = ?', id, context.shop.domain);
}

const TAKEN = userError(['webhookSubscription', 'callbackUrl'], 'Address for this topic has already been taken');

/** `webhookSubscriptionCreate`. */
export function createWebhook(args: { topic: string; webhookSubscription: WebhookInput }, context: ShopifyContext): object {
  const input = args.webhookSubscription;
  refuseUnknown(input);
  const uri = input.uri ?? input.callbackUrl ?? '';
  const error = addressError(uri) ?? (taken(context, args.topic, uri, 0) ? TAKEN : null);
  if (error !== null) return { webhookSubscription: null, userErrors: [error] };
  const { db } = context.world;
  const id = takeIds(db, 'webhook', 1);
  const now = context.world.now();
  db.run(
    `insert into shopify_webhook (id, shop, topic, uri, format, include_fields, metafield_namespaces, name, api_version, created_at, updated_at)
     values (?, ?, ?, ?, 'JSON', ?, '[]', ?, ?, ?, ?)`,
    id,
    context.shop.domain,
    args.topic,
    uri,
    JSON.stringify(input.includeFields ?? []),
    input.name ?? null,
    context.version,
    now,
    now,
  );
  const row = find(context, id);
  return { webhookSubscription: row === null ? null : new WebhookNode(context, row), userErrors: [] };
}

/** `webhookSubscriptionUpdate`. */
export function updateWebhook(args: { id: string; webhookSubscription: WebhookInput }, context: ShopifyContext): object {
  const input = args.webhookSubscription;
  refuseUnknown(input);
  const id = numberOf('WebhookSubscription', args.id) ?? 0;
  const row = find(context, id);
  if (row === null) return { webhookSubscription: null, userErrors: [userError(['id'], 'Webhook subscription does not exist')] };
  const uri = input.uri ?? input.callbackUrl ?? row.uri;
  const error = addressError(uri) ?? (taken(context, row.topic, uri, id) ? TAKEN : null);
  if (error !== null) return { webhookSubscription: null, userErrors: [error] };
  context.world.db.run(
    'update shopify_webhook set uri = ?, include_fields = ?, name = ?, updated_at = ? where id = ?',
    uri,
    input.includeFields === undefined ? row.include_fields : JSON.stringify(input.includeFields ?? []),
    input.name === undefined ? row.name : input.name,
    context.world.now(),
    id,
  );
  const updated = find(context, id);
  return { webhookSubscription: updated === null ? null : new WebhookNode(context, updated), userErrors: [] };
}

/** `webhookSubscriptionDelete`. */
export function deleteWebhook(args: { id: string }, context: ShopifyContext): object {
  const id = numberOf('WebhookSubscription', args.id) ?? 0;
  if (find(context, id) === null) {
    return { deletedWebhookSubscriptionId: null, userErrors: [userError(['id'], 'Webhook subscription does not exist')] };
  }
  context.world.db.run('delete from shopify_webhook where id = ?', id);
  return { deletedWebhookSubscriptionId: gid('WebhookSubscription', id), userErrors: [] };
}

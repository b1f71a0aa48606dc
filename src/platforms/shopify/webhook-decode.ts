import type { StatedProduct } from '../../domain/catalog/stated-product';
import type { InboundEvent } from '../../domain/inbound';
import { fromUnits } from '../../domain/quantity';
import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import { isRecord, listAt, numberAt, parseJson, textAt } from '../json';
import type { JsonRecord } from '../json';
import { parseTime } from '../time';
import { numberOf } from './gid';

/** The topics that Shopify obliges every app to answer; they concern the account as a whole and are the door's own matter. */
export const COMPLIANCE_TOPICS: readonly string[] = ['customers/data_request', 'customers/redact', 'shop/redact'];

/** Why a verified webhook yields no event. */
export type WebhookProblem =
  /** A topic that we do not listen to: answered 200 and dropped, so that Shopify does not repeat it. */
  | { readonly kind: 'unknown-type'; readonly type: string }
  /** No JSON object, or without the fields that its topic has. */
  | { readonly kind: 'malformed'; readonly detail: string };

type Decode = (body: JsonRecord) => InboundEvent | string;

const LOCATIONS_CHANGED: Decode = () => ({ kind: 'locations', source: 'shopify' });
const NOTICE: Decode = () => ({ kind: 'notice' });

const TOPICS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['inventory_levels/update', decodeLevel],
  ['inventory_levels/connect', decodeLevel],
  ['products/create', (body) => decodeProduct(body, false)],
  ['products/update', (body) => decodeProduct(body, false)],
  ['products/delete', (body) => decodeProduct(body, true)],
  ['inventory_items/create', (body) => decodeItem(body, false)],
  ['inventory_items/update', (body) => decodeItem(body, false)],
  ['inventory_items/delete', (body) => decodeItem(body, true)],
  ['locations/create', LOCATIONS_CHANGED],
  ['locations/update', LOCATIONS_CHANGED],
  ['locations/activate', LOCATIONS_CHANGED],
  ['locations/deactivate', LOCATIONS_CHANGED],
  ['locations/delete', LOCATIONS_CHANGED],
  ['app/uninstalled', decodeUninstalled],
  ['app/scopes_update', NOTICE],
  ['shop/update', NOTICE],
  ['app_subscriptions/update', () => ({ kind: 'subscription' })],
  ['bulk_operations/finish', decodeBulk],
]);

/**
 * Reduces a verified webhook to an event. Topic and shop come from headers, which the signature does not cover: the body must fit the topic,
 * and name the same shop where it names one.
 */
export function decodeShopifyWebhook(webhook: { topic: string; shop: string; raw: string }): Result<InboundEvent, WebhookProblem> {
  const { topic, shop, raw } = webhook;
  const decode = TOPICS.get(topic);
  if (decode === undefined) return err({ kind: 'unknown-type', type: topic.slice(0, 80) });
  const body = parseJson(raw);
  if (!isRecord(body)) return err({ kind: 'malformed', detail: 'the body is not a JSON object' });
  const named = textAt(body, 'myshopify_domain');
  if (named !== null && named.toLowerCase() !== shop) return err({ kind: 'malformed', detail: `${topic}: the body names another shop` });
  const event = decode(body);
  return typeof event === 'string' ? err({ kind: 'malformed', detail: `${topic}: ${event}` }) : ok(event);
}

/** A bare number as Shopify's webhook bodies carry ids, as text. */
function idText(body: JsonRecord, name: string): string | null {
  const value = numberAt(body, name);
  return value !== null && Number.isSafeInteger(value) && value > 0 ? String(value) : null;
}

function decodeLevel(body: JsonRecord): InboundEvent | string {
  const stockId = idText(body, 'inventory_item_id');
  const locationId = idText(body, 'location_id');
  if (stockId === null || locationId === null) return 'inventory_item_id or location_id is missing';
  const at = parseTime(textAt(body, 'updated_at') ?? '');
  if (at === null) return 'updated_at is no time';
  const available = body['available'];
  // Null where the item is not stocked or not counted there: that is no number of zero.
  if (available === null) return { kind: 'levels', source: 'shopify', levels: [] };
  if (typeof available !== 'number' || !Number.isSafeInteger(available)) return 'available is no whole number';
  return { kind: 'levels', source: 'shopify', levels: [{ stockId, locationId, quantity: fromUnits(available), at }] };
}

function decodeProduct(body: JsonRecord, deleted: boolean): InboundEvent | string {
  const productId = idText(body, 'id') ?? numberOf('Product', textAt(body, 'admin_graphql_api_id'));
  return productId === null ? 'id is missing' : { kind: 'product', productId, deleted, stated: deleted ? null : statedProduct(body) };
}

function decodeItem(body: JsonRecord, deleted: boolean): InboundEvent | string {
  const itemId = idText(body, 'id') ?? numberOf('InventoryItem', textAt(body, 'admin_graphql_api_id'));
  return itemId === null ? 'id is missing' : { kind: 'item', itemId, deleted };
}

/** The body is the shop itself: another topic's body under this header must not end a connection. */
function decodeUninstalled(body: JsonRecord): InboundEvent | string {
  return textAt(body, 'myshopify_domain') === null ? 'myshopify_domain is missing' : { kind: 'revoked', source: 'shopify' };
}

function decodeBulk(body: JsonRecord): InboundEvent | string {
  const operationId = numberOf('BulkOperation', textAt(body, 'admin_graphql_api_id'));
  return operationId === null ? 'admin_graphql_api_id is no bulk operation' : { kind: 'bulk-finished', operationId };
}

/** What a products/create or products/update body states of the product; null for a body that does not say enough. */
function statedProduct(body: JsonRecord): StatedProduct | null {
  const list = listAt(body, 'variants');
  const title = textAt(body, 'title');
  if (list === null || title === null) return null;
  const variants: StatedProduct['variants'][number][] = [];
  for (const variant of list) {
    const id = numberAt(variant, 'id');
    const stockId = numberAt(variant, 'inventory_item_id');
    if (id === null || stockId === null) return null;
    const text = (name: string): string => textAt(variant, name) ?? '';
    variants.push({
      id: String(id),
      stockId: String(stockId),
      name: text('title'),
      sku: text('sku'),
      barcode: text('barcode'),
      price: text('price'),
    });
  }
  const described = new Set(variants.map((variant) => variant.id));
  const all = (listAt(body, 'variant_gids') ?? []).map((entry) => numberOf('ProductVariant', textAt(entry, 'admin_graphql_api_id')));
  return { title, variants, furtherIds: all.filter((id) => id !== null).filter((id) => !described.has(id)) };
}

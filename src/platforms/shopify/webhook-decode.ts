import { cleanLabels } from '../../domain/catalog/product-labels';
import type { StatedProduct } from '../../domain/catalog/stated-product';
import type { InboundEvent, ReadEvent } from '../../domain/inbound';
import { fromUnits } from '../../domain/quantity';
import { idAt, isRecord, listAt, parseExactJson, textAt } from '../json';
import type { JsonRecord } from '../json';
import { parseTime } from '../time';
import { readProductStatus } from './decode';
import { numberOf } from './gid';
import { isShopDomain } from './shop-domain';

/** The topics that Shopify requires every app to answer; they concern the whole account, and their route handles them. */
export const COMPLIANCE_TOPICS: readonly string[] = ['customers/data_request', 'customers/redact', 'shop/redact'];

/** A verified webhook: its owner and content. */
export interface ShopifyWebhook extends ReadEvent {
  /** The shop in the signed body, otherwise the header's; '' when neither is a shop. */
  readonly shop: string;
}

type Decode = (body: JsonRecord) => ReadEvent;

const clear = (event: InboundEvent): ReadEvent => ({ event, problem: '' });
const always =
  (event: InboundEvent): Decode =>
  () =>
    clear(event);

const LOCATIONS_CHANGED = always({ kind: 'locations', source: 'shopify' });
const NOTICE = always({ kind: 'notice' });
const UNREADABLE: InboundEvent = { kind: 'unreadable', source: 'shopify' };

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
  // Whatever the body states, an uninstall is confirmed only when Shopify also refuses our token.
  ['app/uninstalled', always({ kind: 'revoked', source: 'shopify' })],
  ['app/scopes_update', NOTICE],
  ['shop/update', NOTICE],
  ['app_subscriptions/update', always({ kind: 'subscription' })],
  ['bulk_operations/finish', decodeBulk],
  // The header is not signed, and may be lost in transit.
  ['', () => ({ event: UNREADABLE, problem: 'X-Shopify-Topic is missing' })],
]);

/**
 * Reduces a verified webhook to an event; null for a topic that we do not handle. Topic and shop come from headers,
 * which the signature does not cover; a shop in the body takes precedence. A body that does not match its topic also
 * yields an event, which states what to read instead: Shopify deletes a subscription whose webhooks are rejected.
 */
export function decodeShopifyWebhook(webhook: { topic: string; shop: string; raw: string }): ShopifyWebhook | null {
  const { topic, shop, raw } = webhook;
  const decode = TOPICS.get(topic);
  if (decode === undefined) return null;
  const parsed = parseExactJson(raw);
  const body = isRecord(parsed) ? parsed : {};
  const read = decode(body);
  const problem = isRecord(parsed) ? read.problem : 'the body is not a JSON object';
  const named = textAt(body, 'myshopify_domain')?.toLowerCase() ?? '';
  const owner = isShopDomain(named) ? named : isShopDomain(shop) ? shop : '';
  return { shop: owner, event: read.event, problem };
}

function decodeLevel(body: JsonRecord): ReadEvent {
  const stockId = idAt(body, 'inventory_item_id') ?? itemOfLevel(textAt(body, 'admin_graphql_api_id'));
  if (stockId === null)
    return {
      event: { kind: 'levels', source: 'shopify', levels: [], incomplete: true },
      problem: 'inventory_item_id is missing or is no number',
    };
  const locationId = idAt(body, 'location_id');
  const at = parseTime(textAt(body, 'updated_at') ?? '');
  const available = body['available'];
  const unstated: InboundEvent = { kind: 'levels', source: 'shopify', levels: [], unstated: [{ stockId, locationId }] };
  // Null is not zero: the item is not counted there, or Shopify does not state the number.
  if (available === null) return clear(unstated);
  if (locationId === null) return { event: unstated, problem: 'location_id is missing or is no number' };
  if (at === null) return { event: unstated, problem: 'updated_at is missing or is no time' };
  if (typeof available !== 'number' || !Number.isSafeInteger(available))
    return { event: unstated, problem: 'available is missing or is no whole number' };
  return clear({ kind: 'levels', source: 'shopify', levels: [{ stockId, locationId, quantity: fromUnits(available), at }] });
}

/** Returns the item named by a level's global id: `gid://shopify/InventoryLevel/{number}?inventory_item_id={item}`. */
function itemOfLevel(gid: string | null): string | null {
  return /^gid:\/\/shopify\/InventoryLevel\/\d+\?inventory_item_id=([1-9]\d{0,19})$/u.exec(gid ?? '')?.[1] ?? null;
}

function decodeProduct(body: JsonRecord, deleted: boolean): ReadEvent {
  const productId = idAt(body, 'id') ?? numberOf('Product', textAt(body, 'admin_graphql_api_id'));
  if (productId === null) return { event: UNREADABLE, problem: 'id is missing or is no number' };
  return clear({ kind: 'product', productId, deleted, stated: deleted ? null : statedProduct(body) });
}

function decodeItem(body: JsonRecord, deleted: boolean): ReadEvent {
  const itemId = idAt(body, 'id') ?? numberOf('InventoryItem', textAt(body, 'admin_graphql_api_id'));
  return itemId === null ? { event: UNREADABLE, problem: 'id is missing or is no number' } : clear({ kind: 'item', itemId, deleted });
}

/** Decodes a finished bulk operation. Polling finds a run whose webhook is missing or unreadable. */
function decodeBulk(body: JsonRecord): ReadEvent {
  const operationId = numberOf('BulkOperation', textAt(body, 'admin_graphql_api_id'));
  return operationId === null
    ? { event: { kind: 'notice' }, problem: 'admin_graphql_api_id is no bulk operation' }
    : clear({ kind: 'bulk-finished', operationId });
}

/** Returns the labels of a product body, where the tags are one text; null when it leaves some out. */
function statedLabels(body: JsonRecord): StatedProduct['labels'] {
  const [vendor, productType, tags] = [textAt(body, 'vendor'), textAt(body, 'product_type'), textAt(body, 'tags')];
  if (vendor === null || productType === null || tags === null) return null;
  return cleanLabels({ vendor, productType, tags: tags.split(','), imageUrl: '' });
}

/** Returns what a products/create or products/update body states about the product; null when the body is incomplete. */
function statedProduct(body: JsonRecord): StatedProduct | null {
  const list = listAt(body, 'variants');
  const title = textAt(body, 'title');
  if (list === null || title === null) return null;
  const variants: StatedProduct['variants'][number][] = [];
  for (const variant of list) {
    const id = idAt(variant, 'id');
    const stockId = idAt(variant, 'inventory_item_id');
    if (id === null || stockId === null) return null;
    const text = (name: string): string => textAt(variant, name) ?? '';
    variants.push({
      id,
      stockId,
      name: text('title'),
      sku: text('sku'),
      barcode: text('barcode'),
      price: text('price'),
    });
  }
  const described = new Set(variants.map((variant) => variant.id));
  const all = (listAt(body, 'variant_gids') ?? []).map((entry) => numberOf('ProductVariant', textAt(entry, 'admin_graphql_api_id')));
  const status = textAt(body, 'status');
  return {
    title,
    status: status === null ? null : readProductStatus(status),
    labels: statedLabels(body),
    variants,
    furtherIds: all.filter((id) => id !== null).filter((id) => !described.has(id)),
  };
}

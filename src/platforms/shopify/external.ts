import { fromUnits } from '../../domain/quantity';
import type { Result } from '../../domain/result';
import { err } from '../../domain/result';
import type { ExternalListing, ExternalPage, ExternalProduct, ExternalStock, ExternalVariant } from '../external';
import type { PlatformFailure } from '../failure';
import { at, listAt, numberAt, textAt } from '../json';
import { EXTERNAL_PRODUCT, EXTERNAL_VARIANT, EXTERNAL_VARIANTS } from './external-documents';
import { toGid } from './gid';
import type { ShopifyClient } from './graphql';
import { nextCursor, read } from './reading';

/** Returns a page of the shop's variants, ordered by id. A cursor that is not Shopify's is refused. */
export async function listShopifyVariants(
  client: ShopifyClient,
  request: { readonly cursor: string; readonly limit: number },
): Promise<Result<ExternalPage, PlatformFailure>> {
  const variables = { first: request.limit, after: request.cursor === '' ? null : request.cursor };
  const listed = await read(client, EXTERNAL_VARIANTS, variables, (data) => {
    const page = at(data, 'productVariants');
    const nodes = listAt(page, 'nodes');
    return nodes === null ? null : { nextCursor: nextCursor(page) ?? '', variants: nodes.map(listingOf) };
  });
  // Shopify answers a foreign cursor with an execution error; only its text distinguishes it from an outage.
  const strange = !listed.ok && listed.error.kind === 'failed' && request.cursor !== '' && /cursor/iu.test(listed.error.detail);
  return strange ? err({ kind: 'refused', detail: listed.error.detail }) : listed;
}

function listingOf(node: unknown): ExternalListing {
  return {
    productId: textAt(node, 'product', 'id') ?? '',
    productName: textAt(node, 'product', 'title') ?? '',
    productDescription: textAt(node, 'product', 'description') ?? '',
    productStatus: textAt(node, 'product', 'status') ?? '',
    id: textAt(node, 'id') ?? '',
    name: textAt(node, 'displayName') ?? '',
    sku: textAt(node, 'sku') ?? '',
  };
}

/** Reads one product by number; `found` is null when there is none. */
export async function readShopifyProduct(
  client: ShopifyClient,
  id: string,
): Promise<Result<{ readonly found: ExternalProduct | null }, PlatformFailure>> {
  return read(client, EXTERNAL_PRODUCT, { id: toGid('Product', id) }, (data) => {
    const product = at(data, 'product');
    const gid = textAt(product, 'id');
    if (gid === null) return { found: null };
    const [name, description] = [textAt(product, 'title') ?? '', textAt(product, 'description') ?? ''];
    const status = textAt(product, 'status') ?? '';
    return { found: { id: gid, name, description, status, imageUrls: picturesOf(product), variations: [] } };
  });
}

/** Reads one variant by number with its stock at every location; `found` is null when there is none. */
export async function readExternalShopifyVariant(
  client: ShopifyClient,
  id: string,
): Promise<Result<{ readonly found: ExternalVariant | null }, PlatformFailure>> {
  return read(client, EXTERNAL_VARIANT, { id: toGid('ProductVariant', id) }, (data) => {
    const variant = at(data, 'productVariant');
    const gid = textAt(variant, 'id');
    if (gid === null) return { found: null };
    return {
      found: {
        id: gid,
        name: textAt(variant, 'title') ?? '',
        sku: textAt(variant, 'sku') ?? '',
        barcode: textAt(variant, 'barcode') ?? '',
        imageUrls: picturesOf(at(variant, 'product')),
        stock: stockOf(variant),
      },
    };
  });
}

function picturesOf(product: unknown): string[] {
  return (listAt(product, 'media', 'nodes') ?? []).flatMap((node) => textAt(node, 'image', 'url') ?? []);
}

function stockOf(variant: unknown): ExternalStock[] {
  const id = textAt(variant, 'inventoryItem', 'id');
  if (id === null) return [];
  const locations = (listAt(variant, 'inventoryItem', 'inventoryLevels', 'nodes') ?? []).flatMap((level) => {
    const locationId = textAt(level, 'location', 'id');
    const available = (listAt(level, 'quantities') ?? []).find((one) => textAt(one, 'name') === 'available');
    const units = numberAt(available, 'quantity');
    return locationId === null ? [] : [{ locationId, quantity: units === null ? null : fromUnits(units) }];
  });
  return [{ id, name: textAt(variant, 'displayName') ?? '', sku: textAt(variant, 'inventoryItem', 'sku') ?? '', locations }];
}

import { toUnits } from '../../../domain/quantity';
import { ok, refuse, type Answer } from '../../../domain/result';
import type { Source } from '../../../domain/source';
import type { ExternalItemsRequest, InventoryItem } from '../../../gen/sh/external_pb';
import type { IExternalClient } from '../../../gen/sh/external_pb.client';
import type { ExternalStock } from '../../../platforms/external';
import { reads } from '../audit';
import { signedIn, type Methods } from '../method';
import { readText } from '../present/arguments';
import { readPlatformId, type ShopifyKind } from '../present/ids';

/** Rows per page by default, and the most that each platform returns. */
const PAGE = { shopify: { usual: 7, most: 250 }, square: { usual: 100, most: 1_000 } } as const;

/** Longest cursor that either platform creates, with a margin. */
const MAX_CURSOR = 4_000;

/** sh.External: reads directly from the platforms of the signed-in account. */
export const externalMethods: Methods<IExternalClient> = {
  getExternalShopifyItems: signedIn('operator', reads('caller'), async ({ account }, input) => {
    const request = readPage('shopify', input);
    if (!request.ok) return request;
    const page = await account.externalItems('shopify', request.value);
    if (!page.ok) return page;
    const variants = page.value.variants.map(({ productId, id, sku, ...names }) => ({
      productId,
      productTitle: names.productName,
      productDescription: names.productDescription,
      productStatus: names.productStatus,
      variantId: id,
      variantDisplayName: names.name,
      sku,
    }));
    return ok({ nextCursor: page.value.nextCursor, variants });
  }),

  getExternalShopifyProduct: signedIn('operator', reads('caller'), async ({ account }, { id }) => {
    const bare = readId('shopify', 'Product', id);
    if (!bare.ok) return bare;
    const found = await account.externalProduct('shopify', bare.value);
    if (!found.ok) return found;
    const { name, description, status, imageUrls } = found.value;
    return ok({ id: found.value.id, title: name, description, status, imageUrls: [...imageUrls] });
  }),

  getExternalShopifyVariant: signedIn('operator', reads('caller'), async ({ account }, { id }) => {
    const bare = readId('shopify', 'ProductVariant', id);
    if (!bare.ok) return bare;
    const found = await account.externalVariant('shopify', bare.value);
    if (!found.ok) return found;
    const { name, barcode, imageUrls, stock } = found.value;
    return ok({ id: found.value.id, title: name, barcode, imageUrls: [...imageUrls], inventoryItems: stock.map(toInventoryItem) });
  }),

  getExternalSquareItems: signedIn('operator', reads('caller'), async ({ account }, input) => {
    const request = readPage('square', input);
    if (!request.ok) return request;
    const page = await account.externalItems('square', request.value);
    if (!page.ok) return page;
    const variations = page.value.variants.map(({ productId, id, sku, ...names }) => ({
      itemId: productId,
      itemName: names.productName,
      itemDescription: names.productDescription,
      variationId: id,
      variationName: names.name,
      sku,
    }));
    return ok({ nextCursor: page.value.nextCursor, variations });
  }),

  getExternalSquareItem: signedIn('operator', reads('caller'), async ({ account }, { id }) => {
    const bare = readId('square', 'Product', id);
    if (!bare.ok) return bare;
    const found = await account.externalProduct('square', bare.value);
    if (!found.ok) return found;
    const { name, description, imageUrls, variations } = found.value;
    return ok({ id: found.value.id, name, description, imageUrls: [...imageUrls], variations: [...variations] });
  }),

  getExternalSquareVariation: signedIn('operator', reads('caller'), async ({ account }, { id }) => {
    const bare = readId('square', 'ProductVariant', id);
    if (!bare.ok) return bare;
    const found = await account.externalVariant('square', bare.value);
    if (!found.ok) return found;
    const { name, sku, stock } = found.value;
    return ok({ id: found.value.id, name, sku, inventoryItems: stock.map(toInventoryItem) });
  }),
};

function readPage(source: Source, { cursor, limit }: ExternalItemsRequest): Answer<{ cursor: string; limit: number }> {
  const text = readText('cursor', cursor, MAX_CURSOR);
  if (!text.ok) return text;
  if (limit < 0) return refuse('invalid_argument', 'limit must not be negative.');
  const { usual, most } = PAGE[source];
  return ok({ cursor, limit: limit === 0 ? usual : Math.min(limit, most) });
}

function readId(source: Source, kind: ShopifyKind, id: string): Answer<string> {
  return readPlatformId('id', source, kind, id.trim());
}

function toInventoryItem({ id, name, sku, locations }: ExternalStock): InventoryItem {
  return {
    id,
    name,
    sku,
    locations: locations.map(({ locationId, quantity }) => ({ locationId, ...(quantity === null ? {} : { quantity: toUnits(quantity) }) })),
  };
}

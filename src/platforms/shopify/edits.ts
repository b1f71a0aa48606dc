import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { at, listAt, textAt } from '../json';
import type { JsonRecord } from '../json';
import { PageGuard } from '../page-guard';
import type { SkuHolder } from '../sku-holder';
import type { GraphqlDocument } from './document';
import { ITEM_UPDATE, VARIANTS_BY_SKU, VARIANTS_UPDATE, VARIANT_TO_EDIT } from './edit-documents';
import { numberOf, toGid } from './gid';
import type { ShopifyClient } from './graphql';
import { nextCursor, read, unreadable } from './reading';

/** SKUs per search: keeps the search text short enough for a request. */
const SKUS_AT_ONCE = 20;
const HOLDERS_PAGE = 100;

/**
 * Finds the variants that have these SKUs now. Shopify's search ignores case and may miss variants created in the last
 * second; results are compared exactly.
 */
export async function findShopifySkus(
  client: ShopifyClient,
  skus: readonly string[],
): Promise<Result<readonly SkuHolder[], PlatformFailure>> {
  const wanted = new Set(skus);
  const holders: SkuHolder[] = [];
  for (let start = 0; start < skus.length; start += SKUS_AT_ONCE) {
    const query = skus
      .slice(start, start + SKUS_AT_ONCE)
      .map((sku) => `sku:${quoted(sku)}`)
      .join(' OR ');
    let after: string | null = null;
    const pages = new PageGuard('variants by SKU');
    do {
      const page: Result<unknown, PlatformFailure> = await read(
        client,
        VARIANTS_BY_SKU,
        { query, first: HOLDERS_PAGE, after },
        (data) => at(data, 'productVariants') ?? null,
      );
      if (!page.ok) return page;
      holders.push(...(listAt(page.value, 'nodes') ?? []).flatMap(holderOf).filter((holder) => wanted.has(holder.sku)));
      after = nextCursor(page.value);
      const stuck = pages.problem(after);
      if (stuck !== null) return err(stuck);
    } while (after !== null);
  }
  return ok(holders);
}

/** Quotes a text as a phrase of Shopify's search syntax. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/gu, String.raw`\$&`)}"`;
}

function holderOf(node: unknown): SkuHolder[] {
  const id = numberOf('ProductVariant', textAt(node, 'id'));
  const productId = numberOf('Product', textAt(node, 'product', 'id'));
  return id === null || productId === null ? [] : [{ id, productId, sku: textAt(node, 'sku') ?? '' }];
}

/** A variant with the data that an edit needs. */
export interface EditableVariant {
  readonly id: string;
  readonly productId: string;
  /** Number of its inventory item. */
  readonly stockId: string;
  readonly sku: string;
  /** '' for none. */
  readonly barcode: string;
  readonly tracked: boolean;
  /** Why tracking cannot be changed, in Shopify's words; '' when it can. */
  readonly locked: string;
}

/** Reads one variant by number; null when Shopify has none. */
export async function readShopifyVariant(client: ShopifyClient, id: string): Promise<Result<EditableVariant | null, PlatformFailure>> {
  const found = await read(client, VARIANT_TO_EDIT, { id: toGid('ProductVariant', id) }, (data) => ({
    variant: at(data, 'productVariant'),
  }));
  if (!found.ok) return found;
  const { variant } = found.value;
  if (variant === null) return ok(null);
  const [holder] = holderOf(variant);
  const stockId = numberOf('InventoryItem', textAt(variant, 'inventoryItem', 'id'));
  const tracked = at(variant, 'inventoryItem', 'tracked');
  if (holder === undefined || stockId === null || typeof tracked !== 'boolean') return err(unreadable(VARIANT_TO_EDIT));
  const isLocked = at(variant, 'inventoryItem', 'trackedEditable', 'locked') === true;
  const reason = textAt(variant, 'inventoryItem', 'trackedEditable', 'reason') ?? '';
  const barcode = textAt(variant, 'barcode') ?? '';
  return ok({ ...holder, barcode, stockId, tracked, locked: isLocked ? reason || 'another service manages it' : '' });
}

/** Sets a variant's SKU, and its barcode if one is given. */
export async function setShopifySku(
  client: ShopifyClient,
  change: { readonly productId: string; readonly variantId: string; readonly sku: string; readonly barcode: string | null },
): Promise<Result<null, PlatformFailure>> {
  const variant = {
    id: toGid('ProductVariant', change.variantId),
    inventoryItem: { sku: change.sku },
    ...(change.barcode === null ? {} : { barcode: change.barcode }),
  };
  return mutate(client, VARIANTS_UPDATE, 'productVariantsBulkUpdate', {
    productId: toGid('Product', change.productId),
    variants: [variant],
  });
}

/** Turns tracking of an inventory item on or off. */
export async function setShopifyTracking(client: ShopifyClient, stockId: string, track: boolean): Promise<Result<null, PlatformFailure>> {
  return mutate(client, ITEM_UPDATE, 'inventoryItemUpdate', { id: toGid('InventoryItem', stockId), input: { tracked: track } });
}

/** Runs a mutation; user errors are a definite refusal. A `failed` one may still have taken effect. */
export async function mutate(
  client: ShopifyClient,
  document: GraphqlDocument,
  mutation: string,
  variables: JsonRecord,
): Promise<Result<null, PlatformFailure>> {
  const done = await read(client, document, variables, (data) => listAt(data, mutation, 'userErrors'));
  if (!done.ok) return done;
  if (done.value.length === 0) return ok(null);
  const errors = done.value.map((error) => `${textAt(error, 'code') ?? ''} ${textAt(error, 'message') ?? 'no message'}`.trim());
  return err({ kind: 'refused', detail: errors.join('; ') });
}

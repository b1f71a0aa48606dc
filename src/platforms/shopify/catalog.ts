import type { SideVariant } from '../../domain/catalog/side-variant';
import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { at, listAt, textAt } from '../json';
import { PageGuard } from '../page-guard';
import { decodeVariants } from './decode';
import { ITEMS_BY_ID, PRODUCTS_BY_ID, PRODUCT_VARIANTS } from './documents';
import { toGid } from './gid';
import type { ShopifyClient } from './graphql';
import { nextCursor, read, unreadable } from './reading';

/** Products or inventory items from the refresh queue in their current state. */
export interface RefreshedVariants {
  readonly variants: readonly SideVariant[];
  /** The requested ids that Shopify no longer knows. */
  readonly gone: readonly string[];
}

/** Products per request and variants per product: with product, item and level, one query stays below its 1,000 points. */
const PRODUCTS_PAGE = 10;
const FIRST_VARIANTS = 20;
/** Variants per request when one product is paged. */
const VARIANTS_PAGE = 100;
/** Inventory items per request. */
const ITEMS_PAGE = 50;

/** Reads products by number with all their variants and their levels at one location. */
export async function readProducts(
  client: ShopifyClient,
  productIds: readonly string[],
  locationId: string,
): Promise<Result<RefreshedVariants, PlatformFailure>> {
  const variants: SideVariant[] = [];
  const gone: string[] = [];
  const location = toGid('Location', locationId);
  for (let start = 0; start < productIds.length; start += PRODUCTS_PAGE) {
    const page = productIds.slice(start, start + PRODUCTS_PAGE);
    const variables = { ids: page.map((id) => toGid('Product', id)), first: FIRST_VARIANTS, locationId: location };
    const nodes = await read(client, PRODUCTS_BY_ID, variables, (data) => listAt(data, 'nodes'));
    if (!nodes.ok) return nodes;
    for (const [index, productId] of page.entries()) {
      const product = nodes.value[index];
      if (at(product, 'variants') === undefined) {
        gone.push(productId);
        continue;
      }
      const whole = await readRest(client, product, productId, location);
      if (!whole.ok) return whole;
      variants.push(...whole.value);
    }
  }
  return ok({ variants, gone });
}

/** Reads the variants of one product; `first` is the product with their first page. */
async function readRest(
  client: ShopifyClient,
  first: unknown,
  productId: string,
  location: string,
): Promise<Result<readonly SideVariant[], PlatformFailure>> {
  const found: SideVariant[] = [];
  let product = first;
  const pages = new PageGuard('variants of a product');
  for (;;) {
    const connection = at(product, 'variants');
    const decoded = decodeVariants(listAt(connection, 'nodes') ?? [null], product);
    if (decoded === null) return err(unreadable(PRODUCT_VARIANTS));
    found.push(...decoded);
    const after = nextCursor(connection);
    if (after === null) return ok(found);
    const stuck = pages.problem(after);
    if (stuck !== null) return err(stuck);
    const variables = { id: toGid('Product', productId), first: VARIANTS_PAGE, after, locationId: location };
    const page = await read(client, PRODUCT_VARIANTS, variables, (data) => at(data, 'product') ?? null);
    if (!page.ok) return page;
    product = page.value;
  }
}

/** Reads the variants of inventory items, by the items' numbers. */
export async function readItems(
  client: ShopifyClient,
  itemIds: readonly string[],
  locationId: string,
): Promise<Result<RefreshedVariants, PlatformFailure>> {
  const variants: SideVariant[] = [];
  const gone: string[] = [];
  for (let start = 0; start < itemIds.length; start += ITEMS_PAGE) {
    const page = itemIds.slice(start, start + ITEMS_PAGE);
    const variables = { ids: page.map((id) => toGid('InventoryItem', id)), locationId: toGid('Location', locationId) };
    const nodes = await read(client, ITEMS_BY_ID, variables, (data) => listAt(data, 'nodes'));
    if (!nodes.ok) return nodes;
    for (const [index, itemId] of page.entries()) {
      const node = nodes.value[index];
      const decoded = textAt(node, 'id') === null ? [] : decodeVariants(listAt(node, 'variants', 'nodes') ?? []);
      if (decoded === null) return err(unreadable(ITEMS_BY_ID));
      if (decoded.length === 0) gone.push(itemId);
      variants.push(...decoded);
    }
  }
  return ok({ variants, gone });
}

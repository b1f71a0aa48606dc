import { toUnits, type Quantity } from '../../domain/quantity';
import type { Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { listAt, textAt } from '../json';
import type { JsonRecord } from '../json';
import { PRODUCT_BY_HANDLE, PRODUCT_CREATE, PRODUCT_OPTIONS, VARIANTS_CREATE } from './edit-documents';
import { mutate } from './edits';
import { numberOf, toGid } from './gid';
import type { ShopifyClient } from './graphql';
import { read } from './reading';

/** A variant to create. */
export interface NewShopifyVariant {
  /** A value for each option of the product. */
  readonly options: readonly { readonly option: string; readonly value: string }[];
  readonly sku: string;
  /** Decimal text; '' for none. */
  readonly price: string;
  /** '' for none. */
  readonly barcode: string;
  readonly tracked: boolean;
  /** Whole units, not negative; null to set none. */
  readonly quantity: Quantity | null;
}

/** A product to create with all its variants. */
export interface NewShopifyProduct {
  readonly title: string;
  /** Unique to this copy: identifies the product after an unanswered request. */
  readonly handle: string;
  readonly options: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly variants: readonly NewShopifyVariant[];
  /** ACTIVE can be sold as soon as it is published; DRAFT waits for the merchant. */
  readonly status: 'ACTIVE' | 'DRAFT';
}

/** Returns the number of the product with this handle; `found` is null when there is none. */
export async function findByHandle(
  client: ShopifyClient,
  handle: string,
): Promise<Result<{ readonly found: string | null }, PlatformFailure>> {
  return read(client, PRODUCT_BY_HANDLE, { handle }, (data) => ({
    found: numberOf('Product', textAt(data, 'productByIdentifier', 'id')),
  }));
}

/** Returns the names of a product's options and their values; null for a product that no longer exists. */
export async function readOptions(
  client: ShopifyClient,
  productId: string,
): Promise<Result<{ readonly options: readonly { readonly name: string; readonly values: readonly string[] }[] | null }, PlatformFailure>> {
  return read(client, PRODUCT_OPTIONS, { id: toGid('Product', productId) }, (data) => {
    const options = listAt(data, 'product', 'options');
    if (options === null) return { options: null };
    return {
      options: options.map((option) => ({
        name: textAt(option, 'name') ?? '',
        values: (listAt(option, 'optionValues') ?? []).flatMap((value) => textAt(value, 'name') ?? []),
      })),
    };
  });
}

/**
 * Creates a product. A second request with the same handle, even one that arrives late, is refused and changes nothing: an upsert would
 * set the stock back to what it was. After a refusal `findByHandle` tells whether an earlier request created it.
 */
export async function createProduct(
  client: ShopifyClient,
  product: NewShopifyProduct,
  locationId: string,
): Promise<Result<null, PlatformFailure>> {
  const { title, handle, status } = product;
  const input = {
    title,
    handle,
    status,
    productOptions: product.options.map(({ name, values }) => ({ name, values: values.map((value) => ({ name: value })) })),
    variants: product.variants.map((variant) => ({
      sku: variant.sku,
      ...common(variant),
      inventoryItem: { tracked: variant.tracked },
      ...(variant.quantity === null
        ? {}
        : { inventoryQuantities: [{ locationId: toGid('Location', locationId), name: 'available', quantity: toUnits(variant.quantity) }] }),
    })),
  };
  return mutate(client, PRODUCT_CREATE, 'productSet', { input });
}

/** Adds variants to a product, all or none. Variants that it already has, by their option values, are refused. */
export async function addVariants(
  client: ShopifyClient,
  request: { readonly productId: string; readonly variants: readonly NewShopifyVariant[]; readonly locationId: string },
): Promise<Result<null, PlatformFailure>> {
  const variants = request.variants.map((variant) => ({
    ...common(variant),
    inventoryItem: { sku: variant.sku, tracked: variant.tracked },
    ...(variant.quantity === null
      ? {}
      : { inventoryQuantities: [{ locationId: toGid('Location', request.locationId), availableQuantity: toUnits(variant.quantity) }] }),
  }));
  return mutate(client, VARIANTS_CREATE, 'productVariantsBulkCreate', { productId: toGid('Product', request.productId), variants });
}

function common({ options, price, barcode }: NewShopifyVariant): JsonRecord {
  return {
    optionValues: options.map(({ option, value }) => ({ optionName: option, name: value })),
    ...(price === '' ? {} : { price }),
    ...(barcode === '' ? {} : { barcode }),
  };
}

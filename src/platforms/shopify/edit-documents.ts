import { document, type GraphqlDocument } from './document';

/** Finds variants by a search; used with SKUs. */
export const VARIANTS_BY_SKU = document(`
  query VariantsBySku($query: String!, $first: Int!, $after: String) {
    productVariants(first: $first, after: $after, query: $query, sortKey: ID) {
      nodes { id sku product { id } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** Reads one variant with the data that an edit needs. */
export const VARIANT_TO_EDIT = document(`
  query VariantToEdit($id: ID!) {
    productVariant(id: $id) {
      id sku barcode
      product { id }
      inventoryItem { id tracked trackedEditable { locked reason } }
    }
  }
`);

/** Changes given fields of variants of one product; all or none. */
export const VARIANTS_UPDATE = document(`
  mutation VariantsUpdate($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: false) {
      productVariants { id sku }
      userErrors { field message code }
    }
  }
`);

/** Changes an inventory item. */
export const ITEM_UPDATE = document(`
  mutation ItemUpdate($id: ID!, $input: InventoryItemInput!) {
    inventoryItemUpdate(id: $id, input: $input) { inventoryItem { id tracked } userErrors { field message } }
  }
`);

/**
 * Creates a product with all its variants at once, under a handle of its own. Without an identifier `productSet` only creates: a handle
 * that is taken is refused (Admin API since 2025-01), so a repeat that arrives late changes nothing.
 */
export const PRODUCT_CREATE = document(`
  mutation ProductMake($input: ProductSetInput!) {
    productSet(input: $input, synchronous: true) {
      product { id }
      userErrors { field message code }
    }
  }
`);

/** Adds variants to a product; all or none. The automatic first variant of a product stays. */
export const VARIANTS_CREATE = document(`
  mutation VariantsCreate($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkCreate(productId: $productId, variants: $variants, strategy: PRESERVE_STANDALONE_VARIANT) {
      productVariants { id sku }
      userErrors { field message code }
    }
  }
`);

/** Reads the product with this handle; a search may not include it yet. */
export const PRODUCT_BY_HANDLE = document(`
  query ProductByHandle($handle: String!) { productByIdentifier(identifier: { handle: $handle }) { id } }
`);

/** Reads the options of a product and their values, which new variants must fit. */
export const PRODUCT_OPTIONS = document(`
  query ProductOptions($id: ID!) { product(id: $id) { id options { name optionValues { name } } } }
`);

/** The operations that change a catalog. */
export const EDIT_DOCUMENTS: readonly GraphqlDocument[] = [
  VARIANTS_BY_SKU,
  VARIANT_TO_EDIT,
  VARIANTS_UPDATE,
  ITEM_UPDATE,
  PRODUCT_CREATE,
  VARIANTS_CREATE,
  PRODUCT_BY_HANDLE,
  PRODUCT_OPTIONS,
];

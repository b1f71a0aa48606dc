import { document, type GraphqlDocument } from './document';

/** Reads a page of the shop's variants in their current state. */
export const EXTERNAL_VARIANTS = document(`
  query ExternalVariants($first: Int!, $after: String) {
    productVariants(first: $first, after: $after, sortKey: ID) {
      nodes { id displayName sku product { id title description status } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const PICTURES = 'media(first: 20) { nodes { id ... on MediaImage { image { url } } } }';

/** Reads one product with its pictures. */
export const EXTERNAL_PRODUCT = document(`
  query ExternalProduct($id: ID!) { product(id: $id) { id title description status ${PICTURES} } }
`);

/** Reads one variant with its product's pictures and its stock at every location. */
export const EXTERNAL_VARIANT = document(`
  query ExternalVariant($id: ID!) {
    productVariant(id: $id) {
      id title displayName sku barcode
      product { id ${PICTURES} }
      inventoryItem {
        id sku
        inventoryLevels(first: 50) { nodes { id location { id } quantities(names: ["available"]) { name quantity } } }
      }
    }
  }
`);

/** The operations that operators use to inspect a shop. */
export const EXTERNAL_DOCUMENTS: readonly GraphqlDocument[] = [EXTERNAL_VARIANTS, EXTERNAL_PRODUCT, EXTERNAL_VARIANT];

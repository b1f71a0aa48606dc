import { document, type GraphqlDocument } from './document';
import { EDIT_DOCUMENTS } from './edit-documents';
import { EXTERNAL_DOCUMENTS } from './external-documents';

// Every operation selects a level the same way: `decode.ts` supports only this shape.
const LEVEL = `id isActive updatedAt quantities(names: ["available"]) { name quantity updatedAt }`;

// What people recognize a product by. The picture is one that fits a list: Shopify scales it.
const PRODUCT = `
  id title status vendor productType tags
  featuredMedia { preview { image { url(transform: { maxWidth: 128, maxHeight: 128 }) } } }
`;

const VARIANT_OF_PRODUCT = `
  id title sku barcode price
  inventoryItem { id tracked inventoryLevel(locationId: $locationId, includeInactive: true) { ${LEVEL} } }
`;

const VARIANT = `${VARIANT_OF_PRODUCT} product { ${PRODUCT} }`;

const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

/** Adds to quantities, once per key, and reads the resulting levels in the same answer. */
export const ADJUST_QUANTITIES = document(`
  mutation AdjustQuantities($input: InventoryAdjustQuantitiesInput!, $key: String!, $locationId: ID!) {
    inventoryAdjustQuantities(input: $input) @idempotent(key: $key) {
      inventoryAdjustmentGroup {
        id
        changes(quantityNames: ["available"]) {
          name
          item { id inventoryLevel(locationId: $locationId, includeInactive: true) { ${LEVEL} } }
          location { id }
        }
      }
      userErrors { field message code }
    }
  }
`);

/** Reads levels of named inventory items at one location. */
export const ITEM_LEVELS = document(`
  query ItemLevels($ids: [ID!]!, $locationId: ID!) {
    nodes(ids: $ids) {
      id
      ... on InventoryItem { inventoryLevel(locationId: $locationId, includeInactive: true) { ${LEVEL} } }
    }
  }
`);

/** Reads what is for sale, promised to orders, and on hand of named inventory items at one location, each with its own time. */
export const ITEM_QUANTITIES = document(`
  query ItemQuantities($ids: [ID!]!, $locationId: ID!) {
    nodes(ids: $ids) {
      id
      ... on InventoryItem {
        inventoryLevel(locationId: $locationId, includeInactive: true) {
          id
          quantities(names: ["available", "committed", "on_hand"]) { name quantity updatedAt }
        }
      }
    }
  }
`);

/** Reads levels at one location that changed since a time, for reconciliation. */
export const LEVELS_AT_LOCATION = document(`
  query LevelsAtLocation($locationId: ID!, $first: Int!, $after: String, $query: String) {
    location(id: $locationId) {
      id
      inventoryLevels(first: $first, after: $after, query: $query, includeInactive: true) {
        nodes { ${LEVEL} item { id } }
        ${PAGE_INFO}
      }
    }
  }
`);

/** Reads the merchant's locations in Shopify's order by name; omits those of fulfillment services, which cannot be written to. */
export const LOCATIONS = document(`
  query Locations($first: Int!, $after: String) {
    locations(first: $first, after: $after, includeInactive: false, includeLegacy: false, sortKey: NAME) {
      nodes { id name isActive }
      ${PAGE_INFO}
    }
  }
`);

/** Reads products by id with the first of their variants. */
export const PRODUCTS_BY_ID = document(`
  query ProductsById($ids: [ID!]!, $first: Int!, $locationId: ID!) {
    nodes(ids: $ids) {
      id
      ... on Product { ${PRODUCT} variants(first: $first) { nodes { ${VARIANT_OF_PRODUCT} } ${PAGE_INFO} } }
    }
  }
`);

/** Reads further variants of one product: past the first 250 they can only be paged at the root. */
export const PRODUCT_VARIANTS = document(`
  query ProductVariants($id: ID!, $first: Int!, $after: String, $locationId: ID!) {
    product(id: $id) { ${PRODUCT} variants(first: $first, after: $after) { nodes { ${VARIANT_OF_PRODUCT} } ${PAGE_INFO} } }
  }
`);

/** Reads the variants of named inventory items. */
export const ITEMS_BY_ID = document(`
  query ItemsById($ids: [ID!]!, $locationId: ID!) {
    nodes(ids: $ids) {
      id
      ... on InventoryItem { variants(first: 1) { nodes { ${VARIANT} } } }
    }
  }
`);

/** Reads the number of variants in the shop, for the progress of a snapshot. */
export const VARIANTS_COUNT = document(`query VariantsCount { productVariantsCount(limit: null) { count precision } }`);

/** Starts a bulk operation with the given query. */
export const BULK_RUN = document(`
  mutation BulkRun($query: String!) {
    bulkOperationRunQuery(query: $query, groupObjects: false) {
      bulkOperation { id status }
      userErrors { field message code }
    }
  }
`);

/** Reads the progress of a bulk operation, and the address of its file. */
export const BULK_POLL = document(`
  query BulkPoll($id: ID!) { bulkOperation(id: $id) { id status errorCode objectCount url } }
`);

/**
 * Returns the query that a bulk operation runs: one self-contained line per variant, with its level at one location.
 * Bulk queries accept no variables, so the location is inserted; `locationId` must be a checked location number.
 */
export function bulkVariantsQuery(locationId: string): string {
  const variant = VARIANT.replaceAll('$locationId', `"gid://shopify/Location/${locationId}"`);
  return `query BulkVariants { productVariants { edges { node { ${variant} } } } }`.replaceAll(/\s+/gu, ' ');
}

/** Lists the shop's webhook subscriptions that this app created by API. */
export const WEBHOOK_LIST = document(`
  query WebhookList($first: Int!, $after: String) {
    webhookSubscriptions(first: $first, after: $after) { nodes { id topic uri includeFields } ${PAGE_INFO} }
  }
`);

/** Subscribes to one topic. */
export const WEBHOOK_CREATE = document(`
  mutation WebhookCreate($topic: WebhookSubscriptionTopic!, $sub: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $sub) { webhookSubscription { id topic uri } userErrors { field message } }
  }
`);

/** Changes the address of a subscription, or its fields. */
export const WEBHOOK_UPDATE = document(`
  mutation WebhookUpdate($id: ID!, $sub: WebhookSubscriptionInput!) {
    webhookSubscriptionUpdate(id: $id, webhookSubscription: $sub) { webhookSubscription { id topic uri } userErrors { field message } }
  }
`);

/** Ends a subscription. */
export const WEBHOOK_DELETE = document(`
  mutation WebhookDelete($id: ID!) { webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } } }
`);

const SUBSCRIPTION = `
  id name status test trialDays createdAt currentPeriodEnd
  lineItems { id plan { pricingDetails { __typename ... on AppRecurringPricing { price { amount currencyCode } } } } }
`;

/** Requests a recurring charge from the merchant. */
export const SUBSCRIPTION_CREATE = document(`
  mutation SubscriptionCreate($name: String!, $returnUrl: URL!, $lineItems: [AppSubscriptionLineItemInput!]!, $trialDays: Int, $test: Boolean) {
    appSubscriptionCreate(name: $name, returnUrl: $returnUrl, lineItems: $lineItems, trialDays: $trialDays, test: $test) {
      appSubscription { id status }
      confirmationUrl
      userErrors { field message }
    }
  }
`);

/** Ends a recurring charge at once; by our own accounting, the merchant keeps the period they paid for. */
export const SUBSCRIPTION_CANCEL = document(`
  mutation SubscriptionCancel($id: ID!) { appSubscriptionCancel(id: $id) { appSubscription { id status } userErrors { field message } } }
`);

/** Reads the newest charges of this app in this shop, in any status. */
export const SUBSCRIPTIONS = document(`
  query Subscriptions($first: Int!) {
    currentAppInstallation {
      allSubscriptions(first: $first, reverse: true, sortKey: CREATED_AT) { nodes { ${SUBSCRIPTION} } }
    }
  }
`);

/** Reads the shop's own data. */
export const SHOP_INFO = document(
  `query ShopInfo { shop { id name email myshopifyDomain currencyCode shopOwnerName plan { partnerDevelopment } } }`,
);

/** Reads the scopes that the merchant has granted this app. */
export const ACCESS_SCOPES = document(`query AccessScopes { currentAppInstallation { accessScopes { handle } } }`);

/** Every operation that the product sends; a test checks them all against the official schema. */
export const DOCUMENTS: readonly GraphqlDocument[] = [
  ADJUST_QUANTITIES,
  ITEM_LEVELS,
  ITEM_QUANTITIES,
  LEVELS_AT_LOCATION,
  LOCATIONS,
  PRODUCTS_BY_ID,
  PRODUCT_VARIANTS,
  ITEMS_BY_ID,
  VARIANTS_COUNT,
  BULK_RUN,
  BULK_POLL,
  WEBHOOK_LIST,
  WEBHOOK_CREATE,
  WEBHOOK_UPDATE,
  WEBHOOK_DELETE,
  SUBSCRIPTION_CREATE,
  SUBSCRIPTION_CANCEL,
  SUBSCRIPTIONS,
  SHOP_INFO,
  ACCESS_SCOPES,
  ...EDIT_DOCUMENTS,
  ...EXTERNAL_DOCUMENTS,
];

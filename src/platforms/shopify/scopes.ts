/** The scopes that we request from a merchant. A test checks that they cover every field of every document that we send. */
export const SHOPIFY_SCOPES: readonly string[] = ['read_products', 'write_products', 'read_inventory', 'write_inventory', 'read_locations'];

/** The scope for reading orders of the last 60 days: optional, requested only when the merchant wants to see the numbers of orders. */
export const SHOPIFY_ORDER_SCOPE = 'read_orders';

/** Returns the scopes that we need and a grant lacks. */
export function missingShopifyScopes(granted: readonly string[]): readonly string[] {
  const allowed = impliedScopes(granted);
  return SHOPIFY_SCOPES.filter((scope) => !allowed.includes(scope));
}

/** Returns the scopes that a grant allows: writing implies reading, and Shopify then omits the read scope from its answer. */
export function impliedScopes(granted: readonly string[]): readonly string[] {
  const all = new Set(granted);
  for (const scope of granted) if (scope.startsWith('write_')) all.add(`read_${scope.slice('write_'.length)}`);
  return [...all];
}

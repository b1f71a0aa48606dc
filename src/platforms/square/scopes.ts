/** The scopes that we request from a seller: the merchant and their locations, items, and inventory. */
export const SQUARE_SCOPES: readonly string[] = ['MERCHANT_PROFILE_READ', 'ITEMS_READ', 'ITEMS_WRITE', 'INVENTORY_READ', 'INVENTORY_WRITE'];

/** Returns the scopes that we need and a grant lacks. */
export function missingSquareScopes(granted: readonly string[]): readonly string[] {
  return SQUARE_SCOPES.filter((scope) => !granted.includes(scope));
}

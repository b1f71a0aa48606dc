/** What we ask a seller for: the merchant and his locations, items, and inventory. */
export const SQUARE_SCOPES: readonly string[] = ['MERCHANT_PROFILE_READ', 'ITEMS_READ', 'ITEMS_WRITE', 'INVENTORY_READ', 'INVENTORY_WRITE'];

/** The scopes that we need and a grant does not allow. */
export function missingSquareScopes(granted: readonly string[]): readonly string[] {
  return SQUARE_SCOPES.filter((scope) => !granted.includes(scope));
}

/** The scopes that we request from a seller: the merchant and their locations, items, and inventory. */
export const SQUARE_SCOPES: readonly string[] = ['MERCHANT_PROFILE_READ', 'ITEMS_READ', 'ITEMS_WRITE', 'INVENTORY_READ', 'INVENTORY_WRITE'];

/** The scope for reading the names of team members. Requested only when the merchant asks for names, and never needed. */
export const SQUARE_TEAM_SCOPE = 'EMPLOYEES_READ';

/** Returns the scopes that we need and a grant lacks. */
export function missingSquareScopes(granted: readonly string[]): readonly string[] {
  return SQUARE_SCOPES.filter((scope) => !granted.includes(scope));
}

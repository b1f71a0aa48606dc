/** What we ask a seller for: the merchant and his locations, items, and inventory. */
export const SQUARE_SCOPES: readonly string[] = ['MERCHANT_PROFILE_READ', 'ITEMS_READ', 'ITEMS_WRITE', 'INVENTORY_READ', 'INVENTORY_WRITE'];

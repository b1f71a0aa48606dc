const SCOPES: Readonly<Record<string, string>> = {
  read_products: 'Read your products and variants',
  write_products: 'Set SKUs and barcodes, and create products that you copy',
  read_inventory: 'Read how much is in stock',
  write_inventory: 'Change how much is in stock',
  read_locations: 'Read the names of your locations',
  MERCHANT_PROFILE_READ: 'Read the name of your business and its locations',
  ITEMS_READ: 'Read your items and variations',
  ITEMS_WRITE: 'Set SKUs, and create items that you copy',
  INVENTORY_READ: 'Read how much is in stock',
  INVENTORY_WRITE: 'Change how much is in stock',
};

/** What a scope is for, for a shop owner. */
export function scopeText(scope: string): string {
  return SCOPES[scope] ?? scope;
}

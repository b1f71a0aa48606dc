import { until } from '../../../scripts/app-process';
import { addProduct, type AddedProduct } from '../../../scripts/merchant';
import type { App, Merchant } from './merchant';

/** Sold in cases on Shopify and by the bottle at Square. */
export const CIDER = 'CIDER-12';

const PRODUCTS: readonly AddedProduct[] = [
  { platforms: ['shopify', 'square'], title: 'Orchard Cider', sku: CIDER, price: 2_400, quantity: 5 },
  { platforms: ['shopify'], title: 'Spring water, case of 12', sku: 'WATER-12', price: 1_800, quantity: 3 },
  { platforms: ['square'], title: 'Spring water', sku: 'WATER', price: 200, quantity: 36 },
  { platforms: ['shopify'], title: 'Brass Ship Lantern', sku: 'LANTERN-9', price: 8_900, quantity: 4 },
  { platforms: ['square'], title: 'Ship lantern (brass)', sku: 'lantern 9', price: 8_900, quantity: 4 },
  { platforms: ['square'], title: 'Loose Tea', sku: '', price: 900, quantity: 8 },
];

interface Listed {
  readonly shopify_id: string;
  readonly square_id: string;
}

/** Saves a view, sets a pack size, and makes a bulk change of each kind: links, SKUs, tracking, and an exclusion. Leaves a link of packs to review. */
export async function makeChanges(app: App, merchant: Merchant): Promise<void> {
  for (const product of PRODUCTS) await addProduct(app, product);
  const cider = await listed(merchant, CIDER, 'in_sync');
  const lantern = {
    shopify_id: (await listed(merchant, 'Brass Ship')).shopify_id,
    square_id: (await listed(merchant, 'Ship lantern (brass)')).square_id,
  };
  const tea = await listed(merchant, 'Loose Tea');
  await merchant.rpc('sh.Inventory/SaveView', { name: 'Most stock first', view: 'in_sync', query: '', sort: '-square_quantity' });
  await merchant.rpc('sh.Variants/SaveLinks', { pairs: [lantern] });
  await merchant.rpc('sh.Variants/SaveLinks', { pairs: [{ ...cider, shopify_pack_size: 12, square_pack_size: 1 }] });
  await merchant.rpc('sh.Variants/SaveSku', { square_variant_id: tea.square_id, sku: 'TEA-1', bulk_key: 'skus' });
  const { variants = [] } = (await merchant.rpc('sh.Issues/GetIssues', { source: 'shopify', issue_type: 'inventory_disabled' })) as {
    variants?: { id: string }[];
  };
  const tracked = { source: 'shopify', variant_id: variants[0]?.id, track_inventory: true, bulk_key: 'tracking' };
  await merchant.rpc('sh.Inventory/SetInventoryTracking', tracked);
  await merchant.rpc('sh.Inventory/SaveExclusion', { exclusion: { kind: 'type', value: 'Shirts' }, excluded: true });
}

/** Waits until the inventory has what a search finds, and returns its IDs. */
async function listed(merchant: Merchant, query: string, view = 'all'): Promise<Listed> {
  return until(async () => {
    const { products = [] } = (await merchant.rpc('sh.Inventory/GetInventory', { view, query, table: { limit: 1 } })) as {
      products?: { variants: Listed[] }[];
    };
    const [variant] = products[0]?.variants ?? [];
    return variant === undefined ? null : { shopify_id: variant.shopify_id, square_id: variant.square_id };
  }, query);
}

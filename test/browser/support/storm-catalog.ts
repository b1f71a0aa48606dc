import { addProduct } from '../../../scripts/merchant';
import { askShopify, askSquare, JSON_ALONE } from './outside';
import type { Addresses } from './sign-in';

/** The two platforms. */
export type Platform = 'shopify' | 'square';

/** One variant that started as a pair with one SKU; it is followed by its platform ids, since SKUs change. */
export interface Variant {
  /** The SKU at the start. */
  readonly sku: string;
  /** GID of the product variant. */
  readonly shopify: string;
  /** GID of its product. */
  readonly product: string;
  /** Id of the item variation. */
  readonly square: string;
}

/** An item on one platform's shelf in the shop floor's answer. */
interface ShelfItem {
  readonly id: string;
  readonly productId: string;
  readonly sku: string;
  readonly quantity: number | null;
}

type Shelf = Readonly<Record<Platform, readonly ShelfItem[]>>;

/** Everything on both shelves of the demo pair. */
async function readShelves(app: Addresses): Promise<Shelf> {
  const shelf: Record<Platform, ShelfItem[]> = { shopify: [], square: [] };
  for (let offset = 0; ;) {
    const response = await fetch(`${app.sandbox}/floor/state?shelves=all&offset=${offset}`, { headers: { connection: 'close' } });
    const { rows, totals } = (await response.json()) as {
      rows: Readonly<Record<Platform, ShelfItem | null>>[];
      totals: Readonly<Record<Platform | 'page', number>>;
    };
    for (const row of rows) {
      if (row.shopify !== null) shelf.shopify.push(row.shopify);
      if (row.square !== null) shelf.square.push(row.square);
    }
    offset += totals.page;
    if (offset >= Math.max(totals.shopify, totals.square)) return shelf;
  }
}

/** The pairs of these SKUs, in order. */
export async function readVariants(app: Addresses, skus: readonly string[]): Promise<Variant[]> {
  const shelf = await readShelves(app);
  const onShopify = new Map(shelf.shopify.map((item) => [item.sku, item]));
  const onSquare = new Map(shelf.square.map((item) => [item.sku, item]));
  return skus.map((sku) => {
    const [shopify, square] = [onShopify.get(sku), onSquare.get(sku)];
    if (shopify === undefined || square === undefined) throw new Error(`${sku} is not on both shelves`);
    return { sku, shopify: shopify.id, product: shopify.productId, square: square.id };
  });
}

/** Units of every item by its platform id; an item without a count is left out. */
export async function readUnits(app: Addresses): Promise<Map<string, number>> {
  const { shopify, square } = await readShelves(app);
  return new Map([...shopify, ...square].flatMap(({ id, quantity }) => (quantity === null ? [] : [[id, quantity] as const])));
}

/** Units of a product that is made by duplicating another. */
export const DUPLICATE_UNITS = 7;

/** Duplicates a variant's product as Shopify's admin does: a second product with the same SKU. Returns the new variant. */
export async function duplicateOnShopify(app: Addresses, { sku, square }: Variant): Promise<Variant> {
  const known = new Set((await readShelves(app)).shopify.map((item) => item.id));
  await addProduct(app, { platforms: ['shopify'], title: `Copy of ${sku}`, sku, price: 1_000, quantity: DUPLICATE_UNITS });
  const made = (await readShelves(app)).shopify.find((item) => item.sku === sku && !known.has(item.id));
  if (made === undefined) throw new Error(`the duplicate of ${sku} is not on the shelf`);
  return { sku, shopify: made.id, product: made.productId, square };
}

/** A sale, restock or recount from outside the app, whatever the variant's SKU is now. */
export async function changeVariant(
  app: Addresses,
  platform: Platform,
  variant: Variant,
  amount: { readonly delta: number } | { readonly set: number },
): Promise<void> {
  const response = await fetch(`${app.sandbox}/floor/change`, {
    method: 'POST',
    headers: JSON_ALONE,
    body: JSON.stringify({ platform, id: variant[platform], ...amount }),
  });
  if (!response.ok) throw new Error(`the sandbox refused a change of ${variant.sku}: ${response.status} ${await response.text()}`);
}

async function renameAtSquare(app: Addresses, id: string, sku: string) {
  const { object } = await askSquare<{ object: { type: string; id: string; version: number; item_variation_data: object } }>(
    app,
    'GET',
    `/v2/catalog/object/${id}`,
  );
  await askSquare(app, 'POST', '/v2/catalog/object', {
    idempotency_key: crypto.randomUUID(),
    object: { type: object.type, id, version: object.version, item_variation_data: { ...object.item_variation_data, sku } },
  });
}

async function renameAtShopify(app: Addresses, variant: Variant, sku: string) {
  const input = `[{ id: "${variant.shopify}", inventoryItem: { sku: ${JSON.stringify(sku)} } }]`;
  const { productVariantsBulkUpdate: done } = await askShopify<{ productVariantsBulkUpdate: { userErrors: unknown[] } }>(
    app,
    `mutation { productVariantsBulkUpdate(productId: "${variant.product}", variants: ${input}) { userErrors { message } } }`,
  );
  if (done.userErrors.length > 0) throw new Error(`Shopify refused the SKU ${sku}: ${JSON.stringify(done.userErrors)}`);
}

/** Attempts at a SKU change: Square refuses a catalog write while another of the same seller runs, and one based on an older version. */
const RENAME_ATTEMPTS = 20;

/** Changes a SKU on one platform, as a merchant does in that platform's admin. */
export async function renameVariant(app: Addresses, platform: Platform, variant: Variant, sku: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (platform === 'shopify') await renameAtShopify(app, variant, sku);
      else await renameAtSquare(app, variant.square, sku);
      return;
    } catch (error) {
      if (attempt === RENAME_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

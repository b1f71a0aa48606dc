import { pictureOf } from './picture';
import type { CatalogProduct, CatalogVariant, SideVariant } from './shape';

/** How one side of a variant differs from the default; omitted members are the same as on the other side. */
interface Differs {
  readonly sku?: string;
  readonly tracked?: boolean;
  readonly stock?: number;
}

interface Differences {
  /** null: not sold on Shopify. */
  readonly shopify?: Differs | null;
  readonly square?: Differs | null;
  readonly barcode?: string;
  /** Minor units, when this variant has a different price than its product. */
  readonly price?: number;
}

/** One variant in shorthand: option values joined by '/', SKU, stock at the first location, differences. */
export type Line = readonly [options: string, sku: string, stock: number, differs?: Differences];

/** What the variants of a product share: price in minor units; option names joined by '/', '' for none. */
type Head = readonly [title: string, description: string, vendor: string, type: string, price: number, options: string];

/** Returns the second location's part of a given stock: about a third. */
const atSecondLocation = (stock: number): number => Math.max(0, Math.floor(stock / 3));

function side(sku: string, stock: number, differs: Differs | null | undefined): SideVariant | null {
  if (differs === null) return null;
  const here = differs?.stock ?? stock;
  return { sku: differs?.sku ?? sku, tracked: differs?.tracked ?? true, stock: [here, atSecondLocation(here)] };
}

function variant(usual: number, [options, sku, stock, differs]: Line): CatalogVariant {
  return {
    options: options === '' ? [] : options.split('/'),
    price: differs?.price ?? usual,
    barcode: differs?.barcode ?? null,
    shopify: side(sku, stock, differs?.shopify),
    square: side(sku, stock, differs?.square),
  };
}

/** Builds a product from shorthand. */
export function product([title, description, vendor, type, price, options]: Head, ...lines: readonly Line[]): CatalogProduct {
  return {
    title,
    description: `<p>${description}</p>`,
    vendor,
    type,
    picture: pictureOf(title),
    options: options === '' ? [] : options.split('/'),
    variants: lines.map((line) => variant(price, line)),
  };
}

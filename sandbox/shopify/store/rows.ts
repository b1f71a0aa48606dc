import type { WorldApi } from '../../world-api';

/** Rows of Shopify's tables as SQLite returns them. */
export type LocationRow = {
  id: number;
  shop: string;
  name: string;
  active: number;
  address: string;
  created_at: number;
  updated_at: number;
};

export type ProductRow = {
  id: number;
  shop: string;
  title: string;
  handle: string;
  status: string;
  description: string;
  vendor: string;
  type: string;
  tags: string;
  options: string;
  media: string;
  created_at: number;
  updated_at: number;
};

export type VariantRow = {
  id: number;
  shop: string;
  product_id: number;
  position: number;
  title: string;
  options: string;
  sku: string | null;
  barcode: string | null;
  price: number;
  compare_at: number | null;
  policy: string;
  taxable: number;
  item_id: number;
  tracked: number;
  requires_shipping: number;
  created_at: number;
  updated_at: number;
  item_updated_at: number;
};

export type LevelRow = {
  item_id: number;
  location_id: number;
  available: number;
  committed: number;
  /** Set aside: on hand, neither available nor committed. */
  aside: number;
  active: number;
  created_at: number;
  updated_at: number;
  /** When each quantity last changed; null: not since the level was created. */
  available_at: number | null;
  committed_at: number | null;
  on_hand_at: number | null;
};

/** One option of a product as stored in its `options` column; ids are numbers of their own kind. */
export interface StoredOption {
  readonly id: number;
  readonly name: string;
  readonly values: readonly { readonly id: number; readonly name: string }[];
}

/** One picture as stored in a product's `media` column. */
export interface StoredMedia {
  readonly id: number;
  readonly url: string;
  readonly alt: string | null;
}

/** Returns the options of a product. */
export function optionsOf(product: { readonly options: string }): StoredOption[] {
  // oxlint-disable-next-line no-unsafe-type-assertion -- only this sandbox writes it, in this form
  return JSON.parse(product.options) as StoredOption[];
}

/** Returns the values of a variant's options, in the order of the product's options. */
export function valuesOf(variant: { readonly options: string }): string[] {
  // oxlint-disable-next-line no-unsafe-type-assertion -- only this sandbox writes it, in this form
  return JSON.parse(variant.options) as string[];
}

export function mediaOf(product: { readonly media: string }): StoredMedia[] {
  // oxlint-disable-next-line no-unsafe-type-assertion -- only this sandbox writes it, in this form
  return JSON.parse(product.media) as StoredMedia[];
}

/** Returns a picture's address: those of the sandbox's own catalogs are below its origin. */
export function addressOf(world: Pick<WorldApi, 'origin'>, { url }: StoredMedia): string {
  return url.startsWith('/') ? `${world.origin()}${url}` : url;
}

/** Returns a list of strings stored as JSON. */
export function textsOf(json: string): string[] {
  // oxlint-disable-next-line no-unsafe-type-assertion -- only this sandbox writes it, in this form
  return JSON.parse(json) as string[];
}

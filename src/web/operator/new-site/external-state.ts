import type { ExternalShopifyItems, ExternalSquareItems } from '../../../gen/sh/external_pb';
import { newSitePaths } from '../../shared/paths';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** Rows a page of each listing (specification, document 2, section 9). */
export const PAGE_SIZES = { shopify: 7, square: 100 } as const;

/** The page of Shopify's variants in sight. */
export const shopifyItemsAtom = atom<Query<ExternalShopifyItems>>(idleQuery);
/** The page of Square's variations in sight. */
export const squareItemsAtom = atom<Query<ExternalSquareItems>>(idleQuery);

/** What a Shopify id names: a GID says it itself, a bare number may be either. */
export function kindOfShopifyId(id: string): 'product' | 'variant' | 'either' {
  if (id.includes('/ProductVariant/')) return 'variant';
  return id.includes('/Product/') ? 'product' : 'either';
}

/** Where one thing of a platform is looked up. */
export function lookUpPath(tab: 'shopify' | 'square', id: string): string {
  return `${newSitePaths.admin}?${new URLSearchParams({ tab, id }).toString()}`;
}

/** A listing's page after a cursor. */
export function pageAfter(listing: string, cursor: string): string {
  return `${listing}?${new URLSearchParams({ cursor }).toString()}`;
}

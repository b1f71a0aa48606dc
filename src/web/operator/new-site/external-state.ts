import type { Source } from '../../../domain/source';
import type { ExternalShopifyItems, ExternalSquareItems } from '../../../gen/sh/external_pb';
import { newSitePaths } from '../../shared/paths';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** Rows per page of each listing. */
export const PAGE_SIZES = { shopify: 7, square: 100 } as const;

/** The current page of Shopify's variants. */
export const shopifyItemsAtom = atom<Query<ExternalShopifyItems>>(idleQuery);
/** The current page of Square's variations. */
export const squareItemsAtom = atom<Query<ExternalSquareItems>>(idleQuery);

/** Returns what a Shopify id can name. A GID names its kind, a number can be either. */
export function kindOfShopifyId(id: string): 'product' | 'variant' | 'either' {
  if (id.includes('/ProductVariant/')) return 'variant';
  return id.includes('/Product/') ? 'product' : 'either';
}

/** Returns the path that looks up one item of a platform. */
export function lookupPath(tab: Source, id: string): string {
  return `${newSitePaths.admin}?${new URLSearchParams({ tab, id }).toString()}`;
}

/** Returns the path of a listing's page at a cursor. */
export function pageAfter(listing: string, cursor: string): string {
  return `${listing}?${new URLSearchParams({ cursor }).toString()}`;
}

import { fromUnits } from '../../../domain/quantity';
import { parseSource, type Source } from '../../../domain/source';
import { isPacked, isSameStock } from '../../../domain/sync/pack-size';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { JoinedVariant, JoinedVariantList } from '../../../gen/sh/common_pb';
import type { InventoryVariant } from '../../../gen/sh/inventory_pb';
import { packsOf } from '../../shared/pack-text';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { checkedOf, isRead, untrackedSides } from './checked-variant';

/** The variant in the drawer. */
export const variantAtom = atom<Query<JoinedVariant>>(idleQuery);

/** Identifies the variant that the drawer shows. */
export interface OpenVariant {
  readonly source: Source;
  readonly variantId: string;
  readonly productId: string;
}

function lastPart(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}

/** Writes the address's name of a variant: its Shopify side where it has one, else its Square side. */
export function writeOpenVariant(variant: InventoryVariant): string {
  const source: Source = variant.shopifyId === '' ? 'square' : 'shopify';
  return [source, lastPart(source === 'shopify' ? variant.shopifyId : variant.squareId), lastPart(variant.productId)].join('.');
}

/** Reads the address's name of a variant; null when it names none. */
export function readOpenVariant(text: string | null): OpenVariant | null {
  const [sourceText = '', variantId = '', productId = ''] = (text ?? '').split('.');
  const source = parseSource(sourceText);
  return source === null || variantId === '' ? null : { source, variantId, productId };
}

/** The result of checking a variant, in this order. */
export type Resolution = 'missing_sku' | 'shopify_missing' | 'square_missing' | 'not_tracked' | 'inventory_mismatch' | 'in_sync';

/** Returns the first problem of a variant, in the specification's order, or 'in_sync'. */
export function resolveVariant(variant: JoinedVariant): Resolution {
  const { shopify, square, shopifyQuantity, squareQuantity } = variant;
  if ((shopify?.sku ?? '') === '' && (square?.sku ?? '') === '') return 'missing_sku';
  if (shopify === undefined) return 'shopify_missing';
  if (square === undefined) return 'square_missing';
  if (untrackedSides(variant).length > 0) return 'not_tracked';
  const packs = packsOf(variant);
  const isSame = isPacked(packs)
    ? isSameStock(packs, quantityOf(shopifyQuantity), quantityOf(squareQuantity))
    : shopifyQuantity === squareQuantity;
  return isSame ? 'in_sync' : 'inventory_mismatch';
}

const quantityOf = (units: number | undefined): number | null => (units === undefined ? null : fromUnits(units));

/** Returns the platform that the variant can be copied to: the one that is known to lack its SKU. Null where there is none. */
export function copyTarget(variant: JoinedVariant, status: AccountStatus | null): Source | null {
  if (checkedOf(variant).matching !== 'unmatched') return null;
  const to: Source = variant.shopify === undefined ? 'shopify' : 'square';
  return isRead(status, to) ? to : null;
}

/** Returns whether a row offers a copy: only a variant whose SKU Shopify is known to lack can be created there. */
export function canCopyToShopify(variant: InventoryVariant): boolean {
  return variant.shopifyId === '' && checkedOf(variant).matching === 'unmatched';
}

/** How many variants a copy of a product concerns. */
export interface CopyCounts {
  /** Variants of the product that have a SKU. */
  readonly withSku: number;
  /** Those that the other platform already has. */
  readonly matching: number;
  /** Those that would be created there. */
  readonly toCopy: number;
}

/** Counts the variants that a copy from one platform would create on the other. */
export function countCopies(list: JoinedVariantList, from: Source): CopyCounts {
  const withSku = list.variants.filter((variant) => (variant[from]?.sku ?? '') !== '');
  const matching = withSku.filter((variant) => (from === 'shopify' ? variant.square : variant.shopify) !== undefined);
  return { withSku: withSku.length, matching: matching.length, toCopy: withSku.length - matching.length };
}

/** Returns whether the details ask for a quantity: where the quantities differ, or where syncing needs one to continue. */
export function canSetQuantity(variant: JoinedVariant): boolean {
  // A variant that is on hold because of another app gets its quantity where the merchant decides about the app.
  if (untrackedSides(variant).length > 0 || variant.trouble === 'another_writer') return false;
  return resolveVariant(variant) === 'inventory_mismatch' || variant.trouble === 'blocked' || variant.trouble === 'frozen';
}

/** Returns whether a quantity can be set although none is asked for: both sides may be wrong, as after a recount. */
export function canRecount(variant: JoinedVariant): boolean {
  return untrackedSides(variant).length === 0 && !canSetQuantity(variant) && variant.trouble === '';
}

/** Returns whether every side that exists has this quantity. */
export function holdsUnits({ shopify, square, shopifyQuantity, squareQuantity }: JoinedVariant, units: number): boolean {
  return (shopify === undefined || shopifyQuantity === units) && (square === undefined || squareQuantity === units);
}

/** Returns the variant's SKU: Shopify's, or Square's where Shopify has none. */
export function skuOf({ shopify, square }: JoinedVariant): string {
  return (shopify?.sku ?? '') === '' ? (square?.sku ?? '') : (shopify?.sku ?? '');
}

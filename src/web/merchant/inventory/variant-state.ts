import { parseSource, type Source } from '../../../domain/source';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { JoinedVariant, JoinedVariantList } from '../../../gen/sh/common_pb';
import type { InventoryVariant } from '../../../gen/sh/inventory_pb';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { checkedOf, isRead, untrackedSides, type Resolution } from './variant.text';

/** The variant in the drawer. */
export const variantAtom = atom<Query<JoinedVariant>>(idleQuery);

/** A variant as the drawer asks for it. */
export interface OpenVariant {
  readonly source: Source;
  readonly variantId: string;
  readonly productId: string;
}

function lastPart(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}

/** How the address names the variant in the drawer: by its Shopify side where it has one. */
export function writeOpenVariant(variant: InventoryVariant): string {
  const source: Source = variant.shopifyId === '' ? 'square' : 'shopify';
  return [source, lastPart(source === 'shopify' ? variant.shopifyId : variant.squareId), lastPart(variant.productId)].join('.');
}

/** Reads which variant the drawer shows; null when the address names none. */
export function readOpenVariant(text: string | null): OpenVariant | null {
  const [sourceText = '', variantId = '', productId = ''] = (text ?? '').split('.');
  const source = parseSource(sourceText);
  return source === null || variantId === '' ? null : { source, variantId, productId };
}

/** Judges a variant: the first thing that is wrong, or nothing. */
export function resolveVariant(variant: JoinedVariant): Resolution {
  const { shopify, square, shopifyQuantity, squareQuantity } = variant;
  if ((shopify?.sku ?? '') === '' && (square?.sku ?? '') === '') return 'missing_sku';
  if (shopify === undefined) return 'shopify_missing';
  if (square === undefined) return 'square_missing';
  if (untrackedSides(variant).length > 0) return 'not_tracked';
  return shopifyQuantity === squareQuantity ? 'in_sync' : 'inventory_mismatch';
}

/** The platform to which the variant can be copied: the one that is known to lack its SKU. Null where there is none. */
export function copyTarget(variant: JoinedVariant, status: AccountStatus | null): Source | null {
  if (checkedOf(variant).matching !== 'unmatched') return null;
  const to: Source = variant.shopify === undefined ? 'shopify' : 'square';
  return isRead(status, to) ? to : null;
}

/** Whether a row offers a copy: only a variant whose SKU Shopify is known to lack can be made there. */
export function canCopyToShopify(variant: InventoryVariant): boolean {
  return variant.shopifyId === '' && checkedOf(variant).matching === 'unmatched';
}

/** What copying a product across comes to. */
export interface CopyCounts {
  /** Variants of the product that have a SKU. */
  readonly withSku: number;
  /** Those of them that the other platform has already. */
  readonly matching: number;
  /** Those that would be made there. */
  readonly toCopy: number;
}

/** Counts what copying from a side would make on the other. */
export function countCopies(list: JoinedVariantList, from: Source): CopyCounts {
  const withSku = list.variants.filter((variant) => (variant[from]?.sku ?? '') !== '');
  const matching = withSku.filter((variant) => (from === 'shopify' ? variant.square : variant.shopify) !== undefined);
  return { withSku: withSku.length, matching: matching.length, toCopy: withSku.length - matching.length };
}

/** Shopify takes up to a million units at once from here; so does the server. */
const LARGEST = 1_000_000;

/** A typed quantity: units, or why it cannot stand. '' for nothing typed is no error. */
export function readUnits(text: string, wholeOnly: boolean): { readonly units: number } | { readonly error: string } {
  const typed = text.trim();
  if (typed === '') return { error: '' };
  const example = wholeOnly ? 'Write a whole number, such as 12.' : 'Write a number, such as 12 or 2.5.';
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/u.test(typed)) return { error: example };
  const units = Number(typed);
  if (units < 0 || units > LARGEST) return { error: 'The quantity must be from 0 to 1,000,000.' };
  if (!Number.isInteger(units) && wholeOnly) return { error: 'Shopify counts whole units: write a whole number.' };
  if (/\.\d{6}/u.test(typed)) return { error: 'At most five decimals can be counted.' };
  return { units };
}

/** Whether a person can say how much there is: where the numbers differ, or where only a person's number goes on. */
export function canSetQuantity(variant: JoinedVariant): boolean {
  if (untrackedSides(variant).length > 0) return false;
  return resolveVariant(variant) === 'inventory_mismatch' || variant.trouble === 'blocked' || variant.trouble === 'frozen';
}

/** Whether a number can be set although nothing asks for one: both sides may be wrong, as after a recount. */
export function canRecount(variant: JoinedVariant): boolean {
  return untrackedSides(variant).length === 0 && !canSetQuantity(variant) && variant.trouble === '';
}

/** Whether every side that exists holds this number. */
export function holdsUnits({ shopify, square, shopifyQuantity, squareQuantity }: JoinedVariant, units: number): boolean {
  return (shopify === undefined || shopifyQuantity === units) && (square === undefined || squareQuantity === units);
}

/** The SKU that the variant goes by: Shopify's, or Square's where Shopify has none. */
export function skuOf({ shopify, square }: JoinedVariant): string {
  return (shopify?.sku ?? '') === '' ? (square?.sku ?? '') : (shopify?.sku ?? '');
}

import { otherSource, parseSource, sourceName, type Source } from '../../../domain/source';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { JoinedVariant, JoinedVariantList } from '../../../gen/sh/common_pb';
import type { InventoryVariant } from '../../../gen/sh/inventory_pb';
import { atom } from '../../state/jotai';
import { describeProblems } from '../../state/problems';
import { unasked, type Asked } from '../../state/remote';

/** The variant in the drawer. */
export const variantAtom = atom<Asked<JoinedVariant>>(unasked);

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

/** What the drawer finds, judged in this order. */
export type Resolution = 'missing_sku' | 'shopify_missing' | 'square_missing' | 'inventory_mismatch' | 'in_sync';

/** Judges a variant: the first thing that is wrong, or nothing. */
export function resolveVariant(variant: JoinedVariant): Resolution {
  const { shopify, square, shopifyQuantity, squareQuantity } = variant;
  if ((shopify?.sku ?? '') === '' && (square?.sku ?? '') === '') return 'missing_sku';
  if (shopify === undefined) return 'shopify_missing';
  if (square === undefined) return 'square_missing';
  return shopifyQuantity === squareQuantity ? 'in_sync' : 'inventory_mismatch';
}

/**
 * What a finding means, for a shop owner. The account's status, where it is known, tells why quantities may differ now; a trouble
 * of the variant (held, refused, stopped) says so itself.
 */
export function resolutionText(
  resolution: Resolution,
  status: AccountStatus | null,
  trouble: string,
): { readonly tone: 'good' | 'warn'; readonly title: string; readonly text: string } {
  switch (resolution) {
    case 'missing_sku':
      return { tone: 'warn', title: 'Missing SKU', text: 'Without a SKU this variant cannot be matched to the other platform.' };
    case 'shopify_missing':
      return { tone: 'warn', title: 'Not on Shopify', text: aloneText('square') };
    case 'square_missing':
      return { tone: 'warn', title: 'Not on Square', text: aloneText('shopify') };
    case 'inventory_mismatch':
      return {
        tone: 'warn',
        title: 'Quantities differ',
        text: `The two platforms hold different quantities${trouble === '' ? `. ${whyDifferent(status)}` : ', for the reason below.'}`,
      };
    case 'in_sync':
      return { tone: 'good', title: 'Items In Sync', text: 'Both platforms hold the same quantity.' };
  }
}

/** A copy beside something that exists already under another SKU would be sold twice. */
function aloneText(source: Source): string {
  const other = sourceName(otherSource(source));
  return `No ${other} variant has this SKU. Sync it to make it there. If you sell it on ${other} already, give both the same SKU instead: they are then matched.`;
}

function whyDifferent(status: AccountStatus | null): string {
  if (status?.autoSync === false) return 'Auto-sync is off, so changes wait until you turn it on.';
  const problem = status === null ? '' : describeProblems(status);
  if (problem !== '') return problem;
  const moving = (status?.oldestUnderWayMs ?? 0) > 0 ? 'A change may be on its way at this moment. Otherwise they' : 'They';
  return `${moving} differed when the two were matched, or a change was dropped since: the history tells. Say which number is right. Sales are passed on all the same.`;
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
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/u.test(typed)) return { error: 'Write a number, such as 12 or 2.5.' };
  const units = Number(typed);
  if (units < 0 || units > LARGEST) return { error: 'The quantity must be from 0 to 1,000,000.' };
  if (!Number.isInteger(units) && wholeOnly) return { error: 'Shopify counts whole units: write a whole number.' };
  if (/\.\d{6}/u.test(typed)) return { error: 'At most five decimals can be counted.' };
  return { units };
}

/** What is the matter with a variant beyond how its sides compare, and what mends it. */
export interface Trouble {
  readonly kind: 'held' | 'blocked' | 'frozen' | 'duplicate' | 'untracked';
  readonly title: string;
  readonly text: string;
}

/** Everything that needs a person, the most urgent first. */
export function troublesOf(variant: JoinedVariant): readonly Trouble[] {
  const found: Trouble[] = [];
  const detail = variant.troubleDetail;
  if (variant.trouble === 'held') {
    const text = `${detail} Send makes it on the other platform too. Drop leaves the two quantities that far apart.`;
    found.push({ kind: 'held', title: 'A change is held', text });
  }
  if (variant.trouble === 'blocked') {
    const text = `${detail} Mend it on the platform, then save the inventory count here: that starts it again.`;
    found.push({ kind: 'blocked', title: 'A platform refuses the change', text });
  }
  if (variant.trouble === 'frozen') {
    const text = `${detail} Count what you really have, and save that number here.`;
    found.push({ kind: 'frozen', title: 'Stopped until you set the quantity', text });
  }
  if (variant.status === 'duplicate_sku') {
    const text =
      'Another variant of the same platform has this SKU too, so a change of quantity could belong to either. Change the SKU of one.';
    found.push({ kind: 'duplicate', title: 'Duplicate SKU', text });
  }
  const untracked = untrackedSides(variant);
  if (untracked.length > 0) {
    const text = `${untracked.map(sourceName).join(' and ')} ${untracked.length === 1 ? 'does' : 'do'} not count this variant, so there is no stock to keep in step.`;
    found.push({ kind: 'untracked', title: 'Inventory tracking is disabled', text });
  }
  return found;
}

/** The platforms that have the variant and do not count it. */
export function untrackedSides({ shopify, square }: JoinedVariant): readonly Source[] {
  const sides: Source[] = [];
  if (shopify?.inventoryTracked === false) sides.push('shopify');
  if (square?.inventoryTracked === false) sides.push('square');
  return sides;
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

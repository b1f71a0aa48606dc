import { aSide, aVariant } from './builders';
import type { Answers, SeenCall } from './fake-api';
import { find } from './page';
import { openApp } from './render-app';

/** The variant that the drawer shows, as a row of the list. */
export const TEE = aVariant({ id: '2', name: 'Medium', sku: 'TEE-M', shopifyId: 'gid://shopify/ProductVariant/71', squareId: 'SQ71' });

/** The list with the drawer of `TEE`. */
export const DRAWER_ADDRESS = '/inventory?variant=shopify.71.7';

/** Square's side of `TEE`. */
export const SQUARE_SIDE = aSide({ source: 'square', id: 'SQ71', productId: 'SQITEM7' });

/** Opens the drawer over a list. Each response with details is used once, the last one repeatedly. */
export function openDrawer(details: readonly object[], answers: Answers = {}): { drawer: () => Promise<HTMLElement>; calls: SeenCall[] } {
  let reads = 0;
  const { calls } = openApp(DRAWER_ADDRESS, {
    GetInventory: () => ({ products: [{ name: 'Tee', variants: [TEE] }] }),
    GetVariantDetail: () => details[Math.min(reads++, details.length - 1)] ?? {},
    ...answers,
  });
  return { calls, drawer: () => find('dialog', 'Variant Details') };
}

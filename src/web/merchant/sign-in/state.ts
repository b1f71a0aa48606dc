import { text } from './sign-in.text';

/** The suffix of a shop domain. */
export const SHOP_SUFFIX = '.myshopify.com';

/**
 * Returns the shop for the sign-in route from what the user types or pastes: 'demo', 'demo.myshopify.com',
 * 'https://demo.myshopify.com/admin' or 'https://admin.shopify.com/store/demo' all give 'demo'.
 */
export function readShop(typed: string): string {
  const address = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//u, '');
  const store = /^admin\.shopify\.com\/store\/([^/?#]+)/u.exec(address);
  const host = store?.[1] ?? address.replace(/[/?#].*$/u, '');
  return host.endsWith(SHOP_SUFFIX) ? host.slice(0, -SHOP_SUFFIX.length) : host;
}

/** Returns why the shop is invalid; '' when it may be valid. The server decides. */
export function shopProblem(shop: string): string {
  if (shop === '' || /^[a-z0-9][a-z0-9-]*$/u.test(shop)) return '';
  return text.shopInvalid;
}

/** The fixed ending of a shop's domain. */
export const SHOP_SUFFIX = '.myshopify.com';

/**
 * The shop as the sign-in door wants it, from what a person types or pastes: 'demo', 'demo.myshopify.com',
 * 'https://demo.myshopify.com/admin' or 'https://admin.shopify.com/store/demo' all give 'demo'.
 */
export function readShop(typed: string): string {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//u, '');
  const store = /^admin\.shopify\.com\/store\/([^/?#]+)/u.exec(text);
  const host = store?.[1] ?? text.replace(/[/?#].*$/u, '');
  return host.endsWith(SHOP_SUFFIX) ? host.slice(0, -SHOP_SUFFIX.length) : host;
}

/** Why the shop cannot be right; '' when it may be. The server judges for good. */
export function shopProblem(shop: string): string {
  if (shop === '' || /^[a-z0-9][a-z0-9-]*$/u.test(shop)) return '';
  return 'A shop domain has letters, digits and hyphens only, as in “your-shop.myshopify.com”.';
}

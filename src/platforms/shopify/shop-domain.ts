// Shopify's own rule for a shop's permanent domain, narrowed to lower case after normalizing.
const SHOP_DOMAIN = /^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/u;

/** Returns whether the text is a shop's permanent domain, in lower case. */
export function isShopDomain(text: string): boolean {
  return SHOP_DOMAIN.test(text);
}

/** Returns the shop domain for `demo` or `demo.myshopify.com`; null when the text is neither. */
export function normaliseShopDomain(text: string): string | null {
  const trimmed = text.trim().toLowerCase();
  const domain = trimmed.includes('.') ? trimmed : `${trimmed}.myshopify.com`;
  return isShopDomain(domain) ? domain : null;
}

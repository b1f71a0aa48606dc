/**
 * Why Shopify serves no request for a shop, whatever the request is (Shopify's API response status codes). `frozen`:
 * 402, the owner owes Shopify money. `locked`: 423, locked by Shopify. `forbidden`: 403. `unknown`: 404, there is no
 * such shop. `inactive`: the GraphQL error SHOP_INACTIVE.
 */
export type ClosedShop = 'frozen' | 'locked' | 'forbidden' | 'unknown' | 'inactive';

const KEPT = 'Sales are still counted, and changes are sent when Shopify serves the shop again.';

/** Returns what is wrong and what to do, for the shop's owner. */
export function closedShopText(closed: ClosedShop): string {
  switch (closed) {
    case 'frozen':
      return `Shopify has frozen this shop because of an unpaid bill. Pay the balance in your Shopify admin. ${KEPT}`;
    case 'locked':
      return `Shopify has locked this shop. Contact Shopify Support to unlock it. ${KEPT}`;
    case 'forbidden':
      return `Shopify refuses all requests for this shop. Check your Shopify admin for a message from Shopify. ${KEPT}`;
    case 'unknown':
    case 'inactive':
      return `Shopify says that this shop is not active. Check your plan in your Shopify admin. ${KEPT}`;
  }
}

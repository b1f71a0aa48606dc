/** What the product costs, as the merchant confirms it at Shopify: $49.99 every 30 days. */
export const STANDARD_PLAN = { name: 'Standard', amount: '49.99', currency: 'USD' } as const;

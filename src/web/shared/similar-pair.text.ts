import { formatCount } from './formats';
import { catalog } from './messages';

/** Texts of why two variants may be the same item, and of what speaks against it. */
export const similarPairText = catalog({
  'en-US': {
    likely: 'likely',
    // By the reason's name.
    reasons: { barcode: 'same barcode', sku: 'same SKU, written differently', name: 'similar name', price: 'same price' },
    // By the difference's name.
    differences: {
      barcode: 'other barcode',
      size: 'other size',
      color: 'other color',
      amount: 'other amount',
      number: 'other number',
      kind: 'other kind of item',
      pieces: 'other pack size',
    },
    noPack: (shopify: number, square: number) =>
      `${formatCount(shopify)} on Shopify would be ${formatCount(square)} on Square: neither is a whole number of the other, so these cannot be linked.`,
  },
});

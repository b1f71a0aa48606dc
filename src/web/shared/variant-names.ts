import { isolate } from './formats';

/** Returns a variant's own name; '' for 'Default Title', which Shopify gives the only variant of a product. */
export function variantTitle(name: string): string {
  return name === 'Default Title' ? '' : name;
}

/** Returns a product's name with that of its variant; '' when both are unknown. */
export function variantName(productName: string, name: string): string {
  return [productName, variantTitle(name)]
    .filter((part) => part !== '')
    .map(isolate)
    .join(' · ');
}

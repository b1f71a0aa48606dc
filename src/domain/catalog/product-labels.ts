/** What people recognize and sort a product by, beside its name. Nothing is linked by it. */
export interface ProductLabels {
  /** Shopify: the product's vendor. Square states none here. '' when missing. */
  readonly vendor: string;
  /** Shopify: the product type. Square: the name of the item's category for reports, or of its first one. '' when missing. */
  readonly productType: string;
  /** Shopify's tags, without those that differ in case only; none from Square. */
  readonly tags: readonly string[];
  /** The first picture's address, at the platform's own image host; '' when there is none. */
  readonly imageUrl: string;
}

/** The labels of a product that has none. */
export const NO_LABELS: ProductLabels = { vendor: '', productType: '', tags: [], imageUrl: '' };

/** The longest address of a picture that is kept, in characters: longer ones are no picture's. */
const MAX_ADDRESS = 2_000;

/** Returns labels as a platform states them, without outer white space; drops what is no web address of a picture. */
export function cleanLabels({ vendor, productType, tags, imageUrl }: ProductLabels): ProductLabels {
  // In whatever order they are stated: a webhook must not look like news because it lists them differently.
  const unique = new Map<string, string>();
  for (const tag of tags.map((one) => one.trim()).sort()) if (!unique.has(tag.toLowerCase())) unique.set(tag.toLowerCase(), tag);
  unique.delete('');
  const isAddress = imageUrl.length <= MAX_ADDRESS && /^https?:\/\//u.test(imageUrl);
  const cleaned = {
    vendor: vendor.trim(),
    productType: productType.trim(),
    tags: [...unique.values()],
    imageUrl: isAddress ? imageUrl : '',
  };
  return sameLabels(cleaned, NO_LABELS) ? NO_LABELS : cleaned;
}

/** Returns whether two products have the same labels. */
export function sameLabels(a: ProductLabels, b: ProductLabels): boolean {
  return a === b || (a.imageUrl === b.imageUrl && sameWords(a, b));
}

/** Returns whether two products have the same labels, whatever their pictures. */
export function sameWords(a: Omit<ProductLabels, 'imageUrl'>, b: Omit<ProductLabels, 'imageUrl'>): boolean {
  return (
    a.vendor === b.vendor &&
    a.productType === b.productType &&
    a.tags.length === b.tags.length &&
    a.tags.every((tag, index) => tag === b.tags[index])
  );
}

/** Returns labels as one text to store; null when there are none. */
export function writeLabels({ vendor, productType, tags, imageUrl }: ProductLabels): string | null {
  if (vendor === '' && productType === '' && tags.length === 0 && imageUrl === '') return null;
  return JSON.stringify([vendor, productType, tags, imageUrl]);
}

/** Returns the labels of a stored text. */
export function readLabels(stored: string | null): ProductLabels {
  if (stored === null) return NO_LABELS;
  // oxlint-disable-next-line no-unsafe-type-assertion -- written by writeLabels alone
  const [vendor, productType, tags, imageUrl] = JSON.parse(stored) as readonly [string, string, readonly string[], string];
  return { vendor, productType, tags, imageUrl };
}

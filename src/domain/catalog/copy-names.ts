/** Shopify's name for the one variant of a product without options, and Square's for an item's only variation. */
const ONLY_VARIANT = { shopify: 'Default Title', square: 'Regular' } as const;

/** The option under which several variations of a Square item become variants of a Shopify product. */
export const COPIED_OPTION = 'Variation';

/** Shopify's automatic option of a product without options. */
export const AUTOMATIC_OPTION = 'Title';

/** The longest names that the platforms accept (Shopify: title and option value; Square: item and variation), in characters. */
const LONGEST = { title: 255, option: 255, item: 512, variation: 255 } as const;

export function shopifyTitle(name: string): string {
  return cutTo(name.trim() || 'Untitled', LONGEST.title);
}

export function squareItemName(name: string): string {
  return cutTo(name.trim() || 'Untitled', LONGEST.item);
}

/** Returns the name of a Shopify variant as a variation of a Square item. */
export function squareVariationName(name: string): string {
  const trimmed = name.trim();
  return trimmed === '' || trimmed === ONLY_VARIANT.shopify ? ONLY_VARIANT.square : cutTo(trimmed, LONGEST.variation);
}

/** Returns whether the only variation of an item needs no name of its own in Shopify. */
export function isOnlyVariation(name: string, productName: string): boolean {
  const trimmed = name.trim();
  return trimmed === '' || trimmed === ONLY_VARIANT.square || trimmed === ONLY_VARIANT.shopify || trimmed === productName.trim();
}

export const ONLY_VARIANT_VALUE = ONLY_VARIANT.shopify;

/** Returns option values for variations, in order: their names, with the SKU added where two are the same or one is `taken`. */
export function optionValues(variations: readonly { readonly name: string; readonly sku: string }[], taken: readonly string[]): string[] {
  const used = new Set(taken.map(fold));
  return variations.map(({ name, sku }) => {
    const plain = cutTo(name.trim() || sku, LONGEST.option);
    const value = used.has(fold(plain)) ? cutTo(`${cutTo(plain, LONGEST.option - sku.length - 3)} (${sku})`, LONGEST.option) : plain;
    used.add(fold(value));
    return value;
  });
}

/** An option of a Shopify product with its existing values. */
export interface ProductOption {
  readonly name: string;
  readonly values: readonly string[];
}

/**
 * Returns a value for each option of a product, for each variation: its name if there is one option, the parts of its
 * name if there are as many. Null for a variation whose parts cannot be assigned to options with certainty.
 */
export function fitOptions(
  variations: readonly { readonly name: string; readonly sku: string }[],
  options: readonly ProductOption[],
): ({ readonly option: string; readonly value: string }[] | null)[] {
  const [first] = options;
  if (options.length === 1 && first !== undefined) {
    return optionValues(variations, first.values).map((value) => [{ option: first.name, value }]);
  }
  return variations.map((variation) => {
    const parts = variation.name.split(/\s*[/,]\s*/u).filter((part) => part !== '');
    if (parts.length !== options.length || parts.some((text, place) => isElsewhere(text, place, options))) return null;
    return options.map(({ name }, place) => ({ option: name, value: parts[place] ?? '' }));
  });
}

/** Returns whether another option has this value and the one at this place does not. */
function isElsewhere(text: string, place: number, options: readonly ProductOption[]): boolean {
  const having = options.flatMap(({ values }, index) => (values.some((value) => fold(value) === fold(text)) ? [index] : []));
  return having.length > 0 && !having.includes(place);
}

/** Shopify compares option values case-insensitively. */
function fold(text: string): string {
  return text.toLowerCase();
}

/** Cuts a text without splitting a surrogate pair. */
function cutTo(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, Math.max(0, length));
  return /[\uD800-\uDBFF]$/u.test(cut) ? cut.slice(0, -1) : cut;
}

/** Returns the handle of a new Shopify product: its name in URL-safe form, and a mark that identifies it later. */
export function copyHandle(name: string, mark: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .slice(0, 180);
  return `${words === '' ? 'product' : words}-${mark.toLowerCase()}`;
}

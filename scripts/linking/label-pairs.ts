import { foldBarcode } from './assign-barcodes.ts';
import { foldSku } from './assign-skus.ts';
import type { LinkKind, TrapKind } from './catalogs.ts';
import { pairsOf, type Draft, type Pair } from './draft.ts';
import type { Good, Product } from './goods.ts';

function skuKind(one: string, other: string): LinkKind {
  if (one.trim() === '' || other.trim() === '') return 'sku blank';
  if (one.trim() === other.trim()) return 'sku same';
  const [a, b] = [foldSku(one), foldSku(other)];
  if (a === b || a.replaceAll('0', '') === b.replaceAll('0', '')) return 'sku rewritten';
  return Math.min(a.length, b.length) > 3 && (a.includes(b) || b.includes(a)) ? 'sku in part' : 'sku of another scheme';
}

function barcodeKind(one: string, other: string): LinkKind {
  const [a, b] = [foldBarcode(one), foldBarcode(other)];
  if (a === '' && b === '') return 'barcode blank';
  if (a === '' || b === '') return 'barcode on one side';
  if (a !== b) return 'barcode differs';
  return one === other ? 'barcode same' : 'barcode rewritten';
}

/** Returns whether a side states all attributes in the product's name. */
const isFlat = ({ name }: Draft): boolean => ['default title', 'regular', 'each', 'default', 'standard'].includes(name.toLowerCase());

/** Returns what makes a true pair hard or easy to find. */
export function kindsOf({ shopify, square }: Pair): LinkKind[] {
  const kinds: LinkKind[] = [skuKind(shopify.sku, square.sku), barcodeKind(shopify.barcode, square.barcode)];
  if (shopify.good?.pieces.shopify !== shopify.good?.pieces.square) kinds.push('pack');
  if (isFlat(shopify) !== isFlat(square)) kinds.push('layout');
  if (shopify.spelled.some((text, index) => text.toLowerCase() !== square.spelled[index]?.toLowerCase())) kinds.push('spelling');
  if (square.price === '') kinds.push('price blank');
  else if (square.price !== shopify.price) kinds.push('price differs');
  return [...new Set([...kinds, ...shopify.marks, ...square.marks])];
}

const attributesOf = ({ attributes }: Good): string => attributes.map(({ value }) => value).join('/');

function differenceOf(one: Good, other: Good): TrapKind {
  if (one.form !== other.form) return 'other form';
  return attributesOf(one) === attributesOf(other) ? 'pack' : 'other attribute';
}

/** Two variants that look alike, with the reason. */
export type Lookalike = readonly [shopify: Draft, square: Draft, kind: TrapKind];

function* crossed(shopify: readonly Draft[], square: readonly Draft[]): Generator<Pair> {
  for (const one of shopify) for (const other of square) yield { shopify: one, square: other };
}

/** Returns the variants of one product that are not the same, where at least one of them has no partner. */
function siblings(shopify: readonly Draft[], square: readonly Draft[], partnered: ReadonlySet<Draft>): Lookalike[] {
  const ofProduct = Map.groupBy(square, ({ product }) => product);
  return shopify.flatMap((one) =>
    (one.product === null ? [] : (ofProduct.get(one.product) ?? [])).flatMap((other): Lookalike[] => {
      if (one.good === null || other.good === null) return [];
      if (one.good === other.good) return other.role === 'retired' ? [[one, other, 'retired copy']] : [];
      if (other.role === 'retired' || (partnered.has(one) && partnered.has(other))) return [];
      return [[one, other, differenceOf(one.good, other.good)]];
    }),
  );
}

const wordsOf = (product: Product | null): string => (product === null ? '' : `${product.line} ${product.noun}`.toLowerCase());

/** Returns the variants of the same words and attributes from two brands. */
function otherBrands(shopify: readonly Draft[], square: readonly Draft[]): Lookalike[] {
  const named = Map.groupBy(square, ({ product }) => wordsOf(product));
  return shopify.flatMap((one) =>
    (one.product === null ? [] : (named.get(wordsOf(one.product)) ?? [])).flatMap((other): Lookalike[] => {
      if (other.product === one.product || one.good === null || other.good === null) return [];
      return attributesOf(one.good) === attributesOf(other.good) && one.good.form === other.good.form ? [[one, other, 'other brand']] : [];
    }),
  );
}

/** Returns entries that are no goods and look like one another, or like goods. */
function loose(shopify: readonly Draft[], square: readonly Draft[]): Lookalike[] {
  const found: Lookalike[] = [];
  for (const { shopify: one, square: other } of crossed(shopify, square)) {
    if (one.loose?.kind === 'generic' && other.loose?.kind === 'generic') found.push([one, other, 'blank']);
    if (one.loose?.kind === 'gift card' && other.loose?.kind === 'gift card') found.push([one, other, 'gift card']);
    if (other.loose?.about !== undefined && other.loose.about === one.product) found.push([one, other, 'service']);
  }
  return found;
}

/** Returns variants that share a SKU or a barcode without being the same. */
function sharing(shopify: readonly Draft[], square: readonly Draft[], kind: 'sku' | 'barcode'): Lookalike[] {
  const keyOf = (draft: Draft): string => (kind === 'sku' ? draft.sku.trim() : foldBarcode(draft.barcode));
  const keyed = Map.groupBy(square, keyOf);
  return shopify.flatMap((one) => {
    const others = keyOf(one) === '' ? [] : (keyed.get(keyOf(one)) ?? []);
    return others.filter(({ good, role }) => good !== one.good || role === 'retired').map((other): Lookalike => [one, other, kind]);
  });
}

/** Returns pairs that look alike and are not the same; a pair may be there for several reasons. */
export function lookalikesOf(drafts: readonly Draft[]): Lookalike[] {
  const partnered = new Set(pairsOf(drafts).flatMap((pair) => [pair.shopify, pair.square]));
  const shopify = drafts.filter(({ source }) => source === 'shopify');
  const square = drafts.filter(({ source }) => source === 'square');
  return [
    ...siblings(shopify, square, partnered),
    ...otherBrands(shopify, square),
    ...loose(shopify, square),
    ...sharing(shopify, square, 'sku'),
    ...sharing(shopify, square, 'barcode'),
  ];
}

import type { Source } from '../../src/domain/source.ts';
import type { Random } from '../sim/random.ts';
import type { Draft } from './draft.ts';
import { pick } from './draw.ts';
import { drawStyles, PLAIN, type EntryStyle } from './entry-style.ts';
import type { LooseEntry, Product, Shop } from './goods.ts';
import { listProduct, type Desk } from './list-product.ts';
import { withoutAccents } from './slips.ts';

/** Names that say nothing about the goods. */
const UNNAMED = new Set(['default title', 'regular', 'each', 'default', 'standard', 'single', 'original']);

/** Returns the words of a variant's names, in no order, in lower case: what a person sees who ignores punctuation. */
export function wordsOf({ productName, name }: Pick<Draft, 'productName' | 'name'>): string {
  const own = UNNAMED.has(name.toLowerCase()) ? '' : name;
  const words =
    withoutAccents(`${productName} ${own}`)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.toSorted().join(' ');
}

/** Returns which products need their brand: those of a line and noun that another brand has too. */
function brandNeeds(products: readonly Product[]): (product: Product) => boolean {
  const nameOf = ({ line, noun }: Product): string => `${line} ${noun}`.toLowerCase();
  const named = Map.groupBy(products, nameOf);
  return (product) => (named.get(nameOf(product))?.length ?? 0) > 1;
}

/** Returns the variants of a product as a merchant's export has them; null where it is not from one. */
function exportedDrafts(product: Product, productKey: string): Draft[] | null {
  const drafts: Draft[] = [];
  for (const good of product.goods.filter(({ pieces }) => pieces.shopify > 0)) {
    if (good.exported === undefined) return null;
    const { productName, name, sku, barcode, price } = good.exported;
    const spelled = good.attributes.map(({ value }) => value);
    const texts = { productKey, productName, name, spelled, sku, barcode, price };
    drafts.push({ source: 'shopify', product, good, loose: null, role: 'in use', style: PLAIN, marks: [], ...texts });
  }
  return drafts;
}

/** Returns the old entries of goods that Square's side still has. */
function retiredCopies(desk: Desk, product: Product): Draft[] {
  const copies = product.goods.filter((good) => good.retiredCopy);
  return copies.flatMap((good) => {
    const style: EntryStyle = { ...pick(desk.random, desk.styles), layout: 'flat', omits: 0 };
    return listProduct(desk, { ...product, goods: [good] }, style).map((draft) => {
      const text = draft.productName;
      const forms = [`OLD ${text}`, `${text} (old)`, `${text} - DO NOT USE`, `zz ${text}`, `${text} DISCONTINUED`];
      return { ...draft, product, role: 'retired' as const, productName: pick(desk.random, forms) };
    });
  });
}

/** Returns the entry as a variant. Entries of one product name are variants of one product. */
function looseDraft(desk: Desk, loose: LooseEntry): Draft {
  const shelf = `loose ${loose.productName}`;
  const productKey = desk.shelves.get(shelf) ?? desk.nextProduct();
  desk.shelves.set(shelf, productKey);
  return {
    source: desk.source,
    product: null,
    good: null,
    loose,
    role: 'in use',
    style: pick(desk.random, desk.styles),
    productKey,
    productName: loose.productName,
    name: loose.name,
    marks: [],
    spelled: [],
    sku: '',
    barcode: '',
    price: loose.priceCents === null ? '' : (loose.priceCents / 100).toFixed(2),
  };
}

/** Returns the products that have a variant whose names another's has, too. */
function ambiguous(drafts: readonly Draft[]): Set<Product> {
  const found = new Set<Product>();
  for (const alike of Map.groupBy(drafts, wordsOf).values()) {
    if (alike.length > 1) for (const { product } of alike) if (product !== null) found.add(product);
  }
  return found;
}

/** The rounds after which names must be unique: the first round rewrites what is not, and what that made alike is rewritten in the next. */
const ROUNDS = 4;

/** Returns the habits of somebody who writes words in full, and is the same otherwise. */
const inFull = (style: EntryStyle): EntryStyle => ({ ...style, shortens: 0, typos: 0, usesSynonyms: false });

/**
 * Returns the variants of one side with their names, which are unique apart from entries that are no goods. `terse`: products whose names the
 * other side shortens.
 */
function listSide(shop: Shop, random: Random, source: Source, terse: ReadonlySet<Product | null>): Draft[] {
  const styles = drawStyles(random, source);
  const usual = new Map<string, EntryStyle>();
  let products = 0;
  const desk: Desk = {
    random,
    source,
    styles,
    needsBrand: brandNeeds(shop.products),
    nextProduct: () => `${source} ${(products += 1)}`,
    shelves: new Map(),
  };
  const list = (product: Product, plainly: boolean): Draft[] => {
    const exported = source === 'shopify' ? exportedDrafts(product, desk.nextProduct()) : null;
    if (exported !== null) return exported;
    const ofBrand = usual.get(product.brand) ?? pick(random, styles);
    usual.set(product.brand, ofBrand);
    // Who unpacks a delivery of a brand usually enters it.
    const style = random.chance(0.75) ? ofBrand : pick(random, styles);
    const careful = terse.has(product) ? { ...desk, styles: styles.map(inFull) } : desk;
    return listProduct(careful, product, plainly ? PLAIN : terse.has(product) ? inFull(style) : style);
  };
  const listed = new Map(shop.products.map((product) => [product, list(product, false)]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const product of ambiguous([...listed.values()].flat())) listed.set(product, list(product, true));
  const still = ambiguous([...listed.values()].flat());
  if (still.size > 0)
    throw new Error(`these have names that others have: ${[...still].map(({ line, noun }) => `${line} ${noun}`).join(', ')}`);
  const retired = source === 'square' ? shop.products.flatMap((product) => retiredCopies(desk, product)) : [];
  const loose = shop.loose.filter((entry) => entry.source === source).map((entry) => looseDraft(desk, entry));
  return [...[...listed.values()].flat(), ...retired, ...loose];
}

/**
 * Returns the variants of both sides with their names, without SKUs, barcodes, and prices except those of a merchant's export. Where Square's name
 * is shortened, Shopify's is not, so that a person can still recognize it.
 */
export function listShop(shop: Shop, random: Random): Draft[] {
  const square = listSide(shop, random, 'square', new Set());
  const shortened = square.filter(({ marks }) => marks.includes('abbreviated') || marks.includes('cut'));
  return [...listSide(shop, random, 'shopify', new Set(shortened.map(({ product }) => product))), ...square];
}

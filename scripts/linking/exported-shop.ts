import { seeded, type Random } from '../sim/random.ts';
import { foldBarcode } from './assign-barcodes.ts';
import type { LabeledCatalogs } from './catalogs.ts';
import { pick, pickWeighted, sample, shuffled } from './draw.ts';
import type { Attribute, ExportedVariant, Good, Product, Shop } from './goods.ts';
import { isOnBoth } from './goods.ts';
import { labelCatalogs } from './label-catalogs.ts';
import { planFor } from './label-plan.ts';
import { wordsOf } from './list-shop.ts';
import { drawLooseEntries } from './loose-entries.ts';
import { Numbering } from './numbering.ts';
import { attributeOf, KNOWN_COLORS, KNOWN_SIZES } from './spell-attribute.ts';

/** A product of a merchant's Shopify export, as `readProducts` of scripts/sandbox/product-csv.ts returns it. */
export interface ListedProduct {
  readonly title: string;
  readonly vendor: string;
  readonly variants: readonly {
    /** One value for each option; empty for a product without options. */
    readonly values: readonly string[];
    readonly sku: string;
    readonly barcode: string;
    /** Decimal text. */
    readonly price: string;
    readonly tracked: boolean;
    /** Whole units. */
    readonly quantity: number;
  }[];
}

/** Chances from 0 to 1: that goods are at Square, too; that Square sells them in packs; that it has an old entry of them. */
const AT_SQUARE = { both: 0.82, packs: 0.05, retired: 0.04 };
/** Products that Square alone has, for each one of the export: made of the words of two. */
const RECOMBINED = 1;
/** The share of true links that share a SKU, as in a published audit of one merchant. */
const SHARED_SKUS = 0.3;
/** A vendor with this share of all products is the shop itself, which nobody writes down. */
const OWN_VENDOR = 0.7;
/** Entries that are no goods. */
const LOOSE = { generic: { shopify: 3, square: 8 }, giftCards: { shopify: 1, square: 3 }, online: 2, services: 8, aboutGoods: 3 };

/** A product's words and its exported variants. */
interface Titled extends Pick<Product, 'brand' | 'line' | 'noun'> {
  readonly variants: readonly { readonly attributes: readonly Attribute[]; readonly exported: ExportedVariant }[];
}

/** Returns a title's words without its vendor and without punctuation that stands alone. */
function wordsOfTitle(title: string, vendor: string): string[] {
  const at = vendor === '' ? -1 : title.toLowerCase().indexOf(vendor.toLowerCase());
  const rest = at < 0 ? title : `${title.slice(0, at)} ${title.slice(at + vendor.length)}`;
  const words = (text: string): string[] => text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words(rest).length > 0 ? words(rest) : words(title);
}

/** Returns the product's words: the last is taken for the noun, which is right often enough. */
function titled({ title, vendor, variants }: ListedProduct, isOwn: boolean): Titled {
  const words = wordsOfTitle(title, vendor);
  return {
    brand: isOwn ? '' : vendor,
    line: words.slice(0, -1).join(' '),
    noun: words.at(-1) ?? '',
    variants: variants.map(({ values, ...facts }) => ({
      attributes: values.filter((value) => value !== '').map(attributeOf),
      exported: {
        ...facts,
        price: Number(facts.price).toFixed(2),
        productName: title,
        name: values.length === 0 ? 'Default Title' : values.join(' / '),
      },
    })),
  };
}

/** Names that goods have already, whatever the order of their words. */
class Names {
  readonly #taken = new Set<string>();

  /** Takes all of the texts; false, without taking any, when goods have one of them. */
  take(...texts: readonly string[]): boolean {
    const words = texts.map((text) => wordsOf({ productName: text, name: '' }));
    if (words.some((one) => this.#taken.has(one))) return false;
    for (const one of words) this.#taken.add(one);
    return true;
  }
}

/** Returns goods' name in plain spelling. */
function plainName(
  { line, noun }: Pick<Product, 'line' | 'noun'>,
  { attributes, form, pieces }: Pick<Good, 'attributes' | 'form' | 'pieces'>,
): string {
  const packed = Math.max(pieces.shopify, pieces.square);
  return [line, noun, ...attributes.map(({ value }) => value), form, packed > 1 ? `${packed} pack` : ''].join(' ');
}

const SINGLE: Pick<Good, 'form' | 'pieces'> = { form: '', pieces: { shopify: 1, square: 1 } };

/** Returns the products without variants that have the names of others: nobody could tell which is which. */
function withoutTwins(products: readonly Titled[], names: Names): Titled[] {
  return products
    .map((product) => ({
      ...product,
      variants: product.variants.filter(({ attributes, exported: { productName, name } }) =>
        names.take(
          ...new Set([wordsOf({ productName, name }), wordsOf({ productName: plainName(product, { ...SINGLE, attributes }), name: '' })]),
        ),
      ),
    }))
    .filter(({ variants }) => variants.length > 0);
}

/** Makes goods with the makers' numbers. */
class GoodsMaker {
  readonly #random: Random;
  readonly #numbering: Numbering;
  readonly #models = new Map<string, string>();

  constructor(random: Random) {
    this.#random = random;
    this.#numbering = new Numbering(random);
  }

  make(
    { brand, line, noun }: Pick<Product, 'brand' | 'line' | 'noun'>,
    index: number,
    good: Omit<Good, 'gtin' | 'code' | 'retiredCopy'>,
  ): Good {
    const words = `${brand} ${line} ${noun}`;
    const model = this.#models.get(words) ?? this.#numbering.nextModel(brand);
    this.#models.set(words, model);
    const packed = Math.max(good.pieces.shopify, good.pieces.square);
    const code = this.#numbering.articleCode(
      brand,
      model,
      index,
      good.attributes,
      packed > 1 ? String(packed) : good.form.slice(0, 3).toUpperCase(),
    );
    const known = foldBarcode(good.exported?.barcode ?? '');
    const made = this.#random.chance(0.75) ? this.#numbering.nextGtin(brand) : '';
    const gtin = known === '' ? made : known;
    const square = good.pieces.square > 1 && gtin !== '' ? this.#numbering.nextGtin(brand) : gtin;
    return { ...good, code, gtin: { shopify: gtin, square }, retiredCopy: isOnBoth(good) && this.#random.chance(AT_SQUARE.retired) };
  }
}

/** Returns a value of the same kind that the product does not have; null where none is known. */
function otherValue(random: Random, taken: readonly string[], { axis }: Attribute): Attribute | null {
  const known = axis === 'size' ? KNOWN_SIZES : axis === 'color' ? KNOWN_COLORS : [];
  const open = known.filter((value) => !taken.includes(value));
  return open.length === 0 ? null : { axis, value: pick(random, open) };
}

/** Returns goods that Square alone has beside those of a product: another size or color, another form, or a pack. */
function siblingsOf(random: Random, product: Titled): Pick<Good, 'attributes' | 'form' | 'pieces'>[] {
  const alone = { shopify: 0, square: 1 };
  return sample(random, product.variants, 2).flatMap(({ attributes }): Pick<Good, 'attributes' | 'form' | 'pieces'>[] => {
    const chosen = pickWeighted(random, [['attribute', 4] as const, ['form', 1.5] as const, ['pack', 1.5] as const, ['none', 3] as const]);
    if (chosen === 'none') return [];
    if (chosen === 'form') return [{ attributes, form: pick(random, ['Sample', 'Gift Box', 'Second']), pieces: alone }];
    if (chosen === 'pack') return [{ attributes, form: '', pieces: { shopify: 0, square: pick(random, [2, 3, 6]) } }];
    const at = attributes.findIndex(({ axis }) => axis === 'size' || axis === 'color');
    const before = attributes[at];
    const taken = product.variants.flatMap((variant) => variant.attributes[at]?.value ?? []);
    const other = before === undefined ? null : otherValue(random, taken, before);
    return other === null ? [] : [{ attributes: attributes.map((one, index) => (index === at ? other : one)), form: '', pieces: alone }];
  });
}

/** Returns a product of the export with what Square alone has of it, unless other goods have that name. */
function productOf(random: Random, maker: GoodsMaker, product: Titled, names: Names): Product {
  const { brand, line, noun } = product;
  const cents = (price: string): number => Math.round(Number(price) * 100);
  const own = product.variants.map(({ attributes, exported }): Omit<Good, 'gtin' | 'code' | 'retiredCopy'> => {
    const good = { attributes, form: '', priceCents: cents(exported.price), exported };
    if (!random.chance(AT_SQUARE.both)) return { ...good, pieces: { shopify: 1, square: 0 } };
    const packed = { ...good, pieces: { shopify: 1, square: pick(random, [3, 6, 12]) } };
    const isPacked = random.chance(AT_SQUARE.packs) && names.take(plainName(product, packed));
    return isPacked ? packed : { ...good, ...SINGLE };
  });
  const priceCents = own[0]?.priceCents ?? 0;
  const others = siblingsOf(random, product).filter((good) => names.take(plainName(product, good)));
  const goods = [...own, ...others.map((good) => ({ ...good, priceCents }))].map((good, index) => maker.make(product, index, good));
  return { brand, line, noun, synonym: '', work: '', goods };
}

/** Returns products that Square alone has, each of the words of two products of the export. */
function recombined(random: Random, maker: GoodsMaker, products: readonly Titled[], names: Names): Product[] {
  const taken = new Set(products.map(({ line, noun }) => `${line} ${noun}`.toLowerCase()));
  const lines = products.filter(({ line }) => line !== '');
  const made: Product[] = [];
  for (let count = 0; count < products.length * RECOMBINED && lines.length > 0; count += 1) {
    const [one, other] = [pick(random, lines), pick(random, products)];
    const words = { brand: one.brand, line: one.line, noun: other.noun };
    const name = `${words.line} ${words.noun}`.toLowerCase();
    if (taken.has(name)) continue;
    taken.add(name);
    const goods = other.variants.flatMap(({ attributes, exported }, index): Good[] => {
      const good = { attributes, form: '', priceCents: Math.round(Number(exported.price) * 100), pieces: { shopify: 0, square: 1 } };
      return names.take(plainName(words, good)) ? [maker.make(words, index, good)] : [];
    });
    if (goods.length > 0) made.push({ ...words, synonym: '', work: '', goods });
  }
  return made;
}

/**
 * Returns two catalogs made of a merchant's Shopify products, and the truth about them. Shopify's side keeps the merchant's texts, SKUs, and
 * barcodes; blank SKUs and barcodes are made up for a part. Square's side is written by other people, lacks some of the goods, and has others that
 * look like them. Variants that have the name of an earlier one are left out. The same seed gives the same catalogs.
 */
export function exportedCatalogs(products: readonly ListedProduct[], seed: number): LabeledCatalogs {
  const random = seeded(Math.imul(seed, 2_654_435_761) ^ 0xc5f0);
  const vendors = Map.groupBy(products, ({ vendor }) => vendor);
  const isOwn = (vendor: string): boolean => (vendors.get(vendor)?.length ?? 0) > products.length * OWN_VENDOR;
  const names = new Names();
  const distinct = withoutTwins(
    products.map((product) => titled(product, isOwn(product.vendor))),
    names,
  );
  const maker = new GoodsMaker(random);
  const listed = distinct.map((product) => productOf(random, maker, product, names));
  const shop: Shop = { products: shuffled(random, [...listed, ...recombined(random, maker, distinct, names)]), loose: [] };
  const linked = listed.flatMap(({ goods }) => goods.filter(isOnBoth)).length;
  const plan = planFor({ linked, sharedSkus: Math.round(linked * SHARED_SKUS), wronglyShared: Math.round(linked / 50) });
  return labelCatalogs({ ...shop, loose: drawLooseEntries(random, listed, LOOSE) }, plan, random.between(0, 0xffff_ffff));
}

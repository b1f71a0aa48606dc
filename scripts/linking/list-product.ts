import type { Source } from '../../src/domain/source.ts';
import type { Random } from '../sim/random.ts';
import type { WritingMark } from './catalogs.ts';
import type { Draft } from './draft.ts';
import { pick, pickWeighted } from './draw.ts';
import type { EntryStyle, Layout } from './entry-style.ts';
import type { Good, Product } from './goods.ts';
import { otherNumber } from './slips.ts';
import { packSpellings, spellings } from './spell-attribute.ts';
import { inLetters, writePhrase, writeWords } from './write-phrase.ts';

/** What entering the products of one side needs. */
export interface Desk {
  readonly random: Random;
  readonly source: Source;
  /** Everybody who enters products there. */
  readonly styles: readonly EntryStyle[];
  /** Whether a product without its brand would have the name of another. */
  readonly needsBrand: (product: Product) => boolean;
  /** Returns a key for another product of the side. */
  readonly nextProduct: () => string;
  /** Keys of the products that hold all goods of a noun, by the person who made them and their name. */
  readonly shelves: Map<string, string>;
}

const element = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

/** Returns the indexes of the attributes that all goods share. */
function sharedAttributes(goods: readonly Good[]): number[] {
  const [first] = goods;
  return [...(first?.attributes.keys() ?? [])].filter((index) =>
    goods.every(({ attributes }) => attributes[index]?.value === first?.attributes[index]?.value),
  );
}

/** The parts of one good's texts: attributes that stand in the product's name, and those that the variant's name states. */
interface Parts {
  readonly ofProduct: readonly string[];
  readonly ofVariant: readonly string[];
}

/** What is decided once for all goods of a product on a side. */
interface Plan {
  /** Attributes that nobody wrote down. */
  readonly omitted: ReadonlySet<number>;
  /** Attributes that belong to the product's name. */
  readonly fixed: ReadonlySet<number>;
  readonly layout: Layout;
}

function planOf({ random }: Desk, product: Product, goods: readonly Good[], style: EntryStyle): Plan {
  const everywhere = sharedAttributes(product.goods);
  const omitted = new Set(random.chance(style.omits) ? everywhere : []);
  const here = sharedAttributes(goods).filter((index) => !omitted.has(index));
  const fixed = new Set(random.chance(0.6) ? here : []);
  const shelf = style.layout === 'shelf' && product.line === '';
  return { omitted, fixed, layout: shelf ? 'variants' : style.layout };
}

function partsOf(good: Good, source: Source, plan: Plan, style: EntryStyle): Parts {
  const spelled = spelledBy(style, good);
  const order = [...spelled.keys()].filter((index) => !plan.omitted.has(index));
  if (style.attributesReversed) order.reverse();
  const text = (indexes: readonly number[]): string[] => indexes.flatMap((index) => spelled[index] ?? []);
  const pieces = good.pieces[source];
  const pack = pieces > 1 ? [element(packSpellings(pieces), style.spelling) ?? ''] : [];
  const last = [...(good.form === '' ? [] : [good.form]), ...pack];
  if (plan.layout === 'flat') return { ofProduct: [...text(order), ...last], ofVariant: [] };
  const [ofProduct, ofVariant] = [order.filter((index) => plan.fixed.has(index)), order.filter((index) => !plan.fixed.has(index))];
  if (plan.layout !== 'first axis') return { ofProduct: text(ofProduct), ofVariant: [...text(ofVariant), ...last] };
  return { ofProduct: text([...ofProduct, ...ofVariant.slice(0, 1)]), ofVariant: [...text(ofVariant.slice(1)), ...last] };
}

/** Returns what a platform or a person calls a variant that has nothing to state. */
function unnamed({ random, source }: Desk, siblings: number): string {
  if (source === 'shopify') return siblings > 1 ? pick(random, ['Single', 'Standard', 'Original']) : 'Default Title';
  return pickWeighted(random, [['Regular', 10] as const, ['Each', 1] as const, ['Default', 0.5] as const, ['Standard', 0.5] as const]);
}

/** Adds what does not belong to the name. */
function withNoise({ random, source }: Desk, text: string): readonly [string, readonly WritingMark[]] {
  if (!random.chance(0.05)) return [text, []];
  const forms =
    source === 'shopify'
      ? [`NEW! ${text}`, `${text} (Limited Edition)`, `${text} | Best Seller`, `${text} `]
      : [`*${text}`, `${text} .`, `${text} (taxable)`, `${text.replace(' ', '  ')}`, `${text} - new`];
  return [pick(random, forms), ['noise']];
}

const joined = (phrase: string, parts: readonly string[], style: EntryStyle): string =>
  parts.length === 0 ? phrase : `${phrase}${style.joint}${inLetters(parts.join(style.comma.trim() === '/' ? ' ' : style.comma), style)}`;

/** Lists the goods of a noun as variants of one product, which others may share. */
function listOnShelf(desk: Desk, product: Product, goods: readonly Good[], style: EntryStyle, plan: Plan): Draft[] {
  const withBrand = product.brand !== '' && (desk.needsBrand(product) || style.brand === 'first' || style.brand === 'last');
  const heading = inLetters(`${withBrand ? `${product.brand} ` : ''}${otherNumber(product.noun)}`, style);
  const shelf = `${desk.styles.indexOf(style)} ${heading}`;
  const productKey = desk.shelves.get(shelf) ?? desk.nextProduct();
  desk.shelves.set(shelf, productKey);
  const line = writeWords(desk.random, product.line, style);
  return goods.map((good) => {
    const { ofProduct, ofVariant } = partsOf(good, desk.source, plan, style);
    const name = inLetters([line.text, ...ofProduct, ...ofVariant].join(' '), style);
    const marks: WritingMark[] = [...line.marks, ...(withBrand || product.brand === '' ? [] : (['no brand'] as const))];
    return draft(desk, product, good, { style, productKey, productName: heading, name, marks: marked(marks, plan) });
  });
}

type Texts = Pick<Draft, 'style' | 'productKey' | 'productName' | 'name' | 'marks'>;

/** Returns the attributes as a person writes them. */
const spelledBy = (style: EntryStyle, { attributes }: Good): string[] =>
  attributes.map((attribute) => element(spellings(attribute), style.spelling) ?? attribute.value);

const marked = (marks: readonly WritingMark[], plan: Plan): WritingMark[] => [
  ...marks,
  ...(plan.omitted.size > 0 ? (['attribute left out'] as const) : []),
];

const draft = ({ source }: Desk, product: Product, good: Good, texts: Texts): Draft => ({
  source,
  product,
  good,
  loose: null,
  role: 'in use',
  sku: '',
  barcode: '',
  price: '',
  spelled: spelledBy(texts.style, good),
  ...texts,
});

/** Lists each of the goods as a product of its own. Some were entered later, by somebody else. */
function listFlat(desk: Desk, product: Product, goods: readonly Good[], usual: EntryStyle, plan: Plan): Draft[] {
  const { random, styles, needsBrand } = desk;
  let phrase = writePhrase(random, product, usual, needsBrand(product));
  let style = usual;
  return goods.map((good) => {
    const other = random.chance(0.15);
    if (other) style = pick(random, styles);
    if (other || random.chance(0.1)) phrase = writePhrase(random, product, style, needsBrand(product));
    const { ofProduct } = partsOf(good, desk.source, { ...plan, layout: 'flat' }, style);
    const [productName, noise] = withNoise(desk, joined(phrase.text, ofProduct, style));
    const name = unnamed(desk, 1);
    return draft(desk, product, good, {
      style,
      productKey: desk.nextProduct(),
      productName,
      name,
      marks: marked([...phrase.marks, ...noise], plan),
    });
  });
}

/** Lists the goods as variants of one product, or of one per value of the first attribute. */
function listVariants(desk: Desk, product: Product, goods: readonly Good[], style: EntryStyle, plan: Plan): Draft[] {
  const phrase = writePhrase(desk.random, product, style, desk.needsBrand(product));
  const keys = new Map<string, readonly [string, string, readonly WritingMark[]]>();
  const parts = goods.map((good) => partsOf(good, desk.source, plan, style));
  return goods.map((good, index) => {
    const { ofProduct, ofVariant } = parts[index] ?? { ofProduct: [], ofVariant: [] };
    const text = joined(phrase.text, ofProduct, style);
    const known = keys.get(text);
    const [productKey, productName, noise] = known ?? [desk.nextProduct(), ...withNoise(desk, text)];
    keys.set(text, [productKey, productName, noise]);
    const siblings = parts.filter((others) => joined(phrase.text, others.ofProduct, style) === text).length;
    const name = ofVariant.length === 0 ? unnamed(desk, siblings) : inLetters(ofVariant.join(style.comma), style);
    return draft(desk, product, good, { style, productKey, productName, name, marks: marked([...phrase.marks, ...noise], plan) });
  });
}

/** Returns the variants of a product on one side, as a person with these habits enters them; without SKU, barcode, and price. */
export function listProduct(desk: Desk, product: Product, style: EntryStyle): Draft[] {
  const goods = product.goods.filter(({ pieces }) => pieces[desk.source] > 0);
  const plan = planOf(desk, product, goods, style);
  switch (plan.layout) {
    case 'flat':
      return listFlat(desk, product, goods, style, plan);
    case 'shelf':
      return listOnShelf(desk, product, goods, style, plan);
    default:
      return listVariants(desk, product, goods, style, plan);
  }
}

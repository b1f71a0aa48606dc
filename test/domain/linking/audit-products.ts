import { shuffled, pick, pickWeighted, sample } from '../../../scripts/linking/draw';
import type { Attribute, Good, Product } from '../../../scripts/linking/goods';
import { Numbering } from '../../../scripts/linking/numbering';
import type { Random } from '../../../scripts/sim/random';
import { attribute, type Kind, type Vertical } from './vocabulary/vertical';
import { VERTICALS } from './vocabulary/verticals';

/** How many goods are sold where. */
export interface GoodsCounts {
  /** Sold on both sides, of which `packs` in packs on one side and singly on the other. */
  readonly both: number;
  readonly packs: number;
  readonly shopify: number;
  readonly square: number;
}

/** Where goods are sold, with the pieces that a unit holds there. */
type Pieces = Good['pieces'];

/** The share of each vertical in a shop, the main one first. */
const SHARES: readonly number[] = [0.5, 0.26, 0.16, 0.08];
/** What a product is, apart from its maker. */
interface Words {
  readonly vertical: Vertical;
  readonly kind: Kind;
  readonly line: string;
  /** Whether another maker has a product of these words already. */
  readonly isTwin: boolean;
}

/** Chance from 0 to 1 that the next product has the same words, from another maker. */
const TWINS = 0.15;
/** The most goods of one product. */
const LARGEST = 12;

const SYLLABLES = [
  [
    'Hal',
    'Mar',
    'Bren',
    'Tol',
    'Wex',
    'Ard',
    'Cor',
    'Lun',
    'Pel',
    'Sor',
    'Fen',
    'Dra',
    'Ost',
    'Vel',
    'Kes',
    'Nor',
    'Bir',
    'Cas',
    'Zé',
    'Thorn',
  ],
  ['den', 'low', 'wick', 'ford', 'mere', 'by', 'ton', 'stow', 'ley', 'ham', 'field', 'ini', 'ova', 'ette', 'aux', 'gate', 'rö', 'man'],
] as const;

/** Returns what goods of this volume, weight, or length cost, compared with the smallest of their kind: 1 or more. */
function sizeFactor({ choices }: Kind, attributes: readonly Attribute[]): number {
  return attributes.reduce((factor, { axis, value }, index) => {
    const place = choices[index]?.values.indexOf(value) ?? 0;
    return /volume|weight|length/u.test(axis) ? factor + 0.25 * place : factor;
  }, 1);
}

/** Draws the goods of a shop, with counts that must come out exactly. */
export class ProductDraw {
  readonly #random: Random;
  readonly #left: { both: number; packs: number; shopify: number; square: number };
  readonly #numbering: Numbering;
  readonly #verticals: readonly (readonly [Vertical, number])[];
  readonly #brands: ReadonlyMap<Vertical, readonly string[]>;
  readonly #names = new Set<string>();
  #twin: Words | null = null;

  constructor(random: Random, { both, packs, shopify, square }: GoodsCounts) {
    this.#random = random;
    this.#left = { both, packs, shopify, square };
    this.#numbering = new Numbering(random);
    this.#verticals = shuffled(random, VERTICALS).map((vertical, index) => [vertical, SHARES[index] ?? 0]);
    this.#brands = new Map(this.#verticals.map(([vertical, share]) => [vertical, this.#brandsOf(vertical, 4 + Math.round(share * 20))]));
  }

  #brandsOf({ makers }: Vertical, count: number): string[] {
    return Array.from({ length: count }, () => {
      const [first, second] = SYLLABLES.map((list) => pick(this.#random, list));
      return `${first ?? ''}${second ?? ''} ${pick(this.#random, makers)}`.trim();
    });
  }

  /** Returns products whose goods fill all counts. */
  products(): Product[] {
    const products: Product[] = [];
    const left = this.#left;
    while (left.both + left.packs + left.shopify + left.square > 0) {
      const product = this.#product();
      if (product !== null) products.push(product);
    }
    return products;
  }

  /** Returns what the next product is: a twin of the one before by another maker, or something new. */
  #next(): Words {
    const twin = this.#twin;
    this.#twin = null;
    if (twin !== null) return twin;
    const random = this.#random;
    const vertical = pickWeighted(random, this.#verticals);
    const kind = pick(random, this.#left.packs > 0 ? vertical.kinds.filter(({ packs }) => packs !== undefined) : vertical.kinds);
    return { vertical, kind, line: pick(random, kind.lines), isTwin: false };
  }

  /** Returns a product that no other has the name of; null when the draw gave none. */
  #product(): Product | null {
    const random = this.#random;
    const drawn = this.#next();
    const { vertical, kind, line, isTwin } = drawn;
    const brand = random.chance(0.12) ? '' : pick(random, this.#brands.get(vertical) ?? []);
    const words = `${line} ${kind.noun}`;
    if (this.#names.has(`${brand} ${words}`) || (this.#names.has(words) && !isTwin)) return null;
    const goods = this.#goods(kind, brand, random.chance(vertical.barcodes) && brand !== '');
    if (goods.length === 0) return null;
    this.#names.add(words).add(`${brand} ${words}`);
    if (random.chance(TWINS)) this.#twin = { ...drawn, isTwin: true };
    return { brand, line, noun: kind.noun, synonym: kind.synonym ?? '', work: kind.work ?? '', goods };
  }

  /** Returns combinations of the attributes' values, most of them: shops rarely have all. */
  #combinations({ choices }: Kind): Attribute[][] {
    const random = this.#random;
    let combinations: Attribute[][] = [[]];
    for (const one of choices) {
      const values = sample(random, one.values, random.between(...one.take));
      combinations = combinations.flatMap((before) => values.map((value) => [...before, attribute(one, value)]));
    }
    const most = combinations.length > 3 ? Math.ceil(combinations.length * 0.85) : combinations.length;
    return sample(random, combinations, Math.min(most, LARGEST));
  }

  #goods(kind: Kind, brand: string, hasBarcodes: boolean): Good[] {
    const random = this.#random;
    const base = random.between(...kind.price);
    const combinations = this.#combinations(kind);
    const model = this.#numbering.nextModel(brand);
    const goods: Good[] = [];
    const add = (attributes: readonly Attribute[], form: string, cents: number, pieces: Pieces | null): void => {
      if (pieces === null) return;
      const packed = Math.max(pieces.shopify, pieces.square);
      const extra = form === '' ? (packed > 1 ? `${packed}` : '') : form.slice(0, 3).toUpperCase();
      const code = this.#numbering.articleCode(brand, model, goods.length, attributes, extra);
      const priceCents = Math.max(15, cents >= 1000 ? Math.round(cents / 100) * 100 - (random.chance(0.5) ? 0 : 5) : cents);
      goods.push({ attributes, form, priceCents, pieces, gtin: this.#gtins(brand, hasBarcodes, pieces), code, retiredCopy: false });
    };
    const shared = this.#left.both > 0;
    for (const [index, attributes] of combinations.entries()) {
      const bigger = sizeFactor(kind, attributes);
      const single = this.#singlePieces(kind, shared);
      add(attributes, '', Math.round(base * bigger), single);
      if (!shared || single === null) continue;
      if (index === 0 && kind.forms !== undefined && random.chance(0.5)) {
        const form = pick(random, kind.forms);
        add(attributes, form, Math.round(base * (form === 'Gift Box' ? 1.6 : 0.5)), this.#alone(0.65));
      }
      const isSingle = single.shopify <= 1 && single.square <= 1;
      if (isSingle && kind.packs !== undefined && random.chance(0.25))
        add(attributes, '', base, this.#packPieces(pick(random, kind.packs)));
    }
    return goods;
  }

  /** Returns the barcodes of both sides: of a pack its own, or by mistake that of the single piece. */
  #gtins(brand: string, hasBarcodes: boolean, pieces: Pieces): Good['gtin'] {
    if (!hasBarcodes) return { shopify: '', square: '' };
    const gtin = this.#numbering.nextGtin(brand);
    const differs = pieces.shopify > 0 && pieces.square > 0 && pieces.shopify !== pieces.square && this.#random.chance(0.75);
    return { shopify: gtin, square: differs ? this.#numbering.nextGtin(brand) : gtin };
  }

  /** Takes from what is left for one of the places; false when nothing is. */
  #take(place: 'both' | 'packs' | 'shopify' | 'square'): boolean {
    if (this.#left[place] === 0) return false;
    this.#left[place] -= 1;
    return true;
  }

  /** Returns where goods are sold that only one side has; null when both have enough. `atSquare`: the chance for Square. */
  #alone(atSquare: number, pieces = 1): Pieces | null {
    const first = this.#random.chance(atSquare) ? 'square' : 'shopify';
    const place = ([first, first === 'square' ? 'shopify' : 'square'] as const).find((one) => this.#take(one));
    return place === undefined ? null : { shopify: 0, square: 0, [place]: pieces };
  }

  /** Returns where single goods are sold; null when there are enough. `shared`: whether their product is mostly sold on both sides. */
  #singlePieces({ packs }: Kind, shared: boolean): Pieces | null {
    if (!shared) return this.#alone(0.95);
    if (packs !== undefined && this.#left.packs > 0 && this.#random.chance(0.4)) return this.#unlikePieces(pick(this.#random, packs));
    if (this.#random.chance(0.76)) return this.#take('both') ? { shopify: 1, square: 1 } : this.#alone(1);
    return this.#alone(0.72);
  }

  /** Returns packs on one side and single pieces on the other. */
  #unlikePieces(pieces: number): Pieces | null {
    if (!this.#take('packs')) return null;
    return this.#random.chance(0.65) ? { shopify: pieces, square: 1 } : { shopify: 1, square: pieces };
  }

  /** Returns where packs are sold beside the single goods. */
  #packPieces(pieces: number): Pieces | null {
    if (this.#random.chance(0.35) && this.#take('both')) return { shopify: pieces, square: pieces };
    return this.#alone(0.6, pieces);
  }
}

/** Returns the products with some goods marked as still having an old entry at Square. */
export function withRetired(random: Random, products: readonly Product[], count: number): Product[] {
  const able = products.flatMap(({ goods }) => goods.filter(({ pieces }) => pieces.shopify > 0 && pieces.square > 0));
  const chosen = new Set(sample(random, able, count));
  return products.map((product) => ({
    ...product,
    goods: product.goods.map((good) => (chosen.has(good) ? { ...good, retiredCopy: true } : good)),
  }));
}

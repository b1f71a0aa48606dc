import type { Source } from '../../src/domain/source.ts';
import type { Random } from '../sim/random.ts';
import { pairsOf, type Draft, type Pair } from './draft.ts';
import { pick, pickWeighted, shuffled } from './draw.ts';
import type { SkuScheme } from './entry-style.ts';
import type { Product } from './goods.ts';
import { misplaceSkus, type SkuMistakes } from './misplace-skus.ts';
import { digits } from './numbering.ts';
import { partOf, rewrite, REWRITINGS, skuIn, type Rewriting, type RunningNumbers } from './sku-writing.ts';

/** How the SKUs of a true pair relate. */
type Relation = 'same' | 'rewritten' | 'part' | 'blank on both' | 'blank on Shopify' | 'blank on Square' | 'other';

/** How many true pairs have SKUs that relate in each way; all others have SKUs of two schemes. */
export type SkuPlan = Readonly<Record<Exclude<Relation, 'other'>, number>> & {
  /** How many of the same SKUs have a space before or after them on one side. */
  readonly spaced: number;
  /** Chance from 0 to 1 that goods of one side have no SKU. */
  readonly blankElsewhere: number;
  readonly mistakes: SkuMistakes;
};

/** Returns what is left of a SKU that people compare by eye: letters in lower case and digits, without zeros at its beginning. */
export const foldSku = (sku: string): string =>
  sku
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+/u, '');

/** Makes SKUs that no other goods have, on either side, however they are written. */
class SkuBook {
  readonly #random: Random;
  readonly #numbers: Readonly<Record<Source, RunningNumbers>>;
  readonly #taken: Set<string>;

  constructor(random: Random, drafts: readonly Draft[]) {
    this.#random = random;
    this.#numbers = {
      shopify: { next: random.between(10_000, 60_000), prefix: pick(random, ['', 'SH-', 'W', 'P-']), length: 5 },
      square: { next: random.between(100, 3000), prefix: '', length: 6 },
    };
    this.#taken = new Set(drafts.map(({ sku }) => foldSku(sku)));
  }

  fresh(draft: Draft, scheme: SkuScheme): string {
    for (let attempt = 0; ; attempt += 1) {
      const sku = skuIn(this.#random, attempt === 0 ? scheme : 'number', draft, this.#numbers[draft.source]);
      if (!this.#taken.has(foldSku(sku))) {
        this.#taken.add(foldSku(sku));
        return sku;
      }
    }
  }

  /** Returns a plain number that nothing has as its SKU. */
  freshNumber(): string {
    for (;;) {
      const sku = digits(this.#random.between(1001, 9999), 4);
      if (!this.#taken.has(sku)) {
        this.#taken.add(sku);
        return sku;
      }
    }
  }
}

const isPack = ({ shopify: { good } }: Pair): boolean => good?.pieces.shopify !== good?.pieces.square;

/** Returns how the SKUs of each pair relate. Pairs of one product mostly relate alike: one person entered them. */
function drawRelations(random: Random, pairs: readonly Pair[], plan: SkuPlan): Map<Pair, Relation> {
  const left = new Map<Relation, number>([
    ['same', plan.same],
    ['rewritten', plan.rewritten],
    ['part', plan.part],
    ['blank on both', plan['blank on both']],
    ['blank on Shopify', plan['blank on Shopify']],
    ['blank on Square', plan['blank on Square']],
  ]);
  // A case never has the SKU of the single piece.
  const plain = pairs.filter((pair) => !isPack(pair));
  const planned = [...left.values()].reduce((sum, count) => sum + count, 0);
  left.set('other', Math.max(0, plain.length - planned));
  const relations = new Map<Pair, Relation>(pairs.filter(isPack).map((pair) => [pair, 'other']));
  for (const ofProduct of shuffled(random, [...Map.groupBy(plain, ({ shopify }) => shopify.product).values()])) {
    const queue = [...ofProduct];
    while (queue.length > 0) {
      const open = [...left].filter(([, count]) => count > 0);
      const relation: Relation = open.length === 0 ? 'other' : pickWeighted(random, open);
      const some = queue.splice(0, left.get(relation) ?? queue.length);
      left.set(relation, (left.get(relation) ?? 0) - some.length);
      for (const pair of some) relations.set(pair, relation);
    }
  }
  return relations;
}

/** How the SKUs of a product are made where both sides use the same ones. */
interface Manner {
  readonly scheme: SkuScheme;
  readonly how: Rewriting;
  /** Whether it is Shopify's SKU that is written differently. */
  readonly reversed: boolean;
}

function mannerOf(random: Random): Manner {
  const scheme = pickWeighted(random, [['maker', 6] as const, ['words', 3] as const, ['number', 1] as const]);
  return { scheme, how: pick(random, REWRITINGS), reversed: random.chance(0.3) };
}

/** Returns a SKU written differently, in the preferred way if that changes it. */
function otherwise(random: Random, sku: string, how: Rewriting): string {
  const forms = [how, ...shuffled(random, REWRITINGS)].map((way) => rewrite(sku, way));
  return forms.find((form) => form !== sku && form !== '') ?? `${sku.slice(0, 1)}-${sku.slice(1)}`;
}

/** A scheme of Square's that is not Shopify's. */
const unlike = (random: Random, scheme: SkuScheme, square: SkuScheme): SkuScheme =>
  scheme === square && square !== 'number' ? pick(random, ['number', 'automatic'] as const) : square;

function writePair(random: Random, book: SkuBook, { shopify, square }: Pair, relation: Relation, manner: Manner): void {
  const known = shopify.sku;
  const own = (): string => (known === '' ? book.fresh(shopify, manner.scheme) : known);
  switch (relation) {
    case 'same':
      shopify.sku = own();
      square.sku = shopify.sku.trim();
      return;
    case 'rewritten':
    case 'part': {
      const sku = own();
      const other = relation === 'part' ? partOf(random, sku.trim()) : otherwise(random, sku.trim(), manner.how);
      [shopify.sku, square.sku] = manner.reversed && known === '' ? [other, sku] : [sku, other];
      return;
    }
    case 'other':
      shopify.sku = known === '' ? book.fresh(shopify, shopify.style.sku) : known;
      square.sku = book.fresh(square, unlike(random, shopify.style.sku, square.style.sku));
      return;
    case 'blank on Square':
      shopify.sku = known === '' ? book.fresh(shopify, shopify.style.sku) : known;
      return;
    case 'blank on Shopify':
      square.sku = book.fresh(square, square.style.sku);
      return;
    case 'blank on both':
      return;
  }
}

/** Gives SKUs to what one side alone has, in the manner of its product if both sides share that product's SKUs. */
function writeLone(random: Random, book: SkuBook, draft: Draft, manner: Manner | undefined, blankElsewhere: number): void {
  if (draft.sku !== '' || draft.loose?.kind === 'generic' || draft.loose?.kind === 'gift card') return;
  const blank = draft.loose === null ? blankElsewhere : 0.6;
  if (random.chance(blank)) return;
  if (manner !== undefined && draft.role === 'in use' && random.chance(0.8)) {
    const sku = book.fresh(draft, manner.scheme);
    draft.sku = draft.source === 'square' && random.chance(0.3) ? otherwise(random, sku, manner.how) : sku;
    return;
  }
  draft.sku = book.fresh(draft, draft.role === 'retired' ? 'number' : draft.style.sku);
}

/** Adds a space before or after some SKUs that are the same. */
function addSpaces(random: Random, pairs: readonly Pair[], count: number): void {
  for (const { shopify, square } of shuffled(random, pairs).slice(0, count)) {
    const draft = random.chance(0.5) ? shopify : square;
    draft.sku = random.chance(0.7) ? `${draft.sku} ` : ` ${draft.sku}`;
  }
}

/** Gives SKUs to all variants that have none yet, and makes the planned mistakes. */
export function assignSkus(random: Random, drafts: readonly Draft[], plan: SkuPlan): void {
  const book = new SkuBook(random, drafts);
  const pairs = pairsOf(drafts);
  const relations = drawRelations(random, pairs, plan);
  const manners = new Map<Product | null, Manner>();
  for (const [pair, relation] of relations) {
    const manner = manners.get(pair.shopify.product) ?? mannerOf(random);
    if (relation === 'same' || relation === 'rewritten') manners.set(pair.shopify.product, manner);
    writePair(random, book, pair, relation, manner);
  }
  const paired = new Set(pairs.flatMap(({ shopify, square }) => [shopify, square]));
  for (const draft of drafts) {
    if (!paired.has(draft)) writeLone(random, book, draft, manners.get(draft.product), plan.blankElsewhere);
  }
  const having = (relation: Relation): Pair[] => pairs.filter((pair) => relations.get(pair) === relation);
  const lone = drafts.filter((draft) => draft.good !== null && !paired.has(draft));
  const same = having('same');
  misplaceSkus(random, { lone, same, unlike: having('other'), freshNumber: () => book.freshNumber() }, plan.mistakes);
  addSpaces(random, same, plan.spaced);
}

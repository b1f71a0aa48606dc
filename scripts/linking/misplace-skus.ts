import { SOURCES, type Source } from '../../src/domain/source.ts';
import type { Random } from '../sim/random.ts';
import type { Draft, Pair } from './draft.ts';
import { shuffled } from './draw.ts';

/** How many mistakes with SKUs people made. */
export interface SkuMistakes {
  /** Numbers that each side gave to other goods. */
  readonly coincidences: number;
  /** Variants on Shopify that have the SKU which Square gave to another variant of the product. */
  readonly slips: number;
  /** Products of a side whose variants all have one SKU. */
  readonly productWide: Readonly<Record<Source, number>>;
  /** Variants of a side that were copied from another product with its SKU. */
  readonly copied: Readonly<Record<Source, number>>;
  /** Shared SKUs that a second variation at Square has as well. */
  readonly doubled: number;
}

/** What the mistakes are made with. */
interface Material {
  /** Goods that only one side has. */
  readonly lone: readonly Draft[];
  /** Pairs with SKUs of two schemes. */
  readonly unlike: readonly Pair[];
  /** Pairs that share a SKU, which no mistake takes from them. */
  readonly same: readonly Pair[];
  /** Returns a number that nothing has as its SKU. */
  readonly freshNumber: () => string;
}

/** Returns whether a SKU was made here, not read from a merchant's export, so that it may be replaced. */
const isOurs = ({ source, good, sku }: Draft): boolean => sku !== '' && (source === 'square' || (good?.exported?.sku ?? '') === '');

/** Makes the planned mistakes with SKUs, each with variants of its own. Fewer are made where the goods do not offer them. */
export function misplaceSkus(random: Random, { lone, unlike, same, freshNumber }: Material, plan: SkuMistakes): void {
  const used = new Set<Draft>();
  const use = (...some: readonly Draft[]): void => some.forEach((draft) => used.add(draft));
  const movable = [...lone, ...unlike.flatMap(({ shopify, square }) => [shopify, square])];
  const free = (source: Source): Draft[] =>
    shuffled(
      random,
      movable.filter((draft) => draft.source === source && isOurs(draft) && !used.has(draft)),
    );
  /** Returns two free variants of different products. */
  const two = (source: Source, other: Source): readonly [Draft, Draft] | null => {
    const [one] = free(source);
    const second = free(other).find(({ product }) => product !== one?.product);
    return one === undefined || second === undefined ? null : [one, second];
  };

  const slipping = Map.groupBy(
    unlike.filter(({ shopify, square }) => isOurs(shopify) && isOurs(square)),
    ({ shopify }) => shopify.product,
  );
  const products = [...slipping.values()].filter((pairs) => pairs.length > 1);
  for (const [one, other] of shuffled(random, products).slice(0, plan.slips)) {
    if (one === undefined || other === undefined) continue;
    one.shopify.sku = other.square.sku;
    use(one.shopify, one.square, other.shopify, other.square);
  }
  for (let count = 0; count < plan.coincidences; count += 1) {
    const found = two('shopify', 'square');
    if (found === null) break;
    const number = freshNumber();
    for (const draft of found) draft.sku = number;
    use(...found);
  }
  for (const source of SOURCES) {
    const several = [...Map.groupBy(free(source), ({ product }) => product).values()].filter((some) => some.length > 1);
    for (const some of several.slice(0, plan.productWide[source])) {
      const sku = some[0]?.sku ?? '';
      for (const draft of some) draft.sku = sku;
      use(...some);
    }
    for (let count = 0; count < plan.copied[source]; count += 1) {
      const found = two(source, source);
      if (found === null) break;
      found[1].sku = found[0].sku;
      use(...found);
    }
  }
  doubleShared(random, lone, same, used, plan.doubled);
}

/** Gives shared SKUs to second variations at Square, of the same product where there is one. */
function doubleShared(random: Random, lone: readonly Draft[], same: readonly Pair[], used: Set<Draft>, count: number): void {
  for (const { square } of shuffled(random, same).slice(0, count)) {
    const left = lone.filter((draft) => draft.source === 'square' && draft.good !== null && !used.has(draft));
    const second = left.find(({ product }) => product === square.product) ?? left[0];
    if (second === undefined) return;
    second.sku = square.sku;
    used.add(second);
  }
}

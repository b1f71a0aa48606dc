import type { Source } from '../../../src/domain/source';
import type { Random } from '../random';

/** What is played beside the account: another app of one of the sandbox's kinds, or customers of hot variants alone. */
export type RivalPlay = 'delta' | 'orders' | 'mirror' | 'mirror-both' | 'hot';

/** What can be played. `mirror` looks after changes at Shopify, `mirror-both` after those at Square as well. */
export const RIVAL_PLAYS: readonly RivalPlay[] = ['delta', 'orders', 'mirror', 'mirror-both', 'hot'];

/** One purchase or return by a customer. */
export interface Purchase {
  /** In ms since the history began. */
  readonly at: number;
  readonly source: Source;
  /** The variant, as its place among the history's variants. */
  readonly place: number;
  /** Whole units by which the number changes: a sale is negative. */
  readonly units: number;
}

/** Everything that is decided before a history begins. All times are in ms since then. */
export interface RivalPlan {
  readonly play: RivalPlay;
  /** How long the app takes to copy a change at the longest, and half of that at the shortest. */
  readonly delayMs: number;
  /** When the app is turned on; Infinity without one. */
  readonly onAt: number;
  /** How many variants it copies: the first ones. In a history without an app, how many are hot. */
  readonly copied: number;
  readonly purchases: readonly Purchase[];
  /** After the last purchase everything has arrived by then. */
  readonly settledAt: number;
  /** Whether the merchant turns the app off a while after the proof, while customers go on to buy, or once it has copied the last change. */
  readonly isCut: boolean;
  /** How long the merchant takes to turn the app off, where it is cut, and then to say so. */
  readonly reactsMs: number;
  readonly saysMs: number;
  /** Whether the merchant looks at the case every minute. */
  readonly isImpatient: boolean;
}

const MINUTE = 60_000;
/** After the last purchase, everything has arrived. */
const SETTLED_MS = MINUTE;
/** How long customers buy before another app may begin, and altogether, in ms. */
const WARM_MS: Readonly<Record<RivalPlay, number>> = {
  delta: 10 * MINUTE,
  orders: 5 * MINUTE,
  mirror: 5 * MINUTE,
  'mirror-both': 5 * MINUTE,
  hot: 0,
};
const OPEN_MS: Readonly<Record<RivalPlay, number>> = {
  delta: 20 * MINUTE,
  orders: 60 * MINUTE,
  mirror: 40 * MINUTE,
  'mirror-both': 40 * MINUTE,
  hot: 15 * MINUTE,
};
/** The longest delays of an app, in ms. */
const DELAYS_MS: Readonly<Record<RivalPlay, { readonly least: number; readonly most: number }>> = {
  delta: { least: 100, most: 3_000 },
  orders: { least: 2_000, most: MINUTE },
  mirror: { least: 100, most: 3_000 },
  'mirror-both': { least: 100, most: 3_000 },
  hot: { least: 0, most: 0 },
};
/**
 * The pauses between purchases of a variant whose every change is copied, in ms: what happens amid a test is another purchase at most. Where they
 * are `seldom`, there are moments at which both numbers are certain.
 */
const APART_MS = { often: { least: 30_000, most: 60_000 }, seldom: { least: 45_000, most: 240_000 } } as const;
/** Variants of a history that nothing but customers touches. */
const HONEST = 2;

/** Returns how many variants of a history have customers: those that the app copies, and two more. */
export const variantsOf = ({ copied }: RivalPlan): number => copied + HONEST;

/** Draws a history. */
export function drawPlan(play: RivalPlay, random: Random): RivalPlan {
  const lot = random.next();
  const copied = play === 'hot' || lot < 0.65 ? 1 : lot < 0.9 ? 2 : 3;
  const [warmMs, openMs] = [WARM_MS[play], OPEN_MS[play]];
  const delays = DELAYS_MS[play];
  const delayMs = random.between(delays.least, delays.most);
  const onAt = play === 'hot' ? Infinity : warmMs + (random.chance(0.5) ? 0 : random.between(0, 4 * MINUTE));
  const purchases: Purchase[] = [];
  for (let place = 0; place < copied; place += 1) purchases.push(...purchasesOf(play, random, place, openMs));
  for (let place = copied; place < copied + HONEST; place += 1) {
    const mean = random.between(45_000, 180_000);
    for (const source of ['shopify', 'square'] as const) purchases.push(...arrivals(random, { place, source, meanMs: mean, openMs }));
  }
  return {
    play,
    delayMs,
    onAt,
    copied,
    purchases: purchases.toSorted((a, b) => a.at - b.at),
    settledAt: openMs + SETTLED_MS,
    isCut: random.chance(0.5),
    reactsMs: random.between(30_000, 8 * MINUTE),
    saysMs: random.between(MINUTE, 10 * MINUTE),
    isImpatient: random.chance(0.5),
  };
}

function purchasesOf(play: RivalPlay, random: Random, place: number, openMs: number): Purchase[] {
  switch (play) {
    case 'delta':
      return apart(random, place, openMs, random.chance(0.5) ? APART_MS.often : APART_MS.seldom);
    case 'orders': {
      const meanMs = random.between(MINUTE, 3 * MINUTE);
      return [
        ...arrivals(random, { place, source: 'shopify', meanMs, openMs }),
        ...arrivals(random, { place, source: 'square', meanMs: 2 * meanMs, openMs }),
      ];
    }
    case 'mirror':
    case 'mirror-both': {
      const meanMs = random.between(40_000, 2 * MINUTE);
      return (['shopify', 'square'] as const).flatMap((source) => arrivals(random, { place, source, meanMs, openMs }));
    }
    case 'hot':
      return hot(random, place, openMs);
  }
}

/** Mostly one unit, sometimes a few, and now and then a return. */
function amount(random: Random): number {
  if (random.chance(0.1)) return 1;
  return random.chance(0.75) ? -1 : -random.between(2, 4);
}

const exponential = (random: Random, meanMs: number): number => -meanMs * Math.log(1 - random.next());

interface Pauses {
  readonly least: number;
  readonly most: number;
}

/** Returns purchases of both sides with a pause after each. */
export function apart(random: Random, place: number, openMs: number, { least, most }: Pauses = APART_MS.often): Purchase[] {
  const purchases: Purchase[] = [];
  for (let at = random.between(0, most); at < openMs; at += random.between(least, most))
    purchases.push({ at, place, source: random.chance(0.5) ? 'shopify' : 'square', units: amount(random) });
  return purchases;
}

/** Customers of one side who know nothing of each other, `meanMs` apart on average. */
function arrivals(
  random: Random,
  { place, source, meanMs, openMs }: Pick<Purchase, 'place' | 'source'> & { readonly meanMs: number; readonly openMs: number },
): Purchase[] {
  const purchases: Purchase[] = [];
  for (let at = exponential(random, meanMs); at < openMs; at += exponential(random, meanMs))
    purchases.push({ at: Math.round(at), place, source, units: amount(random) });
  return purchases;
}

/**
 * Honest customers of a hot variant: in a third of the histories one a second on both sides, otherwise each side at its own pace, from one a
 * second to one in two minutes, steadily or in bursts.
 */
function hot(random: Random, place: number, openMs: number): Purchase[] {
  const purchases: Purchase[] = [];
  const isOnes = random.chance(0.5);
  const isHottest = random.chance(1 / 3);
  const pace = (): number => (isHottest ? 1_000 : 1_000 * 120 ** random.next());
  const shared = pace();
  const isAlike = random.chance(0.5);
  for (const source of ['shopify', 'square'] as const) {
    const every = isAlike ? shared : pace();
    const isBursty = random.chance(0.5);
    for (let at = 0; at < openMs;) {
      const burst = isBursty ? random.between(1, 40) : 1;
      for (let one = 0; one < burst && at < openMs; one += 1) {
        at += exponential(random, every);
        if (at < openMs) purchases.push({ at: Math.round(at), place, source, units: isOnes ? -1 : amount(random) });
      }
      if (isBursty) at += random.between(10_000, 240_000);
    }
  }
  return purchases;
}

import { fromUnits, STEPS_PER_UNIT } from '../../src/domain/quantity';
import { SOURCES, type Source } from '../../src/domain/source';
import { BEGINNING_MS } from './platform';
import { seeded, type Random } from './random';
import { NameLooks } from './rival-names';
import { RivalWorld, type RivalApp } from './rival-world';
import { WaitQueue } from './wait-queue';

/** What is played beside the account: an app of one of three kinds, or customers alone. */
export type RivalPlay = RivalApp['kind'] | 'hot';

/** How one history with another app, or with customers alone, ended. */
export interface RivalEnding {
  readonly held: boolean;
  readonly suspected: boolean;
  /** Units lost or invented by the end, on the side where it is more. */
  readonly lost: number;
  /** What may be lost: six units, or three times the largest change by a customer. */
  readonly allowed: number;
  readonly changes: number;
  /** The longest that a change has waited before it was sent, in ms. */
  readonly waitedMs: number;
  /** When the app made each of its changes, and when it was first suspected, and listed (null: never), in ms since the beginning. */
  readonly copies: readonly number[];
  readonly suspectedAt: number | null;
  readonly listedAt: number | null;
  /** When the history ended, in ms. */
  readonly endedAt: number;
  /** The invariant that broke; '' when none did. */
  readonly broken: string;
}

const MINUTE = 60_000;
/** How long customers buy, in ms. */
const OPEN_MS: Readonly<Record<RivalPlay, number>> = { delta: 10 * MINUTE, orders: 60 * MINUTE, mirror: 40 * MINUTE, hot: 10 * MINUTE };
/** For how long before the history customers have bought, in ms: the journal knows of it. */
const BEFORE_MS = 600_000;
/** After the last purchase, everything has arrived: a doubted quantity of Shopify's is read again for a minute, with pauses between. */
const SETTLED_MS = 120_000;
/** The pauses between purchases beside another app, in ms: what happens amid a test is another purchase at most. */
const APART_MS = { least: 30_000, most: 60_000 } as const;
/** The delays of an app, in ms. Those that copy orders queue them, or ask for them every minute. */
const DELAYS_MS: Readonly<Record<RivalApp['kind'], { readonly least: number; readonly most: number }>> = {
  delta: { least: 100, most: 3_000 },
  orders: { least: 2_000, most: 60_000 },
  mirror: { least: 100, most: 3_000 },
};
/** How far apart customers of a variant buy on average whose orders or numbers an app copies, in ms. */
const MEANS_MS = { orders: { least: MINUTE, most: 3 * MINUTE }, mirror: { least: 40_000, most: 2 * MINUTE } } as const;

/** Plays one history of one variant. */
export function playRival(seed: number, play: RivalPlay, say: ((line: string) => void) | null = null): RivalEnding {
  const random = seeded(seed ^ 0x0dd5);
  const end = OPEN_MS[play] + SETTLED_MS;
  const delays = DELAYS_MS[play === 'hot' ? 'delta' : play];
  const delayMs = random.between(delays.least, delays.most);
  const from = play === 'hot' || random.chance(0.5) ? 0 : random.between(0, 240_000);
  const world = new RivalWorld(seed, play === 'hot' ? null : { kind: play, delayMs, from, until: end }, say);
  const looks = new NameLooks(world);
  const waits = watchWaits(world);
  const plan = purchasesOf(play, random);
  let sum = 0;
  let largest = 0;
  // The journal knows what happened before; the times are those of the engine's clock.
  world.account.past = plan.flatMap(({ at, source, units }) =>
    at < 0 ? [{ source, delta: fromUnits(units), at: BEGINNING_MS + at }] : [],
  );
  for (const { at, source, units } of plan) {
    if (at < 0) continue;
    world.agenda.at(at, () => {
      sum += units;
      largest = Math.max(largest, Math.abs(units));
      world.trace?.(() => `a customer changes ${source} by ${units}`);
      world.buys(source, units);
    });
  }
  looks.begin(random, end);
  world.agenda.runUntil(end);
  const lost = Math.max(...SOURCES.map((side) => Math.abs(world.platforms[side].level(0).quantity / STEPS_PER_UNIT - 100 - sum)));
  const { isHeld, isSuspected } = world.account.writers;
  return {
    held: isHeld(0),
    suspected: isSuspected(0) || looks.isSuspected,
    lost,
    allowed: Math.max(6, 3 * largest),
    changes: plan.length,
    waitedMs: waits(),
    copies: world.copies,
    suspectedAt: looks.suspectedAt,
    listedAt: looks.listedAt,
    endedAt: end,
    broken: world.broken,
  };
}

interface Purchase {
  readonly at: number;
  readonly source: Source;
  readonly units: number;
}

/** Mostly one unit, sometimes a few, and now and then a return. */
function amount(random: Random): number {
  if (random.chance(0.1)) return 1;
  return random.chance(0.75) ? -1 : -random.between(2, 4);
}

function purchasesOf(play: RivalPlay, random: Random): Purchase[] {
  if (play === 'delta') return apart(random);
  if (play === 'hot') return customers(random);
  const { least, most } = MEANS_MS[play];
  const meanMs = random.between(least, most);
  return SOURCES.flatMap((source) =>
    arrivals(random, source, play === 'orders' && source === 'square' ? 2 * meanMs : meanMs, OPEN_MS[play]),
  );
}

const exponential = (random: Random, meanMs: number): number => -meanMs * Math.log(1 - random.next());

/** Customers of one side who know nothing of each other, `meanMs` apart on average. */
function arrivals(random: Random, source: Source, meanMs: number, openMs: number): Purchase[] {
  const plan: Purchase[] = [];
  for (let at = exponential(random, meanMs) - BEFORE_MS; at < openMs; at += exponential(random, meanMs))
    plan.push({ at: Math.round(at), source, units: amount(random) });
  return plan;
}

function apart(random: Random): Purchase[] {
  const plan: Purchase[] = [];
  for (let at = random.between(0, APART_MS.most) - BEFORE_MS; at < OPEN_MS.delta; at += random.between(APART_MS.least, APART_MS.most))
    plan.push({ at, source: random.chance(0.5) ? 'shopify' : 'square', units: amount(random) });
  return plan;
}

/** Honest customers of a hot variant: each side at its own pace, from one a second to one in two minutes, steadily or in bursts. */
function customers(random: Random): Purchase[] {
  const plan: Purchase[] = [];
  const isOnes = random.chance(0.5);
  const pace = (): number => 1_000 * 120 ** random.next();
  const shared = pace();
  const isAlike = random.chance(0.5);
  for (const source of SOURCES) {
    const every = isAlike ? shared : pace();
    const isBursty = random.chance(0.5);
    for (let at = -BEFORE_MS; at < OPEN_MS.hot;) {
      const burst = isBursty ? random.between(1, 40) : 1;
      for (let one = 0; one < burst && at < OPEN_MS.hot; one += 1) {
        at += exponential(random, every);
        if (at < OPEN_MS.hot) plan.push({ at: Math.round(at), source, units: isOnes ? -1 : amount(random) });
      }
      if (isBursty) at += random.between(10_000, 240_000);
    }
  }
  return plan.toSorted((a, b) => a.at - b.at);
}

/** Follows how long changes wait before they are sent. Returns a function that tells the longest, in ms. */
function watchWaits(world: RivalWorld): () => number {
  const waiting: Readonly<Record<Source, WaitQueue>> = { shopify: new WaitQueue(), square: new WaitQueue() };
  const before: Record<Source, { pending: number; key: string | null }> = {
    shopify: { pending: 0, key: null },
    square: { pending: 0, key: null },
  };
  world.account.watch = (_key, level) => {
    const { now } = world.agenda;
    for (const source of SOURCES) {
      const { pending, inFlight } = level[source];
      const known = before[source];
      const sent = inFlight !== null && inFlight.key !== known.key ? inFlight.delta : 0;
      waiting[source].add(pending + sent - known.pending, now);
      waiting[source].send(sent, now);
      if (pending === 0) waiting[source].clear();
      before[source] = { pending, key: inFlight?.key ?? null };
    }
  };
  return () => Math.max(...SOURCES.map((source) => waiting[source].longestMs));
}

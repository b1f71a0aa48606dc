import { fromUnits, STEPS_PER_UNIT } from '../../src/domain/quantity';
import { otherSource, SOURCES, type Source } from '../../src/domain/source';
import { BEGINNING_MS } from './platform';
import { seeded, type Random } from './random';
import { CALM, type Scenario } from './scenario';
import { World } from './world';

/** What is played beside the account: an app that copies changes, or customers alone. */
export type RivalPlay = 'delta' | 'hot';

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
  /** The invariant that broke; '' when none did. */
  readonly broken: string;
}

/** How long customers buy, in ms. */
const OPEN_MS = 600_000;
/** After the last purchase, everything has arrived. */
const SETTLED_MS = 60_000;
/** The pauses between purchases beside another app, in ms: what happens amid a test is another purchase at most. */
const APART_MS = { least: 30_000, most: 60_000 } as const;
/** The longest delay of an app that copies, in ms. */
const SLOWEST_MS = 3_000;

/** Everyday weather: webhooks come within a second, some of them twice, and no request is lost. */
const EVERYDAY: Scenario = {
  ...CALM,
  name: 'rival',
  about: 'another app beside the account, or customers alone',
  cells: [1, 1],
  overMs: OPEN_MS,
  webhookDuplicate: 0.05,
  webhookLateMs: 1_000,
  precisions: [1, 1_000],
  batch: { shopify: 250, square: 100 },
};

/** How the shop itself sells, and how soon its platforms tell who changed what. */
interface Channels {
  /** Whether Shopify's customers order online; otherwise they buy at Shopify's own counter, which adjusts the stock as an app does. */
  readonly orders: boolean;
  /** Whether Square's customers buy by Square's own products; otherwise by another vendor's counter through Square's API. */
  readonly ownCounter: boolean;
  /** How late Square's log is, in ms. */
  readonly logLagMs: number;
}

/** How many of all shops sell so, and how often an order is handed over while customers buy. */
const ORDERS = 0.95;
const OWN_COUNTER = 0.95;
const HANDED_OVER = 0.5;
/** How late Square's log is, in ms: hardly ever, for seconds in some shops, for minutes in few. */
const LOG_LAGS_MS = { usual: 0, some: 2_000, few: 120_000 } as const;

function drawChannels(random: Random): Channels {
  const lag = random.next();
  return {
    orders: random.chance(ORDERS),
    ownCounter: random.chance(OWN_COUNTER),
    logLagMs: lag < 0.8 ? LOG_LAGS_MS.usual : lag < 0.95 ? LOG_LAGS_MS.some : LOG_LAGS_MS.few,
  };
}

/** A world in which another app copies each change of one side to the other, but its own. */
class RivalWorld extends World {
  readonly #numbers: Record<Source, number> = { shopify: fromUnits(100), square: fromUnits(100) };
  readonly #delayMs: number;
  readonly #luck: Random;
  readonly #channels: Channels;
  from = Infinity;
  until = 0;
  #isOwn = false;

  constructor(seed: number, delayMs: number, say: ((line: string) => void) | null) {
    super(seed, EVERYDAY, say);
    this.#delayMs = delayMs;
    this.#luck = seeded(seed ^ 0x5eed);
    this.#channels = drawChannels(seeded(seed ^ 0xc4a1));
  }

  /** A customer buys or returns. */
  buys(source: Source, units: number): void {
    const { orders, ownCounter } = this.#channels;
    const { now } = this.agenda;
    const platform = this.platforms[source];
    if (source === 'square') platform.change(0, fromUnits(units), now, ownCounter ? 'square' : 'app');
    else if (orders) this.#orders(units);
    else platform.change(0, fromUnits(units), now);
    this.announce(source, 0);
  }

  #orders(units: number): void {
    const { shopify } = this.platforms;
    shopify.order(0, fromUnits(units), this.agenda.now);
    if (units > 0 || !this.#luck.chance(HANDED_OVER)) return;
    this.agenda.in(this.#luck.between(5_000, OPEN_MS), () => {
      shopify.fulfill(0, fromUnits(-units), this.agenda.now);
    });
  }

  protected override logLagMs(): number {
    return this.#channels.logLagMs;
  }

  override announce(source: Source, index: number): void {
    super.announce(source, index);
    const { quantity } = this.platforms[source].level(index);
    const delta = quantity - this.#numbers[source];
    this.#numbers[source] = quantity;
    if (this.#isOwn || delta === 0 || this.agenda.now < this.from || this.agenda.now > this.until) return;
    this.agenda.in(Math.round(this.#delayMs * (0.5 + this.#luck.next() / 2)), () => {
      const other = otherSource(source);
      this.trace?.(() => `the other app changes ${other} by ${delta / STEPS_PER_UNIT}`);
      this.platforms[other].change(index, delta, this.agenda.now, 'app');
      this.#isOwn = true;
      this.announce(other, index);
      this.#isOwn = false;
    });
  }
}

/** Plays one history of one variant. */
export function playRival(seed: number, play: RivalPlay, say: ((line: string) => void) | null = null): RivalEnding {
  const random = seeded(seed ^ 0x0dd5);
  const world = new RivalWorld(seed, random.between(100, SLOWEST_MS), say);
  if (play === 'delta') {
    world.from = random.chance(0.5) ? 0 : random.between(0, 240_000);
    world.until = OPEN_MS + SETTLED_MS;
  }
  const waits = watchWaits(world);
  const plan = play === 'delta' ? apart(random) : customers(random);
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
  world.agenda.runUntil(OPEN_MS + SETTLED_MS);
  const lost = Math.max(...SOURCES.map((side) => Math.abs(world.platforms[side].level(0).quantity / STEPS_PER_UNIT - 100 - sum)));
  const { isHeld, isSuspected } = world.account.writers;
  return {
    held: isHeld(0),
    suspected: isSuspected(0),
    lost,
    allowed: Math.max(6, 3 * largest),
    changes: plan.length,
    waitedMs: waits(),
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

function apart(random: Random): Purchase[] {
  const plan: Purchase[] = [];
  for (let at = random.between(0, APART_MS.most) - OPEN_MS; at < OPEN_MS; at += random.between(APART_MS.least, APART_MS.most))
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
    for (let at = -OPEN_MS; at < OPEN_MS;) {
      const burst = isBursty ? random.between(1, 40) : 1;
      for (let one = 0; one < burst && at < OPEN_MS; one += 1) {
        at += -every * Math.log(1 - random.next());
        if (at < OPEN_MS) plan.push({ at: Math.round(at), source, units: isOnes ? -1 : amount(random) });
      }
      if (isBursty) at += random.between(10_000, 240_000);
    }
  }
  return plan.toSorted((a, b) => a.at - b.at);
}

/** Follows how long changes wait before they are sent. Returns a function that tells the longest, in ms. */
function watchWaits(world: World): () => number {
  let longest = 0;
  const waiting: Record<Source, { at: number; units: number }[]> = { shopify: [], square: [] };
  const before: Record<Source, { pending: number; key: string | null }> = {
    shopify: { pending: 0, key: null },
    square: { pending: 0, key: null },
  };
  world.account.watch = (_key, level) => {
    for (const source of SOURCES) {
      const { pending, inFlight, needsRead, reading } = level[source];
      const queue = waiting[source];
      const known = before[source];
      const sent = inFlight !== null && inFlight.key !== known.key ? inFlight.delta : 0;
      const added = pending + sent - known.pending;
      if (added !== 0) queue.push({ at: world.agenda.now, units: Math.abs(added) });
      for (let left = Math.abs(sent); left > 0 && queue[0] !== undefined;) {
        longest = Math.max(longest, world.agenda.now - queue[0].at);
        const taken = Math.min(left, queue[0].units);
        left -= taken;
        queue[0].units -= taken;
        if (queue[0].units <= 0) queue.shift();
      }
      if (pending === 0) queue.length = 0;
      // A level that must be read first waits for that, with or without another app.
      if (needsRead || reading) for (const one of queue) one.at = world.agenda.now;
      before[source] = { pending, key: inFlight?.key ?? null };
    }
  };
  return () => longest;
}

import { seeded, type Random } from '../../../scripts/sim/random';
import type { Instant } from '../../../src/domain/instant';
import { fromUnits, type Quantity } from '../../../src/domain/quantity';
import type { LedgerChange, LoggedChange } from '../../../src/domain/writers/logged-change';
import type { Maker } from '../../../src/domain/writers/maker';
import type { ProposalInput } from '../../../src/domain/writers/proposal';
import { APP, START } from './shops';

/** The apps that run beside ours, and an account without one. */
export const RIVALS = [
  'delta',
  'delta-one-way',
  'orders',
  'orders-two-way',
  'mirror',
  'mirror-one-way',
  'mirror-to-shopify',
  'delta-to-shopify',
] as const;
/** How a rival works. */
export type Rival = (typeof RIVALS)[number];

/**
 * How an incident ends. `finished`: the last sale was copied, then the app was turned off. `cut`: turned off at any moment, what was on its
 * way is lost, and sales go on. `running`: the app still runs.
 */
export type Ending = 'finished' | 'cut' | 'running';

/** What an incident is made of. */
export interface Incident {
  readonly rival: Rival;
  readonly ending: Ending;
  /** Mean times between sales of the variant on each side, in ms. */
  readonly shopifyMs: number;
  readonly squareMs: number;
  readonly seed: number;
}

type Side = 'shopify' | 'square';
type Who = 'customer' | 'ours' | 'app';
/** `as`: to the number that this side has then. */
type Change = { readonly delta: number } | { readonly set: number } | { readonly as: Side };
interface Step {
  readonly at: Instant;
  readonly side: Side;
  readonly who: Who;
  readonly change: Change;
}

/** An incident as it became known, and the number that is right. */
export interface Known {
  readonly input: ProposalInput;
  readonly truth: Quantity;
  /** Whether the app made enough changes to be noticed. */
  readonly isHeld: boolean;
  /** Whether the app was on from the start. */
  readonly isOnFirst: boolean;
  /** When the app was turned off; Infinity while it runs. */
  readonly offAt: Instant;
}

const uniform = (random: Random, low: number, high: number): number => low + random.next() * (high - low);
const FIRST = 100;
/** How long after the start the app may be turned on, in ms: the start is the last quiet moment before its first change. */
const LATEST_ON_MS = 120_000;

/** Runs a shop, our sync, and another app, until somebody asks for the number. */
export function runIncident(incident: Incident): Known {
  return new Shop(incident).run();
}

class Shop {
  readonly #random: Random;
  readonly #rival: Rival;
  readonly #steps: Step[] = [];
  readonly #numbers: Record<Side, number> = { shopify: FIRST, square: FIRST };
  readonly #changes: LedgerChange[] = [];
  readonly #log: LoggedChange[] = [];
  readonly #offset: number;
  /** Our own delay and the app's, from the shortest to the longest. */
  readonly #oursMs: readonly [number, number];
  readonly #appMs: readonly [number, number];
  /** How many of the app's changes we see before we stop writing. */
  readonly #patience: number;
  /** When the app was turned on and off. */
  readonly #onFrom: Instant;
  readonly #offAt: Instant;
  readonly #now: Instant;
  /** Who made Shopify's latest change, as its quantities tell. */
  #lastMaker: Maker | null = null;
  /** How the shop sells at Shopify: few have a counter of Shopify's own, where a sale looks like an adjustment, beside orders or alone. */
  readonly #counters: number;
  readonly #reads: boolean;
  readonly #sending: Random;
  /** When Square's number was last counted. */
  #countedAt = -Infinity;
  #ordered = false;
  #heldAt = Infinity;
  #copies = 0;
  #lastCopyAt: Instant | null = null;
  #truth = FIRST;

  constructor({ rival, ending, shopifyMs, squareMs, seed }: Incident) {
    const random = seeded(seed);
    this.#random = random;
    this.#rival = rival;
    const channels = seeded(seed ^ 0xc4a1);
    this.#counters = channels.chance(0.05) ? 1 : channels.chance(0.05) ? 0.5 : 0;
    this.#sending = seeded(seed ^ 0x5e4d);
    this.#reads = channels.chance(0.5);
    this.#offset = uniform(random, -1_000, 1_000);
    this.#oursMs = [200, uniform(random, 300, 2_000)];
    const slowest = uniform(random, 500, 5_000);
    this.#appMs = [Math.max(100, slowest * random.next()), slowest];
    this.#patience = random.between(3, 8);
    const lastSale = START + uniform(random, 5, 60) * 60_000;
    this.#onFrom = channels.chance(0.3) ? START + uniform(channels, 0, LATEST_ON_MS) : START;
    const slack = uniform(random, 60_000, 1_200_000);
    this.#offAt = ending === 'finished' ? lastSale + 50_000 : ending === 'cut' ? lastSale : Infinity;
    this.#now = lastSale + (ending === 'running' ? 0 : slack);
    const salesEnd = ending === 'finished' ? lastSale : this.#now;
    for (const [side, mean] of [
      ['shopify', shopifyMs],
      ['square', squareMs],
    ] as const) {
      for (let at = START + this.#wait(mean); at < salesEnd; at += this.#wait(mean)) {
        const units = random.chance(0.88) ? -1 : random.chance(0.7) ? -random.between(2, 4) : random.between(1, 10);
        this.#add({ at, side, who: 'customer', change: { delta: units } });
      }
    }
  }

  run(): Known {
    for (let step = this.#steps.shift(); step !== undefined && step.at <= this.#now; step = this.#steps.shift()) this.#take(step);
    const input: ProposalInput = {
      start: { shopify: fromUnits(FIRST), square: fromUnits(FIRST) },
      shopifyNow: fromUnits(this.#numbers.shopify),
      squareNow: fromUnits(this.#numbers.square),
      changes: this.#changes,
      log: this.#log,
      lastCopyAt: this.#lastCopyAt,
      lastMaker: this.#lastMaker === 'adjusted' && !this.#ordered ? null : this.#lastMaker,
      now: this.#now,
      heldAt: this.#heldAt <= this.#now ? this.#heldAt : null,
    };
    return {
      input,
      truth: fromUnits(this.#truth),
      isHeld: this.#heldAt <= this.#now,
      isOnFirst: this.#onFrom === START,
      offAt: this.#offAt,
    };
  }

  #wait(mean: number): number {
    return -Math.log(1 - this.#random.next()) * mean;
  }

  #add(step: Step): void {
    const place = this.#steps.findIndex(({ at }) => at > step.at);
    this.#steps.splice(place < 0 ? this.#steps.length : place, 0, step);
  }

  #take({ at, side, who, change }: Step): void {
    if (who === 'app' && at > this.#offAt) return;
    const before = this.#numbers[side];
    const occurred = side === 'square' ? this.#occurred(at, who) : at;
    // Square takes a change that happened before its last count as part of it.
    const isCounted = side === 'square' && 'delta' in change && occurred <= this.#countedAt;
    const delta = 'delta' in change ? change.delta : ('set' in change ? change.set : this.#numbers[change.as]) - before;
    if (delta === 0) return;
    this.#numbers[side] = isCounted ? before : before + delta;
    if (side === 'square' && !('delta' in change)) this.#countedAt = at;
    if (who === 'customer') this.#truth += delta;
    if (who === 'app') {
      this.#copies += 1;
      this.#lastCopyAt = at;
      if (this.#copies === this.#patience) this.#heldAt = at;
    }
    this.#note({ at, side, who, change }, { before, delta, occurred });
    if (!isCounted) this.#passOn({ at, side, who, change }, delta);
  }

  /** What we and the app make of a change. */
  #passOn({ at, side, who }: Step, delta: number): void {
    const other = side === 'shopify' ? 'square' : 'shopify';
    const writesAt = at + uniform(this.#random, ...this.#oursMs);
    if (who !== 'ours' && at < this.#heldAt) this.#add({ at: writesAt, side: other, who: 'ours', change: { delta } });
    const copy = who === 'app' || at < this.#onFrom ? null : this.#copyOf(side, who, delta);
    if (copy !== null) this.#add({ at: at + uniform(this.#random, ...this.#appMs), side: other, who: 'app', change: copy });
  }

  #copyOf(side: Side, who: Who, delta: number): Change | null {
    const fromShopify = side === 'shopify';
    switch (this.#rival) {
      case 'delta':
        return { delta };
      case 'delta-one-way':
        return fromShopify ? { delta } : null;
      case 'delta-to-shopify':
        return fromShopify ? null : { delta };
      case 'orders':
        return fromShopify && who === 'customer' && delta < 0 ? { delta } : null;
      case 'orders-two-way':
        return who === 'customer' && delta < 0 ? { delta } : null;
      case 'mirror':
        return this.#numberOf(side);
      case 'mirror-one-way':
        return fromShopify ? this.#numberOf(side) : null;
      case 'mirror-to-shopify':
        return fromShopify ? null : this.#numberOf(side);
    }
  }

  /** An app that sets numbers sets the one that it was notified of, or reads the one that is there. */
  #numberOf(side: Side): Change {
    return this.#reads ? { as: side } : { set: this.#numbers[side] };
  }

  /** When a change at Square happened: ours when we sent it; a till that is offline reports its sales minutes later. */
  #occurred(at: Instant, who: Who): Instant {
    if (who === 'ours') return at - uniform(this.#sending, 20, 300);
    return who === 'customer' && this.#sending.chance(0.02) ? at - uniform(this.#sending, 0, 600_000) : at;
  }

  #note({ at, side, who, change }: Step, { before, delta, occurred }: { before: number; delta: number; occurred: Instant }): void {
    if (side === 'shopify') {
      if (who === 'ours') {
        // What we adjust since hides an order: both of its other quantities have changed by then.
        if (this.#lastMaker === 'shop') this.#lastMaker = null;
        return;
      }
      const isOrder = who === 'customer' && !this.#random.chance(this.#counters);
      this.#ordered ||= isOrder;
      this.#lastMaker = isOrder ? 'shop' : 'adjusted';
      const time = Math.floor(at / 1_000) * 1_000;
      const numbers = { delta: fromUnits(delta), before: fromUnits(before), after: fromUnits(before + delta) };
      this.#changes.push({ ...numbers, at: time, noted: at + 300 });
      return;
    }
    const author = who === 'customer' ? 'square' : who;
    const kind = 'delta' in change ? 'move' : 'count';
    const quantity = fromUnits(kind === 'move' ? delta : before + delta);
    const times = { created: at + this.#offset, occurred: occurred + this.#offset };
    this.#log.push({ ...times, author, app: who === 'app' ? APP : null, effect: { kind, quantity } });
  }
}

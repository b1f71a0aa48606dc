import { fromUnits, STEPS_PER_UNIT } from '../../src/domain/quantity';
import { otherSource, type Source } from '../../src/domain/source';
import { seeded, type Random } from './random';
import { CALM, type Scenario } from './scenario';
import { World } from './world';

/** Another app beside the account. */
export interface RivalApp {
  /**
   * `delta`: it copies each change of one side to the other, but its own. `orders`: it takes from Square what is ordered at Shopify. `mirror`: after
   * each change at Shopify, our own included, it sets Square's number to Shopify's.
   */
  readonly kind: 'delta' | 'orders' | 'mirror';
  /** How long it takes at the longest, and half of that at the shortest, in ms. */
  readonly delayMs: number;
  /** When it is turned on and off, in ms since the beginning. */
  readonly from: number;
  readonly until: number;
}

/** Everyday weather: some webhooks come twice, and no request is lost. */
const EVERYDAY: Scenario = {
  ...CALM,
  name: 'rival',
  about: 'another app beside the account, or customers alone',
  cells: [1, 1],
  webhookDuplicate: 0.05,
  precisions: [1, 1_000],
  batch: { shopify: 250, square: 100 },
};

/** How late webhooks are at most, in ms. Beside an app less: what it costs until it is proven grows with how late we hear of its copies. */
const WEBHOOK_LATE_MS = { customers: 2_000, app: 1_000 } as const;

/** How the shop itself sells, and how soon its platforms tell who changed what. */
interface Channels {
  /** Whether Shopify's customers order online; otherwise they buy at Shopify's own counter, which adjusts the stock as an app does. */
  readonly orders: boolean;
  /** Whether Square's customers buy by Square's own products; otherwise by another vendor's counter through Square's API. */
  readonly ownCounter: boolean;
  /** How late Square's log is, in ms. */
  readonly logLagMs: number;
}

/** How many of all shops sell so, and how often an order is handed over, and within which time, in ms. */
const ORDERS = 0.95;
const OWN_COUNTER = 0.95;
const HANDED_OVER = 0.5;
const HANDED_OVER_MS = 600_000;
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

/** A world of one variant with customers, and in some histories with another app. */
export class RivalWorld extends World {
  readonly #numbers: Record<Source, number> = { shopify: fromUnits(100), square: fromUnits(100) };
  readonly #app: RivalApp | null;
  readonly #luck: Random;
  readonly #channels: Channels;
  /** When the app made each of its changes, in ms. */
  readonly copies: number[] = [];
  #isOwn = false;

  constructor(seed: number, app: RivalApp | null, say: ((line: string) => void) | null) {
    super(seed, { ...EVERYDAY, webhookLateMs: app === null ? WEBHOOK_LATE_MS.customers : WEBHOOK_LATE_MS.app }, say);
    this.#app = app;
    this.#luck = seeded(seed ^ 0x5eed);
    const channels = drawChannels(seeded(seed ^ 0xc4a1));
    // There is nothing to copy where nobody orders.
    this.#channels = app?.kind === 'orders' ? { ...channels, orders: true } : channels;
  }

  /** A customer buys or returns. */
  buys(source: Source, units: number): void {
    const { orders, ownCounter } = this.#channels;
    const { now } = this.agenda;
    const platform = this.platforms[source];
    if (source === 'square') platform.change(0, fromUnits(units), now, ownCounter ? 'square' : 'till');
    else if (orders) this.#orders(units);
    else platform.change(0, fromUnits(units), now);
    this.announce(source, 0);
  }

  /** Returns Square's log as it can be read now. */
  squareLog() {
    const log = this.platforms.square.logged(['0'], 0, this.agenda.now, this.#channels.logLagMs);
    return log === 'later' ? [] : (log.get('0') ?? []);
  }

  #orders(units: number): void {
    const { shopify } = this.platforms;
    shopify.order(0, fromUnits(units), this.agenda.now);
    if (units > 0) return;
    if (this.#app?.kind === 'orders') this.#later(() => this.#changes('square', fromUnits(units)));
    if (!this.#luck.chance(HANDED_OVER)) return;
    this.agenda.in(this.#luck.between(5_000, HANDED_OVER_MS), () => {
      shopify.fulfill(0, fromUnits(-units), this.agenda.now);
      // Shopify announces it: the level has a newer time, and the same quantity.
      this.announce('shopify', 0);
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
    if (this.#isOwn || delta === 0) return;
    if (this.#app?.kind === 'delta') this.#later(() => this.#changes(otherSource(source), delta));
    if (this.#app?.kind === 'mirror' && source === 'shopify') this.#later(() => this.#mirrors());
  }

  /** Lets the app act after its delay, if it is on now. */
  #later(act: () => void): void {
    const app = this.#app;
    if (app === null || this.agenda.now < app.from || this.agenda.now > app.until) return;
    this.agenda.in(Math.round(app.delayMs * (0.5 + this.#luck.next() / 2)), act);
  }

  #changes(side: Source, delta: number): void {
    this.platforms[side].change(0, delta, this.agenda.now, 'app');
    this.#acted(side, delta);
  }

  #mirrors(): void {
    const { shopify, square } = this.platforms;
    const to = shopify.level(0).quantity;
    const delta = to - square.level(0).quantity;
    if (delta === 0) return;
    square.set(0, to, this.agenda.now);
    this.#acted('square', delta);
  }

  #acted(side: Source, delta: number): void {
    this.trace?.(() => `the other app changes ${side} by ${delta / STEPS_PER_UNIT}`);
    this.copies.push(this.agenda.now);
    this.#isOwn = true;
    this.announce(side, 0);
    this.#isOwn = false;
  }
}

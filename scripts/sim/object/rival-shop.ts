import { RIVAL_NAMES, type RivalKind } from '../../../sandbox/core/rival-switches';
import type { World } from '../../../sandbox/world';
import type { StockSeen } from '../../../sandbox/world-api';
import type { Source } from '../../../src/domain/source';
import { seeded, type Random } from '../random';
import type { Cloud } from './cloud';
import { readJson, textOf } from './reading';
import type { Purchase, RivalPlan } from './rival-plan';

/** How often an order is handed over while customers buy, and after how long, in ms. */
const HANDED_OVER = 0.5;
const HANDED_OVER_MS = { least: 5_000, most: 600_000 } as const;

/** Returns which of the sandbox's apps a play has; null for none. */
function kindOf({ play }: RivalPlan): RivalKind | null {
  if (play === 'hot') return null;
  return play === 'mirror-both' ? 'mirror' : play;
}

/** A purchase that was made, by the clock of the simulation. */
interface Made extends Purchase {
  readonly sku: string;
}

/** A change that the other app made. */
export interface CopyMade {
  readonly sku: string;
  readonly side: Source;
  readonly at: number;
}

/**
 * The shop's customers, and the other app beside the account: the sandbox's own one. Only changes of the variants that it copies are shown to it. The
 * sandbox's mirror sets the number that it was notified of, in both directions; this one reads the number at the end of its delay, and sets it on the other side
 * if that differs: Square's alone, unless it works both ways.
 */
export class RivalShop {
  readonly #cloud: Cloud;
  readonly #plan: RivalPlan;
  readonly #skus: readonly string[];
  readonly #random: Random;
  readonly #luck: Random;
  readonly #say: (line: string) => void;
  readonly #copied: ReadonlySet<string>;
  readonly made: Made[] = [];
  readonly copies: CopyMade[] = [];
  /** Variants that customers do not buy for now. */
  readonly closed = new Set<string>();
  #isOn = false;
  /** Which plan of purchases is in force: a later one ends what is left of those before. */
  #round = 0;

  constructor(cloud: Cloud, plan: RivalPlan, skus: readonly string[], seed: number, say: (line: string) => void) {
    this.#cloud = cloud;
    this.#plan = plan;
    this.#skus = skus;
    this.#random = seeded(seed);
    this.#luck = seeded(seed ^ 0x5eed);
    this.#say = say;
    this.#copied = new Set(plan.play === 'hot' ? [] : skus.slice(0, plan.copied));
  }

  /** The SKUs whose changes the app copies. */
  get copied(): readonly string[] {
    return [...this.#copied];
  }

  /** Plans all purchases, and the moment at which the app is turned on. */
  begin(from: number): void {
    const { onAt } = this.#plan;
    if (this.#plan.play !== 'hot') this.#cloud.outside(from, (world) => this.#watch(world));
    if (Number.isFinite(onAt)) this.#cloud.outside(from + onAt, (world) => this.#turn(world, true));
    this.sells(this.#plan.purchases, from);
  }

  /** Plans purchases, in place of those that were planned before; `from`: when their times start, in ms since 1970. */
  sells(purchases: readonly Purchase[], from: number): void {
    this.#round += 1;
    const round = this.#round;
    for (const purchase of purchases) {
      this.#cloud.outside(from + purchase.at, (world) => {
        if (this.#round === round) this.#buys(world, purchase);
      });
    }
  }

  /** Turns the app off now: what it was about to copy is not copied. */
  turnOff(): void {
    this.#cloud.outside(this.#cloud.scheduler.now, (world) => this.#turn(world, false));
  }

  /** Returns the number of whole units that a side shows. */
  level(sku: string, side: Source): number {
    return this.#cloud.world.enter((world) => world.part(side)?.stock(world, sku) ?? Number.NaN);
  }

  /** Returns what customers have changed on both sides, in whole units. */
  sum(sku: string): number {
    return this.made.reduce((sum, one) => (one.sku === sku ? sum + one.units : sum), 0);
  }

  /** Returns the largest change by a customer of a variant since a time, in whole units. */
  largest(sku: string, since: number): number {
    return Math.max(0, ...this.made.filter((one) => one.sku === sku && one.at >= since).map(({ units }) => Math.abs(units)));
  }

  /** Returns what the app is still about to change on a side, in whole units. */
  coming(sku: string, side: Source): number {
    const { rows } = this.#cloud.databases.sandbox.run(`select payload from job where name = 'rival'`, []);
    return rows.reduce((sum, { payload }) => {
      const copy = readJson<{ to: Source; sku: string; change: { delta?: number } }>(textOf(payload));
      return copy.sku === sku && copy.to === side ? sum + (copy.change.delta ?? 0) : sum;
    }, 0);
  }

  #turn(world: World, on: boolean): void {
    const kind = kindOf(this.#plan);
    if (kind === null) return;
    this.#isOn = on;
    const config = world.config();
    world.configure({ ...config, rivals: { ...config.rivals, [kind]: { on, delayMs: this.#plan.delayMs } } });
    this.#say(`the other app is turned ${on ? 'on' : 'off'}`);
  }

  #watch(world: World): void {
    const kind = kindOf(this.#plan);
    const tell = world.stockChanged.bind(world);
    // The sandbox tells its apps of each change here.
    world.stockChanged = (change) => {
      if (kind === null || !this.#isOn || !this.#copied.has(change.sku) || change.delta === 0) return;
      if (change.by === RIVAL_NAMES[kind]) {
        this.copies.push({ sku: change.sku, side: change.platform, at: this.#cloud.scheduler.now });
        this.#say(`the other app changes ${change.platform} ${change.sku} by ${change.delta}`);
      }
      if (kind === 'mirror') this.#mirrors(change);
      else tell(change);
    };
  }

  #mirrors({ sku, by, platform }: StockSeen): void {
    if (by === RIVAL_NAMES.mirror || (platform === 'square' && this.#plan.play === 'mirror')) return;
    const to = platform === 'shopify' ? 'square' : 'shopify';
    const waitMs = Math.round(this.#plan.delayMs * (0.5 + this.#luck.next() / 2));
    this.#cloud.outside(this.#cloud.scheduler.now + waitMs, (world) => {
      const set = world.part(platform)?.stock(world, sku);
      if (!this.#isOn || typeof set !== 'number' || set === world.part(to)?.stock(world, sku)) return;
      world.part(to)?.changeBySku(world, sku, { set, by: RIVAL_NAMES.mirror });
    });
  }

  #buys(world: World, purchase: Purchase): void {
    const { source, units, place } = purchase;
    const sku = this.#skus[place] ?? '';
    if (this.closed.has(sku)) return;
    this.#say(`a customer changes ${source} ${sku} by ${units}`);
    // What comes back to Shopify is an order that is canceled, as long as one is open.
    const causes = source === 'shopify' && units > 0 ? ['cancel', undefined] : [undefined];
    const done = causes.some((cause) => world.part(source)?.changeBySku(world, sku, { delta: units, ...(cause && { cause }) }).ok === true);
    if (!done) throw new Error(`${source} refuses a purchase of ${units} of ${sku}`);
    this.made.push({ ...purchase, at: this.#cloud.scheduler.now, sku });
    if (source !== 'shopify' || units > 0 || !this.#random.chance(HANDED_OVER)) return;
    const at = this.#cloud.scheduler.now + this.#random.between(HANDED_OVER_MS.least, HANDED_OVER_MS.most);
    // Refused when it was canceled meanwhile.
    this.#cloud.outside(at, (later) => later.part('shopify')?.changeBySku(later, sku, { delta: units, cause: 'fulfill' }));
  }
}

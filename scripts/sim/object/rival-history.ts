import { createHash } from 'node:crypto';

import { seeded } from '../random';
import { Cloud } from './cloud';
import { forgetTimers, isSandboxDefect, surround, withoutPlaces } from './globals';
import { itemsOf } from './outside';
import { RivalMerchant } from './rival-merchant';
import { apart, drawPlan, variantsOf, type RivalPlan, type RivalPlay } from './rival-plan';
import { RivalShop } from './rival-shop';
import { alertTimes, wrongOf, type CopiedVariant, type Found } from './rival-verdict';
import { Waits } from './rival-waits';
import { RivalWatch } from './rival-watch';
import { everydayWeather } from './rival-weather';
import { ask, type Template } from './template';

/** How one history of the account with another app ended. Times are in ms, units are whole. */
export interface RivalEnding {
  /** Everything that is wrong; empty when nothing is. */
  readonly problems: readonly string[];
  /** How many variants were put on hold, and by which proof. */
  readonly held: number;
  readonly proofs: readonly string[];
  /** Whether a variant was listed as suspected, and none was put on hold. */
  readonly suspected: boolean;
  /** How many cases the merchant settled, and how many of them with a proposed number. */
  readonly settled: number;
  readonly proposed: number;
  /** How often the account proposed a number, in all. */
  readonly looks: number;
  readonly copies: number;
  /** Units lost or invented when the app was turned off, of the variant where it is most; null without an app. */
  readonly lost: number | null;
  readonly longestMs: number;
  readonly alertMs: number | null;
  readonly mailMs: number | null;
  /** A digest of every line of the trace. */
  readonly hash: string;
}

const MINUTE = 60_000;
/**
 * From this time on, a purchase counts for what may be lost, in ms: an app that is turned on after ten minutes hears of those shortly before, and
 * copies them.
 */
const COUNTED_FROM_MS = 10 * MINUTE - 5_000;
/** After the merchant has closed a variant, nothing more is on its way, in ms. */
const CLOSED_MS = 35_000;
/** How long customers buy again once everything is settled, in ms. */
const AGAIN_MS = 5 * MINUTE;
const ADDRESS = 'owner@example.com';

/** Plays one history, and judges it. `trace` receives each line, or is null. */
export async function playRivalHistory(
  template: Template,
  { play, seed, stock }: { readonly play: RivalPlay; readonly seed: number; readonly stock: number },
  trace: ((line: string) => void) | null,
): Promise<RivalEnding> {
  const history = new RivalHistory(template, drawPlan(play, seeded(seed * 5 + 1)), { seed, stock, trace });
  return history.run();
}

class RivalHistory {
  readonly #from: number;
  readonly #plan: RivalPlan;
  readonly #seed: number;
  readonly #hash = createHash('sha256');
  readonly #cloud: Cloud;
  readonly #watch: RivalWatch;
  readonly #waits = new Waits();
  readonly #sandboxDefects: string[] = [];
  readonly #shop: RivalShop;
  readonly #merchant: RivalMerchant;
  readonly #skus: readonly string[];
  readonly #stocks: ReadonlyMap<string, { readonly shopify: string; readonly square: string }>;

  constructor(
    template: Template,
    plan: RivalPlan,
    { seed, stock, trace }: { readonly seed: number; readonly stock: number; readonly trace: ((line: string) => void) | null },
  ) {
    const { account, sandbox, shared } = template.databases;
    for (const database of [account, sandbox, shared]) database.restore();
    shared.run('update accounts set alert_address = ?', [ADDRESS]);
    forgetTimers();
    this.#from = template.now;
    this.#plan = plan;
    this.#seed = seed;
    const slot: { cloud: Cloud | null } = { cloud: null };
    const say = (line: string): void => {
      const text = `${(((slot.cloud?.scheduler.now ?? template.now) - template.now) / 1_000).toFixed(3)} ${line}`;
      this.#hash.update(withoutPlaces(text));
      trace?.(text);
    };
    this.#watch = new RivalWatch(
      () => this.#cloud,
      (sku) => this.#shop.copies.filter((copy) => copy.sku === sku && copy.side === 'square').length,
      say,
    );
    const weather = everydayWeather(seeded(seed * 5 + 2));
    this.#cloud = new Cloud({
      databases: template.databases,
      now: template.now,
      alarms: template.alarms,
      weather: {
        ...weather,
        fate: (end, request) => {
          this.#waits.sends(request, this.#cloud.scheduler.now);
          return weather.fate(end, request);
        },
      },
      note: say,
      mail: (mail) => this.#watch.mailed(mail),
    });
    slot.cloud = this.#cloud;
    this.#cloud.onAnswer = (request, answer) => this.#waits.answered(request, answer, this.#now);
    surround({
      scheduler: this.#cloud.scheduler,
      random: seeded(seed * 5 + 3),
      fetch: (input, init) => this.#cloud.network.fetch(input, init),
      line: (text) => {
        say(text);
        if (isSandboxDefect(text)) this.#sandboxDefects.push(withoutPlaces(text));
      },
    });
    this.#cloud.scheduler.observer = {
      before: () => undefined,
      after: (owner) => {
        if (this.#cloud.account.owns(owner)) this.#watch.look();
      },
    };
    this.#stocks = this.#pairs();
    this.#skus = [...this.#stocks.keys()].slice(0, variantsOf(plan));
    this.#shop = new RivalShop(this.#cloud, plan, this.#skus, seed * 5 + 4, say);
    this.#merchant = new RivalMerchant(this.#cloud, this.#shop, stock, say);
  }

  get #now(): number {
    return this.#cloud.scheduler.now;
  }

  async run(): Promise<RivalEnding> {
    this.#shop.begin(this.#from);
    this.#cron(this.#from, this.#from + this.#plan.settledAt + 60 * MINUTE);
    await this.#untilOff();
    const variants = this.#shop.copied.map((sku) => this.#copiedVariant(sku));
    const offAt = this.#now;
    if (this.#plan.play !== 'hot') this.#shop.turnOff();
    await this.#passes(this.#plan.saysMs);
    const longest = await this.#longestWaits();
    const alerts = this.#watch.alerts(this.#from);
    const found: Found = {
      play: this.#plan.play,
      isCut: this.#plan.isCut,
      cases: structuredClone(this.#watch.cases),
      writerListedAt: this.#watch.writerListedAt,
      alerts,
      variants,
      longestMs: this.#watch.held().length >= 3 ? null : longest,
      offAt,
      delayMs: this.#plan.delayMs,
    };
    const problems = wrongOf(found);
    const settled = await this.#settles();
    problems.push(...(await this.#sellsOn(settled.map(({ sku }) => sku))), ...this.#merchant.problems);
    problems.push(...this.#sandboxDefects.map((defect) => `the sandbox itself failed: ${defect}`));
    const held = [...found.cases.values()].filter(({ heldAt }) => heldAt !== null);
    for (const problem of problems) this.#hash.update(problem);
    return {
      problems,
      held: held.length,
      proofs: held.map(({ proof }) => proof),
      suspected: held.length === 0 && [...found.cases.values()].some(({ listedAt }) => listedAt !== null),
      settled: settled.length,
      proposed: settled.filter(({ proposed }) => proposed !== null).length,
      looks: this.#merchant.proposals,
      copies: this.#shop.copies.length,
      lost: variants.length === 0 ? null : Math.max(...variants.map(({ lost }) => lost)),
      longestMs: longest,
      ...alertTimes(found),
      hash: this.#hash.digest('hex'),
    };
  }

  /** Lets time pass until the merchant turns the app off. */
  async #untilOff(): Promise<void> {
    const { settledAt, isCut, reactsMs, play } = this.#plan;
    const end = this.#from + settledAt;
    if (!isCut || play === 'hot') return this.#passes(end - this.#now);
    await this.#cloud.scheduler.runUntil(end, () => this.#watch.firstHeldAt() !== null);
    return this.#passes(Math.min(reactsMs, end - this.#now));
  }

  /** Lets time pass. A merchant who is impatient looks at every case each minute. */
  async #passes(ms: number): Promise<void> {
    const end = this.#now + ms;
    while (this.#now < end) {
      await this.#cloud.scheduler.runUntil(this.#plan.isImpatient ? Math.min(end, this.#now + MINUTE) : end);
      if (this.#plan.isImpatient && this.#watch.cases.size > 0) await this.#merchant.looks();
    }
  }

  #copiedVariant(sku: string): CopiedVariant {
    const right = this.#merchant.truth(sku);
    const lost = Math.max(
      ...(['shopify', 'square'] as const).map((side) => Math.abs(this.#shop.level(sku, side) + this.#shop.coming(sku, side) - right)),
    );
    const largest = this.#shop.largest(sku, this.#from + COUNTED_FROM_MS);
    const copies = this.#shop.copies.filter((copy) => copy.sku === sku).map(({ at }) => at);
    return { sku, lost, allowed: Math.max(6, 3 * largest), copies };
  }

  async #longestWaits(): Promise<number> {
    await ask(this.#cloud, (account) => account.deliverHistory());
    const honest = this.#skus.filter((sku) => !this.#shop.copied.includes(sku));
    const waits = honest.map((sku) => {
      const stocks = this.#stocks.get(sku) ?? { shopify: '', square: '' };
      return this.#waits.longest(this.#cloud, sku, stocks, this.#from);
    });
    return Math.max(0, ...waits);
  }

  /** Closes what the app copied, and settles each case. */
  async #settles(): Promise<{ readonly sku: string; readonly proposed: number | null }[]> {
    const settled: { sku: string; proposed: number | null }[] = [];
    if (this.#plan.play === 'hot') return settled;
    for (const sku of this.#shop.copied) this.#shop.closed.add(sku);
    await this.#cloud.scheduler.runUntil(this.#now + CLOSED_MS);
    for (const sku of this.#shop.copied) {
      const one = await this.#merchant.reconciles(sku);
      if (one !== null) settled.push(one);
    }
    return settled;
  }

  /** Lets customers buy again, and returns what is wrong with the numbers after that: of what was settled, and of what no app touched. */
  async #sellsOn(settled: readonly string[]): Promise<string[]> {
    await this.#cloud.scheduler.runUntil(this.#now + MINUTE);
    const exact = [...settled, ...this.#skus.filter((sku) => !this.#shop.copied.includes(sku))];
    const problems = settled.flatMap((sku) => this.#notExact(sku, 'after it was set'));
    this.#shop.closed.clear();
    const random = seeded(this.#seed * 5 + 5);
    const purchases = exact.flatMap((sku) => apart(random, this.#skus.indexOf(sku), AGAIN_MS));
    this.#shop.sells(purchases, this.#now);
    await this.#cloud.scheduler.runUntil(this.#now + AGAIN_MS + 2 * MINUTE);
    problems.push(...exact.flatMap((sku) => this.#notExact(sku, 'at the end')));
    const again = [...this.#watch.cases].filter(([sku, { state }]) => state === 'held' && exact.includes(sku));
    return [...problems, ...again.map(([sku]) => `${sku} is on hold at the end`)];
  }

  #notExact(sku: string, when: string): string[] {
    const right = this.#merchant.truth(sku);
    const shown = (['shopify', 'square'] as const).map((side) => this.#shop.level(sku, side));
    return shown.every((units) => units === right) ? [] : [`${sku} shows ${shown.join('/')} ${when}, ${right} is right`];
  }

  #cron(from: number, until: number): void {
    for (let at = from; at < until; at += MINUTE) this.#cloud.cron(at, ['wake-tasks', 'tell-alerts']);
  }

  /** Returns the stock ids of each variant that both platforms have, by SKU. */
  #pairs(): Map<string, { readonly shopify: string; readonly square: string }> {
    return this.#cloud.world.enter((world) => {
      const square = itemsOf(world, 'square');
      return new Map(
        itemsOf(world, 'shopify').flatMap(({ sku, stock }) => {
          const partner = square.find((item) => item.sku === sku);
          return partner === undefined ? [] : [[sku, { shopify: stock, square: partner.stock }] as const];
        }),
      );
    });
  }
}

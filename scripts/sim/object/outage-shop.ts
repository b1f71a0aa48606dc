import process from 'node:process';

import { seeded, type Random } from '../random';
import { plainFate } from './calm';
import { Cloud, type Weather } from './cloud';
import { forgetTimers, isSandboxDefect, realLog, surround } from './globals';
import { ADDRESSES, isStockWrite, textAnswer, type Fate, type WireRequest } from './network';
import { changeStock, itemsOf, type Item, type Platform } from './outside';
import type { Final } from './rest';
import { ask, COPIED, type Template } from './template';
import { STEPS } from './truth';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** How long the cron and rest are waited for after an outage, at most. */
const AFTER_MS = 6 * HOUR;
/** Initial units of each variant: enough for every scenario. */
export const STOCK = 2_000;

/** What is broken at the moment. */
interface Broken {
  d1: boolean;
  down: Platform | null;
  clockErrorMs: number;
}

/** One account in virtual time, with what was sold outside the product. */
export class Shop {
  readonly cloud: Cloud;
  readonly broken: Broken = { d1: false, down: null, clockErrorMs: 0 };
  readonly random: Random = seeded(17);
  readonly alerts: string[] = [];
  readonly sandboxDefects: string[] = [];
  /** Units by which each variant changed, by SKU. */
  readonly sold = new Map<string, number>();
  changes = 0;
  writes = 0;
  calls = 0;

  constructor(template: Template) {
    const { account, sandbox, shared } = template.databases;
    for (const database of [account, sandbox, shared]) database.restore();
    forgetTimers();
    const weather: Weather = {
      fate: (end, request) => this.#fate(end, request),
      arriving: async (_, request) => request,
      d1: { latency: () => 3, fate: () => (this.broken.d1 ? 'lost' : 'ok'), survivesCaller: () => true },
      alarmLateness: () => 5,
      callLatency: () => 1,
      clockError: () => this.broken.clockErrorMs,
    };
    this.cloud = new Cloud({ databases: template.databases, now: template.now, alarms: template.alarms, weather, note: () => undefined });
    surround({
      scheduler: this.cloud.scheduler,
      random: seeded(3),
      fetch: (input, init) => this.cloud.network.fetch(input, init),
      clockError: () => (this.#isOurs() ? this.broken.clockErrorMs : 0),
      line: (text) => {
        if (process.env['DEBUG']) realLog(text);
        if (text.includes('"message":"alert:')) this.alerts.push(text);
        if (isSandboxDefect(text)) this.sandboxDefects.push(text);
      },
    });
  }

  /** Whether the code that runs is the product's. */
  #isOurs(): boolean {
    const { current } = this.cloud.scheduler;
    return current === this.cloud.worker || this.cloud.account.owns(current);
  }

  #fate(end: keyof typeof ADDRESSES, request: WireRequest): Fate {
    const plain = plainFate(60);
    const { down } = this.broken;
    if (end === 'sandbox') {
      this.calls += 1;
      if (isStockWrite(request)) this.writes += 1;
      if (down !== null && request.url.startsWith(`${ADDRESSES.sandbox}/${down}`)) {
        return { ...plain, instead: textAnswer(503, 'Service Unavailable', {}), name: 'down' };
      }
    }
    if (end === 'webhooks' && down !== null && request.url.endsWith(`/${down}`)) {
      return { ...plain, arrivals: [], instead: textAnswer(200, 'ok', {}), name: 'not sent' };
    }
    return plain;
  }

  get now(): number {
    return this.cloud.scheduler.now;
  }

  items(platform: Platform): Item[] {
    const copied: readonly string[] = [COPIED.shopify.sku, COPIED.square.sku];
    return this.cloud.world.enter((world) => itemsOf(world, platform)).filter(({ sku }) => !copied.includes(sku));
  }

  /** Sells one unit, or restocks a few now and then, on a random side of a random variant. */
  async sell(): Promise<void> {
    const platform = this.random.chance(0.5) ? 'shopify' : 'square';
    const items = this.items(platform);
    const item = items[this.random.between(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing is for sale');
    const units = this.random.chance(0.1) ? 5 : -1;
    this.cloud.outside(this.now, (world) => {
      if (!changeStock(world, item, units)) throw new Error(`${item.sku} could not be sold`);
    });
    this.sold.set(item.sku, (this.sold.get(item.sku) ?? 0) + units);
    this.changes += 1;
    await this.pass(0);
  }

  /** Lets time pass, with the minute's cron where a task is open. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    while (this.now < until) {
      this.cloud.cronIfNeeded(this.now);
      await this.cloud.scheduler.runUntil(Math.min(until, this.now + MINUTE));
    }
    if (ms === 0) await this.cloud.scheduler.runUntil(this.now);
  }

  /** Makes `count` changes, evenly over a time. */
  async sellFor(ms: number, count: number): Promise<void> {
    for (let done = 0; done < count; done += 1) {
      await this.sell();
      await this.pass(Math.floor(ms / count));
    }
  }

  async state(): Promise<{ owed: number; held: number; blocked: number; frozen: number }> {
    return ask(this.cloud, (account) => account.state());
  }

  /** Lets time pass until nothing is left to send; returns how long it took, in ms. */
  async rest(): Promise<number> {
    const from = this.now;
    for (let quiet = 0; this.now - from < AFTER_MS && quiet < 2;) {
      await this.pass(MINUTE / 2);
      const { owed } = await this.state();
      quiet = owed === 0 && this.unitsWrong() === 0 ? quiet + 1 : 0;
    }
    return this.now - from;
  }

  /** Returns the SKUs of variants of which it is unknown whether a write took effect: they wait for the merchant's number. */
  async frozenSkus(): Promise<string[]> {
    const query = { view: 'needs_attention', query: '', limit: 100, page: 0, sort: { column: 'name', descending: false } } as const;
    const page = await ask(this.cloud, (account) => account.inventory(query));
    if (!page.ok) throw new Error(page.error.message);
    return page.value.variants.flatMap(({ checked, shopify }) => (checked.trouble === 'frozen' && shopify !== null ? [shopify.sku] : []));
  }

  /** Returns how many units both platforms are off, but for some SKUs. */
  unitsWrong(without: readonly string[] = []): number {
    let wrong = 0;
    for (const platform of ['shopify', 'square'] as const) {
      for (const { sku } of this.items(platform)) {
        if (without.includes(sku)) continue;
        const stock = this.cloud.world.enter((world) => world.part(platform)?.stock(world, sku) ?? Number.NaN);
        wrong += Math.abs(stock - STOCK - (this.sold.get(sku) ?? 0));
      }
    }
    return wrong;
  }

  /** Returns how many tasks are in the shared database; `where` selects them. */
  tasks(where: string): number {
    return Number(this.cloud.databases.shared.run(`select count(*) as n from tasks where ${where}`, []).rows[0]?.['n']);
  }

  /** Returns how many units the history is off, but for some SKUs. */
  historyWrong({ lines }: Final, without: readonly string[]): number {
    const told = new Map<string, number>();
    for (const { sku, fact } of lines) if (fact['kind'] === 'change') told.set(sku, (told.get(sku) ?? 0) + Number(fact['delta']) / STEPS);
    const counted = this.items('shopify').filter(({ sku }) => !without.includes(sku));
    return counted.reduce((sum, { sku }) => sum + Math.abs((told.get(sku) ?? 0) - (this.sold.get(sku) ?? 0)), 0);
  }
}

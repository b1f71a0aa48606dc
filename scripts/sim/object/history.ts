import { createHash } from 'node:crypto';

import type { World } from '../../../sandbox/world';
import { seeded, type Random } from '../random';
import { Cloud, type Weather } from './cloud';
import { EVENTS, type EventName } from './events';
import { forgetTimers, isSandboxDefect, surround, withoutPlaces } from './globals';
import { Kills } from './kills';
import { LateWebhooks } from './late-webhooks';
import { latenessOf, type Lateness } from './lateness';
import { Merchant } from './merchant';
import { isStockWrite } from './network';
import { Observer } from './observer';
import { changeStock, itemsOf, type Platform } from './outside';
import { readFinal, waitForRest } from './rest';
import { ask, COPIED, type Template } from './template';
import { STEPS, stockKey, Truth } from './truth';
import { judge, type Judged } from './verdict';
import { FAULTS, SeededWeather, type FaultKind } from './weather';

/** What may happen in a history. */
export interface Allowed {
  readonly faults: ReadonlySet<FaultKind>;
  readonly events: readonly EventName[];
  readonly kills: boolean;
}

/** Everything. */
export const ALL: Allowed = { faults: new Set(FAULTS), events: Object.keys(EVENTS) as EventName[], kills: true };

/** The result of a history. */
export interface Played extends Judged {
  /** A digest of every line of the trace: the same seed gives the same digest. */
  readonly hash: string;
  readonly turns: number;
  readonly kills: number;
  readonly events: readonly string[];
  /** Set for histories with only sales and faults; null for others. */
  readonly lateness: Lateness | null;
}

/** How often cron and rest are checked once outside changes have stopped, in ms. */
const CRON_MS = 60_000;
const QUIET_CRON_MS = 600_000;

/** Plays one history and judges it. `trace` receives each line, or is null. */
export async function play(template: Template, seed: number, allowed: Allowed, trace: ((line: string) => void) | null): Promise<Played> {
  const { account, sandbox, shared } = template.databases;
  for (const database of [account, sandbox, shared]) database.restore();
  forgetTimers();
  const random = seeded(seed * 3 + 1);
  const hash = createHash('sha256');
  const truth = new Truth();
  const activeMs = random.between(60_000, 300_000);
  const until = template.now + activeMs;
  const cloudSlot: { cloud: Cloud | null } = { cloud: null };
  const now = (): number => cloudSlot.cloud?.scheduler.now ?? template.now;
  const say = (line: string): void => {
    const text = `${((now() - template.now) / 1_000).toFixed(3)} ${line}`;
    hash.update(withoutPlaces(text));
    trace?.(text);
  };
  const weather = new SeededWeather({
    random: seeded(seed * 3 + 2),
    lagging: seeded(seed * 3 + 4),
    kinds: allowed.faults,
    late: new LateWebhooks(template.databases.sandbox),
    severity: [0, 0.3, 1, 2][random.between(0, 3)] ?? 1,
    now,
    until,
  });
  const cloud = new Cloud({
    databases: template.databases,
    now: template.now,
    alarms: template.alarms,
    weather: watchWrites(weather.weather(), truth, now),
    note: say,
  });
  cloudSlot.cloud = cloud;
  surround({
    scheduler: cloud.scheduler,
    random: seeded(seed * 3 + 3),
    fetch: (input, init) => cloud.network.fetch(input, init),
    line: (text) => {
      say(text);
      if (text.includes('"message":"alert:')) truth.alerts.push(text);
      if (isSandboxDefect(text)) truth.sandboxDefects.push(withoutPlaces(text));
    },
  });
  const observer = new Observer(cloud, truth, template.databases.sandbox, say);
  const kills = allowed.kills ? new Kills(cloud, random, { from: template.now, until }, say) : null;
  cloud.scheduler.observer = {
    before: () => kills?.before(),
    after: (owner, created) => {
      const mine = cloud.account.owns(owner);
      const kill = kills?.after(owner, created) ?? null;
      if (kill !== null) truth.kills.push({ at: cloud.scheduler.now, backAt: kill.backAt });
      // A turn that was rolled back has delivered nothing.
      observer.after(owner, { mine, takenBack: kill?.mode === 'unstored' });
    },
  };
  const merchant = new Merchant(cloud, truth, random, say);
  const played = planEvents(merchant, weather, random, { allowed, from: template.now, until });
  planChanges(merchant, random, { from: template.now, until });
  planReadLag(merchant, weather.readLagMs(), { from: template.now, until });
  planCron(cloud, template.now, until);
  await cloud.scheduler.runUntil(until);
  await waitForRest(cloud, merchant, until, say);
  await ask(cloud, (account) => account.deliverHistory());
  const final = await readFinal(cloud, merchant.failures);
  const judged = judge(truth, final, { calm: allowed.events.length === 0 && allowed.faults.size === 0 && !allowed.kills });
  for (const problem of judged.problems) say(`WRONG ${problem}`);
  const lateness = played.length === 0 ? latenessOf(truth) : null;
  if (lateness !== null) say(`lateness: ${lateness.longestMs} ms at most`);
  return { ...judged, lateness, hash: hash.digest('hex'), turns: cloud.scheduler.turns, kills: kills?.done ?? 0, events: played };
}

/** Wraps the weather to record each write of stock and whether a fault affects it. */
function watchWrites(weather: Weather, truth: Truth, now: () => number): Weather {
  return {
    ...weather,
    fate: (end, request) => {
      const fate = weather.fate(end, request);
      const platform = request.url.includes('/v2/') ? 'square' : 'shopify';
      if (isStockWrite(request) && truth.paused.has(platform)) truth.sentWhilePaused.push(`${platform} at ${now()}`);
      if (isStockWrite(request)) truth.writes.push({ at: now(), body: request.body, troubled: fate.name !== '' });
      return fate;
    },
  };
}

interface Span {
  readonly from: number;
  readonly until: number;
}

function planEvents(
  merchant: Merchant,
  weather: SeededWeather,
  random: Random,
  { allowed, from, until }: Span & { allowed: Allowed },
): string[] {
  const played: string[] = [];
  if (random.chance(0.3)) {
    const items = itemsNow(merchant, random.chance(0.5) ? 'shopify' : 'square');
    const stock = items[random.between(0, items.length - 1)]?.stock;
    if (stock !== undefined) weather.cursed = { stock, until: random.between(from, until) };
  }
  if (allowed.events.length === 0) return played;
  for (let count = random.between(1, 3); count > 0; count -= 1) {
    const name = allowed.events[random.between(0, allowed.events.length - 1)];
    if (name === undefined) continue;
    played.push(name);
    merchant.begin(random.between(from + 2_000, until), name, () => EVENTS[name](merchant));
  }
  return played;
}

function itemsNow(merchant: Merchant, platform: Platform): { readonly stock: string; readonly sku: string }[] {
  return merchant.cloud.world.enter((world) => itemsOf(world, platform)).filter(({ sku }) => !isCopied(sku));
}

const isCopied = (sku: string): boolean => sku === COPIED.shopify.sku || sku === COPIED.square.sku;

function planChanges(merchant: Merchant, random: Random, { from, until }: Span): void {
  const skus = [...new Set(itemsNow(merchant, 'shopify').map(({ sku }) => sku))];
  const played = skus.slice(0, random.between(3, 6));
  for (const platform of ['shopify', 'square'] as const) {
    for (const item of itemsNow(merchant, platform)) if (played.includes(item.sku)) merchant.inPlay.add(stockKey(platform, item.stock));
  }
  for (let count = random.between(12, 28); count > 0; count -= 1) {
    const platform = random.chance(0.5) ? 'shopify' : 'square';
    const draw = random.next();
    const kind = random.next();
    const units = kind < 0.7 ? -random.between(1, 3) : kind < 0.9 ? random.between(1, 5) : -random.between(4, 15);
    merchant.cloud.outside(random.between(from + 500, until), (world) => {
      const items = itemsOf(world, platform).filter((item) => merchant.inPlay.has(stockKey(platform, item.stock)));
      const item = items[Math.floor(draw * items.length)];
      if (item === undefined || !changeStock(world, item, units)) return;
      merchant.truth.changes.push({ platform, stock: item.stock, delta: units * STEPS, at: merchant.now, reportedAt: null });
      merchant.say(`outside: ${platform} ${item.stock} (${item.sku}) ${units}`);
    });
  }
}

function planReadLag({ cloud, truth, say }: Merchant, readLagMs: number, { from, until }: Span): void {
  truth.readLagMs = readLagMs;
  if (readLagMs === 0) return;
  const lag = (ms: number) => (world: World) => {
    const { faults, ...config } = world.config();
    say(`outside: reads lag by up to ${ms} ms`);
    world.configure({
      ...config,
      faults: { shopify: { ...faults.shopify, readLagMs: ms }, square: { ...faults.square, readLagMs: ms } },
    });
  };
  cloud.outside(from, lag(readLagMs));
  cloud.outside(until, lag(0));
}

function planCron(cloud: Cloud, from: number, until: number): void {
  for (let at = from; at < until + 20 * CRON_MS; at += CRON_MS) cloud.cronIfNeeded(at);
  for (let at = until + 20 * CRON_MS; at < until + 8 * 3_600_000; at += QUIET_CRON_MS) cloud.cronIfNeeded(at);
}

import { seeded, type Random } from '../../../scripts/sim/random';
import type { Instant } from '../../../src/domain/instant';
import { fromUnits } from '../../../src/domain/quantity';
import type { LedgerChange, LoggedChange, NamedApp } from '../../../src/domain/writers/logged-change';
import type { NamedInput } from '../../../src/domain/writers/named';

/** When every history starts, in ms: on a full minute. */
export const START = Date.UTC(2026, 10, 20, 10);
/** The application at Square that is not ours. */
export const APP: NamedApp = { id: 'sq0idp-app', name: 'Some App' };

/** A moment at which units were sold or came back, in whole units. */
interface Sale {
  readonly at: Instant;
  readonly units: number;
}

const exponential = (random: Random, mean: number): number => -Math.log(1 - random.next()) * mean;
const uniform = (random: Random, low: number, high: number): number => low + random.next() * (high - low);
/** Returns a number between two, where each power of ten is as likely. */
const spread = (random: Random, low: number, high: number): number => Math.exp(uniform(random, Math.log(low), Math.log(high)));

/** Returns how many units a sale takes: nearly always one. */
function unitsOf(random: Random): number {
  if (random.chance(0.9)) return -1;
  return random.chance(0.8) ? -random.between(2, 4) : random.between(1, 10);
}

/** How customers come. `rush`: more of them in the times of `rushes`. `batch`: many at one moment, as a till that was offline sends them. */
export type Arrivals = 'poisson' | 'bursts' | 'rush' | 'batch';

/** Returns sales from START on, `meanMs` apart on average. */
export function salesOf(random: Random, arrivals: Arrivals, meanMs: number, lengthMs: number, rushes: readonly Instant[] = []): Sale[] {
  const sales: Sale[] = [];
  const size = arrivals === 'bursts' || arrivals === 'batch' ? random.between(2, 12) : 1;
  const within = arrivals === 'batch' ? 50 : spread(random, 300, 20_000);
  for (let at = START + exponential(random, meanMs * size); at < START + lengthMs; at += exponential(random, meanMs * size)) {
    const many = size === 1 ? 1 : random.between(1, 2 * size - 1);
    for (let n = 0, then = at; n < many; n += 1, then += exponential(random, within)) sales.push({ at: then, units: unitsOf(random) });
  }
  if (arrivals === 'rush') {
    for (const rush of rushes) {
      const length = uniform(random, 20_000, 180_000);
      const mean = meanMs / uniform(random, 10, 40);
      for (let at = rush + exponential(random, mean); at < rush + length; at += exponential(random, mean)) {
        sales.push({ at, units: unitsOf(random) });
      }
    }
  }
  return sales.filter(({ at }) => at < START + lengthMs).toSorted((a, b) => a.at - b.at);
}

/** Returns Shopify's changes as the ledger states them: times in whole seconds. `others`: what is passed on to Shopify meanwhile, and when. */
export function ledgerOf(sales: readonly Sale[], start = 1_000, others: readonly Sale[] = []): LedgerChange[] {
  let level = start;
  return sales.map(({ at, units }) => {
    const before = level + unitsUntil(others, at);
    level += units;
    const time = Math.floor(at / 1_000) * 1_000;
    return { delta: fromUnits(units), before: fromUnits(before), after: fromUnits(before + units), at: time, noted: at + 500 };
  });
}

/** Returns when sales at Square arrive at Shopify. */
function passOn(random: Random, sold: readonly Sale[]): Sale[] {
  return sold.map(({ at, units }) => ({ at: at + uniform(random, 200, 2_000), units }));
}

/** Returns one entry of Square's log. */
export function logged(at: Instant, units: number, by: 'ours' | 'square' | NamedApp = APP, kind: 'move' | 'count' = 'move'): LoggedChange {
  const [author, app] = typeof by === 'string' ? [by, null] : (['app', by] as const);
  return { created: at, occurred: at, author, app, effect: { kind, quantity: fromUnits(units) } };
}

const KINDS: readonly Arrivals[] = ['poisson', 'bursts', 'rush', 'batch'];

/** A shop with customers on both sides, and a till of another application at Square; in some of them, the application states numbers. */
export function honestShop(seed: number): NamedInput {
  const random = seeded(seed);
  const lengthMs = uniform(random, 30, 60) * 60_000;
  const rushes = Array.from({ length: random.between(1, 6) }, () => START + random.next() * lengthMs);
  const kind = (): Arrivals => KINDS[random.between(0, 3)] ?? 'poisson';
  const online = salesOf(random, kind(), spread(random, 1_000, 900_000), lengthMs, rushes);
  const till = salesOf(random, kind(), spread(random, 1_000, 600_000), lengthMs, rushes);
  const offset = uniform(random, -1_000, 1_000);
  const sent = online.map(({ at, units }) => logged(at + offset + uniform(random, 200, 2_000), units, 'ours'));
  const sold = till.map(({ at, units }) => logged(at + offset, units));
  const log = [logged(START, 1_000, 'square', 'count'), ...sent, ...sold].toSorted((a, b) => a.created - b.created);
  const given = { changes: ledgerOf(online, 1_000, passOn(random, till)), now: START + lengthMs, trusted: new Set<string>() };
  if (random.chance(0.6)) return { ...given, log };
  if (random.chance(0.5)) return { ...given, log: asCounts(log) };
  // The application counts what is on the shelf; Square's own till sells, or not; our writes reach Square, or not.
  const own = random.chance(0.3) ? [] : salesOf(random, kind(), spread(random, 10_000, 900_000), lengthMs, rushes);
  const square = own.map(({ at, units }) => logged(at + offset, units, 'square'));
  const truth = (at: Instant): number => 1_000 + unitsUntil(online, at) + unitsUntil(own, at);
  const recounts = till.map(({ at }) => logged(at + offset, truth(random.chance(0.9) ? at : at - 2_000), APP, 'count'));
  const all = [logged(START, 1_000, 'square', 'count'), ...square, ...(random.chance(0.5) ? sent : []), ...recounts];
  return { ...given, changes: ledgerOf(online, 1_000, passOn(random, own)), log: all.toSorted((a, b) => a.created - b.created) };
}

/** Returns the log of a till that states the number after each sale. */
function asCounts(log: readonly LoggedChange[]): LoggedChange[] {
  let level = 0;
  return log.map((change) => {
    level = change.effect.kind === 'count' ? change.effect.quantity : level + change.effect.quantity;
    return change.author === 'app' ? { ...change, effect: { kind: 'count', quantity: level } } : change;
  });
}

/** Returns how many units were sold until a time. */
function unitsUntil(sales: readonly Sale[], until: Instant): number {
  return sales.reduce((sum, { at, units }) => (at <= until ? sum + units : sum), 0);
}

/** A shop with customers on both sides, and an application that copies each order at Shopify to Square, until `until`. */
export function copiedShop(seed: number, arrivals: Arrivals, meanMs: number, slowestMs = 5_000): NamedInput {
  const random = seeded(seed);
  const lengthMs = 3_600_000;
  const online = salesOf(random, arrivals, meanMs, lengthMs);
  const offset = uniform(random, -1_000, 1_000);
  const till = salesOf(random, 'poisson', 2 * meanMs, lengthMs);
  const log = [
    ...online.filter(({ units }) => units < 0).map(({ at, units }) => logged(at + offset + uniform(random, 100, slowestMs), units)),
    ...online.map(({ at, units }) => logged(at + offset + uniform(random, 200, 2_000), units, 'ours')),
    ...till.map(({ at, units }) => logged(at + offset, units, 'square')),
  ];
  return {
    changes: ledgerOf(online),
    log: log.toSorted((a, b) => a.created - b.created),
    now: START + lengthMs,
    trusted: new Set(),
  };
}

/** Returns what was known at an earlier time. */
export function knownAt({ changes, log, trusted }: NamedInput, now: Instant): NamedInput {
  return {
    changes: changes.filter(({ noted }) => noted <= now),
    log: log.filter(({ created }) => created <= now),
    now,
    trusted,
  };
}

/** A shop whose Square number another application sets to Shopify's after each change at Shopify, while nothing is written there. */
export function mirroredShop(seed: number, meanMs: number): NamedInput {
  const random = seeded(seed);
  const lengthMs = 3_600_000;
  const online = salesOf(random, 'poisson', meanMs, lengthMs);
  const till = salesOf(random, 'poisson', meanMs, lengthMs);
  const counts = online.map(({ at }) => logged(at + uniform(random, 500, 5_000), 1_000 + unitsUntil(online, at), APP, 'count'));
  const log = [logged(START, 1_000, 'square', 'count'), ...till.map(({ at, units }) => logged(at, units, 'square')), ...counts];
  return {
    changes: ledgerOf(online),
    log: log.toSorted((a, b) => a.created - b.created),
    now: START + lengthMs,
    trusted: new Set(),
  };
}

/** How long an application takes to set Square's number after a change at Shopify, at most; half of it at least. `isBothWays`: and the reverse. */
export interface Mirror {
  readonly delayMs: number;
  readonly isBothWays: boolean;
}

/** Something that happens in a shop that is in sync; `by`: whose change it is. */
interface Step {
  readonly at: Instant;
  readonly by: 'customer' | 'ours' | 'app';
  readonly side: 'shopify' | 'square';
  /** By how much the number changes, in whole units; null where it is set to the other side's. */
  readonly units: number | null;
}

/** A shop that is in sync both ways, beside a mirror: each change is passed on within half a second to one and a half, by us and by the mirror. */
export function livelyMirror(seed: number, meanMs: number, { delayMs, isBothWays }: Mirror): NamedInput {
  const random = seeded(seed);
  const lengthMs = 2_400_000;
  const steps: Step[] = (['shopify', 'square'] as const).flatMap((side) =>
    salesOf(random, 'poisson', meanMs, lengthMs).map(({ at, units }): Step => ({ at, by: 'customer', side, units })),
  );
  const level = { shopify: 1_000, square: 1_000 };
  const changes: LedgerChange[] = [];
  const log = [logged(START, 1_000, 'square', 'count')];
  for (let next = earliest(steps); next !== null; next = earliest(steps)) {
    const { at, by, side } = next;
    const there = side === 'shopify' ? 'square' : 'shopify';
    const units = next.units ?? level[there] - level[side];
    if (units === 0) continue;
    level[side] += units;
    if (side === 'square')
      log.push(by === 'app' ? logged(at, level.square, APP, 'count') : logged(at, units, by === 'ours' ? 'ours' : 'square'));
    if (by !== 'ours') {
      steps.push({ at: at + uniform(random, 500, 1_500), by: 'ours', side: there, units });
      if (side === 'shopify') {
        const time = Math.floor(at / 1_000) * 1_000;
        const numbers = { before: fromUnits(level.shopify - units), after: fromUnits(level.shopify) };
        changes.push({ delta: fromUnits(units), ...numbers, at: time, noted: at + 500 });
      }
    }
    if (by !== 'app' && (side === 'shopify' || isBothWays))
      steps.push({ at: at + uniform(random, delayMs / 2, delayMs), by: 'app', side: there, units: null });
  }
  return { changes, log, now: START + lengthMs, trusted: new Set() };
}

/** Takes the earliest of these out; null when there is none. */
function earliest(steps: Step[]): Step | null {
  const first = steps.reduce<Step | null>((found, step) => (found === null || step.at < found.at ? step : found), null);
  if (first !== null) steps.splice(steps.indexOf(first), 1);
  return first;
}

import { quantile, round, seeded, skuOf, sum, type Finding } from './measure';
import type { Counts, World } from './runtime';

/** Stock changes per driver request. */
const AT_ONCE = 50;
/** Wait after the last sale, until the alarm that delivers what was waiting has fired, in ms. */
const AFTER_MS = 120_000;

/** Requests that write stock to a platform; every other request reads or refreshes a token. */
const WRITES = ['shopify AdjustQuantities', 'square POST /v2/inventory/changes/batch-create'];

/** Returns the number of writes among the counted requests. */
export const writesOf = ({ requests }: Counts): number => sum(WRITES.map((name) => requests[name] ?? 0));

/** The simulated clock of a test setup, in ms; starts well after anything the setup left behind. */
export class Timeline {
  now = Date.now() + 3_600_000;
}

interface Spread {
  readonly count: number;
  readonly spacingMs: number;
  /** The number of generated variants to sell from. */
  readonly variants: number;
  /** How many of them to sell, spread evenly; all when absent. */
  readonly sellers?: number;
  /** In order instead of at random. */
  readonly inTurn?: boolean;
}

/** Sells single units on both sides and returns what it cost, up to the delivery of the last history line. */
async function sellSpread(world: World, time: Timeline, spread: Spread, seed: number): Promise<Counts> {
  const random = seeded(seed);
  const { account } = world;
  time.now += AFTER_MS;
  await world.ask('advance', { account, at: time.now });
  await world.counts();
  const sellers = spread.sellers ?? spread.variants;
  const stride = Math.floor(spread.variants / sellers);
  for (let done = 0; done < spread.count; done += AT_ONCE) {
    const sales = Array.from({ length: Math.min(AT_ONCE, spread.count - done) }, (_, index) => {
      const number = 1 + stride * (spread.inTurn === true ? (done + index) % sellers : Math.floor(random() * sellers));
      time.now += spread.spacingMs;
      return { platform: random() < 0.5 ? 'shopify' : 'square', sku: skuOf(number), delta: -1, at: time.now };
    });
    await world.ask('sell', { account, sales });
  }
  time.now += AFTER_MS;
  await world.ask('advance', { account, at: time.now });
  await world.ask('settle');
  return world.counts();
}

/** How many variants P2 sells at every catalog size, spread over the whole catalog. */
const SELLERS = 100;

/** Measures P2 for one size: each seller once while nothing of it is in memory, then four more sales of each. */
export async function rowsRead(world: World, time: Timeline, variants: number, name: string): Promise<Finding> {
  const spread = { spacingMs: 100, variants, sellers: SELLERS };
  const first = await sellSpread(world, time, { ...spread, count: SELLERS, inTurn: true }, 2);
  const count = 400;
  const later = await sellSpread(world, time, { ...spread, count }, 3);
  const all = round((first.read + later.read) / (SELLERS + count));
  return {
    id: `P2 ${name}`,
    value: all,
    note: `${round(first.read / SELLERS)} in a variant's first sale (${worstStatement(first, 'read', SELLERS)}), ${round(later.read / count)} in later ones`,
  };
}

/** Returns the most expensive statement: the place to look when a budget is exceeded. */
function worstStatement({ statements }: Counts, what: 'read' | 'written', sales: number): string {
  const [worst] = Object.entries(statements).sort(([, a], [, b]) => b[what] - a[what]);
  if (worst === undefined) return '';
  const [sql, cost] = worst;
  return `most: ${round(cost[what] / sales)} by "${sql.length > 60 ? `${sql.slice(0, 28)} … ${sql.slice(-28)}` : sql}"`;
}

/** Measures P1, P1b, P3, P5, and P7. */
export async function costOfSales(world: World, time: Timeline, variants: number): Promise<Finding[]> {
  const count = 1_000;
  const findings: Finding[] = [];
  const invocations: string[] = [];
  for (const [name, spacingMs] of [
    ['0.1 s', 100],
    ['10 s', 10_000],
    ['10 min', 600_000],
  ] as const) {
    const counts = await sellSpread(world, time, { count, spacingMs, variants }, spacingMs);
    const objectCalls = sum(Object.values(counts.calls));
    findings.push({
      id: `P1 ${name}`,
      value: round((counts.written + counts.setAlarm) / count),
      note: `${round(counts.setAlarm / count)} of it by setAlarm; ${worstStatement(counts, 'written', count)}`,
    });
    invocations.push(`${round((counts.webhooks + objectCalls + counts.alarms) / count)} at ${name}`);
    if (name === '10 s') {
      const parts = `${round(counts.webhooks / count)} Worker, ${round(objectCalls / count)} object, ${round(counts.alarms / count)} alarm`;
      findings.push({ id: 'P5', value: round((counts.webhooks + objectCalls + counts.alarms) / count), note: parts });
    }
    if (name === '10 s') {
      const read = round(counts.read / count);
      findings.push({ id: 'P2 10 s', value: read, note: worstStatement(counts, 'read', count) }, ...perSale(counts, count));
    }
  }
  return findings.map((finding) => (finding.id === 'P5' ? { ...finding, note: `${finding.note}; ${invocations.join(', ')}` } : finding));
}

function perSale(counts: Counts, count: number): Finding[] {
  const writes = writesOf(counts);
  const others = sum(Object.values(counts.requests)) - writes;
  return [
    {
      id: 'P1b',
      value: round(counts.d1.written / count),
      note: `${round(count / Math.max(1, counts.alarms))} sales to a delivery`,
    },
    {
      id: 'P3',
      value: round((writes + others) / count),
      shown: `${round(writes / count)} writes + ${round(others / count)} others`,
    },
    priceOf(counts, count),
  ];
}

/** Costs per sale that cannot be counted here and are assumed: CPU of the Worker, and how long the object is awake (one platform call). */
const ASSUMED = { cpuMs: 4, awakeSeconds: 0.31 };

/** List prices in dollars per million, beyond the included amounts (Cloudflare's pricing pages; see the note of P7). */
const PRICE = { workerRequest: 0.3, cpuMs: 0.02, objectRequest: 0.15, gbSecond: 12.5, rowWritten: 1, rowRead: 0.001 };

function priceOf(counts: Counts, count: number): Finding {
  const per = (value: number): number => value / count;
  const objectRequests = sum(Object.values(counts.calls)) + counts.alarms;
  const parts = {
    'Worker requests': per(counts.webhooks) * PRICE.workerRequest,
    'Worker CPU': ASSUMED.cpuMs * PRICE.cpuMs,
    'object requests': per(objectRequests) * PRICE.objectRequest,
    'object duration': ASSUMED.awakeSeconds * 0.128 * PRICE.gbSecond,
    'rows written': per(counts.written + counts.setAlarm + counts.d1.written) * PRICE.rowWritten,
    'rows read': per(counts.read + counts.d1.read) * PRICE.rowRead,
  };
  const dollars = round(sum(Object.values(parts)));
  const listed = Object.entries(parts).map(([name, value]) => `${name} $${value.toFixed(2)}`);
  return {
    id: 'P7',
    value: dollars,
    shown: `$${dollars.toFixed(2)}`,
    note: `${listed.join(', ')}; assumed: ${ASSUMED.cpuMs} ms of CPU and ${ASSUMED.awakeSeconds} s awake a sale`,
  };
}

/** How often P6 is tried: a day has a few alarms that belong to no webhook, such as those that request snapshots. */
const MOST_TRIES = 5;

/** Measures P6: a hundred sales between two alarms. */
export async function webhookPath(world: World, time: Timeline, variants: number): Promise<Finding> {
  for (let tries = 1; ; tries += 1) {
    const { queue, d1, alarms } = await sellBetweenAlarms(world, time, variants);
    const note = `${d1.calls} D1 statements of any kind, ${alarms} alarms in the meantime`;
    if (alarms === 0 || tries === MOST_TRIES) return { id: 'P6', value: queue + d1.written, note };
  }
}

async function sellBetweenAlarms(world: World, time: Timeline, variants: number): Promise<Counts> {
  const { account } = world;
  time.now += AFTER_MS;
  await world.ask('advance', { account, at: time.now });
  // Tasks that the alarm has enqueued are not part of the path.
  await world.tasksDone();
  await world.counts();
  const sales = Array.from({ length: 100 }, (_, index) => ({
    platform: index % 2 === 0 ? 'shopify' : 'square',
    sku: skuOf(1 + (index % variants)),
    delta: -1,
    at: time.now + index * 100,
  }));
  await world.ask('sell', { account, sales });
  time.now += 10_000;
  return world.counts();
}

/** A moment in a sale's path, as the bench's Worker notes it. */
export interface Mark {
  readonly kind: 'webhook' | 'write' | 'answer';
  readonly at: number;
  /** The platform that a request goes to; '' for webhooks. */
  readonly platform: string;
  /** While variants are followed. */
  readonly ids?: readonly string[];
}

/** Measures P9: from the first webhook after the response to the last write until the next write. */
export async function latency(world: World, time: Timeline, variants: number): Promise<Finding> {
  await world.ask('marks');
  await sellSpread(world, time, { count: 300, spacingMs: 100, variants }, 9);
  const waits: number[] = [];
  const answers: number[] = [];
  let heard: number | null = null;
  let sent = 0;
  for (const { kind, at } of await world.ask<Mark[]>('marks')) {
    if (kind === 'webhook') heard ??= at;
    if (kind === 'write') {
      if (heard !== null) waits.push(at - heard);
      sent = at;
    }
    if (kind === 'answer') {
      answers.push(at - sent);
      heard = null;
    }
  }
  return {
    id: 'P9',
    value: quantile(waits, 0.5),
    shown: `p50 ${round(quantile(waits, 0.5))} ms, p99 ${round(quantile(waits, 0.99))} ms`,
    note: `the emulated platform took ${round(quantile(answers, 0.5))} ms (p50) to answer in the same run`,
  };
}

/** How long a platform takes to respond to a write while orders arrive, in ms; realistic for both platforms. */
const WRITE_MS = 500;
const ORDERS = 16;

/** Measures P8: ten changes at once on one side, as one order makes them. */
export async function orders(world: World, variants: number): Promise<Finding> {
  await world.ask('ring-by-hand', { yes: true });
  await world.ask('slow-writes', { ms: WRITE_MS });
  const calls: number[] = [];
  for (let order = 0; order < ORDERS; order += 1) {
    await world.ask('settle');
    await world.counts();
    const platform = order % 2 === 0 ? 'shopify' : 'square';
    const lines = Array.from({ length: 10 }, (_, line) => skuOf(1 + ((order * 10 + line) % variants)));
    await Promise.all(lines.map((sku) => world.control('POST', 'change', { platform, sku, delta: -1 })));
    await world.ask('settle');
    calls.push(writesOf(await world.counts()));
  }
  await world.ask('slow-writes', { ms: 0 });
  return {
    id: 'P8',
    value: quantile(calls, 0.5),
    shown: `${quantile(calls, 0.5)} (median)`,
    note: `${round(sum(calls) / calls.length)} on average, ${Math.max(...calls)} at worst, of ${ORDERS} orders, both directions; a write takes ${WRITE_MS} ms`,
  };
}

import { setTimeout } from 'node:timers/promises';

import { skuOf, sum } from '../bench/measure';
import { openWorld, type Counts, type World } from '../bench/runtime';
import { writesOf } from '../bench/sales';
import { Killer } from './killer';
import { Ledger, type Waiting } from './ledger';
import { sized, type Figures, type Point } from './point';

const ROWS = sized(10_000);
/** The most rows of one call, and the most variants of a page of the inventory. */
const [ROWS_A_CALL, ROWS_A_PAGE] = [5_000, 1_000];
/** Sales while the writes are on their way, and again after they have arrived. */
const SALES = 250;
/** Real ms between two sales. Meanwhile: so that they last for half of the time that the writes take. After: faster than they cross. */
const EVERY_MS = { meanwhile: Math.max(20, Math.round(ROWS / 50)), after: 20 };
/** The sides of one in so many variants differ before the plan. */
const ONE_DIFFERS = 10;
/** Within this time both platforms answer, half of it before a write takes effect: kills meet writes on either side of that moment. */
const LATENCY_MS = 1_000;
/** Kills amid the calls that apply the plan, and as many amid the one that undoes it. Then kills while each of the two is written. */
const KILLS = { calls: 4, writes: 6 };
const POLL_MS = 200;
/** How long nothing must be left: a webhook that met a dying object comes again from the queue, 5 or 10 seconds later. */
const QUIET_MS = 15_000;
const MOST_MS = 900_000;

type Progress = (said: string) => void;

/** A number for each side. */
interface Sides {
  readonly shopify: number;
  readonly square: number;
}

/** A row of the plan. */
interface Step {
  readonly id: string;
  readonly sku: string;
  readonly shopify_quantity: number;
  readonly square_quantity: number;
  readonly to: number;
}

interface Page {
  readonly products: readonly { readonly variants: readonly Omit<Step, 'to'>[] }[];
  readonly has_next_page: boolean;
}

interface BulkChange {
  readonly id: string;
  readonly rows: number;
  readonly set: number;
  readonly undone: number;
}

/** The ms of one call of each kind without kills. */
interface CallMs {
  readonly apply: number;
  readonly undo: number;
}

/** What one run found. */
interface Played {
  readonly different: number;
  readonly changed: number;
  readonly undone: number;
  readonly killer: Pick<Killer, 'kills' | 'died' | 'again'>;
  readonly callMs: CallMs;
  /** Until all was sent after applying, and after undoing. */
  readonly seconds: readonly [number, number];
  /** Instances of the object that were started while all was applied, sold, and undone, each after the end of another. */
  readonly starts: readonly [number, number, number];
  readonly objectRows: readonly [number, number];
  readonly writes: number;
  readonly wrongApplied: number;
  readonly wrong: number;
  readonly historyWrong: number;
  readonly frozen: number;
  readonly blocked: number;
}

async function stocks(world: World): Promise<ReadonlyMap<string, Sides>> {
  const found = new Map<string, Sides>();
  for (let number = 1; number <= ROWS; number += 1) {
    found.set(skuOf(number), await world.control<Sides>('GET', `stock?sku=${skuOf(number)}`));
  }
  return found;
}

/** Makes the sides of some variants differ: what is over the merchant's maximum is held, and then dropped. Returns their SKUs. */
async function differ(world: World): Promise<string[]> {
  const save = async (change: object): Promise<void> => {
    await world.rpc('sh.Account/SaveAccountSettings', { ...(await world.rpc<object>('sh.Account/GetAccountSettings')), ...change });
  };
  await save({ apply_max_quantity: true, max_quantity_update: 1 });
  const skus = Array.from({ length: Math.floor(ROWS / ONE_DIFFERS) }, (_, index) => skuOf((index + 1) * ONE_DIFFERS));
  for (const [index, sku] of skus.entries()) {
    await world.control('POST', 'change', { platform: 'square', sku, delta: 2 + (index % 7) });
  }
  await world.ask('settle');
  const { resolved } = await world.rpc<{ resolved: number }>('sh.Inventory/ResolveHeld', { ids: [], send: false });
  if (resolved !== skus.length) throw new Error(`the sides of ${resolved} variants differ instead of ${skus.length}`);
  await save({ apply_max_quantity: false });
  return skus;
}

/** Returns a plan that sets every variant to a number that neither side is shown with. */
async function plan(world: World): Promise<Step[]> {
  const shown: Omit<Step, 'to'>[] = [];
  for (let page = 0, more = true; more; page += 1) {
    const listed = await world.rpc<Page>('sh.Inventory/GetInventory', { table: { limit: ROWS_A_PAGE, page, sort: 'sku' } });
    shown.push(...listed.products.flatMap(({ variants }) => variants));
    more = listed.has_next_page;
  }
  if (shown.length !== ROWS) throw new Error(`${shown.length} variants are shown of ${ROWS}`);
  return shown.map(({ id, sku, shopify_quantity, square_quantity }, index) => {
    const by = 10 + (index % 50);
    return { id, sku, shopify_quantity, square_quantity, to: shopify_quantity + (index % 2 === 0 ? by : -by) };
  });
}

const latest = async (world: World): Promise<BulkChange | null> =>
  (await world.rpc<{ changes: readonly BulkChange[] }>('sh.Inventory/GetBulkChanges')).changes[0] ?? null;

/** Applies the plan in as many calls as its rows need. Returns the bulk change, and the ms of the longest call. */
async function apply(world: World, steps: readonly Step[], killer: Killer, usualMs: number): Promise<{ ms: number; bulk: BulkChange }> {
  let bulk: BulkChange | null = null;
  let id = '';
  let longest = 0;
  for (let from = 0; from < ROWS; from += ROWS_A_CALL) {
    const part = steps.slice(from, from + ROWS_A_CALL);
    const given = { steps: part, kind: 'count', bulk_change_id: id };
    const { ms, value } = await killer.call(
      usualMs,
      async () => world.rpc('sh.Inventory/LevelVariants', given),
      async () => {
        const found = await latest(world);
        return found?.rows === from + part.length ? found : null;
      },
    );
    bulk = value;
    ({ id } = value);
    longest = Math.max(longest, ms);
  }
  if (bulk === null) throw new Error('the plan has no rows');
  return { ms: longest, bulk };
}

/** Waits until nothing is left to send, and kills the object each time that another part of all has been sent. Returns the s until then. */
async function sent(world: World, killer: Killer): Promise<number> {
  const began = performance.now();
  const parts = killer.left + 1;
  let last = began;
  while (killer.left > 0 || performance.now() - last < QUIET_MS) {
    const { owed } = await world.call<Waiting>('state');
    // Not the driver's own count of what is under way: requests of a dead object stay in it.
    const webhooks = await (await world.fetch('http://localhost:8789/bench/pending')).text();
    const [tasks] = await world.d1<{ n: number }>(`select count(*) as n from tasks where state in ('queued', 'running')`);
    const now = performance.now();
    if (owed > 0 || webhooks !== '0' || tasks?.n !== 0) last = now;
    if (now - began > MOST_MS) throw new Error(`after ${MOST_MS} ms are left: ${owed} variants, ${webhooks} webhooks, ${tasks?.n} tasks`);
    if (killer.left > 0 && owed <= (ROWS * killer.left) / parts) await killer.kill();
    else await setTimeout(POLL_MS);
  }
  return (last - began) / 1_000;
}

/** Returns by how many units both platforms are off, over all variants, when each side had a number before what was sold on either. */
async function unitsWrong(world: World, before: ReadonlyMap<string, Sides>, sold: ReadonlyMap<string, number>): Promise<number> {
  const off = [...(await stocks(world))].map(([sku, { shopify, square }]) => {
    const had = before.get(sku) ?? { shopify: Number.NaN, square: Number.NaN };
    const change = sold.get(sku) ?? 0;
    return Math.abs(had.shopify + change - shopify) + Math.abs(had.square + change - square);
  });
  return sum(off);
}

/** Counts what the object wrote for a row of the plan, sales included. */
const rowsOf = ({ written, setAlarm }: Counts): number => (written + setAlarm) / ROWS;

async function playIn(world: World, progress: Progress, killing: CallMs | null): Promise<Played> {
  const different = await differ(world);
  const before = await stocks(world);
  const steps = await plan(world);
  await world.control('PUT', 'config', { faults: { shopify: { latencyMs: LATENCY_MS }, square: { latencyMs: LATENCY_MS } } });
  progress('set up and planned');
  const killer = new Killer(world);
  const allow = (kills: number): void => {
    if (killing !== null) killer.left += kills;
  };
  const ledger = new Ledger(ROWS, 13);
  const sold = new Map<string, number>();
  const sell = async (everyMs: number): Promise<void> => {
    const sales = Array.from({ length: SALES }, () => ledger.draw());
    for (const { sku, delta } of sales) sold.set(sku, (sold.get(sku) ?? 0) + delta);
    await world.ask('trade', { sales, everyMs });
  };

  await world.counts();
  allow(KILLS.calls);
  const applied = await apply(world, steps, killer, killing?.apply ?? 0);
  allow(KILLS.writes);
  const [applySeconds] = await Promise.all([sent(world, killer), sell(EVERY_MS.meanwhile)]);
  const applyCounts = await world.counts();
  const planned = new Map(steps.map(({ sku, to }) => [sku, { shopify: to, square: to }]));
  const wrongApplied = await unitsWrong(world, planned, sold);
  progress(`${applied.bulk.set} rows were set, and sent after ${applySeconds} s`);

  // Their webhooks, and what they send to the other side, are still under way when all is undone.
  await sell(EVERY_MS.after);
  const sellCounts = await world.counts();
  allow(KILLS.calls);
  const undone = await killer.call(
    killing?.undo ?? 0,
    async () => world.rpc('sh.Inventory/UndoBulkChange', { id: applied.bulk.id }),
    async () => {
      const found = await latest(world);
      return found !== null && found.undone > 0 ? found : null;
    },
  );
  allow(KILLS.writes);
  const undoSeconds = await sent(world, killer);
  const undoCounts = await world.counts();
  progress(`${undone.value.undone} rows were undone, and sent after ${undoSeconds} s`);
  const { frozen, blocked } = await world.call<Waiting>('state');
  return {
    different: different.length,
    changed: applied.bulk.set,
    undone: undone.value.undone,
    killer,
    callMs: { apply: applied.ms, undo: undone.ms },
    seconds: [applySeconds, undoSeconds],
    objectRows: [rowsOf(applyCounts), rowsOf(undoCounts)],
    starts: [applyCounts.starts, sellCounts.starts, undoCounts.starts],
    writes: writesOf(applyCounts) + writesOf(undoCounts),
    wrongApplied,
    wrong: await unitsWrong(world, before, sold),
    // What was dropped to make sides differ is a change in the history, too.
    historyWrong: await ledger.historyWrong(world, different),
    frozen,
    blocked,
  };
}

/** Plays the whole once; with the ms of calls without kills, amid kills. */
async function play(progress: Progress, killing: CallMs | null): Promise<Played> {
  const world = await openWorld(ROWS, 1);
  try {
    return await playIn(world, progress, killing);
  } finally {
    await world.stop();
  }
}

const total = (played: readonly Played[], of: (one: Played) => number): number => sum(played.map(of));

function figuresOf(calm: Played, killed: Played): Figures {
  const both = [calm, killed];
  const pair = (of: (one: Played) => number, digits = 0): string => both.map((one) => of(one).toFixed(digits)).join(', ');
  return {
    rows: ROWS,
    'whose sides differed before': calm.different,
    'rows changed, without kills and with': pair(({ changed }) => changed),
    'rows undone, without kills and with': pair(({ undone }) => undone),
    'rows not changed': total(both, ({ changed }) => ROWS - changed),
    'rows not undone': total(both, ({ changed, undone }) => changed - undone),
    'sales meanwhile, and after': `${SALES}, ${SALES}`,
    kills: killed.killer.kills,
    'calls that died, without kills and with': pair(({ killer }) => killer.died),
    'calls that had no effect then, made again': pair(({ killer }) => killer.again),
    'instances started while applying, selling, and undoing, without kills': calm.starts.join(', '),
    'the same, with kills': killed.starts.join(', '),
    [`ms to apply ${Math.min(ROWS, ROWS_A_CALL).toLocaleString('en')} rows, and to undo all`]: `${calm.callMs.apply}, ${calm.callMs.undo}`,
    's until all was sent after applying, without kills and with': pair(({ seconds }) => seconds[0]),
    's until all was sent after undoing, without kills and with': pair(({ seconds }) => seconds[1]),
    'object rows written for each row applied, without kills and with': pair(({ objectRows }) => objectRows[0], 2),
    'object rows written for each row undone, without kills and with': pair(({ objectRows }) => objectRows[1], 2),
    'writes to the platforms, without kills and with': pair(({ writes }) => writes),
    'units wrong after applying': total(both, ({ wrongApplied }) => wrongApplied),
    'units wrong': total(both, ({ wrong }) => wrong),
    'units wrong in the history': total(both, ({ historyWrong }) => historyWrong),
    frozen: total(both, ({ frozen }) => frozen),
    blocked: total(both, ({ blocked }) => blocked),
  };
}

/** Sets a whole catalog to counts from a file, sells while that is written and afterward, and takes it back. */
export const undo: Point = {
  name: 'undo',
  what: `${ROWS.toLocaleString('en')} rows planned and applied, sales meanwhile and after, undone; then all of it again while the object dies 20 times`,
  zero: [
    'rows not changed',
    'rows not undone',
    'units wrong after applying',
    'units wrong',
    'units wrong in the history',
    'frozen',
    'blocked',
  ],
  run: async (progress) => {
    const calm = await play(progress, null);
    progress('once more, with kills');
    return figuresOf(calm, await play(progress, calm.callMs));
  },
};

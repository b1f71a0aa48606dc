import { setTimeout } from 'node:timers/promises';

import { quantile, seeded } from '../bench/measure';
import { openWorld, type Counts, type World } from '../bench/runtime';
import { Timeline, writesOf } from '../bench/sales';
import { FleetLedger, type Shop } from './fleet-ledger';
import { sized, timed, type Figures, type Point } from './point';

const ACCOUNTS = sized(1_000);
const BUSY = Math.max(1, Math.round(ACCOUNTS / 20));
/** Variants of each account a side: what many accounts cost is asked here, not what large ones do. */
const VARIANTS = 20;
/** Minutes in which each busy account makes a sale, and those in which nothing is sold after them. */
const [SELLING, QUIET] = [30, 10];
const MINUTE = 60_000;
/** After how long the health of an account without problems is due again. */
const DUE_MS = 6 * 60 * MINUTE;
/** Those hours pass in parts: when the alarms of all accounts rang at once, the connection to the runtime was lost. */
const PART_MS = 10 * MINUTE;
/** What the product promises: accounts whose health one minute reads. */
const READ_A_MINUTE = 200;
/** Rows of D1 that a minute's trigger may read, however many accounts there are: ten for each whose health it reads, and its other jobs. */
const ROWS_A_MINUTE = 10 * READ_A_MINUTE + 500;
/** Rows that a page of a list may read for each account: it counts them all. */
const ROWS_OF_A_LIST = 5;
const SET_UP_MS = 1_800_000;

/** What a minute cost, and its cron trigger alone. */
interface Minute {
  readonly work: Counts;
  readonly cron: Counts;
  readonly cronMs: number;
}

type Progress = (said: string) => void;

/** Takes all merchants through sign-in, Square, pairing, and subscription, and waits for the snapshots of all. Returns those that are ready. */
async function openShops(world: World, progress: Progress): Promise<readonly Shop[]> {
  const owners = await world.control<{ name: string; shop: string; merchant: string }[]>('POST', 'owners', {
    count: ACCOUNTS,
    variants: VARIANTS,
  });
  for (const [index, owner] of owners.entries()) {
    await world.join(owner);
    if ((index + 1) % 100 === 0) progress(`${index + 1} accounts subscribed`);
  }
  const open = `select count(*) as n from tasks where state in ('queued', 'running')`;
  for (const end = performance.now() + SET_UP_MS; ;) {
    const [left] = await world.d1<{ n: number }>(open);
    if (left?.n === 0) break;
    if (performance.now() > end) throw new Error(`${left?.n} tasks are left of setting up`);
    progress(`${left?.n} tasks are left of setting up`);
    // As it does in production, the trigger wakes tasks of which nothing was heard.
    await world.ask('cron');
    await setTimeout(10_000);
  }
  await world.ask('settle');
  const rows = await world.d1<{ id: number; shop: string }>('select id, shop_domain as shop from accounts');
  const idOf = new Map(rows.map(({ id, shop }) => [shop, String(id)]));
  const shops = owners.map(({ name, shop }) => ({ owner: name, account: idOf.get(shop) ?? '' }));
  for (const { account } of shops) {
    const { inSync } = await world.ask<{ inSync: number }>('call', { account, method: 'inventoryCounts', given: [] });
    if (inSync !== VARIANTS) throw new Error(`account ${account} has ${inSync} variants in sync of ${VARIANTS}`);
  }
  return shops;
}

const healthRead = ({ cron }: Minute): number => cron.calls['health'] ?? 0;

/** Returns what the cron trigger cost in these minutes: the dearest one, and the one in the middle. */
function cronOf(minutes: readonly Minute[]): Figures {
  const spread = (of: (minute: Minute) => number): string => {
    const values = minutes.map(of);
    return `${Math.max(...values)}, ${Math.round(quantile(values, 0.5))}`;
  };
  return {
    'health read a minute, most and median': spread(healthRead),
    'D1 rows read a minute by cron, most and median': spread(({ cron }) => cron.d1Rows.read),
    'D1 rows written a minute by cron, most and median': spread(({ cron }) => cron.d1Rows.written),
    'D1 calls a minute by cron, most and median': spread(({ cron }) => cron.d1.calls),
    'requests to platforms a minute by cron, most and median': spread(({ cron }) =>
      Object.values(cron.requests).reduce((sum, times) => sum + times, 0),
    ),
    'ms a cron trigger, most and median': spread(({ cronMs }) => Math.round(cronMs)),
    [`cron minutes with over ${READ_A_MINUTE} readings or ${ROWS_A_MINUTE} rows`]: minutes.filter(
      (minute) => healthRead(minute) > READ_A_MINUTE || minute.cron.d1Rows.read > ROWS_A_MINUTE,
    ).length,
  };
}

/** Opens the lists of operators; returns their cost, and how many read more rows than they may. */
async function lists(world: World, accounts: number): Promise<Figures> {
  await world.asOperator('sh.Operations/GetFleet', { limit: 50 });
  const figures: Record<string, string> = {};
  let dear = 0;
  const last = Math.max(0, accounts - 50);
  const pages = [
    ['customers', 'sh.Admin/AdminGetAccounts', { limit: 50 }],
    ['customers, last page', 'sh.Admin/AdminGetAccounts', { limit: 50, offset: last }],
    ['health', 'sh.Operations/GetFleet', { limit: 50 }],
    ['health, last page', 'sh.Operations/GetFleet', { limit: 50, offset: last }],
    ['alerts', 'sh.Operations/GetAlerts', { limit: 50 }],
  ] as const;
  for (const [name, method, given] of pages) {
    await world.counts();
    const { ms } = await timed(async () => world.asOperator(method, given));
    const { read } = (await world.counts()).d1Rows;
    figures[name] = `${read} rows in ${ms} ms`;
    if (read > ROWS_OF_A_LIST * accounts + 500) dear += 1;
  }
  const told = Object.entries(figures).map(([name, cost]) => `${name} ${cost}`);
  return { 'lists of operators': told.join(', '), [`lists that read over ${ROWS_OF_A_LIST} rows for each account`]: dear };
}

/** Runs many accounts at once, of which some sell, through the minutes of the cron trigger. */
export const fleet: Point = {
  name: 'fleet',
  what: `${ACCOUNTS.toLocaleString('en')} accounts with ${VARIANTS} variants a side, of which ${BUSY} make a sale a minute for ${SELLING} minutes; the cron trigger fires each minute`,
  zero: [
    'accounts not read in the promised minutes',
    `cron minutes with over ${READ_A_MINUTE} readings or ${ROWS_A_MINUTE} rows`,
    `lists that read over ${ROWS_OF_A_LIST} rows for each account`,
    'tasks left',
    'alerts open',
    'units wrong',
    'units wrong in the history',
  ],
  run: async (progress) => {
    const world = await openWorld(VARIANTS, 1);
    try {
      const { ms: setUpMs, value: shops } = await timed(async () => openShops(world, progress));
      progress(`set up in ${setUpMs} ms`);
      const [all] = await world.d1<{ n: number }>('select count(*) as n from fleet');
      const accounts = all?.n ?? 0;
      const promised = Math.ceil(accounts / READ_A_MINUTE);
      const time = new Timeline();
      // All were read while they were set up: now they are due together.
      for (let part = PART_MS; part <= DUE_MS; part += PART_MS) {
        await world.ask('rest', { at: time.now + part });
        if (part % (60 * MINUTE) === 0) progress(`${part / (60 * MINUTE)} hours have passed`);
      }
      time.now += DUE_MS;
      const began = time.now;
      const unread = async (): Promise<number> =>
        (await world.d1<{ n: number }>(`select count(*) as n from fleet where coalesce(checked_at, 0) < ${began}`))[0]?.n ?? 0;
      const ledger = new FleetLedger(shops.slice(0, BUSY), VARIANTS, seeded(17));
      const minutes: Minute[] = [];
      let late = 0;
      await world.counts();
      for (let minute = 1; minute <= SELLING + QUIET; minute += 1) {
        time.now += MINUTE;
        const sales = minute <= SELLING ? ledger.draw() : [];
        minutes.push(await world.ask<Minute>('minute', { at: time.now, sales }));
        if (minute === promised) late = await unread();
        if (minute % 10 === 0) progress(`${minute} minutes`);
      }
      await world.tasksDone();
      const [tasks] = await world.d1<{ n: number }>(`select count(*) as n from tasks where state in ('queued', 'running')`);
      const [alerts] = await world.d1<{ n: number }>('select count(*) as n from alerts where cleared_at is null');
      return {
        's to set up, first snapshots included': Math.round(setUpMs / 1_000),
        accounts,
        'sales of the busy ones': ledger.changes,
        'writes to the platforms': minutes.reduce((sum, { work, cron }) => sum + writesOf(work) + writesOf(cron), 0),
        'minutes in which the health of all must be read': promised,
        'accounts not read in the promised minutes': late,
        ...cronOf(minutes),
        ...(await lists(world, accounts)),
        'tasks left': tasks?.n ?? 0,
        'alerts open': alerts?.n ?? 0,
        'units wrong': await ledger.unitsWrong(world),
        'units wrong in the history': await ledger.historyWrong(world),
      };
    } finally {
      await world.stop();
    }
  },
};

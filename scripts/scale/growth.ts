import { openWorld, type World } from '../bench/runtime';
import { Timeline } from '../bench/sales';
import { Ledger, pass } from './ledger';
import { sized, type Point } from './point';

const VARIANTS = sized(1_000);
const SALES = Math.round(VARIANTS * 1.5);
/** Sales before the first reading: the first days' tables and pages are not what a sale costs. */
const WARM = Math.round(VARIANTS * 0.3);
/** How long the object keeps its journal, and D1 the lines of the history, in days. */
const KEPT_DAYS = { object: 30, d1: 400 };
const LIMIT_BYTES = 10_000_000_000;
const HOUR = 3_600_000;

/** What is stored, in bytes, and the lines of the history in D1. */
interface Sizes {
  readonly object: number;
  readonly d1: number;
  readonly lines: number;
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(3)} GB`;

/** Reads the sizes once all that was sold is delivered. */
async function sizes(world: World, time: Timeline): Promise<Sizes> {
  await pass(world, time, 120_000);
  const [history] = await world.d1<{ n: number }>('select coalesce(sum(count), 0) as n from history_batches');
  return {
    object: await world.ask<number>('stored', { account: world.account }),
    d1: await world.d1Stored(),
    lines: history?.n ?? 0,
  };
}

/** Lets so many days pass without a sale, with every alarm in them. */
async function rest(world: World, time: Timeline, days: number): Promise<void> {
  for (let hours = 0; hours < days * 24; hours += 6) await pass(world, time, 6 * HOUR);
}

/** Returns what is left a sale, in bytes, of all that were made. */
const leftOf = (empty: number, after: number): number => Math.max(0, after - empty) / (WARM + SALES);

/** Measures what a sale leaves in the account's object and in D1, and what is left of it once its time to be kept is over. */
export const growth: Point = {
  name: 'growth',
  what: `bytes that a sale leaves in the object and in D1, at once and after ${KEPT_DAYS.object} and ${KEPT_DAYS.d1} days: ${SALES.toLocaleString('en')} sales 10 s apart on ${VARIANTS.toLocaleString('en')} variants`,
  zero: ['units wrong', 'units wrong in the history'],
  run: async (progress) => {
    const world = await openWorld(VARIANTS, 1);
    try {
      const time = new Timeline();
      const ledger = new Ledger(VARIANTS, 9);
      const empty = await sizes(world, time);
      await ledger.sell(world, time, WARM, 10_000);
      const before = await sizes(world, time);
      await ledger.sell(world, time, SALES, 10_000);
      const after = await sizes(world, time);
      progress('sold');
      const object = (after.object - before.object) / SALES;
      const d1 = (after.d1 - before.d1) / SALES;
      const historyWrong = await ledger.historyWrong(world);
      // Nothing is sold meanwhile, so whatever is left of the object's growth is what retention does not take away.
      await rest(world, time, KEPT_DAYS.object + 2);
      const rested = await sizes(world, time);
      progress(`${KEPT_DAYS.object} days later`);
      // Sums up all lines, as the hourly task does with those that are 400 days old.
      while (await world.ask<boolean>('compact', { before: time.now + 86_400_000, chunks: 10 }));
      const [days] = await world.d1<{ n: number }>('select count(*) as n from history_days');
      const compacted = await sizes(world, time);
      const [objectLeft, d1Left] = [leftOf(empty.object, rested.object), leftOf(empty.d1, compacted.d1)];
      return {
        'object, bytes a sale': Math.round(object),
        'D1, bytes a sale': Math.round(d1),
        'history lines a sale': (after.lines - before.lines) / SALES,
        'object without sales, with them, after their 30 days, bytes': [empty.object, after.object, rested.object].join(' / '),
        'D1 without sales, with them, summed up by day, bytes': [empty.d1, after.d1, compacted.d1].join(' / '),
        'rows of daily sums': days?.n ?? 0,
        'object per million sales, while they are kept (extrapolated)': gigabytes(object * 1e6),
        'object per million sales, after 30 days (extrapolated)': gigabytes(objectLeft * 1e6),
        'D1 per million sales, while they are kept (extrapolated)': gigabytes(d1 * 1e6),
        'D1 per million sales, after 400 days (extrapolated)': gigabytes(d1Left * 1e6),
        'sales a day that fill an object in 30 days (extrapolated)': Math.floor(LIMIT_BYTES / object / KEPT_DAYS.object),
        'sales a day, all accounts, that fill D1 in 400 days (extrapolated)': Math.floor(LIMIT_BYTES / d1 / KEPT_DAYS.d1),
        'units wrong': await ledger.unitsWrong(world),
        'units wrong in the history': historyWrong,
      };
    } finally {
      await world.stop();
    }
  },
};

import { openWorld } from '../bench/runtime';
import { Timeline } from '../bench/sales';
import { Ledger, pass } from './ledger';
import type { Point } from './point';

const SALES = 1_500;
/** Sales before the first reading: the first days' tables and pages are not what a sale costs. */
const WARM = 300;
const VARIANTS = 1_000;
/** How long the object keeps its journal, and D1 the lines of the history, in days. */
const KEPT_DAYS = { object: 30, d1: 400 };
const LIMIT_BYTES = 10_000_000_000;

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`;

/** Measures what a sale leaves in the account's object and in D1, and what is left of its lines after 400 days. */
export const growth: Point = {
  name: 'growth',
  what: `bytes that a sale leaves in the object and in D1: ${SALES.toLocaleString('en')} sales 10 s apart on ${VARIANTS.toLocaleString('en')} variants`,
  zero: ['units wrong', 'units wrong in the history'],
  run: async (progress) => {
    const world = await openWorld(VARIANTS, 1);
    try {
      const time = new Timeline();
      const ledger = new Ledger(VARIANTS, 9);
      const sizes = async (): Promise<{ object: number; d1: number; lines: number }> => {
        await pass(world, time, 120_000);
        const [history] = await world.d1<{ n: number }>('select coalesce(sum(count), 0) as n from history_batches');
        return {
          object: await world.ask<number>('stored', { account: world.account }),
          d1: await world.d1Stored(),
          lines: history?.n ?? 0,
        };
      };
      await ledger.sell(world, time, WARM, 10_000);
      const before = await sizes();
      await ledger.sell(world, time, SALES, 10_000);
      const after = await sizes();
      progress('sold');
      const object = (after.object - before.object) / SALES;
      const d1 = (after.d1 - before.d1) / SALES;
      const wrong = { 'units wrong': await ledger.unitsWrong(world), 'units wrong in the history': await ledger.historyWrong(world) };
      // Sums up all lines, as the hourly task does with those that are 400 days old.
      while (await world.ask<boolean>('compact', { before: time.now + 86_400_000, chunks: 10 }));
      const [days] = await world.d1<{ n: number }>('select count(*) as n from history_days');
      const compacted = await world.d1Stored();
      return {
        'object, bytes a sale': Math.round(object),
        'D1, bytes a sale': Math.round(d1),
        'history lines a sale': (after.lines - before.lines) / SALES,
        'D1 in use after compaction, bytes': compacted,
        'rows of daily sums': days?.n ?? 0,
        'object per million sales (extrapolated)': gigabytes(object * 1e6),
        'D1 per million sales (extrapolated)': gigabytes(d1 * 1e6),
        'sales a day that fill an object in 30 days (extrapolated)': Math.floor(LIMIT_BYTES / object / KEPT_DAYS.object),
        'sales a day, all accounts, that fill D1 in 400 days (extrapolated)': Math.floor(LIMIT_BYTES / d1 / KEPT_DAYS.d1),
        ...wrong,
      };
    } finally {
      await world.stop();
    }
  },
};

import { openWorld, type World } from '../bench/runtime';
import { Timeline, writesOf } from '../bench/sales';
import { frozenSkus, Ledger, pass, settle, type Waiting } from './ledger';
import type { Figures, Point } from './point';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const VARIANTS = 1_000;
/** How long the last changes may take to be sent after an outage, in simulated ms. */
const MOST_MS = 2 * HOUR;

type Work = (world: World, time: Timeline, ledger: Ledger, progress: (said: string) => void) => Promise<Figures>;

/** Returns a point that sells in a world of its own and ends with both platforms and the history compared with all that was sold. */
function inWorld(name: string, what: string, work: Work): Point {
  return {
    name,
    what,
    zero: ['units wrong', 'units wrong in the history', 'frozen unexpectedly', 'blocked'],
    run: async (progress) => {
      const world = await openWorld(VARIANTS, 1);
      try {
        const time = new Timeline();
        const ledger = new Ledger(VARIANTS, 5);
        await pass(world, time, MINUTE);
        const figures = await work(world, time, ledger, progress);
        const simulatedMs = await settle(world, time, MOST_MS);
        await pass(world, time, MINUTE);
        const { frozen, blocked } = await world.call<Waiting>('state');
        // Known and shown: whether a write took effect cannot be told once its key may be forgotten. The merchant states these numbers.
        const unknown = name === 'shopify-down' ? await frozenSkus(world) : [];
        return {
          changes: ledger.changes,
          ...figures,
          'simulated s until all was sent': simulatedMs / 1_000,
          'units wrong': await ledger.unitsWrong(world, unknown),
          'units wrong in the history': await ledger.historyWrong(world, unknown),
          'shown as frozen': frozen,
          'frozen unexpectedly': frozen - unknown.length,
          blocked,
        };
      } finally {
        await world.stop();
      }
    },
  };
}

const faulty = async (world: World, platform: string, faults: object): Promise<unknown> =>
  world.control('PUT', 'config', { faults: { [platform]: faults } });

const databaseDown = inWorld(
  'database-down',
  'D1 cannot be reached for an hour; the object dies ten times meanwhile',
  async (world, time, ledger) => {
    await world.ask('storage-faults', { objectsFull: false, d1Away: true });
    for (let round = 0; round < 10; round += 1) {
      await ledger.sell(world, time, 30, 12_000);
      await world.ask('kill', { account: world.account });
      // The next call starts it again, while D1 is away.
      await world.call('state');
    }
    const crossed = await ledger.unitsWrong(world);
    await world.ask('storage-faults', { objectsFull: false, d1Away: false });
    return { 'units not yet across while D1 was away': crossed };
  },
);

const platformDown = (away: 'shopify' | 'square'): Point =>
  inWorld(
    `${away}-down`,
    `${away === 'square' ? 'Square' : 'Shopify'} answers 503 and sends no webhook for a day; both sides sell on`,
    async (world, time, ledger) => {
      await faulty(world, away, { rate5xx: 1, webhookLoss: 1 });
      await world.counts();
      await ledger.sell(world, time, 480, 3 * MINUTE);
      const { requests } = await world.counts();
      const asked = Object.entries(requests).reduce((sum, [name, times]) => (name.startsWith(away) ? sum + times : sum), 0);
      await faulty(world, away, { rate5xx: 0, webhookLoss: 0 });
      const began = await world.call<Waiting>('state');
      await settle(world, time, MOST_MS);
      // Sales at the platform that was away had no webhook: reconciliation finds them.
      await pass(world, time, HOUR + 10 * MINUTE);
      return {
        'requests to it in the day': asked,
        'variants with waiting changes at the end': began.owed,
        'writes after it': writesOf(await world.counts()),
      };
    },
  );

const clock = (name: string, ms: number): Point =>
  inWorld(
    name,
    `our clock is an hour ${ms > 0 ? 'ahead of' : 'behind'} the platforms', and is set right later`,
    async (world, time, ledger) => {
      await world.ask('clock-error', { ms });
      await world.counts();
      await ledger.sell(world, time, 300, 10_000);
      const { requests } = await world.counts();
      const writes = writesOf({ requests } as Parameters<typeof writesOf>[0]);
      const all = Object.values(requests).reduce((sum, times) => sum + times, 0);
      await settle(world, time, MOST_MS);
      const wrong = await ledger.unitsWrong(world);
      await world.ask('clock-error', { ms: 0 });
      await ledger.sell(world, time, 100, 10_000);
      return { 'writes for 300 of them': writes, 'other calls for them': all - writes, 'units wrong while the clock was': wrong };
    },
  );

const objectFull = inWorld(
  'storage-full',
  "the object's storage is full for ten minutes: every write to it fails with SQLITE_FULL",
  async (world, _time, ledger) => {
    await world.counts();
    await world.ask('storage-faults', { objectsFull: true, d1Away: false });
    for (let count = 0; count < 60; count += 1) await world.control('POST', 'change', ledger.draw());
    await world.ask('settle');
    const health = await world.call<{ frozen: number }>('health').then(
      () => 'answered',
      () => 'not answered',
    );
    const writes = writesOf(await world.counts());
    const [kept] = await world.d1<{ n: number }>(`select count(*) as n from tasks where name = 'webhooks'`);
    await world.ask('storage-faults', { objectsFull: false, d1Away: false });
    await world.call('state');
    await world.tasksDone();
    return { 'writes to the platforms meanwhile': writes, 'webhooks kept as tasks': kept?.n ?? 0, 'reading of its health': health };
  },
);

/** The points about faults that last. */
export const OUTAGES: readonly Point[] = [
  objectFull,
  databaseDown,
  platformDown('shopify'),
  platformDown('square'),
  clock('clock-ahead', HOUR),
  clock('clock-behind', -HOUR),
];

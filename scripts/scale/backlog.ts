import { seeded, skuOf } from '../bench/measure';
import { openWorld, type World } from '../bench/runtime';
import { Timeline, writesOf } from '../bench/sales';
import { levelWebhook, locationOf, type Recorded } from '../bench/webhooks';
import { pass, settle, type Waiting } from './ledger';
import { sized, timed, type Point } from './point';

const VARIANTS = sized(2_000);
/** Sales of each variant, whose webhooks all waited. */
const SALES = 50;
const WEBHOOKS = VARIANTS * SALES;
/** Initial stock of every generated variant. */
const START = 100;
/** Webhooks per request to the driver. */
const AT_ONCE = 4_000;

interface Pair {
  readonly itemId: string;
  readonly sku: string;
}

/** Returns the webhook of the level after the nth sale of a variant, one second after the one before. */
function webhookOf(world: World, location: string, { itemId }: Pair, nth: number, last: number): Recorded {
  return levelWebhook(world.secrets, { itemId, location, available: START - nth, at: last - (SALES - nth) * 1_000 });
}

/** Returns the places of all webhooks in another order, the same in every run. */
function shuffled(count: number): number[] {
  const random = seeded(11);
  const places = Array.from({ length: count }, (_, index) => index);
  for (let index = count - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [places[index], places[other]] = [places[other] ?? 0, places[index] ?? 0];
  }
  return places;
}

/** Sells at Shopify while no webhook is sent, then delivers all of them in any order. */
export const backlog: Point = {
  name: 'backlog',
  what: `${WEBHOOKS.toLocaleString('en')} webhooks of one account, of ${SALES} sales of each of ${VARIANTS.toLocaleString('en')} variants, arrive together in any order, 64 at a time`,
  zero: ['refused', 'units wrong', 'frozen'],
  run: async (progress) => {
    const world = await openWorld(VARIANTS, 1);
    try {
      const time = new Timeline();
      await pass(world, time, 60_000);
      const pairs = await world.ask<Pair[]>('pairs', { account: world.account });
      const location = await locationOf(world, 'shopify');
      await world.control('PUT', 'config', { faults: { shopify: { webhookLoss: 1 } } });
      for (let number = 1; number <= VARIANTS; number += 1) {
        await world.control('POST', 'change', { platform: 'shopify', sku: skuOf(number), delta: -SALES });
      }
      const last = time.now;
      await pass(world, time, 60_000);
      await world.counts();
      const places = shuffled(WEBHOOKS);
      let ms = 0;
      let refused = 0;
      for (let done = 0; done < WEBHOOKS; done += AT_ONCE) {
        const webhooks = places.slice(done, done + AT_ONCE).map((place) => {
          const pair = pairs[place % VARIANTS];
          if (pair === undefined) throw new Error('there are fewer pairs than variants');
          return webhookOf(world, location, pair, 1 + Math.floor(place / VARIANTS), last);
        });
        const storm = await world.ask<{ product: number; refused: number }>('storm', { webhooks });
        ms += storm.product;
        refused += storm.refused;
        progress(`${Math.min(done + AT_ONCE, WEBHOOKS)} delivered`);
      }
      const { ms: settledMs } = await timed(async () => world.ask('settle'));
      const simulatedMs = await settle(world, time, 3_600_000);
      const counts = await world.counts();
      let wrong = 0;
      for (let number = 1; number <= VARIANTS; number += 1) {
        const { shopify, square } = await world.control<{ shopify: number; square: number }>('GET', `stock?sku=${skuOf(number)}`);
        wrong += Math.abs(shopify - START + SALES) + Math.abs(square - START + SALES);
      }
      const { frozen } = await world.call<Waiting>('state');
      return {
        webhooks: WEBHOOKS,
        refused,
        'taken in per second': Math.round((WEBHOOKS * 1_000) / ms),
        's until all were': Math.round(ms / 1_000),
        's until all was sent after that': Math.round((settledMs + simulatedMs) / 1_000),
        'object rows written for each': Number(((counts.written + counts.setAlarm) / WEBHOOKS).toFixed(3)),
        'writes to Square': writesOf(counts),
        'units wrong': wrong,
        frozen,
      };
    } finally {
      await world.stop();
    }
  },
};

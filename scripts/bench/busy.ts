import { quantile, round, skuOf, type Finding } from './measure';
import type { World } from './runtime';
import type { Mark, Timeline } from './sales';
import { snapshotBoth } from './snapshots';

/** Real ms between two sales: the emulated platforms keep up with them. */
const EVERY_MS = 100;
const AT_ONCE = 10;

interface Pair {
  readonly itemId: string;
  readonly variationId: string;
  readonly sku: string;
}

interface Sale {
  readonly platform: 'shopify' | 'square';
  readonly sku: string;
  readonly delta: number;
}

/** Measures P24: single units sell on both sides, each of another variant, while both snapshots of the catalog run. */
export async function latencyDuringSnapshot(world: World, _time: Timeline, variants: number): Promise<Finding> {
  const { account } = world;
  const pairs = new Map((await world.ask<Pair[]>('pairs', { account })).map((pair) => [pair.sku, pair]));
  await world.ask('settle');
  await world.ask('ring-by-hand', { yes: false });
  await world.ask('marks');
  await world.ask('follow', { yes: true });
  let ended = false;
  const reading = snapshotBoth(world).finally(() => {
    ended = true;
  });
  // A rejection is awaited below.
  reading.catch(() => undefined);
  const sold: Sale[] = [];
  while (!ended) {
    const sales = Array.from({ length: AT_ONCE }, (_, index): Sale => {
      const number = sold.length + index;
      return { platform: number % 2 === 0 ? 'shopify' : 'square', sku: skuOf(1 + ((number * 61) % variants)), delta: -1 };
    });
    await world.ask('trade', { sales, everyMs: EVERY_MS });
    sold.push(...sales);
  }
  const seconds = Math.max(...(await reading)) / 1_000;
  const late = await world.ask<number[]>('follow', { yes: false });
  await world.ask('settle');
  const marks = await world.ask<Mark[]>('marks');
  const waits = sold.flatMap(({ platform, sku }) => {
    const pair = pairs.get(sku);
    if (pair === undefined) return [];
    return platform === 'shopify'
      ? waitOf(marks, [pair.itemId, pair.variationId], 'square')
      : waitOf(marks, [pair.variationId, pair.itemId], 'shopify');
  });
  return {
    id: 'P24',
    value: quantile(waits, 0.99),
    shown: `p50 ${round(quantile(waits, 0.5))} ms, p99 ${round(quantile(waits, 0.99))} ms`,
    note: `${waits.length} of ${sold.length} sales in ${Math.round(seconds)} s; timers of the same thread were p50 ${round(quantile(late, 0.5))} ms, p99 ${round(quantile(late, 0.99))} ms late`,
  };
}

/**
 * Returns the ms from the first webhook about a variant to the first write that names it on the other side, without the time in which an
 * earlier write was with that platform; none where a mark is missing.
 */
function waitOf(marks: readonly Mark[], [from, to]: readonly [string, string], platform: string): number[] {
  const of = (kind: Mark['kind'], id: string): number | undefined => marks.find((mark) => mark.kind === kind && mark.ids?.includes(id))?.at;
  const heard = of('webhook', from);
  const sent = of('write', to);
  if (heard === undefined || sent === undefined || sent < heard) return [];
  let wait = sent - heard;
  let began: number | null = null;
  for (const { kind, at } of marks.filter((mark) => mark.platform === platform).toSorted((a, b) => a.at - b.at)) {
    if (kind === 'write') began = at;
    if (kind !== 'answer' || began === null) continue;
    wait -= Math.max(0, Math.min(at, sent) - Math.max(began, heard));
    began = null;
  }
  return [wait];
}

import type { HistoryFact } from '../../src/domain/history/fact';
import { STEPS_PER_UNIT } from '../../src/domain/quantity';
import type { Source } from '../../src/domain/source';
import type { WriteRequest } from '../../src/domain/sync/write';
import { pausesOf, type WritePause } from '../../src/domain/sync/write-gate';
import type { Surroundings } from './surroundings';

/** The sender of a request. */
interface Sender {
  readonly epoch: number;
  readonly autoSync: boolean;
  readonly entitled: boolean;
  readonly pauses: readonly WritePause[];
  readonly connected: Readonly<Record<Source, boolean>>;
}

/** Inspects a request that is about to be sent, for what no request may ever contain. */
export function inspect(world: Surroundings, sender: Sender, source: Source, { key, changes }: WriteRequest): void {
  const { scenario } = world;
  if (!key.startsWith(`${sender.epoch}-`)) world.fail('I7: an op of an older epoch was sent');
  if (!sender.connected[source] || !sender.entitled || !sender.autoSync) world.fail('I7: something was sent that nobody may send');
  if (pausesOf(sender.pauses, source).length > 0) world.fail('I7: a change was sent although operators have paused them');
  if (changes.length === 0 || changes.length > scenario.batch[source]) world.fail('I3: a request of a wrong size');
  if (new Set(changes.map(({ stockId }) => stockId)).size !== changes.length) world.fail('I3: an item twice in a request');
  for (const { stockId, delta } of changes) {
    if (source === 'shopify' && delta % STEPS_PER_UNIT !== 0) world.fail('I3: Shopify was sent a fraction');
    if (!world.mayLink(Number(stockId))) world.fail('I4: an item was written to whose SKU is held twice');
  }
}

/** I6: a change over the merchant's maximum never becomes pending by itself. */
export function inspectFate(world: Surroundings, { fate, delta, otherBefore, otherAfter }: Extract<HistoryFact, { kind: 'change' }>): void {
  const { maximum } = world.scenario;
  // A change within a pack moves nothing on the other side.
  if (maximum === null || (fate !== 'sent' && fate !== 'owed') || (otherBefore !== null && otherAfter === otherBefore)) return;
  if (Math.abs(delta) > maximum * STEPS_PER_UNIT) world.fail('I6: more than the maximum is owed');
}

/** I11: only an item that its platform refuses is blocked, never one that shared a request with it. */
export function inspectRefusal(world: Surroundings, key: number, { side, reason }: Extract<HistoryFact, { kind: 'refused' }>): void {
  // A change reported too late (Square: a day after it happened) is refused whatever its item.
  if (reason === 'malformed' || world.platforms[side].items[key]?.everRefused === true) return;
  world.fail(`I11: item ${key} of ${side} is blocked, which nobody refuses`);
}

import { setTimeout as sleep } from 'node:timers/promises';

import { fromUnits, toUnits } from '../../src/domain/quantity';
import type { Result } from '../../src/domain/result';
import type { Change, ReadAnswer, WriteAnswer, WriteRequest } from '../../src/domain/sync/write';
import { describeFailure, type PlatformFailure } from '../../src/platforms/failure';
import type { OwnItem, Side } from './side';

/** Returns what an earlier exchange learned; throws when it could not. */
export function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`not run, since ${what} is missing`);
  return value;
}

/** Returns the value of a result; throws with the platform's reason when there is none. */
export function valueOf<T>(result: Result<T, PlatformFailure | { readonly kind: string }>, what: string): T {
  if (result.ok) return result.value;
  throw new Error(`${what}: ${describe(result.error)}`);
}

function describe(error: PlatformFailure | { readonly kind: string }): string {
  switch (error.kind) {
    case 'throttled':
    case 'unauthorized':
    case 'failed':
    case 'refused':
      return describeFailure(error as PlatformFailure);
    default:
      return error.kind;
  }
}

/** How often, and with what pause (ms), a read is repeated until it shows what was written before. */
const READS = 30;
const READ_PAUSE_MS = 1_000;

/** Repeats a read until it shows what was written before; only the last one's calls are kept. Throws when it never does. */
export async function until<T>(side: Side, what: string, read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const { recorder } = side;
  const mark = recorder.calls.length;
  for (let tries = 1; ; tries += 1) {
    recorder.calls.length = mark;
    const value = await read();
    if (holds(value)) return value;
    if (tries === READS) throw new Error(`${what} did not show within ${(READS * READ_PAUSE_MS) / 1_000} s`);
    await sleep(side.target.lagMs === 0 ? 50 : READ_PAUSE_MS);
  }
}

/** How long before now a write states that it happened, in ms: Square accepts no time in the future. */
const OCCURRED_BEFORE_MS = 2_000;

/** Returns a change of a level: by how many units, and from what. */
export function change(item: OwnItem, locationId: string, delta: number, from: number): Change {
  return { stockId: item.stockId, locationId, delta: fromUnits(delta), from: fromUnits(from) };
}

/** Returns a write request under a new key. */
export function write(...changes: readonly Change[]): WriteRequest {
  return { key: crypto.randomUUID(), occurredAt: Date.now() - OCCURRED_BEFORE_MS, changes };
}

/** Returns the units that an answer to a write states for one of its changes; null for none. */
export function unitsAfter(answer: WriteAnswer, index = 0): number | null {
  const level = answer.kind === 'applied' ? answer.levels[index] : null;
  return level === null || level === undefined ? null : toUnits(level.quantity);
}

/** Returns the outcome of a write in words: `applied`, `refused (stale)`, `dead-key`. */
export function outcomeOf(answer: WriteAnswer): string {
  return answer.kind === 'refused' ? `refused (${answer.items.map(({ reason }) => reason).join(', ')})` : answer.kind;
}

/** Returns the units of one item; null when it was never counted. Throws when the level cannot be read. */
export function unitsOf(answer: ReadAnswer, item: OwnItem): number | null {
  if (answer.kind !== 'levels') throw new Error(`the level cannot be read: ${answer.kind}`);
  const level = answer.levels.find(({ stockId }) => stockId === item.stockId);
  return level === undefined ? null : toUnits(level.quantity);
}

/** Waits until a read shows what was written. */
export async function settle(side: Side): Promise<void> {
  await sleep(side.target.lagMs);
}

/** Returns an item that earlier exchanges created; each question has one of its own, so that none depends on another. */
export function itemAt(items: readonly OwnItem[] | undefined, index: number): OwnItem {
  return known(known(items, 'a product of our own')[index], 'a variant of our own');
}

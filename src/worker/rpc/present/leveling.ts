import { fromUnits, toUnits, type Quantity } from '../../../domain/quantity';
import { ok, refuse, type Answer } from '../../../domain/result';
import type { LevelStep } from '../../../durable/api/manual-stock-api';
import type { LevelStep as LevelStepMessage } from '../../../gen/sh/inventory_pb';

/** Most ids in one call. */
const MOST = 5_000;

/** Reads a quantity in units; absent is not zero. Square counts five decimals, and finer quantities are refused. */
export function readQuantity(name: string, units: number | undefined): Answer<Quantity> {
  if (units === undefined) return refuse('invalid_argument', `${name} is missing: an absent quantity is not zero.`);
  const quantity = fromUnits(units);
  if (!Number.isFinite(units) || !Number.isSafeInteger(quantity) || Math.abs(toUnits(quantity) - units) > 1e-9) {
    return refuse('invalid_argument', `${name} must be a number with at most five decimals.`);
  }
  return ok(quantity);
}

/** Reads our own numbers of variants. */
export function readKeys(ids: readonly string[]): Answer<number[]> {
  if (ids.length > MOST) return refuse('invalid_argument', `ids holds ${ids.length} variants; at most ${MOST} are allowed.`);
  const keys: number[] = [];
  for (const id of ids) {
    const key = readKey('ids', id);
    if (!key.ok) return key;
    keys.push(key.value);
  }
  return ok(keys);
}

/** Reads our own number of a variant. */
export function readKey(field: string, id: string): Answer<number> {
  if (/^[1-9]\d{0,14}$/u.test(id)) return ok(Number(id));
  const what = field === 'ids' ? 'variants' : 'a variant';
  return refuse('invalid_argument', `${field} must be ${what} of the inventory list, not "${id.slice(0, 40)}".`);
}

/** Reads a plan's rows. */
export function readLevelSteps(messages: readonly LevelStepMessage[]): Answer<LevelStep[]> {
  const keys = readKeys(messages.map((message) => message.id));
  if (!keys.ok) return keys;
  const steps: LevelStep[] = [];
  for (const [index, message] of messages.entries()) {
    const to = readQuantity('to', message.to);
    if (!to.ok) return to;
    const known = (units: number | undefined): Quantity | null => (units === undefined ? null : fromUnits(units));
    steps.push({
      key: keys.value[index] ?? 0,
      shopify: known(message.shopifyQuantity),
      square: known(message.squareQuantity),
      to: to.value,
    });
  }
  return ok(steps);
}

/** Returns a row of a plan as calls answer it. */
export function toLevelStep({ key, shopify, square, to }: LevelStep): LevelStepMessage {
  return {
    id: String(key),
    ...(shopify === null ? {} : { shopifyQuantity: toUnits(shopify) }),
    ...(square === null ? {} : { squareQuantity: toUnits(square) }),
    to: toUnits(to),
  };
}

import type { Quantity } from '../quantity';
import { SOURCES, type Source } from '../source';
import { expected, rebased, withSide, type LevelSide, type LinkedLevel } from './linked-level';

/** An amount for each side of a linked level. */
export type SideAmounts = Readonly<Record<Source, Quantity>>;

/**
 * Returns whether amounts can be added to both sides: both have a number, and none of it is uncertain, refused, held, or about to be set. Otherwise
 * a person sets the number outright (`requestSet`), which ends all that.
 */
export function canAdjust(level: LinkedLevel): boolean {
  return level.setRequest === null && level.starting === null && level.ending === null && SOURCES.every((source) => isClear(level[source]));
}

function isClear({ accounted, blocked, indeterminate, held }: LevelSide): boolean {
  return accounted !== null && blocked === null && !indeterminate && held === 0;
}

/** Returns the amounts that bring both sides to a number, on top of what is on its way to them. */
export function amountsTo(level: LinkedLevel, to: Quantity): SideAmounts {
  return { shopify: to - expected(level.shopify), square: to - expected(level.square) };
}

/** Returns the numbers that people will see once these amounts, and what is on its way, have arrived. */
export function adjusted(level: LinkedLevel, amounts: SideAmounts): SideAmounts {
  return { shopify: expected(level.shopify) + amounts.shopify, square: expected(level.square) + amounts.square };
}

/** Returns the amounts that take these back. */
export function opposite({ shopify, square }: SideAmounts): SideAmounts {
  return { shopify: -shopify, square: -square };
}

/** Returns a side that these amounts would bring below zero; null when there is none. */
export function belowZero(level: LinkedLevel, amounts: SideAmounts): Source | null {
  const after = adjusted(level, amounts);
  return SOURCES.find((source) => after[source] < 0 && amounts[source] < 0) ?? null;
}

/**
 * Adds a person's amounts to what is pending to each side. Unlike a set request it needs no read: a sale that we have not heard of yet stays on
 * top of it, and the same amounts, taken back later, leave what was sold meanwhile. The caller writes the line, since the difference between the
 * sides changes (I1).
 */
export function adjust(level: LinkedLevel, amounts: SideAmounts): LinkedLevel {
  let next = rebased(level);
  for (const source of SOURCES) {
    const { pending, shrinkage } = next[source];
    const amount = amounts[source];
    // A person's number is no sale; taking it back takes back that too.
    const known = source === 'square' ? Math.min(0, shrinkage + amount) : shrinkage;
    if (amount !== 0) next = withSide(next, source, { pending: pending + amount, shrinkage: known });
  }
  return next;
}

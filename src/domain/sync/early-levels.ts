import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import { SOURCES, type Source } from '../source';
import { TRUSTED_AHEAD_MS } from './limits';
import { atRest, rebased, withSide, type LevelSide, type LinkedLevel } from './linked-level';

/** A level that a platform stated for a variant before the variant was linked for the first time. */
export interface EarlyLevel {
  readonly quantity: Quantity;
  /** The platform's own time of the level. */
  readonly at: Instant;
}

/** The early levels of both sides of a variant, ordered by time. */
export type EarlyLevels = Readonly<Record<Source, readonly EarlyLevel[]>>;

/** Maximum number of levels kept for one stock id; the oldest are dropped first. */
export const MOST_EARLY_LEVELS = 64;

/** A level replaced longer ago than this (ms) is dropped: a product on both platforms is read and linked within minutes. */
export const EARLY_LEVELS_MS = 86_400_000;

/** The resolution of a platform's level times, in ms: Shopify states whole seconds, rounded down; Square states milliseconds. */
const TIME_UNIT_MS: Readonly<Record<Source, number>> = { shopify: 1_000, square: 1 };

/**
 * Adds a level to those kept for a stock id; levels of equal time stay in order of arrival. Returns the same list when
 * the level is already known, when its time is ahead of every clock, or when it is too old to keep.
 */
export function withEarlyLevel(levels: readonly EarlyLevel[], level: EarlyLevel, now: Instant): readonly EarlyLevel[] {
  const place = levels.findLastIndex((known) => known.at <= level.at) + 1;
  const isOld = place === 0 && (levels[0]?.at ?? now) <= now - EARLY_LEVELS_MS;
  const known =
    levels[place - 1]?.quantity === level.quantity || levels.some((one) => one.at === level.at && one.quantity === level.quantity);
  if (known || isOld || level.at > now + TRUSTED_AHEAD_MS) return levels;
  const next = levels.toSpliced(place, 0, { quantity: level.quantity, at: level.at });
  // Keep the last level before the limit: the first change after it starts from there.
  let from = Math.max(0, next.length - MOST_EARLY_LEVELS);
  while ((next[from + 1]?.at ?? now) <= now - EARLY_LEVELS_MS) from += 1;
  return next.slice(from);
}

/**
 * Returns when both sides of a new link became one stock: the later of their first numbers. A zero does not count as a
 * number: a product is created with zero and counted afterward. Returns null while a side has no number.
 */
export function sharedSince(levels: EarlyLevels): Instant | null {
  const firsts = SOURCES.map((source) => levels[source].find(({ quantity }) => quantity !== 0)?.at);
  return firsts[0] === undefined || firsts[1] === undefined ? null : Math.max(firsts[0], firsts[1]);
}

/**
 * Returns whether a level's time is certainly before `since`. A time within the same unit of the platform's clock may
 * be later.
 */
export function isBefore(source: Source, at: Instant, since: Instant): boolean {
  return at + TIME_UNIT_MS[source] <= since;
}

/**
 * Returns the level that a side had when both became one stock (`sharedSince`); anything later is a change. Null when
 * it had none.
 */
export function levelWhenShared(levels: readonly EarlyLevel[], source: Source, since: Instant): EarlyLevel | null {
  const first = levels.findIndex(({ quantity }) => quantity !== 0);
  if (first === -1) return null;
  return levels.findLast(({ at }, index) => index === first || (index > first && isBefore(source, at, since))) ?? null;
}

/** A link that starts, and the changes to observe on its sides right afterward. */
export interface EarlyStart {
  readonly level: LinkedLevel;
  readonly changes: readonly { readonly source: Source; readonly level: EarlyLevel }[];
}

/**
 * Returns the level of a link that starts for the first time, given what is known (`kept`) about its variants. A side
 * whose number is known starts from the number it had when both became one stock; its current number is then observed
 * as an outside change. A side that waits for its first read gets that number as its base. `before` is the level with
 * the stored numbers, `next` the level that starts.
 */
export function startFrom(before: LinkedLevel, next: LinkedLevel, kept: EarlyLevels): EarlyStart {
  const levels = { shopify: withStored(kept.shopify, before.shopify), square: withStored(kept.square, before.square) };
  const since = sharedSince(levels);
  let level = next;
  const changes: { source: Source; level: EarlyLevel }[] = [];
  for (const source of SOURCES) {
    const now = levels[source].at(-1);
    const base = since === null ? null : levelWhenShared(levels[source], source, since);
    const { starting } = level;
    const waits = next[source].accounted === null && next[source].needsRead;
    if (waits && starting !== null && since !== null && base !== null) {
      level = { ...level, starting: { ...starting, [source]: { ...starting[source], base: { quantity: base.quantity, since } } } };
    } else if (!waits && now !== undefined) {
      const from = base ?? now;
      level = withSide(level, source, { accounted: from.quantity, observedAt: from.at });
      if (level.starting !== null)
        level = { ...level, starting: { ...level.starting, [source]: { ...level.starting[source], began: from.quantity } } };
      if (from.quantity !== now.quantity) changes.push({ source, level: now });
    }
  }
  return { level: rebased(level), changes };
}

/** Returns a side's kept levels plus the number in its row (the last one read or stated), ordered by time. */
function withStored(kept: readonly EarlyLevel[], { accounted, observedAt }: LevelSide): readonly EarlyLevel[] {
  if (accounted === null || observedAt === null || kept.some(({ quantity, at }) => quantity === accounted && at === observedAt))
    return kept;
  const place = kept.findLastIndex(({ at }) => at <= observedAt) + 1;
  return kept.toSpliced(place, 0, { quantity: accounted, at: observedAt });
}

/** Returns whether neither side of a variant was ever linked and nothing of its level is open. */
export function neverLinked(level: LinkedLevel): boolean {
  return atRest(level) && level.shopify.unlinkedAt === null && level.square.unlinkedAt === null;
}

/** Returns whether a variant is not linked and never was. */
export function isUnlinkedYet({ linked, level }: { readonly linked: boolean; readonly level: LinkedLevel }): boolean {
  return !linked && neverLinked(level);
}

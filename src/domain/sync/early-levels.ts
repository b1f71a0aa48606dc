import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import { SOURCES, type Source } from '../source';
import { TRUSTED_AHEAD_MS } from './limits';
import { atRest, rebased, withSide, type LevelSide, type LinkedLevel } from './linked-level';

/** A level that a platform stated of a variant before it was linked for the first time. */
export interface EarlyLevel {
  readonly quantity: Quantity;
  /** The platform's own time of it. */
  readonly at: Instant;
}

/** The early levels of both sides of a variant, in the order of their times. */
export type EarlyLevels = Readonly<Record<Source, readonly EarlyLevel[]>>;

/** So many are kept of one stock id; the oldest go first. */
export const MOST_EARLY_LEVELS = 64;

/** A level that was replaced so long ago (ms) is not kept: a product that both platforms have is read and linked within minutes. */
export const EARLY_LEVELS_MS = 86_400_000;

/** How finely a platform states the time of a level, in ms: Shopify in whole seconds, rounded down; Square in milliseconds. */
const TIME_UNIT_MS: Readonly<Record<Source, number>> = { shopify: 1_000, square: 1 };

/**
 * Adds a level to those kept of a stock id; of equal times, the one that came first stands first. Returns the same list when it
 * says nothing new, or states a time that is ahead of every clock, or one that is not kept any more.
 */
export function withEarlyLevel(levels: readonly EarlyLevel[], level: EarlyLevel, now: Instant): readonly EarlyLevel[] {
  const place = levels.findLastIndex((known) => known.at <= level.at) + 1;
  const isOld = place === 0 && (levels[0]?.at ?? now) <= now - EARLY_LEVELS_MS;
  const known =
    levels[place - 1]?.quantity === level.quantity || levels.some((one) => one.at === level.at && one.quantity === level.quantity);
  if (known || isOld || level.at > now + TRUSTED_AHEAD_MS) return levels;
  const next = levels.toSpliced(place, 0, { quantity: level.quantity, at: level.at });
  // The last level of before the bound is what the first change after it starts from.
  let from = Math.max(0, next.length - MOST_EARLY_LEVELS);
  while ((next[from + 1]?.at ?? now) <= now - EARLY_LEVELS_MS) from += 1;
  return next.slice(from);
}

/**
 * When both sides of a new link became one stock: at the later of their first numbers. A zero is no number: a product is created
 * with it and counted afterwards. Null when a side has had none yet.
 */
export function sharedSince(levels: EarlyLevels): Instant | null {
  const firsts = SOURCES.map((source) => levels[source].find(({ quantity }) => quantity !== 0)?.at);
  return firsts[0] === undefined || firsts[1] === undefined ? null : Math.max(firsts[0], firsts[1]);
}

/** Whether a level was certainly stated for a time before `since`. One of the same unit of the platform's time may be later. */
export function isBefore(source: Source, at: Instant, since: Instant): boolean {
  return at + TIME_UNIT_MS[source] <= since;
}

/** The level that a side had when both became one stock (`sharedSince`): what came afterwards are changes. Null when it had none. */
export function levelWhenShared(levels: readonly EarlyLevel[], source: Source, since: Instant): EarlyLevel | null {
  const first = levels.findIndex(({ quantity }) => quantity !== 0);
  if (first === -1) return null;
  return levels.findLast(({ at }, index) => index === first || (index > first && isBefore(source, at, since))) ?? null;
}

/** A link that starts, and what is to be observed of its sides right afterwards. */
export interface EarlyStart {
  readonly level: LinkedLevel;
  readonly changes: readonly { readonly source: Source; readonly level: EarlyLevel }[];
}

/**
 * The level of a link that starts for the first time, when `kept` is known of its variants. A side whose number is known starts
 * from the one it had when both became one stock; what it says now is then observed as an outside change. A side that waits for
 * its first read gets that number as its base. `before` is the level with the numbers that were stored, `next` the one that starts.
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

/** What was kept of a side, and the number in its row, which was read or stated last, in the order of their times. */
function withStored(kept: readonly EarlyLevel[], { accounted, observedAt }: LevelSide): readonly EarlyLevel[] {
  if (accounted === null || observedAt === null || kept.some(({ quantity, at }) => quantity === accounted && at === observedAt))
    return kept;
  const place = kept.findLastIndex(({ at }) => at <= observedAt) + 1;
  return kept.toSpliced(place, 0, { quantity: accounted, at: observedAt });
}

/** Whether neither side of a variant belonged to a link before, and nothing of its level is open. */
export function neverLinked(level: LinkedLevel): boolean {
  return atRest(level) && level.shopify.unlinkedAt === null && level.square.unlinkedAt === null;
}

/** Whether a variant is not linked and never was. */
export function isUnlinkedYet({ linked, level }: { readonly linked: boolean; readonly level: LinkedLevel }): boolean {
  return !linked && neverLinked(level);
}

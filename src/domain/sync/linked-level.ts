import type { CloseReason } from '../catalog/merge-plan';
import type { Originator } from '../history/fact';
import type { Instant } from '../instant';
import { wholePart, type Quantity } from '../quantity';
import { SOURCES, type Source } from '../source';
import { inPacks, NO_PACKS, type PackSizes } from './pack-size';
import type { RefusalReason } from './write';

/** The one write in flight to a side of a level. With the other ops of the same key it rebuilds its request to the byte. */
export interface WriteOp {
  /** Idempotency key of the request that carries the op. */
  readonly key: string;
  /** Its index among the request's changes, and how many changes there are. */
  readonly index: number;
  readonly count: number;
  readonly delta: Quantity;
  /** The accounted value when the op was planned. */
  readonly from: Quantity;
  /** When the op was first sent, by our clock; by the platform's as far as ours is known to be ahead of it. */
  readonly firstSent: Instant;
  /** The connection and location pair that the op belongs to; an op of an older epoch is never sent again. */
  readonly epoch: number;
  /** True when the decrease is known to be no sale: Square records it as shrinkage. Part of the request's bytes. */
  readonly shrinkage?: true;
}

/** A large decrease at Shopify that is classified before it goes to Square (decision 0020). */
export interface LargeDecrease {
  /** Negative. Part of what is held instead of pending, if `held`. */
  readonly amount: Quantity;
  readonly held: boolean;
  /** Since when Shopify's committed quantity must not have changed for this to be no sale, by Shopify's clock. */
  readonly from: Instant;
  /** Shopify's own time of the change; of the latest, when there are several. A reading must be as new. */
  readonly at: Instant;
  /** Until when the write waits for the reading, by our clock; null when it waits no longer. */
  readonly until: Instant | null;
}

/** What a platform states about a level, and how we learned of it. */
export interface Observation {
  readonly value: Quantity;
  /** The platform's own time of the value. */
  readonly at: Instant;
  /** True when we read the level ourselves with nothing of ours in flight: an equal time is then no tie. */
  readonly direct: boolean;
  /** True when it is of another read, of the catalog or a reconciliation: it may come from a replica that lags. Absent: a webhook stated it. */
  readonly polled?: true;
}

/** The newest observation that arrived during a write or a read. */
export interface Buffered {
  readonly value: Quantity;
  readonly at: Instant;
  /** True when its time cannot order it: two values of one time, or a time ahead of every clock. The level is read instead. */
  readonly unordered: boolean;
  /** The values of its time that webhooks stated, in their order of arrival. */
  readonly announced: readonly Quantity[];
}

/** What webhooks stated that their time could not order: only a read tells whether it is the newest. */
export interface Announced {
  /** The platform's time of all of them, the newest such time. */
  readonly at: Instant;
  /** In their order of arrival. */
  readonly values: readonly Quantity[];
}

/** One side of a linked level. */
export interface LevelSide {
  /** The value already accounted for; null until the platform has stated one (never counted is not zero). */
  readonly accounted: Quantity | null;
  /** The platform's own time of the accounted value. */
  readonly observedAt: Instant | null;
  /**
   * The values accounted before the present one with the very same time, the oldest first, the newest alone. Shopify's times are
   * whole seconds, so the time alone does not show that a read which states one of them comes from a lagging replica.
   */
  readonly replaced: readonly Quantity[];
  /**
   * Memory only: one of `replaced` that the last read stated, or one announced that it did not state: either that read lags, or it shows the
   * newest; the present value, once a newer one has come before the next read. A write need not wait for another read, because it tells: Shopify
   * compares the quantity that it starts from, and Square's answer states the one that it left, of a newer time. Null when there is none.
   */
  readonly doubted: Quantity | null;
  /** What webhooks stated and no read has shown yet. A read that does not show the last of them may come from a lagging replica. */
  readonly announced: Announced | null;
  /**
   * When the last write was first sent, by our clock, if the platform has said that it landed but not the level that it left; null once a
   * level is stated. A webhook with an earlier time describes the level before the write, and no read may follow: the item may be deleted.
   */
  readonly landedAfter: Instant | null;
  /** Delta not yet sent to this side. */
  readonly pending: Quantity;
  /** Delta over the merchant's maximum: waits for the merchant's decision. */
  readonly held: Quantity;
  /** The part of a pending decrease, and of a held one, that is known to be no sale; 0 or negative. Only for Square. */
  readonly shrinkage: Quantity;
  readonly heldShrinkage: Quantity;
  /** The part of what is pending, or held, that is not classified yet; null when there is none. Only for Square. */
  readonly unclassified: LargeDecrease | null;
  readonly inFlight: WriteOp | null;
  /**
   * When the oldest change still pending or in flight to this side happened, by its platform's clock; null when there
   * is none.
   */
  readonly pendingSince: Instant | null;
  /** Why the platform refuses changes; null while it does not. */
  readonly blocked: RefusalReason | null;
  /** When a refusal without a stated reason is retried next, and the number of retries so far; null when it is not retried. */
  readonly retry: { readonly at: Instant; readonly times: number } | null;
  /** It cannot be determined whether a write took effect: nothing more is written until the merchant sets a number. */
  readonly indeterminate: boolean;
  /** The level must be read before anything is planned: an observation could not be ordered, or a write was recovered after a restart. */
  readonly needsRead: boolean;
  /** The number this side would have reached when its last link ended, with everything that was in flight. Null while linked. */
  readonly unlinkedAt: Quantity | null;
  /** Memory only: a read is in flight; what arrives meanwhile is buffered. */
  readonly reading: boolean;
  /** Memory only: the newest observation that arrived during a write or a read. */
  readonly buffered: Buffered | null;
}

/** A number that a person sets for a variant: besides linking, the only way in which the difference between the sides changes. */
export interface SetRequest {
  /** In pieces, if the sides count different units (`PackSizes`). */
  readonly to: Quantity;
  readonly by: Originator;
  /** The sides to set: both of a linked variant, otherwise the one it exists on. */
  readonly sides: readonly Source[];
}

/** Where one side of a new link starts. */
export interface StartingSide {
  /** The number the side would have if nothing had changed since its last link ended; null when it had none. */
  readonly before: Quantity | null;
  /** The number from the first read; null until then. */
  readonly began: Quantity | null;
  /**
   * For a pair that was never linked before: the number that the side had when both became one stock, and when that
   * was. Any difference from it in the first read is an outside change. Absent when nothing is known about that time.
   */
  readonly base?: { readonly quantity: Quantity; readonly since: Instant };
  /**
   * The last number that was known before the first read, and its time. A read that states another number of the same
   * time may be older: Shopify's times are whole seconds. Absent when none was known.
   */
  readonly known?: { readonly quantity: Quantity; readonly at: Instant };
}

/** One linked variant at the paired location. */
export interface LinkedLevel extends Readonly<Record<Source, LevelSide>> {
  /** What units the sides count; stored with the link, not with its numbers. */
  readonly packs: PackSizes;
  /** A set request that waits until both sides are quiet; usually null. */
  readonly setRequest: SetRequest | null;
  /**
   * The difference that invariant I1 conserves, as of the last rebase: linking, a set request, a dropped amount, a
   * change that was kept on its side. Null right after a rebase: the next store takes it from the level. An audit
   * compares the two.
   */
  readonly conservedDifference: Quantity | null;
  /** Why the link is about to end; usually null. First both sides are read and everything in flight is settled. */
  readonly ending: CloseReason | null;
  /** Set while a new link waits for the reads it starts from. */
  readonly starting: Readonly<Record<Source, StartingSide>> | null;
}

/** The time of a side that started from zero because a person set a number before the platform had stated one. */
export const NEVER_STATED: Instant = 0;

/**
 * The time of the number that a variant was created with: before everything that its platform states about it. It
 * differs from `NEVER_STATED`: the variant had no stock before we created it, so any other number found since is a
 * change.
 */
export const MADE: Instant = 1;

/** A side about which nothing is known yet. */
export const UNKNOWN_SIDE: LevelSide = {
  accounted: null,
  observedAt: null,
  replaced: [],
  doubted: null,
  announced: null,
  landedAfter: null,
  pending: 0,
  held: 0,
  shrinkage: 0,
  heldShrinkage: 0,
  unclassified: null,
  inFlight: null,
  pendingSince: null,
  blocked: null,
  retry: null,
  indeterminate: false,
  needsRead: false,
  unlinkedAt: null,
  reading: false,
  buffered: null,
};

/** Creates a side at rest at a stated value. */
export function restingSide(accounted: Quantity | null, observedAt: Instant | null): LevelSide {
  return { ...UNKNOWN_SIDE, accounted, observedAt };
}

/** Creates a level from two sides, with nothing between them. */
export function levelOf(shopify: LevelSide, square: LevelSide, packs: PackSizes = NO_PACKS): LinkedLevel {
  return { shopify, square, packs, setRequest: null, conservedDifference: null, ending: null, starting: null };
}

/** Returns the level with one side changed; the same level when nothing changes. */
export function withSide(level: LinkedLevel, source: Source, change: Partial<LevelSide>): LinkedLevel {
  const side = level[source];
  for (const name in change) {
    // oxlint-disable-next-line no-unsafe-type-assertion -- only a side's own fields are in a change
    const field = name as keyof LevelSide;
    if (side[field] !== change[field]) return { ...level, [source]: { ...side, ...change } };
  }
  return level;
}

/** Returns a side's number once everything in flight, pending and held has arrived. I1 compares the two sides' sums. */
export function promised(side: LevelSide): Quantity {
  return (side.accounted ?? 0) + side.pending + side.held + (side.inFlight?.delta ?? 0);
}

/** Returns the number that people will see on a side once everything in flight and pending has arrived; held amounts do not count. */
export function expected(side: LevelSide): Quantity {
  return (side.accounted ?? 0) + side.pending + (side.inFlight?.delta ?? 0);
}

/** Returns the part of a pending delta that the platform can receive: Shopify counts whole units, the rest stays pending. */
export function sendablePart(source: Source, pending: Quantity): Quantity {
  return source === 'shopify' ? wholePart(pending) : pending;
}

/** Returns I1's conserved difference, which changes only by an explicit rebase; in whole packs, if the sides count different units. */
export function difference({ packs, shopify, square }: LinkedLevel): Quantity {
  return inPacks(packs, 'shopify', promised(shopify)) - inPacks(packs, 'square', promised(square));
}

/** Returns the level after an explicit rebase: its current difference is the one to conserve from now on. */
export function rebased(level: LinkedLevel): LinkedLevel {
  return level.conservedDifference === null ? level : { ...level, conservedDifference: null };
}

/** Returns the difference to conserve from now on; null while a side's number is unknown. */
export function conserved(level: LinkedLevel): Quantity | null {
  if (level.shopify.accounted === null || level.square.accounted === null) return null;
  return level.conservedDifference ?? difference(level);
}

/** Returns whether units have been lost or invented since the last rebase (I1). Must never be true. */
export function breaksConservation(level: LinkedLevel): boolean {
  const { shopify, square, conservedDifference } = level;
  return (
    conservedDifference !== null && shopify.accounted !== null && square.accounted !== null && conservedDifference !== difference(level)
  );
}

/**
 * Returns true when nothing is pending, held, in flight, blocked, indeterminate or to be read, and no link is starting
 * or ending.
 */
export function atRest(level: LinkedLevel): boolean {
  return (
    level.setRequest === null && level.ending === null && level.starting === null && sideAtRest(level.shopify) && sideAtRest(level.square)
  );
}

/** Returns true when a side has nothing open in addition to its number. */
export function sideAtRest(side: LevelSide): boolean {
  return side.pending === 0 && side.held === 0 && side.inFlight === null && side.blocked === null && !side.indeterminate && !side.needsRead;
}

/**
 * Returns true while part of a level will still arrive without intervention: a change to be sent or answered, a set
 * request, a read. Refused changes, held amounts and fractions of a unit that Shopify cannot receive do not arrive
 * without intervention.
 */
export function isUnderWay(level: LinkedLevel): boolean {
  return level.setRequest !== null || level.starting !== null || SOURCES.some((source) => sideIsUnderWay(source, level[source]));
}

function sideIsUnderWay(source: Source, { inFlight, pending, blocked, indeterminate, needsRead }: LevelSide): boolean {
  if (indeterminate) return false;
  return needsRead || inFlight !== null || (blocked === null && sendablePart(source, pending) !== 0);
}

/** Returns true when a side's number is certain: nothing is in flight whose answer could change it, and no read is due. */
export function sideIsCertain(side: LevelSide): boolean {
  return (side.inFlight === null || side.indeterminate) && !side.needsRead && !side.reading;
}

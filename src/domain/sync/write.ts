import type { LevelReport } from '../inbound';
import type { Instant } from '../instant';
import type { Quantity } from '../quantity';

/** One level's part of a write. */
export interface Change {
  readonly stockId: string;
  readonly locationId: string;
  /** The amount to add (negative: subtract). Whole units for Shopify. */
  readonly delta: Quantity;
  /** The accounted value that the delta starts from: Shopify's compare-and-swap. */
  readonly from: Quantity;
  /**
   * The platform's own time of `from`; null or absent when no longer known. Only a look-up compares it; it is sent to
   * no platform.
   */
  readonly fromAt?: Instant | null;
  /** True for a decrease that is known to be no sale (decision 0020); only to Square. */
  readonly shrinkage?: true;
}

/**
 * One request on the wire, the unit of idempotency key and of ambiguity. The body is built from this and nothing else,
 * so that a repeat is the same to the byte.
 */
export interface WriteRequest {
  /** New for each new request, the same for each repeat. A UUID. */
  readonly key: string;
  /** The stated time of the change (Square's `occurred_at`); fixed when first sent. */
  readonly occurredAt: Instant;
  /** At most 250 to Shopify, 100 to Square; never two of one item. */
  readonly changes: readonly Change[];
}

/** The outcome of one attempt to send a write request. */
export type WriteAnswer =
  /** It took effect, now or at an earlier attempt. `levels[i]` belongs to `changes[i]`; null where the answer leaves it out. */
  | { readonly kind: 'applied'; readonly levels: readonly (LevelReport | null)[] }
  /** It is unknown whether it took effect: timeout, reset, 5xx, an unreadable answer, or a concurrent attempt. */
  | { readonly kind: 'ambiguous'; readonly detail: string }
  /** This attempt had no effect: too many requests, or `noToken`, because the platform did not renew it. Wait `afterMs`. */
  | { readonly kind: 'throttled'; readonly afterMs: number; readonly noToken?: true }
  /** This attempt had no effect: the token was refused. */
  | { readonly kind: 'unauthorized' }
  /** This attempt was never sent: the write gate closed while its token was fetched. */
  | { readonly kind: 'stopped' }
  /** This attempt had no effect: by the platform's clock, the stated time is in the future. Our clock is ahead by `aheadMs`. */
  | { readonly kind: 'early'; readonly aheadMs: number }
  /** No attempt under this key had or will have an effect (IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED). */
  | { readonly kind: 'dead-key' }
  /** The key is known with another body: our bug. */
  | { readonly kind: 'key-mismatch' }
  /** The request as a whole was refused and this attempt had no effect; `items` names the causes. */
  | { readonly kind: 'refused'; readonly items: readonly RefusedItem[] };

export interface RefusedItem {
  /** Index into `changes`; null when the refusal names none. */
  readonly index: number | null;
  readonly reason: RefusalReason;
}

/** Why a platform refuses to change an item. `stale`: the compare-and-swap did not match. */
export type RefusalReason =
  | 'stale'
  | 'deleted'
  | 'untracked'
  | 'not-stocked'
  | 'out-of-bounds'
  | 'not-writable'
  | 'location-gone'
  | 'malformed'
  | 'other';

/** What a read of levels found. Items that are left out of `levels` have none, which is not zero. */
export type ReadAnswer =
  | { readonly kind: 'levels'; readonly levels: readonly LevelReport[]; readonly gone: readonly string[] }
  | { readonly kind: 'failed'; readonly detail: string }
  | { readonly kind: 'throttled'; readonly afterMs: number; readonly noToken?: true }
  | { readonly kind: 'unauthorized' };

/** Returns whether an answer shows that the platform can be reached, for writes and for the token that they need. */
export function isFromPlatform(answer: WriteAnswer | ReadAnswer): boolean {
  return answer.kind !== 'ambiguous' && answer.kind !== 'failed' && !('noToken' in answer);
}

/**
 * Returns whether a level is unchanged since a write started from it, which means that the write never happened.
 * Compares the platform's own times: two changes may have moved the level there and back, and our clock may be ahead of
 * the platform's.
 */
export function isUntouched(level: Pick<LevelReport, 'quantity' | 'at'>, change: Change, { occurredAt }: WriteRequest): boolean {
  const { from, fromAt = null } = change;
  return level.quantity === from && fromAt !== null && level.at <= fromAt && level.at < occurredAt;
}

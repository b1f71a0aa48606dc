import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';

/** Lengths in ms, from the configuration. */
export interface RenewalLimits {
  /** How long before its end a Shopify token is renewed. */
  readonly shopifyAheadMs: number;
  /** How old a Square token may grow. */
  readonly squareAgeMs: number;
}

/** What of the tokens decides when they are renewed. */
interface Lifetime {
  readonly issuedAt: Instant;
  readonly expiresAt: Instant | null;
  readonly refreshExpiresAt: Instant | null;
}

/**
 * When whoever needs a token renews it first; null for never. Never before half of their life has passed, so that a short-lived token (as a fast test
 * clock makes them) is not renewed on every call.
 */
export function renewalDue(limits: RenewalLimits, source: Source, tokens: Lifetime): Instant | null {
  if (tokens.expiresAt === null) return null;
  const half = tokens.issuedAt + Math.max(0, tokens.expiresAt - tokens.issuedAt) / 2;
  return source === 'shopify'
    ? Math.max(half, tokens.expiresAt - limits.shopifyAheadMs)
    : Math.min(half, tokens.issuedAt + limits.squareAgeMs);
}

/**
 * When tokens are renewed though nobody needs one; null for never. A Shopify access token of one hour may lapse unused: an idle account is not
 * woken for it, only before its refresh token (90 days) would end. Square wants its tokens young.
 */
export function keepAliveDue(limits: RenewalLimits, source: Source, tokens: Lifetime): Instant | null {
  if (source === 'square' || tokens.refreshExpiresAt === null) return renewalDue(limits, source, tokens);
  return tokens.issuedAt + Math.max(0, tokens.refreshExpiresAt - tokens.issuedAt) / 2;
}

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 5 * 60_000;

/** When a renewal that got no answer is tried again: after 5 s, doubling up to 5 min. */
export function nextAttemptAt(now: Instant, failures: number): Instant {
  return now + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10));
}

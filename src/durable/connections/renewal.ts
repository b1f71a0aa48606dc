import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';

/** Durations in ms, from the configuration. */
export interface RenewalLimits {
  /** How long before its expiry a Shopify token is renewed. */
  readonly shopifyAheadMs: number;
  /** Maximum age of a Square token. */
  readonly squareAgeMs: number;
}

/** The token times that decide when to renew. */
interface Lifetime {
  readonly issuedAt: Instant;
  readonly expiresAt: Instant | null;
  readonly refreshExpiresAt: Instant | null;
}

/**
 * Returns when a caller that needs a token renews it first; null for never. A Shopify token is never renewed before half of its lifetime has
 * passed, so that a short-lived one (as a fast test clock creates them) is not renewed on every call. A Square token is due at half of its
 * lifetime or at its maximum age, whichever comes first.
 */
export function renewalDue(limits: RenewalLimits, source: Source, tokens: Lifetime): Instant | null {
  if (tokens.expiresAt === null) return null;
  const half = tokens.issuedAt + Math.max(0, tokens.expiresAt - tokens.issuedAt) / 2;
  return source === 'shopify'
    ? Math.max(half, tokens.expiresAt - limits.shopifyAheadMs)
    : Math.min(half, tokens.issuedAt + limits.squareAgeMs);
}

/**
 * Returns when to renew tokens that no caller needs; null for never. An unused one-hour Shopify access token may expire: an idle account is
 * not woken for it, only before its refresh token (90 days) would expire. Square wants its tokens young.
 */
export function keepAliveDue(limits: RenewalLimits, source: Source, tokens: Lifetime): Instant | null {
  if (source === 'square' || tokens.refreshExpiresAt === null) return renewalDue(limits, source, tokens);
  return tokens.issuedAt + Math.max(0, tokens.refreshExpiresAt - tokens.issuedAt) / 2;
}

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 5 * 60_000;

/** Returns when to retry a renewal that got no answer: after 5 s, doubling up to 5 min. */
export function nextAttemptAt(now: Instant, failures: number): Instant {
  return now + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10));
}

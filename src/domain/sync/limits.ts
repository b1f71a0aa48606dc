import type { Source } from '../source';

/**
 * How many changes one request may carry. Shopify: list inputs hold at most 250 elements (Admin API limits). Square: 100
 * changes a request (Inventory API; stated in the documentation of an official SDK, not in the OpenAPI description).
 */
export const CHANGES_PER_REQUEST: Readonly<Record<Source, number>> = { shopify: 250, square: 100 };

/**
 * How long the platforms keep an idempotency key, in ms. Shopify documents 24 h; Square publishes nothing, so the same is
 * assumed. Past half of it a repeat may no longer be a replay.
 */
export const KEY_RETENTION_MS: Readonly<Record<Source, number>> = { shopify: 86_400_000, square: 86_400_000 };

/**
 * A refusal of a repeat may mean that the unanswered first attempt is still on its way. After so long (ms) no attempt is,
 * and the same key once more gives the truth.
 */
export const QUARANTINE_MS = 120_000;

/** No copy of a request arrives later (ms) than this after it was answered. An assumption: proxies repeat within seconds. */
export const COPY_LATE_MS = 50_000;

/** `occurred_at` lies so far (ms) before our clock, since Square refuses times in the future. */
export const OCCURRED_BEFORE_MS = 2_000;

/** So many failures in a row of one request, and its changes are looked up: one item that a platform fails on must not hold the others. */
export const MANY_FAILURES = 6;

/** So many look-ups of one request that could not tell, and its levels are indeterminate: they must not be stopped for hours in silence. */
export const UNDECIDED_LOOK_UPS = 3;

/** So many unanswered calls in a row mean that the platform is down. */
export const FAILURES_BEFORE_PAUSE = 3;

/** A platform time this far (ms) ahead of our clock is a mistake somewhere: it must not silence what comes until then. */
export const TRUSTED_AHEAD_MS = 120_000;

/** A replica of a platform states no level that is older (ms) than this. An assumption: seconds are seen. */
export const LONGEST_LAG_MS = 60_000;

/** Pauses (ms) before an item is tried again that a platform refused without a reason we know: doubling, at most hourly. */
export const RETRY_REFUSED = { firstMs: 60_000, longestMs: 3_600_000 } as const;

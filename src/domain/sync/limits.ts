import type { Source } from '../source';

/**
 * How many changes one request may carry. Shopify: list inputs hold at most 250 elements (Admin API limits). Square: 100
 * changes a request (Inventory API; stated in the documentation of an official SDK, not in the OpenAPI description).
 */
export const CHANGES_PER_REQUEST: Readonly<Record<Source, number>> = { shopify: 250, square: 100 };

/**
 * How long the platforms keep an idempotency key, in ms. Shopify documents 24 h; Square publishes nothing, so the same
 * is assumed. Past half of it a repeat may no longer be a replay.
 */
export const KEY_RETENTION_MS: Readonly<Record<Source, number>> = { shopify: 86_400_000, square: 86_400_000 };

/**
 * A refused repeat may mean that the unanswered first attempt is still in flight. After this time (ms) no attempt is in
 * flight, and the same key sent once more gives the true outcome.
 */
export const QUARANTINE_MS = 120_000;

/** No copy of a request arrives later (ms) than this after it was answered. An assumption: proxies repeat within seconds. */
export const COPY_LATE_MS = 50_000;

/** How far (ms) `occurred_at` lies before our clock: Square refuses times in the future. */
export const OCCURRED_BEFORE_MS = 2_000;

/** After this many failures of one request in a row, its changes are looked up: one failing item must not hold up the others. */
export const MANY_FAILURES = 6;

/**
 * After this many undecided look-ups of one request, its levels are indeterminate: they must not be stuck for hours
 * without notice.
 */
export const UNDECIDED_LOOK_UPS = 3;

/** After this many unanswered calls in a row, the platform counts as down. */
export const FAILURES_BEFORE_PAUSE = 3;

/** Pauses (ms) between single writes that try whether a platform that answers reads answers writes again: doubling, at most one hour. */
export const TRIAL_WRITES = { firstMs: 60_000, longestMs: 3_600_000 } as const;

/** What waited for this long (ms) when the object starts may wait because its platform is down. */
export const LONG_WAIT_MS = 60_000;

/** A platform time this far (ms) ahead of our clock is an error somewhere: it must not suppress what arrives until then. */
export const TRUSTED_AHEAD_MS = 120_000;

/** A platform's replica states no level older (ms) than this. An assumption: seconds are observed. */
export const LONGEST_LAG_MS = 60_000;

/** Pauses (ms) before an item is retried that a platform refused without a known reason: doubling, at most one hour. */
export const RETRY_REFUSED = { firstMs: 60_000, longestMs: 3_600_000 } as const;

/** How much a platform's clock, in whole seconds, may differ from ours where a webhook and a write have to be ordered, in ms. */
export const LANDING_CLOCKS_MS = 2_000;

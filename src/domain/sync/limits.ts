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
 * A compare-and-swap that is stale on a repeat may mean that the unanswered first attempt is still on its way. After so
 * long (ms) no attempt is, and the same key once more gives the truth.
 */
export const QUARANTINE_MS = 120_000;

/** `occurred_at` lies so far (ms) before our clock, since Square refuses times in the future. */
export const OCCURRED_BEFORE_MS = 2_000;

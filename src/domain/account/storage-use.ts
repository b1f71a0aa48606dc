/**
 * What one account object, and what one D1 database may store, in bytes: 10 GB each, which cannot be raised (Cloudflare's limits). Beyond it
 * whatever adds a row fails; an object's reads and deletions continue.
 */
export const STORAGE_LIMIT_BYTES = 10_000_000_000;

/** From this share of the limit on, operators are notified: while there is room, everything still works. */
export const NEARLY_FULL = 0.8;

/** Returns the used share of the limit as a percentage for display. */
export const percentOf = (share: number): string => `${Math.round(share * 100)}%`;

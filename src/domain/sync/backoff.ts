/** The shortest and the longest pause, in ms. */
export interface BackoffLimits {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * Returns how long to wait (ms) after a platform has throttled `times` calls in a row: at least as long as it asks,
 * doubling while that does not help.
 */
export function throttlePause(afterMs: number, times: number, limits: BackoffLimits): number {
  return Math.max(afterMs, Math.min(limits.longestMs, afterMs * 2 ** Math.max(0, times - 1)));
}

/**
 * Returns how long to wait (ms) after `attempts` attempts in a row that settled nothing: doubles up to a cap, then
 * multiplied by 0.5 to 1.5 according to `jitter` (0 to 1, drawn by the caller), so that accounts do not retry at the
 * same moment.
 */
export function backoff(attempts: number, limits: BackoffLimits, jitter: number): number {
  const straight = Math.min(limits.longestMs, limits.firstMs * 2 ** Math.max(0, attempts - 1));
  return Math.round(straight * (0.5 + jitter));
}

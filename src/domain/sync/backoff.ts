/** The first pause, and the longest, in ms. */
export interface BackoffLimits {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * How long to wait (ms) when a platform has said for the `times`th time in a row that there are too many requests: as long as it
 * says, and doubling while that does not help.
 */
export function throttlePause(afterMs: number, times: number, limits: BackoffLimits): number {
  return Math.max(afterMs, Math.min(limits.longestMs, afterMs * 2 ** Math.max(0, times - 1)));
}

/**
 * How long to wait (ms) after `attempts` attempts in a row that settled nothing: doubling, capped, and spread by `jitter`
 * (0 to 1, drawn by the caller) over half to one and a half of it, so that accounts do not knock in step.
 */
export function backoff(attempts: number, limits: BackoffLimits, jitter: number): number {
  const straight = Math.min(limits.longestMs, limits.firstMs * 2 ** Math.max(0, attempts - 1));
  return Math.round(straight * (0.5 + jitter));
}

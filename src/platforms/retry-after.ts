/** Never wait longer than this on a platform's word, in ms: a header of hours would be a mistake. */
const MAX_THROTTLE_MS = 60_000;

/** Never come back sooner than this, in ms, whatever the platform says. */
const MIN_THROTTLE_MS = 100;

/** The `Retry-After` header in ms, when it holds a number of seconds; null otherwise. */
export function retryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (text === null || !/^\d{1,6}(?:\.\d+)?$/u.test(text)) return null;
  return withinThrottle(Number(text) * 1_000);
}

/** A pause in ms within the bounds above. */
export function withinThrottle(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), MIN_THROTTLE_MS), MAX_THROTTLE_MS);
}

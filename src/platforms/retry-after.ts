/** Maximum wait that a platform can request, in ms: a header of hours would be a mistake. */
const MAX_THROTTLE_MS = 60_000;

/** Minimum wait in ms, whatever the platform states. */
const MIN_THROTTLE_MS = 100;

/** Returns the `Retry-After` header in ms if it is a number of seconds; null otherwise. */
export function retryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (text === null || !/^\d{1,6}(?:\.\d+)?$/u.test(text)) return null;
  return withinThrottle(Number(text) * 1_000);
}

/** Clamps a pause in ms to the limits above. */
export function withinThrottle(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), MIN_THROTTLE_MS), MAX_THROTTLE_MS);
}

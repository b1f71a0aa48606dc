/** Never wait longer than this on a platform's word, in ms: a header of hours would be a mistake. */
export const MAX_THROTTLE_MS = 60_000;

/** The `Retry-After` header in ms, when it holds a number of seconds; null otherwise. */
export function retryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (text === null || !/^\d{1,6}(?:\.\d+)?$/u.test(text)) return null;
  return Math.min(Math.ceil(Number(text) * 1_000), MAX_THROTTLE_MS);
}

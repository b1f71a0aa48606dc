import type { Instant } from '../domain/instant';

// RFC 3339: `Z` or an offset, any number of fractional digits (finer than a millisecond is truncated).
const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:([Zz])|([+-])(\d{2}):(\d{2}))$/u;

/**
 * Parses a platform's timestamp, with `Z` (GraphQL, Square) or the shop's own offset (Shopify webhooks); null when it
 * is not one.
 */
export function parseTime(text: string): Instant | null {
  const match = RFC_3339.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction = '', , sign, offsetHours = '0', offsetMinutes = '0'] = match;
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(fraction.slice(0, 3).padEnd(3, '0')),
  );
  const written = new Date(local);
  // Date.UTC rolls over (February 30, hour 25): such a text is not a time.
  if (written.getUTCDate() !== Number(day) || written.getUTCHours() !== Number(hour) || written.getUTCMonth() + 1 !== Number(month))
    return null;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return sign === '-' ? local + offset : local - offset;
}

/** Formats a moment as RFC 3339 in UTC with milliseconds. */
export function formatTime(instant: Instant): string {
  return new Date(instant).toISOString();
}

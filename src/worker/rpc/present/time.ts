import type { Instant } from '../../../domain/instant';

/** Returns a moment as RFC 3339 in UTC; '' for none. */
export function toTimestamp(at: Instant | null): string {
  return at === null ? '' : new Date(at).toISOString();
}

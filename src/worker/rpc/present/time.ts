import type { Instant } from '../../../domain/instant';

/** A moment as RFC 3339 in UTC; '' where there is none. */
export function toTimestamp(at: Instant | null): string {
  return at === null ? '' : new Date(at).toISOString();
}

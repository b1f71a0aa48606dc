/** Returns a `Count`; beyond its limit, the count is marked as not exact. */
export function countAnswer(count: number, limit: number | null | undefined): { count: number; precision: 'EXACT' | 'AT_LEAST' } {
  return limit === null || limit === undefined || count <= limit ? { count, precision: 'EXACT' } : { count: limit, precision: 'AT_LEAST' };
}

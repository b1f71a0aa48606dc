/** `Count`: past its limit a count says so. */
export function countAnswer(count: number, limit: number | null | undefined): { count: number; precision: 'EXACT' | 'AT_LEAST' } {
  return limit === null || limit === undefined || count <= limit ? { count, precision: 'EXACT' } : { count: limit, precision: 'AT_LEAST' };
}

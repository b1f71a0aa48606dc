const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/u;

/** Parses an RFC 3339 time as ms since the epoch; null when it is not one. */
export function parseInstant(source: string): number | null {
  if (!RFC_3339.test(source)) return null;
  const at = Date.parse(source);
  return Number.isNaN(at) ? null : at;
}

/** Formats a time as Square does: RFC 3339, UTC, with milliseconds. */
export function writeInstant(at: number): string {
  return new Date(at).toISOString();
}

/** The API versions that the sandbox serves, oldest first; they behave the same except where a rule names a version. */
export const SERVED_VERSIONS = ['2026-04', '2026-07', '2026-10'] as const;

/**
 * Returns the version that serves a request for `asked`: an older one falls forward to the oldest that is still served; null for an unknown
 * one.
 */
export function servedVersion(asked: string): string | null {
  const newest = SERVED_VERSIONS.at(-1) ?? '';
  if (asked === 'unstable') return newest;
  if (!/^20[0-9]{2}-(01|04|07|10)$/.test(asked) || asked > newest) return null;
  return asked < SERVED_VERSIONS[0] ? SERVED_VERSIONS[0] : asked;
}

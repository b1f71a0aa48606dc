import type { Source } from '../../domain/source';

/** The session cookie's name, fixed by the specification. */
export const SESSION_COOKIE = '_shsessid';

/** Returns the name of the cookie that binds an OAuth request to its browser. */
export function stateCookieName(platform: Source): string {
  return `_shstate_${platform}`;
}

const TEN_MINUTES_S = 600;

/** Returns the value of a cookie in a Cookie header; '' when it is absent. */
export function readCookie(header: string | null, name: string): string {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return '';
}

/** Returns the Set-Cookie of a new session: for this host only, hidden from scripts, and sent when a platform redirects back. */
export function sessionCookie(value: string, maxAgeS: number, local: boolean): string {
  return `${SESSION_COOKIE}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure(local)}`;
}

/** Returns the Set-Cookie of an OAuth request. */
export function stateCookie(platform: Source, value: string, local: boolean): string {
  return `${stateCookieName(platform)}=${value}; Path=/${platform}; Max-Age=${TEN_MINUTES_S}; HttpOnly; SameSite=Lax${secure(local)}`;
}

/** Returns all Set-Cookie lines that end a session: host-only, and by Domain for the host and all its parents, where old cookies may be. */
export function clearedSessionCookies(appOrigin: string, local: boolean): string[] {
  const gone = `${SESSION_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure(local)}`;
  return [gone, ...domainsOf(new URL(appOrigin).hostname).map((domain) => `${gone}; Domain=${domain}`)];
}

/** Returns the host and its parents, down to two labels; none for localhost or an IP address. */
function domainsOf(host: string): string[] {
  const labels = host.split('.');
  if (labels.length < 2 || /^[\d.]+$/u.test(host)) return [];
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

function secure(local: boolean): string {
  return local ? '' : '; Secure';
}

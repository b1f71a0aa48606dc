import type { Source } from '../../domain/source';

/** The session cookie's name, fixed by the specification. */
export const SESSION_COOKIE = '_shsessid';

/** The cookie that binds an OAuth request to the browser that made it. */
export function stateCookieName(platform: Source): string {
  return `_shstate_${platform}`;
}

const TEN_MINUTES_S = 600;

/** The value of a cookie in a Cookie header; '' when it is absent. */
export function readCookie(header: string | null, name: string): string {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return '';
}

/** Set-Cookie of a new session: for this host alone, gone from scripts, sent along when a platform redirects back. */
export function sessionCookie(value: string, maxAgeS: number, local: boolean): string {
  return `${SESSION_COOKIE}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure(local)}`;
}

/** Set-Cookie of an OAuth request. */
export function stateCookie(platform: Source, value: string, local: boolean): string {
  return `${stateCookieName(platform)}=${value}; Path=/${platform}; Max-Age=${TEN_MINUTES_S}; HttpOnly; SameSite=Lax${secure(local)}`;
}

/** All Set-Cookie lines that end a session: on the host, and on the host and all its parents by Domain, where old ones may lie. */
export function clearedSessionCookies(appOrigin: string, local: boolean): string[] {
  const gone = `${SESSION_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure(local)}`;
  return [gone, ...domainsOf(new URL(appOrigin).hostname).map((domain) => `${gone}; Domain=${domain}`)];
}

/** The host and its parents, down to two labels; none for localhost or an address of numbers. */
function domainsOf(host: string): string[] {
  const labels = host.split('.');
  if (labels.length < 2 || /^[\d.]+$/u.test(host)) return [];
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

function secure(local: boolean): string {
  return local ? '' : '; Secure';
}

import type { RateLimits } from '../runtime/bindings';
import { readCookie, SESSION_COOKIE } from './cookies';
import { hashOpaque, isOpaque } from './opaque';

/**
 * Checks whether a remote call is within its limits: by address, and by session where the caller has one. Anyone can make up
 * cookies, so a cookie counts in addition to the address, never instead of it.
 */
export async function allowsCall(limits: RateLimits, headers: Headers): Promise<boolean> {
  if (!(await allowsAddress(limits, headers))) return false;
  const cookie = readCookie(headers.get('cookie'), SESSION_COOKIE);
  if (limits.CALLS === undefined || !isOpaque(cookie)) return true;
  return (await limits.CALLS.limit({ key: `session:${await hashOpaque(cookie)}` })).success;
}

/** Checks whether an address may make another request that queries the shared database. */
export async function allowsAddress({ CALLS }: RateLimits, headers: Headers): Promise<boolean> {
  return CALLS === undefined || (await CALLS.limit({ key: addressOf(headers) })).success;
}

/** Checks whether an address may start another sign-in. */
export async function allowsSignIn({ DOORS }: RateLimits, headers: Headers): Promise<boolean> {
  return DOORS === undefined || (await DOORS.limit({ key: addressOf(headers) })).success;
}

/** Returns the key that a caller counts under. Cloudflare sets the header itself, whatever the caller sends. */
function addressOf(headers: Headers): string {
  const address = headers.get('cf-connecting-ip') ?? '';
  return `address:${address.includes(':') ? networkOf(address) : address}`;
}

/** Returns the first 64 bits of an IPv6 address: a subscriber gets at least that many (RFC 6177) and can change the rest at will. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => '0') : [];
  return [...groups, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/u, ''))
    .join(':');
}

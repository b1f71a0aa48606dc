import { readCookie, SESSION_COOKIE } from './sessions/cookies';
import { hashOpaque, isOpaque } from './sessions/opaque';

/**
 * The first fence against floods: counts kept at each location of the edge, so rough ones, and asked before any storage is
 * (developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit). An installation that binds none has no fence.
 * A local start has none either: nobody floods himself. Webhooks have none on purpose: one that is signed rightly is never refused.
 */
export interface Fences {
  /** Requests that ask the shared database something: by address, and remote calls by session too. */
  readonly CALLS?: RateLimit;
  /** Doors that anyone may open and that write a row each, by address. */
  readonly DOORS?: RateLimit;
}

/**
 * Whether a remote call may come in: by the caller's address, and by its session's cookie where it has one. Anyone can make up
 * cookies, so a cookie is counted beside the address and never in its place.
 */
export async function admitsCall(fences: Fences, headers: Headers): Promise<boolean> {
  if (!(await admitsAddress(fences, headers))) return false;
  const cookie = readCookie(headers.get('cookie'), SESSION_COOKIE);
  if (fences.CALLS === undefined || !isOpaque(cookie)) return true;
  return (await fences.CALLS.limit({ key: `session:${await hashOpaque(cookie)}` })).success;
}

/** Whether an address may make another request that asks the shared database something. */
export async function admitsAddress({ CALLS }: Fences, headers: Headers): Promise<boolean> {
  return CALLS === undefined || (await CALLS.limit({ key: addressOf(headers) })).success;
}

/** Whether an address may begin another sign-in. */
export async function admitsVisitor({ DOORS }: Fences, headers: Headers): Promise<boolean> {
  return DOORS === undefined || (await DOORS.limit({ key: addressOf(headers) })).success;
}

/** The caller as he is counted. Set by Cloudflare itself, whatever the caller sends. */
function addressOf(headers: Headers): string {
  const address = headers.get('cf-connecting-ip') ?? '';
  return `address:${address.includes(':') ? networkOf(address) : address}`;
}

/** The first 64 bits of an IPv6 address: a subscriber is given at least so much (RFC 6177), and may change the rest at will. */
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

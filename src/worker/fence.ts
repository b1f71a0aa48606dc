import { readCookie, SESSION_COOKIE } from './sessions/cookies';
import { hashOpaque, isOpaque } from './sessions/opaque';

/**
 * The first fence against floods: counts kept at each location of the edge, so rough ones, and asked before any storage is
 * (developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit). An installation that binds none has no fence.
 * A local start has none either: nobody floods himself. Webhooks have none on purpose: one that is signed rightly is never refused.
 */
export interface Fences {
  /** Remote calls, by session. */
  readonly CALLS?: RateLimit;
  /** Doors that anyone may open and that write a row each, by address. */
  readonly DOORS?: RateLimit;
}

/** Whether a remote call may come in: by its session's cookie where it has one, else by the caller's address. */
export async function admitsCall({ CALLS }: Fences, headers: Headers): Promise<boolean> {
  if (CALLS === undefined) return true;
  const cookie = readCookie(headers.get('cookie'), SESSION_COOKIE);
  const key = isOpaque(cookie) ? `session:${await hashOpaque(cookie)}` : addressOf(headers);
  return (await CALLS.limit({ key })).success;
}

/** Whether an address may begin another sign-in. */
export async function admitsVisitor({ DOORS }: Fences, headers: Headers): Promise<boolean> {
  return DOORS === undefined || (await DOORS.limit({ key: addressOf(headers) })).success;
}

/** Set by Cloudflare itself, whatever the caller sends. */
function addressOf(headers: Headers): string {
  return `address:${headers.get('cf-connecting-ip') ?? ''}`;
}

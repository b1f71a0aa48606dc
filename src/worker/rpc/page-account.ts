import type { Access } from './guard';
import type { CallerSession } from './ports';
import type { TwirpError } from './twirp-error';

/** The header in which a page names the account that it shows, as decimal text. Whoever is no page leaves it out. */
export const PAGE_ACCOUNT_HEADER = 'x-account-id';

/**
 * Why a page may not go on: it shows another account than its session is in by now, since its browser's other window signed in
 * anew, or began or ended an impersonation. What is on its screen is not this account's, and what it sends is meant for another.
 * Null when it may, and for public methods, by which a page finds out who is there.
 */
export function refusalOfPage(headers: Headers, access: Access, session: CallerSession | null): TwirpError | null {
  const shown = headers.get(PAGE_ACCOUNT_HEADER);
  if (shown === null || access === 'public' || session === null || shown === session.accountId) return null;
  return { code: 'aborted', message: 'This browser has changed to another account meanwhile. Nothing was done.' };
}

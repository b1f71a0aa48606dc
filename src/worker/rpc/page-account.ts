import { formatAccountId } from '../../domain/account/account-id';
import type { CallerSession } from './caller';
import type { Access } from './guard';
import type { TwirpError } from './twirp-error';

/** The header in which a page names the account that it shows, as decimal text. Other clients omit it. */
export const PAGE_ACCOUNT_HEADER = 'x-account-id';

/**
 * Returns why a page's call is refused: the page shows another account than its session now has, because another window of the browser
 * signed in again, or started or ended an impersonation. Its screen shows another account's data, and its calls are meant for that one.
 * Null when the call may proceed, and for public methods, which a page uses to find out who is signed in.
 */
export function refusalOfPage(headers: Headers, access: Access, session: CallerSession | null): TwirpError | null {
  const shown = headers.get(PAGE_ACCOUNT_HEADER);
  if (shown === null || access === 'public' || session === null || shown === formatAccountId(session.account.id)) return null;
  return { code: 'aborted', message: 'This browser has switched to another account. Nothing was changed.' };
}

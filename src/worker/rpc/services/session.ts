import { findAccountByShop } from '../../../db/accounts';
import { formatAccountId } from '../../../domain/account/account-id';
import { ok, refuse } from '../../../domain/result';
import type { SessionData } from '../../../gen/sh/session_pb';
import type { ISessionClient } from '../../../gen/sh/session_pb.client';
import { normaliseShopDomain } from '../../../platforms/shopify/shop-domain';
import { RELEASE } from '../../runtime/release';
import { impersonate, stopImpersonating } from '../../sessions/session';
import { UNAUDITED, reads, writes } from '../audit';
import type { CallerSession } from '../caller';
import { method, type Methods } from '../method';
import { toTimestamp } from '../present/time';

/** sh.Session: who is signed in. */
export const sessionMethods: Methods<ISessionClient> = {
  getSessionData: method('public', UNAUDITED, async ({ session }) => ok(session === null ? NOBODY : toSessionData(session))),

  getAppInfo: method('public', UNAUDITED, async ({ services: { config, billingMode } }) =>
    ok({
      appListingUrl: config.appListingUrl,
      supportEmail: config.supportEmail,
      alertSender: config.mailFrom,
      version: RELEASE,
      billingMode,
      ...config.telemetry,
    }),
  ),

  impersonateDomain: method('impersonation', writes('domain'), async ({ session, services: { db, now } }, { domain }) => {
    if (domain === '') {
      // Anyone who impersonates may stop; only an operator may start.
      if (session?.impersonator) await stopImpersonating(db, session);
      return ok({});
    }
    if (session?.isAdmin !== true) return refuse('permission_denied', 'Only operators may do this.');
    const shop = normaliseShopDomain(domain);
    if (shop === null) return refuse('invalid_argument', 'domain must be a shop domain, as in your-shop.myshopify.com.');
    const subject = await findAccountByShop(db, shop);
    if (subject?.status !== 'active') return refuse('not_found', `There is no account for ${shop}.`);
    // An operator's own shop is no impersonation.
    if (subject.id === (session.impersonator ?? session.account).id) await stopImpersonating(db, session);
    else await impersonate(db, session, subject.id, now());
    return ok({});
  }),

  test: method('operator', reads('none'), async () => ok({})),
};

/** The session data of a caller who is not signed in. */
const NOBODY: SessionData = {
  shopifyDomain: '',
  impersonatorDomain: '',
  email: '',
  accountId: '',
  accountName: '',
  isAdmin: false,
  impersonationEnds: '',
};

function toSessionData({ account, impersonator, impersonationEnds, isAdmin }: CallerSession): SessionData {
  return {
    shopifyDomain: account.shopDomain,
    impersonatorDomain: impersonator?.shopDomain ?? '',
    email: account.email,
    accountId: formatAccountId(account.id),
    accountName: account.name,
    isAdmin,
    impersonationEnds: toTimestamp(impersonator && impersonationEnds),
  };
}

import { formatAccountId } from '../../../domain/account/account-id';
import { ok, refuse } from '../../../domain/result';
import type { SessionData } from '../../../gen/sh/session_pb';
import type { ISessionClient } from '../../../gen/sh/session_pb.client';
import { normaliseShopDomain } from '../../../platforms/shopify/shop-domain';
import { UNAUDITED, reads, writes } from '../audit';
import { method, type Methods } from '../method';
import type { CallerSession } from '../ports';
import { toTimestamp } from '../present/time';

/** sh.Session: who is signed in. */
export const sessionMethods: Methods<ISessionClient> = {
  getSessionData: method('public', UNAUDITED, async ({ session }) => ok(session === null ? NOBODY : toSessionData(session))),

  getAppInfo: method('public', UNAUDITED, async ({ ports: { config } }) =>
    ok({
      appListingUrl: config.appListingUrl,
      supportEmail: config.supportEmail,
      alertSender: config.alertSender,
      version: config.version,
      billingMode: config.billingMode,
      ...config.telemetry,
    }),
  ),

  impersonateDomain: method('impersonation', writes('domain'), async ({ session, ports }, { domain }) => {
    if (domain === '') {
      // Anyone who impersonates may stop; only an operator may start.
      await ports.desk.stopImpersonating();
      return ok({});
    }
    if (session?.isAdmin !== true) return refuse('permission_denied', 'Only operators may do this.');
    const shop = normaliseShopDomain(domain);
    if (shop === null) return refuse('invalid_argument', 'domain must be a shop domain, as in your-shop.myshopify.com.');
    return (await ports.desk.impersonate(shop)) ? ok({}) : refuse('not_found', `There is no account for ${shop}.`);
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

function toSessionData({ shopDomain, impersonator, email, accountId, accountName, isAdmin }: CallerSession): SessionData {
  return {
    shopifyDomain: shopDomain,
    impersonatorDomain: impersonator?.shopDomain ?? '',
    email,
    accountId: formatAccountId(accountId),
    accountName,
    isAdmin,
    impersonationEnds: toTimestamp(impersonator?.ends ?? null),
  };
}

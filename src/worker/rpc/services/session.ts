import { ok, refuse } from '../../../domain/result';
import type { ISessionClient } from '../../../gen/sh/session_pb.client';
import { unavailable, type Handlers } from '../handler';

/** sh.Session: who is signed in. */
export const sessionHandlers: Handlers<ISessionClient> = {
  getSessionData: async ({ session }) =>
    ok({
      shopifyDomain: session?.shopDomain ?? '',
      impersonatorDomain: session?.impersonator?.shopDomain ?? '',
      email: session?.email ?? '',
      accountId: session?.accountId ?? '',
      accountName: session?.accountName ?? '',
      isAdmin: session?.isAdmin ?? false,
    }),

  getAppInfo: async ({ ports: { config } }) =>
    ok({
      appListingUrl: config.appListingUrl,
      supportEmail: config.supportEmail,
      version: config.version,
      billingMode: config.billingMode,
    }),

  impersonateDomain: async ({ session }, { domain }) => {
    // Whoever impersonates may always stop; to begin takes an operator.
    if (domain !== '' && session?.isAdmin !== true) return refuse('permission_denied', 'Only operators may do this.');
    return unavailable();
  },

  test: unavailable,
};

import { isEntitled } from '../../domain/account/entitlement';
import type { Entitlement } from '../../durable/api/account-api';
import { entitlementOf } from '../accounts/entitlement';
import type { Services } from '../runtime/services';
import type { Session } from '../sessions/session';

/** A session and its rights. `account` is the subject's: the only one whose data the call can read or change. */
export interface CallerSession extends Session {
  /** Whether the actor (the impersonator if there is one) is an operator. */
  readonly isAdmin: boolean;
  /** The subject's entitlement, read with the session. */
  readonly entitlement: Entitlement;
  /** Whether the subject may use the product now (domain rule over `entitlement`). */
  readonly entitled: boolean;
}

/** Returns the session with its rights now. */
export function toCaller({ config, billingMode, now }: Services, session: Session): CallerSession {
  const { account, impersonator } = session;
  const entitlement = entitlementOf(account, billingMode);
  const isAdmin = config.adminShops.has((impersonator ?? account).shopDomain);
  return { ...session, isAdmin, entitlement, entitled: isEntitled(entitlement, now()) };
}

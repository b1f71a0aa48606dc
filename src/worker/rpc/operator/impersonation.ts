import { findAccountByShop } from '../../../db/accounts';
import type { Services } from '../../runtime/services';
import { impersonate, stopImpersonating, type Session } from '../../sessions/session';
import type { ImpersonationPort } from '../ports';

/**
 * Creates the impersonation of this browser's session. The operator's identity comes from the session alone; the method table has checked
 * the caller's right and audits the call.
 */
export function createImpersonation({ db, now }: Pick<Services, 'db' | 'now'>, session: () => Promise<Session | null>): ImpersonationPort {
  return {
    impersonate: async (shopDomain) => {
      const who = await session();
      if (who === null) return false;
      const subject = await findAccountByShop(db, shopDomain);
      if (subject === null || subject.status !== 'active') return false;
      // An operator's own shop is no impersonation.
      if (subject.id === (who.impersonator ?? who.account).id) await stopImpersonating(db, who);
      else await impersonate(db, who, subject.id, now());
      return true;
    },
    stopImpersonating: async () => {
      const who = await session();
      if (who === null || who.impersonator === null) return;
      await stopImpersonating(db, who);
    },
  };
}

import { findAccountByShop } from '../../../db/accounts';
import type { Services } from '../../runtime/services';
import { impersonate, stopImpersonating, type Session } from '../../sessions/session';
import type { ImpersonationPort } from '../ports';

/**
 * What the person at the keyboard may do with his own session as an operator. Who he is comes from the session alone; the
 * caller's right was judged before, and the call is written down at the door.
 */
export function createImpersonation({ db, now }: Pick<Services, 'db' | 'now'>, session: () => Promise<Session | null>): ImpersonationPort {
  return {
    impersonate: async (shopDomain) => {
      const who = await session();
      if (who === null) return false;
      const subject = await findAccountByShop(db, shopDomain);
      if (subject === null || subject.status !== 'active') return false;
      // His own shop is himself.
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

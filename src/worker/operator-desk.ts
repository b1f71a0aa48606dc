import { findAccountByShop } from './db/accounts';
import { writeAudit, type AuditEntry } from './db/audit';
import type { OperatorDesk } from './rpc/ports';
import type { Services } from './services';
import { impersonate, stopImpersonating, type Session } from './sessions/session';

/**
 * What the person at the keyboard may do with his own session as an operator. Who he is comes from the session alone; the
 * caller's right was judged before. Nothing is done that the audit does not tell.
 */
export function openDesk(
  { db, log, now }: Pick<Services, 'db' | 'log' | 'now'>,
  requestId: string,
  session: () => Promise<Session | null>,
): OperatorDesk {
  const note = async (who: Session, entry: Pick<AuditEntry, 'subject' | 'method' | 'detail' | 'result'>): Promise<void> => {
    const actor = who.impersonator ?? who.account;
    await writeAudit(db, { ...entry, at: now(), actor: actor.id, actorShop: actor.shopDomain, reference: requestId });
    log.info('operator.acted', { method: entry.method, actor: actor.id, subject: entry.subject, result: entry.result });
  };
  const method = 'sh.Session/ImpersonateDomain';
  return {
    impersonate: async (shopDomain) => {
      const who = await session();
      if (who === null) return false;
      const subject = await findAccountByShop(db, shopDomain);
      if (subject === null || subject.status !== 'active') {
        await note(who, { subject: subject?.id ?? null, method, detail: { domain: shopDomain }, result: 'not_found' });
        return false;
      }
      // The entry comes first: an action that could not be written down is not done.
      await note(who, { subject: subject.id, method, detail: { domain: shopDomain }, result: 'ok' });
      await impersonate(db, who, subject.id, now());
      return true;
    },
    stopImpersonating: async () => {
      const who = await session();
      if (who === null || who.impersonator === null) return;
      await note(who, { subject: who.account.id, method, detail: { domain: '' }, result: 'ok' });
      await stopImpersonating(db, who);
    },
    noteTest: async () => {
      const who = await session();
      if (who === null) return;
      await note(who, { subject: null, method: 'sh.Session/Test', detail: {}, result: 'ok' });
    },
  };
}

import { findAccount, routeOf } from '../../../db/accounts';
import { writeAudit } from '../../../db/audit';
import type { Db } from '../../../db/database';
import type { Instant } from '../../../domain/instant';
import { normaliseShopDomain } from '../../../platforms/shopify/shop-domain';
import type { Log } from '../../runtime/log';
import type { AuditLog } from '../audit-port';

const ACCOUNT_ID = /^[1-9]\d{0,14}$/u;

/** Creates the audit log in the shared database, for one request, whose id each entry carries. */
export function createAuditLog(deps: { readonly db: Db; readonly log: Log; now(): Instant }, requestId: string): AuditLog {
  const { db, log } = deps;
  return {
    subject: async (by, name) => {
      if (by === 'account') return ACCOUNT_ID.test(name) ? textOf((await findAccount(db, Number(name)))?.id) : null;
      if (by === 'merchant') return textOf(await routeOf(db, 'square', name));
      const shop = normaliseShopDomain(name);
      return shop === null ? null : textOf(await routeOf(db, 'shopify', shop));
    },
    write: async ({ actor, subject, method, detail, result }) => {
      await writeAudit(db, {
        at: deps.now(),
        actor: Number(actor.accountId),
        subject: subject === null ? null : Number(subject),
        method,
        detail,
        result,
        reference: requestId,
      });
      log.info('operator.acted', { method, actor: actor.accountId, subject, result });
    },
  };
}

function textOf(id: number | null | undefined): string | null {
  return id === null || id === undefined ? null : String(id);
}

import { findAccount, routeOf } from '../../../db/accounts';
import { writeAudit } from '../../../db/audit';
import type { Db } from '../../../db/database';
import { formatAccountId, parseAccountId } from '../../../domain/account/account-id';
import type { Instant } from '../../../domain/instant';
import { normaliseShopDomain } from '../../../platforms/shopify/shop-domain';
import type { Log } from '../../runtime/log';
import type { AuditLog } from '../audit-port';

/** Creates the audit log in the shared database, for one request, whose id each entry carries. */
export function createAuditLog(deps: { readonly db: Db; readonly log: Log; now(): Instant }, requestId: string): AuditLog {
  const { db, log } = deps;
  return {
    subject: async (by, name) => {
      if (by === 'account') {
        const id = parseAccountId(name);
        return id.ok ? ((await findAccount(db, id.value))?.id ?? null) : null;
      }
      if (by === 'merchant') return routeOf(db, 'square', name);
      const shop = normaliseShopDomain(name);
      return shop === null ? null : routeOf(db, 'shopify', shop);
    },
    write: async (entry) => {
      await writeAudit(db, { at: deps.now(), ...entry, reference: requestId });
      const { method, actor, subject, result } = entry;
      log.info('operator.acted', { method, actor: formatAccountId(actor), subject: subject && formatAccountId(subject), result });
    },
  };
}

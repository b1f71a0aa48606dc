import { findAccount, routeOf } from '../../db/accounts';
import { writeAudit, type AuditEntry } from '../../db/audit';
import type { Db } from '../../db/database';
import { formatAccountId, parseAccountId, type AccountId } from '../../domain/account/account-id';
import { refuse, type Answer } from '../../domain/result';
import { normaliseShopDomain } from '../../platforms/shopify/shop-domain';
import { reasonOf } from '../runtime/log';
import { isOutage } from '../runtime/outage';
import type { Audit } from './audit';
import type { CallerSession } from './caller';
import type { Access } from './guard';
import type { Call } from './method';
import type { ServedMethod } from './method-table';
import { namedIds, type NamedIds } from './named-ids';

/** A call, and the request's id, which its entries carry. */
interface AuditedCall extends Call {
  readonly requestId: string;
}

/** Whether the audit log records a call. */
function isWritten({ access, audit }: { readonly access: Access; readonly audit: Audit }, session: CallerSession): boolean {
  if (audit.kind === 'unaudited') return false;
  if (access === 'operator' || access === 'impersonation') return true;
  return audit.kind === 'write' && session.impersonator !== null;
}

/**
 * Runs a call and audits it if required; nothing else writes call entries. A call that cannot be audited has no effect: a change is
 * recorded as begun before it is made, so that not even a crash in the middle loses the entry, and its outcome gets an entry of its own;
 * a read's answer is returned only after its entry was stored.
 */
export async function withAudit<T>(
  call: AuditedCall,
  method: ServedMethod,
  input: object,
  run: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const { session } = call;
  if (session === null || !isWritten(method, session)) return run();
  const entry = await begin(call, method, session, input);
  const written = async (result: string): Promise<boolean> => entry !== null && write(call, { ...entry, result });
  const changes = method.audit.kind === 'write';
  if (entry === null || (changes && !(await written('begun')))) {
    return refuse('unavailable', 'This could not be recorded in the audit log, so it was not done. Please try again in a moment.');
  }
  let answer: Answer<T>;
  try {
    answer = await run();
  } catch (error) {
    await written(isOutage(error) ? 'unavailable' : 'internal');
    throw error;
  }
  const kept = await written(answer.ok ? 'ok' : answer.error.code);
  if (kept || changes) return answer;
  return refuse('unavailable', 'This view could not be recorded in the audit log, so nothing is shown. Please try again in a moment.');
}

type Opened = Omit<AuditEntry, 'at' | 'result'>;

/** Returns false when the entry could not be stored. */
async function write({ services }: AuditedCall, entry: Omit<AuditEntry, 'at'>): Promise<boolean> {
  const { method, actor, subject, result } = entry;
  try {
    await writeAudit(services.db, { at: services.now(), ...entry });
    services.log.info('operator.acted', { method, actor: formatAccountId(actor), subject: subject && formatAccountId(subject), result });
    return true;
  } catch (error) {
    services.log.error('rpc.failed', { method, reason: reasonOf(error) });
    return false;
  }
}

/** Returns the entry without its result; null when the subject cannot be determined now. */
async function begin(call: AuditedCall, method: ServedMethod, session: CallerSession, input: object): Promise<Opened | null> {
  const { services, requestId } = call;
  const named = namedIds(method.input, input);
  try {
    const subject = await subjectOf(services.db, method.audit, session, named);
    // While they impersonate, the actor is the operator's own account.
    const actor = (session.impersonator ?? session.account).id;
    return { actor, subject, method: method.path, detail: withoutNames(named), reference: requestId };
  } catch (error) {
    services.log.error('rpc.failed', { method: method.path, reason: reasonOf(error) });
    return null;
  }
}

/**
 * Fields that name a customer as a platform does. The entry stores our own number instead, since nothing else of the customer may stay in
 * it.
 */
const NAMES: readonly string[] = ['domain', 'merchant_id'];

function withoutNames(named: NamedIds): NamedIds {
  return Object.fromEntries(Object.entries(named).filter(([field, value]) => value === '' || !NAMES.includes(field)));
}

/** Returns the account that a call is about; null when it names none, or one that does not exist. */
async function subjectOf(db: Db, { subject: field }: Audit, session: CallerSession, detail: NamedIds): Promise<AccountId | null> {
  const named = String(detail[field] ?? '');
  switch (field) {
    case 'none':
      return null;
    case 'caller':
      return session.account.id;
    case 'id':
    case 'account_id': {
      const id = parseAccountId(named);
      return id.ok ? ((await findAccount(db, id.value))?.id ?? null) : null;
    }
    case 'merchant_id':
      return routeOf(db, 'square', named);
    case 'domain': {
      // Without a domain an operator ends the impersonation: the entry is about the account that they leave.
      if (named === '') return session.impersonator === null ? null : session.account.id;
      const shop = normaliseShopDomain(named);
      return shop === null ? null : routeOf(db, 'shopify', shop);
    }
  }
}

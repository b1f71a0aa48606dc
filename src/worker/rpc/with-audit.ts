import type { AccountId } from '../../domain/account/account-id';
import { refuse, type Answer } from '../../domain/result';
import { isOutage } from '../runtime/outage';
import type { Audit } from './audit';
import type { AuditLog, AuditRecord } from './audit-port';
import type { Access } from './guard';
import type { ServedMethod } from './method-table';
import { namedIds, type NamedIds } from './named-ids';
import type { CallerSession, RpcRequest } from './ports';

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
  rpc: RpcRequest,
  method: ServedMethod,
  given: { readonly session: CallerSession | null; readonly input: object },
  run: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const { session, input } = given;
  if (session === null || !isWritten(method, session)) return run();
  const written = writer(rpc, method);
  const entry = await begin(rpc, method, session, input);
  const changes = method.audit.kind === 'write';
  if (entry === null || (changes && !(await written(entry, 'begun')))) {
    return refuse('unavailable', 'This could not be recorded in the audit log, so it was not done. Please try again in a moment.');
  }
  let answer: Answer<T>;
  try {
    answer = await run();
  } catch (error) {
    await written(entry, isOutage(error) ? 'unavailable' : 'internal');
    throw error;
  }
  const kept = await written(entry, answer.ok ? 'ok' : answer.error.code);
  if (kept || changes) return answer;
  return refuse('unavailable', 'This view could not be recorded in the audit log, so nothing is shown. Please try again in a moment.');
}

type Opened = Omit<AuditRecord, 'result'>;

function writer(rpc: RpcRequest, method: ServedMethod): (entry: Opened, result: string) => Promise<boolean> {
  return async (entry, result) => {
    try {
      await rpc.trail.write({ ...entry, result });
      return true;
    } catch (error) {
      rpc.reportFailure({ method: method.path, requestId: rpc.requestId, error });
      return false;
    }
  };
}

/** Returns the entry without its result; null when the subject cannot be determined now. */
async function begin(rpc: RpcRequest, method: ServedMethod, session: CallerSession, input: object): Promise<Opened | null> {
  const { accountId, impersonator } = session;
  const named = namedIds(method.input, input);
  try {
    const subject = await subjectOf(rpc.trail, method.audit, session, named);
    return { actor: impersonator?.accountId ?? accountId, subject, method: method.path, detail: withoutNames(named) };
  } catch (error) {
    rpc.reportFailure({ method: method.path, requestId: rpc.requestId, error });
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

async function subjectOf(trail: AuditLog, { subject: field }: Audit, session: CallerSession, detail: NamedIds): Promise<AccountId | null> {
  const named = String(detail[field] ?? '');
  switch (field) {
    case 'none':
      return null;
    case 'caller':
      return session.accountId;
    case 'id':
    case 'account_id':
      return trail.subject('account', named);
    case 'merchant_id':
      return trail.subject('merchant', named);
    case 'domain':
      // Without a domain an operator ends the impersonation: the entry is about the account that they leave.
      if (named === '') return session.impersonator === null ? null : session.accountId;
      return trail.subject('shop', named);
  }
}

import type { AlertRow } from '../../../db/alerts';
import type { AuditRow } from '../../../db/audit';
import type { DeadLetterRow } from '../../../db/dead-letters';
import type { FleetRow } from '../../../db/fleet';
import type { Task } from '../../../db/tasks';
import { formatAccountId } from '../../../domain/account/account-id';
import type { AccountTask, Alert, AuditEntry, DeadLetter, FleetAccount } from '../../../gen/sh/operations_pb';
import { toTimestamp } from './time';

/** The largest number that an int32 field holds. */
const MOST = 2_147_483_647;

/** Returns a customer's health as calls answer it. */
export function toFleetAccount(row: FleetRow): FleetAccount {
  return {
    accountId: formatAccountId(row.account),
    domain: row.shopDomain,
    name: row.name,
    troubles: [...row.troubles],
    since: toTimestamp(row.since),
    held: row.held,
    blocked: row.blocked,
    frozen: row.frozen,
    missingWebhooks: row.missingWebhooks,
    ...(row.lagP95Ms === null ? {} : { lagP95Ms: Math.min(row.lagP95Ms, MOST) }),
    oldestUnderWayMs: row.oldestUnderWayMs,
    drift: Math.min(row.drift, MOST),
    shopifyAccess: row.shopifyAccess,
    squareAccess: row.squareAccess,
    entitled: row.entitled,
    unreachable: [...row.unreachable],
    checkedAt: toTimestamp(row.checkedAt),
  };
}

/** Returns a background task of a customer as calls answer it. */
export function toAccountTask(task: Omit<Task, 'body'>): AccountTask {
  return {
    id: String(task.id),
    name: task.name,
    source: task.source,
    state: task.state,
    progress: task.progress,
    total: task.total,
    attempts: task.attempts,
    queuedAt: toTimestamp(task.queuedAt),
    startedAt: toTimestamp(task.startedAt),
    finishedAt: toTimestamp(task.finishedAt),
    error: task.error,
  };
}

/** Returns an entry of the audit log as calls answer it. */
export function toAuditEntry(row: AuditRow & { readonly subjectShop: string }): AuditEntry {
  return {
    id: String(row.id),
    at: toTimestamp(row.at),
    actorDomain: row.actorShop === '' ? `account ${row.actor}` : row.actorShop,
    accountId: row.subject === null ? '' : formatAccountId(row.subject),
    domain: row.subjectShop,
    method: row.method,
    detail: row.detail,
    result: row.result,
    reference: row.reference,
  };
}

/** Returns a dead letter as calls answer it. */
export function toDeadLetter(row: DeadLetterRow): DeadLetter {
  return {
    id: String(row.id),
    processor: row.name,
    subject: row.subject === '' ? row.source : row.subject,
    accountId: row.account === 0 ? '' : formatAccountId(row.account),
    domain: row.shopDomain === '' ? row.owner : row.shopDomain,
    failedAt: toTimestamp(row.finishedAt),
    attempts: row.attempts,
    reason: row.error,
    replayedAt: toTimestamp(row.replayedAt),
  };
}

/** Returns an alert as calls answer it. */
export function toAlert(row: AlertRow & { readonly shopDomain: string }): Alert {
  return {
    id: String(row.id),
    accountId: row.account === 0 ? '' : formatAccountId(row.account),
    domain: row.shopDomain,
    kind: row.kind,
    message: row.message,
    raisedAt: toTimestamp(row.raisedAt),
    clearedAt: toTimestamp(row.clearedAt),
    operatorToldAt: toTimestamp(row.operatorToldAt),
    merchantToldAt: toTimestamp(row.merchantToldAt),
  };
}

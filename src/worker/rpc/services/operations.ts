import { findAccount } from '../../../db/accounts';
import { listAlerts } from '../../../db/alerts';
import { listAudit } from '../../../db/audit';
import { FLEET_COLUMNS, listFleet, parseFleetColumn, type FleetQuery } from '../../../db/fleet';
import { tasksOf } from '../../../db/tasks';
import { HEALTH_PROBLEMS, parseHealthProblem, type HealthProblem } from '../../../domain/account/health-problem';
import { ok, refuse, type Answer } from '../../../domain/result';
import type { FleetRequest } from '../../../gen/sh/operations_pb';
import type { IOperationsClient } from '../../../gen/sh/operations_pb.client';
import { requestDeletion } from '../../accounts/request-deletion';
import { healthNow } from '../../health/visit';
import { UNAUDITED, writes } from '../audit';
import { method, type Methods } from '../method';
import { readCursor, readText } from '../present/arguments';
import { toAccountTask, toAlert, toAuditEntry, toFleetAccount } from '../present/operations';
import { readAccountId, readOptionalAccountId, readPageSize } from '../present/operations-arguments';
import { deadLetterMethods } from './operations-dead-letters';
import { pauseMethods } from './operations-pauses';
import { webhookDeliveryMethods } from './operations-webhook-delivery';

/** Tasks of a customer that are listed. */
const TASKS_LISTED = 100;

/** sh.Operations: what operators use to look after all customers. The access table admits nobody else. */
export const operationsMethods: Methods<IOperationsClient> = {
  getFleet: method('operator', UNAUDITED, async ({ services }, input) => {
    const query = readFleetQuery(input);
    if (!query.ok) return query;
    const { total, rows, troubles } = await listFleet(services.db, query.value);
    return ok({ total, accounts: rows.map(toFleetAccount), troubles: inOrder(troubles) });
  }),

  getAccountHealth: method('operator', UNAUDITED, async ({ services }, input) => {
    const account = readAccountId('id', input.id);
    if (!account.ok) return account;
    const row = await healthNow(services, account.value);
    if (row === 'unknown') return refuse('not_found', 'There is no such account.');
    if (row === 'unreachable') return refuse('unavailable', "The account's object does not answer right now.");
    return ok(toFleetAccount(row));
  }),

  ...webhookDeliveryMethods,

  getAccountTasks: method('operator', UNAUDITED, async ({ services }, input) => {
    const account = readAccountId('id', input.id);
    if (!account.ok) return account;
    if ((await findAccount(services.db, account.value)) === null) return refuse('not_found', 'There is no such account.');
    return ok({ tasks: (await tasksOf(services.db, account.value, TASKS_LISTED)).map(toAccountTask) });
  }),

  deleteAccount: method('operator', writes('id'), async ({ services }, input) => {
    const account = readAccountId('id', input.id);
    if (!account.ok) return account;
    const requested = await requestDeletion(services, account.value, input.shopDomain);
    return requested.ok ? ok({ receipt: requested.value }) : requested;
  }),

  getAudit: method('operator', UNAUDITED, async ({ services }, input) => {
    const subject = readOptionalAccountId('account_id', input.accountId);
    const actor = readText('actor', input.actor.trim().toLowerCase(), LONGEST_TEXT);
    const method = readText('method', input.method.trim(), LONGEST_TEXT);
    const before = readCursor(input.cursor);
    const limit = readPageSize(input.limit);
    if (!subject.ok) return subject;
    if (!actor.ok) return actor;
    if (!method.ok) return method;
    if (!before.ok) return before;
    if (!limit.ok) return limit;
    const rows = await listAudit(services.db, {
      subject: subject.value,
      actorShop: actor.value,
      method: method.value,
      before: before.value,
      limit: limit.value + 1,
    });
    const page = rows.slice(0, limit.value);
    return ok({ entries: page.map(toAuditEntry), nextCursor: nextCursor(rows.length > limit.value, page.at(-1)?.id) });
  }),

  ...deadLetterMethods,

  ...pauseMethods,

  getAlerts: method('operator', UNAUDITED, async ({ services }, input) => {
    const account = readOptionalAccountId('account_id', input.accountId);
    const before = readCursor(input.cursor);
    const limit = readPageSize(input.limit);
    if (!account.ok) return account;
    if (!before.ok) return before;
    if (!limit.ok) return limit;
    const request = { account: account.value, openOnly: input.openOnly, before: before.value, limit: limit.value + 1 };
    const rows = await listAlerts(services.db, request);
    const page = rows.slice(0, limit.value);
    return ok({ alerts: page.map(toAlert), nextCursor: nextCursor(rows.length > limit.value, page.at(-1)?.id) });
  }),
};

/** Longest text to look for, in characters. */
const LONGEST_TEXT = 200;

function nextCursor(more: boolean, lastId: number | undefined): string {
  return more && lastId !== undefined ? String(lastId) : '';
}

function readFleetQuery(input: FleetRequest): Answer<FleetQuery> {
  const limit = readPageSize(input.limit);
  if (!limit.ok) return limit;
  if (input.offset < 0) return refuse('invalid_argument', 'offset must not be negative.');
  const sort = readSort(input.sort);
  if (!sort.ok) return sort;
  const trouble = readTrouble(input.trouble);
  if (!trouble.ok) return trouble;
  const query = readText('query', input.query.trim(), LONGEST_TEXT);
  if (!query.ok) return query;
  return ok({ limit: limit.value, offset: input.offset, sort: sort.value, trouble: trouble.value, query: query.value });
}

function readSort(text: string): Answer<FleetQuery['sort']> {
  if (text === '') return ok(null);
  const descending = text.startsWith('-');
  const column = parseFleetColumn(descending ? text.slice(1) : text);
  if (column !== null) return ok({ column, descending });
  return refuse('invalid_argument', `sort must be one of ${FLEET_COLUMNS.join(', ')}, with '-' before it for descending, or ''.`);
}

function readTrouble(text: string): Answer<HealthProblem | 'any' | null> {
  if (text === '') return ok(null);
  const trouble = text === 'any' ? 'any' : parseHealthProblem(text);
  if (trouble !== null) return ok(trouble);
  return refuse('invalid_argument', `trouble must be any, one of ${HEALTH_PROBLEMS.join(', ')}, or ''.`);
}

/** Orders the counts by severity, the worst kind first, without kinds that no account has. */
function inOrder(counts: readonly { readonly trouble: string; readonly accounts: number }[]): { trouble: string; accounts: number }[] {
  return HEALTH_PROBLEMS.flatMap((trouble) => counts.filter((count) => count.trouble === trouble)).map((count) => ({ ...count }));
}

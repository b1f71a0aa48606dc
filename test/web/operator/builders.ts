import type { AccountDetail } from '../../../src/gen/sh/admin_pb';
import type { AuditEntry, DeadLetter, FleetAccount } from '../../../src/gen/sh/operations_pb';
import type { SessionData } from '../../../src/gen/sh/session_pb';
import { aSession } from '../support/builders';
import type { Answers } from '../support/fake-api';

/** An operator who is not impersonating. */
export const anOperator = (): SessionData =>
  aSession({ shopifyDomain: 'operator.myshopify.com', accountName: 'The operators', accountId: '2', isAdmin: true });

/** An operator is signed in and not impersonating. */
export const AS_OPERATOR: Answers = { GetSessionData: anOperator };

/** A customer without health problems. */
export function aCustomer(change: Partial<FleetAccount> = {}): FleetAccount {
  return {
    accountId: '7',
    domain: 'demo.myshopify.com',
    name: 'Harbour & Pine',
    troubles: [],
    since: '',
    held: 0,
    blocked: 0,
    frozen: 0,
    missingWebhooks: 0,
    oldestUnderWayMs: 0,
    drift: 0,
    shopifyAccess: true,
    squareAccess: true,
    entitled: true,
    unreachable: [],
    checkedAt: new Date().toISOString(),
    ...change,
  };
}

/** The details of an account with both platforms connected. */
export function aDetailOf(change: Partial<AccountDetail> = {}): AccountDetail {
  return {
    summary: { id: '7', domain: 'demo.myshopify.com', email: 'owner@example.com', expires: '' },
    lastPaymentDate: '',
    lastLoginDate: '',
    totalPaymentDollars: 0,
    totalSyncedLocations: 1,
    shopifyOrdersYtd: 0,
    squareOrdersLast30: 0,
    shopify: { totalProducts: 58, totalVariants: 1250, totalLocations: 2 },
    square: { totalProducts: 57, totalVariants: 1249, totalLocations: 1 },
    shopifyAccess: true,
    squareAccess: true,
    shopifyOrdersAvailable: false,
    squareOrdersAvailable: false,
    squareMerchantId: 'MLDEMO',
    ...change,
  };
}

/** An entry of the audit log. */
export function anAuditEntry(change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: '40',
    at: '2026-11-20T09:00:00Z',
    actorDomain: 'operator.myshopify.com',
    accountId: '7',
    domain: 'demo.myshopify.com',
    method: 'sh.Admin/AdminBuildSnapshot',
    detail: '{"account_id":"7","source":"square"}',
    result: 'ok',
    reference: 'req-40',
    ...change,
  };
}

/** A task that failed every attempt. */
export function aDeadLetter(change: Partial<DeadLetter> = {}): DeadLetter {
  return {
    id: 't1',
    processor: 'snapshot',
    subject: 'square',
    accountId: '7',
    domain: 'demo.myshopify.com',
    failedAt: '2026-11-20T09:00:00Z',
    attempts: 5,
    reason: 'Square did not answer.',
    replayedAt: '',
    ...change,
  };
}

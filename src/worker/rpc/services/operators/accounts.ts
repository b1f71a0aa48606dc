import { listAccounts, type Account } from '../../../../db/accounts';
import { paidInAll, paymentsOf } from '../../../../db/subscriptions';
import type { ConnectionCounts } from '../../../../domain/account/access';
import { formatAccountId } from '../../../../domain/account/account-id';
import { ok, refuse, type Answer } from '../../../../domain/result';
import type { AccountDetail, AccountSummary, GetAccountsRequest, InventorySummary } from '../../../../gen/sh/admin_pb';
import type { IAdminClient } from '../../../../gen/sh/admin_pb.client';
import type { BillingMode } from '../../../runtime/config';
import { UNAUDITED, reads } from '../../audit';
import { method, type Methods } from '../../method';
import { findCustomer } from '../../operator/customers';
import { readLimit, readText } from '../../present/arguments';
import { toTimestamp } from '../../present/time';

/** Rows per page by default; never more than a thousand. */
const USUAL_PAGE = 100;

/** Longest search text, in characters. */
const MAX_QUERY = 200;

/** The customers: a list in pages, and one in detail. */
export const accountsMethods: Pick<Methods<IAdminClient>, 'adminGetAccounts' | 'adminGetAccount'> = {
  adminGetAccounts: method('operator', UNAUDITED, async ({ services }, input) => {
    const request = readRequest(input);
    if (!request.ok) return request;
    const { billingMode } = services;
    const page = await listAccounts(services.db, { ...request.value, now: services.now(), everybodyPaid: billingMode === 'none' });
    return ok({ total: page.total, accounts: page.accounts.map((account) => toSummary(account, billingMode)) });
  }),

  adminGetAccount: method('operator', reads('id'), async (call, input) => {
    const found = await findCustomer(call, 'id', input.id);
    if (!found.ok) return found;
    const { db, billingMode, account } = call.services;
    const customer = found.value;
    const [[last], cents, overview] = await Promise.all([
      paymentsOf(db, customer.id, 1),
      paidInAll(db, customer.id),
      account(customer.id).overview(),
    ]);
    const { counts, orders, access, pairs } = overview;
    const detail: AccountDetail = {
      summary: toSummary(customer, billingMode),
      lastPaymentDate: toTimestamp(last?.at ?? null),
      lastLoginDate: toTimestamp(customer.lastLogin),
      totalPaymentDollars: cents / 100,
      totalSyncedLocations: pairs,
      shopifyOrdersYtd: orders.shopify ?? 0,
      squareOrdersLast30: orders.square ?? 0,
      shopify: toInventorySummary(counts.shopify),
      square: toInventorySummary(counts.square),
      shopifyAccess: access.shopify,
      squareAccess: access.square,
      shopifyOrdersAvailable: orders.shopify !== null,
      squareOrdersAvailable: orders.square !== null,
      ...(customer.squareMerchantId === null ? {} : { squareMerchantId: customer.squareMerchantId }),
    };
    return ok(detail);
  }),
};

function readRequest(
  input: GetAccountsRequest,
): Answer<{ readonly query: string; readonly onlyActive: boolean; readonly limit: number; readonly offset: number }> {
  const limit = readLimit('limit', input.limit, USUAL_PAGE);
  if (!limit.ok) return limit;
  if (input.offset < 0) return refuse('invalid_argument', 'offset must not be negative.');
  const query = readText('query', input.query.trim(), MAX_QUERY);
  if (!query.ok) return query;
  return ok({ query: query.value, onlyActive: input.onlyActive ?? false, limit: limit.value, offset: input.offset });
}

/** Without billing, access has no end. */
function toSummary({ id, shopDomain, email, status, accessEnds }: Account, billingMode: BillingMode): AccountSummary {
  const ends = billingMode === 'none' && status === 'active' ? null : accessEnds;
  return { id: formatAccountId(id), domain: shopDomain, email, expires: toTimestamp(ends) };
}

function toInventorySummary({ products, variants, locations }: ConnectionCounts): InventorySummary {
  return { totalProducts: products, totalVariants: variants, totalLocations: locations };
}

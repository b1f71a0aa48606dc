import { findAccount, listAccounts, routeOf, type Account } from '../../../db/accounts';
import type { Db } from '../../../db/database';
import { paidInAll, paymentsOf } from '../../../db/subscriptions';
import type { AccountId } from '../../../domain/account/account-id';
import type { Instant } from '../../../domain/instant';
import type { Customer, OperatorPorts } from '../operator-ports';

export interface CustomersDeps {
  readonly db: Db;
  readonly billingMode: 'shopify' | 'none';
  now(): Instant;
}

/** Creates the customer lookups of operators' methods, over the shared database. */
export function openCustomers(deps: CustomersDeps): Pick<OperatorPorts, 'customers' | 'customer' | 'customerOf' | 'payments'> {
  const { db } = deps;
  const byId = async (id: AccountId): Promise<Customer | null> => {
    const account = await findAccount(db, id);
    return account === null ? null : toCustomer(deps, account);
  };
  return {
    customers: async (request) => {
      const everybodyPaid = deps.billingMode === 'none';
      const page = await listAccounts(db, { ...request, now: deps.now(), everybodyPaid });
      return { total: page.total, customers: page.accounts.map((account) => toCustomer(deps, account)) };
    },
    customer: byId,
    customerOf: async (source, name) => {
      const id = await routeOf(db, source, name);
      return id === null ? null : byId(id);
    },
    payments: async (accountId) => {
      const [[last], cents] = await Promise.all([paymentsOf(db, accountId, 1), paidInAll(db, accountId)]);
      return { last: last?.at ?? null, cents };
    },
  };
}

/** Without billing, access has no end. */
function toCustomer({ billingMode }: CustomersDeps, account: Account): Customer {
  const { id, shopDomain, email, squareMerchantId, accessEnds, lastLogin } = account;
  const ends = billingMode === 'none' && account.status === 'active' ? null : accessEnds;
  return { id, shopDomain, email, squareMerchantId, accessEnds: ends, lastLogin };
}

import type { Context } from 'hono';

import { findAccount, renameAccount, saveAlertAddress, type Account } from '../../db/accounts';
import { historyDatabase } from '../../db/database';
import { readHistory, type HistoryLine } from '../../db/history';
import { paymentsOf, subscriptionsOf } from '../../db/subscriptions';
import { isEntitled } from '../../domain/account/entitlement';
import { describeFact } from '../../domain/history/message';
import { parseSource, sourceName } from '../../domain/source';
import { settleCancellation } from '../accounts/cancel-subscription';
import { entitlementOf } from '../accounts/entitlement';
import { refreshSubscription } from '../accounts/refresh-subscription';
import { releaseSquareRoute } from '../accounts/square-connection';
import { isActive, lostCharge, trialDaysLeft, wasConfirmed } from '../accounts/subscription-status';
import type { AppEnv } from '../runtime/app-env';
import { reasonOf } from '../runtime/log';
import { RELEASE } from '../runtime/release';
import type { Services } from '../runtime/services';
import { enqueueAfterwards } from '../runtime/task-queue';
import { allowsCall } from '../sessions/rate-limit';
import type { Session } from '../sessions/session';
import { sessionOf } from '../sessions/session-of';
import { createAuditLog } from './operator/audit-log';
import { createImpersonation } from './operator/impersonation';
import { operationsOf } from './operator/operations';
import { openOperators } from './operator/operators';
import type {
  AccountDirectory,
  CallerSession,
  HistoryEntry,
  HistoryReader,
  RpcConfig,
  RpcPorts,
  RpcRequest,
  SubscriptionLedger,
} from './ports';

/** Creates what the remote calls get for one request: the caller's session, and the Worker's services as the calls' ports. */
export function openRpcRequest(c: Context<AppEnv>): RpcRequest {
  const services = c.get('services');
  const requestId = c.get('requestId');
  let asked: Promise<Session | null> | undefined;
  const current = (): Promise<Session | null> => (asked ??= sessionOf(c));
  return {
    requestId,
    admit: async () => services.local || (await allowsCall(c.env, c.req.raw.headers)),
    session: async () => {
      const session = await current();
      return session === null ? null : toCaller(services, session);
    },
    ports: { ...portsOf(services), desk: createImpersonation(services, current) },
    trail: createAuditLog(services, requestId),
    reportFailure: ({ method, error }) => {
      services.log.error('rpc.failed', { method, reason: reasonOf(error) });
    },
  };
}

function portsOf(services: Services): Omit<RpcPorts, 'desk'> {
  return {
    account: (accountId) => services.account(accountId),
    accounts: directoryOf(services),
    history: historyOf(services),
    subscriptions: ledgerOf(services),
    tasks: {
      enqueueSnapshot: async (accountId, source) => {
        await enqueueAfterwards(services, 'snapshot', accountId, source);
      },
      enqueueCopy: async (accountId, source) => {
        await enqueueAfterwards(services, 'copy', accountId, source);
      },
    },
    operators: openOperators(services),
    operations: operationsOf(services),
    config: configOf(services),
  };
}

function toCaller(services: Services, { account, impersonator, impersonationEnds }: Session): CallerSession {
  const entitlement = entitlementOf(account, services.billingMode);
  return {
    accountId: account.id,
    shopDomain: account.shopDomain,
    accountName: account.name,
    email: account.email,
    impersonator:
      impersonator === null ? null : { accountId: impersonator.id, shopDomain: impersonator.shopDomain, ends: impersonationEnds },
    isAdmin: services.config.adminShops.has((impersonator ?? account).shopDomain),
    entitlement,
    entitled: isEntitled(entitlement, services.now()),
  };
}

function directoryOf(services: Services): AccountDirectory {
  return {
    rename: (accountId, name) => renameAccount(services.db, accountId, name),
    details: async (accountId) => {
      const account = await findAccount(services.db, accountId);
      return { name: account?.name ?? '', alertAddress: account?.alertAddress ?? '' };
    },
    setAlertAddress: (accountId, address) => saveAlertAddress(services.db, accountId, address),
    releaseConnection: async (accountId, source) => {
      // A shop stays routed to its account as long as the account exists; only a Square merchant can move to another one.
      if (source === 'square') await releaseSquareRoute(services, accountId);
    },
  };
}

function historyOf(services: Services): HistoryReader {
  return {
    page: async (accountId, query) => {
      const { total, lines } = await readHistory(historyDatabase([services.db], accountId), accountId, query);
      return { total, rows: lines.map(toEntry) };
    },
  };
}

function toEntry(line: HistoryLine): HistoryEntry {
  return {
    at: line.at,
    originator: originatorName(line.originator),
    locationName: line.location,
    sku: line.sku,
    message: describeFact(line.fact),
  };
}

/** Returns the originator's name for display. */
function originatorName(originator: string): string {
  const source = parseSource(originator);
  if (source !== null) return sourceName(source);
  if (originator === 'merchant') return 'Merchant';
  return originator === 'operator' ? 'Operator' : 'Shelfbridge';
}

function ledgerOf(services: Services): SubscriptionLedger {
  const { db } = services;
  return {
    current: async (accountId) => {
      const stored = await subscriptionsOf(db, accountId);
      const current = stored.find(isActive) ?? stored.find(wasConfirmed);
      if (current === undefined) return null;
      const active = isActive(current);
      const { id, name, amount, currency, currentPeriodEnd } = current;
      return { id, name, active, price: amount, currency, nextBilling: active ? currentPeriodEnd : null };
    },
    lostCharge: async (accountId) => lostCharge(await subscriptionsOf(db, accountId)),
    payments: async (accountId, limit) => {
      const payments = await paymentsOf(db, accountId, limit);
      return payments.map(({ id, at, amountCents }) => ({ id, at, cents: amountCents }));
    },
    standing: async (accountId) => {
      const account = await findAccount(db, accountId);
      return account === null ? null : standingOf(services, account);
    },
    refresh: async (accountId) => {
      const read = await refreshSubscription(services, accountId);
      return read.ok ? { ok: true, value: null } : read;
    },
    settleCancellation: (accountId, subscriptionId, reason) => settleCancellation(services, accountId, { id: subscriptionId, reason }),
  };
}

function standingOf(services: Services, account: Account): Awaited<ReturnType<SubscriptionLedger['standing']>> {
  const now = services.now();
  return {
    activeSubscription: account.subscribed,
    entitled: isEntitled(entitlementOf(account, services.billingMode), now),
    availableTrialDays: trialDaysLeft(account.trialStarted, now),
  };
}

function configOf({ config, billingMode, local }: Services): RpcConfig {
  return {
    appOrigin: config.appOrigin,
    billingMode,
    allowTestCharges: local,
    staffShops: config.staffShops,
    statusSecret: config.statusSecret,
    appListingUrl: config.appListingUrl,
    supportEmail: config.supportEmail,
    alertSender: config.mailFrom,
    telemetry: config.telemetry,
    version: RELEASE,
  };
}

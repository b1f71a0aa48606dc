import { findAccount } from '../../../db/accounts';
import type { AccountId } from '../../../domain/account/account-id';
import { ok, refuse, type Answer } from '../../../domain/result';
import { SOURCES, type Source } from '../../../domain/source';
import type { WebhookDeliveryView } from '../../../durable/api/health-api';
import type { PlatformHearing } from '../../../gen/sh/operations_pb';
import type { IOperationsClient } from '../../../gen/sh/operations_pb.client';
import { UNAUDITED, writes } from '../audit';
import { method, type Call, type Methods } from '../method';
import { readAccountId } from '../present/operations-arguments';
import { toTimestamp } from '../present/time';

const HOUR_MS = 3_600_000;

/** A customer's webhook deliveries, and reading what was not delivered. */
export const webhookDeliveryMethods: Pick<Methods<IOperationsClient>, 'getAccountHearing' | 'reconcileAccount'> = {
  getAccountHearing: method('operator', UNAUDITED, async (call, input) => {
    const found = await customerOf(call, input.id);
    if (!found.ok) return found;
    const hearing = await call.services.account(found.value).hearing();
    return ok({ platforms: SOURCES.map((source) => toPlatformDelivery(source, hearing[source])) });
  }),

  reconcileAccount: method('operator', writes('id'), async (call, input) => {
    const found = await customerOf(call, input.id);
    if (!found.ok) return found;
    const reconciled = await call.services.account(found.value).reconcileNow();
    if (!reconciled.ok) return reconciled;
    const { shopify, square } = reconciled.value;
    return ok({ ...(shopify !== null && { shopify }), ...(square !== null && { square }) });
  }),
};

async function customerOf({ services }: Call, id: string): Promise<Answer<AccountId>> {
  const account = readAccountId('id', id);
  if (!account.ok) return account;
  return (await findAccount(services.db, account.value)) === null ? refuse('not_found', 'There is no such account.') : account;
}

function toPlatformDelivery(source: Source, { silent, lastHeard, day, hours }: WebhookDeliveryView): PlatformHearing {
  return {
    source,
    silent,
    lastHeard: toTimestamp(lastHeard),
    ...day,
    hours: hours.toReversed().map(({ hour, ...counts }) => ({ begins: toTimestamp(hour * HOUR_MS), ...counts })),
  };
}

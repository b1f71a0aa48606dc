import { ok, refuse, type Answer } from '../../../domain/result';
import { SOURCES, type Source } from '../../../domain/source';
import type { WebhookDeliveryView } from '../../../durable/api/health-api';
import type { PlatformHearing } from '../../../gen/sh/operations_pb';
import type { IOperationsClient } from '../../../gen/sh/operations_pb.client';
import { UNAUDITED, writes } from '../audit';
import { method, type Call, type Methods } from '../method';
import type { Customer } from '../operator-ports';
import { readAccountId } from '../present/operations-arguments';
import { toTimestamp } from '../present/time';

const HOUR_MS = 3_600_000;

/** A customer's webhook deliveries, and reading what was not delivered. */
export const webhookDeliveryMethods: Pick<Methods<IOperationsClient>, 'getAccountHearing' | 'reconcileAccount'> = {
  getAccountHearing: method('operator', UNAUDITED, async (call, input) => {
    const found = await customerOf(call, input.id);
    if (!found.ok) return found;
    const hearing = await call.ports.account(found.value.id).hearing();
    return ok({ platforms: SOURCES.map((source) => toPlatformDelivery(source, hearing[source])) });
  }),

  reconcileAccount: method('operator', writes('id'), async (call, input) => {
    const found = await customerOf(call, input.id);
    if (!found.ok) return found;
    const reconciled = await call.ports.account(found.value.id).reconcileNow();
    if (!reconciled.ok) return reconciled;
    const { shopify, square } = reconciled.value;
    return ok({ ...(shopify !== null && { shopify }), ...(square !== null && { square }) });
  }),
};

async function customerOf({ ports }: Call, id: string): Promise<Answer<Customer>> {
  const account = readAccountId('id', id);
  if (!account.ok) return account;
  const customer = await ports.operators.customer(account.value);
  return customer === null ? refuse('not_found', 'There is no such account.') : ok(customer);
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

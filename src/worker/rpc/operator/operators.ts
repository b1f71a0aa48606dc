import type { AccountId } from '../../../domain/account/account-id';
import type { Services } from '../../runtime/services';
import type { OperatorPorts } from '../operator-ports';
import { openCustomers } from './customers';
import { replayReceipt, simulateWebhook } from './simulated-webhooks';

/** Creates what operators' methods need, over the Worker's services. */
export function openOperators(services: Services): OperatorPorts {
  const { config } = services;
  const customers = openCustomers(services);
  const ownerOf = async ({ source, owner }: { source: 'shopify' | 'square'; owner: string }): Promise<AccountId | null> =>
    (await customers.customerOf(source, owner))?.id ?? null;
  return {
    ...customers,
    tell: (event) => simulateWebhook(services, event),
    replay: (customer, receipt) => replayReceipt({ ...services, ownerOf }, customer, receipt),
    webhookAddress: `${config.platform.webhookOrigin}/webhooks/shopify`,
    allowTokenReveal: config.allowTokenReveal,
  };
}

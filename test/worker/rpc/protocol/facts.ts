import { env } from 'cloudflare:test';
import { vi } from 'vitest';

import { AdminClient } from '../../../../src/gen/sh/admin_pb.client';
import type { InventoryVariant } from '../../../../src/gen/sh/inventory_pb';
import { InventoryClient } from '../../../../src/gen/sh/inventory_pb.client';
import type { SyncedLocation } from '../../../../src/gen/sh/locations_pb';
import { LocationsClient } from '../../../../src/gen/sh/locations_pb.client';
import { SessionClient } from '../../../../src/gen/sh/session_pb.client';
import { SubscriptionsClient } from '../../../../src/gen/sh/subscriptions_pb.client';
import { VariantsClient } from '../../../../src/gen/sh/variants_pb.client';
import type { Caller } from '../../support/worker-harness';
import { transportOf } from './first-client';

/** The data of a merchant's account that calls refer to. */
export interface Facts {
  readonly accountId: string;
  readonly domain: string;
  readonly pair: SyncedLocation;
  /** A variant on both sides with equal quantities. */
  readonly linked: InventoryVariant;
  /** The Square item of `linked`. */
  readonly squareItem: string;
  /** Variants on only one side that have a SKU. */
  readonly onlyShopify: readonly InventoryVariant[];
  readonly onlySquare: readonly InventoryVariant[];
  /** A variant on both sides with different quantities. */
  readonly uneven: InventoryVariant;
  readonly subscription: string;
  /** The Square merchant. */
  readonly seller: string;
  /** The id of a received webhook, as operator methods expect it. */
  readonly receipt: string;
  readonly statusSecret: string;
}

const NO_PAIR: SyncedLocation = { id: '', shopifyId: '', squareId: '', shopifyName: '', squareName: '' };

function first<T>(what: string, list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error(`the world has no ${what}`);
  return one;
}

/** Returns a webhook that the account received; waits for one if there is none yet. */
async function receiptOf(accountId: string, operator: Caller): Promise<string> {
  const admin = new AdminClient(transportOf(operator, true));
  return vi.waitFor(
    async () => {
      const { payloads } = await admin.adminGetWebhookPayloads({ accountId, since: '', limit: 1, cursor: '' }).response;
      return first('webhook that was received', payloads).id;
    },
    { timeout: 180_000, interval: 100 },
  );
}

/** Reads the facts of a merchant's account as the merchant would. */
export async function factsOf(caller: Caller, operator: Caller): Promise<Facts> {
  const transport = transportOf(caller, true);
  const session = await new SessionClient(transport).getSessionData({}).response;
  const request = { query: '', view: '', table: { limit: 1000, page: 0 } };
  const inventory = await new InventoryClient(transport).getInventory(request).response;
  const variants = inventory.products.flatMap((product) => product.variants);
  const withStatus = (status: string): InventoryVariant[] => variants.filter((variant) => variant.status === status);
  const linked = first('variant in step', withStatus('in_sync'));
  const detail = { source: 'square', productId: '', variantId: linked.squareId };
  const { square } = await new VariantsClient(transport).getVariantDetail(detail).response;
  return {
    accountId: session.accountId,
    domain: session.shopifyDomain,
    linked,
    squareItem: square?.productId ?? '',
    onlyShopify: withStatus('only_shopify'),
    onlySquare: withStatus('only_square'),
    uneven: first('variant out of step', withStatus('out_of_sync')),
    ...(await passingFacts(caller)),
    seller: session.shopifyDomain === 'demo.myshopify.com' ? 'MLDEMO' : 'MLSECOND',
    receipt: await receiptOf(session.accountId, operator),
    statusSecret: env.STATUS_SECRET,
  };
}

/** Returns the current values of the facts that calls of a test change. */
export async function passingFacts(caller: Caller): Promise<Pick<Facts, 'pair' | 'subscription'>> {
  const transport = transportOf(caller, true);
  const { synced } = await new LocationsClient(transport).getLocations({}).response;
  const subscription = await new SubscriptionsClient(transport).getSubscription({ maxTransactions: 1 }).response;
  const [pair = NO_PAIR] = synced;
  return { pair, subscription: subscription.shopifySubscriptionId };
}

import type { AccountStatus } from '../../../src/gen/sh/account_pb';
import type { Snapshot } from '../../../src/gen/sh/common_pb';
import type { InventoryVariant } from '../../../src/gen/sh/inventory_pb';
import type { LocationsResponse } from '../../../src/gen/sh/locations_pb';
import type { SessionData } from '../../../src/gen/sh/session_pb';

/** A signed-in merchant. */
export function aSession(change: Partial<SessionData> = {}): SessionData {
  return {
    shopifyDomain: 'demo.myshopify.com',
    impersonatorDomain: '',
    email: 'owner@example.com',
    accountId: '1',
    accountName: 'Harbour & Pine',
    isAdmin: false,
    ...change,
  };
}

/** A finished snapshot. */
export function aSnapshot(name: string, change: Partial<Snapshot> = {}): Snapshot {
  return {
    id: '1',
    name,
    started: '2026-11-20T09:00:00Z',
    completed: '2026-11-20T09:01:00Z',
    lastUpdated: '2026-11-20T09:01:00Z',
    state: 'done',
    processed: 60,
    total: 60,
    problem: '',
    ...change,
  };
}

/** The status of an account that has done everything. */
export function aStatus(change: Partial<AccountStatus> = {}): AccountStatus {
  return {
    shopifyAccess: true,
    squareAccess: true,
    hasMappedLocations: true,
    isSubscribed: true,
    listeningActive: true,
    accessEnds: '',
    snapshots: [aSnapshot('shopify'), aSnapshot('square')],
    revision: 1,
    shopifyProblem: '',
    squareProblem: '',
    shopifyName: 'Harbour & Pine',
    squareName: 'Harbour Counter',
    autoSync: true,
    owed: 0,
    held: 0,
    blocked: 0,
    frozen: 0,
    billingMode: 'shopify',
    shopifyDoubt: '',
    squareDoubt: '',
    ...change,
  };
}

/** A variant on both platforms, in step. */
export function aVariant(change: Partial<InventoryVariant> = {}): InventoryVariant {
  return {
    id: '1',
    name: 'Small',
    sku: 'TEE-S',
    productId: 'gid://shopify/Product/7',
    shopifyId: 'gid://shopify/ProductVariant/70',
    squareId: 'SQ70',
    shopifyQuantity: 5,
    squareQuantity: 5,
    status: 'in_sync',
    trouble: '',
    troubleDetail: '',
    ...change,
  };
}

/** Two locations a platform, none paired. */
export function someLocations(change: Partial<LocationsResponse> = {}): LocationsResponse {
  return {
    synced: [],
    all: [
      { id: '1', source: 'shopify', sourceId: 'gid://shopify/Location/11', sourceName: 'Warehouse' },
      { id: '2', source: 'shopify', sourceId: 'gid://shopify/Location/12', sourceName: 'Pop-up' },
      { id: '3', source: 'square', sourceId: 'LCOUNTER', sourceName: 'Counter' },
      { id: '4', source: 'square', sourceId: 'LSTALL', sourceName: 'Market stall' },
    ],
    ...change,
  };
}

/** The one pair. */
export const A_PAIR = {
  id: '9',
  shopifyId: 'gid://shopify/Location/11',
  squareId: 'LCOUNTER',
  shopifyName: 'Warehouse',
  squareName: 'Counter',
};

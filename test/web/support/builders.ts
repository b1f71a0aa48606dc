import { checkVariant } from '../../../src/domain/catalog/check-variant';
import type { SideFacts } from '../../../src/domain/catalog/joined';
import type { AccountStatus } from '../../../src/gen/sh/account_pb';
import type { JoinedVariant, Snapshot, Variant } from '../../../src/gen/sh/common_pb';
import type { InventoryVariant } from '../../../src/gen/sh/inventory_pb';
import type { WriterCase } from '../../../src/gen/sh/issues_pb';
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
    impersonationEnds: '',
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

/** The status of an account with completed onboarding. */
export function aStatus(change: Partial<AccountStatus> = {}): AccountStatus {
  return {
    shopifyAccess: true,
    squareAccess: true,
    hasMappedLocations: true,
    isSubscribed: true,
    listeningActive: true,
    watchingSince: '',
    accessEnds: '',
    snapshots: [aSnapshot('shopify'), aSnapshot('square')],
    revision: 1,
    shopifyProblem: '',
    squareProblem: '',
    shopifyName: 'Harbour & Pine',
    squareName: 'Harbour Counter',
    autoSync: true,
    owed: 0,
    owedOutOfSync: 0,
    held: 0,
    blocked: 0,
    unlinked: 0,
    oversold: 0,
    newWriters: 0,
    writersHeld: 0,
    writersSuspected: 0,
    allOnHold: false,
    frozen: 0,
    billingMode: 'shopify',
    shopifyDoubt: '',
    squareDoubt: '',
    shopifyChangesWaiting: 0,
    squareChangesWaiting: false,
    drift: 0,
    oldestUnderWayMs: 0,
    writePauses: [],
    ...change,
  };
}

/** A variant on both platforms, in sync. Its checked fields are derived from the others, as on the server. */
export function aVariant(change: Partial<InventoryVariant> = {}): InventoryVariant {
  const variant = {
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
    duplicate: false,
    underWay: false,
    shopifyProductStatus: 'active',
    squareProductStatus: 'active',
    vendor: '',
    productType: '',
    imageUrl: '',
    shopifyPackSize: 1,
    squarePackSize: 1,
    ...change,
  };
  const side = (id: string) => (id === '' ? null : aKnownSide(variant.sku, variant.status === 'duplicate_sku' || variant.duplicate));
  const checked = checkVariant({
    shopify: side(variant.shopifyId),
    square: side(variant.squareId),
    shopifyQuantity: variant.shopifyQuantity ?? null,
    squareQuantity: variant.squareQuantity ?? null,
    packs: { shopify: variant.shopifyPackSize, square: variant.squarePackSize },
    skuTaken: false,
    archived: false,
    excluded: false,
    trouble: '',
    underWay: false,
  });
  const { standing, matching, duplicate } = checked;
  return { standing: variant.status === 'untracked' && matching === 'matched' ? 'not_tracked' : standing, matching, ...variant, duplicate };
}

function aKnownSide(sku: string, duplicate: boolean, tracked = true): SideFacts {
  return { missing: sku.trim() === '', duplicate, tracked };
}

/** Two locations per platform, none paired. */
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

/** A pair of locations. */
export const A_PAIR = {
  id: '9',
  shopifyId: 'gid://shopify/Location/11',
  squareId: 'LCOUNTER',
  shopifyName: 'Warehouse',
  squareName: 'Counter',
};

/** A variant on Shopify; set `source` for Square. */
export function aSide(change: Partial<Variant> = {}): Variant {
  return {
    source: 'shopify',
    id: 'gid://shopify/ProductVariant/71',
    name: 'Medium',
    productId: 'gid://shopify/Product/7',
    productName: 'Tee',
    sku: 'TEE-M',
    barcode: '',
    inventoryTracked: true,
    productStatus: 'active',
    vendor: '',
    productType: '',
    tags: [],
    imageUrl: '',
    ...change,
  };
}

type Absent = 'shopify' | 'square' | 'shopifyQuantity' | 'squareQuantity';
type DetailChange = Partial<Omit<JoinedVariant, Absent>> & { readonly [K in Absent]?: JoinedVariant[K] | undefined };

/** A variant detail: on both platforms, in sync at 5. Undefined fields are absent; checked fields are derived. */
export function aDetail(change: DetailChange = {}): JoinedVariant {
  const { shopify, square, shopifyQuantity, squareQuantity, ...rest } = {
    shopify: aSide(),
    square: aSide({ source: 'square', id: 'SQ71', productId: 'SQITEM7' }),
    shopifyQuantity: 5,
    squareQuantity: 5,
    shopifyLocationId: 'gid://shopify/Location/11',
    squareLocationId: 'LCOUNTER',
    id: '2',
    status: 'in_sync',
    trouble: '',
    troubleDetail: '',
    duplicate: false,
    underWay: false,
    manualLink: false,
    shopifyPackSize: 1,
    squarePackSize: 1,
    ...change,
  };
  const shared = rest.status === 'duplicate_sku' || rest.duplicate;
  const known = (side: Variant | undefined) => (side === undefined ? null : aKnownSide(side.sku, shared, side.inventoryTracked));
  const { standing, matching, duplicate } = checkVariant({
    shopify: known(shopify),
    square: known(square),
    shopifyQuantity: shopifyQuantity ?? null,
    squareQuantity: squareQuantity ?? null,
    packs: { shopify: rest.shopifyPackSize, square: rest.squarePackSize },
    skuTaken: false,
    archived: false,
    excluded: false,
    trouble: '',
    underWay: false,
  });
  return {
    standing,
    matching,
    ...rest,
    duplicate,
    ...(shopify === undefined ? {} : { shopify }),
    ...(square === undefined ? {} : { square }),
    ...(shopifyQuantity === undefined ? {} : { shopifyQuantity }),
    ...(squareQuantity === undefined ? {} : { squareQuantity }),
  };
}

/** A variant on hold: Square's log names the app that repeated three sales. */
export function aWriterCase(change: Partial<WriterCase> = {}): WriterCase {
  return {
    id: '1:A',
    state: 'held',
    since: '2026-11-23T14:03:50Z',
    sku: 'TEE-M',
    productName: 'Tee',
    variantName: 'Medium',
    variantId: '2',
    appName: 'TwinStock',
    appId: 'sq0idp-twin',
    copies: 3,
    units: -3,
    from: '2026-11-23T14:02:10Z',
    to: '2026-11-23T14:03:40Z',
    shopify: 17,
    square: 12,
    proof: 'name',
    latest: [
      { source: 'square', at: '2026-11-23T14:02:10Z', delta: -1 },
      { source: 'square', at: '2026-11-23T14:02:50Z', delta: -1 },
      { source: 'shopify', at: '2026-11-23T14:03:40Z', delta: -1 },
    ],
    ...change,
  };
}

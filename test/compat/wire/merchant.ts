import { both, json, protobuf } from '../support/calls';
import { locationOf, open } from '../support/client';
import { control, inventoryItemOf } from '../support/sandbox';
import { deliver, shopifyWebhook } from '../support/sign';
import type { Scenario, Step } from '../support/steps';

/** The paired locations. */
const LOCATION = { shopify: '62001000001', square: 'LDEMO01' };

/** A linked variant with equal quantities. */
const EQUAL = 'TEE-HRB-S';
/** A linked variant with different quantities. */
const UNEQUAL = 'TEE-HRB-L';

const list = (table: object = {}): object => ({ view: 'all', table: { limit: 6, page: 0, ...table } });

/** Sells units of a variant at Shopify and delivers its webhook. */
async function sellAtShopify(scenario: Scenario, sku: string, units: number): Promise<void> {
  const { after } = await control<{ after: number }>('POST', 'change', { platform: 'shopify', sku, delta: -units });
  const level = {
    inventory_item_id: await inventoryItemOf(scenario.variant(sku).shopify_id),
    location_id: Number(LOCATION.shopify),
    available: after,
    updated_at: new Date().toISOString(),
  };
  await deliver(await shopifyWebhook('inventory_levels/update', 'demo.myshopify.com', JSON.stringify(level)));
}

/** The merchant pairs locations and subscribes. */
export const ONBOARDING: readonly Step[] = [
  ...both('sh.Account/GetAccountStatus', 'merchant', {}, { label: 'before the locations' }),
  ...both('sh.Locations/GetLocations', 'merchant', {}, { label: 'before the pair' }),
  json(
    'sh.Locations/SaveSyncedLocation',
    'merchant',
    { location_id_shopify: LOCATION.shopify, location_id_square: LOCATION.square },
    { settles: true },
  ),
  json('sh.Subscriptions/GetSubscription', 'merchant', {}, { label: 'without one' }),
  json('sh.Subscriptions/CreateSubscription', 'merchant', { is_test: true }),
  {
    name: 'billing return',
    as: 'merchant',
    send: async (scenario) => {
      const { pathname, search } = new URL(
        await locationOf(await open(String(scenario.lastAnswer['redirect_url']), scenario.cookies.merchant)),
      );
      return { method: 'GET', path: `${pathname}${search}` };
    },
    settles: true,
  },
  { name: 'billing return, subscribed before', as: 'merchant', send: () => ({ method: 'GET', path: '/shopify/billingReturn' }) },
];

/** Calls that read. */
export const READS: readonly Step[] = [
  ...both('sh.Session/GetSessionData', 'merchant'),
  ...both('sh.Session/GetSessionData', 'nobody'),
  ...both('sh.Session/GetAppInfo', 'nobody', {}, { masked: ['version'] }),
  ...both('sh.Account/GetAccountStatus', 'merchant'),
  ...both('sh.Account/GetAccountSettings', 'merchant'),
  ...both('sh.Account/GetWatchReport', 'merchant'),
  ...both('sh.Connections/GetConnections', 'merchant'),
  ...both('sh.Connections/VerifyAccess', 'merchant'),
  ...both('sh.Locations/GetLocations', 'merchant'),
  ...both('sh.Inventory/GetInventoryCounts', 'merchant'),
  ...both('sh.Inventory/GetInventoryFilters', 'merchant'),
  ...both('sh.Inventory/GetInventory', 'merchant', list()),
  ...['shopify_only', 'square_only', 'out_of_sync', 'not_tracked', 'needs_attention', 'another_writer'].map((view) =>
    json('sh.Inventory/GetInventory', 'merchant', { ...list(), view }, { label: view }),
  ),
  json('sh.Inventory/GetInventory', 'merchant', { ...list({ sort: '-shopify_quantity', page: 1 }) }, { label: 'sorted, page 2' }),
  json('sh.Inventory/GetInventory', 'merchant', { ...list(), query: 'ring' }, { label: 'searched' }),
  json('sh.Inventory/GetInventory', 'merchant', { ...list(), query: 'vendor:"Fern & Folly" tag:shirts' }, { label: 'filtered' }),
  ...both('sh.Inventory/GetLocationInventory', 'merchant', { location_id: LOCATION.square, ...list({ limit: 3 }) }),
  ...both('sh.Inventory/PlanLevelling', 'merchant', (scenario: Scenario) => ({ ids: [scenario.variant(UNEQUAL).id], take: 'shopify' })),
  json('sh.Inventory/PlanLevelling', 'merchant', { view: 'out_of_sync', take: 'square' }, { label: 'a whole view' }),
  ...both('sh.Variants/GetVariantDetail', 'merchant', (scenario: Scenario) => ({
    source: 'shopify',
    variant_id: scenario.variant(EQUAL).shopify_id,
  })),
  json(
    'sh.Variants/GetVariantDetail',
    'merchant',
    (scenario: Scenario) => ({ source: 'square', variant_id: scenario.variant('LNT-PPR').square_id }),
    {
      label: 'on Square alone',
    },
  ),
  ...both('sh.Variants/GetLinkCandidates', 'merchant', (scenario: Scenario) => ({ id: scenario.variant('LNT-PPR').id })),
  ...both('sh.Variants/GetUnmatchedVariants', 'merchant', { source: 'shopify' }),
  json('sh.Variants/GetUnmatchedVariants', 'merchant', { source: 'square' }, { label: 'of Square' }),
  json('sh.Variants/GetUnmatchedVariants', 'merchant', { source: 'square', page: 9 }, { label: 'beyond the last page' }),
  ...both('sh.Variants/GetSeparatePairs', 'merchant', {}, { label: 'none yet' }),
  ...both('sh.Variants/GenerateSku', 'merchant', {}, { masked: ['sku'] }),
  ...both('sh.Variants/GetSyncableProductVariants', 'merchant', (scenario: Scenario) => ({
    source: 'shopify',
    product_id: scenario.variant('RSH-GRN-S').product_id,
  })),
  ...both('sh.Variants/GetCopies', 'merchant', {}, { label: 'none yet' }),
  ...both('sh.Issues/GetMissingSkuCounts', 'merchant'),
  ...both('sh.Issues/GetDuplicateSkuCounts', 'merchant'),
  ...both('sh.Issues/GetInventoryDisabledSkuCounts', 'merchant'),
  ...both('sh.Issues/GetIssues', 'merchant', { source: 'shopify', issue_type: 'missing_skus', limit: 10 }),
  json('sh.Issues/GetIssues', 'merchant', { source: 'square', issue_type: 'duplicate_skus', limit: 2, offset: 1 }, { label: 'a page' }),
  ...both('sh.Issues/GetUnlinked', 'merchant', { limit: 10 }),
  ...both('sh.Connections/GetOtherWriters', 'merchant'),
  ...both('sh.Issues/GetOversells', 'merchant', { limit: 10 }),
  ...both('sh.Issues/GetWriterCases', 'merchant', { limit: 10 }),
  ...both('sh.Subscriptions/GetSubscription', 'merchant', { max_transactions: 3 }),
  ...both('sh.Subscriptions/GetSubscriptionStatus', 'nobody', { account_id: '1', secret: 'compat-STATUS_SECRET' }),
  ...both('sh.History/GetHistory', 'merchant', { table: { limit: 3, sort: '-date' } }),
];

const quantity =
  (sku: string, to: number): ((scenario: Scenario) => object) =>
  (scenario) => ({
    source: 'shopify',
    variant_id: scenario.variant(sku).shopify_id,
    quantity: to,
  });

const shown = (label: string, ...skus: readonly string[]): Step[] =>
  skus.map((sku) => json('sh.Inventory/GetInventory', 'merchant', { query: sku }, { label: `${label}, ${sku}` }));

const SETTINGS = { account_name: 'Zażółć 🐸', apply_max_quantity: true, max_quantity_update: 5, set_barcode: true, auto_sync: true };

/** Calls that change something, and what calls show afterward. */
export const CHANGES: readonly Step[] = [
  json('sh.Inventory/SaveInventoryQuantity', 'merchant', quantity(EQUAL, 17), { settles: true }),
  protobuf('sh.Inventory/SaveInventoryQuantity', 'merchant', quantity('TEE-HRB-M', 0), { settles: true }),
  ...shown('quantity saved', EQUAL, 'TEE-HRB-M'),
  json(
    'sh.Inventory/LevelVariants',
    'merchant',
    (scenario: Scenario) => ({
      steps: [
        { id: scenario.variant(UNEQUAL).id, shopify_quantity: 15, square_quantity: 13, to: 15 },
        { id: scenario.variant('TEE-HRB-XL').id, shopify_quantity: 99, square_quantity: 7, to: 1 },
      ],
    }),
    { settles: true },
  ),
  ...shown('levelled', UNEQUAL),
  json(
    'sh.Inventory/SetInventoryTracking',
    'merchant',
    (scenario: Scenario) => ({ source: 'square', variant_id: scenario.variant('JEAN-36').square_id, track_inventory: true }),
    { settles: true },
  ),
  ...shown('tracked', 'JEAN-36'),
  json('sh.Account/SaveAccountSettings', 'merchant', SETTINGS),
  json('sh.Account/GetAccountSettings', 'merchant', {}, { label: 'saved' }),
  json(
    'sh.Inventory/GetInventory',
    'merchant',
    { view: 'needs_attention' },
    {
      label: 'held',
      before: async (scenario) => {
        await sellAtShopify(scenario, 'OXF-BLU-M', 9);
        await sellAtShopify(scenario, 'OXF-BLU-L', 8);
      },
    },
  ),
  ...both('sh.Account/GetAccountStatus', 'merchant', {}, { label: 'held' }),
  json('sh.Inventory/ResolveHeld', 'merchant', (scenario: Scenario) => ({ ids: [scenario.variant('OXF-BLU-M').id], send: true }), {
    settles: true,
  }),
  protobuf('sh.Inventory/ResolveHeld', 'merchant', { send: false }, { settles: true }),
  ...shown('resolved', 'OXF-BLU'),
  ...both('sh.Variants/SaveSeparatePairs', 'merchant', (scenario: Scenario) => ({
    pairs: ['RSH-GRN-S', 'LMP-BLK'].map((sku) => ({
      shopify_id: scenario.variant(sku).shopify_id,
      square_id: scenario.variant('LNT-PPR').square_id,
    })),
    separate: true,
  })),
  ...both('sh.Variants/GetSeparatePairs', 'merchant'),
  json(
    'sh.Variants/SaveSeparatePairs',
    'merchant',
    (scenario: Scenario) => ({
      pairs: [{ shopify_id: scenario.variant('LMP-BLK').shopify_id, square_id: scenario.variant('LNT-PPR').square_id }],
    }),
    { label: 'no longer' },
  ),
  json('sh.Variants/GetSeparatePairs', 'merchant', {}, { label: 'one no longer' }),
  ...both('sh.Inventory/PlanExclusion', 'merchant', { kind: 'tag', value: 'no such tag' }),
  ...both('sh.Inventory/SaveExclusion', 'merchant', { exclusion: { kind: 'tag', value: 'no such tag' }, excluded: true }),
  ...both('sh.Inventory/GetExclusions', 'merchant'),
  json('sh.Inventory/SaveExclusion', 'merchant', { exclusion: { kind: 'tag', value: 'No Such Tag' } }, { label: 'no longer' }),
  json('sh.Inventory/SaveView', 'merchant', { name: ' Low shirts ', view: 'out_of_sync', query: 'type:Shirts low', sort: '-sku' }),
  json('sh.Inventory/SaveView', 'merchant', { id: '1', name: 'LOW SHIRTS', query: 'type:Shirts' }, { label: 'renamed' }),
  ...both('sh.Inventory/GetSavedViews', 'merchant'),
  ...both('sh.Inventory/DeleteView', 'merchant', { id: '1' }),
  ...both('sh.Variants/SaveLinks', 'merchant', (scenario: Scenario) => ({
    pairs: ['OXF-BLU-M', 'OXF-BLU-L'].map((sku) => ({
      shopify_id: scenario.variant(sku).shopify_id,
      square_id: scenario.variant('OXF-BLU-M').square_id,
    })),
  })),
  json(
    'sh.Variants/SaveSku',
    'merchant',
    (scenario: Scenario) => ({ shopify_variant_id: scenario.variant('LMP-BLK').shopify_id, square_variant_id: '', sku: 'LMP-BLK-2' }),
    { settles: true },
  ),
  json(
    'sh.Variants/SyncVariants',
    'merchant',
    (scenario: Scenario) => ({ source: 'shopify', variant_id: scenario.variant('RSH-GRN-S').shopify_id }),
    {
      settles: true,
    },
  ),
  json('sh.Variants/SaveProductToShopify', 'merchant', { id: 'LNT-PPR' }, { settles: true }),
  ...both('sh.Variants/GetCopies', 'merchant'),
  ...shown('copied', 'RSH-GRN', 'LNT-PPR'),
  json('sh.Locations/SyncLocations', 'merchant', { id: 'shopify' }, { settles: true }),
  json('sh.Inventory/RefreshSnapshots', 'merchant', { source: 'square' }, { settles: true }),
  json('sh.Account/GetAccountStatus', 'merchant', {}, { label: 'after the changes' }),
  ...both('sh.History/GetHistory', 'merchant', { table: { limit: 100, sort: '-date' } }, { label: 'after the changes' }),
  json('sh.History/GetHistory', 'merchant', { table: { limit: 2, page: 1 }, sku_query: 'OXF' }, { label: 'of a SKU' }),
  ...both('sh.History/GetTimeline', 'merchant', { sku: EQUAL, limit: 3, at: '2027-01-01T00:00:00Z' }),
  ...both('sh.Inventory/GetBulkChanges', 'merchant'),
  ...both('sh.Inventory/GetBulkChange', 'merchant', { id: '1' }),
  json('sh.Inventory/GetBulkChange', 'merchant', { id: '1', offset: 1, limit: 1 }, { label: 'a page' }),
  json('sh.Inventory/UndoBulkChange', 'merchant', { id: '1' }, { settles: true }),
  json('sh.Inventory/UndoBulkChange', 'merchant', { id: '1' }, { label: 'undone before' }),
  json('sh.Inventory/LevelVariants', 'merchant', { steps: [], bulk_change_id: '1' }, { label: 'undone before' }),
  protobuf(
    'sh.Inventory/LevelVariants',
    'merchant',
    (scenario: Scenario) => ({
      steps: [{ id: scenario.variant(UNEQUAL).id, shopify_quantity: 15, square_quantity: 13, to: 14 }],
      kind: 'count',
    }),
    { settles: true },
  ),
  json('sh.Inventory/GetBulkChanges', 'merchant', {}, { label: 'a count' }),
  protobuf('sh.Inventory/UndoBulkChange', 'merchant', { id: '5' }, { settles: true }),
  ...both('sh.Inventory/GetBulkChange', 'merchant', { id: '2' }, { label: 'an exclusion' }),
  ...both('sh.Inventory/GetBulkChange', 'merchant', { id: '5' }, { label: 'undone' }),
  ...shown('undone', UNEQUAL),
];

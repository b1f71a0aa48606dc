import { connectSquare, pairLocations, settled, subscribe, unsubscribe } from '../../support/worker-harness';
import type { Samples } from './sample';

/** A successful call of each method that merchants use. */
export const MERCHANT_SAMPLES: Samples = {
  'sh.Session/GetSessionData': { message: () => ({}) },
  'sh.Session/GetAppInfo': { as: 'nobody', message: () => ({}) },
  'sh.Account/GetAccountStatus': { message: () => ({}) },
  'sh.Account/GetAccountSettings': { message: () => ({}) },
  'sh.Account/GetWatchReport': { message: () => ({ limit: 10 }) },
  'sh.Account/SaveAccountSettings': {
    message: () => ({ account_name: 'Zażółć 🐸', apply_max_quantity: true, max_quantity_update: 500, set_barcode: true, auto_sync: true }),
  },
  'sh.Connections/GetConnections': { message: () => ({}) },
  'sh.Connections/VerifyAccess': { message: () => ({}) },
  'sh.Connections/GetOtherWriters': { message: () => ({}) },
  'sh.Connections/AcknowledgeOtherWriters': { message: () => ({ ids: ['sq0idp-other'] }) },
  'sh.Connections/Disconnect': {
    as: 'other',
    before: ({ browser }) => connectSquare(browser, 'MLSECOND'),
    message: () => ({ source: 'square' }),
    last: 3,
  },
  'sh.Inventory/GetInventoryCounts': { message: () => ({}) },
  'sh.Inventory/GetInventoryFilters': { message: () => ({}) },
  'sh.Inventory/GetInventory': { message: () => ({ view: 'all', table: { limit: 1000, page: 0, sort: '-shopify_quantity' } }) },
  'sh.Inventory/GetLocationInventory': { message: ({ pair }) => ({ location_id: pair.shopifyId, table: { limit: 20 } }) },
  'sh.Inventory/SaveInventoryQuantity': {
    message: ({ linked }) => ({ source: 'shopify', variant_id: linked.shopifyId, quantity: 17 }),
  },
  'sh.Inventory/SetInventoryTracking': {
    message: ({ linked }) => ({ source: 'square', variant_id: linked.squareId, track_inventory: true }),
  },
  'sh.Inventory/RefreshSnapshots': {
    as: 'other',
    message: () => ({ source: 'square' }),
    varies: { 'snapshots.*.id': /^\d+$/u, 'snapshots.*.last_updated': /^(?:2\d{3}-.*)?$/u },
    last: 1,
  },
  'sh.Inventory/ApproveSnapshot': { message: () => ({ source: 'shopify' }), fails: 'failed_precondition' },
  'sh.Inventory/PlanLevelling': { message: ({ uneven }) => ({ ids: [uneven.id], take: 'shopify' }) },
  'sh.Inventory/LevelVariants': {
    message: ({ uneven }) => ({ steps: [{ id: uneven.id, shopify_quantity: 123_456, square_quantity: 654_321, to: 1 }] }),
  },
  'sh.Inventory/GetBulkChanges': { message: () => ({}) },
  // No bulk change has a variant's number: none is made here.
  'sh.Inventory/GetBulkChange': { message: ({ uneven }) => ({ id: uneven.id }), fails: 'not_found' },
  'sh.Inventory/UndoBulkChange': { message: ({ uneven }) => ({ id: uneven.id }), fails: 'not_found' },
  'sh.Inventory/GetExclusions': { message: () => ({}) },
  'sh.Inventory/PlanExclusion': { message: ({ linked }) => ({ kind: 'product', source: 'shopify', value: linked.productId }) },
  // Nothing has the tag: what the samples use stays linked.
  'sh.Inventory/SaveExclusion': { message: () => ({ exclusion: { kind: 'tag', value: 'sample' }, excluded: true }) },
  'sh.Inventory/GetSavedViews': { message: () => ({}) },
  'sh.Inventory/SaveView': { message: () => ({ name: 'Sample', view: 'out_of_sync', query: 'tag:new', sort: '-sku' }) },
  'sh.Inventory/DeleteView': { message: () => ({ id: '999' }) },
  'sh.Inventory/ResolveHeld': { message: ({ linked }) => ({ ids: [linked.id], send: false }) },
  'sh.Variants/GetVariantDetail': { message: ({ linked }) => ({ source: 'shopify', variant_id: linked.shopifyId }) },
  'sh.Variants/GetLinkCandidates': { message: ({ linked }) => ({ id: linked.id }) },
  'sh.Variants/GetUnmatchedVariants': { message: () => ({ source: 'shopify' }) },
  'sh.Variants/GetSeparatePairs': { message: () => ({}) },
  'sh.Variants/SaveSeparatePairs': {
    message: ({ linked, onlyShopify }) => ({
      pairs: [{ shopify_id: onlyShopify[0]?.shopifyId ?? '', square_id: linked.squareId }],
      separate: true,
    }),
  },
  'sh.Variants/SaveLinks': { message: ({ linked }) => ({ pairs: [{ shopify_id: linked.shopifyId, square_id: linked.squareId }] }) },
  'sh.Variants/SaveSku': {
    message: ({ linked }) => ({ shopify_variant_id: linked.shopifyId, square_variant_id: linked.squareId, sku: linked.sku }),
  },
  'sh.Variants/GenerateSku': { message: () => ({}), varies: { sku: /^[A-Z0-9]{4,12}$/u } },
  'sh.Variants/GetSyncableProductVariants': { message: ({ linked }) => ({ source: 'shopify', product_id: linked.productId }) },
  'sh.Variants/SyncVariants': {
    message: ({ onlyShopify }, time) => ({ source: 'shopify', variant_id: onlyShopify[time]?.shopifyId ?? '' }),
    last: 1,
  },
  'sh.Variants/SaveProductToShopify': { message: ({ onlySquare }, time) => ({ id: onlySquare[time]?.sku ?? '' }), last: 1 },
  'sh.Variants/GetCopies': { message: () => ({}) },
  'sh.Issues/GetMissingSkuCounts': { message: () => ({}) },
  'sh.Issues/GetDuplicateSkuCounts': { message: () => ({}) },
  'sh.Issues/GetInventoryDisabledSkuCounts': { message: () => ({}) },
  'sh.Issues/GetIssues': { message: () => ({ source: 'shopify', issue_type: 'missing_skus', limit: 10 }) },
  'sh.Issues/GetUnlinked': { message: () => ({ limit: 10 }) },
  'sh.Issues/DismissUnlinked': { message: () => ({ ids: ['1001:VAR1'] }) },
  'sh.Issues/GetOversells': { message: () => ({ limit: 10 }) },
  'sh.Issues/DismissOversells': { message: () => ({ ids: ['1001:VAR1'] }) },
  'sh.Issues/GetWriterCases': { message: () => ({ limit: 10 }) },
  'sh.Issues/GetWriterProposal': { message: () => ({ id: '1001:VAR1' }), fails: 'not_found' },
  'sh.Issues/ResolveWriterCase': { message: () => ({ id: '1001:VAR1', action: 'reconcile', quantity: 3 }), fails: 'not_found' },
  'sh.Locations/GetLocations': { message: () => ({}) },
  'sh.Locations/SyncLocations': { message: () => ({ id: 'shopify' }) },
  'sh.Locations/SaveSyncedLocation': {
    as: 'other',
    before: ({ browser }) => pairLocations(browser),
    message: ({ pair }) => ({ location_id_shopify: pair.shopifyId, location_id_square: pair.squareId }),
    last: 1,
  },
  'sh.Locations/DisconnectSyncedLocation': {
    as: 'other',
    before: async ({ browser }) => {
      await pairLocations(browser);
      await settled();
    },
    message: ({ pair }) => ({ id: pair.id }),
    last: 2,
  },
  'sh.Subscriptions/CreateSubscription': {
    as: 'other',
    before: ({ browser }) => unsubscribe(browser),
    message: () => ({ is_test: true }),
    varies: { redirect_url: /^http:\/\/localhost:8789\/shopify\// },
    last: 2,
  },
  'sh.Account/DeleteAccount': { message: () => ({ shop_domain: 'another.myshopify.com' }), fails: 'invalid_argument', last: 4 },
  'sh.Subscriptions/GetSubscription': { message: () => ({ max_transactions: 3 }) },
  'sh.Subscriptions/CancelSubscription': {
    as: 'other',
    before: ({ browser }) => subscribe(browser),
    message: ({ subscription }) => ({ subscription_id: subscription, cancel_reason: 'Zu teuer — sorry' }),
    last: 2,
  },
  'sh.Subscriptions/GetSubscriptionStatus': {
    as: 'nobody',
    message: ({ accountId, statusSecret }) => ({ account_id: accountId, secret: statusSecret }),
  },
  'sh.History/GetHistory': { message: () => ({ table: { limit: 50, sort: '-date' } }) },
  'sh.History/GetTimeline': { message: () => ({ sku: 'TEE-BLUE-M', limit: 5 }) },
};

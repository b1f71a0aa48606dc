/** A call as the page shows it. */
export interface ShownCall {
  /** Whose cookies the call carries; the merchant's by default. */
  readonly as?: 'nobody' | 'operator' | 'impersonator';
  /** The body; `$NAME` stands for what the page's first lines put into that variable. */
  readonly body: string;
  /** The error code the call returns before anything has happened, and why that is correct. */
  readonly refused?: readonly [code: string, why: string];
  /** Error codes in addition to those of the route and of the access rule. */
  readonly codes?: readonly string[];
}

/** Errors a platform call can return: not connected, or unreachable. */
const PLATFORM = ['failed_precondition', 'unavailable'];
const NAMED = ['not_found'];
const BOTH = [...NAMED, ...PLATFORM];

/** The error an operator's call adds: without its audit entry the call is not carried out. */
const WRITTEN = ['unavailable'];
const OF_ACCOUNT = [...NAMED, ...WRITTEN];

const MERCHANT: Readonly<Record<string, ShownCall>> = {
  'sh.Session/GetSessionData': { body: '{}' },
  'sh.Session/GetAppInfo': { as: 'nobody', body: '{}' },
  'sh.Account/GetAccountStatus': { body: '{}' },
  'sh.Account/GetAccountSettings': { body: '{}' },
  'sh.Account/GetWatchReport': { body: '{}' },
  'sh.Account/SaveAccountSettings': {
    body: '{"account_name":"Maple & Pine","apply_max_quantity":true,"max_quantity_update":500,"set_barcode":true}',
  },
  'sh.Account/DeleteAccount': {
    body: '{"shop_domain":"other.myshopify.com"}',
    refused: ['invalid_argument', 'the domain must be the account’s own, as a confirmation'],
    codes: [...OF_ACCOUNT, 'failed_precondition'],
  },
  'sh.Connections/GetConnections': { body: '{}' },
  'sh.Connections/Disconnect': { body: '{"source":"square"}' },
  'sh.Connections/VerifyAccess': { body: '{}' },
  'sh.Connections/GetOtherWriters': { body: '{}' },
  'sh.Connections/AcknowledgeOtherWriters': { body: '{"all":true}' },
  'sh.Inventory/GetInventoryCounts': { body: '{}' },
  'sh.Inventory/GetInventory': { body: '{"view":"out_of_sync","table":{"limit":20,"sort":"-shopify_quantity"}}' },
  'sh.Inventory/GetInventoryFilters': { body: '{}' },
  'sh.Inventory/GetLocationInventory': { body: '{"location_id":"LDEMO01","table":{"limit":20}}', codes: NAMED },
  'sh.Inventory/SaveInventoryQuantity': {
    body: '{"source":"shopify","variant_id":"41200000000002","quantity":17}',
    codes: BOTH,
  },
  'sh.Inventory/SetInventoryTracking': {
    body: '{"source":"shopify","variant_id":"41200000000002","track_inventory":true}',
    codes: BOTH,
  },
  'sh.Inventory/RefreshSnapshots': { body: '{"source":"square"}', codes: PLATFORM },
  'sh.Inventory/ApproveSnapshot': {
    body: '{"source":"shopify"}',
    refused: ['failed_precondition', 'nothing that was read is in doubt'],
    codes: PLATFORM,
  },
  'sh.Inventory/PlanLevelling': { body: '{"view":"out_of_sync","take":"shopify"}', codes: PLATFORM },
  'sh.Inventory/LevelVariants': {
    body: '{"steps":[{"id":"3","shopify_quantity":15,"square_quantity":13,"to":15}]}',
    codes: BOTH,
  },
  'sh.Inventory/GetBulkChanges': { body: '{}' },
  'sh.Inventory/GetBulkChange': { body: '{"id":"1"}', codes: NAMED },
  'sh.Inventory/UndoBulkChange': { body: '{"id":"1"}', codes: BOTH },
  'sh.Inventory/GetExclusions': { body: '{}' },
  'sh.Inventory/PlanExclusion': { body: '{"kind":"tag","value":"clearance"}', codes: ['invalid_argument'] },
  'sh.Inventory/SaveExclusion': {
    body: '{"exclusion":{"kind":"tag","value":"clearance"},"excluded":true}',
    codes: ['invalid_argument', 'failed_precondition'],
  },
  'sh.Inventory/GetSavedViews': { body: '{}' },
  'sh.Inventory/SaveView': {
    body: '{"name":"Shirts out of sync","view":"out_of_sync","query":"type:Shirts","sort":"-square_quantity"}',
    codes: ['invalid_argument', 'not_found', 'already_exists', 'failed_precondition'],
  },
  'sh.Inventory/DeleteView': { body: '{"id":"1"}', codes: ['invalid_argument'] },
  'sh.Inventory/ResolveHeld': { body: '{"ids":[],"send":true}', codes: PLATFORM },
  'sh.Variants/GetVariantDetail': { body: '{"source":"shopify","variant_id":"41200000000002"}', codes: NAMED },
  'sh.Variants/GetLinkCandidates': { body: '{"id":"95"}', codes: NAMED },
  'sh.Variants/GetUnmatchedVariants': { body: '{"source":"shopify"}', codes: ['invalid_argument'] },
  'sh.Variants/GetSeparatePairs': { body: '{}' },
  'sh.Variants/SaveSeparatePairs': {
    body: '{"pairs":[{"shopify_id":"41200000000095","square_id":"$SQUARE_VARIATION"}],"separate":true}',
    codes: ['invalid_argument', 'failed_precondition'],
  },
  'sh.Variants/SaveLinks': {
    body: '{"pairs":[{"shopify_id":"41200000000095","square_id":"$SQUARE_VARIATION"}]}',
    codes: ['invalid_argument', ...BOTH],
  },
  'sh.Variants/SaveSku': {
    body: '{"shopify_variant_id":"41200000000002","square_variant_id":"$SQUARE_VARIATION","sku":"TEE-HRB-M"}',
    codes: BOTH,
  },
  'sh.Variants/GenerateSku': { body: '{}', codes: PLATFORM },
  'sh.Variants/GetSyncableProductVariants': { body: '{"source":"shopify","product_id":"7100000000001"}', codes: NAMED },
  'sh.Variants/SyncVariants': { body: '{"source":"shopify","variant_id":"41200000000095"}', codes: BOTH },
  'sh.Variants/SaveProductToShopify': { body: '{"id":"PCRD-HRB"}', codes: BOTH },
  'sh.Variants/GetCopies': { body: '{}' },
  'sh.Issues/GetMissingSkuCounts': { body: '{}' },
  'sh.Issues/GetDuplicateSkuCounts': { body: '{}' },
  'sh.Issues/GetInventoryDisabledSkuCounts': { body: '{}' },
  'sh.Issues/GetUnlinked': { body: '{"limit":10}' },
  'sh.Issues/DismissUnlinked': { body: '{"all":true}' },
  'sh.Issues/GetOversells': { body: '{"limit":10}' },
  'sh.Issues/DismissOversells': { body: '{"all":true}' },
  'sh.Issues/GetWriterCases': { body: '{"limit":10}' },
  'sh.Issues/GetWriterProposal': {
    body: '{"id":"43200000000002:$SQUARE_VARIATION"}',
    refused: ['not_found', 'no other app changes this variant’s stock'],
    codes: NAMED,
  },
  'sh.Issues/ResolveWriterCase': {
    body: '{"id":"43200000000002:$SQUARE_VARIATION","action":"reconcile","quantity":12}',
    refused: ['not_found', 'no other app changes this variant’s stock'],
    codes: BOTH,
  },
  'sh.Issues/GetIssues': { body: '{"source":"shopify","issue_type":"missing_skus","limit":10}' },
  'sh.Locations/GetLocations': { body: '{}' },
  'sh.Locations/SyncLocations': { body: '{"id":"shopify"}', codes: PLATFORM },
  'sh.Locations/SaveSyncedLocation': {
    body: '{"location_id_shopify":"gid://shopify/Location/62001000001","location_id_square":"LDEMO01"}',
    codes: [...NAMED, 'failed_precondition'],
  },
  'sh.Locations/DisconnectSyncedLocation': { body: '{"id":"1"}', codes: NAMED },
  'sh.Subscriptions/CreateSubscription': {
    body: '{"is_test":true}',
    refused: ['failed_precondition', 'a subscription runs already: the first lines above began it by this very call'],
    codes: PLATFORM,
  },
  'sh.Subscriptions/GetSubscription': { body: '{"max_transactions":3}' },
  'sh.Subscriptions/CancelSubscription': {
    body: '{"subscription_id":"$SUBSCRIPTION","cancel_reason":"Only looking around"}',
    codes: BOTH,
  },
  'sh.Subscriptions/GetSubscriptionStatus': {
    as: 'nobody',
    body: '{"account_id":"1","secret":"$STATUS_SECRET"}',
    codes: ['unauthenticated', ...NAMED],
  },
  'sh.History/GetHistory': { body: '{"table":{"limit":50}}' },
  'sh.History/GetTimeline': { body: '{"sku":"TEE-BLUE-M","at":"2026-11-03T14:05:00Z"}' },
};

const NOT_SO = ['failed_precondition', 'the platform is asked, and says otherwise: an operator’s word alone ends nothing'] as const;

const OPERATOR: Readonly<Record<string, ShownCall>> = {
  'sh.Session/ImpersonateDomain': { as: 'operator', body: '{"domain":"demo"}', codes: OF_ACCOUNT },
  'sh.Session/Test': { as: 'operator', body: '{}', codes: WRITTEN },
  'sh.External/GetExternalShopifyItems': { as: 'impersonator', body: '{"limit":7}', codes: PLATFORM },
  'sh.External/GetExternalShopifyProduct': { as: 'impersonator', body: '{"id":"7100000000001"}', codes: BOTH },
  'sh.External/GetExternalShopifyVariant': { as: 'impersonator', body: '{"id":"41200000000002"}', codes: BOTH },
  'sh.External/GetExternalSquareItems': { as: 'impersonator', body: '{"limit":100}', codes: PLATFORM },
  'sh.External/GetExternalSquareItem': { as: 'impersonator', body: '{"id":"$SQUARE_ITEM"}', codes: BOTH },
  'sh.External/GetExternalSquareVariation': { as: 'impersonator', body: '{"id":"$SQUARE_VARIATION"}', codes: BOTH },
  'sh.Admin/AdminGetAccounts': { as: 'operator', body: '{"limit":100,"query":"demo","only_active":true}' },
  'sh.Admin/AdminGetAccount': { as: 'operator', body: '{"id":"1"}', codes: OF_ACCOUNT },
  'sh.Admin/AdminGetWebhooks': { as: 'operator', body: '{"id":"1"}', codes: BOTH },
  'sh.Admin/AdminSaveWebhook': {
    as: 'operator',
    body: '{"account_id":"1","subscription":{"topic":"CARTS_UPDATE","google_project":"shelf-of-one","google_topic":"hooks"}}',
    codes: [...BOTH, 'already_exists'],
  },
  'sh.Admin/AdminAddAllWebhooks': { as: 'operator', body: '{"id":1}', codes: BOTH },
  'sh.Admin/AdminGetScopes': { as: 'operator', body: '{"id":"1"}', codes: OF_ACCOUNT },
  'sh.Admin/AdminBuildSnapshot': { as: 'operator', body: '{"account_id":"1","source":"shopify"}', codes: BOTH },
  'sh.Admin/AdminSyncLocations': { as: 'operator', body: '{"account_id":"1","source":"square"}', codes: BOTH },
  'sh.Admin/AdminGetRegisteredTasks': { as: 'operator', body: '{}' },
  'sh.Admin/AdminUpdateTaskCounts': {
    as: 'operator',
    body: '{"task_counts":[{"name":"snapshot","desired":4}]}',
    codes: OF_ACCOUNT,
  },
  'sh.Admin/AdminGetWebhookPayloads': { as: 'operator', body: '{"account_id":"1","limit":20}', codes: OF_ACCOUNT },
  'sh.Admin/AdminReplayWebhookReceipt': { as: 'operator', body: '{"account_id":"1","id":"$RECEIPT"}', codes: BOTH },
  'sh.Admin/AdminGetSquareAuthToken': { as: 'operator', body: '{"merchant_id":"MLDEMO"}', codes: BOTH },
  'sh.Admin/AdminSquareAccessRevoked': { as: 'operator', body: '{"merchant_id":"MLDEMO"}', refused: NOT_SO, codes: BOTH },
  'sh.Admin/AdminSquareLocationsChanged': { as: 'operator', body: '{"merchant_id":"MLDEMO"}', codes: BOTH },
  'sh.Admin/AdminShopifyAppUninstalled': { as: 'operator', body: '{"domain":"demo"}', refused: NOT_SO, codes: BOTH },
  'sh.Admin/AdminShopifyAppSubscriptionUpdated': {
    as: 'operator',
    body: '{"domain":"demo","subscription_id":"$SUBSCRIPTION","status":"ACTIVE"}',
    codes: BOTH,
  },
  'sh.Admin/AdminShopifyLocationsChanged': { as: 'operator', body: '{"domain":"demo"}', codes: BOTH },
  'sh.Admin/AdminShopifyShopUpdated': { as: 'operator', body: '{"domain":"demo"}', codes: BOTH },
  'sh.Operations/GetFleet': { as: 'operator', body: '{"limit":50}' },
  'sh.Operations/GetAccountHealth': { as: 'operator', body: '{"id":"1"}', codes: OF_ACCOUNT },
  'sh.Operations/GetAccountHearing': { as: 'operator', body: '{"id":"1"}', codes: OF_ACCOUNT },
  'sh.Operations/DeleteAccount': {
    as: 'operator',
    body: '{"id":"1","shop_domain":"other.myshopify.com"}',
    refused: ['invalid_argument', 'the domain must be the account’s own, as a confirmation'],
    codes: [...OF_ACCOUNT, 'failed_precondition'],
  },
  'sh.Operations/ReconcileAccount': { as: 'operator', body: '{"id":"1"}', codes: BOTH },
  'sh.Operations/GetAccountTasks': { as: 'operator', body: '{"id":"1"}', codes: OF_ACCOUNT },
  'sh.Operations/GetAudit': { as: 'operator', body: '{"limit":20}' },
  'sh.Operations/GetDeadLetters': { as: 'operator', body: '{"limit":20}' },
  'sh.Operations/ReplayDeadLetters': { as: 'operator', body: '{"ids":["nothing-of-that-name"]}', codes: OF_ACCOUNT },
  'sh.Operations/DropDeadLetters': { as: 'operator', body: '{"ids":["nothing-of-that-name"]}', codes: OF_ACCOUNT },
  'sh.Operations/GetAlerts': { as: 'operator', body: '{"limit":20}' },
  'sh.Operations/GetWritePauses': { as: 'operator', body: '{}' },
  'sh.Operations/PauseWrites': {
    as: 'operator',
    body: '{"account_id":"1","source":"square","reason":"Square asked us to wait"}',
    codes: OF_ACCOUNT,
  },
  'sh.Operations/ResumeWrites': {
    as: 'operator',
    body: '{"account_id":"1","source":"square","reason":"Square is well again"}',
    codes: [...OF_ACCOUNT, 'failed_precondition'],
  },
};

/** A call of every method, by `sh.Service/Method`. */
export const CALLS: ReadonlyMap<string, ShownCall> = new Map(Object.entries({ ...MERCHANT, ...OPERATOR }));

import { json } from '../support/calls';
import { APP } from '../support/client';
import { METHODS, type Method } from '../support/services';
import { callRequest, type Caller, type SentRequest, type Step } from '../support/steps';

const OPERATOR_METHODS = /^sh\.(?:Admin|External|Operations)\/|^sh\.Session\/(?:ImpersonateDomain|Test)$/u;

/** The running release is not part of the protocol. */
const volatileFields = ({ path }: Method): readonly string[] => (path === 'sh.Session/GetAppInfo' ? ['version'] : []);

/** An empty call in protobuf without a session. */
function emptyByNobody(method: Method): Step {
  return {
    name: `${method.path}, empty, as nobody`,
    as: 'nobody',
    send: () => callRequest(method.path, {}, 'protobuf'),
    protobufMethod: method.path,
    masked: volatileFields(method),
  };
}

/** A body that is not a message, from a caller with access. */
function malformed({ path }: Method): Step {
  const as: Caller = OPERATOR_METHODS.test(path) ? 'operator' : 'merchant';
  const headers = { 'content-type': 'application/json' };
  return { name: `${path}, malformed`, as, send: () => ({ method: 'POST', path: `/rpc/${path}`, headers, body: '[]' }) };
}

/** Every method without a session, without a subscription or operator rights, and with a malformed body. */
export const EVERY_METHOD: readonly Step[] = METHODS.flatMap((method) => [
  emptyByNobody(method),
  json(method.path, 'newcomer', {}, { label: 'empty', masked: volatileFields(method) }),
  malformed(method),
]);

const withMessages = (path: string, as: Caller, ...messages: readonly object[]): Step[] =>
  messages.map((message) => json(path, as, message, { label: `with ${JSON.stringify(message).slice(0, 100)}` }));

const SOURCE = { source: 'etsy' };
const VARIANT = { source: 'shopify', variant_id: '999' };
const PAIR = { shopify_id: '1', square_id: 'A' };
const TABLE = [
  { view: 'other' },
  { query: 'TEE-HRB', table: { limit: 1001 } },
  { table: { page: -1 } },
  { table: { sort: 'price' } },
  { query: 'long '.repeat(240) },
];

/** Arguments that merchants' methods refuse, limit, or ignore. */
export const BAD_ARGUMENTS: readonly Step[] = [
  ...withMessages(
    'sh.Account/SaveAccountSettings',
    'merchant',
    {},
    { account_name: 'a', apply_max_quantity: true },
    { account_name: 'name '.repeat(21) },
  ),
  ...withMessages(
    'sh.Account/SaveAccountSettings',
    'merchant',
    { account_name: 'a', version: '77' },
    { account_name: 'a', alert_address: 'no address' },
    // It is too late to only watch.
    { account_name: 'a', watching: true },
  ),
  ...withMessages('sh.Account/GetWatchReport', 'merchant', { limit: -1 }, { cursor: 'x' }),
  ...withMessages('sh.Connections/Disconnect', 'merchant', {}, SOURCE),
  ...withMessages('sh.Inventory/GetInventory', 'merchant', ...TABLE),
  ...withMessages('sh.Inventory/GetLocationInventory', 'merchant', {}, { location_id: '999' }),
  ...withMessages(
    'sh.Inventory/SaveInventoryQuantity',
    'merchant',
    {},
    SOURCE,
    VARIANT,
    { ...VARIANT, quantity: 1 },
    { ...VARIANT, quantity: -1 },
  ),
  ...withMessages('sh.Inventory/SaveInventoryQuantity', 'merchant', { ...VARIANT, quantity: 'NaN' }, { ...VARIANT, quantity: 1e12 }),
  ...withMessages('sh.Inventory/SetInventoryTracking', 'merchant', {}, VARIANT, { ...VARIANT, bulk_key: 'off' }),
  ...withMessages('sh.Inventory/RefreshSnapshots', 'merchant', SOURCE),
  ...withMessages('sh.Inventory/ApproveSnapshot', 'merchant', {}, { source: 'shopify' }),
  ...withMessages('sh.Inventory/PlanLevelling', 'merchant', {}, { take: 'shopify', ids: ['x'] }, { take: 'shopify', ids: ['999'] }),
  ...withMessages('sh.Inventory/LevelVariants', 'merchant', { steps: [{}] }, { steps: [{ id: '1' }] }, { steps: [{ id: '999', to: 1 }] }),
  ...withMessages('sh.Inventory/LevelVariants', 'merchant', { kind: 'all' }, { bulk_change_id: 'x' }, { bulk_change_id: '999' }),
  ...withMessages(
    'sh.Inventory/GetBulkChange',
    'merchant',
    {},
    { id: 'x' },
    { id: '999' },
    { id: '1', offset: -1 },
    { id: '1', limit: -1 },
  ),
  ...withMessages('sh.Inventory/UndoBulkChange', 'merchant', {}, { id: 'x' }, { id: '999' }, { id: '1', tried: -1 }),
  ...withMessages('sh.Inventory/ResolveHeld', 'merchant', { ids: ['x'] }),
  ...withMessages(
    'sh.Inventory/PlanExclusion',
    'merchant',
    {},
    { kind: 'color', value: 'red' },
    { kind: 'product', value: '1' },
    { kind: 'product', source: 'shopify', value: 'x' },
  ),
  ...withMessages('sh.Inventory/SaveExclusion', 'merchant', {}, { exclusion: { kind: 'tag', value: ' ' }, excluded: true }),
  ...withMessages(
    'sh.Inventory/SaveView',
    'merchant',
    {},
    { name: 'a\nb' },
    { name: 'x'.repeat(61) },
    { name: 'A', view: 'none' },
    { name: 'A', sort: 'price' },
    { name: 'A', query: 'x'.repeat(1_001) },
    { id: 'x', name: 'A' },
    { id: '999', name: 'A' },
  ),
  ...withMessages('sh.Inventory/DeleteView', 'merchant', {}, { id: '0' }),
  ...withMessages('sh.Variants/GetVariantDetail', 'merchant', {}, { source: 'shopify' }, VARIANT, { source: 'square', variant_id: 'NONE' }),
  ...withMessages('sh.Variants/GetLinkCandidates', 'merchant', {}, { id: 'x' }, { id: '999' }),
  ...withMessages('sh.Variants/GetUnmatchedVariants', 'merchant', {}, SOURCE, { source: 'square', page: -1 }),
  ...withMessages(
    'sh.Variants/SaveSeparatePairs',
    'merchant',
    {},
    { pairs: [{ shopify_id: '1' }], separate: true },
    { pairs: [PAIR, { ...PAIR, shopify_id: 'x' }], separate: true },
    { pairs: [{ ...PAIR, square_id: 'a b' }] },
  ),
  ...withMessages(
    'sh.Variants/SaveLinks',
    'merchant',
    {},
    { pairs: [{ square_id: 'A' }] },
    { pairs: [PAIR, { ...PAIR, square_id: 'a b' }] },
    { pairs: [PAIR], bulk_change_id: 'x' },
    { pairs: [PAIR], bulk_change_id: '999' },
  ),
  ...withMessages(
    'sh.Variants/SaveSku',
    'merchant',
    {},
    { sku: 'A' },
    { sku: 'A', shopify_variant_id: '999' },
    { sku: '', shopify_variant_id: '1' },
    { sku: 'A', shopify_variant_id: '1', bulk_key: 'a b' },
  ),
  ...withMessages('sh.Variants/GetSyncableProductVariants', 'merchant', {}, { source: 'shopify', product_id: '999' }),
  ...withMessages('sh.Variants/SyncVariants', 'merchant', {}, VARIANT),
  ...withMessages('sh.Variants/SaveProductToShopify', 'merchant', {}, { id: 'NONE' }),
  ...withMessages(
    'sh.Issues/GetIssues',
    'merchant',
    {},
    { source: 'shopify', issue_type: 'other' },
    { source: 'shopify', issue_type: 'missing_skus', offset: -1 },
  ),
  ...withMessages('sh.Issues/DismissUnlinked', 'merchant', {}, { ids: ['1:V'], all: true }),
  ...withMessages('sh.Connections/AcknowledgeOtherWriters', 'merchant', {}, { ids: ['A'], all: true }),
  ...withMessages('sh.Issues/GetOversells', 'merchant', { variant_id: 'V' }),
  ...withMessages('sh.Issues/DismissOversells', 'merchant', {}, { ids: ['1:V'], all: true }),
  ...withMessages('sh.Issues/GetWriterCases', 'merchant', { variant_id: 'V' }),
  ...withMessages('sh.Issues/GetWriterProposal', 'merchant', {}, { id: '1:NONE' }),
  ...withMessages(
    'sh.Issues/ResolveWriterCase',
    'merchant',
    {},
    { id: '1:NONE', action: 'ignore' },
    { id: '1:NONE', action: 'reconcile' },
    { id: '1:NONE', action: 'trust', quantity: 1 },
    { id: '1:NONE', action: 'trust' },
  ),
  ...withMessages('sh.Locations/SyncLocations', 'merchant', {}, { id: 'etsy' }),
  ...withMessages('sh.Locations/SaveSyncedLocation', 'merchant', {}, { location_id_shopify: '999', location_id_square: '999' }),
  ...withMessages('sh.Locations/DisconnectSyncedLocation', 'merchant', {}, { id: '999' }),
  ...withMessages('sh.Subscriptions/CreateSubscription', 'merchant', { is_test: true }),
  ...withMessages('sh.Subscriptions/GetSubscription', 'merchant', { max_transactions: -1 }),
  ...withMessages('sh.Subscriptions/CancelSubscription', 'merchant', {}, { subscription_id: 'gid://shopify/AppSubscription/999' }),
  ...withMessages(
    'sh.Subscriptions/GetSubscriptionStatus',
    'nobody',
    { account_id: '1', secret: 'wrong' },
    { account_id: '999', secret: 'compat-STATUS_SECRET' },
  ),
  ...withMessages('sh.History/GetHistory', 'merchant', { table: { sort: 'date' } }, { sku_query: 'long '.repeat(240) }),
  ...withMessages('sh.History/GetTimeline', 'merchant', {}, { sku: 'OXF', at: 'yesterday' }),
];

/** Arguments that operators' methods refuse, limit, or ignore, and calls that are refused while impersonating. */
export const BAD_OPERATOR_ARGUMENTS: readonly Step[] = [
  ...withMessages('sh.Session/ImpersonateDomain', 'operator', { domain: 'evil.example' }, { domain: 'nobody-here' }),
  ...['GetExternalShopifyProduct', 'GetExternalShopifyVariant', 'GetExternalSquareItem', 'GetExternalSquareVariation'].flatMap((name) =>
    withMessages(`sh.External/${name}`, 'impersonator', {}, { id: '999' }),
  ),
  ...['GetExternalShopifyItems', 'GetExternalSquareItems'].flatMap((name) =>
    withMessages(`sh.External/${name}`, 'impersonator', { limit: -1 }, { cursor: 'none', limit: 1 }),
  ),
  ...withMessages('sh.Admin/AdminGetAccounts', 'operator', { limit: -1 }, { offset: -1 }, { query: 'long '.repeat(240) }),
  ...['AdminGetAccount', 'AdminGetWebhooks', 'AdminGetScopes'].flatMap((name) =>
    withMessages(`sh.Admin/${name}`, 'operator', {}, { id: 'x' }, { id: '999' }),
  ),
  ...withMessages(
    'sh.Admin/AdminSaveWebhook',
    'operator',
    {},
    { account_id: '1' },
    { account_id: '1', subscription: { topic: 'CARTS_CREATE' } },
  ),
  ...withMessages('sh.Admin/AdminSaveWebhook', 'operator', {
    account_id: '1',
    subscription: { topic: 'CARTS_CREATE', http_url: 'https://evil.example' },
  }),
  ...withMessages('sh.Admin/AdminAddAllWebhooks', 'operator', {}, { id: 999 }),
  ...['AdminBuildSnapshot', 'AdminSyncLocations'].flatMap((name) =>
    withMessages(`sh.Admin/${name}`, 'operator', {}, { ...SOURCE, account_id: '1' }, { source: 'square', account_id: '999' }),
  ),
  ...withMessages(
    'sh.Admin/AdminUpdateTaskCounts',
    'operator',
    {},
    { task_counts: [{ name: 'other', desired: 1 }] },
    { task_counts: [{ name: 'snapshot', desired: -1 }] },
  ),
  ...withMessages(
    'sh.Admin/AdminGetWebhookPayloads',
    'operator',
    {},
    { account_id: '1', since: 'yesterday' },
    { account_id: '1', cursor: 'x' },
  ),
  ...withMessages('sh.Admin/AdminReplayWebhookReceipt', 'operator', {}, { account_id: '1', id: 'x' }),
  ...['AdminGetSquareAuthToken', 'AdminSquareAccessRevoked', 'AdminSquareLocationsChanged'].flatMap((name) =>
    withMessages(`sh.Admin/${name}`, 'operator', {}, { merchant_id: 'not an id' }, { merchant_id: 'MLNOBODY' }),
  ),
  ...withMessages('sh.Admin/AdminGetSquareAuthToken', 'impersonator', { merchant_id: 'MLDEMO' }),
  ...[
    'AdminShopifyAppUninstalled',
    'AdminShopifyLocationsChanged',
    'AdminShopifyShopUpdated',
    'AdminShopifyAppSubscriptionUpdated',
  ].flatMap((name) => withMessages(`sh.Admin/${name}`, 'operator', {}, { domain: 'evil.example' }, { domain: 'nobody-here' })),
  ...withMessages('sh.Admin/AdminShopifyAppSubscriptionUpdated', 'operator', {
    domain: 'demo',
    subscription_id: '29900000001',
    status: 'OTHER',
  }),
  ...withMessages('sh.Admin/AdminShopifyAppSubscriptionUpdated', 'operator', {
    domain: 'demo',
    subscription_id: '29900000001',
    status: 'FROZEN',
  }),
  ...withMessages('sh.Operations/GetFleet', 'operator', { limit: 501 }, { sort: 'price' }, { trouble: 'other' }, { offset: -1 }),
  ...['GetAccountHealth', 'GetAccountHearing', 'ReconcileAccount', 'GetAccountTasks'].flatMap((name) =>
    withMessages(`sh.Operations/${name}`, 'operator', {}, { id: 'x' }, { id: '999' }),
  ),
  ...['GetDeadLetters', 'GetAlerts'].flatMap((name) => withMessages(`sh.Operations/${name}`, 'operator', { limit: 501 }, { cursor: 'x' })),
  ...withMessages('sh.Operations/GetAudit', 'operator', { method: 'AdminSave', limit: 501 }, { cursor: 'x' }),
  ...['ReplayDeadLetters', 'DropDeadLetters'].flatMap((name) => withMessages(`sh.Operations/${name}`, 'operator', {}, { ids: ['x'] })),
  ...['PauseWrites', 'ResumeWrites'].flatMap((name) =>
    withMessages(`sh.Operations/${name}`, 'operator', {}, { reason: 'a reason', ...SOURCE }, { reason: 'a reason', account_id: '999' }),
  ),
  ...withMessages('sh.Subscriptions/CreateSubscription', 'impersonator', { is_test: true }),
  ...withMessages('sh.Subscriptions/CancelSubscription', 'impersonator', { subscription_id: '29900000001' }),
];

/** How the RPC routes handle requests that are not calls from the page. */
export const PROTOCOL: readonly Step[] = [
  settingsCall('a preflight', 'OPTIONS', { origin: APP }),
  settingsCall('a preflight of a foreign origin', 'OPTIONS', { origin: 'https://evil.example' }),
  settingsCall('a call from our origin', 'POST', { origin: APP }),
  settingsCall('a call from a foreign origin', 'POST', { origin: 'https://evil.example' }),
  settingsCall('a call from another site', 'POST', { 'sec-fetch-site': 'cross-site' }),
  settingsCall('a call from a page that shows another account', 'POST', { 'x-account-id': '999' }),
  settingsCall('a call from a page that shows the account', 'POST', { 'x-account-id': '1' }),
  settingsCall('a call as plain text', 'POST', { 'content-type': 'text/plain' }),
  settingsCall('a call by PUT', 'PUT', {}),
];

function settingsCall(name: string, method: string, headers: SentRequest['headers']): Step {
  const path = '/rpc/sh.Account/GetAccountSettings';
  const typed = { 'content-type': 'application/json', ...headers };
  return { name, as: 'merchant', send: () => ({ method, path, headers: typed, ...(method === 'POST' && { body: '{}' }) }) };
}

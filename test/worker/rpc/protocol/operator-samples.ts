import { APP } from '../../support/browser';
import { withdraw } from '../../support/withdraw';
import { connectSquare } from '../../support/worker-harness';
import type { Samples } from './sample';

const ofAccount = { as: 'operator', message: ({ accountId }) => ({ id: accountId }) } as const satisfies Samples[string];

/** A topic for each call, because a shop has only one subscription for a topic and target. */
const TOPICS = ['CARTS_CREATE', 'CARTS_UPDATE', 'CHECKOUTS_CREATE', 'CHECKOUTS_UPDATE'];

/** A successful call of each method that only operators use. */
export const OPERATOR_SAMPLES: Samples = {
  'sh.Session/ImpersonateDomain': { as: 'operator', message: () => ({ domain: '' }) },
  'sh.Session/Test': { as: 'operator', message: () => ({}) },
  'sh.External/GetExternalShopifyItems': { as: 'impersonator', message: () => ({ limit: 7 }) },
  'sh.External/GetExternalShopifyProduct': { as: 'impersonator', message: ({ linked }) => ({ id: linked.productId }) },
  'sh.External/GetExternalShopifyVariant': { as: 'impersonator', message: ({ linked }) => ({ id: linked.shopifyId }) },
  'sh.External/GetExternalSquareItems': { as: 'impersonator', message: () => ({ limit: 100 }), varies: { next_cursor: /^[\w-]*$/u } },
  'sh.External/GetExternalSquareItem': { as: 'impersonator', message: ({ squareItem }) => ({ id: squareItem }) },
  'sh.External/GetExternalSquareVariation': { as: 'impersonator', message: ({ linked }) => ({ id: linked.squareId }) },
  'sh.Admin/AdminGetAccounts': { as: 'operator', message: () => ({ limit: 10, query: 'myshopify' }) },
  'sh.Admin/AdminGetAccount': ofAccount,
  'sh.Admin/AdminGetWebhooks': ofAccount,
  'sh.Admin/AdminSaveWebhook': {
    as: 'operator',
    message: ({ accountId }, time) => ({
      account_id: accountId,
      subscription: { topic: TOPICS[time] ?? '', google_project: 'shelf-of-one', google_topic: 'hooks' },
    }),
  },
  'sh.Admin/AdminAddAllWebhooks': { as: 'operator', message: ({ accountId }) => ({ id: Number(accountId) }) },
  'sh.Admin/AdminGetScopes': ofAccount,
  'sh.Admin/AdminBuildSnapshot': { as: 'operator', message: ({ accountId }) => ({ account_id: accountId, source: 'shopify' }), last: 1 },
  'sh.Admin/AdminSyncLocations': { as: 'operator', message: ({ accountId }) => ({ account_id: accountId, source: 'square' }) },
  'sh.Admin/AdminGetRegisteredTasks': { as: 'operator', message: () => ({}) },
  'sh.Admin/AdminUpdateTaskCounts': { as: 'operator', message: () => ({ task_counts: [{ name: 'snapshot', desired: 4 }] }) },
  'sh.Admin/AdminGetWebhookPayloads': { as: 'operator', message: ({ accountId }) => ({ account_id: accountId, limit: 5 }) },
  'sh.Admin/AdminReplayWebhookReceipt': {
    as: 'operator',
    message: ({ accountId, receipt }) => ({ account_id: accountId, id: receipt }),
  },
  'sh.Admin/AdminGetSquareAuthToken': { as: 'operator', message: ({ seller }) => ({ merchant_id: seller }) },
  // The platform is asked, and must confirm it.
  'sh.Admin/AdminSquareAccessRevoked': {
    as: 'operator',
    before: async ({ browser }) => {
      await connectSquare(browser, 'MLSECOND');
      await withdraw({ square: 'MLSECOND' });
    },
    message: () => ({ merchant_id: 'MLSECOND' }),
    last: 3,
  },
  'sh.Admin/AdminSquareLocationsChanged': { as: 'operator', message: ({ seller }) => ({ merchant_id: seller }) },
  'sh.Admin/AdminShopifyAppUninstalled': {
    as: 'operator',
    before: async ({ browser }) => {
      await browser.open(`${APP}/shopify/oauthRequest?shop=second`);
      await withdraw({ shopify: 'second.myshopify.com' });
    },
    message: () => ({ domain: 'second.myshopify.com' }),
    last: 3,
  },
  'sh.Admin/AdminShopifyAppSubscriptionUpdated': {
    as: 'operator',
    message: ({ domain, subscription }) => ({ domain, subscription_id: subscription, status: 'ACTIVE' }),
  },
  'sh.Admin/AdminShopifyLocationsChanged': { as: 'operator', message: ({ domain }) => ({ domain }) },
  'sh.Admin/AdminShopifyShopUpdated': { as: 'operator', message: ({ domain }) => ({ domain }) },
  'sh.Operations/GetFleet': { as: 'operator', message: () => ({ limit: 50 }) },
  'sh.Operations/GetAccountHealth': { ...ofAccount, varies: { checked_at: /^2\d{3}-.*Z$/u } },
  'sh.Operations/GetAccountHearing': ofAccount,
  'sh.Operations/DeleteAccount': {
    as: 'operator',
    message: ({ accountId }) => ({ id: accountId, shop_domain: 'another.myshopify.com' }),
    fails: 'invalid_argument',
    last: 4,
  },
  'sh.Operations/ReconcileAccount': ofAccount,
  'sh.Operations/GetAccountTasks': ofAccount,
  'sh.Operations/GetAudit': { as: 'operator', message: () => ({ limit: 20 }) },
  'sh.Operations/GetDeadLetters': { as: 'operator', message: () => ({ limit: 20 }) },
  'sh.Operations/ReplayDeadLetters': { as: 'operator', message: () => ({ ids: ['nothing-of-that-name'] }) },
  'sh.Operations/DropDeadLetters': { as: 'operator', message: () => ({ ids: ['nothing-of-that-name'] }) },
  'sh.Operations/GetAlerts': { as: 'operator', message: () => ({ limit: 20 }) },
  'sh.Operations/GetWritePauses': { as: 'operator', message: () => ({}) },
  'sh.Operations/PauseWrites': {
    as: 'operator',
    message: ({ accountId }) => ({ account_id: accountId, source: 'square', reason: 'Square asked us to wait' }),
  },
  'sh.Operations/ResumeWrites': {
    as: 'operator',
    message: ({ accountId }) => ({ account_id: accountId, source: 'square', reason: 'Square is well again' }),
  },
};

import type { HealthProblem } from '../../domain/account/health-problem';
import { plural } from '../shared/formats';
import { catalog } from '../shared/messages';

/** What a health problem is called, and what it means and what helps. */
interface HealthProblemText {
  readonly name: string;
  readonly meaning: string;
}

const WAITING = 'We keep pending changes and send them when the shop reopens.';

/** How an audited action ended, by the wire's value. */
const RESULTS: Readonly<Record<string, string>> = { ok: 'OK', begun: 'Unknown' };

/** Processors by their registered names. */
const TASKS: Readonly<Record<string, string>> = {
  snapshot: 'Snapshot',
  locations: 'Location sync',
  copy: 'Product copy',
  webhooks: 'Received webhook',
  webhook_subscriptions: 'Webhook subscription maintenance',
  billing: 'Subscription check',
  health: 'Health check',
  erase: 'Account deletion',
};

const HEALTH_PROBLEMS: Readonly<Record<HealthProblem, HealthProblemText>> = {
  stopped: {
    name: 'Sync stopped',
    meaning:
      'The account has access and its locations are paired, but nothing syncs: a platform is not connected, or its catalog was never read.',
  },
  shopify_token: {
    name: 'Shopify access lost',
    meaning: 'Shopify no longer accepts our access token. The merchant needs to reconnect Shopify.',
  },
  square_token: {
    name: 'Square access lost',
    meaning: 'Square no longer accepts our access token. The merchant needs to reconnect Square.',
  },
  shop_frozen: {
    name: 'Shop frozen',
    meaning: `Shopify froze the shop because its owner has an unpaid bill. ${WAITING}`,
  },
  shop_locked: {
    name: 'Shop locked',
    meaning: `Shopify locked the shop. Its owner needs to contact Shopify Support. ${WAITING}`,
  },
  shop_closed: {
    name: 'Shop closed',
    meaning: `Shopify refuses every request for the shop, or says that it is not active. ${WAITING}`,
  },
  shopify_credentials: {
    name: 'Our Shopify credentials refused',
    meaning: 'Shopify refuses our client ID or secret, so we cannot renew tokens. Check SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET.',
  },
  square_credentials: {
    name: 'Our Square credentials refused',
    meaning: 'Square refuses our client ID or secret, so we cannot renew tokens. Check SQUARE_CLIENT_ID and SQUARE_CLIENT_SECRET.',
  },
  api_version: {
    name: 'Different API version',
    meaning: 'Shopify responds with a different API version than we request, because it no longer supports ours.',
  },
  unreachable: {
    name: 'Platform unavailable',
    meaning: 'A platform does not respond, or responds with errors. We keep pending changes and send them when it is back.',
  },
  webhooks: {
    name: 'Webhooks missing',
    meaning:
      'Webhook subscriptions are missing, so only reconciliation finds changes, and later. “Auto-Add Missing Webhooks” creates them.',
  },
  webhooks_silent: {
    name: 'Webhooks not arriving',
    meaning:
      'Stock changes on a platform, through sales or our own writes, and it sends no webhooks. We find these changes by reading, minutes later. “Reconcile now” finds them at once. “Webhook delivery” shows when it started.',
  },
  webhooks_unreadable: {
    name: 'Webhooks unreadable',
    meaning:
      'A platform sends webhooks in a format that this release cannot read. We read the affected items instead, which takes longer. “Received webhooks” shows which ones and why.',
  },
  storage: {
    name: 'Storage nearly full',
    meaning: 'The account’s object may store 10 GB and has used most of it. Once it is full, nothing more can be stored or synced.',
  },
  frozen: {
    name: 'Indeterminate',
    meaning: 'We could not determine whether a write took effect. These variants do not sync until someone chooses the correct quantity.',
  },
  blocked: {
    name: 'Refused',
    meaning: 'A platform refuses a change, for example because the variant was deleted or is not stocked there.',
  },
  unlinked: {
    name: 'Unlinked',
    meaning:
      'Variants that were linked no longer sync, although the merchant did not ask for it: a SKU changed, a deletion, or tracking turned off.',
  },
  oversold: {
    name: 'Oversold',
    meaning: 'Both platforms sold units that only one had. The merchant sees both sales and refunds or back-orders one of them.',
  },
  another_writer: {
    name: 'Another app',
    meaning:
      'Another app repeats changes between the platforms, so each counts twice. We write nothing to these variants until the merchant turns the app off and confirms a quantity, or says that its changes are real.',
  },
  suspected_writer: {
    name: 'Another app suspected',
    meaning: 'Another app may repeat changes between the platforms. This is not certain, so nothing is on hold because of it.',
  },
  held: {
    name: 'Held',
    meaning: 'Changes above the merchant’s maximum, or that came together during a pause, wait for the merchant’s approval.',
  },
  doubt: {
    name: 'Catalog needs review',
    meaning:
      'A catalog came back much smaller than before. We do not apply it until the merchant, or you while impersonating, approves it.',
  },
  lag: {
    name: 'Slow sync',
    meaning: 'The latest changes took too long to reach the other platform, or one has been in progress for too long.',
  },
};

/** Audited calls by their names without the service. */
const AUDIT_ACTIONS: Readonly<Record<string, string>> = {
  Test: 'Made a test call',
  AdminGetAccounts: 'Listed customers',
  AdminGetAccount: 'Viewed the account',
  AdminGetWebhooks: 'Viewed webhook subscriptions',
  DeleteAccount: 'Deleted the account',
  Download: 'Downloaded the data',
  AdminSaveWebhook: 'Saved or deleted a webhook',
  AdminAddAllWebhooks: 'Added missing webhooks',
  AdminGetScopes: 'Viewed app scopes',
  AdminBuildSnapshot: 'Queued a snapshot',
  AdminSyncLocations: 'Synced locations',
  AdminGetRegisteredTasks: 'Viewed tasks',
  AdminUpdateTaskCounts: 'Changed task counts',
  AdminGetWebhookPayloads: 'Viewed received webhooks',
  AdminReplayWebhookReceipt: 'Replayed a webhook',
  AdminGetSquareAuthToken: 'Viewed or refreshed the Square token',
  AdminSquareAccessRevoked: 'Simulated Square access revoked',
  AdminSquareLocationsChanged: 'Simulated Square locations changed',
  AdminShopifyAppUninstalled: 'Simulated app uninstalled',
  AdminShopifyAppSubscriptionUpdated: 'Simulated subscription changed',
  AdminShopifyLocationsChanged: 'Simulated Shopify locations changed',
  AdminShopifyShopUpdated: 'Simulated shop updated',
  GetExternalShopifyItems: 'Listed Shopify items',
  GetExternalShopifyProduct: 'Looked up a Shopify product',
  GetExternalShopifyVariant: 'Looked up a Shopify variant',
  GetExternalSquareItems: 'Listed Square items',
  GetExternalSquareItem: 'Looked up a Square item',
  GetExternalSquareVariation: 'Looked up a Square variation',
  GetFleet: 'Viewed the fleet',
  GetAccountHealth: 'Viewed account health',
  GetAccountHearing: 'Viewed webhook delivery',
  ReconcileAccount: 'Reconciled the account',
  GetAccountTasks: 'Viewed account tasks',
  GetAudit: 'Viewed the audit log',
  GetDeadLetters: 'Viewed dead letters',
  ReplayDeadLetters: 'Replayed dead letters',
  DropDeadLetters: 'Dropped dead letters',
  GetAlerts: 'Viewed alerts',
  GetWritePauses: 'Viewed pauses',
  PauseWrites: 'Paused stock changes',
  ResumeWrites: 'Resumed stock changes',
};

/** The texts that several operator pages share. */
export const operatorText = catalog({
  'en-US': {
    nav: {
      label: 'Operators',
      fleet: 'Fleet',
      alerts: 'Alerts',
      deadLetters: 'Dead letters',
      pauses: 'Pauses',
      auditLog: 'Audit log',
      customers: 'Customers',
      tasks: 'Tasks',
    },
    account: (accountId: string) => `Account ${accountId}`,
    loading: 'Loading...',
    nothingChanged: 'Nothing was changed.',
    tasksKeepRunning: 'Tasks keep running.',
    reference: 'Reference:',

    /** `ago` is '5 minutes ago', or 'just now'. */
    lasting: (ago: string) => (ago.endsWith(' ago') ? `for ${ago.slice(0, -' ago'.length)}` : 'for a moment'),
    daysAgo: (days: number) => `${plural(days, 'day', 'days')} ago`,
    inDays: (days: number) => `In ${plural(days, 'day', 'days')}`,

    results: RESULTS,

    tasks: TASKS,

    fleetHealthy: 'No customers need attention.',
    fleetUnhealthy: (customers: number, worst: string) =>
      `${plural(customers, 'customer needs', 'customers need')} attention. Most severe: ${worst}.`,
    platformsUnavailable: (platforms: readonly string[]): HealthProblemText => {
      const one = platforms.length === 1;
      const names = platforms.join(' and ');
      return {
        name: `${names} unavailable`,
        meaning: `${names} ${one ? 'does' : 'do'} not respond, or ${one ? 'responds' : 'respond'} with errors. We keep pending changes and send them when ${one ? 'it is' : 'they are'} back.`,
      };
    },
    healthProblems: HEALTH_PROBLEMS,

    impersonationStarted: 'Started impersonating',
    impersonationStopped: 'Stopped impersonating',
    auditActions: AUDIT_ACTIONS,
  },
});

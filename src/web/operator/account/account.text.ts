import { sourceName, type Source } from '../../../domain/source';
import { formatCount, plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** By the wire's value. */
const STATES: Readonly<Record<string, string>> = { queued: 'Queued', running: 'Running', done: 'Done', failed: 'Failed' };

/** The texts of an account's page. */
export const text = catalog({
  'en-US': {
    title: 'Account',
    lead: (accountId: string, email: string) => `Account ${accountId}${email === '' ? '' : ` · ${email}`}`,
    failed: 'The account could not be loaded.',
    noAccount: 'no account specified',
    noAccountHint: 'Choose a customer from the fleet.',
    receivedWebhooks: 'Received webhooks',
    exportData: 'Download data',
    pauseChanges: 'Pause changes',
    impersonate: 'Impersonate',
    impersonating: 'Impersonating',

    actions: {
      label: 'Actions',
      snapshot: (source: Source) => `New ${sourceName(source)} Snapshot`,
      locations: (source: Source) => `Sync ${sourceName(source)} Locations`,
      reconcile: 'Reconcile now',
      shopifyNotConnected: 'Shopify is not connected.',
      squareQuestion: 'You may not have square access. Are you sure?',
      continue: 'Continue',
      snapshotQueued: 'Snapshot queued',
      synced: 'Synced',
      reconciled: (changes: number) =>
        changes === 0 ? 'No missed changes found' : `${plural(changes, 'change', 'changes')} found that no webhook reported`,
      reconciledPartly: (unread: readonly string[], found: string) => `${unread.join(' and ')} could not be read. ${found}`,
    },

    tiles: {
      expires: 'Expires',
      lastLogin: 'Last Login',
      lastPayment: 'Last Payment',
      charges: 'Charges',
      catalog: (source: Source) => `${sourceName(source)} Catalog`,
      shopifyOrders: 'Shopify Orders (YTD)',
      squareOrders: 'Square Orders (last 30)',
      syncedLocations: 'Synced Locations',
      none: 'n/a',
      notAvailable: 'not available',
      products: (products: number) => plural(products, 'product', 'products'),
      variantsAndLocations: (variants: number, locations: number) =>
        `${plural(variants, 'variant', 'variants')}, ${plural(locations, 'location', 'locations')}`,
    },

    health: {
      title: 'Health',
      alerts: 'Alerts for this account',
      failed: 'The account’s health could not be loaded.',
      healthy: 'No health problems',
      notSetUp: 'Not set up yet. Stock syncs, and alerts are raised, once both platforms are connected.',
      noAccess: 'This account has no access to the product. Its stock does not sync, and no alerts are raised.',
      yes: 'Yes',
      no: 'No',
      name: 'Name',
      hasAccess: 'Has access to the product',
      platformAccess: (source: Source) => `${sourceName(source)} access`,
      unknownUnavailable: (source: Source) => `Unknown: ${sourceName(source)} is unavailable`,
      lag: 'Lag, last 24 hours (95th percentile)',
      noWrites: 'No writes',
      oldestChange: 'Oldest change in progress',
      none: 'None',
      counts: 'Held / refused / indeterminate',
      missingWebhooks: 'Missing webhooks',
      foundByReconciliation: 'Changes found only by reconciliation',
      checked: 'Last checked',
      never: 'Never',
    },

    tasks: {
      title: 'Background tasks',
      label: 'Tasks',
      failed: 'The background tasks could not be loaded.',
      none: 'No background tasks yet',
      states: STATES,
      name: (task: string, source: Source | null) => (source === null ? task : `${task}, ${sourceName(source)}`),
      progressOf: (task: string) => `Progress of ${task}`,
      /** What follows the time. `total` is 0 while unknown. */
      progress: (done: number, total: number) => {
        if (total > 0) return `, ${formatCount(done)} of ${formatCount(total)}`;
        return done > 0 ? `, ${formatCount(done)}` : '';
      },
      failures: (failures: number) => (failures === 0 ? '' : `, ${plural(failures, 'failure', 'failures')} in a row`),
    },

    sections: {
      webhooks: 'Shopify Webhooks',
      delivery: 'Webhook delivery',
      scopes: 'Shopify App Scopes',
      token: 'Square token',
      simulated: 'Simulated webhooks',
      audit: 'Audit log',
    },

    scopes: {
      label: 'Scopes',
      failed: 'The scopes could not be loaded.',
      lead: 'Granted scopes are bold. Pale scopes are requested and not granted.',
      none: 'No scopes',
      notGranted: ' (not granted)',
    },

    token: {
      noAccount: 'No token: no Square account is connected.',
      lead: 'This token gives access to the merchant’s Square account. Its values are masked, unless this installation shows them. Each view is recorded in the audit log.',
      show: 'Show token',
      showAgain: 'Show again',
      refresh: 'Refresh token',
      refreshed: 'Token refreshed',
      merchant: 'Square merchant ID',
      accessToken: 'Access token',
      refreshToken: 'Refresh token',
      type: 'Type',
      expires: 'Expires',
      expiresAt: (date: string, ago: string) => `${date} (${ago})`,
      scopes: 'Scopes',
    },

    audit: {
      label: 'Latest operator actions',
      failed: 'The audit log could not be loaded.',
      none: 'No operator actions yet',
      all: 'Show the full audit log of this account',
    },
  },
});

import { formatCount, plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** The texts of the dashboard. */
export const text = catalog({
  'en-US': {
    title: 'Dashboard',
    show: 'Show',

    stock: {
      label: 'Stock summary',
      loading: 'Counting your stock',
      notLoaded: 'Your stock could not be counted.',
      views: {
        in_sync: 'In sync',
        out_of_sync: 'Out of sync',
        shopify_only: 'Only in Shopify',
        square_only: 'Only in Square',
        not_tracked: 'Not tracked',
      },

      notPaired: 'Your stock is not syncing yet.',
      selectLocations: 'Select the two locations to sync.',
      notConnected: (platforms: readonly string[]) => `${platforms.join(' and ')} ${platforms.length === 1 ? 'is' : 'are'} not connected.`,
      reconnect: 'Stock does not sync until you reconnect.',
      lastRead: (inSync: number, all: number) =>
        `At the last read, ${formatCount(inSync)} of ${plural(all, 'variant was', 'variants were')} in sync.`,
      firstRead: 'Reading your products from Shopify and Square.',
      firstReadGoesOn: 'You can leave this page. Reading continues in the background.',
      empty: 'There are no variants yet.',
      addProducts: 'Add products in Shopify or Square, and they appear here.',

      allInSync: (all: number) => (all === 1 ? 'Your 1 variant is in sync.' : `All ${formatCount(all)} variants are in sync.`),
      allEqual: (all: number) => `Quantities match for ${all === 1 ? 'your 1 variant' : `all ${formatCount(all)} variants`}.`,
      inSync: (inSync: number, all: number) => `${formatCount(inSync)} of ${plural(all, 'variant', 'variants')} in sync.`,
      needAttention: (count: number) => `${plural(count, 'needs', 'need')} attention.`,
      nothingToDo: 'No action needed.',
      steps: { level: 'Level what differs', link: 'Find and link the same goods' },

      differ: (count: number) => `${plural(count, 'has', 'have')} different or unknown quantities`,
      alone: (count: number) => `${plural(count, 'is', 'are')} on only one platform`,
      notTracked: (count: number) => `${plural(count, 'has', 'have')} inventory tracking turned off`,
      stuck: (count: number) => `${plural(count, 'has', 'have')} a change that did not sync`,

      onHold: (count: number) =>
        count === 1
          ? '1 is on hold because another app changes its stock'
          : `${formatCount(count)} are on hold because another app changes their stock`,
      suspected: (count: number) => `${formatCount(count)} may be changed by another app as well`,
      allOnHold: 'Another app changes the same stock, so nothing is sent until you decide what to do.',

      reading: (parts: readonly string[]) => `Reading ${parts.join(' and ')}. New sales are still recorded.`,
      fromShopify: (count: number) => `${plural(count, 'changed product', 'changed products')} from Shopify`,
      fromSquare: 'changed items from Square',
      syncing: (count: number) => `${plural(count, 'change is', 'changes are')} syncing.`,
      waitingForPause: (count: number) => `${plural(count, 'change is', 'changes are')} waiting while syncing is paused.`,
      notSyncing: 'Changes are not syncing right now.',
      watching: 'You are only watching, so stock changes are not sent.',
      autoSyncOff: 'Auto-sync is off, so changes are not sent.',
      waiting: (count: number) => `${plural(count, 'change is', 'changes are')} waiting.`,

      syncTime: (usualMs: number, mostMs: number) => {
        const [usual, most] = [formatDuration(usualMs), formatDuration(mostMs)];
        return `Typical sync time today: ${usual}${usual === most ? '' : ` (95% within ${most})`}`;
      },
    },

    banners: {
      notSubscribed: 'You are not subscribed',
      deactivatedOn: (date: string) => `Your account will be deactivated on ${date}. You can keep using Shelfbridge until then.`,
      subscribe: 'Subscribe',
      deactivated: 'Your account has been deactivated and is due for deletion.',
      noPair: 'No Synced Locations',
      whatPairsDo: 'Shelfbridge syncs stock between one Shopify location and one Square location.',
      connectBoth: 'Connect both platforms',
      selectLocations: 'Select locations',
      notOnboarded: 'Onboarding not finished',
      finishSteps: 'Complete the remaining steps to finish your setup.',
      goToSetup: 'Go to setup',
    },

    review: {
      title: (platform: string) => `${platform}’s numbers look wrong`,
      next: (platform: string) =>
        `Check the quantities in ${platform} first. If they are correct, confirm and we apply them. If not, fix them in ${platform} and refresh.`,
      confirm: 'These numbers are correct',
      confirmed: (platform: string) => `${platform}’s numbers confirmed`,
    },

    connection: {
      states: {
        connected: 'Connected',
        degraded: 'Connected, with problems',
        needs_reconnect: 'Reconnect required',
        disconnected: 'Not connected',
      },
      connect: 'Connect',
      reconnect: 'Reconnect',
      disconnect: 'Disconnect',
    },

    snapshot: {
      heading: 'Catalog snapshot',
      notConnected: 'Not connected',
      never: 'Not read yet',
      failed: 'Failed',
      updated: 'Updated',
      taken: 'Taken',
      queued: 'Queued',
      created: 'Created',
      refresh: 'Refresh now',
      refreshOf: (platform: string) => `Refresh now: ${platform}`,
      busy: 'Reading',
      requested: 'Snapshot queued',
      notRead: (problem: string) => `We could not read your catalog${problem === '' ? '.' : `: ${problem}`}`,
      kept: 'We keep the results of the last read.',
      progressOf: (platform: string) => `Reading ${platform}`,
      waiting: 'Waiting to read your catalog',
      readOf: (processed: number, total: number) =>
        `Reading your catalog: ${formatCount(processed)} of ${plural(total, 'variant', 'variants')}`,
      readSoFar: (processed: number) => `Reading your catalog: ${plural(processed, 'variant', 'variants')} so far`,
    },

    issues: {
      missing_skus: 'Variants with missing SKUs',
      duplicate_skus: 'Variants with duplicate SKUs',
      inventory_disabled: 'Variants with inventory disabled',
      countOn: (label: string, platform: string, count: number) => `${label} on ${platform}: ${formatCount(count)}`,
      notLoaded: 'Could not load, try again',
    },

    notices: {
      heading: 'Account Status',
      filter: 'Filter notices',
      filters: { none: 'None', warnings: 'Warnings', all: 'All' },
      hidden: 'Notices are hidden.',
      loading: 'Checking for warnings',
      noWarnings: 'No warnings.',

      counted: (warning: string, counts: string) => `${warning}: ${counts}`,
      trackingDisabled: 'Inventory-tracking disabled',
      trackingEnabled: 'Inventory tracking is enabled for all variants',
      duplicateSkus: 'Duplicate SKUs',
      noDuplicateSkus: 'No duplicate SKUs',
      missingSkus: 'Variants without a SKU',
      noMissingSkus: 'All variants have SKUs',

      writersSuspected: (count: number) => `${plural(count, 'variant', 'variants')} may be changed by another app as well`,
      newWriters: (count: number) => `${plural(count, 'other app changes', 'other apps change')} stock on Square`,
      oversold: (count: number) => `${plural(count, 'variant was', 'variants were')} oversold: both platforms sold the same units`,
      unlinked: (count: number) => `${plural(count, 'variant', 'variants')} no longer linked, for a reason outside Shelfbridge`,
      held: (count: number) => `${plural(count, 'variant has', 'variants have')} a change on hold for your review`,
      blocked: (count: number) => `${plural(count, 'variant has', 'variants have')} a change that a platform rejected`,
      indeterminate: (count: number) =>
        `${plural(count, 'variant', 'variants')} stopped syncing because we could not confirm whether a change was applied`,
      autoSyncOff: 'Auto-sync is disabled: changes wait until you enable it',
      autoSyncOn: 'Auto-sync is enabled',
      enable: 'Enable',
      disable: 'Disable',
      subscribed: 'Your subscription is active',
      view: 'View',
      authorized: 'Both platforms are connected and authorized',
    },
  },
});

/** A time to the tenth of a second below ten seconds, then in seconds, from a minute and a half on in minutes. */
function formatDuration(ms: number): string {
  if (ms < 10_000) return `${Math.max(0.1, ms / 1_000).toFixed(1)} s`;
  return ms < 90_000 ? `${Math.round(ms / 1_000)} s` : `${formatCount(Math.round(ms / 60_000))} min`;
}

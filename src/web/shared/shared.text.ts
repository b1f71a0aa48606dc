import { sourceName, type Source } from '../../domain/source';
import type { ChannelCounts } from '../../gen/sh/common_pb';
import { formatCount, plural } from './formats';
import { catalog } from './messages';

/** The texts of the shared components and of the state behind them. */
export const sharedText = catalog({
  'en-US': {
    brand: 'Shelfbridge',
    documentTitle: (page: string) => `${page} · Shelfbridge`,

    copyStays: (platform: string) => `A copy cannot be undone here: delete what was added on ${platform}.`,
    cancel: 'Cancel',
    close: 'Close',
    dismiss: 'Dismiss',
    loading: 'Loading',
    loadingBadge: 'Loading...',
    messages: 'Messages',
    notNow: 'Not now',
    search: 'Search',
    tryAgain: 'Try again',
    choose: 'Choose…',
    withNote: (label: string, note: string) => `${label} (${note})`,
    clearBox: (label: string) => `Clear ${label}`,

    units: {
      enterWhole: 'Enter a whole number, such as 12.',
      enterNumber: 'Enter a number, such as 12 or 2.5.',
      outOfRange: 'Enter a quantity from 0 to 1,000,000.',
      wholeOnly: 'Shopify counts whole units. Enter a whole number.',
      tooPrecise: 'Enter at most five decimal places.',
    },

    pages: 'Pages',
    previousPage: 'Prev',
    nextPage: 'Next',
    newestPage: 'Newest',
    olderPage: 'Older',

    field: 'Field',
    notAvailable: 'N/A',
    quantity: 'Qty',
    quantityOn: (source: Source) => `${sourceName(source)} Qty`,
    perPlatform: ({ shopify, square }: ChannelCounts) => `Shopify ${formatCount(shopify)}, Square ${formatCount(square)}`,

    deleteAccount: {
      open: 'Delete account',
      title: 'Delete this account?',
      lead: 'We end our access to Shopify and Square, stop syncing, and delete everything we store for this account: the catalog, links, history, and settings. Stock on both platforms stays as it is. Cancel an active subscription first, and uninstall the app in Shopify afterward. This cannot be undone. Download the data first if you may need it.',
      type: (domain: string) => `Type ${domain} to confirm`,
      action: 'Delete account',
      started: 'The account is being deleted',
      receipt: (receipt: string) =>
        `This takes minutes, or hours while a platform cannot be reached. Signing in again before it is finished keeps the account. Your receipt, which proves the deletion: ${receipt}`,
      /** How long the receipt is shown, in ms. */
      shownMs: 120_000,
    },

    newSku: 'New SKU',
    generateSku: 'Generate Unique SKU',

    locationLabel: (source: Source) => `${sourceName(source)} location`,
    chooseLocation: (source: Source) => `Choose a ${sourceName(source)} location`,
    locationsSaved: 'Locations saved. We are reading both catalogs now.',
    locationsDisconnected: 'Locations disconnected',

    notFoundTitle: '404 not found',
    notFoundHeadline: 'There is no page at this address.',
    notFoundAdvice: 'Check the address for typos, or go back to the dashboard.',
    goToDashboard: 'Go to the dashboard',

    reloadPage: 'Reload page',
    partNotLoaded: 'This part of the page could not be loaded.',
    partOffline: 'Your device appears to be offline. Your stock is not affected. Reload the page when you are back online.',
    outdatedPage: 'Shelfbridge may have been updated while this page was open. Your stock is not affected. Reload the page.',

    nothingChanged: 'Nothing was changed. Sales made in the meantime are not lost.',
    quoteReference: 'If this keeps happening, give support this reference:',
    errorHeader: (label: string) => `Error ${label}`,
    withReference: (message: string, reference: string) => `${message} Reference: ${reference}`,
    pageFailed: 'Something went wrong on this page.',
    otherVersion:
      'This page and our server are from different versions of Shelfbridge: an update may be in progress. Nothing was changed. Reload the page in a minute.',
    serverUnreachable: 'We could not reach the server. Check your connection and try again.',
    accountChanged: {
      header: 'Account changed',
      text: 'This browser switched to another account, so we reloaded the page. Nothing was changed.',
    },

    disconnect: {
      title: (platform: string) => `Disconnect ${platform}?`,
      lead: (platform: string, name: string) =>
        `We will stop reading from and sending to ${name === '' ? `your ${platform} account` : name}. Stock in Shopify and Square stays as it is, and we keep your history. You can reconnect at any time.`,
      action: 'Disconnect',
      done: (platform: string) => `${platform} disconnected`,
    },
    connection: {
      connected: 'Connected',
      needsRefresh: 'Needs Refresh',
      disconnected: 'Disconnected',
      notConnected: 'Not connected. We cannot read or update its stock until you connect it.',
      missingPermissions: (scopes: readonly string[]) => `Missing permissions: ${scopes.join(', ')}. Reconnect to grant them.`,
    },

    subscribe: {
      title: 'Confirm your subscription',
      date: 'Date',
      method: 'Method',
      methodValue: 'Shopify Payments',
      plan: 'Plan',
      standardPlan: 'Standard',
      testPlan: 'TEST!!',
      total: 'Total',
      totalValue: '$49.99 every 30 days',
      guarantee: '14-day trial, 60-day money back guarantee',
      note: 'Shopify shows you the charge and asks you to approve it. You pay nothing before that, and nothing during the trial.',
      authorize: 'Authorize on Shopify',
      noAddress: 'Shopify did not return a page to confirm the subscription. Nothing was charged. Try again.',
    },
    lostCharge: {
      declined: 'You declined the charge',
      expired: 'The charge expired',
      declinedAdvice: 'Nothing was charged, and you have no subscription. To subscribe, try again and approve the charge on Shopify.',
      expiredAdvice:
        'It was not approved within two days. Nothing was charged, and you have no subscription. To subscribe, try again and approve the charge on Shopify.',
    },

    pauses: {
      paused: 'Changes are paused',
      several: (count: number) => `${plural(count, 'pause', 'pauses')} in effect`,
      unknown: 'We could not check whether changes are paused.',
      show: 'View pauses',
      line: (what: string, since: string, by: string, reason: string) => `Paused: ${what}, since ${since}, by ${by}: ${reason}`,
      changesTo: (platforms: readonly string[]) => `Changes to ${platforms.join(' and ')} are paused.`,
      scope: (platform: string | null, whose: string) => `${platform === null ? 'all changes' : `changes to ${platform}`} for ${whose}`,
      everyCustomer: 'every customer',
      account: (accountId: string) => `account ${accountId}`,
    },
    impersonation: {
      started: (domain: string) => `Impersonating ${domain}`,
      stopped: "You're back to your old self",
    },
    justNow: 'just now',
  },
});

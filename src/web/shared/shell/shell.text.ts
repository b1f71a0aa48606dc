import { plural } from '../formats';
import { catalog } from '../messages';

/** The texts around every page: navigation, account menu, notices above the page, and the footer. */
export const shellText = catalog({
  'en-US': {
    skipToContent: 'Skip to content',
    mainNavigation: 'Main',
    openNavigation: 'Open navigation',
    loadFailed: 'Shelfbridge could not be loaded.',

    pages: {
      dashboard: 'Dashboard',
      inventory: 'Inventory',
      issues: 'Issues',
      connections: 'Connections',
      locations: 'Locations',
      history: 'History',
      settings: 'Settings',
      subscription: 'Subscription',
      myAccount: 'My Account',
      account: 'Account',
      onboarding: 'Onboarding',
      help: 'Help',
      admin: 'Admin',
      newSite: 'New Site',
      oldSite: 'Old Site',
      shopifyItems: 'Shopify items',
      squareItems: 'Square items',
      notFound: '404 not found',
    },

    loadingAccount: 'Loading your account',
    impersonating: 'Impersonating',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    stopImpersonating: 'Stop Impersonating',
    signOut: 'Sign out',

    footerNavigation: 'Footer',
    copyright: (year: number) => `© 2019 – ${year} Shelfbridge`,
    privacy: 'Privacy',
    terms: 'Terms',

    impersonationBar: {
      lead: 'You are impersonating',
      recorded: (operator: string) => `Your actions are recorded under ${operator}.`,
      endsIn: (minutes: number) => `Impersonation ends in ${plural(minutes, 'minute', 'minutes')}.`,
      account: 'View account',
      stop: 'Stop',
    },

    accountStatus: {
      notConnected: (platform: string) =>
        `${platform} is not connected. You see its last known numbers, and nothing syncs until you connect it.`,
      connect: (platform: string) => `Connect ${platform}`,
      watching: 'You are only watching: no stock changes are sent to either platform.',
      openDashboard: 'Open the dashboard',
      autoSyncOff: 'Auto-sync is off. We track changes and send them when you turn it on.',
      openSettings: 'Open settings',
      verifyAccess: 'Verify access',
    },
    paused: ({ by, platforms, since, reason }: { readonly [Part in 'by' | 'platforms' | 'since' | 'reason']: string }) =>
      `Shelfbridge support (${by}) paused changes to ${platforms}${since === '' ? '' : ` on ${since}`}: ${reason}. We track changes and send them when the pause ends. Large changes wait for your review.`,
    bothPlatforms: 'Shopify and Square',
    stale: (reference: string) =>
      `We cannot reach Shelfbridge right now. You are seeing the last known data, and this page keeps trying to reconnect. Reference: ${reference}`,

    crash: {
      title: 'This page could not be displayed.',
      offline: 'Your device appears to be offline. Your stock is not affected. The page reloads when you are back online.',
    },

    noSubscription: {
      title: 'No subscription',
      headline: 'This account has no subscription. You are signed in as an operator.',
      advice: 'Its stock does not sync, so there is nothing to show here. To sync this shop as well, finish its setup.',
      customers: 'View customers',
      alerts: 'View alerts',
      setUp: 'Set up this shop',
    },
  },
});

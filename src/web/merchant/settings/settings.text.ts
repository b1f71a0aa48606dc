import { formatCount } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** The texts of the settings page and of the account page. */
export const text = catalog({
  'en-US': {
    title: 'Settings',
    lead: 'Your account name, sync rules, and alerts.',
    loadFailed: 'Your settings could not be loaded.',
    accountName: 'Account Name',
    accountNameHint: 'Shown at the top of every page.',
    sync: 'Inventory sync',
    autoSync: 'Auto-sync',
    autoSyncHint:
      'Sends every stock change to the other platform. While it is off, we track changes and send them when you turn it back on.',
    enforceMaximum: 'Enforce a Maximum Update Quantity',
    enforceMaximumHint:
      'We hold changes larger than the maximum until you send or drop them, and list them in your history. This protects you from mistakes such as a mistyped count.',
    maximum: 'Maximum',
    setBarcodes: 'Set Shopify Barcodes',
    setBarcodesHint: 'When a SKU is added to a variant, we set its Shopify barcode to the same value.',
    save: 'Save Settings',
    saved: 'Settings saved!',
    unsaved: 'You have unsaved changes.',
    discard: 'Discard changes',

    nameMissing: 'Enter an account name.',
    nameTooLong: (limit: number) => `An account name can have up to ${formatCount(limit)} characters.`,
    maximumInvalid: (limit: number) => `Enter a whole number from 1 to ${formatCount(limit)}.`,
    addressInvalid: 'Enter one email address, such as owner@example.com, or leave this empty.',
    /** Replaces the field name at the start of the server's message. */
    theAddress: 'The address',

    alerts: {
      title: 'Alerts',
      address: 'Email address for alerts',
      hint: 'Leave this empty to turn email alerts off.',
      about:
        'We email you when something needs your attention and does not resolve within a few minutes: a platform blocks our access, stock stops syncing, a platform rejects a change, a variant is on hold, or stock counts need your review. Each problem is one email that says what is wrong, what it means for your stock and how to fix it, and one more when it is resolved. We use this address for nothing else.',
      noSender:
        'This installation of Shelfbridge does not send email yet. We keep the address until it does. The dashboard shows all problems.',
      sender: (address: string) => `Emails come from ${address}.`,
    },

    account: {
      title: 'My Account',
      lead: 'Your sign-in, subscription, and connections.',
      signOut: 'Sign out',
      panel: 'Account',
      shop: 'Shop',
      email: 'Email',
      subscription: 'Subscription',
      active: 'Active',
      inactive: 'Inactive',
      inactiveUntil: (day: string) => `Inactive, access until ${day}`,
      connections: 'Connections',
      connected: 'Connected',
      notConnected: 'Not connected',
      data: 'Your data',
      dataHint:
        'Everything we store for this account in one file: your catalog, links, history, settings, and the messages we received. Access tokens are left out. If you uninstall the app, we delete all of it 30 days later; you can also delete it now.',
      download: 'Download all data',
      locations: 'Locations',
      paired: 'Paired',
      notPaired: 'Not paired yet',
      change: 'Change',
      changeName: 'account name',
      changeSubscription: 'subscription',
      changeConnection: (platform: string) => `${platform} connection`,
      changeLocations: 'locations',
    },
  },
});

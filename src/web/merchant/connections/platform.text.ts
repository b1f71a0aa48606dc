import { plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';

const SCOPES: Readonly<Record<string, string>> = {
  read_products: 'Read your products and variants',
  write_products: 'Set SKUs and barcodes, and create products that you copy',
  read_inventory: 'Read your stock quantities',
  write_inventory: 'Update your stock quantities',
  read_locations: 'Read the names of your locations',
  MERCHANT_PROFILE_READ: 'Read the names of your business and its locations',
  ITEMS_READ: 'Read your items and variations',
  ITEMS_WRITE: 'Set SKUs, and create items that you copy',
  INVENTORY_READ: 'Read your stock quantities',
  INVENTORY_WRITE: 'Update your stock quantities',
  read_orders: 'Optional: read orders, to show in the history the number of the order behind a change',
  EMPLOYEES_READ: 'Optional: read the names of your team members, to show in the history who made a change',
};

/** The texts of a platform's page. */
export const text = catalog({
  'en-US': {
    lead: (platform: string) => `Manage how Shelfbridge accesses your ${platform} account.`,
    renewsBefore: 'Renews automatically before',
    disconnect: 'Disconnect',

    permissions: 'Permissions',
    askedOnConnect: 'You approve these permissions when you connect.',
    granted: 'Granted',
    notGranted: 'Not granted',
    showTeam: 'Show names',
    showOrders: 'Show order numbers',
    /** What a scope is for; a scope without a text is shown as it is. */
    scope: (scope: string) => SCOPES[scope] ?? scope,

    webhooks: 'Webhooks',
    check: 'Check again',
    connectFirst: (platform: string) => `Connect ${platform} to receive its webhooks.`,
    notChecked: (platform: string) => `${platform}’s webhooks could not be checked.`,
    stillRead: 'Shelfbridge also finds changes by reading the catalog regularly.',
    complete: (platform: string) => `All webhooks are set up. ${platform} notifies Shelfbridge of every change as it happens.`,
    missing: (webhooks: readonly string[]) => `${plural(webhooks.length, 'webhook is', 'webhooks are')} missing: ${webhooks.join(', ')}`,
  },
});

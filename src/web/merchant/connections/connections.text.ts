import { plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** The texts of the connections' pages. */
export const text = catalog({
  'en-US': {
    title: 'Connections',
    lead: 'The Shopify and Square accounts that Shelfbridge keeps in sync.',
    notLoaded: 'Your connections could not be loaded.',
    none: 'No connections',
    filter: 'Filter connections',
    filters: { all: 'All', shopify: 'Shopify', square: 'Square' },
    verifyAccess: 'Verify access',

    okay: 'Okay',
    needsAttention: 'Needs Attention',
    locations: 'Locations',
    products: 'Products',
    variations: 'Variations',
    activeSyncs: 'Active Syncs',
    details: 'Details',
    detailsOf: (platform: string) => `of ${platform}`,

    add: 'Add Connection',
    connect: 'Connect',
    reconnect: 'Reconnect',
    refresh: 'Refresh',
    noAccount: 'No account connected',
    addLead:
      'Sign in to the platform and approve access there. You can connect one Shopify store and one Square account. Reconnecting a platform renews its access.',

    one: {
      title: (platform: string) => `${platform} connection`,
      all: 'All connections',
      manage: 'Manage access',
      notLoaded: 'The connection could not be loaded.',
      catalog: 'Catalog',
      lastRead: 'Last catalog read',
      never: 'Not yet',
    },

    facts: {
      heading: 'Connection',
      status: 'Status',
      connection: 'Connection',
      business: 'Business',
      identifier: 'Identifier',
      connectedSince: 'Connected since',
      none: '–',
    },

    access: {
      title: 'Verify Access',
      lead: 'Checks whether Shelfbridge can access both platforms, has the permissions it needs, and receives their webhooks.',
      check: 'Check again',
      notVerified: 'Access could not be verified.',
      verified: 'Access verified',
      granted: (platform: string, permissions: number) =>
        `Shelfbridge can access ${platform} with all ${plural(permissions, 'permission', 'permissions')}.`,
      webhooks: 'All webhooks are set up.',
      connect: (platform: string) => `Connect ${platform}`,
      reconnect: (platform: string) => `Reconnect ${platform}`,
    },
  },
});

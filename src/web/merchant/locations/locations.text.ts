import type { Source } from '../../../domain/source';
import { formatCount } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** The texts of the locations' pages. */
export const text = catalog({
  'en-US': {
    title: 'Locations',
    lead: 'Shelfbridge syncs stock between one Shopify location and one Square location. Select the two that sell the same stock.',
    notLoaded: 'Your locations could not be loaded.',
    none: 'No Locations',
    noneFound: 'We have not found any locations in your Shopify store or Square account yet.',
    create: 'Create',
    sync: 'Sync Locations',
    save: 'Save',

    pairs: {
      heading: 'Synced locations',
      none: 'No Synced Locations',
      noneSent: 'Stock does not sync until you pair two locations.',
      maximumReached: 'You already have 1 synced location, which is the maximum that Shelfbridge supports today.',
      id: 'Id',
      names: { shopify: 'Shopify Name', square: 'Square Name' },
      disconnect: 'Disconnect',
      disconnectTitle: 'Disconnect locations',
      disconnectQuestion:
        'Are you sure you want to disconnect these locations? If you proceed, Shelfbridge will no longer sync inventory between these Square / Shopify locations.',
      and: 'and',
    },

    unsynced: {
      heading: 'Unsynced locations',
      none: 'No unsynced locations',
    },

    all: {
      heading: 'All locations',
      search: 'Search locations',
      noMatch: 'No matching locations',
      name: 'Name',
      connection: 'Connection',
    },

    syncDialog: {
      lead: 'A sale at one location reduces the stock at the other. We read both catalogs first, without changing anything.',
      missing: (sources: readonly Source[]) => {
        if (sources.length > 1) return 'No Shopify & Square Locations To Sync';
        return sources[0] === 'shopify' ? 'No Shopify Locations To Sync' : 'No Square Locations To Sync';
      },
      /** The sentence around the link that refreshes the locations. */
      refresh: { before: 'Click', link: 'here', after: 'to refresh your locations.' },
    },

    one: {
      title: 'Location',
      notLoaded: 'The location could not be loaded.',
      notSynced: 'This location is not synced',
      noQuantities: 'We read stock only at synced locations, so variants are listed here without quantities.',
      on: (platform: string) => `${platform} location`,
      syncedWith: (platform: string, partner: string, otherPlatform: string) =>
        `${platform} location, synced with ${partner} on ${otherPlatform}`,
    },

    stock: {
      label: 'Stock',
      notLoaded: 'The stock could not be loaded.',
      view: 'View',
      views: {
        all: 'All',
        in_sync: 'In Sync',
        out_of_sync: 'Out of Sync',
        shopify_only: 'Only in Shopify',
        square_only: 'Only in Square',
        not_tracked: 'Not Tracked',
      },
      search: 'Search products, variants, and SKUs',
      none: '[No Matching Products]',
      notReadYet: 'Products appear here after we read both catalogs.',
      noMatch: 'No products match this view and search.',
      showing: (first: number, last: number) => `Showing ${formatCount(first)} - ${formatCount(last)}`,
      product: 'Product/Variant',
      sku: 'Sku',
      missingSku: '[missing sku]',
      notOn: (platform: string) => `Not on ${platform}`,
      doesNotExist: (platform: string) => `This variant does not exist on ${platform}.`,
    },
  },
});

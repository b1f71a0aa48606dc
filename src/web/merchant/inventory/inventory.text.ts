import type { InventoryView } from '../../../domain/catalog/joined';
import { formatCount, plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** Texts of the inventory list, its actions and its CSV file. */
export const inventoryText = catalog({
  'en-US': {
    title: 'Inventory',
    lead: 'All variants on both platforms, matched by SKU.',
    view: 'View',
    views: {
      all: 'All',
      in_sync: 'In Sync',
      out_of_sync: 'Out of Sync',
      shopify_only: 'Only in Shopify',
      square_only: 'Only in Square',
      not_tracked: 'Not Tracked',
      needs_attention: 'Needs Attention',
      held: 'Held Changes',
      another_writer: 'Another App',
      archived: 'Archived',
      excluded: 'Excluded',
    } satisfies Record<InventoryView, string>,
    search: 'Search products, variants, and SKUs',
    table: 'Table',
    layouts: { flat: 'Flat / Sortable', grouped: 'Grouped by Product' },
    list: 'Variants',
    loadFailed: 'Your inventory could not be loaded.',
    showing: (first: number, last: number) => `Showing ${formatCount(first)} - ${formatCount(last)}`,

    empty: {
      title: '[No Matching Products]',
      pageGone: 'This page no longer exists. Select Prev to go back.',
      noMatch: 'Nothing matches your search in this view. Try another search or view.',
      views: {
        all: 'Products appear here after we read both catalogs.',
        in_sync: 'No variant is tracked on both platforms with the same stock yet.',
        out_of_sync: 'Nothing is out of sync. Every variant tracked on both platforms has the same stock on each.',
        shopify_only: 'No Shopify-only products.',
        square_only: 'No Square-only products.',
        not_tracked: 'No variant on both platforms has inventory tracking turned off.',
        needs_attention: 'No changes are on hold, rejected, or stopped.',
        held: 'No change waits for your review.',
        another_writer: 'No variant is on hold because of another app.',
        archived: 'No archived products.',
        excluded: 'No excluded products.',
      } satisfies Record<InventoryView, string>,
    },

    linkHint: {
      text: (platform: string) => `Some of these may be on ${platform} under another SKU.`,
      link: 'Find and link them',
    },

    sort: 'Sort',
    sorts: {
      name: 'Name: A to Z',
      '-name': 'Name: Z to A',
      shopify_quantity: 'Shopify Qty: lowest first',
      '-shopify_quantity': 'Shopify Qty: highest first',
      square_quantity: 'Square Qty: lowest first',
      '-square_quantity': 'Square Qty: highest first',
      sku: 'SKU: A to Z',
      '-sku': 'SKU: Z to A',
      status: 'Status',
      '-status': 'Status: reverse order',
    },

    optionalColumns: {
      button: 'Columns',
      names: { picture: 'Picture', sku: 'SKU', vendor: 'Vendor', type: 'Type or category' },
      hint: 'Kept in this browser. Columns that the window has no room for are left out.',
      hintForCards: 'Kept in this browser.',
      pictureOf: (name: string) => `Picture of ${name}`,
    },

    columns: { name: 'Product/Variant', status: 'Status', actions: 'Actions' },
    noName: '(No name)',
    noSku: '[missing sku]',
    noVariants: '(No Variants)',
    variantCount: (count: number) => plural(count, 'variant', 'variants'),
    notOn: (platform: string) => `Not on ${platform}`,
    notOnExplained: (platform: string) => `This variant does not exist on ${platform}.`,

    fix: 'Fix',
    fixVariant: (name: string) => `Fix: ${name}`,
    copyToShopify: 'Copy To Shopify',
    copyVariant: (name: string) => `Copy To Shopify: ${name}`,

    refresh: 'Refresh now',
    refreshQueued: 'Snapshot queued',
    exportCsv: 'Export CSV',
    exported: (count: number) => `Exported ${plural(count, 'variant', 'variants')}`,
    importCounts: 'Import counts',
    level: 'Level quantities',

    selection: {
      label: 'Selected variants',
      count: (count: number) => `${formatCount(count)} selected`,
      everyCount: (count: number) => `All ${formatCount(count)} that match are selected`,
      selectEvery: (count: number) => `Select all ${formatCount(count)} that match`,
      selectPage: 'Select all on this page',
      select: (name: string) => `Select ${name}`,
      level: 'Level selected',
      send: (count: number) => `Send ${plural(count, 'held change', 'held changes')}`,
      drop: (count: number) => `Drop ${plural(count, 'held change', 'held changes')}`,
      clear: 'Clear',
      keys: 'Shift selects a range, Esc clears',
    },

    held: {
      banner: (count: number) => `${plural(count, 'variant has', 'variants have')} a change on hold for your review`,
      // {settings} is a link.
      explained: (count: number) =>
        `Send ${count === 1 ? 'it' : 'them'} to the other platform, or drop ${count === 1 ? 'it' : 'them'}. We hold changes above the maximum in {settings}, and large changes after a pause.`,
      settings: 'Settings',
      show: 'Show them',
      sendAll: 'Send all',
      dropAll: 'Drop all',
      send: 'Send',
      drop: 'Drop',
      sendTitle: (count: number) => `Send ${plural(count, 'held change', 'held changes')}?`,
      sendLead: 'Each held change is applied to the other platform. Sales made in the meantime still count.',
      sending: (count: number) => `Sending ${plural(count, 'held change', 'held changes')}`,
      dropTitle: (count: number) => `Drop ${plural(count, 'held change', 'held changes')}?`,
      dropLead:
        'The held changes are not applied to the other platform. The two quantities keep this difference until you level them or set the count.',
      dropped: (count: number) => `Dropped ${plural(count, 'held change', 'held changes')}`,
    },

    csv: {
      columns: [
        'Product',
        'Variant',
        'SKU',
        'Shopify Qty',
        'Square Qty',
        'Status',
        'Needs attention',
        'Shopify product ID or Square item ID',
        'Shopify variant ID',
        'Square variation ID',
        'Vendor',
        'Product type or category',
        'Shopify pack size',
        'Square pack size',
      ],
    },
  },
});

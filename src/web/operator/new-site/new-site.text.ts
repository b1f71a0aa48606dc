import { sourceName, type Source } from '../../../domain/source';
import { formatCount } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** The texts of the admin pages on the new site. */
export const text = catalog({
  'en-US': {
    admin: {
      title: 'Admin',
      tabs: { test: 'Test', tasks: 'Tasks', customers: 'Customers', shopify: 'Shopify', square: 'Square' },
    },

    operatorsOnly: {
      title: 'This page is for operators only',
      /** `domain` is the shop that is signed in. */
      explanation: (domain: string) => `You are signed in as ${domain}, which is not an operator’s shop. Your own account is not affected.`,
    },

    test: {
      title: 'Test',
      lead: 'Make a call that does nothing to check that the server responds.',
      test: 'Test',
      succeeded: 'Test call succeeded',
      responseTime: (ms: number) => `The server responded in ${formatCount(Math.round(ms))} ms.`,
      failed: 'Test call failed',
    },

    tasks: {
      failed: 'The tasks could not be loaded.',
      saved: 'Tasks saved',
      save: 'Save Tasks',
      processors: 'Async processors',
      noProcessors: 'No processors are registered',
      name: 'Name',
      running: 'Running',
      desired: 'Desired',
      desiredCount: (processor: string) => `Desired count of ${processor}`,
      invalidCount: 'Enter a whole number. Use 0 to pause.',
      pauseHint: 'Set a processor to 0 to pause it. Its tasks wait, and none is lost.',
      paused: 'Paused',
      scheduled: 'Scheduled tasks',
      noScheduled: 'No scheduled tasks',
      schedule: 'Schedule',
      lastAttempt: 'Last attempt',
      never: 'Never',
      success: 'Success',
      failure: 'Failure',
    },

    customers: {
      label: 'Customers',
      search: 'Search by domain or email',
      activeOnly: 'Active Only',
      failed: 'The customers could not be loaded.',
      shown: (accounts: number) => `${formatCount(accounts)} accounts shown.`,
      position: (first: number, last: number, total: number) =>
        `Showing ${formatCount(first)} - ${formatCount(last)} of ${formatCount(total)}`,
      none: 'No accounts',
      pastEnd: 'The list ends before this page. Go back to the previous one.',
      noneHint: 'Accounts appear here after a merchant’s first sign-in.',
      noMatch: 'No account matches this search. Change the search or clear “Active Only”.',
      id: 'ID',
      domain: 'Domain',
      email: 'Email',
      expires: 'Expires',
    },

    lookup: {
      go: 'Go',
      title: (source: Source) => `Look up in ${sourceName(source)}`,
      all: (source: Source) => `All ${sourceName(source)} items`,
      failed: (source: Source) => `This could not be looked up in ${sourceName(source)}.`,
      shopifyId: 'Shopify product or variant ID',
      shopifyHint: 'A number or a full GID, from the account you are signed in as.',
      shopifyNone: 'No product or variant found',
      shopifyNoneHint: (id: string) => `Shopify has no product or variant with the ID “${id}”. Check the ID and the account.`,
      squareId: 'Square item or variation ID',
      squareHint: 'From the account you are signed in as.',
      noItem: 'No Item',
      noVariation: 'No Variation',
      product: 'Product',
      variant: 'Variant',
      item: 'Item',
      variation: 'Variation',
      variations: 'Variations',
      name: 'Name',
      titleFact: 'Title',
      id: 'ID',
      sku: 'SKU',
      status: 'Status',
      description: 'Description',
      barcode: 'Barcode',
      images: 'Images',
      image: (name: string, index: number, count: number) => `${name}, ${index} of ${count}`,
      stock: (sku: string) => (sku === '' ? 'Stock' : `Stock of ${sku}`),
      notStocked: 'Not stocked at any location',
      /** Between a quantity and its location. */
      at: 'at',
    },

    listing: {
      label: (source: Source) => `${sourceName(source)} items`,
      lead: (source: Source, shop: string) => `Live data from ${sourceName(source)} for the account of ${shop}.`,
      failed: (source: Source) => `The items could not be loaded from ${sourceName(source)}.`,
      none: 'No items',
      noneInAccount: (source: Source) => `This account has no items in ${sourceName(source)}.`,
      noneAfter: 'There are no items after the previous page.',
      onPage: (rows: number) => `${formatCount(rows)} on this page`,
      firstPage: 'First Page',
      nextPage: 'Next Page',
      itemName: 'Item Name',
      itemDescription: 'Item Desc',
      variantName: 'Var. Name',
      variantSku: 'Var. Sku',
      itemStatus: 'Item Status',
    },
  },
});

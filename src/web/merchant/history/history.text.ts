import { formatCount, plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** The texts of the history page. */
export const text = catalog({
  'en-US': {
    title: 'History',
    lead: 'Every stock change, where it came from, and what we did about it.',
    notLoaded: 'Your history could not be loaded.',
    search: 'Search by SKU',
    showInInventory: 'Show in inventory',
    columns: {
      date: 'Timestamp',
      originator: 'Originated By',
      location: 'Location',
      sku: 'Sku',
      message: 'Message',
    },
    showing: (first: number, last: number, total: number) =>
      `Showing ${formatCount(first)} - ${formatCount(last)} of ${formatCount(total)} items`,

    none: '[No recent history]',
    noSuchPage: 'This page of the history does not exist.',
    nothingYet: 'Sales, restocks, and recounts on Shopify and Square appear here.',
    nothingFor: (sku: string) => `No history for “${sku}”.`,
    showAll: 'Show all history',

    export: 'Export CSV',
    exported: (rows: number) => `Exported ${plural(rows, 'row', 'rows')}`,
    exportedNewest: (rows: number) => `Exported the newest ${plural(rows, 'row', 'rows')}. Search for a SKU to export the rest.`,
  },
});

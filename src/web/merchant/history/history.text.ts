import { sourceName, type Source } from '../../../domain/source';
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
    timeline: 'Timeline',
    bulkChanges: 'Bulk changes',
    columns: {
      date: 'Timestamp',
      originator: 'Originated By',
      location: 'Location',
      sku: 'Sku',
      message: 'Message',
    },
    showing: (first: number, last: number, total: number) =>
      `Showing ${formatCount(first)} - ${formatCount(last)} of ${formatCount(total)} items`,

    showingOf: (rows: number) => plural(rows, 'line', 'lines'),
    searchedTo: (day: string) => `Searched back to ${day}`,
    searchFurther: 'Search further',

    filters: {
      show: (set: number) => (set === 0 ? 'Filters' : `Filters (${set})`),
      label: 'Filters',
      from: 'From',
      until: 'Until',
      source: 'Platform',
      cause: 'Cause',
      originator: 'Originated by',
      all: 'All',
      clear: 'Clear filters',
      order: 'This day is after the last one.',
    },
    causes: {
      sales: 'Sales and orders',
      returns: 'Returns and canceled orders',
      counts: 'Counts',
      received: 'Received or added',
      losses: 'Damage and loss',
      removed: 'Taken from stock',
      transfers: 'Transfers',
      'set-aside': 'Set aside or put back',
      several: 'Several at once',
      unknown: 'Not known',
    },
    originators: { shopify: 'Shopify', square: 'Square', merchant: 'Merchant', operator: 'Operator', shelfbridge: 'Shelfbridge' },
    active: {
      from: (day: string) => `from ${day}`,
      until: (day: string) => `until ${day}`,
      source: (source: Source) => `platform ${sourceName(source)}`,
      cause: (cause: string) => `cause “${cause}”`,
      originator: (originator: string) => `originated by ${originator}`,
    },

    none: '[No recent history]',
    noneYet: 'Nothing found so far',
    noSuchPage: 'This page of the history does not exist.',
    nothingYet: 'Sales, restocks, and recounts on Shopify and Square appear here.',
    nothingFor: (sku: string) => `No history for “${sku}”.`,
    nothingWith: (filters: string, sku: string) => `No history${sku === '' ? '' : ` for “${sku}”`} with these filters: ${filters}.`,
    nothingOlder: (filters: string) => `No older history with these filters: ${filters}.`,
    showAll: 'Show all history',

    export: 'Export CSV',
    exported: (rows: number) => `Exported ${plural(rows, 'row', 'rows')}`,
    exportedNewest: (rows: number) =>
      `Exported the newest ${plural(rows, 'row', 'rows')}. Search for a SKU or set filters to export the rest.`,
  },
});

import { formatCount, plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';

const variants = (count: number): string => plural(count, 'variant', 'variants');
const skus = (count: number): string => plural(count, 'SKU', 'SKUs');
const exclusions = (count: number): string => plural(count, 'exclusion', 'exclusions');
const links = (count: number): string => plural(count, 'link', 'links');

/** The texts of the pages of bulk changes. */
export const text = catalog({
  'en-US': {
    title: 'Bulk changes',
    lead: 'What you changed at once. You can undo all but copies for 30 days; what was sold since stays sold.',
    history: 'History',
    notLoaded: 'Your bulk changes could not be loaded.',
    none: 'No bulk changes',
    noneAdvice:
      'When you level quantities, import counts or SKUs, link items, enable tracking for many variants, or exclude products, you find the change here for 30 days, and can undo it. Copied products are here as well.',

    columns: {
      date: 'When',
      what: 'What',
      set: 'Changed',
      undone: 'Undone',
      variant: 'Variant',
      before: (platform: string) => `${platform} before`,
      beforeShort: 'Before',
      to: 'Set to',
      state: 'Result',
      excluded: 'Excluded',
      variants: 'Variants',
      linksEnded: 'Links ended',
      platform: 'Platform',
      skuBefore: 'SKU before',
      skuAfter: 'SKU set',
      noSku: 'None',
      onShopify: 'On Shopify',
      onSquare: 'On Square',
    },
    kinds: {
      level: 'Quantities leveled',
      count: 'Counts imported',
      link: 'Items linked',
      sku: 'SKUs set',
      tracking: 'Tracking enabled',
      exclude: 'Excluded from syncing',
      copy: 'Products copied',
    },
    byOperator: 'by Shelfbridge’s operators',

    one: {
      notLoaded: 'This bulk change could not be loaded.',
      gone: 'This bulk change is not here any more.',
      goneAdvice: 'We keep bulk changes for 30 days.',
      all: 'All bulk changes',
      title: (what: string, day: string, time: string) => `${what}, ${day}, ${time}`,
      undone: (count: number) => `${formatCount(count)} undone.`,
      until: (day: string) => `Can be undone until ${day}.`,
      noneHere: 'Nothing on this page',
      deleted: 'Deleted since',
      unnamed: (id: string) => `Variant ${id}`,
      export: 'Export CSV',
    },

    fixed: 'Cannot be undone: its number was not certain before.',

    undo: {
      open: (count: number) => `Undo ${formatCount(count)}`,
      progress: (tried: number, rows: number) => `Undoing: ${formatCount(tried)} of ${formatCount(rows)} checked`,
    },

    // By what the rows are.
    of: {
      quantities: {
        list: 'Variants',
        summary: (set: number, rows: number) => `${formatCount(set)} of ${variants(rows)} changed.`,
        showing: (first: number, last: number, total: number) =>
          `Showing ${formatCount(first)} - ${formatCount(last)} of ${variants(total)}`,
        exported: (count: number) => `Exported ${variants(count)}.`,
        states: {
          set: 'Changed',
          stale: 'Not changed: its stock had changed',
          refused: 'Not changed',
          undone: 'Undone',
          unconfirmed: 'Not confirmed',
        },
        undo: {
          title: (count: number) => `Undo the change of ${variants(count)}?`,
          question: 'We take back what the change added to each platform. What was sold, returned, or counted since stays.',
          more: 'For example: set from 9 to 12, then 2 sold, so 10. After undoing: 7.',
          left: (count: number) => `${variants(count)} cannot be undone; the list says why.`,
          action: (count: number) => `Undo ${variants(count)}`,
          done: (count: number) => `${variants(count)} undone. The new quantities are on their way.`,
          some: (count: number) => `${variants(count)} could not be undone; the list says why.`,
        },
        csv: ['SKU', 'Product', 'Variant', 'Shopify before', 'Square before', 'Set to', 'Result', 'Why'],
      },
      links: {
        list: 'Links',
        summary: (set: number, rows: number) => `${formatCount(set)} of ${links(rows)} made.`,
        showing: (first: number, last: number, total: number) => `Showing ${formatCount(first)} - ${formatCount(last)} of ${links(total)}`,
        exported: (count: number) => `Exported ${links(count)}.`,
        states: { set: 'Linked', stale: 'Not linked', refused: 'Not linked', undone: 'Undone', unconfirmed: 'Not confirmed' },
        undo: {
          title: (count: number) => `Undo ${links(count)}?`,
          question:
            'These items are no longer linked, and we keep each two separate: their sales no longer sync. No quantity and no SKU changes.',
          more: 'Links that you have changed since stay as they are. To link two items again later, open one of them.',
          left: (count: number) => `${links(count)} cannot be undone; the list says why.`,
          action: (count: number) => `Undo ${links(count)}`,
          done: (count: number) => `${links(count)} undone.`,
          some: (count: number) => `${links(count)} could not be undone; the list says why.`,
        },
        csv: ['SKU', 'Shopify product', 'Shopify variant', 'Square product', 'Square variant', 'Result', 'Why'],
      },
      skus: {
        list: 'SKUs',
        summary: (set: number, rows: number) => `${formatCount(set)} of ${skus(rows)} set.`,
        showing: (first: number, last: number, total: number) => `Showing ${formatCount(first)} - ${formatCount(last)} of ${skus(total)}`,
        exported: (count: number) => `Exported ${skus(count)}.`,
        states: { set: 'Set', stale: 'Not set', refused: 'Not set', undone: 'Undone', unconfirmed: 'Not confirmed' },
        undo: {
          title: (count: number) => `Undo ${skus(count)}?`,
          question:
            'We write the former SKU back, or remove the SKU where there was none. A link that rests on a SKU ends if the two SKUs differ then.',
          more: 'SKUs that were changed since stay. Keep this page open until it is done.',
          left: (count: number) => `${skus(count)} cannot be undone; the list says why.`,
          action: (count: number) => `Undo ${skus(count)}`,
          done: (count: number) => `${skus(count)} undone.`,
          some: (count: number) => `${skus(count)} could not be undone; the list says why.`,
        },
        csv: ['Platform', 'Product', 'Variant', 'SKU before', 'SKU set', 'Result', 'Why'],
      },
      tracking: {
        list: 'Variants',
        summary: (set: number, rows: number) => `Tracking enabled for ${formatCount(set)} of ${variants(rows)}.`,
        showing: (first: number, last: number, total: number) =>
          `Showing ${formatCount(first)} - ${formatCount(last)} of ${variants(total)}`,
        exported: (count: number) => `Exported ${variants(count)}.`,
        states: { set: 'Enabled', stale: 'Not enabled', refused: 'Not enabled', undone: 'Undone', unconfirmed: 'Not confirmed' },
        undo: {
          title: (count: number) => `Disable tracking for ${variants(count)}?`,
          question:
            'The platforms no longer track these variants, and their stock no longer syncs. Each platform sells them without counting.',
          more: 'Variants that were set here since, or are not tracked any more, stay as they are. Keep this page open until it is done.',
          left: (count: number) => `${variants(count)} cannot be undone; the list says why.`,
          action: (count: number) => `Disable for ${variants(count)}`,
          done: (count: number) => `${variants(count)} undone.`,
          some: (count: number) => `${variants(count)} could not be undone; the list says why.`,
        },
        csv: ['Platform', 'Product', 'Variant', 'SKU', 'Result', 'Why'],
      },
      exclusions: {
        list: 'Exclusions',
        summary: (set: number, rows: number) => `${formatCount(set)} of ${exclusions(rows)} made.`,
        showing: (first: number, last: number, total: number) =>
          `Showing ${formatCount(first)} - ${formatCount(last)} of ${exclusions(total)}`,
        exported: (count: number) => `Exported ${exclusions(count)}.`,
        states: { set: 'Excluded', stale: 'Not excluded', refused: 'Not excluded', undone: 'Undone', unconfirmed: 'Not confirmed' },
        undo: {
          title: (count: number) => `Undo ${exclusions(count)}?`,
          question: 'We include it again: items with the same SKU are linked then, and their sales sync. No quantity changes.',
          more: 'Links that were made by hand must be made again.',
          left: (count: number) => `${exclusions(count)} cannot be undone; the list says why.`,
          action: (count: number) => `Undo ${exclusions(count)}`,
          done: (count: number) => `${exclusions(count)} undone.`,
          some: (count: number) => `${exclusions(count)} could not be undone; the list says why.`,
        },
        csv: ['Excluded', 'Variants', 'Links ended', 'Result', 'Why'],
      },
      copies: {
        list: 'Variants',
        summary: (set: number, rows: number) => `${formatCount(set)} of ${variants(rows)} added.`,
        showing: (first: number, last: number, total: number) =>
          `Showing ${formatCount(first)} - ${formatCount(last)} of ${variants(total)}`,
        exported: (count: number) => `Exported ${variants(count)}.`,
        states: { set: 'Added', stale: 'Not added', refused: 'Not added', undone: 'Undone', unconfirmed: 'Not confirmed' },
        csv: ['Platform', 'Product', 'Variant', 'SKU', 'Result', 'Why'],
      },
    },
  },
});

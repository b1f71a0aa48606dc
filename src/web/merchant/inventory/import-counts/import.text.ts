import { formatCount, plural } from '../../../shared/formats';
import { catalog } from '../../../shared/messages';
import { MAX_COUNT, type RowProblem } from './count-rows';

const rows = (count: number): string => plural(count, 'row', 'rows');
const variants = (count: number): string => plural(count, 'variant', 'variants');

/** Why a row of the file changes nothing, though its count is right. */
export type LeftOutReason = 'unknown' | 'not-synced' | 'ambiguous' | 'packed';

/** Texts of importing counts from a CSV file. */
export const importText = catalog({
  'en-US': {
    title: 'Import counts',
    close: 'Close',

    file: {
      lead: 'Set many counts at once from a CSV file with a SKU and a count on each row. Both platforms get the count. You see every change before anything is written.',
      needed: 'one of them for SKUs and one for counts',
      leftOut: 'Rows without a count are left out.',
    },

    columns: {
      sku: 'Column with SKUs',
      count: 'Column with counts',
      same: 'SKUs and counts cannot be in the same column.',
      none: 'No row has a count in this column.',
      found: (count: number, blank: number) =>
        blank === 0 ? `${rows(count)} with a count.` : `${rows(count)} with a count, ${rows(blank)} without, left out.`,
      reading: (count: number) => `Reading the inventory: ${variants(count)} so far`,
    },
    rowProblems: {
      'no-sku': (value) => `a count of ${value} without a SKU`,
      'no-number': (value) => `“${value}” is not a whole number`,
      negative: (value) => `${value} is negative`,
      'not-whole': (value) => `${value} is not a whole number`,
      'too-large': (value) => `${value} is more than ${formatCount(MAX_COUNT)}`,
      repeated: (value) => `the SKU ${value} is in the file twice`,
    } satisfies Record<RowProblem, (value: string) => string>,

    preview: {
      title: (count: number) => (count === 0 ? 'No counts to change' : plural(count, 'variant will change', 'variants will change')),
      equal: (count: number) => `${variants(count)} already ${count === 1 ? 'has its' : 'have their'} count on both platforms.`,
      list: 'Changes',
      sales: 'A variant whose stock changes before its count is set is not touched. You can preview it again.',
      apply: (count: number) => `Set ${plural(count, 'count', 'counts')}`,
      failed: 'The changes could not be previewed.',
      failedExplained: (why: string) => `${why} Nothing has been changed. Try again.`,
    },
    why: {
      unknown: 'no variant has this SKU',
      'not-synced': 'the variant does not sync between the platforms',
      ambiguous: 'several variants have this SKU',
      packed: 'it has a pack size: set its quantity in its details',
    } satisfies Record<LeftOutReason, string>,

    applying: (done: number, total: number) => `Setting counts: ${formatCount(done)} of ${formatCount(total)}`,

    result: {
      title: (count: number) => (count === 0 ? 'No counts set' : `Setting ${plural(count, 'count', 'counts')}`),
      arriving: 'The list shows the new counts as they arrive.',
      stale: (count: number) => `${variants(count)} changed since the preview and ${count === 1 ? 'was' : 'were'} not touched.`,
      refused: (count: number) => `${variants(count)} could not be set.`,
      stopped: 'Not all counts were confirmed.',
      stoppedExplained: (why: string, count: number) =>
        `${why} ${variants(count)} ${count === 1 ? 'was' : 'were'} not confirmed as set. Preview again to see the stock now.`,
      again: (count: number) => `Preview ${variants(count)} again`,
      list: 'Results',
    },

    csv: {
      columns: ['SKU', 'Product', 'Variant', 'Shopify before', 'Square before', 'Count', 'Result'],
      planned: 'Planned',
      unconfirmed: 'Not confirmed',
      outcomes: (outcome: string) => (outcome === 'taken' ? 'Set' : outcome === 'stale' ? 'Changed since preview' : 'Not set'),
    },
  },
});

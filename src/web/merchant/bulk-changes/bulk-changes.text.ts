import { formatCount, plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';

const variants = (count: number): string => plural(count, 'variant', 'variants');

/** The texts of the pages of bulk changes. */
export const text = catalog({
  'en-US': {
    title: 'Bulk changes',
    lead: 'What you changed in many variants at once. You can undo it for 30 days; what was sold since stays sold.',
    history: 'History',
    notLoaded: 'Your bulk changes could not be loaded.',
    none: 'No bulk changes',
    noneAdvice: 'When you level quantities or import counts, you find the change here for 30 days, and can undo it.',

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
    },
    kinds: { level: 'Quantities leveled', count: 'Counts imported' },
    byOperator: 'by Shelfbridge’s operators',

    one: {
      notLoaded: 'This bulk change could not be loaded.',
      gone: 'This bulk change is not here any more.',
      goneAdvice: 'We keep bulk changes for 30 days.',
      all: 'All bulk changes',
      title: (what: string, day: string, time: string) => `${what}, ${day}, ${time}`,
      summary: (set: number, rows: number) => `${formatCount(set)} of ${variants(rows)} changed.`,
      undone: (count: number) => `${formatCount(count)} undone.`,
      until: (day: string) => `Can be undone until ${day}.`,
      list: 'Variants',
      showing: (first: number, last: number, total: number) => `Showing ${formatCount(first)} - ${formatCount(last)} of ${variants(total)}`,
      noneHere: 'No variants on this page',
      unnamed: (id: string) => `Variant ${id}`,
      export: 'Export CSV',
      exported: (count: number) => `Exported ${variants(count)}.`,
    },

    states: { set: 'Changed', stale: 'Not changed: its stock had changed', refused: 'Not changed', undone: 'Undone' },
    fixed: 'Cannot be undone: its number was not certain before.',

    undo: {
      open: (count: number) => `Undo ${formatCount(count)}`,
      title: (count: number) => `Undo the change of ${variants(count)}?`,
      question: 'We take back what the change added to each platform. What was sold, returned, or counted since stays.',
      example: 'For example: set from 9 to 12, then 2 sold, so 10. After undoing: 7.',
      left: (count: number) => `${variants(count)} cannot be undone; the list says why.`,
      action: (count: number) => `Undo ${variants(count)}`,
      done: (count: number) => `${variants(count)} undone. The new quantities are on their way.`,
      some: (count: number) => `${variants(count)} could not be undone; the list says why.`,
    },

    csv: ['SKU', 'Product', 'Variant', 'Shopify before', 'Square before', 'Set to', 'Result', 'Why'],
  },
});

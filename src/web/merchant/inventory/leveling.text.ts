import { formatCount, plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** Why a variant is left out of leveling: it does not sync, a quantity of its is not known, it has a pack size, or its quantities are equal. */
export type NotLeveled = 'not-synced' | 'uncounted' | 'packed' | 'equal';

/** Texts of leveling: setting both sides of many variants to one quantity. */
export const levelingText = catalog({
  'en-US': {
    title: 'Level quantities',
    reading: (count: number) => `Reading the list: ${plural(count, 'variant', 'variants')} so far`,
    tooMany: 'Too many variants',
    tooManyExplained: (most: number) =>
      `You can level up to ${formatCount(most)} variants at a time. Choose a view such as Out of Sync, or search for fewer.`,
    previewFailed: 'The changes could not be previewed.',
    previewFailedExplained: (why: string) => `${why} The preview changed no quantities. Try again.`,
    applyFailed: 'The quantities may not have been leveled.',
    applyFailedExplained: (why: string) => `${why} Go back and preview the changes to see what is left.`,
    back: 'Back',
    close: 'Close',

    choice: {
      everyLead: (count: number) =>
        `Leveling makes the two quantities of a variant equal. Of the ${plural(count, 'variant', 'variants')} in this view and search, only those out of sync change.`,
      selectedLead: (count: number) =>
        `Leveling makes the two quantities of a variant equal. Choose what is correct for the ${plural(count, 'selected variant', 'selected variants')}.`,
      label: 'Correct quantities',
      platform: (platform: string) => `${platform}'s quantities are correct`,
      platformExplained: (platform: string, other: string) => `We set ${other} to the quantities on ${platform}.`,
      number: 'Use one quantity',
      numberExplained: 'We set both platforms to it for every selected variant.',
      quantity: 'Inventory Count',
      preview: 'Preview changes',
    },

    preview: {
      title: (count: number) => (count === 0 ? 'No quantities to level' : plural(count, 'variant will change', 'variants will change')),
      byPlatform: (shopify: number, square: number) => `${formatCount(shopify)} on Shopify, ${formatCount(square)} on Square.`,
      moved: (platform: string, more: number, fewer: number, toZero: number) =>
        `${platform}: ${formatCount(more)} more, ${formatCount(fewer)} fewer${toZero === 0 ? '' : `, ${formatCount(toZero)} to zero`}.`,
      skipped: (count: number) =>
        `${plural(count, 'variant does not change:', 'variants do not change:')} already equal, on one platform only, not counted, or with a pack size.`,
      list: 'Changes',
      sales: 'Sales made during the update still count. You can undo this for 30 days under Bulk changes.',
      apply: (count: number) => `Level ${plural(count, 'variant', 'variants')}`,
    },

    csv: {
      columns: ['SKU', 'Product', 'Variant', 'Shopify before', 'Square before', 'After', 'Result'],
      planned: 'Planned',
      why: {
        'not-synced': 'Left out: it does not sync between the platforms',
        uncounted: 'Left out: a quantity is not known',
        packed: 'Left out: it has a pack size',
        equal: 'Left out: already equal',
      } satisfies Record<NotLeveled, string>,
    },

    row: {
      unnamed: (id: string) => `Variant ${id}`,
      stays: (platform: string, quantity: string) => `${platform}: stays ${quantity}`,
      changes: (platform: string, from: string, to: string) => `${platform}: ${from} to ${to}`,
    },

    result: {
      title: (count: number) => (count === 0 ? 'No variants updated' : `Updating ${plural(count, 'variant', 'variants')}`),
      stale: (count: number) =>
        `${plural(count, 'variant', 'variants')} changed since the preview and ${count === 1 ? 'was' : 'were'} not updated.`,
      refused: (count: number) => `${plural(count, 'variant', 'variants')} could not be updated.`,
      arriving: 'The list shows the new quantities as they arrive.',
      list: 'Results',
      previewAgain: (count: number) => `Preview ${plural(count, 'changed variant', 'changed variants')} again`,
      bulkChange: 'See or undo this change',
      rowTaken: 'Updating',
      rowStale: 'Changed since preview',
      rowRefused: 'Not updated',
    },
  },
});

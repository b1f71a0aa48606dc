import type { Source } from '../../../domain/source';
import { formatCount, plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';
import { sharedText } from '../../shared/shared.text';

/** Texts of copying products to the other platform: the questions before, and the progress after. */
export const copiesText = catalog({
  'en-US': {
    strip: 'Copies',
    dismiss: 'Dismiss',
    dismissNotice: (title: string) => `Dismiss: ${title}`,
    copying: (product: string, to: string) => `Copying “${product}” to ${to}`,
    checking: (to: string) => `Checking what is already on ${to}.`,
    progress: (processed: number, total: number) => `${formatCount(processed)} of ${plural(total, 'variant', 'variants')}`,
    done: (product: string, to: string) => `“${product}” is on ${to}`,
    added: (count: number) => plural(count, 'variant added.', 'variants added.'),
    failed: (product: string, to: string) => `“${product}” could not be copied to ${to}`,
    allDone: (count: number) => `${formatCount(count)} products copied`,
    allDoneList: (titles: readonly string[]) => `${titles.join(', ')}.`,
    problem: (variant: string, problem: string) => `${variant}: ${problem}`,

    dialog: {
      title: 'Copy To Shopify',
      lead: (product: string) =>
        `We add the Square product “${product}” to Shopify: every variation that has a SKU and is not there yet, with its name, SKU, price, barcode, and quantity. What is already on Shopify does not change. ${sharedText.copyStays('Shopify')}`,
      copy: 'Copy To Shopify',
      failed: 'The product could not be copied.',
      started: 'Copy to Shopify started',
      startedExplained: 'It may take a few minutes to appear on Shopify and in this list.',
    },

    confirm: {
      label: (to: string) => `Copy to ${to}`,
      title: (to: string) => `Copy this product to ${to}`,
      copy: (to: Source, count: number) =>
        to === 'square' ? `Copy ${formatCount(count)} Variants` : `Copy ${formatCount(count)} Variant(s)`,
      back: 'Back',
      // The screen shows the count before these two.
      withSku: (from: Source, count: number) => {
        if (from === 'square')
          return count === 1 ? 'variation of the Square product has a SKU' : 'variations of the Square product have a SKU';
        return count === 1 ? 'variant of the Shopify product has a SKU' : 'variants of the Shopify product have a SKU';
      },
      matching: (to: Source, count: number) => {
        if (to === 'shopify') return count === 1 ? 'matching Shopify variant already exists' : 'matching Shopify variants already exist';
        return count === 1 ? 'matching Square variation already exists' : 'matching Square variations already exist';
      },
      toCopy: (to: string, count: number) =>
        count === 0
          ? `Nothing to copy. Every SKU of this product is already on ${to}.`
          : `We add ${plural(count, 'variant', 'variants')} to ${to} with the same name, SKU, price, barcode, and quantity. What is already there does not change. ${sharedText.copyStays(to)}`,
    },

    started: {
      title: (to: string) => `Sync to ${to} started`,
      explained: 'It may take a few minutes for the variants to appear. You can leave this page.',
      close: 'Close',
    },
  },
});

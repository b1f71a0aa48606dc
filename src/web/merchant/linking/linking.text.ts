import { formatCount, plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';
import type { OutcomeCounts } from '../../shared/sku-outcomes';

const items = (count: number): string => plural(count, 'item', 'items');
const links = (count: number): string => plural(count, 'link', 'links');
const skus = (count: number): string => plural(count, 'SKU', 'SKUs');

const acceptText = (count: number): string => (count === 1 ? 'Accept 1' : `Accept all ${formatCount(count)}`);

/** Texts of finding and making links between both platforms. */
export const linkingText = catalog({
  'en-US': {
    title: 'Link items',
    lead: 'Find items that are on both platforms under different SKUs. Linked items share their stock.',
    again: 'Search again',

    reading: (count: number) => `Reading both catalogs: ${plural(count, 'variant', 'variants')} so far`,
    comparing: (share: number) => `Comparing: ${Math.floor(100 * share)}%`,
    failed: 'We could not read your catalogs',

    none: 'Nothing to link',
    noneAdvice: (shopify: number, square: number) =>
      shopify === 0 && square === 0
        ? 'Every item with its own SKU is linked.'
        : `${items(shopify)} on Shopify and ${items(square)} on Square have no link. None of them look alike.`,
    found: (shopify: number, square: number) => `${items(shopify)} on Shopify and ${items(square)} on Square have no link.`,

    sure: {
      title: 'Sure matches',
      // By the reason's name.
      reasons: {
        barcode: (count: number) => `${formatCount(count)} with the same barcode`,
        sku: (count: number) => `${formatCount(count)} with the same SKU, written differently`,
      },
      accept: (count: number) => acceptText(count),
      acceptLabel: {
        barcode: (count: number) => `${acceptText(count)} with the same barcode`,
        sku: (count: number) => `${acceptText(count)} with the same SKU, written differently`,
      },
      explained: 'You see them all once more before anything is written.',
    },

    review: {
      title: 'Review',
      left: (count: number) => `${items(count)} to review`,
      done: 'All reviewed',
      doneAdvice: 'Link what you accepted, or search again later.',
      question: 'Is this the same item?',
      onSquare: 'On Square',
      candidates: 'What it may be on Square',
      accept: 'Accept',
      separate: 'Not the same',
      separateAll: 'None of these',
      skip: 'Skip',
      undo: 'Undo',
      keys: 'By keyboard, from within this box: A accepts, N is not the same, S skips, U undoes, arrows choose.',
      sku: (sku: string) => `SKU ${sku}`,
      noSku: 'no SKU',
      barcode: (barcode: string) => `barcode ${barcode}`,
    },

    basket: {
      accepted: (count: number) => (count === 0 ? 'No links accepted yet' : `${links(count)} accepted`),
      link: (count: number) => (count === 0 ? 'Link items' : `Link ${items(count)}`),
    },

    plan: {
      title: (count: number) => `Link ${items(count)}`,
      back: 'Back to review',
      csvColumns: ['On Shopify', 'Shopify SKU', 'On Square', 'Square SKU', 'Pack size', 'SKU copied'],
      explained:
        'Sales sync from then on. No quantity and no SKU changes: items whose quantities differ are then listed as out of sync. You can undo all of it for 30 days under Bulk changes, or end a single link in the item.',
      copySkus: (count: number) => `Also copy the SKU to ${items(count)} without one`,
      copySkusExplained:
        'Copied SKUs stay if a link ends, and are undone on their own. If “Set Shopify Barcodes” is on in your settings, the SKU becomes the barcode too.',
      list: 'Links that are made',
      sku: (sku: string) => (sku === '' ? 'no SKU' : sku),
      change: (platform: string, to: string) => `${platform}: no SKU → ${to}`,
      remove: 'Remove',
      removeLabel: (name: string) => `Remove: ${name}`,
      meanwhile: 'Items that are deleted or linked before their turn are left alone and listed.',
      start: (count: number) => `Link ${items(count)}`,
    },

    applying: {
      links: (done: number, total: number) => `Linking: ${formatCount(done)} of ${items(total)}`,
      skus: (done: number, total: number) => `Copying SKUs: ${formatCount(done)} of ${formatCount(total)}`,
      explained: 'Stay on this page until it is done.',
      stopping: 'Stopping after the items that are under way.',
      stop: 'Stop',
    },

    result: {
      title: (count: number) => `${items(count)} linked`,
      copied: (count: number) => `${skus(count)} copied.`,
      notCopied: (count: number) => `${skus(count)} not copied: set them in the item's details.`,
      unconfirmed: (count: number) => `${items(count)} without an answer: search again to see what is linked.`,
      untried: (count: number) => `${items(count)} not tried.`,
      refused: (count: number) => `${items(count)} refused`,
      ended: 'Linking ended early',
      endedExplained: 'What was linked stays linked. Try the rest again.',
      back: 'Back to review',
      bulkChange: 'See or undo this change',
      inventory: 'Show out of sync items',
    },

    ended: {
      title: 'Linking was stopped',
      summary: ({ set, untried }: OutcomeCounts) => `${items(set)} linked, ${formatCount(untried)} not tried.`,
    },
  },
});

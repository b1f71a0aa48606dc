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
      keep: 'Where both have a SKU, keep the one of',
      writes: (shopify: number, square: number) => {
        const parts = [...(square === 0 ? [] : [`${skus(square)} on Square`]), ...(shopify === 0 ? [] : [`${skus(shopify)} on Shopify`])];
        return `Writes ${parts.join(' and ')}. No quantity changes: items that differ are then listed as out of sync.`;
      },
      labels: 'Printed labels with an old SKU no longer find the item.',
      barcodes: 'If “Set Shopify Barcodes” is on in your settings, the SKU becomes the barcode too.',
      list: 'Links that are made',
      generated: 'a new SKU on both',
      change: (platform: string, from: string, to: string) => `${platform}: ${from === '' ? 'no SKU' : from} → ${to}`,
      remove: 'Remove',
      removeLabel: (name: string) => `Remove: ${name}`,
      leftOut: (count: number) =>
        count === 1
          ? 'One accepted link is left out: another one gives its SKU to the same platform.'
          : `${formatCount(count)} accepted links are left out: others give their SKUs to the same platform.`,
      meanwhile: 'Items that change before their turn are left alone and listed.',
      start: (count: number) => `Link ${items(count)}`,
    },

    applying: {
      progress: (done: number, total: number) => `Linking: ${formatCount(done)} of ${items(total)}`,
      explained: 'Stay on this page until it is done.',
      stopping: 'Stopping after the items that are being written.',
      stop: 'Stop',
    },

    result: {
      title: (count: number) => `${items(count)} linked`,
      changed: (count: number) => `${items(count)} changed meanwhile and left alone.`,
      unconfirmed: (count: number) => `${items(count)} without an answer: search again to see what is linked.`,
      untried: (count: number) => `${items(count)} not tried.`,
      refused: (count: number) => `${items(count)} refused`,
      ended: 'Linking ended early',
      endedExplained: 'What was linked stays linked. Try the rest again.',
      back: 'Back to review',
      inventory: 'Show out of sync items',
    },

    ended: {
      title: 'Linking was stopped',
      summary: ({ set, untried }: OutcomeCounts) => `${items(set)} linked, ${formatCount(untried)} not tried.`,
    },
  },
});

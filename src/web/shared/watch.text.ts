import { formatCount, formatQuantity, plural } from './formats';
import { catalog } from './messages';

/** The texts about watching before syncing is started. */
export const watchText = catalog({
  'en-US': {
    choice: {
      label: 'How to start',
      now: 'Start syncing now',
      nowExplained: 'Each sale, restock, or recount on one platform is applied to the other.',
      watch: 'Watch first',
      watchExplained: 'No stock is changed on either platform. You see what syncing would have done, and start it when you are ready.',
    },
    title: 'You are only watching',
    since: (when: string) => `Since ${when}. Stock changes are not sent to Shopify or Square. If stock had been syncing since then:`,
    changes: (changes: number, variants: number) =>
      changes === 0
        ? 'No stock has changed yet.'
        : `${plural(changes, 'change', 'changes')} of ${plural(variants, 'variant', 'variants')} would have been sent to the other platform.`,
    oversells: (sales: number, units: number) =>
      sales === 0
        ? 'Nothing was sold on both platforms that only one had.'
        : `${plural(sales, 'oversell', 'oversells')} (${formatQuantity(units)} ${units === 1 ? 'unit' : 'units'}) would have been prevented.`,
    notLoaded: 'What was watched could not be loaded.',
    list: 'What syncing would have done',
    variant: 'Variant',
    toShopify: 'Shopify',
    toSquare: 'Square',
    prevented: 'Oversold',
    more: 'Show more',
    shown: (shown: number, total: number) => `${formatCount(shown)} of ${formatCount(total)}`,
    start: 'Start syncing',
    starting: {
      title: 'Start syncing?',
      lead: 'From now on, each change on one platform is applied to the other. What happened while you were watching is not sent.',
      sent: 'Nothing is changed at the moment you start.',
      differ: (count: number) =>
        `${plural(count, 'variant has', 'variants have')} different quantities. Both stay as they are until you choose the correct one.`,
      equal: 'All linked variants have equal quantities.',
      show: 'Show them',
      unlinked: (count: number) => `${plural(count, 'variant is', 'variants are')} on only one platform, and not synced.`,
      writers: (count: number) =>
        `${plural(count, 'other app changes', 'other apps change')} stock on Square. If one of them copies it from Shopify, turn it off first.`,
    },
    started: 'Syncing has started',
  },
});

import { formatCount, plural } from '../formats';
import { catalog } from '../messages';
import type { Outcome, OutcomeCounts } from '../sku-outcomes';

const variants = (count: number): string => plural(count, 'variant', 'variants');

/** Texts of enabling the inventory tracking of many variants at once. */
export const trackingText = catalog({
  'en-US': {
    open: 'Enable tracking',
    title: 'Enable inventory tracking',
    close: 'Close',
    reading: (count: number) => `Reading what is not tracked: ${variants(count)} so far`,
    readingSelected: (count: number) => `Reading the selected variants: ${formatCount(count)} so far`,
    failed: 'The variants could not be read.',
    failedExplained: 'Nothing has been changed. Try again.',

    preview: {
      title: (count: number) => (count === 0 ? 'No variants to track' : `${variants(count)} will be tracked`),
      ofPlatform: (platform: string, count: number) => `${formatCount(count)} on ${platform}`,
      tracked: (count: number) => `${variants(count)} left out: tracked already.`,
      excluded: (count: number) => `${variants(count)} left out: you exclude ${count === 1 ? 'it' : 'them'} from syncing.`,
      archived: (count: number) => `${variants(count)} left out: archived.`,
      startTitle: 'Counts start at what each platform has',
      start:
        'This is often 0, which shows as sold out, so set the counts afterward. Variants that are on both platforms and tracked on both sync from then on.',
      all: (count: number) => `Select all ${formatCount(count)}`,
      list: 'Variants to track',
      row: (name: string, platform: string) => `${name}, on ${platform}`,
      csvColumns: ['Platform', 'Product', 'Variant', 'SKU'],
      undo: 'You can undo this for 30 days under Bulk changes. Undoing disables tracking again where it is still enabled and was not set here since.',
      apply: (count: number) => `Enable tracking for ${variants(count)}`,
    },

    applying: {
      progress: (done: number, total: number) => `Enabling tracking: ${formatCount(done)} of ${formatCount(total)}`,
      explained: 'Keep this page open until it is done.',
      stop: 'Stop',
      stopping: 'Stopping after the variants that are being changed now',
    },

    result: {
      title: (count: number, unconfirmed: number) =>
        count > 0 ? `Tracking enabled for ${variants(count)}` : unconfirmed > 0 ? 'No variant confirmed' : 'No variant changed',
      refused: (count: number) => `${variants(count)} refused.`,
      unconfirmed: (count: number) => `${variants(count)} not confirmed.`,
      untried: (count: number) => `${variants(count)} not tried.`,
      ended: 'It stopped early.',
      endedExplained: 'Try the rest again: what is tracked already is left alone.',
      again: (count: number) => `Try ${variants(count)} again`,
      list: 'Results',
      bulkChanges: 'See or undo this change',
    },
    ended: {
      title: 'Enabling tracking stopped.',
      summary: ({ set, refused, unconfirmed, untried }: OutcomeCounts) =>
        [
          `${formatCount(set)} enabled`,
          `${formatCount(refused)} refused`,
          `${formatCount(unconfirmed)} not confirmed`,
          `${formatCount(untried)} not tried`,
        ].join(', '),
    },
    outcomes: {
      set: 'Enabled',
      changed: 'Not tried',
      refused: 'Refused',
      unconfirmed: 'Not confirmed',
      untried: 'Not tried',
    } satisfies Record<Outcome['kind'] | 'untried', string>,
  },
});

import { formatCount, plural } from '../../../shared/formats';
import { catalog } from '../../../shared/messages';
import type { Outcome, OutcomeCounts } from '../../../shared/sku-outcomes';
import type { RowProblem } from './sku-rows';

const rows = (count: number): string => plural(count, 'row', 'rows');
const skus = (count: number): string => plural(count, 'SKU', 'SKUs');
const variants = (count: number): string => plural(count, 'variant', 'variants');

/** Why a row of the file changes nothing, though it is right. */
export type LeftOutReason = 'unknown' | 'taken';

/** Texts of importing SKUs from a CSV file. */
export const importText = catalog({
  'en-US': {
    title: 'Import SKUs',
    close: 'Close',

    file: {
      lead: (platform: string) =>
        `Set many ${platform} SKUs at once from a CSV file with a variant ID and a SKU on each row. The easiest way: export this list, fill in the SKU column, and import that file. You see every change before anything is written.`,
      needed: 'one of them for variant IDs and one for SKUs',
      leftOut: 'Rows without a SKU are left out.',
    },

    columns: {
      id: (platform: string) => `Column with ${platform} variant IDs`,
      sku: 'Column with SKUs',
      same: 'Variant IDs and SKUs cannot be in the same column.',
      none: 'No row has a SKU in this column.',
      found: (count: number, blank: number) =>
        blank === 0 ? `${rows(count)} with a SKU.` : `${rows(count)} with a SKU, ${rows(blank)} without, left out.`,
      reading: (count: number) => `Reading the catalog: ${variants(count)} so far`,
    },
    rowProblems: {
      'no-id': (value) => `the SKU ${value} without a variant ID`,
      'damaged-id': (value) =>
        `your spreadsheet shortened the variant ID to “${value}”. Export the list again, and keep that column as text.`,
      'no-such-id': (value, platform) => `“${value}” is not the ID of a ${platform} variant`,
      'damaged-sku': (value) => `your spreadsheet shortened the SKU to “${value}”. Format that column as text, and enter the SKU again.`,
      refused: (value) => value,
      'repeated-id': (value) => `the variant ID ${value} is in the file twice`,
      'repeated-sku': (value) => `the SKU ${value} is in the file twice`,
    } satisfies Record<RowProblem, (value: string, platform: string) => string>,

    preview: {
      title: (count: number, platform: string) => (count === 0 ? 'No SKUs to set' : `${skus(count)} will be set on ${platform}`),
      equal: (count: number) => `${variants(count)} already ${count === 1 ? 'has its' : 'have their'} SKU.`,
      links: (count: number, other: string) =>
        count === 1 ? `1 of the new SKUs is on ${other} too` : `${formatCount(count)} of the new SKUs are on ${other} too`,
      linksExplained: (count: number, other: string) =>
        `We link ${count === 1 ? 'this variant' : 'these variants'} with ${other}. From then on, ${count === 1 ? 'its' : 'their'} stock syncs wherever both platforms track it: a sale on one lowers the stock on the other.`,
      noLinks: (other: string) => `None of the new SKUs links a variant with ${other}, so no stock starts to sync.`,
      blocked: (count: number, other: string) =>
        `${skus(count)} ${count === 1 ? 'is' : 'are'} on ${other} but cannot be linked: archived, used more than once, or already linked.`,
      unread: (other: string) =>
        `We have not read all of ${other}’s catalog yet, so more of the new SKUs may be there. Variants with the same SKU on both platforms are linked, and their stock syncs from then on.`,
      linked: (count: number, other: string) =>
        count === 1
          ? `1 of these variants is linked with ${other} now`
          : `${formatCount(count)} of these variants are linked with ${other} now`,
      linkedExplained: (other: string) => `A variant whose new SKU is not the one it has on ${other} stops syncing.`,
      list: 'Changes',
      meanwhile:
        'A variant whose SKU changes before we set it is not touched. You can preview it again. You can undo the import for 30 days under Bulk changes.',
      barcodes: 'If “Set Shopify Barcodes” is on in your settings, the SKU becomes the barcode too.',
      apply: (count: number) => `Set ${skus(count)}`,
      failed: 'The changes could not be previewed.',
      failedExplained: 'Nothing has been changed. Try again.',
    },
    row: {
      change: (before: string, sku: string) => `SKU: ${before === '' ? 'none' : before} to ${sku}`,
      none: 'No SKU',
      links: (other: string) => `Links with ${other}`,
    },
    why: {
      unknown: (platform) => `we know no ${platform} variant with this ID`,
      taken: (_, holder) => `${holder} has this SKU already`,
    } satisfies Record<LeftOutReason, (platform: string, holder: string) => string>,
    leftOutKey: (sku: string, id: string) => `${sku} (${id})`,

    applying: {
      progress: (done: number, total: number) => `Setting SKUs: ${formatCount(done)} of ${formatCount(total)}`,
      explained: 'Keep this page open until the import ends.',
      stop: 'Stop',
      stopping: 'Stopping after the SKUs that are being set now',
    },

    result: {
      title: (count: number, unconfirmed: number) =>
        count > 0 ? `${skus(count)} set` : unconfirmed > 0 ? 'No SKUs confirmed' : 'No SKUs set',
      changed: (count: number) =>
        `${variants(count)} no longer had the SKU from the preview and ${count === 1 ? 'was' : 'were'} not touched.`,
      unconfirmed: (count: number) => `${skus(count)} not confirmed.`,
      untried: (count: number) => `${skus(count)} not tried.`,
      ended: 'The import stopped early.',
      endedExplained: 'Preview the rest again to see which SKUs are set.',
      refused: (count: number) => `${skus(count)} refused`,
      again: (count: number) => `Preview ${variants(count)} again`,
      list: 'Results',
      bulkChanges: 'See or undo this change',
    },
    ended: {
      title: 'The SKU import stopped.',
      summary: ({ set, changed, refused, unconfirmed, untried }: OutcomeCounts) =>
        [
          `${formatCount(set)} set`,
          `${formatCount(changed)} changed in the meantime`,
          `${formatCount(refused)} refused`,
          `${formatCount(unconfirmed)} not confirmed`,
          `${formatCount(untried)} not tried`,
        ].join(', '),
    },
    outcomes: {
      set: 'Set',
      changed: 'Changed since preview',
      refused: 'Refused',
      unconfirmed: 'Not confirmed',
      untried: 'Not tried',
    } satisfies Record<Outcome['kind'] | 'untried', string>,

    csv: {
      columns: (other: string) => ['Row', 'Variant ID', 'Product', 'Variant', 'SKU before', 'SKU', `Links with ${other}`, 'Result'],
      planned: 'Planned',
      yes: 'Yes',
      no: 'No',
    },
  },
});

import { MATCHINGS, STANDINGS, type CheckedVariant, type LevelTrouble } from '../../../domain/catalog/check-variant';
import { otherSource, sourceName, type Source } from '../../../domain/source';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { JoinedVariant } from '../../../gen/sh/common_pb';
import type { Tone } from '../../shared/components/notice';
import { describePauses, describeProblems } from '../../shared/state/problems';

/** The fields of a message that hold the checked state. */
export type CheckedFields = Readonly<Record<'standing' | 'matching' | 'trouble', string> & Record<'duplicate' | 'underWay', boolean>>;

const TROUBLES: readonly LevelTrouble[] = ['held', 'blocked', 'frozen'];

/** The checked state of a variant, as the server derived it. A value that is not known here is taken for the one that claims least. */
export function checkedOf({ standing, matching, trouble, duplicate, underWay }: CheckedFields): CheckedVariant {
  return {
    standing: STANDINGS.find((known) => known === standing) ?? 'uncounted',
    matching: MATCHINGS.find((known) => known === matching) ?? 'sku_taken',
    trouble: TROUBLES.find((known) => known === trouble) ?? '',
    duplicate,
    underWay,
  };
}

/** The mark in a row's status column. */
export interface Mark {
  readonly icon: 'tick' | 'warning' | 'moving' | 'off';
  readonly label: string;
  /** More words on hover; '' where the label says all. */
  readonly explained: string;
}

const ARRIVING = 'A change has not arrived on the other platform yet.';

/** How a row's two numbers compare; null where there are no two numbers to compare. */
export function markOf({ standing, trouble, underWay }: CheckedVariant, troubleDetail: string): Mark | null {
  if (standing === 'only_shopify' || standing === 'only_square') return null;
  if (trouble !== '') return { icon: 'warning', label: 'Needs attention', explained: troubleDetail };
  switch (standing) {
    case 'not_tracked':
      return {
        icon: 'off',
        label: 'Not tracked',
        explained: 'Inventory tracking is not on for both platforms: changes are not passed on.',
      };
    case 'uncounted':
      return null;
    case 'out_of_sync':
      return { icon: 'warning', label: 'Out of sync', explained: underWay ? ARRIVING : '' };
    case 'in_sync':
      return underWay
        ? { icon: 'moving', label: 'Equal, with a change on its way', explained: ARRIVING }
        : { icon: 'tick', label: 'In sync', explained: '' };
  }
}

/** The words beside a row's SKU: what keeps it from being in sync. `status` is the message's own. */
export function chipsOf(checked: CheckedVariant, status: string): readonly string[] {
  const { standing, matching, duplicate, trouble } = checked;
  return [
    duplicate ? 'duplicate SKU' : '',
    matching === 'sku_taken' ? `SKU in use on ${otherPlatform(checked)}` : '',
    standing === 'not_tracked' || status === 'untracked' ? 'not tracked' : '',
    standing === 'uncounted' ? 'not counted' : '',
    trouble === '' ? '' : { held: 'change held', blocked: 'refused', frozen: 'stopped' }[trouble],
  ].filter((chip) => chip !== '');
}

/** The platform that a variant of one side is not on. */
function otherPlatform({ standing }: CheckedVariant): string {
  return sourceName(standing === 'only_shopify' ? 'square' : 'shopify');
}

/** The status of a variant in a file, in a few words. `status` is the message's own. */
export function statusWords(checked: CheckedVariant, status: string): string {
  const { standing, matching, trouble, underWay } = checked;
  if (status === 'missing_sku') return 'Missing SKU';
  if (status === 'duplicate_sku') return 'Duplicate SKU';
  if (matching === 'sku_taken') return `SKU In Use on ${otherPlatform(checked)}`;
  switch (standing) {
    case 'only_shopify':
    case 'only_square':
      if (status === 'untracked') return 'Inventory Tracking Disabled';
      return standing === 'only_shopify' ? 'Only in Shopify' : 'Only in Square';
    case 'not_tracked':
      return 'Not Tracked';
    case 'uncounted':
      return 'Not Counted';
    case 'out_of_sync':
      return 'Out of Sync';
    case 'in_sync':
      if (trouble !== '') return 'Needs Attention';
      return underWay ? 'Change Under Way' : 'In Sync';
  }
}

/** What is said of a variant at the top of its details. */
export interface Finding {
  readonly tone: Tone;
  readonly title: string;
  readonly text: string;
}

/** What a finding means, for a shop owner. The account's status, where it is known, tells why quantities may differ now. */
export function findingText(resolution: Resolution, variant: JoinedVariant, status: AccountStatus | null): Finding {
  const checked = checkedOf(variant);
  switch (resolution) {
    case 'missing_sku':
      return { tone: 'warn', title: 'Missing SKU', text: missingSkuText(checked) };
    case 'shopify_missing':
      return { tone: 'warn', title: 'Not on Shopify', text: aloneText('square', checked, status) };
    case 'square_missing':
      return { tone: 'warn', title: 'Not on Square', text: aloneText('shopify', checked, status) };
    case 'not_tracked':
      return { tone: 'warn', title: 'Inventory tracking is disabled', text: notTrackedText(untrackedSides(variant)) };
    case 'inventory_mismatch':
      return checked.standing === 'uncounted' ? uncounted(variant) : mismatch(checked, status);
    case 'in_sync':
      return checked.standing === 'uncounted' ? uncounted(variant) : equal(checked, status);
  }
}

/** What the drawer finds, judged in this order. */
export type Resolution = 'missing_sku' | 'shopify_missing' | 'square_missing' | 'not_tracked' | 'inventory_mismatch' | 'in_sync';

function missingSkuText({ matching }: CheckedVariant): string {
  return matching === 'matched'
    ? 'Neither platform has a SKU for this variant. The two sides stay matched; give them a SKU so that they can be found by it.'
    : 'Without a SKU this variant cannot be matched to the other platform.';
}

/** Whether the last read of a platform's catalog is complete, so that what it lacks is known. */
export function isRead(status: AccountStatus | null, source: Source): boolean {
  return status?.snapshots.find((snapshot) => snapshot.name === source)?.state === 'done';
}

function aloneText(source: Source, { matching }: CheckedVariant, status: AccountStatus | null): string {
  const [here, there] = [sourceName(source), sourceName(otherSource(source))];
  switch (matching) {
    case 'duplicate_sku':
      return `More than one ${here} variant has this SKU, so it cannot be matched with one on ${there}.`;
    case 'sku_taken':
      return `${there} has this SKU on another variant, which this one cannot be matched with: it is matched already, or the SKU is used more than once there. Give each variant a SKU of its own.`;
    case 'unmatched':
      // A copy beside something that exists already under another SKU would be sold twice.
      return isRead(status, otherSource(source))
        ? `No ${there} variant has this SKU. Sync it to make it there. If you sell it on ${there} already, give both the same SKU instead: they are then matched.`
        : `The last read of your ${there} catalog is not complete, so it is not known yet whether ${there} has this SKU.`;
    case 'no_sku':
    case 'matched':
      return '';
  }
}

function notTrackedText(sides: readonly Source[]): string {
  const [only] = sides;
  if (sides.length !== 1 || only === undefined)
    return 'Neither platform tracks the inventory of this variant, so changes are not passed on. Those that we hear of are in the history.';
  const [here, there] = [sourceName(only), sourceName(otherSource(only))];
  return `${here} does not track the inventory of this variant, so changes on ${there} are not passed on. They are recorded in the history.`;
}

function uncounted({ shopifyQuantity, squareQuantity }: JoinedVariant): Finding {
  const lacking = [shopifyQuantity === undefined ? 'Shopify' : '', squareQuantity === undefined ? 'Square' : ''].filter(
    (name) => name !== '',
  );
  const text =
    lacking.length === 2
      ? 'Neither platform has counted this variant yet.'
      : `${lacking.join('')} has not counted this variant yet. Set the count to start both platforms from the same quantity.`;
  return { tone: 'warn', title: 'Not counted yet', text };
}

function mismatch({ trouble, underWay }: CheckedVariant, status: AccountStatus | null): Finding {
  const why = trouble === '' ? ` ${whyDifferent(underWay, status)}` : '';
  return { tone: 'warn', title: 'Quantities differ', text: `The two platforms hold different quantities.${why}` };
}

/** That a change is on its way, and what keeps it from arriving for now. */
function arriving(status: AccountStatus | null): string {
  return `${ARRIVING} ${describePauses(status?.writePauses ?? [])}`.trim();
}

function whyDifferent(underWay: boolean, status: AccountStatus | null): string {
  if (status?.autoSync === false) return 'Auto-sync is off, so changes wait until you turn it on.';
  const problem = status === null ? '' : describeProblems(status);
  if (problem !== '') return problem;
  if (underWay) return arriving(status);
  const goesOn = status?.listeningActive === true ? ' New sales keep syncing.' : '';
  return `The history shows how they came to differ. Choose the correct quantity.${goesOn}`;
}

function equal({ trouble, underWay }: CheckedVariant, status: AccountStatus | null): Finding {
  if (trouble !== '')
    return { tone: 'warn', title: 'Quantities are equal', text: 'Both platforms hold the same quantity, but a change was not passed on.' };
  if (underWay) return { tone: 'info', title: 'Quantities are equal', text: `Both platforms hold the same quantity. ${arriving(status)}` };
  return { tone: 'good', title: 'Items In Sync', text: 'Both platforms hold the same quantity.' };
}

/** What is the matter with a variant beyond how its sides compare, and what fixes it. */
export interface Trouble {
  readonly kind: Exclude<LevelTrouble, ''> | 'duplicate' | 'untracked';
  readonly title: string;
  readonly text: string;
}

/** Everything that needs a person, the most urgent first. `canSet`: whether the details offer to set the quantity. */
export function troublesOf(variant: JoinedVariant, resolution: Resolution, canSet: boolean): readonly Trouble[] {
  const checked = checkedOf(variant);
  const untracked = untrackedSides(variant);
  return [
    ...levelTrouble(checked.trouble, variant.troubleDetail, canSet),
    ...(checked.duplicate ? [duplicateTrouble(checked)] : []),
    ...(untracked.length > 0 && resolution !== 'not_tracked' ? [untrackedTrouble(untracked)] : []),
  ];
}

function levelTrouble(kind: LevelTrouble, detail: string, canSet: boolean): Trouble[] {
  switch (kind) {
    case '':
      return [];
    case 'held':
      return [{ kind, title: 'A change is held', text: `${detail} Send makes it there too. Drop leaves that platform as it is.` }];
    case 'blocked': {
      const then = canSet ? ' Then save the inventory count here to start again.' : '';
      return [{ kind, title: 'A platform refuses the change', text: `${detail} Fix it on the platform.${then}` }];
    }
    case 'frozen': {
      const next = canSet ? 'Count what you really have, and save that number here.' : 'Turn inventory tracking on first.';
      return [{ kind, title: 'Stopped until you set the quantity', text: `${detail} ${next}` }];
    }
  }
}

function duplicateTrouble({ matching }: CheckedVariant): Trouble {
  const text =
    matching === 'matched'
      ? 'Another variant of the same platform has this SKU too. This one stays matched. Give each variant a SKU of its own.'
      : 'Another variant of the same platform has this SKU too, so a change of quantity could belong to either. Change the SKU of one.';
  return { kind: 'duplicate', title: 'Duplicate SKU', text };
}

function untrackedTrouble(sides: readonly Source[]): Trouble {
  const text = `${sides.map(sourceName).join(' and ')} ${sides.length === 1 ? 'does' : 'do'} not track the inventory of this variant.`;
  return { kind: 'untracked', title: 'Inventory tracking is disabled', text };
}

/** The platforms that have the variant and do not track it. */
export function untrackedSides({ shopify, square }: JoinedVariant): readonly Source[] {
  const sides: Source[] = [];
  if (shopify?.inventoryTracked === false) sides.push('shopify');
  if (square?.inventoryTracked === false) sides.push('square');
  return sides;
}

import type { CheckedVariant, LevelProblem } from '../../../domain/catalog/check-variant';
import { skusDiffer } from '../../../domain/catalog/match';
import { otherSource, sourceName, type Source } from '../../../domain/source';
import { isPacked } from '../../../domain/sync/pack-size';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { JoinedVariant } from '../../../gen/sh/common_pb';
import type { InventoryVariant } from '../../../gen/sh/inventory_pb';
import type { Tone } from '../../shared/components/notice';
import { packsOf } from '../../shared/pack-text';
import { describePauses, describeProblems } from '../../shared/state/problems';
import { isAllOnHold } from '../../shared/state/writers';
import { writerCasesText } from '../../shared/writer-cases.text';
import { checkedOf, isRead, untrackedSides } from './checked-variant';
import type { Resolution } from './variant-state';
import { variantText } from './variant.text';

const { badges, csvStatus, finding, mark, problem } = variantText;

/** The mark in a row's status column. */
export interface Mark {
  readonly icon: 'tick' | 'warning' | 'moving' | 'off';
  readonly label: string;
  /** The tooltip; '' where the label is enough. */
  readonly explained: string;
}

/** Returns how a row's two quantities compare; null where there are no two quantities to compare. */
export function markOf({ standing, trouble, underWay }: CheckedVariant, troubleDetail: string): Mark | null {
  if (standing === 'only_shopify' || standing === 'only_square') return null;
  if (trouble !== '') return { icon: 'warning', label: mark.needsAttention, explained: troubleDetail };
  switch (standing) {
    case 'not_tracked':
      return { icon: 'off', label: mark.notTracked, explained: mark.notTrackedExplained };
    case 'uncounted':
      return null;
    case 'out_of_sync':
      return { icon: 'warning', label: mark.outOfSync, explained: underWay ? variantText.underWay : '' };
    case 'in_sync':
      return underWay
        ? { icon: 'moving', label: mark.equalUnderWay, explained: variantText.underWay }
        : { icon: 'tick', label: mark.inSync, explained: '' };
  }
}

/** Returns the badges beside a row's SKU: what keeps the variant from being in sync, or from being sold. */
export function badgesOf(variant: InventoryVariant): readonly string[] {
  const checked = checkedOf(variant);
  const { standing, matching, duplicate, trouble } = checked;
  const { status, shopifyProductStatus, squareProductStatus } = variant;
  return [
    saleBadge('shopify', shopifyProductStatus),
    saleBadge('square', squareProductStatus),
    matching === 'excluded' ? badges.excluded : '',
    duplicate ? badges.duplicate : '',
    matching === 'sku_taken' ? badges.skuTaken(otherPlatform(checked)) : '',
    standing === 'not_tracked' || status === 'untracked' ? badges.notTracked : '',
    standing === 'uncounted' ? badges.notCounted : '',
    trouble === '' ? '' : badges[trouble],
  ].filter((badge) => badge !== '');
}

function saleBadge(source: Source, productStatus: string): string {
  if (productStatus === 'archived') return badges.archivedOn(sourceName(source));
  return productStatus === 'draft' ? badges.draftOn(sourceName(source)) : '';
}

/** Returns the platform that a variant of one side is not on. */
function otherPlatform({ standing }: CheckedVariant): string {
  return sourceName(standing === 'only_shopify' ? 'square' : 'shopify');
}

/** Returns why a variant is in no list of problems; null where it is. */
function asideOf(matching: CheckedVariant['matching']): 'excluded' | 'archived' | null {
  return matching === 'excluded' || matching === 'archived' ? matching : null;
}

/** Returns a variant's status for a CSV file. `status` is the message's own. */
export function csvStatusOf(checked: CheckedVariant, status: string): string {
  const { standing, matching, trouble, underWay } = checked;
  const aside = asideOf(matching);
  if (status === 'missing_sku') return csvStatus.missingSku;
  if (aside !== null) return csvStatus[aside];
  if (status === 'duplicate_sku') return csvStatus.duplicateSku;
  if (matching === 'sku_taken') return csvStatus.skuTaken(otherPlatform(checked));
  switch (standing) {
    case 'only_shopify':
    case 'only_square':
      if (status === 'untracked') return csvStatus.disabled;
      return csvStatus.onlyIn(sourceName(standing === 'only_shopify' ? 'shopify' : 'square'));
    case 'not_tracked':
      return csvStatus.notTracked;
    case 'uncounted':
      return csvStatus.notCounted;
    case 'out_of_sync':
      return csvStatus.outOfSync;
    case 'in_sync':
      if (trouble !== '') return csvStatus.needsAttention;
      return underWay ? csvStatus.underWay : csvStatus.inSync;
  }
}

/** The notice at the top of a variant's details. */
export interface Finding {
  readonly tone: Tone;
  readonly title: string;
  readonly text: string;
}

/** Explains a variant's status. The account's status, where it is known, explains why quantities differ. */
export function findingOf(resolution: Resolution, variant: JoinedVariant, status: AccountStatus | null): Finding {
  const checked = checkedOf(variant);
  switch (resolution) {
    case 'missing_sku':
      return {
        tone: 'warn',
        title: finding.missingSku,
        text: missingSkuText(checked),
      };
    case 'shopify_missing':
      return { tone: 'warn', title: finding.notOn('Shopify'), text: aloneText('square', checked, status) };
    case 'square_missing':
      return { tone: 'warn', title: finding.notOn('Square'), text: aloneText('shopify', checked, status) };
    case 'not_tracked':
      return { tone: 'warn', title: finding.trackingDisabled, text: notTrackedText(untrackedSides(variant)) };
    case 'inventory_mismatch':
      return checked.standing === 'uncounted' ? uncounted(variant) : mismatch(checked, status, textsOf(variant));
    case 'in_sync':
      return checked.standing === 'uncounted' ? uncounted(variant) : equal(checked, status, textsOf(variant));
  }
}

function missingSkuText({ matching }: CheckedVariant): string {
  if (matching === 'excluded') return finding.excluded;
  return matching === 'matched' ? finding.missingSkuMatched : finding.missingSkuAlone;
}

function aloneText(source: Source, { matching }: CheckedVariant, status: AccountStatus | null): string {
  const [here, there] = [sourceName(source), sourceName(otherSource(source))];
  switch (matching) {
    case 'duplicate_sku':
      return finding.duplicateHere(here, there);
    case 'excluded':
      return finding.excluded;
    case 'archived':
      return finding.archived(here);
    case 'sku_taken':
      return finding.skuTaken(there);
    case 'unmatched':
      return isRead(status, otherSource(source)) ? finding.notThere(there) : finding.notRead(there);
    case 'no_sku':
    case 'matched':
      return '';
  }
}

function notTrackedText(sides: readonly Source[]): string {
  const [only] = sides;
  if (sides.length !== 1 || only === undefined) return finding.untrackedBoth;
  return finding.untrackedOne(sourceName(only), sourceName(otherSource(only)));
}

function uncounted({ shopifyQuantity, squareQuantity, trouble }: JoinedVariant): Finding {
  const both = shopifyQuantity === undefined && squareQuantity === undefined;
  const one = finding.notCountedOne(sourceName(shopifyQuantity === undefined ? 'shopify' : 'square'));
  // While it is on hold because of another app, its quantity is set where the merchant decides about the app.
  const text = both ? finding.notCountedBoth : trouble === 'another_writer' ? one : `${one} ${finding.setCount}`;
  return { tone: 'warn', title: finding.notCounted, text };
}

/** The words for how quantities compare. */
type Comparison = typeof finding.packs;

/** Returns the words for a variant: where its platforms count different units, equal numbers are not the same stock. */
function textsOf(variant: JoinedVariant): Comparison {
  return isPacked(packsOf(variant)) ? finding.packs : finding;
}

function mismatch({ trouble, underWay }: CheckedVariant, status: AccountStatus | null, texts: Comparison): Finding {
  const why = trouble === '' ? ` ${whyDifferent(underWay, status)}` : '';
  return { tone: 'warn', title: texts.mismatch, text: `${texts.mismatchExplained}${why}` };
}

/** Explains that a change has not arrived, and which pause delays it. */
function arriving(status: AccountStatus | null): string {
  const onHold = status !== null && isAllOnHold(status) ? `${finding.allOnHold} ` : '';
  return `${variantText.underWay} ${onHold}${describePauses(status?.writePauses ?? [])}`.trim();
}

function whyDifferent(underWay: boolean, status: AccountStatus | null): string {
  if (status !== null && status.watchingSince !== '') return finding.watching;
  if (status?.autoSync === false) return finding.autoSyncOff;
  const problems = status === null ? '' : describeProblems(status);
  if (problems !== '') return problems;
  if (underWay) return arriving(status);
  if (status !== null && isAllOnHold(status)) return finding.allOnHold;
  return status?.listeningActive === true ? `${finding.chooseQuantity} ${finding.salesSync}` : finding.chooseQuantity;
}

function equal({ trouble, underWay }: CheckedVariant, status: AccountStatus | null, texts: Comparison): Finding {
  if (trouble === 'another_writer') return { tone: 'info', title: texts.equal, text: texts.equalExplained };
  if (trouble !== '') return { tone: 'warn', title: texts.equal, text: texts.equalUnsynced };
  if (underWay) return { tone: 'info', title: texts.equal, text: `${texts.equalExplained} ${arriving(status)}` };
  return { tone: 'good', title: finding.inSync, text: texts.equalExplained };
}

/** A problem of a variant beyond how its sides compare, with what fixes it. */
export interface VariantProblem {
  readonly kind: Exclude<LevelProblem, ''> | 'duplicate' | 'sku_case' | 'untracked';
  readonly title: string;
  readonly text: string;
}

/** Returns every problem that needs attention, the most urgent first. `canSet`: whether the details offer to set the quantity. */
export function problemsOf(variant: JoinedVariant, resolution: Resolution, canSet: boolean): readonly VariantProblem[] {
  const checked = checkedOf(variant);
  const untracked = untrackedSides(variant);
  return [
    ...levelProblem(checked.trouble, variant.troubleDetail, canSet),
    ...(checked.duplicate ? [{ kind: 'duplicate', title: problem.duplicate, text: problem.duplicateAlone } as const] : []),
    ...skuCaseProblem(variant),
    ...(untracked.length > 0 && resolution !== 'not_tracked' ? [untrackedProblem(untracked)] : []),
  ];
}

function levelProblem(kind: LevelProblem, detail: string, canSet: boolean): VariantProblem[] {
  switch (kind) {
    case '':
      return [];
    case 'another_writer':
      return [{ kind, title: writerCasesText.held, text: detail }];
    case 'held':
      return [{ kind, title: problem.held, text: `${detail} ${problem.heldFix}` }];
    case 'blocked':
      return [{ kind, title: problem.blocked, text: `${detail} ${canSet ? problem.blockedFixCount : problem.blockedFix}` }];
    case 'frozen':
      return [{ kind, title: problem.frozen, text: `${detail} ${canSet ? problem.frozenFixCount : problem.frozenFixTracking}` }];
  }
}

/** Returns that the two SKUs match although they are written differently. */
function skuCaseProblem({ shopify, square }: JoinedVariant): VariantProblem[] {
  if (shopify === undefined || square === undefined || skusDiffer(shopify.sku, square.sku)) return [];
  if (shopify.sku.trim() === square.sku.trim()) return [];
  return [{ kind: 'sku_case', title: problem.skuCase, text: problem.skuCaseExplained(shopify.sku, square.sku) }];
}

function untrackedProblem(sides: readonly Source[]): VariantProblem {
  return { kind: 'untracked', title: problem.untracked, text: problem.untrackedOn(sides.map(sourceName)) };
}

import { isPacked } from '../../../../domain/sync/pack-size';
import type { LevelOutcome, LevelStep } from '../../../../gen/sh/inventory_pb';
import { toCsv, type CsvCell } from '../../../shared/csv';
import { packsOf } from '../../../shared/pack-text';
import { variantTitle } from '../../../shared/variant-names';
import { checkedOf } from '../checked-variant';
import { isSynced, planQuantity, type ListedVariant } from '../level-state';
import type { CountedSku } from './count-rows';
import { importText, type LeftOutReason } from './import.text';

/** A row that is left out. */
export interface LeftOut extends CountedSku {
  readonly why: LeftOutReason;
}

/** What an import will change: both sides of each variant get the file's count. */
export interface ImportPlan {
  readonly steps: readonly LevelStep[];
  /** The row of each step, by the variant's id. */
  readonly rows: ReadonlyMap<string, CountedSku>;
  /** Rows whose count both sides have already. */
  readonly equal: number;
  readonly leftOut: readonly LeftOut[];
}

/** Plans the counts of a file for the variants of the account. SKUs are compared as they are matched: without outer white space. */
export function planImport(counts: readonly CountedSku[], variants: readonly ListedVariant[]): ImportPlan {
  const bySku = new Map<string, ListedVariant[]>();
  for (const listed of variants) {
    const sku = listed.variant.sku.trim();
    if (sku === '') continue;
    const same = bySku.get(sku);
    if (same === undefined) bySku.set(sku, [listed]);
    else same.push(listed);
  }
  const steps: LevelStep[] = [];
  const rows = new Map<string, CountedSku>();
  const leftOut: LeftOut[] = [];
  let equal = 0;
  for (const counted of counts) {
    const found = bySku.get(counted.sku) ?? [];
    const synced = found.filter(({ variant }) => isSynced(checkedOf(variant)));
    const [only] = synced;
    if (only === undefined || synced.length > 1) {
      leftOut.push({ ...counted, why: found.length === 0 ? 'unknown' : only === undefined ? 'not-synced' : 'ambiguous' });
      continue;
    }
    if (isPacked(packsOf(only.variant))) {
      leftOut.push({ ...counted, why: 'packed' });
      continue;
    }
    const [step] = planQuantity([only.variant], counted.count);
    if (step === undefined) {
      equal += 1;
      continue;
    }
    steps.push(step);
    rows.set(step.id, counted);
  }
  return { steps, rows, equal, leftOut };
}

/** Returns a plan as a CSV file, with the result of each row once there is one. */
export function planCsv(
  { steps, leftOut }: ImportPlan,
  names: ReadonlyMap<string, ListedVariant>,
  outcomes: ReadonlyMap<string, LevelOutcome> | null,
): string {
  const { csv } = importText;
  const result = (id: string): string => {
    const outcome = outcomes?.get(id);
    if (outcomes === null) return csv.planned;
    if (outcome === undefined) return csv.unconfirmed;
    return outcome.problem === '' ? csv.outcomes(outcome.outcome) : outcome.problem;
  };
  const planned = steps.map((step): CsvCell[] => {
    const listed = names.get(step.id);
    const [product, variant, sku] = [listed?.productName ?? '', listed?.variant.name ?? '', listed?.variant.sku ?? ''];
    return [sku, product, variantTitle(variant), step.shopifyQuantity, step.squareQuantity, step.to, result(step.id)];
  });
  const rest = leftOut.map(({ sku, count, why }): CsvCell[] => [sku, '', '', undefined, undefined, count, importText.why[why]]);
  return toCsv(csv.columns, [...planned, ...rest]);
}

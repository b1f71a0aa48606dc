import { isPacked } from '../../../domain/sync/pack-size';
import type { LevelStep } from '../../../gen/sh/inventory_pb';
import { toCsv, type CsvCell } from '../../shared/csv';
import { packsOf } from '../../shared/pack-text';
import { variantTitle } from '../../shared/variant-names';
import { checkedOf } from './checked-variant';
import { isSynced, type ListedVariant } from './level-state';
import { levelingText, type NotLeveled } from './leveling.text';

/** Returns why a variant that was asked for is not among a plan's steps. */
export function whyNotLeveled({ variant }: ListedVariant): NotLeveled {
  const checked = checkedOf(variant);
  if (!isSynced(checked)) return 'not-synced';
  if (isPacked(packsOf(variant))) return 'packed';
  return checked.standing === 'uncounted' ? 'uncounted' : 'equal';
}

/** Returns a plan as a CSV file, with what is left out and why. `requested` has the IDs of all variants that were asked for. */
export function levelPlanCsv(steps: readonly LevelStep[], requested: readonly string[], names: ReadonlyMap<string, ListedVariant>): string {
  const { csv } = levelingText;
  const rowOf = (id: string, before: Pick<LevelStep, 'shopifyQuantity' | 'squareQuantity'> | undefined): CsvCell[] => {
    const listed = names.get(id);
    const [product, variant, sku] = [listed?.productName ?? '', listed?.variant.name ?? '', listed?.variant.sku ?? ''];
    return [sku, product, variantTitle(variant), before?.shopifyQuantity, before?.squareQuantity];
  };
  const planned = new Set(steps.map(({ id }) => id));
  const rows = steps.map((step): CsvCell[] => [...rowOf(step.id, step), step.to, csv.planned]);
  const leftOut = requested.flatMap((id): CsvCell[][] => {
    const listed = names.get(id);
    return listed === undefined || planned.has(id) ? [] : [[...rowOf(id, listed.variant), undefined, csv.why[whyNotLeveled(listed)]]];
  });
  return toCsv(csv.columns, [...rows, ...leftOut]);
}

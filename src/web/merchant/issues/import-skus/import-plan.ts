import { foldSku, SkuIndex } from '../../../../domain/catalog/match';
import { otherSource, sourceName, type Source } from '../../../../domain/source';
import { toCsv, type CsvCell } from '../../../shared/csv';
import type { Outcome } from '../../../shared/sku-outcomes';
import { variantName, variantTitle } from '../../../shared/variant-names';
import { importText, type LeftOutReason } from './import.text';
import type { CatalogVariant, SkuCatalog } from './sku-catalog';
import type { SkuRow } from './sku-rows';

/** A SKU that an import will set. */
export interface SkuStep extends SkuRow {
  readonly variant: CatalogVariant;
  /** The variant will be linked with one of the other platform that has this SKU. */
  readonly links: boolean;
}

/** A row that is left out. */
export interface LeftOut extends SkuRow {
  readonly why: LeftOutReason;
  /** The variant that has the SKU; '' when it is not about that. */
  readonly holder: string;
}

/** What an import will change: SKUs of one platform, and the links that follow. */
export interface SkuPlan {
  readonly source: Source;
  readonly steps: readonly SkuStep[];
  /** Rows whose variant has the SKU already. */
  readonly equal: number;
  readonly leftOut: readonly LeftOut[];
  /** Steps whose SKU the other platform has on a variant that it cannot be linked with. */
  readonly blocked: number;
}

/** Plans the SKUs of a file. One that another variant of the platform has is left out: the server would refuse it. */
export function planImport(rows: readonly SkuRow[], catalog: SkuCatalog): SkuPlan {
  const { source, own } = catalog;
  const holders = holdersOf(own.values());
  const steps: Omit<SkuStep, 'links'>[] = [];
  const leftOut: LeftOut[] = [];
  let equal = 0;
  for (const row of rows) {
    const variant = own.get(row.id);
    const holder = holders.get(row.sku)?.find(({ id }) => id !== row.id);
    if (variant === undefined) leftOut.push({ ...row, why: 'unknown', holder: '' });
    else if (variant.sku.trim() === row.sku) equal += 1;
    else if (holder !== undefined) leftOut.push({ ...row, why: 'taken', holder: variantName(holder.productName, holder.name) });
    else steps.push({ ...row, variant });
  }
  return { source, equal, leftOut, ...linked(steps, catalog) };
}

function holdersOf(variants: Iterable<CatalogVariant>): ReadonlyMap<string, readonly CatalogVariant[]> {
  const holders = new Map<string, CatalogVariant[]>();
  for (const variant of variants) {
    const sku = variant.sku.trim();
    if (sku === '') continue;
    const same = holders.get(sku);
    if (same === undefined) holders.set(sku, [variant]);
    else same.push(variant);
  }
  return holders;
}

/** Finds out, by the rules that link variants, which steps will link theirs. A variant that is linked keeps its partner at first. */
function linked(steps: readonly Omit<SkuStep, 'links'>[], { own, others }: SkuCatalog): Pick<SkuPlan, 'steps' | 'blocked'> {
  const after = new Map(steps.map(({ id, sku }) => [id, sku]));
  const index = new SkuIndex();
  for (const variant of own.values()) index.add({ ...variant, sku: after.get(variant.id) ?? variant.sku });
  for (const [place, other] of others.entries()) index.add(other, place);
  const known = new Set(others.map(({ sku }) => foldSku(sku)));
  let blocked = 0;
  const done = steps.map((step): SkuStep => {
    const place = step.variant.linked ? null : index.placeOfMatch({ ...step.variant, sku: step.sku });
    const links = place !== null && others[place]?.linked === false;
    if (!links && !step.variant.linked && known.has(foldSku(step.sku))) blocked += 1;
    return { ...step, links };
  });
  return { steps: done, blocked };
}

/** Returns why a row is left out. */
export function leftOutText({ why, holder }: LeftOut, source: Source): string {
  return importText.why[why](sourceName(source), holder);
}

/** Returns a plan as a CSV file, with the result of each row once there is one. */
export function planCsv({ source, steps, leftOut }: SkuPlan, outcomes: ReadonlyMap<string, Outcome> | null): string {
  const { csv } = importText;
  const result = (id: string): string => (outcomes === null ? csv.planned : outcomeText(outcomes.get(id)));
  const planned = steps.map(({ row, id, sku, variant, links }): CsvCell[] => {
    return [row, id, variant.productName, variantTitle(variant.name), variant.sku, sku, links ? csv.yes : csv.no, result(id)];
  });
  const rest = leftOut.map((one): CsvCell[] => [one.row, one.id, '', '', '', one.sku, '', leftOutText(one, source)]);
  return toCsv(csv.columns(sourceName(otherSource(source))), [...planned, ...rest]);
}

function outcomeText(outcome: Outcome | undefined): string {
  if (outcome === undefined) return importText.outcomes.untried;
  return 'message' in outcome ? `${importText.outcomes[outcome.kind]}: ${outcome.message}` : importText.outcomes[outcome.kind];
}

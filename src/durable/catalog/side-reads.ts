import type { KnownRow } from '../../domain/catalog/joined';
import type { Refreshed } from '../../domain/catalog/plan-refresh';
import type { SideVariant } from '../../domain/catalog/side-variant';
import type { Source } from '../../domain/source';
import type { VariantTable } from './variant-table';

/** What was read of one side, and the rows that currently hold it. */
export interface SideRead {
  readonly refreshed: Refreshed;
  readonly rows: readonly KnownRow[];
}

/** Returns what a read of Shopify products means: `sides` are all of their variants, and those that are not among them are gone. */
export function productsRead(table: VariantTable, productIds: readonly string[], sides: readonly SideVariant[]): SideRead {
  const fresh = sides.filter((side) => side.source === 'shopify');
  const ids = new Set(fresh.map((side) => side.stockId));
  const known = table.ofProducts(productIds);
  const elsewhere = new Set(ids);
  for (const row of known) elsewhere.delete(row.shopify?.stockId ?? '');
  const rows = distinct(known, table.holding('shopify', [...elsewhere]));
  const gone = rows.flatMap((row) =>
    row.shopify !== null && productIds.includes(row.shopify.productId) && !ids.has(row.shopify.stockId) ? [row.shopify.stockId] : [],
  );
  return { refreshed: { source: 'shopify', fresh, gone }, rows };
}

/** Returns what a read of variants means, of which some are gone. */
export function sidesRead(table: VariantTable, source: Source, fresh: readonly SideVariant[], gone: readonly string[]): SideRead {
  const alive = new Set(fresh.map((side) => side.stockId));
  const rows = table.holding(source, [...alive, ...gone]);
  return { refreshed: { source, fresh, gone: gone.filter((id) => !alive.has(id)) }, rows };
}

/** Returns what a read of Square variations means: those deleted, and those of `items` that were not read, are gone. */
export function variationsRead(
  table: VariantTable,
  sides: readonly SideVariant[],
  deleted: readonly string[],
  items: readonly string[],
): SideRead {
  const ofItems = table.ofItems(items).flatMap((row) => (row.square === null ? [] : [row.square.stockId]));
  return sidesRead(table, 'square', sides, [...new Set([...deleted, ...ofItems])]);
}

/** Returns the rows of several lists, each once. */
export function distinct(...lists: readonly (readonly KnownRow[])[]): KnownRow[] {
  return [...new Map(lists.flat().map((row) => [row.key, row])).values()];
}

import type { KnownRow } from '../../domain/catalog/joined';
import { planMerge, type MergeInput, type MergePlan } from '../../domain/catalog/plan-merge';
import { planRefresh, touchedSkus, type Refreshed } from '../../domain/catalog/plan-refresh';
import type { SideVariant } from '../../domain/catalog/side-variant';
import type { Source } from '../../domain/source';
import type { Database } from '../store/database';
import { Directory } from './directory';
import type { Levels, MergeCause } from './levels';
import { Listing } from './listing';
import { VariantTable } from './variant-table';

/** The variants of one account, both platforms', joined by SKU. */
export class Catalog {
  readonly table: VariantTable;
  readonly directory: Directory;
  /** Pages, counts and issues for the screens. */
  readonly listing: Listing;
  readonly #levels: Levels;
  #changes = 0;

  constructor(db: Database, levels: Levels) {
    this.table = new VariantTable(db);
    this.directory = new Directory(db);
    this.listing = new Listing(db, this.directory);
    this.#levels = levels;
  }

  /** Grows with each merge that changed rows; a plan made at another number is old. */
  get changes(): number {
    return this.#changes;
  }

  /** The numbers of these rows were changed by the sync: lists follow. Reads nothing until somebody looks. */
  touch(keys: readonly number[]): void {
    this.directory.touch(keys);
  }

  /** One variant by what its stock hangs on; one row read. */
  find(source: Source, stockId: string): KnownRow | null {
    return this.table.find(source, stockId);
  }

  /**
   * Takes in Shopify products as just read: `sides` are all of their variants. A product without any is gone. Answers
   * whether anything changed. Reads only the touched rows unless a SKU came, went or changed.
   */
  refreshProducts(productIds: readonly string[], sides: readonly SideVariant[]): boolean {
    const fresh = sides.filter((side) => side.source === 'shopify');
    const ids = new Set(fresh.map((side) => side.stockId));
    const known = this.table.ofProducts(productIds);
    const elsewhere = new Set(ids);
    for (const row of known) elsewhere.delete(row.shopify?.stockId ?? '');
    const rows = this.#distinct(known, this.table.holding('shopify', [...elsewhere]));
    const gone = rows.flatMap((row) =>
      row.shopify !== null && productIds.includes(row.shopify.productId) && !ids.has(row.shopify.stockId) ? [row.shopify.stockId] : [],
    );
    return this.#refresh({ source: 'shopify', fresh, gone }, rows);
  }

  /** Takes in variants as just read, and those that are gone, without regard to the rest of their products. */
  refreshSides(source: Source, fresh: readonly SideVariant[], gone: readonly string[]): boolean {
    const alive = new Set(fresh.map((side) => side.stockId));
    const rows = this.table.holding(source, [...alive, ...gone]);
    return this.#refresh({ source, fresh, gone: gone.filter((id) => !alive.has(id)) }, rows);
  }

  /** Takes in Square's variations as just read, those deleted, and those of `items` that are not among the read ones. */
  refreshVariations(sides: readonly SideVariant[], deleted: readonly string[], items: readonly string[]): boolean {
    const ofItems = this.table.ofItems(items).flatMap((row) => (row.square === null ? [] : [row.square.stockId]));
    return this.refreshSides('square', sides, [...new Set([...deleted, ...ofItems])]);
  }

  /** Plans and carries out one slice of a merge. Answers whether anything changed. */
  merge(input: MergeInput, cause: MergeCause): boolean {
    return this.#carryOut(planMerge(input), cause);
  }

  /** Another pair of locations counts from now on: no level is known any more. Cells must have been closed before. */
  forgetLevels(): void {
    this.table.forgetLevels();
    this.#changes += 1;
    this.directory.invalidate();
  }

  /** Another merchant's catalogue comes in place of this side's. Cells must have been closed before. */
  forgetSide(source: Source): void {
    this.table.forgetSide(source);
    this.#changes += 1;
    this.directory.invalidate();
  }

  #refresh(refreshed: Refreshed, touched: readonly KnownRow[]): boolean {
    const skus = touchedSkus(refreshed, touched);
    const rows = skus.length === 0 ? touched : this.#distinct(touched, this.table.withSkus(skus));
    return this.#carryOut(planRefresh(refreshed, rows, skus), 'refresh');
  }

  #carryOut(plan: MergePlan, cause: MergeCause): boolean {
    if (plan.removes.length + plan.updates.length + plan.inserts.length + plan.closes.length + plan.levels.length === 0) return false;
    const { structure, quantities } = this.table.apply(plan, this.#levels, cause);
    if (structure) {
      this.#changes += 1;
      this.directory.invalidate();
    } else {
      this.directory.touch(quantities);
    }
    return true;
  }

  #distinct(...lists: readonly (readonly KnownRow[])[]): KnownRow[] {
    return [...new Map(lists.flat().map((row) => [row.key, row])).values()];
  }
}

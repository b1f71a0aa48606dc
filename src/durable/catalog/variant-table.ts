import { isLinked, type KnownRow } from '../../domain/catalog/joined';
import { foldSku, WHITE_SPACE } from '../../domain/catalog/match';
import type { MergePlan, RowInsert, RowUpdate } from '../../domain/catalog/merge-plan';
import type { Instant } from '../../domain/instant';
import type { Quantity } from '../../domain/quantity';
import { otherSource, SOURCES, type Source } from '../../domain/source';
import type { Database } from '../store/database';
import type { Levels, MergeCause } from './levels';
import {
  FIRST_QUANTITY_COLUMN,
  holdsAnyOf,
  JOURNALED,
  knownRow,
  LISTED_COLUMNS,
  MERGED_COLUMNS,
  PACK_COLUMNS,
  PAIR_COLUMNS,
  QUANTITY_COLUMNS,
  ROW_COLUMNS,
  SEARCHED_COLUMNS,
  SHOPIFY_COLUMNS,
  SQUARE_COLUMNS,
  stockColumn,
  valuesOf,
  type VariantRow,
} from './row';

/** What applying a plan changed, for code that maintains lists. */
export interface Applied {
  /** Rows were added, removed, or changed in more than their quantities. */
  readonly structure: boolean;
  /** Rows were added, removed, or changed in what lists are selected, searched, and ordered by, other than quantities. */
  readonly listed: boolean;
  /** Other rows whose quantities were written. */
  readonly quantities: readonly number[];
}

const INSERT = `insert into variant (${MERGED_COLUMNS.join(', ')}) values (${MERGED_COLUMNS.map(() => '?').join(', ')}) returning key`;

/** A row whose SKUs differ, and since when. */
export interface DifferingRow {
  readonly key: number;
  readonly since: Instant;
}

/** The table of joined variants: point lookups by index, and merges that write only what changed. */
export class VariantTable {
  readonly #db: Database;
  readonly #updates = new Map<string, string>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns one row by its stock ID; reads one row. */
  find(source: Source, stockId: string): KnownRow | null {
    const row = this.#db.row<VariantRow>(`select ${ROW_COLUMNS} from variant where ${stockColumn(source)} = ?`, stockId);
    return row === null ? null : knownRow(row);
  }

  /** Returns the rows that hold any of these stock IDs; by index. */
  holding(source: Source, stockIds: readonly string[]): KnownRow[] {
    return this.#where(holdsAnyOf(source), stockIds);
  }

  /** Returns rows by their keys. */
  byKeys(keys: readonly number[]): KnownRow[] {
    return this.#where('key in (select value from json_each(?))', keys);
  }

  /** Returns the next rows after a key, ordered by key. */
  page(after: number, limit: number): KnownRow[] {
    return this.#db.rows<VariantRow>(`select ${ROW_COLUMNS} from variant where key > ? order by key limit ?`, after, limit).map(knownRow);
  }

  /** Returns whether any variant of a side is known. */
  knows(source: Source): boolean {
    return this.#db.row(`select key from variant where ${stockColumn(source)} is not null limit 1`) !== null;
  }

  /** Returns the rows that hold any of these variants, by the platform's own IDs; reads every row for Shopify's. */
  ofVariants(source: Source, ids: readonly string[]): KnownRow[] {
    return source === 'square'
      ? this.holding('square', ids)
      : this.#where('variant_id in (select cast(value as integer) from json_each(?))', ids);
  }

  /** Returns the rows of these Shopify products; by index. */
  ofProducts(productIds: readonly string[]): KnownRow[] {
    return this.#where('product_id in (select cast(value as integer) from json_each(?))', productIds);
  }

  /** Returns the rows of these Square items; reads every row, so use it only for deletions that name nothing but the item. */
  ofItems(itemIds: readonly string[]): KnownRow[] {
    return itemIds.length === 0 ? [] : this.#where('square_item_id in (select value from json_each(?))', itemIds);
  }

  /**
   * Returns the rows that hold any of these SKUs on either side, in whatever case; reads every row, so use it only when a SKU has changed.
   */
  withSkus(skus: readonly string[]): KnownRow[] {
    const folded = (column: string): string => `lower(trim(${column}, ?2)) in (select value from json_each(?1))`;
    return this.#db
      .rows<VariantRow>(
        `select ${ROW_COLUMNS} from variant where ${folded('shopify_sku')} or ${folded('square_sku')}`,
        JSON.stringify(skus.map(foldSku)),
        WHITE_SPACE,
      )
      .map(knownRow);
  }

  /** Applies a plan as one turn. Each row is written once, in its final form, and only the columns that differ. */
  apply(plan: MergePlan, levels: Levels, cause: MergeCause): Applied {
    return levels.turn(() => {
      for (const { key, why } of plan.closes) levels.close(key, why);
      for (const key of plan.moves) levels.moving(key);
      for (const key of plan.removes) {
        levels.removing(key);
        this.#db.run('delete from variant where key = ?', key);
        levels.rewritten(key);
      }
      const quantities: number[] = [];
      let listed = plan.removes.length > 0 || plan.inserts.length > 0;
      let structure = listed;
      for (const update of plan.updates) noteReplaced(update, levels);
      for (const update of this.#released(plan.updates)) {
        const columns = this.#update(update);
        structure ||= columns.some((column) => MERGED_COLUMNS.indexOf(column) < FIRST_QUANTITY_COLUMN);
        if (columns.some((column) => LISTED_COLUMNS.has(column) || SEARCHED_COLUMNS.has(column))) listed = true;
        else if (columns.some((column) => QUANTITY_COLUMNS.has(column))) quantities.push(update.key);
        levels.rewritten(update.key);
      }
      const inserted = plan.inserts.map((insert) => ({ ...insert, key: this.#insert(insert) }));
      if (plan.closes.length + plan.moves.length > 0) levels.moved();
      startLinks(plan, inserted, levels, cause);
      if (plan.levels.length > 0) levels.observe(plan.levels, cause);
      for (const { key, fact } of plan.lines) levels.line(key, fact);
      levels.counted(quantities);
      return { structure, listed, quantities };
    });
  }

  /** Returns the next rows after this one whose SKUs differ, the longest difference first; by index. */
  differing(after: DifferingRow | null, limit: number): DifferingRow[] {
    const { key, since } = after ?? { key: -1, since: 0 };
    return this.#db.rows<{ key: number; since: number }>(
      `select key, skus_differ_since as since from variant
        where skus_differ_since is not null and skus_differ_since >= ?1 and (skus_differ_since > ?1 or key > ?2)
        order by skus_differ_since, key limit ?3`,
      since,
      key,
      limit,
    );
  }

  /** Returns the number of linked levels, and the units on this side of them. Reads every row. */
  cellsOf(source: Source): { readonly cells: number; readonly units: Quantity } {
    const row = this.#db.row<{ cells: number; units: number | null }>(
      `select count(*) as cells, sum(abs(${source}_quantity)) as units from variant
        where item_id is not null and variation_id is not null and shopify_tracked = 1 and square_tracked = 1`,
    );
    return { cells: row?.cells ?? 0, units: row?.units ?? 0 };
  }

  /**
   * Forgets every quantity, because another location pair may apply. Times after `lagging` stay: should the same locations apply again, a
   * read of an earlier time comes from a lagging replica. Writes one row for each that had a quantity.
   */
  forgetLevels(lagging: Instant): void {
    const kept = (seen: string): string => `${seen} = case when ${seen} > ? then ${seen} end`;
    this.#db.run(
      `update variant set shopify_quantity = null, square_quantity = null, ${kept('shopify_seen')}, ${kept('square_seen')}
        where shopify_quantity is not null or shopify_seen is not null or square_quantity is not null or square_seen is not null`,
      lagging,
      lagging,
    );
  }

  /** Forgets every variant of a side, and every level as `forgetLevels` does. */
  forgetSide(source: Source, lagging: Instant): void {
    this.forgetLevels(lagging);
    this.#db.run(`delete from variant where ${stockColumn(otherSource(source))} is null`);
    const columns = [...(source === 'shopify' ? SHOPIFY_COLUMNS : SQUARE_COLUMNS), ...PAIR_COLUMNS];
    this.#db.run(`update variant set ${columns.map((name) => `${name} = null`).join(', ')} where ${stockColumn(source)} is not null`);
  }

  /**
   * Returns the updates in an order that never lets two rows hold the same stock ID: those that give up a side go first. A stock ID that is
   * exchanged for another is cleared before any update is applied.
   */
  #released(updates: readonly RowUpdate[]): RowUpdate[] {
    const gives = ({ before, shopify, square }: RowUpdate): boolean =>
      (before.shopify !== null && shopify === null) || (before.square !== null && square === null);
    for (const { key, before, ...after } of updates) {
      for (const source of SOURCES) {
        const [had, has] = [before[source]?.stockId ?? null, after[source]?.stockId ?? null];
        if (had !== null && has !== null && had !== has)
          this.#db.run(`update variant set ${stockColumn(source)} = null where key = ?`, key);
      }
    }
    return [...updates].sort((a, b) => Number(gives(b)) - Number(gives(a)));
  }

  /** Writes a new row; returns its key. */
  #insert({ link: _, ...joined }: RowInsert): number {
    return this.#db.row<{ key: number }>(INSERT, ...valuesOf({ ...joined, skusDiffer: null, isManual: false }))?.key ?? 0;
  }

  /** Writes the columns that differ, and returns them. */
  #update(update: RowUpdate): (typeof MERGED_COLUMNS)[number][] {
    const before = valuesOf(update.before);
    const after = valuesOf(update);
    const changed = MERGED_COLUMNS.map((_, index) => index).filter((index) => before[index] !== after[index]);
    const columns = MERGED_COLUMNS.filter((_, index) => before[index] !== after[index]);
    const signature = changed.join();
    let sql = this.#updates.get(signature);
    if (sql === undefined) {
      // In other units, what the level has conserved is another number.
      const rebase = columns.some((column) => PACK_COLUMNS.has(column)) ? ', apart = null' : '';
      sql = `update variant set ${columns.map((column) => `${column} = ?`).join(', ')}${rebase}, ${JOURNALED} where key = ?`;
      this.#updates.set(signature, sql);
    }
    this.#db.run(sql, ...changed.map((index) => after[index] ?? null), update.key);
    return columns;
  }

  #where(condition: string, values: readonly (string | number)[]): KnownRow[] {
    if (values.length === 0) return [];
    return this.#db.rows<VariantRow>(`select ${ROW_COLUMNS} from variant where ${condition}`, JSON.stringify(values)).map(knownRow);
  }
}

/** Reports which quantities of an unlinked row are about to be overwritten. */
function noteReplaced({ key, before, ...after }: RowUpdate, levels: Levels): void {
  if (isLinked(before)) return;
  for (const source of SOURCES) {
    const [had, has] = [before[source], after[source]];
    if (had !== null && had.level !== null && had.stockId === has?.stockId && had.level.quantity !== has.level?.quantity)
      levels.replaced(key, had);
  }
}

/** Reports which rows are newly linked, and which are new. */
function startLinks(
  { baselines }: MergePlan,
  inserted: readonly (RowInsert & { readonly key: number })[],
  levels: Levels,
  cause: MergeCause,
): void {
  for (const link of baselines) levels.baseline(link, cause);
  for (const { key, shopify, square, link } of inserted) {
    if (link !== null) levels.baseline({ key, ...link }, cause);
    else levels.inserted(key, { shopify: shopify?.stockId ?? null, square: square?.stockId ?? null }, cause);
  }
}

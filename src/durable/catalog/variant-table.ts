import { isLinked, type KnownRow } from '../../domain/catalog/joined';
import type { MergePlan, RowInsert, RowUpdate } from '../../domain/catalog/plan-merge';
import type { Instant } from '../../domain/instant';
import type { Quantity } from '../../domain/quantity';
import { otherSource, SOURCES, type Source } from '../../domain/source';
import type { Database } from '../store/database';
import type { Levels, MergeCause } from './levels';
import {
  FIRST_QUANTITY_COLUMN,
  holdsAnyOf,
  knownRow,
  MERGED_COLUMNS,
  PAIR_COLUMNS,
  ROW_COLUMNS,
  SHOPIFY_COLUMNS,
  SQUARE_COLUMNS,
  stockColumn,
  valuesOf,
  type VariantRow,
} from './row';

/** What carrying out a plan changed, for those who keep lists. */
export interface Applied {
  /** Rows came, went, or changed in more than their quantities. */
  readonly structure: boolean;
  /** Rows of which quantities alone were written. */
  readonly quantities: readonly number[];
}

const INSERT = `insert into variant (${MERGED_COLUMNS.join(', ')}) values (${MERGED_COLUMNS.map(() => '?').join(', ')}) returning key`;

/** A row whose SKUs differ, and since when. */
export interface DifferingRow {
  readonly key: number;
  readonly since: Instant;
}

/** The table of joined variants: point look-ups by index, and merges that write what changed and nothing else. */
export class VariantTable {
  readonly #db: Database;
  readonly #updates = new Map<string, string>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** One row by what its stock hangs on; one row read. */
  find(source: Source, stockId: string): KnownRow | null {
    const row = this.#db.row<VariantRow>(`select ${ROW_COLUMNS} from variant where ${stockColumn(source)} = ?`, stockId);
    return row === null ? null : knownRow(row);
  }

  /** The rows that hold any of these; by index. */
  holding(source: Source, stockIds: readonly string[]): KnownRow[] {
    return this.#where(holdsAnyOf(source), stockIds);
  }

  /** Rows by their keys. */
  byKeys(keys: readonly number[]): KnownRow[] {
    return this.#where('key in (select value from json_each(?))', keys);
  }

  /** The next rows after a key, in the order of keys. */
  page(after: number, limit: number): KnownRow[] {
    return this.#db.rows<VariantRow>(`select ${ROW_COLUMNS} from variant where key > ? order by key limit ?`, after, limit).map(knownRow);
  }

  /** Whether any variant of a side is known at all. */
  knows(source: Source): boolean {
    return this.#db.row(`select key from variant where ${stockColumn(source)} is not null limit 1`) !== null;
  }

  /** The rows of these Shopify products; by index. */
  ofProducts(productIds: readonly string[]): KnownRow[] {
    return this.#where('product_id in (select cast(value as integer) from json_each(?))', productIds);
  }

  /** The rows of these Square items; looks at every row, so only for deletions that name the item alone. */
  ofItems(itemIds: readonly string[]): KnownRow[] {
    return itemIds.length === 0 ? [] : this.#where('square_item_id in (select value from json_each(?))', itemIds);
  }

  /** The rows that hold any of these SKUs on either side; looks at every row, so only when a SKU has changed. */
  withSkus(skus: readonly string[]): KnownRow[] {
    const list = JSON.stringify(skus);
    return this.#db
      .rows<VariantRow>(
        `select ${ROW_COLUMNS} from variant
          where shopify_sku in (select value from json_each(?1)) or square_sku in (select value from json_each(?1))`,
        list,
      )
      .map(knownRow);
  }

  /** Carries out a plan as one turn. Rows are written once each, in their final form, and only the columns that differ. */
  apply(plan: MergePlan, levels: Levels, cause: MergeCause): Applied {
    return levels.turn(() => {
      for (const { key, why } of plan.closes) levels.close(key, why);
      for (const key of plan.moves) levels.moving(key);
      for (const key of plan.removes) {
        this.#db.run('delete from variant where key = ?', key);
        levels.rewritten(key);
      }
      const quantities: number[] = [];
      let structure = plan.removes.length > 0 || plan.inserts.length > 0;
      for (const update of plan.updates) noteReplaced(update, levels);
      for (const update of this.#released(plan.updates)) {
        if (this.#update(update)) structure = true;
        else quantities.push(update.key);
        levels.rewritten(update.key);
      }
      const inserted = plan.inserts.map((insert) => ({ ...insert, key: this.#insert(insert) }));
      if (plan.closes.length + plan.moves.length > 0) levels.moved();
      startLinks(plan, inserted, levels, cause);
      if (plan.levels.length > 0) levels.observe(plan.levels, cause);
      for (const { key, fact } of plan.lines) levels.line(key, fact);
      return { structure, quantities };
    });
  }

  /** The next rows whose SKUs differ after this one, the longest difference first; by index. */
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

  /** How many linked levels there are, and the units that this side of them holds. Reads every row. */
  cellsOf(source: Source): { readonly cells: number; readonly units: Quantity } {
    const row = this.#db.row<{ cells: number; units: number | null }>(
      `select count(*) as cells, sum(abs(${source}_quantity)) as units from variant
        where item_id is not null and variation_id is not null and shopify_tracked = 1 and square_tracked = 1`,
    );
    return { cells: row?.cells ?? 0, units: row?.units ?? 0 };
  }

  /** Every level is forgotten: another location counts from now on. One row written for each that had a number. */
  forgetLevels(): void {
    this.#db.run(
      `update variant set shopify_quantity = null, shopify_seen = null, square_quantity = null, square_seen = null
        where shopify_quantity is not null or shopify_seen is not null or square_quantity is not null or square_seen is not null`,
    );
  }

  /** Every variant of a side is forgotten, and every level. */
  forgetSide(source: Source): void {
    this.forgetLevels();
    this.#db.run(`delete from variant where ${stockColumn(otherSource(source))} is null`);
    const columns = [...(source === 'shopify' ? SHOPIFY_COLUMNS : SQUARE_COLUMNS), ...PAIR_COLUMNS];
    this.#db.run(`update variant set ${columns.map((name) => `${name} = null`).join(', ')} where ${stockColumn(source)} is not null`);
  }

  /**
   * The updates in an order that never lets two rows hold the same stock id: those that give up a side go first, and an id that
   * is exchanged for another is let go of before anyone takes it.
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
  #insert({ shopify, square }: RowInsert): number {
    return this.#db.row<{ key: number }>(INSERT, ...valuesOf({ shopify, square, skusDiffer: null }))?.key ?? 0;
  }

  /** Writes the columns that differ; true when they are more than quantities. */
  #update(update: RowUpdate): boolean {
    const before = valuesOf(update.before);
    const after = valuesOf(update);
    const changed = MERGED_COLUMNS.map((_, index) => index).filter((index) => before[index] !== after[index]);
    const signature = changed.join();
    let sql = this.#updates.get(signature);
    if (sql === undefined) {
      sql = `update variant set ${changed.map((index) => `${MERGED_COLUMNS[index] ?? ''} = ?`).join(', ')} where key = ?`;
      this.#updates.set(signature, sql);
    }
    this.#db.run(sql, ...changed.map((index) => after[index] ?? null), update.key);
    return changed.some((index) => index < FIRST_QUANTITY_COLUMN);
  }

  #where(condition: string, values: readonly (string | number)[]): KnownRow[] {
    if (values.length === 0) return [];
    return this.#db.rows<VariantRow>(`select ${ROW_COLUMNS} from variant where ${condition}`, JSON.stringify(values)).map(knownRow);
  }
}

/** Says which numbers of a row that is not linked are about to be written over. */
function noteReplaced({ key, before, ...after }: RowUpdate, levels: Levels): void {
  if (isLinked(before)) return;
  for (const source of SOURCES) {
    const [had, has] = [before[source], after[source]];
    if (had !== null && had.level !== null && had.stockId === has?.stockId && had.level.quantity !== has.level?.quantity)
      levels.replaced(key, had);
  }
}

/** Says which rows are linked from now on, and which are new. */
function startLinks(
  { baselines }: MergePlan,
  inserted: readonly (RowInsert & { readonly key: number })[],
  levels: Levels,
  cause: MergeCause,
): void {
  for (const link of baselines) levels.baseline(link, cause);
  for (const { key, shopify, square, unread } of inserted) {
    if (unread !== null) levels.baseline({ key, unread, isFirst: false }, cause);
    else levels.inserted(key, { shopify: shopify?.stockId ?? null, square: square?.stockId ?? null }, cause);
  }
}

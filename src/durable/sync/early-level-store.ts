import type { Instant } from '../../domain/instant';
import { SOURCES, type Source } from '../../domain/source';
import { EARLY_LEVELS_MS, withEarlyLevel, type EarlyLevel, type EarlyLevels } from '../../domain/sync/early-levels';
import type { LevelSide } from '../../domain/sync/linked-level';
import type { Database } from '../store/database';

/** Maximum number of stock IDs with early levels. */
const MOST_STOCK_IDS = 20_000;
/** How many of the oldest are dropped when there are more, so that the search for them is rare. */
const DROPPED_AT_ONCE = 2_000;

/** The stock IDs of a variant. */
type Stock = Readonly<Record<Source, string | null>>;

/**
 * Levels that platforms stated for variants that were never linked. Changes made before both sides were read are accounted when they are.
 * Bounded per stock ID, by age, and in total. Its changes are part of a turn.
 */
export class EarlyLevelStore {
  readonly #db: Database;
  readonly #now: () => Instant;
  /** Number of stock IDs with levels; null until it was read. */
  #count: number | null = null;

  constructor(db: Database, now: () => Instant) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * Keeps a level. `row` is the side in the variant's row, if it has one: its quantity is put before the first kept level, but is not kept
   * alone. Writes nothing when the level adds nothing new.
   */
  note(source: Source, stockId: string, level: EarlyLevel, row: Pick<LevelSide, 'accounted' | 'observedAt'> | null): void {
    const now = this.#now();
    const kept = this.#of(source, stockId);
    const known =
      row === null || row.accounted === null || row.observedAt === null ? null : { quantity: row.accounted, at: row.observedAt };
    const before = known === null ? kept : withEarlyLevel(kept, known, now);
    const next = withEarlyLevel(before, level, now);
    if (next === before) return;
    if (kept.length === 0) this.#makeRoom();
    this.#db.run(
      'insert or replace into early_level (source, stock_id, noted, levels) values (?, ?, ?, ?)',
      source,
      stockId,
      now,
      JSON.stringify(next.map(({ quantity, at }) => [quantity, at])),
    );
  }

  /** Returns what is kept for a variant; null when nothing is. */
  of(stock: Stock): EarlyLevels | null {
    if (this.#size() === 0) return null;
    const kept = { shopify: this.#of('shopify', stock.shopify), square: this.#of('square', stock.square) };
    return kept.shopify.length + kept.square.length === 0 ? null : kept;
  }

  /** Forgets what is kept for a variant. */
  forget(stock: Stock): void {
    for (const source of SOURCES) {
      if (this.#of(source, stock[source]).length === 0) continue;
      this.#db.run('delete from early_level where source = ? and stock_id = ?', source, stock[source]);
      this.#count = Math.max(0, this.#size() - 1);
    }
  }

  /** Forgets everything, because other locations or a new epoch apply. */
  clear(): void {
    this.#db.run('delete from early_level');
    this.#count = 0;
  }

  /** Forgets what is too old. Reads every row. */
  dropOld(): void {
    if (this.#size() === 0) return;
    this.#db.run('delete from early_level where noted < ?', this.#now() - EARLY_LEVELS_MS);
    this.#count = null;
  }

  #of(source: Source, stockId: string | null): readonly EarlyLevel[] {
    if (stockId === null || this.#size() === 0) return [];
    const row = this.#db.row<{ levels: string }>('select levels from early_level where source = ? and stock_id = ?', source, stockId);
    if (row === null) return [];
    // oxlint-disable-next-line no-unsafe-type-assertion -- written only by this store
    return (JSON.parse(row.levels) as [number, number][]).map(([quantity, at]) => ({ quantity, at }));
  }

  #size(): number {
    this.#count ??= this.#db.row<{ n: number }>('select count(*) as n from early_level')?.n ?? 0;
    return this.#count;
  }

  #makeRoom(): void {
    if (this.#size() >= MOST_STOCK_IDS) {
      this.#db.run(
        'delete from early_level where (source, stock_id) in (select source, stock_id from early_level order by noted limit ?)',
        DROPPED_AT_ONCE,
      );
      this.#count = null;
    }
    this.#count = this.#size() + 1;
  }
}

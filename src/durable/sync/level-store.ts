import type { Instant } from '../../domain/instant';
import { SOURCES, type Source } from '../../domain/source';
import type { LevelEntry, Levels } from '../../domain/sync/engine/context';
import { atRest, withSide, type LinkedLevel } from '../../domain/sync/linked-level';
import { loadLevel, storeLevel, type StoredLevel } from '../../domain/sync/stored-level';
import { JOURNALED, packsOf } from '../catalog/row';
import type { Database } from '../store/database';
import type { NotedLevel } from './journal-position';

type Row = StoredLevel & {
  readonly key: number;
  readonly item_id: string | null;
  readonly variation_id: string | null;
  readonly sku: string | null;
  readonly linked: number;
  readonly shopify_pack: number | null;
  readonly square_pack: number | null;
};

const COLUMNS = `key, cast(item_id as text) as item_id, variation_id, coalesce(nullif(shopify_sku, ''), square_sku, '') as sku,
  (item_id is not null and variation_id is not null and shopify_tracked = 1 and square_tracked = 1) as linked,
  shopify_quantity, shopify_seen, square_quantity, square_seen, cell, apart, shopify_pack, square_pack`;

/** Number of levels at rest that stay in memory. */
const KEPT_AT_REST = 2_000;

/**
 * The linked levels of one account: rows of `variant`, read once and kept in memory while they are busy. A level that starts a write from
 * rest is noted in the journal's row of the same turn, and its own row is written when the write is answered.
 */
export class LevelStore implements Levels {
  readonly #db: Database;
  readonly #entries = new Map<number, LevelEntry>();
  readonly #stored = new Map<number, StoredLevel>();
  readonly #keys: Record<Source, Map<string, number>> = { shopify: new Map(), square: new Map() };
  readonly #dirty = new Set<number>();
  /** Levels whose rows are behind, with their state in the journal. */
  readonly #noted = new Map<number, StoredLevel>();

  /** Rows whose quantities were written. */
  readonly #counted = new Set<number>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the variant of a platform's stock ID; reads one row, unless it is in memory. */
  byStock(source: Source, stockId: string): LevelEntry | null {
    const known = this.#keys[source].get(stockId);
    const entry = known === undefined ? undefined : this.#entries.get(known);
    if (entry !== undefined) return entry;
    const column = source === 'shopify' ? 'item_id' : 'variation_id';
    const row = this.#db.row<Row>(`select ${COLUMNS} from variant where ${column} = ?`, stockId);
    if (row === null) return null;
    this.#evict();
    return this.#remember(row);
  }

  byKey(key: number): LevelEntry | null {
    const entry = this.#entries.get(key);
    if (entry !== undefined) return entry;
    const row = this.#db.row<Row>(`select ${COLUMNS} from variant where key = ?`, key);
    return row === null ? null : this.#remember(row);
  }

  /** Sets an entry's next level; `save` stores it in the same turn. */
  put(key: number, level: LinkedLevel): void {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.level === level) return;
    this.#entries.set(key, { ...entry, level });
    this.#dirty.add(key);
  }

  /**
   * Writes what changed, one row per level, and returns the keys whose columns changed. A level that has just started a write goes to
   * `note` instead, if given: the note must be stored in the same turn.
   */
  save(note?: (cell: NotedLevel) => void): number[] {
    const changed: number[] = [];
    for (const key of this.#dirty) {
      const entry = this.#entries.get(key);
      if (entry !== undefined && this.#write(entry, note)) changed.push(key);
    }
    this.#dirty.clear();
    return changed;
  }

  /** Returns the keys of the rows whose quantities were written since the last call. */
  takeCounted(): number[] {
    const counted = [...this.#counted];
    this.#counted.clear();
    return counted;
  }

  /** Makes the next `save`, which must not note, write the rows that are behind. */
  catchUp(): void {
    for (const key of this.#noted.keys()) this.#dirty.add(key);
    this.#noted.clear();
  }

  /** Restores a level noted by a previous instance, unless the row was written since. Each outside change advances a side's time. */
  restore(key: number, noted: StoredLevel): void {
    const row = this.byKey(key) === null ? undefined : this.#stored.get(key);
    if (row !== undefined && isNewer(noted, row)) this.put(key, loadLevel(noted, this.byKey(key)?.level.packs));
  }

  /** Returns the keys of all levels that are not at rest. Complete once the start has loaded them. */
  open(): number[] {
    return [...this.#entries.values()].filter((entry) => !atRest(entry.level)).map((entry) => entry.key);
  }

  /** Returns the keys of the rows that hold more than two numbers. Reads every row. */
  withState(): number[] {
    return this.#db.rows<{ key: number }>('select key from variant where cell is not null').map(({ key }) => key);
  }

  /**
   * Reloads a row that the catalog wrote or deleted. In-memory state of its level stays for sides whose stock ID is unchanged. Returns the
   * previous entry if it was not idle.
   */
  rewritten(key: number): LevelEntry | null {
    const before = this.#entries.get(key);
    this.forget(key);
    if (before === undefined || idle(before.level)) return null;
    const after = this.byKey(key);
    if (after === null) return before;
    let { level } = after;
    for (const source of SOURCES) {
      if (after.stock[source] !== before.stock[source]) continue;
      const { reading, buffered } = before.level[source];
      level = withSide(level, source, { reading, buffered });
    }
    this.#entries.set(key, { ...after, level });
    return before;
  }

  /** Drops this row from memory: it is read again at the next request. */
  forget(key: number): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#stored.delete(key);
    this.#dirty.delete(key);
    this.#noted.delete(key);
    if (entry.stock.shopify !== null) this.#keys.shopify.delete(entry.stock.shopify);
    if (entry.stock.square !== null) this.#keys.square.delete(entry.stock.square);
  }

  forgetAll(): void {
    this.#entries.clear();
    this.#stored.clear();
    this.#dirty.clear();
    this.#noted.clear();
    this.#keys.shopify.clear();
    this.#keys.square.clear();
  }

  #write(entry: LevelEntry, note?: (cell: NotedLevel) => void): boolean {
    const { key, level } = entry;
    const next = storeLevel(level);
    if (level.conservedDifference !== next.apart)
      this.#entries.set(key, { ...entry, level: { ...level, conservedDifference: next.apart } });
    const last = this.#noted.get(key) ?? this.#stored.get(key);
    if (last !== undefined && same(last, next)) return false;
    if (note !== undefined && last !== undefined && beginsWrite(entry.level, last, next)) {
      this.#noted.set(key, next);
      note({ key, stored: next });
      return true;
    }
    this.#db.run(
      `update variant set shopify_quantity = ?, shopify_seen = ?, square_quantity = ?, square_seen = ?, cell = ?, apart = ?, ${JOURNALED}
        where key = ?`,
      next.shopify_quantity,
      next.shopify_seen,
      next.square_quantity,
      next.square_seen,
      next.cell,
      next.apart,
      key,
    );
    const row = this.#stored.get(key);
    if (row?.shopify_quantity !== next.shopify_quantity || row.square_quantity !== next.square_quantity) this.#counted.add(key);
    this.#stored.set(key, next);
    this.#noted.delete(key);
    return true;
  }

  #remember(row: Row): LevelEntry {
    const entry: LevelEntry = {
      key: row.key,
      stock: { shopify: row.item_id, square: row.variation_id },
      sku: row.sku ?? '',
      linked: row.linked === 1,
      level: loadLevel(row, packsOf(row)),
    };
    this.#entries.set(row.key, entry);
    this.#stored.set(row.key, storeLevel(entry.level));
    if (entry.stock.shopify !== null) this.#keys.shopify.set(entry.stock.shopify, row.key);
    if (entry.stock.square !== null) this.#keys.square.set(entry.stock.square, row.key);
    return entry;
  }

  #evict(): void {
    if (this.#entries.size <= KEPT_AT_REST * 2) return;
    for (const [key, entry] of this.#entries) {
      if (this.#entries.size <= KEPT_AT_REST) return;
      if (!this.#dirty.has(key) && idle(entry.level)) this.forget(key);
    }
  }

  /** Returns when the oldest pending change happened, by its platform's clock; null when none is pending. */
  oldestPending(): Instant | null {
    let oldest: Instant | null = null;
    for (const key of this.open()) {
      const level = this.byKey(key)?.level;
      for (const source of SOURCES) {
        const since = level?.[source].pendingSince ?? null;
        if (since !== null && (oldest === null || since < oldest)) oldest = since;
      }
    }
    return oldest;
  }
}

function idle(cell: LinkedLevel): boolean {
  return atRest(cell) && [cell.shopify, cell.square].every((side) => !side.reading && side.buffered === null);
}

/**
 * Returns whether a level at rest has observed an outside change and started a write to the other side. A state is noted only if its
 * platform times distinguish it from every later one: those times never go back.
 */
function beginsWrite(cell: LinkedLevel, last: StoredLevel, next: StoredLevel): boolean {
  return last.cell === null && (cell.shopify.inFlight !== null || cell.square.inFlight !== null) && isNewer(next, last);
}

function isNewer(a: StoredLevel, b: StoredLevel): boolean {
  return isLater(a.shopify_seen, b.shopify_seen) || isLater(a.square_seen, b.square_seen);
}

function isLater(a: Instant | null, b: Instant | null): boolean {
  return a !== null && (b === null || a > b);
}

function same(a: StoredLevel, b: StoredLevel): boolean {
  return (
    a.shopify_quantity === b.shopify_quantity &&
    a.shopify_seen === b.shopify_seen &&
    a.square_quantity === b.square_quantity &&
    a.square_seen === b.square_seen &&
    a.cell === b.cell &&
    a.apart === b.apart
  );
}

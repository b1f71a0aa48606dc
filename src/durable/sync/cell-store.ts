import type { Source } from '../../domain/source';
import { atRest, type Cell } from '../../domain/sync/cell';
import { loadCell, storeCell, type StoredCell } from '../../domain/sync/stored';
import type { Database } from '../store/database';

/** A variant's row as the sync needs it: who it is on both sides, whether it is kept in step, and its cell. */
export interface CellEntry {
  readonly key: number;
  /** Shopify's inventory item number and Square's variation id; null where it does not exist. */
  readonly stock: Readonly<Record<Source, string | null>>;
  readonly sku: string;
  /** On both sides and tracked on both: deltas flow. Otherwise its numbers are only noted. */
  readonly linked: boolean;
  readonly cell: Cell;
}

/** The cells of one account: rows of `variant`, read once and kept in memory while they are busy. */
export interface CellStore {
  byStock(source: Source, stockId: string): CellEntry | null;
  byKey(key: number): CellEntry | null;
  /** Gives an entry its next cell; stored by `save` in the same turn. */
  put(key: number, cell: Cell): void;
  /** Writes what changed, one row a cell, and answers the keys whose columns changed. */
  save(): number[];
  /** Keys of all cells that are not at rest. Complete once the start has loaded them. */
  open(): number[];
  /** The catalogue changed these rows: read them anew when next asked for. Unsaved changes must not exist. */
  forget(key: number): void;
  forgetAll(): void;
}

type Row = StoredCell & {
  readonly key: number;
  readonly item_id: number | null;
  readonly variation_id: string | null;
  readonly sku: string | null;
  readonly linked: number;
};

const COLUMNS = `key, item_id, variation_id, coalesce(nullif(shopify_sku, ''), square_sku, '') as sku,
  (item_id is not null and variation_id is not null and shopify_tracked = 1 and square_tracked = 1) as linked,
  shopify_quantity, shopify_seen, square_quantity, square_seen, cell`;

/** At rest, so many entries stay in memory. */
const KEPT_AT_REST = 2_000;

/** The CellStore over an object's tables. */
export function openCellStore(db: Database): CellStore {
  const entries = new Map<number, CellEntry>();
  const stored = new Map<number, StoredCell>();
  const keys: Record<Source, Map<string, number>> = { shopify: new Map(), square: new Map() };
  const dirty = new Set<number>();

  const remember = (row: Row): CellEntry => {
    const entry: CellEntry = {
      key: row.key,
      stock: { shopify: row.item_id === null ? null : String(row.item_id), square: row.variation_id },
      sku: row.sku ?? '',
      linked: row.linked === 1,
      cell: loadCell(row),
    };
    entries.set(row.key, entry);
    stored.set(row.key, storeCell(entry.cell));
    if (entry.stock.shopify !== null) keys.shopify.set(entry.stock.shopify, row.key);
    if (entry.stock.square !== null) keys.square.set(entry.stock.square, row.key);
    return entry;
  };

  const forget = (key: number): void => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    stored.delete(key);
    dirty.delete(key);
    if (entry.stock.shopify !== null) keys.shopify.delete(entry.stock.shopify);
    if (entry.stock.square !== null) keys.square.delete(entry.stock.square);
  };

  const evict = (): void => {
    if (entries.size <= KEPT_AT_REST * 2) return;
    for (const [key, entry] of entries) {
      if (entries.size <= KEPT_AT_REST) return;
      if (!dirty.has(key) && idle(entry.cell)) forget(key);
    }
  };

  return {
    byStock: (source, stockId) => {
      const known = keys[source].get(stockId);
      const entry = known === undefined ? undefined : entries.get(known);
      if (entry !== undefined) return entry;
      const column = source === 'shopify' ? 'item_id' : 'variation_id';
      const row = db.row<Row>(`select ${COLUMNS} from variant where ${column} = ?`, source === 'shopify' ? Number(stockId) : stockId);
      if (row === null) return null;
      evict();
      return remember(row);
    },
    byKey: (key) => {
      const entry = entries.get(key);
      if (entry !== undefined) return entry;
      const row = db.row<Row>(`select ${COLUMNS} from variant where key = ?`, key);
      return row === null ? null : remember(row);
    },
    put: (key, cell) => {
      const entry = entries.get(key);
      if (entry === undefined || entry.cell === cell) return;
      entries.set(key, { ...entry, cell });
      dirty.add(key);
    },
    save: () => {
      const changed: number[] = [];
      for (const key of dirty) {
        const entry = entries.get(key);
        if (entry === undefined) continue;
        const next = storeCell(entry.cell);
        const last = stored.get(key);
        if (last !== undefined && same(last, next)) continue;
        db.run(
          'update variant set shopify_quantity = ?, shopify_seen = ?, square_quantity = ?, square_seen = ?, cell = ? where key = ?',
          next.shopify_quantity,
          next.shopify_seen,
          next.square_quantity,
          next.square_seen,
          next.cell,
          key,
        );
        stored.set(key, next);
        changed.push(key);
      }
      dirty.clear();
      return changed;
    },
    open: () => [...entries.values()].filter((entry) => !atRest(entry.cell)).map((entry) => entry.key),
    forget,
    forgetAll: () => {
      for (const key of [...entries.keys()]) forget(key);
    },
  };
}

function idle(cell: Cell): boolean {
  return atRest(cell) && [cell.shopify, cell.square].every((side) => !side.reading && side.parked === null);
}

function same(a: StoredCell, b: StoredCell): boolean {
  return (
    a.shopify_quantity === b.shopify_quantity &&
    a.shopify_seen === b.shopify_seen &&
    a.square_quantity === b.square_quantity &&
    a.square_seen === b.square_seen &&
    a.cell === b.cell
  );
}

import type { Instant } from '../../domain/instant';
import type { Database } from '../store/database';
import type { Directory } from './directory';
import { placeOf } from './directory-index';

/** Rows per read: bounds the memory of one. */
const SLICE_ROWS = 5_000;

/** The later of both quantities' times as their platforms state them; -1 where neither is known. */
const CHANGED_AT = `max(case when shopify_quantity is null then -1 else coalesce(shopify_seen, -1) end,
  case when square_quantity is null then -1 else coalesce(square_seen, -1) end)`;

type TimeRow = { readonly key: number; readonly at: number };

/**
 * When each variant's quantities changed last, as the platforms state it: they know it also for the time before this product was installed. Read from every row
 * at the first use, and again when the catalog changes; else one row for each change. 8 bytes per variant once it is used.
 */
export class ChangeTimes {
  readonly #db: Database;
  #times: Float64Array | null = null;
  #generation = -1;
  readonly #touched = new Set<number>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Marks rows whose quantities have changed: their times are read at the next use. */
  touch(keys: readonly number[]): void {
    if (this.#times === null) return;
    for (const key of keys) this.#touched.add(key);
    // As many reads as a scan.
    if (this.#touched.size >= this.#times.length) this.#forget();
  }

  /** Returns the positions, ordered by key, of the variants of which a quantity changed at this time or later. */
  placesSince(since: Instant, directory: Pick<Directory, 'keys' | 'generation'>): number[] {
    if (directory.generation !== this.#generation) this.#forget();
    this.#generation = directory.generation;
    const keys = directory.keys();
    this.#times ??= this.#read(keys.length);
    const times = this.#times;
    for (const key of this.#touched) {
      const row = this.#db.row<TimeRow>(`select key, ${CHANGED_AT} as at from variant where key = ?`, key);
      const place = placeOf(keys, key);
      if (row !== null && place >= 0) times[place] = row.at;
    }
    this.#touched.clear();
    const places: number[] = [];
    for (let place = 0; place < times.length; place += 1) if ((times[place] ?? -1) >= since) places.push(place);
    return places;
  }

  #forget(): void {
    this.#times = null;
    this.#touched.clear();
  }

  #read(size: number): Float64Array {
    const times = new Float64Array(size);
    let place = 0;
    for (let after = -1; ;) {
      const rows = this.#db.rows<TimeRow>(
        `select key, ${CHANGED_AT} as at from variant where key > ? order by key limit ${SLICE_ROWS}`,
        after,
      );
      const last = rows.at(-1);
      if (last === undefined) return times;
      after = last.key;
      for (const { at } of rows) {
        times[place] = at;
        place += 1;
      }
    }
  }
}

import type { ReadBudget } from '../../domain/causes/budget';
import type { KnownQuantities } from '../../domain/causes/shopify';
import type { Source } from '../../domain/source';
import type { Database } from '../store/database';

/** How far the lines are explained. */
export interface CauseState extends ReadBudget {
  /** The paired locations: what was read at others says nothing. */
  readonly place: string;
  /** The newest line that was noted. */
  readonly noted: number;
  /** The last line of each side before the oldest that still waits. */
  readonly done: Readonly<Record<Source, number>>;
  /** The number of the last variant whose quantities were read in advance. */
  readonly seeded: number;
}

/** Quantities by Shopify's inventory item; null for those that are no longer known. */
export type QuantityChanges = ReadonlyMap<string, KnownQuantities | null>;

/** A row: short, because there may be thousands of quantities in one. */
interface Body {
  readonly state: CauseState;
  readonly q: Readonly<Record<string, readonly [number, number, number, number | null, number] | null>>;
}

type Row = { readonly body: string };

/** Rows after which they are written as few. */
const MOST_ROWS = 40;
/** Quantities in one row, about 300 KB: a row may have 2 MB. */
const PER_ROW = 5_000;

/**
 * What is known about causes, one row a reading: the state is that of the newest row, an item's quantities those of the
 * newest row that has it.
 */
export class CauseStore {
  readonly #db: Database;
  #rows = 0;
  #known = new Map<string, KnownQuantities>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Reads all rows and returns the state; null before the first reading. */
  load(): CauseState | null {
    const rows = this.#db.rows<Row>('select body from cause_read order by id');
    this.#rows = rows.length;
    this.#known = new Map();
    let state: CauseState | null = null;
    for (const { body } of rows) {
      // oxlint-disable-next-line no-unsafe-type-assertion -- written only by `save`
      const read = JSON.parse(body) as Body;
      state = read.state;
      for (const [stockId, quantities] of Object.entries(read.q)) {
        if (quantities === null) this.#known.delete(stockId);
        else {
          const [available, committed, onHand, committedAt, seq] = quantities;
          this.#known.set(stockId, { available, committed, onHand, committedAt, seq });
        }
      }
    }
    return state;
  }

  /** Returns the quantities of an item at its last reading; null when there was none. */
  quantities(stockId: string): KnownQuantities | null {
    return this.#known.get(stockId) ?? null;
  }

  /** Stores the state after a reading, and what it read, in one row. */
  save(state: CauseState, changes: QuantityChanges): void {
    for (const [stockId, quantities] of changes) {
      if (quantities === null) this.#known.delete(stockId);
      else this.#known.set(stockId, quantities);
    }
    this.#db.transaction(() => {
      if (this.#rows < MOST_ROWS) this.#insert(state, [...changes]);
      else this.#compact(state);
    });
  }

  /** Forgets everything: it was read at other locations. */
  clear(): void {
    this.#db.run('delete from cause_read');
    this.#rows = 0;
    this.#known.clear();
  }

  #compact(state: CauseState): void {
    this.#db.run('delete from cause_read');
    this.#rows = 0;
    const all = [...this.#known];
    for (let start = 0; start === 0 || start < all.length; start += PER_ROW) this.#insert(state, all.slice(start, start + PER_ROW));
  }

  #insert(state: CauseState, quantities: readonly (readonly [string, KnownQuantities | null])[]): void {
    const q = Object.fromEntries(
      quantities.map(([stockId, known]) => [
        stockId,
        known === null ? null : ([known.available, known.committed, known.onHand, known.committedAt, known.seq] as const),
      ]),
    );
    const body: Body = { state, q };
    this.#db.run('insert into cause_read (body) values (?)', JSON.stringify(body));
    this.#rows += 1;
  }
}

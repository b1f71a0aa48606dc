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
  readonly q: Readonly<Record<string, Packed | null>>;
}

type Packed = readonly [available: number, committed: number, onHand: number, committedAt: number | null, seq: number];

type Row = { readonly id: number; readonly body: string };

/** The row that each reading writes. */
const HEAD = 1;
/** Quantities in that row, about 30 KB; more become a row of their own. */
const IN_HEAD = 500;
/** Rows after which they are written as few. */
const MOST_ROWS = 40;
/** Quantities in one of those few rows, about 300 KB: a row may have 2 MB. */
const PER_ROW = 5_000;

/**
 * What is known about causes: the first row has the state and the quantities read last, and is all that a reading writes; later rows have
 * quantities of earlier readings.
 */
export class CauseStore {
  readonly #db: Database;
  #rows = 0;
  #known = new Map<string, KnownQuantities>();
  /** What the first row has. */
  #head = new Map<string, KnownQuantities | null>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Reads all rows and returns the state; null before the first reading. */
  load(): CauseState | null {
    const rows = this.#db.rows<Row>('select id, body from cause_read order by id = ?, id', HEAD);
    this.#rows = rows.length;
    this.#known = new Map();
    this.#head = new Map();
    let state: CauseState | null = null;
    for (const { id, body } of rows) {
      // oxlint-disable-next-line no-unsafe-type-assertion -- written only by this class
      const read = JSON.parse(body) as Body;
      state = read.state;
      const quantities = Object.entries(read.q).map(([stockId, stored]): [string, KnownQuantities | null] => [stockId, unpack(stored)]);
      if (id === HEAD) this.#head = new Map(quantities);
      this.#take(quantities);
    }
    return state;
  }

  /** Returns the quantities of an item at its last reading; null when there was none. */
  quantities(stockId: string): KnownQuantities | null {
    return this.#known.get(stockId) ?? null;
  }

  /** Stores the state after a reading, and what it read. */
  save(state: CauseState, changes: QuantityChanges): void {
    this.#take(changes);
    for (const [stockId, quantities] of changes) this.#head.set(stockId, quantities);
    this.#db.transaction(() => {
      if (this.#rows >= MOST_ROWS) this.#compact(state);
      else if (this.#head.size > IN_HEAD) this.#append(state, this.#head);
      this.#writeHead(state);
    });
  }

  /** Forgets everything: it was read at other locations. */
  clear(): void {
    this.#db.run('delete from cause_read');
    this.#rows = 0;
    this.#known.clear();
    this.#head.clear();
  }

  #take(changes: Iterable<readonly [string, KnownQuantities | null]>): void {
    for (const [stockId, quantities] of changes) {
      if (quantities === null) this.#known.delete(stockId);
      else this.#known.set(stockId, quantities);
    }
  }

  #compact(state: CauseState): void {
    this.#db.run('delete from cause_read where id <> ?', HEAD);
    this.#rows = 1;
    const all = [...this.#known];
    for (let start = 0; start < all.length; start += PER_ROW) this.#append(state, new Map(all.slice(start, start + PER_ROW)));
  }

  #append(state: CauseState, quantities: QuantityChanges): void {
    // The first row must exist, or this one would take its number.
    this.#writeHead(state);
    this.#db.run('insert into cause_read (body) values (?)', bodyOf(state, quantities));
    this.#rows += 1;
    this.#head = new Map();
  }

  #writeHead(state: CauseState): void {
    this.#db.run(
      'insert into cause_read (id, body) values (?, ?) on conflict (id) do update set body = excluded.body',
      HEAD,
      bodyOf(state, this.#head),
    );
    this.#rows = Math.max(this.#rows, 1);
  }
}

function bodyOf(state: CauseState, quantities: QuantityChanges): string {
  const body: Body = { state, q: Object.fromEntries([...quantities].map(([stockId, known]) => [stockId, pack(known)])) };
  return JSON.stringify(body);
}

function pack(known: KnownQuantities | null): Packed | null {
  return known === null ? null : [known.available, known.committed, known.onHand, known.committedAt, known.seq];
}

function unpack(stored: Packed | null): KnownQuantities | null {
  if (stored === null) return null;
  const [available, committed, onHand, committedAt, seq] = stored;
  return { available, committed, onHand, committedAt, seq };
}

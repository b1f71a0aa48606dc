import { openInMemory, type SqlValue, type Statement } from './node-sqlite';

/** One row as the platform returns it: blobs as ArrayBuffer. */
export type Row = Record<string, SqlStorageValue>;

/** The result of a statement. */
export interface Executed {
  readonly rows: Row[];
  readonly columns: readonly string[];
  /** The number of rows changed. */
  readonly written: number;
  readonly lastId: number;
}

interface Prepared {
  readonly statement: Statement;
  readonly isRead: boolean;
  readonly adds: boolean;
  readonly columns: readonly string[];
}

/** The most bytes that a text, a blob or a row may have (Durable Objects limits, SQLite storage: 2 MB). */
const MOST_BYTES = 2_000_000;

/** A character takes at most three bytes in UTF-8, so that shorter texts need no count. */
const SURELY_FITS = MOST_BYTES / 3;

/** Statements that add to a database; a table that is there is not created. */
const ADDS = /^\s*(?:insert|update|replace|alter|create(?! table if not exists)|with\b[^]*\binsert)/iu;

/**
 * A real SQLite in memory that caches prepared statements by their text. `snapshot` opens a transaction that `restore` rolls back: each
 * history starts from the same rows, and the statements stay prepared.
 */
export class MemoryDatabase {
  readonly #db = openInMemory();
  readonly #prepared = new Map<string, Prepared | null>();
  readonly #arrays = new Map<string, Statement>();
  #depth = 0;
  /** The number of statements that may have changed rows; shows a reader whether anything can be new. */
  writes = 0;
  /** With what words statements fail that add something, as in a database without room; null while there is room. */
  full: string | null = null;

  /** Runs one statement, or a script of several statements without values. */
  run(sql: string, values: readonly unknown[]): Executed {
    const prepared = this.#prepare(sql);
    if (prepared === null) {
      if (values.length > 0) throw new Error('a script of several statements takes no values here');
      this.#db.exec(sql);
      return { rows: [], columns: [], written: 0, lastId: 0 };
    }
    if (this.full !== null && prepared.adds) throw new Error(this.full);
    const bound = values.map(bindable);
    if (!prepared.isRead) this.writes += 1;
    if (prepared.columns.length === 0) {
      const { changes, lastInsertRowid } = prepared.statement.run(...bound);
      return { rows: [], columns: [], written: changes, lastId: lastInsertRowid };
    }
    const rows = prepared.statement.all(...bound).map(rowOf);
    return { rows, columns: prepared.columns, written: prepared.isRead ? 0 : rows.length, lastId: 0 };
  }

  /** Returns the rows as arrays, so that columns of the same name stay separate. */
  arrays(sql: string, values: readonly unknown[]): unknown[] {
    const known = this.#arrays.get(sql) ?? this.#db.prepare(sql);
    if (!this.#arrays.has(sql)) known.setReturnArrays(true);
    this.#arrays.set(sql, known);
    return known.all(...values.map(bindable));
  }

  /** Runs `work` atomically. */
  transaction<T>(work: () => T): T {
    const name = this.begin();
    try {
      const value = work();
      this.commit(name);
      return value;
    } catch (error) {
      this.rollback(name);
      throw error;
    }
  }

  /** Opens a savepoint; returns its name. */
  begin(): string {
    this.#depth += 1;
    const name = `s${this.#depth}`;
    this.run(`savepoint ${name}`, []);
    return name;
  }

  commit(name: string): void {
    this.run(`release ${name}`, []);
    this.#depth = Number(name.slice(1)) - 1;
  }

  rollback(name: string): void {
    this.run(`rollback to ${name}`, []);
    this.commit(name);
  }

  /** Marks the state that `restore` returns to. */
  snapshot(): void {
    this.begin();
  }

  /** Restores the rows at the snapshot, which stays. */
  restore(): void {
    this.run('rollback to s1', []);
    this.#depth = 1;
  }

  #prepare(sql: string): Prepared | null {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const isScript = sql.trim().replace(/;$/u, '').includes(';');
    const statement = isScript ? null : this.#db.prepare(sql);
    const isRead = /^\s*(?:select|savepoint|release)/iu.test(sql);
    const prepared =
      statement === null ? null : { statement, isRead, adds: ADDS.test(sql), columns: statement.columns().map(({ name }) => name) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

function bindable(value: unknown): SqlValue {
  if (typeof value === 'string' && value.length > SURELY_FITS && new TextEncoder().encode(value).length > MOST_BYTES)
    throw new Error('string or blob too big: SQLITE_TOOBIG');
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`a value of type ${typeof value} cannot be bound`);
}

/** Returns the row itself, with its few blobs replaced. */
function rowOf(row: Record<string, SqlValue | ArrayBuffer>): Row {
  for (const name in row) {
    const value = row[name];
    if (value instanceof Uint8Array) row[name] = new Uint8Array(value).buffer;
    else if (typeof value === 'bigint') row[name] = Number(value);
  }
  return row as Row;
}

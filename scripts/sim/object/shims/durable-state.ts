import { STORAGE_LIMIT_BYTES } from '../../../../src/domain/account/storage-use';
import type { Executed, MemoryDatabase, Row } from './sqlite';

/** The object's one alarm, as its host stores it. */
export interface AlarmSlot {
  get(): number | null;
  set(at: number | null): void;
}

/** What a host provides to the state of one instance. */
export interface StateParts {
  readonly name: string;
  readonly database: MemoryDatabase;
  readonly alarm: AlarmSlot;
  /** Aborts the instance. */
  readonly abort: (reason: string) => void;
  /** Blocks the instance until this work ends: nothing else reaches it before. */
  readonly block: (work: Promise<unknown>) => void;
}

class Cursor {
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly columnNames: readonly string[];
  readonly #rows: Row[];

  constructor({ rows, columns, written }: Executed) {
    this.#rows = rows;
    this.rowsRead = rows.length;
    this.rowsWritten = written;
    this.columnNames = columns;
  }

  toArray(): Row[] {
    return this.#rows;
  }

  one(): Row {
    const [row] = this.#rows;
    if (row === undefined || this.#rows.length > 1) throw new Error(`expected one row, there are ${this.#rows.length}`);
    return row;
  }

  [Symbol.iterator](): Iterator<Row> {
    return this.#rows[Symbol.iterator]();
  }
}

/** Creates a DurableObjectState over a real SQLite, without what the product does not use. */
export function createState({ name, database, alarm, abort, block }: StateParts): DurableObjectState {
  const state = {
    id: { name, toString: () => name, equals: (other: { name?: string }) => other.name === name },
    storage: {
      sql: {
        exec: (sql: string, ...values: unknown[]) => new Cursor(database.run(sql, values)),
        // What is stored is never near the limit here, unless there is no room on purpose.
        get databaseSize() {
          return database.full === null ? 0 : STORAGE_LIMIT_BYTES;
        },
      },
      transactionSync: <T>(work: () => T): T => database.transaction(work),
      getAlarm: async () => alarm.get(),
      setAlarm: async (at: number | Date) => {
        alarm.set(Number(at));
      },
      deleteAlarm: async () => {
        alarm.set(null);
      },
      deleteAll: async () => {
        throw new Error('deleteAll is not simulated');
      },
    },
    waitUntil: (work: Promise<unknown>) => {
      work.catch(() => undefined);
    },
    blockConcurrencyWhile: async <T>(work: () => Promise<T>): Promise<T> => {
      const done = work();
      block(done);
      return done;
    },
    abort: (reason = 'aborted') => {
      abort(reason);
    },
  };
  return state as unknown as DurableObjectState;
}

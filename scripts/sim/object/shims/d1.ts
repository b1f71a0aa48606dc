import type { Owner, Scheduler } from '../scheduler';
import type { Executed, MemoryDatabase, Row } from './sqlite';

/** How the shared database behaves in a history. */
export interface D1Behavior {
  /** How long a call takes, ms. */
  latency(): number;
  /** `lost`: the call fails without effect; `cut`: it fails, with effect. */
  fate(): 'ok' | 'lost' | 'cut';
  /** Whether a call whose caller died meanwhile still takes effect. */
  survivesCaller(): boolean;
}

interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** D1 over a real SQLite: every call is an event of the scheduler, and only a live caller gets the result. */
export class D1Shim {
  readonly #database: MemoryDatabase;
  readonly #scheduler: Scheduler;
  readonly #behavior: D1Behavior;

  constructor(database: MemoryDatabase, scheduler: Scheduler, behavior: D1Behavior) {
    this.#database = database;
    this.#scheduler = scheduler;
    this.#behavior = behavior;
  }

  /** Returns the binding with the product's type. */
  binding(): D1Database {
    const shim = {
      prepare: (sql: string) => this.#statement({ sql, values: [] }),
      batch: async (statements: readonly { readonly stated: Statement }[]) =>
        this.#call(() => this.#database.transaction(() => statements.map(({ stated }) => resultOf(this.#run(stated))))),
    };
    return shim as unknown as D1Database;
  }

  #run({ sql, values }: Statement): Executed {
    return this.#database.run(sql, values);
  }

  #statement(stated: Statement): object {
    return {
      stated,
      bind: (...values: unknown[]) => this.#statement({ sql: stated.sql, values }),
      all: async () => this.#call(() => resultOf(this.#run(stated))),
      run: async () => this.#call(() => resultOf(this.#run(stated))),
      first: async (column?: string) => this.#call(() => firstOf(this.#run(stated).rows, column)),
      raw: async () => this.#call(() => this.#database.arrays(stated.sql, stated.values)),
    };
  }

  async #call<T>(work: () => T): Promise<T> {
    const owner: Owner = this.#scheduler.current;
    const fate = this.#behavior.fate();
    return new Promise((resolve, reject) => {
      const answer = (): void => {
        if (fate === 'lost') {
          reject(new Error('D1_ERROR: Network connection lost.'));
          return;
        }
        try {
          const value = work();
          if (fate === 'ok') resolve(value);
          else reject(new Error('D1_ERROR: Network connection lost.'));
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      const orphaned = (): void => {
        if (fate !== 'lost' && this.#behavior.survivesCaller()) work();
      };
      this.#scheduler.plan(this.#scheduler.now + this.#behavior.latency(), owner, answer, orphaned);
    });
  }
}

function resultOf({ rows, written, lastId }: Executed): object {
  return {
    success: true,
    results: rows,
    meta: { changes: written, last_row_id: lastId, rows_read: rows.length, rows_written: written, duration: 1 },
  };
}

function firstOf(rows: readonly Row[], column?: string): unknown {
  const [row] = rows;
  if (row === undefined) return null;
  return column === undefined ? row : (row[column] ?? null);
}

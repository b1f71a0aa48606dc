/** The object's SQLite. Synchronous: nothing here awaits. */
export interface SandboxDatabase {
  /** Runs one statement (at most 100 bound values; pass lists as JSON to `json_each`) and returns its rows. */
  rows<T extends Record<string, SqlStorageValue>>(sql: string, ...values: SqlStorageValue[]): T[];
  /** Returns the first row, or null. */
  row<T extends Record<string, SqlStorageValue>>(sql: string, ...values: SqlStorageValue[]): T | null;
  /** Runs a statement for its effect; returns the number of rows written, including index rows. */
  run(sql: string, ...values: SqlStorageValue[]): number;
  /** Runs `work` atomically. `work` must not await. */
  transaction<T>(work: () => T): T;
}

/** Creates the database over a Durable Object's storage. */
export function openDatabase(storage: DurableObjectStorage): SandboxDatabase {
  return {
    rows: <T extends Record<string, SqlStorageValue>>(sql: string, ...values: SqlStorageValue[]) =>
      storage.sql.exec<T>(sql, ...values).toArray(),
    row: <T extends Record<string, SqlStorageValue>>(sql: string, ...values: SqlStorageValue[]) => {
      for (const row of storage.sql.exec<T>(sql, ...values)) return row;
      return null;
    },
    run: (sql, ...values) => {
      const cursor = storage.sql.exec(sql, ...values);
      cursor.toArray();
      return cursor.rowsWritten;
    },
    transaction: (work) => storage.transactionSync(work),
  };
}

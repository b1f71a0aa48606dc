/** The object's SQLite. Synchronous; nothing here awaits. */
export interface SandboxDatabase {
  /** Runs one statement (at most 100 bound values; pass lists as JSON to `json_each`) and returns its rows. */
  rows<T extends Record<string, SqlStorageValue>>(sql: string, ...values: SqlStorageValue[]): T[];
  /** The first row, or null. */
  row<T extends Record<string, SqlStorageValue>>(sql: string, ...values: SqlStorageValue[]): T | null;
  /** Runs for effect; answers the number of rows written, indexes included. */
  run(sql: string, ...values: SqlStorageValue[]): number;
  /** Everything within happens, or nothing. Must not await. */
  transaction<T>(work: () => T): T;
}

/** The database of a Durable Object. */
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

/** The object's SQLite database, as its stores use it. Synchronous; nothing here awaits. */
export interface Database {
  /** Runs one statement (at most 100 bound values) and returns its rows. */
  rows<T extends Record<string, SqlStorageValue>>(sql: string, ...values: SqlStorageValue[]): T[];
  /** Returns the first row, or null. */
  row<T extends Record<string, SqlStorageValue>>(sql: string, ...values: SqlStorageValue[]): T | null;
  /** Runs one statement without returning rows. */
  run(sql: string, ...values: SqlStorageValue[]): void;
  /** Runs `work` atomically: all of its changes are stored, or none. `work` must not await. */
  transaction<T>(work: () => T): T;
  /** Rows read and written since the object started, as Cloudflare bills them. */
  readonly counted: { read: number; written: number };
  /** Returns how much is stored, in bytes. */
  size(): number;
}

/** Creates the `Database` of a Durable Object. */
export function openDatabase(storage: DurableObjectStorage): Database {
  const counted = { read: 0, written: 0 };
  const execute = <T extends Record<string, SqlStorageValue>>(sql: string, values: SqlStorageValue[]): T[] => {
    const cursor = storage.sql.exec<T>(sql, ...values);
    const rows = cursor.toArray();
    counted.read += cursor.rowsRead;
    counted.written += cursor.rowsWritten;
    return rows;
  };
  return {
    rows: (sql, ...values) => execute(sql, values),
    row: <T extends Record<string, SqlStorageValue>>(sql: string, ...values: SqlStorageValue[]) => execute<T>(sql, values)[0] ?? null,
    run: (sql, ...values) => {
      execute(sql, values);
    },
    transaction: (work) => storage.transactionSync(work),
    counted,
    size: () => storage.sql.databaseSize,
  };
}

import process from 'node:process';

/** A value as Node's SQLite takes and gives it. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** The part of Node's prepared statement that is used here. */
export interface Statement {
  all(...values: SqlValue[]): Record<string, SqlValue>[];
  run(...values: SqlValue[]): { readonly changes: number; readonly lastInsertRowid: number };
  columns(): readonly { readonly name: string }[];
  setReturnArrays(yes: boolean): void;
}

/** The part of Node's database that is used here. */
export interface NodeDatabase {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  function(name: string, options: { readonly varargs: boolean }, work: (...values: SqlValue[]) => SqlValue): void;
}

/** A new database in memory, whose clock is the process's `Date`. Asked of the process and not imported: the checks of imports do not know this module of Node 24. */
export function openInMemory(): NodeDatabase {
  const sqlite = process.getBuiltinModule('node:sqlite') as { DatabaseSync: new (path: string) => NodeDatabase };
  const database = new sqlite.DatabaseSync(':memory:');
  // Each savepoint keeps the pages that it changes: small pages are less to keep and to bring back.
  database.exec('pragma page_size = 1024');
  // As SQLite's own: whole seconds, or with 'subsec' their parts as well.
  database.function('unixepoch', { varargs: true }, (...modifiers) =>
    modifiers.includes('subsec') ? Date.now() / 1_000 : Math.floor(Date.now() / 1_000),
  );
  return database;
}

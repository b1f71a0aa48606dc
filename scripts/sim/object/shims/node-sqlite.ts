import process from 'node:process';

/** A value as Node's SQLite accepts and returns it. */
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

/**
 * Opens a new in-memory database whose clock is the process's `Date`. Uses process.getBuiltinModule instead of an import, because the
 * import checks do not know this module of Node 24.
 */
export function openInMemory(): NodeDatabase {
  const sqlite = process.getBuiltinModule('node:sqlite') as { DatabaseSync: new (path: string) => NodeDatabase };
  const database = new sqlite.DatabaseSync(':memory:');
  // Each savepoint keeps the pages that it changes: small pages are cheaper to keep and to restore.
  database.exec('pragma page_size = 1024');
  // Like SQLite's own: whole seconds, or with fractions for 'subsec'.
  database.function('unixepoch', { varargs: true }, (...modifiers) =>
    modifiers.includes('subsec') ? Date.now() / 1_000 : Math.floor(Date.now() / 1_000),
  );
  return database;
}

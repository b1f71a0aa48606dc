import type { SandboxDatabase } from './database';

/** Returns a named JSON value of the core, or null. */
export function readSetting(db: SandboxDatabase, name: string): unknown {
  const row = db.row<{ value: string }>('select value from setting where name = ?', name);
  return row === null ? null : JSON.parse(row.value);
}

/** Stores a named JSON value. */
export function writeSetting(db: SandboxDatabase, name: string, value: unknown): void {
  db.run(
    'insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
    name,
    JSON.stringify(value),
  );
}

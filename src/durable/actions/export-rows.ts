import type { ExportedRow, ExportPage, ExportPlace } from '../api/export-api';
import type { Database } from '../store/database';

/** Rows read at once, and the text (UTF-16 units) after which a page ends: far below what one answer of an object can carry. */
const ROWS = 200;
const TEXT = 2_000_000;

/** Rows read at once of tables whose rows are large: a chunk of a snapshot has thousands of variants. */
const FEWER: Readonly<Record<string, number>> = { snapshot_chunk: 5 };

/** Tables that only repeat what others say, for speed. */
const DERIVED: readonly string[] = ['directory', 'directory_numbers', 'directory_part'];

/** Values of rows that are never exported, by table and column: JSON fields of access, which are secrets even when sealed. */
const SECRETS: Readonly<Record<string, readonly string[]>> = { connection: ['tokens'] };

/** Returns the next page of an export of every table of the object's database but derived ones, in the order of their names. */
export function exportRows(db: Database, place: ExportPlace | null): ExportPage {
  const lines: string[] = [];
  let size = 0;
  for (const { name, hasRowid } of tablesFrom(db, place)) {
    let after = place?.table === name ? place.after : 0;
    for (;;) {
      const rows = read(db, { name, hasRowid, after });
      for (const { export_place: at, ...row } of rows) {
        after = hasRowid ? Number(at) : after + 1;
        const line = JSON.stringify({ database: 'account', table: name, row: exported(name, row) } satisfies ExportedRow);
        lines.push(line);
        size += line.length;
        if (size > TEXT) return { lines, next: { table: name, after } };
      }
      if (rows.length < rowsOf(name)) break;
    }
  }
  return { lines, next: null };
}

const rowsOf = (table: string): number => FEWER[table] ?? ROWS;

interface Table {
  readonly name: string;
  readonly hasRowid: boolean;
}

/** Returns the tables that an export has not finished. A table may have been dropped since: the next one follows. */
function tablesFrom(db: Database, place: ExportPlace | null): Table[] {
  return db
    .rows<{ name: string; sql: string }>(
      "select name, sql from sqlite_master where type = 'table' and name >= ? and name not like 'sqlite\\_%' escape '\\' and name not like '\\_cf\\_%' escape '\\' order by name",
      place?.table ?? '',
    )
    .filter(({ name }) => !DERIVED.includes(name))
    .map(({ name, sql }) => ({ name, hasRowid: !/without\s+rowid\s*$/iu.test(sql) }));
}

function read(db: Database, { name, hasRowid, after }: Table & { readonly after: number }): Record<string, SqlStorageValue>[] {
  // The name comes from the database itself. Tables without rowids are small.
  return hasRowid
    ? db.rows(`select rowid as export_place, * from "${name}" where rowid > ? order by rowid limit ?`, after, rowsOf(name))
    : db.rows(`select 0 as export_place, * from "${name}" limit ? offset ?`, rowsOf(name), after);
}

/** Returns a row without secrets, as people and programs can read it. */
function exported(table: string, row: Readonly<Record<string, SqlStorageValue>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      without(SECRETS[table] ?? [], value instanceof ArrayBuffer ? binary(value) : parsed(value)),
    ]),
  );
}

function without(names: readonly string[], value: unknown): unknown {
  if (names.length === 0 || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function parsed(value: Exclude<SqlStorageValue, ArrayBuffer>): unknown {
  if (typeof value !== 'string' || !/^[[{]/u.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function binary(value: ArrayBuffer): { readonly base64: string } {
  const text = Array.from(new Uint8Array(value), (byte) => String.fromCodePoint(byte)).join('');
  return { base64: btoa(text) };
}

import type { MemoryDatabase } from '../../scripts/sim/object/shims/sqlite';

type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;
/** Rows by table. */
export type Rows = Readonly<Record<string, readonly Row[]>>;

interface DatabaseDump {
  readonly schema: readonly string[];
  readonly tables: Readonly<Record<string, { readonly columns: readonly string[]; readonly rows: readonly (readonly Value[])[] }>>;
}

const [TEXT = ''] = Object.values(import.meta.glob('../fixtures/data/dump.json', { query: '?raw', import: 'default', eager: true }));
const DUMP = JSON.parse(TEXT) as { readonly shared: DatabaseDump; readonly objects: Readonly<Record<string, DatabaseDump>> };

const rowsOf = ({ tables }: DatabaseDump): Rows =>
  Object.fromEntries(
    Object.entries(tables).map(([name, { columns, rows }]) => [
      name,
      rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]))),
    ]),
  );

const [FIRST, SECOND] = Object.values(DUMP.objects).map(rowsOf);

/** The journal's tables, which no migration makes. */
export const JOURNAL_TABLES = Object.values(DUMP.objects)
  .slice(0, 1)
  .flatMap(({ schema }) => schema)
  .filter((sql) => /^create table day_/iu.test(sql));

/**
 * The rows of an account's object as a release stored them: writes in flight to both platforms, held, blocked, indeterminate, and waiting
 * changes, a copy under way, and what a half-done snapshot of another account has read. What later releases added is written here.
 */
export const OBJECT_ROWS: Rows = {
  ...FIRST,
  snapshot_chunk: SECOND?.['snapshot_chunk'] ?? [],
  variant: (FIRST?.['variant'] ?? []).map((row, at) => ({
    ...row,
    shopify_status: at === 0 ? 'archived' : null,
    shopify_labels: at === 0 ? '["Acme","Shirts",["sale"],"https://cdn.shopify.com/s/files/1/shirt.jpg"]' : null,
    square_status: null,
    square_labels: null,
    manual: at === 0 ? 1 : null,
    shopify_excluded: null,
    square_excluded: null,
  })),
  pack_size: [{ variant_id: '41200000000095', variation_id: 'Q2', shopify: 12, square: 1 }],
  separate: [{ variant_id: '41200000000095', variation_id: 'Q1' }],
  unlinked: [
    {
      item_id: '43300000000376',
      variation_id: 'Q1',
      at: 5,
      why: 'skus',
      open: 3,
      body: JSON.stringify({ shopify: { stockId: '43300000000376', sku: 'A' }, square: { stockId: 'Q1', sku: 'B' } }),
    },
  ],
  cause_read: [
    {
      id: 1,
      body: JSON.stringify({ state: { place: 'p', noted: 7, done: { shopify: 0, square: 0 }, seeded: 0 }, q: { 5: [1, 2, 3, 4, 6] } }),
    },
  ],
  // Not valid once `fill` has written the variants.
  directory: [{ id: 1, version: 1, size: 0, recent: '[]' }],
  directory_part: [{ part: 0, keys: '', flags: '', names: '', skus: '' }],
  directory_numbers: [{ part: 0, shopify: '', square: '' }],
  bulk_change: [
    { id: 1, at: 5, body: JSON.stringify({ by: 'merchant', kind: 'level', counts: { rows: 0, set: 0, undone: 0, undoable: 0 } }) },
  ],
  bulk_change_part: [{ change_id: 1, first: 0, rows: '[]' }],
  writer_case: [{ item_id: '43300000000376', variation_id: 'Q1', state: 'held', body: JSON.stringify({ since: 9, sku: 'GEN-000001' }) }],
  watched: [{ item_id: '43300000000376', variation_id: 'Q1', place: -2, body: JSON.stringify({ changes: 3, left: 0 }) }],
  oversell: [{ item_id: '43300000000376', variation_id: 'Q1', dismissed: 1, body: JSON.stringify({ at: 9, sku: 'GEN-000001' }) }],
};

/** The rows of the shared database as a release stored them. */
export const SHARED_ROWS: Rows = {
  ...rowsOf(DUMP.shared),
  accounts: (rowsOf(DUMP.shared)['accounts'] ?? []).map((row) => ({ ...row, deletion_warned_at: row['id'] === 1 ? 77 : null })),
  // Operators were notified of the open alert.
  alerts: (rowsOf(DUMP.shared)['alerts'] ?? []).map((row) => ({ ...row, operator_told_at: 1_795_228_530_000 })),
  alert_messages: [
    { id: 40, own: 0, kind: 'lag', source: 'square', began_at: 1, told_at: 2, updates: 3, due: 0, tries: 0, update_due: 0, ended_at: 4 },
  ],
  transactions: [{ id: 't1', account: 1, subscription: 's1', at: 5, amount_cents: 4_999, currency: 'USD' }],
  scheduled: [{ name: 'prune', schedule: '0 * * * *', last_attempted_at: 5, last_success: 1 }],
  deletions: [{ account: 9, receipt: 'a'.repeat(64), begun: 1, completed: 2, shopify: 'ended', square: 'later' }],
  history_causes: [{ account: 1, last: 2, source: 'square', first: 1, causes: JSON.stringify([[2, 'ordered', '', null]]) }],
  history_batches: [
    { account: 9, last: 4, first: 3, count: 2, at: 6, lines: JSON.stringify([3, 4].map((seq) => [seq, seq + 2, 'square', '', 'MUG', {}])) },
  ],
  history_index: [{ account: 1, bucket: 5, first: 1, last: 2, skus: JSON.stringify([['GEN-000001', 1, 2]]) }],
  history_indexed: [{ account: 1, last: 2 }],
  separate_pairs: [{ account: 1, shopify_id: '41200000000376', square_id: 'Q1', created: 5 }],
  history_days: [{ account: 1, day: 20_000, sku: 'GEN-000001', side: 'square', lines: 2, added: 0, removed: -200_000, last: 100_000 }],
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
}

/** The tables of a database with their columns, by name. */
export function tablesOf(database: MemoryDatabase): Map<string, readonly Column[]> {
  const names = database.run("select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name", []).rows;
  return new Map(
    names.map(({ name: given }) => {
      const name = typeof given === 'string' ? given : '';
      const { rows } = database.run(
        `select name, upper(type) as type, "notnull", dflt_value from pragma_table_info('${name}') order by name`,
        [],
      );
      return [name, rows as unknown as Column[]];
    }),
  );
}

/** Every table, index, and trigger, without the order of columns and without comments. */
export function schemaOf(database: MemoryDatabase): unknown {
  const others = database.run("select type, name, tbl_name, sql from sqlite_master where type <> 'table' order by type, name", []).rows;
  return { tables: [...tablesOf(database)], others };
}

/** A value for a column that these rows lack: it was dropped later. */
const valueFor = ({ type, notnull, dflt_value: fallback }: Column): Value => {
  if (fallback !== null || notnull === 0) return null;
  return type === 'TEXT' ? 'earlier' : 1;
};

/**
 * Fills every table of a database, replacing rows that triggers made, as far as it has the columns. Throws for a
 * table without a row: a new table gets one here, so that its data are migrated in tests from then on.
 */
export function fill(database: MemoryDatabase, rows: Rows): void {
  for (const [table, columns] of tablesOf(database)) {
    if (table === 'migration') continue;
    const given = rows[table] ?? [];
    if (given.length === 0) throw new Error(`test/object/earlier-rows.ts has no row for the table ${table}`);
    for (const row of given) {
      const values = columns
        .map((column) => [column.name, row[column.name] ?? valueFor(column)] as const)
        .filter(([name, value]) => value !== null || Object.hasOwn(row, name));
      const names = values.map(([name]) => `"${name}"`).join(', ');
      database.run(
        `insert or replace into "${table}" (${names}) values (${values.map(() => '?').join(', ')})`,
        values.map(([, value]) => value),
      );
    }
  }
}

/** Writes all rows of these tables to another database, with these columns only, as code that knows no others does. */
export function copyRows(from: MemoryDatabase, to: MemoryDatabase, tables: ReturnType<typeof tablesOf>): void {
  for (const [table, columns] of tables) {
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    for (const row of from.run(`select ${names} from "${table}"`, []).rows)
      to.run(
        `insert or replace into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`,
        columns.map(({ name }) => row[name]),
      );
  }
}

/** All rows of these tables, with these columns only, sorted. */
export function contentsOf(database: MemoryDatabase, tables: ReadonlyMap<string, readonly Column[]>): Record<string, string[]> {
  return Object.fromEntries(
    [...tables].map(([table, columns]) => {
      const { rows } = database.run(`select ${columns.map(({ name }) => `"${name}"`).join(', ')} from "${table}"`, []);
      return [table, rows.map((row) => JSON.stringify(columns.map(({ name }) => row[name]))).toSorted()];
    }),
  );
}

/** The statements of a migration without comments and white space, so that only what it does counts. */
export function statementsOf(sql: string): string[] {
  return sql
    .replace(/--[^\n]*/gu, '')
    .replace(/\s+/gu, ' ')
    .split(/;(?! end)/u)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

import { applyD1Migrations, env, runInDurableObject } from 'cloudflare:test';

type Value = string | number | null;

/** Rows of a table, each as a list of values in the order of the columns. */
interface TableDump {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

/** A database: the statements that make its tables, indexes and triggers (tables first), and the rows. */
interface DatabaseDump {
  readonly schema: readonly string[];
  readonly tables: Readonly<Record<string, TableDump>>;
}

/** Everything that the product stores. */
export interface Dump {
  /** The product's clock at the dump, ms. */
  readonly at: number;
  /** The Cookie headers of open sessions. */
  readonly cookies: Readonly<Record<string, string>>;
  /** D1. */
  readonly shared: DatabaseDump;
  /** Account objects, by account number. */
  readonly objects: Readonly<Record<string, DatabaseDump>>;
}

/** Runs a statement and returns its rows. */
type Query = (sql: string, ...values: readonly Value[]) => Promise<readonly Record<string, unknown>[]>;

/** Leaves out what belongs to SQLite and to the runtime. */
const OWN = "sql is not null and name not like 'sqlite\\_%' escape '\\' and name not like '\\_cf%' escape '\\'";

async function tablesOf(query: Query): Promise<string[]> {
  return (await query(`select name from sqlite_master where type = 'table' and ${OWN} order by name`)).map(({ name }) => String(name));
}

async function dumpDatabase(query: Query): Promise<DatabaseDump> {
  const schema = await query(`select sql from sqlite_master where ${OWN} order by type <> 'table', type, name`);
  const tables: Record<string, TableDump> = {};
  for (const name of await tablesOf(query)) {
    const columns = (await query(`select name from pragma_table_info('${name}')`)).map((column) => String(column['name']));
    const rows = await query(`select * from "${name}"`);
    tables[name] = { columns, rows: rows.map((row) => columns.map((column) => row[column] as Value)) };
  }
  return { schema: schema.map(({ sql }) => String(sql)), tables };
}

async function restoreDatabase(query: Query, { schema, tables }: DatabaseDump): Promise<void> {
  for (const name of await tablesOf(query)) await query(`drop table "${name}"`);
  const isTable = (sql: string): boolean => /^create table/iu.test(sql);
  for (const sql of schema.filter(isTable)) await query(sql);
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    const insert = `insert into "${name}" (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
    for (const row of rows) await query(insert, ...row);
  }
  // Last, since triggers would act on the rows.
  for (const sql of schema.filter((one) => !isTable(one))) await query(sql);
}

const queryShared: Query = async (sql, ...values) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all()
  ).results;

async function inObject<T>(accountId: string, work: (query: Query) => Promise<T>): Promise<T> {
  return runInDurableObject(env.ACCOUNT.getByName(accountId), (_, { storage: { sql } }) =>
    work(async (statement, ...values) => sql.exec(statement, ...values).toArray()),
  );
}

/** Kills an account's object: the next request starts a new instance from storage. */
export async function killObject(accountId: string): Promise<void> {
  await runInDurableObject(env.ACCOUNT.getByName(accountId), (_, state) => {
    state.abort('killed');
  }).catch(() => undefined);
}

/** Dumps D1 and the objects of these accounts. */
export async function takeDump(accounts: readonly string[], cookies: Dump['cookies']): Promise<Dump> {
  const at = Date.now();
  const objects: Record<string, DatabaseDump> = {};
  for (const accountId of accounts) objects[accountId] = await inObject(accountId, dumpDatabase);
  return { at, cookies, shared: await dumpDatabase(queryShared), objects };
}

/**
 * Replaces everything that is stored by a dump, with the tables as they were then. D1 gets later migrations here, as at a deployment;
 * an object applies its own when it starts.
 */
export async function restoreDump(dump: Dump): Promise<void> {
  await restoreDatabase(queryShared, dump.shared);
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  for (const [accountId, database] of Object.entries(dump.objects)) {
    await inObject(accountId, (query) => restoreDatabase(query, database));
    await killObject(accountId);
  }
}

/** Keys of JSON objects that are names; other keys, such as ids and hours, are data. */
const NAME = /^[a-z][a-zA-Z_-]*$/u;

function addShape(paths: Set<string>, path: string, value: unknown): void {
  const parsed = typeof value === 'string' && /^[[{]/u.test(value) ? (JSON.parse(value) as unknown) : value;
  if (typeof parsed !== 'object' || parsed === null) paths.add(path);
  else if (Array.isArray(parsed)) for (const one of parsed as unknown[]) addShape(paths, `${path}[]`, one);
  else for (const [name, one] of Object.entries(parsed)) addShape(paths, `${path}.${NAME.test(name) ? name : '*'}`, one);
}

/** The columns, names, and JSON fields in which a dump holds values, sorted; `day_` tables count as one. */
export function shapeOf({ shared, objects }: Dump): readonly string[] {
  const paths = new Set<string>();
  for (const [place, { tables }] of [['D1', shared] as const, ...Object.values(objects).map((one) => ['object', one] as const)]) {
    for (const [table, { columns, rows }] of Object.entries(tables)) {
      const path = `${place} ${table.replace(/^day_\d+$/u, 'day_*')}`;
      for (const row of rows) {
        if (table === 'meta') addShape(paths, `${path}.${String(row[0])}`, row[1]);
        else row.forEach((value, index) => addShape(paths, `${path}.${columns[index]}`, value));
      }
    }
  }
  return [...paths].toSorted();
}

// What an installation needs in its Cloudflare account. Each function looks at what is there first: setup may have stopped anywhere before.
import { wrangler, WITH_CONFIG, WranglerFailure } from './wrangler.ts';

/** An account that the login can use. */
export interface Account {
  readonly id: string;
  readonly name: string;
}

/** Returns the accounts of the login; throws with how to log in. */
export async function accounts(): Promise<readonly Account[]> {
  const output = await wrangler(['whoami', '--json']).catch((error: unknown) => {
    const { output = '' } = error instanceof WranglerFailure ? error : {};
    if (output.includes('"loggedIn": false') || output.includes('"loggedIn":false')) {
      throw new Error('nobody is logged in to Cloudflare: run npx wrangler login, or set CLOUDFLARE_API_TOKEN', { cause: error });
    }
    throw error;
  });
  return (JSON.parse(output) as { accounts: readonly Account[] }).accounts;
}

/** Returns the account to use; throws when the login cannot use the one that setup started in, or when several leave the choice open. */
export function chooseAccount(all: readonly Account[], wanted: string | undefined, started: string | undefined): Account {
  const listed = all.map(({ id, name }) => `${id} (${name})`).join(', ') || 'none';
  if (started !== undefined && wanted !== undefined && wanted !== started) {
    throw new Error(
      `this installation is in the account ${started}, and ${wanted} was asked for. To move it, see docs/operations.md; for another ` +
        'installation, use another clone',
    );
  }
  const id = wanted ?? started;
  if (id !== undefined) {
    const found = all.find((account) => account.id === id);
    if (found !== undefined) return found;
    throw new Error(`this login cannot use the account ${id}; it can use ${listed}. Run npx wrangler login with the right one`);
  }
  const [only] = all;
  if (only === undefined) throw new Error('this login has no Cloudflare account; is the token limited to nothing?');
  if (all.length > 1) throw new Error(`this login has several accounts: choose one with --account ID. They are ${listed}`);
  return only;
}

/** A query's answer, as `wrangler d1 execute --json` prints it. */
type Rows = readonly { readonly results: readonly Readonly<Record<string, unknown>>[] }[];

/** What a database holds. */
export type Contents =
  | { readonly kind: 'empty' }
  /** Ours: with so many migrations and accounts. */
  | { readonly kind: 'ours'; readonly accounts: number; readonly sealedBy: readonly string[] }
  | { readonly kind: 'other'; readonly tables: readonly string[] };

/** Returns the id of the account's database of this name; null when there is none. */
export async function findDatabase(name: string): Promise<string | null> {
  const all = JSON.parse(await wrangler(['d1', 'list', '--json'])) as readonly { readonly name: string; readonly uuid: string }[];
  return all.find((one) => one.name === name)?.uuid ?? null;
}

/** Creates the database. */
export async function createDatabase(name: string): Promise<void> {
  await wrangler(['d1', 'create', name, '--no-update-config']);
}

/** Returns the rows that a single `select` finds in the configured database. */
export async function queryDatabase(name: string, sql: string): Promise<Rows[number]['results']> {
  const output = await wrangler(['d1', 'execute', name, '--remote', '--json', '--command', sql, ...WITH_CONFIG]);
  return (JSON.parse(output) as Rows)[0]?.results ?? [];
}

/** Returns the versions of the keys that seal stored tokens, as far as the fleet's accounts were read. */
export async function keysInUse(name: string): Promise<string[]> {
  // An installation from before these counts lacks the column until it is migrated.
  const [column] = await queryDatabase(name, "select count(*) as n from pragma_table_info('fleet') where name = 'sealed_by'");
  if (Number(column?.['n'] ?? 0) === 0) return [];
  const rows = await queryDatabase(name, 'select distinct key from fleet, json_each(fleet.sealed_by) where value > 0 order by key');
  return rows.map((row) => String(row['key']));
}

/** Returns what the configured database holds. */
export async function contentsOf(name: string): Promise<Contents> {
  const ask = (sql: string): Promise<Rows[number]['results']> => queryDatabase(name, sql);
  // D1's own tables start with _cf_.
  const rows = await ask(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_cf\\_%' escape '\\'",
  );
  const tables = rows.map((row) => String(row['name']));
  // A first migration that was interrupted leaves wrangler's record alone: D1 applies each migration whole or not at all.
  const others = tables.filter((table) => table !== 'd1_migrations');
  if (others.length === 0) return { kind: 'empty' };
  if (!['d1_migrations', 'accounts', 'fleet'].every((table) => tables.includes(table))) return { kind: 'other', tables: others };
  const [count] = await ask('select count(*) as n from accounts');
  return { kind: 'ours', accounts: Number(count?.['n'] ?? 0), sealedBy: await keysInUse(name) };
}

/** Creates a queue; returns false when it exists already. */
async function createQueue(name: string): Promise<boolean> {
  try {
    await wrangler(['queues', 'create', name]);
    return true;
  } catch (error) {
    // 11009 is Cloudflare's code for a name that is taken in the account.
    if (error instanceof WranglerFailure && /\b11009\b|already (?:taken|exists)/iu.test(error.output)) return false;
    throw error;
  }
}

/** Creates those of the queues that do not exist; returns their names. */
export async function createQueues(names: readonly string[]): Promise<string[]> {
  const created: string[] = [];
  for (const name of names) if (await createQueue(name)) created.push(name);
  return created;
}

/** Returns whether the Worker consumes a queue; null when the account has no such queue. */
export async function consumesQueue(worker: string, queue: string): Promise<boolean | null> {
  try {
    const output = await wrangler(['queues', 'info', queue, ...WITH_CONFIG]);
    return /^Consumers:.*$/mu.exec(output)?.[0].includes(`:${worker}`) ?? false;
  } catch (error) {
    if (error instanceof WranglerFailure && /\b11000\b|does not exist|not found/iu.test(error.output)) return null;
    throw error;
  }
}

/** Returns the names of the secrets that the account's Worker of this name has; null when there is no such Worker. */
export async function secretNames(worker: string): Promise<readonly string[] | null> {
  try {
    const listed = JSON.parse(await wrangler(['secret', 'list', '--name', worker, '--format', 'json'])) as readonly {
      readonly name: string;
    }[];
    return listed.map(({ name }) => name);
  } catch (error) {
    // 10007 and 10090 are Cloudflare's codes for a Worker that does not exist.
    if (error instanceof WranglerFailure && /\b(?:10007|10090)\b|not found|does not exist/iu.test(error.output)) return null;
    throw error;
  }
}

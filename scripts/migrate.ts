// Applies the migrations of the shared database to a local one, as `wrangler d1 migrations apply --local` does, with the same record of what
// was applied; that command takes seconds, which each start of a test's app would pay.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_splitSqlQuery as statementsOf } from 'wrangler';

import { messageOf } from './failure.ts';
import { root } from './root.ts';
import { readSettings } from './worker-settings.ts';

/** The table in which wrangler notes what was applied. */
const RECORD = `create table if not exists d1_migrations(
  id integer primary key autoincrement,
  name text unique,
  applied_at timestamp default current_timestamp not null
)`;

/** Applies what is missing in the database below `persist`. A runtime of its own does it, before the Worker can see the database. */
export async function migrate(persist: string, config = 'wrangler.toml'): Promise<void> {
  const [database] = readSettings(config).d1_databases;
  if (database === undefined) throw new Error(`${config} has no database`);
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      modules: true,
      script: 'export default {};',
      d1Databases: { [database.binding]: database.database_id },
      resourcePersistencePath: join(persist, 'v3'),
    }),
  );
  try {
    const db = await runtime.getD1Database(database.binding);
    await db.prepare(RECORD).run();
    const { results } = await db.prepare('select name from d1_migrations').all<{ name: string }>();
    const applied = new Set(results.map(({ name }) => name));
    const folder = join(root, 'migrations');
    const files = readdirSync(folder).filter((name) => name.endsWith('.sql') && !applied.has(name));
    for (const name of files.toSorted()) {
      const statements = statementsOf(readFileSync(join(folder, name), 'utf8'));
      const note = db.prepare('insert into d1_migrations (name) values (?)').bind(name);
      await db.batch([...statements.map((sql) => db.prepare(sql)), note]).catch((error: unknown) => {
        throw new Error(`the migration ${name} failed: ${messageOf(error)}`, { cause: error });
      });
    }
  } finally {
    await runtime.dispose();
  }
}

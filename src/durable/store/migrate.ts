import type { Database } from './database';
import { MIGRATIONS } from './migrations';

/**
 * Brings the object's tables up to date, all or nothing. Tables of a later release stay as they are: that release was rolled back, and
 * migrations only add. Throws when a stored migration is not the one that we have in its place.
 */
export function migrate(db: Database, upTo = Number.POSITIVE_INFINITY): void {
  db.run('create table if not exists migration (id integer primary key)');
  const done = db.rows<{ id: number }>('select id from migration order by id').map((row) => row.id);
  if (MIGRATIONS.slice(0, done.length).some(({ id }, index) => id !== done[index]))
    throw new Error('the stored migrations are not ours: history was edited');
  const pending = MIGRATIONS.slice(done.length).filter((migration) => migration.id <= upTo);
  if (pending.length === 0) return;
  db.transaction(() => {
    for (const migration of pending) {
      db.run(migration.sql);
      db.run('insert into migration (id) values (?)', migration.id);
    }
  });
}

import type { Migration } from '../world-api';
import type { SandboxDatabase } from './database';

/**
 * Updates the object's storage to the current schema. Steps are identified by id and must never change once run; a changed step throws an
 * error with its name.
 */
export function migrate(db: SandboxDatabase, steps: readonly Migration[]): void {
  db.run('create table if not exists migration (id text primary key, sql text not null) without rowid');
  const done = new Map(db.rows<{ id: string; sql: string }>('select id, sql from migration').map((row) => [row.id, row.sql]));
  for (const step of steps) {
    const before = done.get(step.id);
    if (before === undefined) {
      db.transaction(() => {
        db.run(step.sql);
        db.run('insert into migration (id, sql) values (?, ?)', step.id, step.sql);
      });
    } else if (before !== step.sql) {
      throw new Error(`storage step ${step.id} has changed since it was run; start with fresh data`);
    }
  }
}

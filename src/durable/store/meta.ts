import type { Database } from './database';

/** Small named values of the account, as JSON in one table. */
export interface Meta {
  read<T>(name: string): T | null;
  write(name: string, value: unknown): void;
  remove(name: string): void;
}

/** Creates the `Meta` of one object. */
export function openMeta(db: Database): Meta {
  return {
    read: <T>(name: string): T | null => {
      const row = db.row<{ value: string }>('select value from meta where name = ?', name);
      // oxlint-disable-next-line no-unsafe-type-assertion -- written by this object alone, under the same name
      return row === null ? null : (JSON.parse(row.value) as T);
    },
    write: (name, value) => {
      db.run(
        'insert into meta (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
        name,
        JSON.stringify(value),
      );
    },
    remove: (name) => {
      db.run('delete from meta where name = ?', name);
    },
  };
}

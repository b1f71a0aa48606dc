import { createState } from '../../scripts/sim/object/shims/durable-state';
import { MemoryDatabase } from '../../scripts/sim/object/shims/sqlite';
import { openDatabase, type Database } from '../../src/durable/store/database';
import { migrate } from '../../src/durable/store/migrate';

/** Opens an empty database of an account's object, on SQLite in memory. */
export function openMemory(): Database {
  const never = (): void => {
    throw new Error('a store neither aborts nor blocks its object');
  };
  const alarm = { get: () => null, set: never };
  const { storage } = createState({ name: '1', database: new MemoryDatabase(), alarm, abort: never, block: never });
  const db = openDatabase(storage);
  migrate(db);
  return db;
}

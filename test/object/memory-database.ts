import { createState } from '../../scripts/sim/object/shims/durable-state';
import { MemoryDatabase } from '../../scripts/sim/object/shims/sqlite';
import { fromUnits } from '../../src/domain/quantity';
import { openDatabase, type Database } from '../../src/durable/store/database';
import { migrate } from '../../src/durable/store/migrate';

/** Opens an object's database over one in memory, as it is. */
export function openOver(database: MemoryDatabase): Database {
  const never = (): void => {
    throw new Error('a store neither aborts nor blocks its object');
  };
  const alarm = { get: () => null, set: never };
  const { storage } = createState({ name: '1', database, alarm, abort: never, block: never });
  return openDatabase(storage);
}

/** Opens an empty database of an account's object, on SQLite in memory. */
export function openMemory(): Database {
  const db = openOver(new MemoryDatabase());
  migrate(db);
  return db;
}

/** A database with variants 1 to `count`, each with 10 units on both sides. */
export function withVariants(count: number): Database {
  const db = openMemory();
  for (let key = 1; key <= count; key += 1) {
    db.run(
      `insert into variant (key, item_id, variation_id, shopify_sku, square_sku, shopify_tracked, square_tracked,
        shopify_quantity, shopify_seen, square_quantity, square_seen, apart) values (?, ?, ?, ?, ?, 1, 1, ?, 1000, ?, 1000, 0)`,
      key,
      key,
      `q${key}`,
      `sku-${key}`,
      `sku-${key}`,
      fromUnits(10),
      fromUnits(10),
    );
  }
  return db;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { root } from '../../scripts/root';

/** The statement that docs/operations.md has an operator run after restoring the shared database. */
const STATEMENT = /--command "([^"]+)"/u.exec(readFileSync(join(root, 'docs/operations.md'), 'utf8'))?.[1] ?? '';

test('a restored database gives no new account the number of one that was lost', () => {
  const database = (): DatabaseSync => {
    const sql = new DatabaseSync(':memory:');
    for (const file of readdirSync(join(root, 'migrations')).toSorted()) sql.exec(readFileSync(join(root, 'migrations', file), 'utf8'));
    sql.exec("insert into accounts (shop_domain, created) values ('kept.myshopify.com', 0)");
    return sql;
  };
  const signIn = (sql: DatabaseSync, shop: string): unknown =>
    sql.prepare('insert into accounts (shop_domain, created) values (?, 0) returning id').get(shop)?.['id'];
  const lost = signIn(database(), 'lost.myshopify.com');
  // As Time Travel leaves it: the moment before that account.
  expect(signIn(database(), 'other.myshopify.com')).toBe(lost);
  const restored = database();
  restored.exec(STATEMENT);
  expect(signIn(restored, 'other.myshopify.com')).toBe(Number(lost) + 100_000);
  expect(restored.prepare('select count(*) as n from fleet').get()).toEqual({ n: 2 });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { describe, expect, it } from 'vitest';

import { root } from '../../scripts/root';

const FOLDER = join(root, 'migrations');

/** A database as it was before the migration of this name. */
function databaseBefore(name: string): { database: DatabaseSync; migrate: () => void } {
  const files = readdirSync(FOLDER).sort();
  const at = files.indexOf(name);
  expect(at).toBeGreaterThan(0);
  const database = new DatabaseSync(':memory:');
  const run = (file: string): void => database.exec(readFileSync(join(FOLDER, file), 'utf8'));
  for (const file of files.slice(0, at)) run(file);
  return { database, migrate: () => run(name) };
}

describe('the migration to anonymous deletions', () => {
  it('removes domains and merchant ids from older audit entries and requests, and keeps everything else', () => {
    const { database, migrate } = databaseBefore('0005_deletions.sql');
    database.exec("insert into accounts (id, shop_domain, created) values (2, 'stays.myshopify.com', 0)");
    const details = [
      { domain: 'gone.myshopify.com' },
      { domain: '' },
      { merchant_id: 'MLGONE', refresh: true },
      { account_id: '2', 'subscription.topic': 'SHOP_UPDATE' },
      {},
    ];
    const entry = database.prepare(
      "insert into audit (at, actor, actor_shop, subject, method, detail, result, reference) values (?, 2, 'stays.myshopify.com', 1, 'm', ?, 'ok', ?)",
    );
    for (const [at, detail] of details.entries()) entry.run(at, JSON.stringify(detail), `r${at}`);
    const request = database.prepare("insert into compliance (received, topic, account, shop_domain) values (0, 'shop/redact', ?, ?)");
    request.run(1, 'gone.myshopify.com');
    request.run(2, 'stays.myshopify.com');
    migrate();
    const rows = database.prepare('select * from audit order by id').all();
    expect(rows.map(({ at, actor, subject, detail, reference }) => ({ at, actor, subject, detail, reference }))).toEqual(
      [{}, { domain: '' }, { refresh: true }, details[3], {}].map((detail, at) => ({
        at,
        actor: 2,
        subject: 1,
        detail: JSON.stringify(detail),
        reference: `r${at}`,
      })),
    );
    expect(Object.keys(rows[0] ?? {})).not.toContain('actor_shop');
    expect(
      database
        .prepare('select shop_domain from compliance order by id')
        .all()
        .map((row) => row['shop_domain']),
    ).toEqual(['', 'stays.myshopify.com']);
    expect(() => database.exec("update audit set result = 'forged'")).toThrow('append only');
    expect(() => database.exec('delete from audit')).toThrow('append only');
  });
});

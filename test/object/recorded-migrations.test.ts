import { describe, expect, it } from 'vitest';

import { MIGRATIONS } from '../../src/durable/store/migrations';
import { statementsOf } from './earlier-rows';

const FILES = import.meta.glob('../../migrations/*.sql', { query: '?raw', import: 'default', eager: true });
const [RECORDED = ''] = Object.values(import.meta.glob('../fixtures/migrations.json', { query: '?raw', import: 'default', eager: true }));

/** What a migration does, as a hash of its statements. */
async function hashOf(sql: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(statementsOf(sql).join(';')));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Every migration with its place: files of the shared database by name, those of the account object by id. */
async function presentMigrations(): Promise<Record<string, string>> {
  const all = [
    ...Object.entries(FILES).map(([path, sql]) => [path.replace('../../', ''), sql] as const),
    ...MIGRATIONS.map(({ id, sql }) => [`object ${id}`, sql] as const),
  ];
  return Object.fromEntries(await Promise.all(all.map(async ([name, sql]) => [name, await hashOf(sql)] as const)));
}

/** Statements that an earlier release can live with: it runs on these tables during a deployment and after a rollback. */
const ADDS = /^(?:create (?:unique )?index|create table|alter table \w+ add column) /iu;

/** Migrations that do more, with the reason why that was acceptable. None may be added without one. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'migrations/0001_init.sql': 'the first: no release had the database before',
  'migrations/0002_operations.sql': 'before the first release',
  'migrations/0004_alert_messages.sql': 'before the first release; fills a new table',
  'migrations/0005_deletions.sql': 'before the first release; what it drops is named at the end of a deployment',
  'migrations/0011_history_batches.sql': 'its trigger only keeps the release before from storing again what is stored',
  'object 11': 'triggers, which make a stored directory invalid when a release that does not know it changes what it describes',
  'object 15': 'the same trigger for its new columns',
  'object 16': 'the same trigger for its new columns',
};

describe('migrations that have landed', () => {
  it('stay as they are recorded in test/fixtures/migrations.json, which has every new one too', async () => {
    const hint = 'restore a migration that has landed; add the line of a new one to test/fixtures/migrations.json';
    expect(await presentMigrations(), hint).toEqual(JSON.parse(RECORDED));
  });

  it('are numbered without a gap, in their order', () => {
    expect(MIGRATIONS.map(({ id }) => id)).toEqual(MIGRATIONS.map((_, at) => at + 1));
    const numbers = Object.keys(FILES).map((path) => Number(/(\d{4})_\w+\.sql$/u.exec(path)?.[1]));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, at) => at + 1));
  });

  it('only add to what earlier releases know', () => {
    const all = [...Object.entries(FILES), ...MIGRATIONS.map(({ id, sql }) => [`object ${id}`, sql] as const)];
    const others = all.filter(([, sql]) => statementsOf(sql).some((statement) => !ADDS.test(statement)));
    expect(others.map(([path]) => path.replace('../../', ''))).toEqual(Object.keys(EXCEPTIONS));
  });
});

describe('the comparison of migrations', () => {
  it('ignores comments and white space, and nothing else', async () => {
    const sql = 'create table one (a text); -- why\n\n create index by_a\non one (a);';
    expect(await hashOf(sql)).toBe(await hashOf('create table one (a text);\ncreate index by_a on one (a)'));
    expect(await hashOf(sql)).not.toBe(await hashOf(sql.replace('a text', 'a integer')));
    expect(await hashOf(sql)).not.toBe(await hashOf(sql.replace('create index', 'create unique index')));
  });
});

import { env } from 'cloudflare:test';
import { beforeAll, expect, it } from 'vitest';

import { openDb, type Db } from '../../../src/db/database';
import { deadByProcessor, listDeadLetters } from '../../../src/db/dead-letters';
import { accountsToVisit, listFleet, type FleetQuery } from '../../../src/db/fleet';
import { listProcessors, tasksToWake } from '../../../src/db/processors';
import { claimNextTask, pruneTasks } from '../../../src/db/tasks';

const CUSTOMERS = 1_000;
const WITH_PROBLEM = 20;

/** A database that counts the rows that its statements read. */
function counted(): { db: Db; read: () => number } {
  let rows = 0;
  const add = (result: unknown): void => {
    for (const one of Array.isArray(result) ? result : [result]) rows += (one as D1Result).meta.rows_read;
  };
  const statement = (inner: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(inner, {
      get: (target, name) => {
        if (name === 'bind') return (...values: unknown[]): D1PreparedStatement => statement(target.bind(...values));
        if (name === 'all' || name === 'run') {
          return async (): Promise<unknown> => {
            const result = await target.all();
            add(result);
            return result;
          };
        }
        // drizzle reads plain rows without metadata, so the same statement runs once more to get it.
        if (name === 'raw') {
          return async (): Promise<unknown> => {
            add(await target.all());
            return target.raw();
          };
        }
        return Reflect.get(target, name, target) as unknown;
      },
    });
  const database = new Proxy(env.DB, {
    get: (target, name) => {
      if (name === 'prepare') return (query: string): D1PreparedStatement => statement(target.prepare(query));
      if (name === 'batch') {
        return async (statements: D1PreparedStatement[]): Promise<unknown> => {
          const results = await target.batch(statements);
          add(results);
          return results;
        };
      }
      return Reflect.get(target, name, target) as unknown;
    },
  });
  return {
    db: openDb(database),
    read: () => {
      const sum = rows;
      rows = 0;
      return sum;
    },
  };
}

const ALL: FleetQuery = { limit: 100, offset: 0, sort: null, trouble: null, query: '' };

beforeAll(async () => {
  const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${CUSTOMERS})`;
  await env.DB.batch(
    [
      `${numbers} insert into accounts (shop_domain, created) select 'shop-' || i || '.myshopify.com', 0 from n`,
      `update fleet set severity = 512, troubles = '["stopped"]', since = account where account <= ${WITH_PROBLEM}`,
      `insert into fleet_troubles (account, trouble, since) select account, 'stopped', 1 from fleet where severity > 0`,
      'update fleet set visit_due = account',
      `${numbers} insert into tasks (name, account, source, state, queued_at, due, finished_at)
        select 'locations', i, 'square', case when i % 10 = 0 then 'failed' when i % 2 = 0 then 'done' else 'queued' end, 1, i, i from n`,
    ].map((query) => env.DB.prepare(query)),
  );
});

it('a page of the fleet reads only its own rows, and one short entry per customer for the total', async () => {
  const { db, read } = counted();
  expect((await listFleet(db, ALL)).total).toBe(CUSTOMERS);
  expect(read()).toBeLessThanOrEqual(CUSTOMERS + 2 * 100 + WITH_PROBLEM + 10);
  for (const trouble of ['stopped', 'any'] as const) {
    expect((await listFleet(db, { ...ALL, trouble })).total).toBe(WITH_PROBLEM);
    expect(read(), trouble).toBeLessThanOrEqual(10 * WITH_PROBLEM);
  }
});

it('due visits, waiting tasks and running tasks are found without reading the rest', async () => {
  const { db, read } = counted();
  expect(await accountsToVisit(db, 5, 200)).toHaveLength(5);
  expect(read()).toBeLessThanOrEqual(10);
  const processors = await listProcessors(db, 0);
  expect(read()).toBeLessThanOrEqual(5);
  const [, locations] = processors;
  expect(locations?.name).toBe('locations');
  if (locations === undefined) return;
  expect(await tasksToWake(db, locations, { now: 2_000, staleBefore: 0 })).toHaveLength(10);
  expect(read()).toBeLessThanOrEqual(30);
  expect((await claimNextTask(db, 'locations', { now: 2_000, staleBefore: 0 }))?.state).toBe('running');
  expect(read()).toBeLessThanOrEqual(40);
});

it('dead letters and tasks to prune are found without reading the rest', async () => {
  const { db, read } = counted();
  expect((await listDeadLetters(db, { processor: null, after: null, limit: 10 })).total).toBe(CUSTOMERS / 10);
  expect(read()).toBeLessThanOrEqual(CUSTOMERS / 10 + 30);
  expect(await deadByProcessor(db)).toEqual([{ name: 'locations', letters: CUSTOMERS / 10 }]);
  expect(read()).toBeLessThanOrEqual((2 * CUSTOMERS) / 10 + 10);
  await pruneTasks(db, 5, 11, 100);
  // Two done tasks and one that was given up, with their index entries.
  expect(read()).toBeLessThanOrEqual(40);
  const left = await env.DB.prepare("select count(*) as n from tasks where state = 'done'").first('n');
  expect(left).toBe(CUSTOMERS * 0.4 - 2);
});

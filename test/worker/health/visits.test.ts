import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';

import { renameAccount } from '../../../src/db/accounts';
import { fleetRow, listFleet, type FleetQuery } from '../../../src/db/fleet';
import { tasksOf } from '../../../src/db/tasks';
import type { AccountId } from '../../../src/domain/account/account-id';
import { ok } from '../../../src/domain/result';
import { visitById } from '../../../src/worker/health/visit';
import { runDueJobs } from '../../../src/worker/jobs/run-cron-jobs';
import { runTask } from '../../../src/worker/jobs/run-task';
import { enqueueTask } from '../../../src/worker/runtime/task-queue';
import { expectNoise } from '../../support/fail-on-noise';
import { HEALTHY } from '../support/recorded-account';
import { routeHarness, type RouteHarness } from '../support/route-harness';

const MINUTE = 60_000;

const ALL: FleetQuery = { limit: 100, offset: 0, sort: null, trouble: null, query: '' };

async function merchant(world: RouteHarness, change: Partial<typeof HEALTHY> = {}): Promise<AccountId> {
  const { account } = await world.signIn();
  world.object(account.id).script.health = { ...HEALTHY, ...change };
  return account.id;
}

const visits = (world: RouteHarness, account: AccountId): number =>
  world.object(account).asked.filter(([method]) => method === 'health').length;

beforeEach(async () => {
  await env.DB.batch(['accounts', 'tasks', 'alerts', 'scheduled'].map((table) => env.DB.prepare(`delete from ${table}`)));
});

describe('the fleet', () => {
  it('has a row for every account from its creation, and none after its deletion', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    expect(await fleetRow(world.services.db, account.id)).toMatchObject({ troubles: [], checkedAt: null });
    await visitById(world.services, account.id);
    world.object(account.id).script.health = { ...HEALTHY, frozen: 1 };
    await visitById(world.services, account.id);
    await runTask(world.services, await enqueueTask(world.services, 'erase', account.id, ''));
    for (const table of ['fleet', 'fleet_troubles', 'alerts']) {
      const left = await env.DB.prepare(`select count(*) as n from ${table} where account = ?`).bind(account.id).first('n');
      expect(left, table).toBe(0);
    }
  });

  it('keeps what an object reports about its health, with the start of each problem', async () => {
    const world = routeHarness();
    const id = await merchant(world, { blocked: 2, oldestUnderWayMs: 99, drift: 4, square: 'needs_reconnect' });
    const began = world.clock.now;
    await visitById(world.services, id);
    world.clock.now += MINUTE;
    world.object(id).script.health = { ...HEALTHY, blocked: 3 };
    await visitById(world.services, id);
    expect(await fleetRow(world.services.db, id)).toMatchObject({
      troubles: ['blocked'],
      since: began,
      blocked: 3,
      squareAccess: true,
      checkedAt: began + MINUTE,
      lagP95Ms: 400,
    });
  });

  it('counts the tokens that each key seals, of all accounts', async () => {
    const world = routeHarness();
    const rotated = await merchant(world, { sealedBy: { '2': 4 } });
    const idle = await merchant(world, { sealedBy: { '1': 2, '2': 2 } });
    for (const id of [rotated, idle]) await visitById(world.services, id);
    const sql = 'select key, sum(value) as tokens from fleet, json_each(fleet.sealed_by) group by key order by key';
    expect((await env.DB.prepare(sql).all()).results).toEqual([
      { key: '1', tokens: 2 },
      { key: '2', tokens: 6 },
    ]);
  });

  it('lists the worst first, counts each kind of problem, filters by problem and by text, and sorts in any order', async () => {
    const world = routeHarness();
    const well = await merchant(world);
    const held = await merchant(world, { held: 7 });
    const stopped = await merchant(world, { square: 'needs_reconnect', held: 1 });
    await renameAccount(world.services.db, held, 'Kerzen & 100% Wachs');
    for (const id of [well, held, stopped]) await visitById(world.services, id);
    const ids = async (query: Partial<FleetQuery>): Promise<number[]> =>
      (await listFleet(world.services.db, { ...ALL, ...query })).rows.map(({ account }) => account);
    const page = await listFleet(world.services.db, ALL);
    expect(page.rows.map(({ account }) => account)).toEqual([stopped, held, well]);
    expect(page.total).toBe(3);
    expect(page.troubles.toSorted((a, b) => a.trouble.localeCompare(b.trouble))).toEqual([
      { trouble: 'held', accounts: 2 },
      { trouble: 'square_token', accounts: 1 },
      { trouble: 'stopped', accounts: 1 },
    ]);
    expect(await ids({ trouble: 'held' })).toEqual([stopped, held]);
    expect(await ids({ trouble: 'any' })).toEqual([stopped, held]);
    expect(await ids({ query: 'wachs' })).toEqual([held]);
    expect(await ids({ query: '0% w' })).toEqual([held]);
    expect(await ids({ query: '%' })).toEqual([held]);
    expect(await ids({ sort: { column: 'held', descending: true } })).toEqual([held, stopped, well]);
    expect(await ids({ sort: { column: 'account_id', descending: false }, limit: 1, offset: 1 })).toEqual([held]);
  });

  it('does not count problems of an account that removed the app or has no access', async () => {
    const world = routeHarness();
    const id = await merchant(world, { frozen: 4 });
    await env.DB.prepare("update accounts set status = 'uninstalled' where id = ?").bind(id).run();
    await visitById(world.services, id);
    expect(await fleetRow(world.services.db, id)).toMatchObject({ troubles: [], entitled: false });
    const lapsed = await merchant(world, { entitled: false, frozen: 4 });
    await visitById(world.services, lapsed);
    expect(await fleetRow(world.services.db, lapsed)).toMatchObject({ troubles: [] });
  });
});

describe('visits', () => {
  it('are made to all accounts in turn, and repeated much sooner for those with problems', async () => {
    const world = routeHarness();
    const well = await merchant(world);
    const ill = await merchant(world, { blocked: 1 });
    await runDueJobs(world.services);
    expect([visits(world, well), visits(world, ill)]).toEqual([1, 1]);
    world.clock.now += 11 * MINUTE;
    await runDueJobs(world.services);
    expect([visits(world, well), visits(world, ill)]).toEqual([1, 2]);
    world.clock.now += 6 * 60 * MINUTE;
    await runDueJobs(world.services);
    expect(visits(world, well)).toBe(2);
  });

  it('are made immediately when an object reports a change, and leave no task behind', async () => {
    const world = routeHarness();
    const id = await merchant(world, { frozen: 1 });
    await runTask(world.services, await enqueueTask(world.services, 'health', id, ''));
    expect(await fleetRow(world.services.db, id)).toMatchObject({ troubles: ['frozen'] });
    expect(await tasksOf(world.services.db, id, 10)).toEqual([]);
  });

  it('follow a read of a catalog, whatever its outcome', async () => {
    expectNoise(/task\.failed/u);
    const world = routeHarness();
    const id = await merchant(world, { doubt: true });
    const view = {
      id: 1,
      source: 'shopify',
      state: 'done',
      started: 1,
      completed: 2,
      lastUpdated: 2,
      processed: 3,
      total: 3,
      problem: '',
    } as const;
    world.object(id).script.snapshots = [ok(view)];
    await runTask(world.services, await enqueueTask(world.services, 'snapshot', id, 'shopify'));
    expect(await fleetRow(world.services.db, id)).toMatchObject({ troubles: ['doubt'] });
    world.object(id).script.health = { ...HEALTHY, neverRead: true };
    world.object(id).script.snapshots = [ok({ ...view, state: 'failed', problem: 'The shop has no products.' })];
    await runTask(world.services, await enqueueTask(world.services, 'snapshot', id, 'shopify'));
    expect(await fleetRow(world.services.db, id)).toMatchObject({ troubles: ['stopped'] });
  });

  it('request a repair once when webhook subscriptions are missing', async () => {
    const world = routeHarness();
    const id = await merchant(world, { missingWebhooks: 3 });
    await visitById(world.services, id);
    await visitById(world.services, id);
    const [repair] = await tasksOf(world.services.db, id, 10);
    expect(repair).toMatchObject({ name: 'webhook_subscriptions', state: 'queued' });
    world.object(id).script.repairWebhooks = ok(null);
    await runTask(world.services, repair?.id ?? 0);
    expect(world.object(id).asked.filter(([method]) => method === 'repairWebhooks')).toHaveLength(1);
  });

  it('treat an object that does not respond as a stopped account, with its last figures, until it responds again', async () => {
    expectNoise(/visit\.failed/u);
    const world = routeHarness();
    const id = await merchant(world, { held: 2 });
    await visitById(world.services, id);
    Object.assign(world.object(id).api, { health: () => Promise.reject(new Error('gone')) });
    await visitById(world.services, id);
    expect(await fleetRow(world.services.db, id)).toMatchObject({ troubles: ['stopped', 'held'], held: 2 });
    Object.assign(world.object(id).api, { health: async () => HEALTHY });
    await visitById(world.services, id);
    expect(await fleetRow(world.services.db, id)).toMatchObject({ troubles: [], held: 0 });
  });

  it('tolerate one failure, such as that of an object that was just moved', async () => {
    const world = routeHarness();
    const id = await merchant(world);
    let asked = 0;
    Object.assign(world.object(id).api, {
      health: async () => {
        asked += 1;
        if (asked === 1) throw new Error('moved');
        return HEALTHY;
      },
    });
    await visitById(world.services, id);
    expect(await fleetRow(world.services.db, id)).toMatchObject({ troubles: [], checkedAt: world.clock.now });
  });
});

import { createMessageBatch, env, getQueueResult, createExecutionContext } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';

import { claimSquareMerchant, findAccount } from '../../../src/db/accounts';
import { auditOf } from '../../../src/db/audit';
import { insertCompliance } from '../../../src/db/compliance';
import { deletionsOf, receiptOf } from '../../../src/db/deletions';
import { listProcessors, setDesired } from '../../../src/db/processors';
import { claimTask, findTask, tasksOf } from '../../../src/db/tasks';
import type { AccountId } from '../../../src/domain/account/account-id';
import { err, ok } from '../../../src/domain/result';
import type { SnapshotView } from '../../../src/durable/api/account-api';
import { consumeBatch } from '../../../src/worker/jobs/consume-queue';
import { runDueJobs } from '../../../src/worker/jobs/run-cron-jobs';
import { runTask } from '../../../src/worker/jobs/run-task';
import type { EventMessage } from '../../../src/worker/runtime/queue-messages';
import { enqueueTask } from '../../../src/worker/runtime/task-queue';
import { expectNoise } from '../../support/fail-on-noise';
import { textWith } from '../support/like';
import { routeHarness, type RouteHarness } from '../support/route-harness';

const MINUTE = 60_000;

function view(state: SnapshotView['state'], processed: number, problem = ''): SnapshotView {
  return { id: 1, source: 'shopify', state, started: 1, completed: null, lastUpdated: 1, processed, total: 300, problem };
}

async function withSnapshot(world: RouteHarness): Promise<{ account: AccountId; task: number }> {
  const { account } = await world.signIn();
  return { account: account.id, task: await enqueueTask(world.services, 'snapshot', account.id, 'shopify') };
}

// A consumer continues with any due task of its kind, so tasks that other tests left behind must not exist.
beforeEach(async () => {
  await env.DB.prepare('delete from tasks').run();
});

describe('a task', () => {
  it('is stored only once while it is open, and again afterward', async () => {
    const world = routeHarness();
    const { account, task } = await withSnapshot(world);
    expect(await enqueueTask(world.services, 'snapshot', account, 'shopify')).toBe(task);
    expect(await enqueueTask(world.services, 'snapshot', account, 'square')).not.toBe(task);
    world.object(account).script.snapshots = [ok(view('done', 300))];
    await runTask(world.services, task);
    expect(await enqueueTask(world.services, 'snapshot', account, 'shopify')).not.toBe(task);
  });

  it('runs slice by slice, recording its progress, until it is done', async () => {
    const world = routeHarness({ TIMER_TASK_SLICE_MS: '1' });
    const { account, task } = await withSnapshot(world);
    world.object(account).script.snapshots = [ok(view('running', 100)), ok(view('done', 300))];
    const advance = world.object(account).api.advanceSnapshot.bind(world.object(account).api);
    Object.assign(world.object(account).api, {
      advanceSnapshot: async (source: 'shopify' | 'square') => {
        world.clock.now += 15_000;
        return advance(source);
      },
    });
    await runTask(world.services, task);
    expect(await findTask(world.services.db, task)).toMatchObject({ state: 'queued', progress: 100, total: 300 });
    expect(world.woken).toEqual([task, task]);
    await runTask(world.services, task);
    expect(await findTask(world.services.db, task)).toMatchObject({ state: 'done', error: '' });
  });

  it('is run by only one consumer, even if its message is delivered more than once', async () => {
    const world = routeHarness();
    const { account, task } = await withSnapshot(world);
    world.object(account).script.snapshots = [ok(view('done', 300))];
    await Promise.all([runTask(world.services, task), runTask(world.services, task), runTask(world.services, task)]);
    expect(world.object(account).asked.filter(([method]) => method === 'advanceSnapshot')).toHaveLength(1);
  });

  it('that waits for the other side also runs that side’s task, whose wake-up may be queued behind this consumer', async () => {
    const world = routeHarness();
    const { account, task } = await withSnapshot(world);
    const other = await enqueueTask(world.services, 'snapshot', account, 'square');
    const squareDone = Promise.withResolvers<void>();
    Object.assign(world.object(account).api, {
      advanceSnapshot: async (source: 'shopify' | 'square') => {
        if (source === 'square') squareDone.resolve();
        await squareDone.promise;
        return ok(view('done', 300));
      },
    });
    await runTask(world.services, task);
    expect(await findTask(world.services.db, task)).toMatchObject({ state: 'done' });
    expect(await findTask(world.services.db, other)).toMatchObject({ state: 'done' });
  });

  it('whose message was lost is woken by the cron', async () => {
    expectNoise(/task\.not-woken/u);
    const world = routeHarness();
    world.queue.down = true;
    const { task } = await withSnapshot(world);
    expect(world.woken).toEqual([]);
    world.queue.down = false;
    world.clock.now += MINUTE;
    await runDueJobs(world.services);
    expect(world.woken).toContain(task);
  });

  it('whose consumer was killed is taken over by another one, but not before its heartbeat is stale', async () => {
    const world = routeHarness();
    const { account, task } = await withSnapshot(world);
    // A consumer claims the task and then dies.
    expect(await claimTask(world.services.db, task, { now: world.clock.now, staleBefore: 0 })).not.toBeNull();
    world.object(account).script.snapshots = [ok(view('done', 300))];
    world.clock.now += 44_000;
    await runTask(world.services, task);
    expect((await findTask(world.services.db, task))?.state).toBe('running');
    world.woken.length = 0;
    world.clock.now += 20_000;
    await runDueJobs(world.services);
    expect(world.woken).toContain(task);
    await runTask(world.services, task);
    expect((await findTask(world.services.db, task))?.state).toBe('done');
  });

  it('of a paused kind stays unchanged, with its message acknowledged, until the kind resumes', async () => {
    const world = routeHarness();
    await setDesired(world.services.db, [{ name: 'snapshot', desired: 0 }]);
    const { account, task } = await withSnapshot(world);
    world.object(account).script.snapshots = [ok(view('done', 300))];
    const batch = createMessageBatch('tasks', [{ id: 'm', timestamp: new Date(0), attempts: 1, body: { task } }]);
    await consumeBatch(world.services, batch);
    expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual(['m']);
    expect((await findTask(world.services.db, task))?.state).toBe('queued');
    world.woken.length = 0;
    world.clock.now += MINUTE;
    await runDueJobs(world.services);
    expect(world.woken).not.toContain(task);
    await setDesired(world.services.db, [{ name: 'snapshot', desired: 10 }]);
    world.clock.now += MINUTE;
    await runDueJobs(world.services);
    expect(world.woken).toContain(task);
  });

  it('waits while the desired number of tasks of its kind are running', async () => {
    const world = routeHarness();
    await setDesired(world.services.db, [{ name: 'locations', desired: 1 }]);
    const first = await world.signIn();
    const second = await world.signIn();
    const ids = [
      await enqueueTask(world.services, 'locations', first.account.id, 'square'),
      await enqueueTask(world.services, 'locations', second.account.id, 'square'),
    ];
    expect(await claimTask(world.services.db, ids[0] ?? 0, { now: world.clock.now, staleBefore: world.clock.now - 45_000 })).not.toBeNull();
    await runTask(world.services, ids[1] ?? 0);
    expect((await findTask(world.services.db, ids[1] ?? 0))?.state).toBe('queued');
    expect((await listProcessors(world.services.db, world.clock.now - 45_000)).find(({ name }) => name === 'locations')).toEqual({
      name: 'locations',
      desired: 1,
      running: 1,
    });
    await setDesired(world.services.db, [{ name: 'locations', desired: 10 }]);
  });

  it('that failed temporarily is retried later, and given up after many attempts', async () => {
    expectNoise(/task\.failed/u);
    const world = routeHarness();
    const { account, task } = await withSnapshot(world);
    world.object(account).script.snapshots = [err({ code: 'unavailable', message: 'Shopify cannot be reached.' })];
    await runTask(world.services, task);
    expect(await findTask(world.services.db, task)).toMatchObject({ state: 'queued', attempts: 1, due: world.clock.now + 5_000 });
    await runTask(world.services, task);
    expect(await findTask(world.services.db, task)).toMatchObject({ attempts: 1 });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      world.clock.now += 11 * MINUTE;
      await runTask(world.services, task);
    }
    expect(await findTask(world.services.db, task)).toMatchObject({ state: 'failed', attempts: 8, error: 'Shopify cannot be reached.' });
  });

  it('that failed permanently stays as a row with the reason', async () => {
    expectNoise(/task\.failed/u);
    const world = routeHarness();
    const { account, task } = await withSnapshot(world);
    world.object(account).script.snapshots = [ok(view('failed', 0, 'The shop has no products.'))];
    await runTask(world.services, task);
    expect(await tasksOf(world.services.db, account, 10)).toMatchObject([
      { state: 'failed', attempts: 1, error: 'The shop has no products.' },
    ]);
  });

  it('that throws is retried, because the object was lost and not the work', async () => {
    const world = routeHarness();
    const { account, task } = await withSnapshot(world);
    world.object(account).script.snapshots = [];
    await runTask(world.services, task);
    expect(await findTask(world.services.db, task)).toMatchObject({ state: 'queued', attempts: 1 });
    expect(account).toBeGreaterThan(0);
  });
});

describe('deleting an account', () => {
  it('leaves none of its data in the database, and all data of its neighbor', async () => {
    const world = routeHarness();
    const { account, cookie } = await world.signIn();
    const neighbour = await world.signIn();
    const line = env.DB.prepare('insert into history (account, seq, at, originator, location, sku, fact) values (?, ?, 0, ?, ?, ?, ?)');
    const lines = (id: number, n: number): D1PreparedStatement[] =>
      Array.from({ length: n }, (_, seq) => line.bind(id, seq, 'square', 'L', 'S', '{}'));
    const batch = env.DB.prepare("insert into history_batches (account, last, first, count, at, lines) values (?, 99, 99, 1, 0, '[]')");
    await env.DB.batch([
      ...lines(account.id, 40),
      ...lines(neighbour.account.id, 3),
      batch.bind(account.id),
      batch.bind(neighbour.account.id),
    ]);
    const stray = env.DB.prepare(
      "insert into tasks (name, account, owner, body, state, queued_at, due) values ('webhooks', 0, ?, '{}', 'failed', 0, 0)",
    );
    await env.DB.batch([stray.bind(account.shopDomain), stray.bind(neighbour.account.shopDomain)]);
    await runTask(world.services, await enqueueTask(world.services, 'erase', account.id, ''));
    expect(world.object(account.id).asked).toEqual([['state'], ['release', { square: true }], ['erase']]);
    expect(await findAccount(world.services.db, account.id)).toBeNull();
    for (const table of ['history', 'history_batches', 'sessions', 'tasks', 'subscriptions', 'transactions']) {
      const left = await env.DB.prepare(`select count(*) as n from ${table} where account = ?`).bind(account.id).first('n');
      expect(left, table).toBe(0);
    }
    expect((await env.DB.prepare('select owner from tasks where account = 0').all()).results).toEqual([
      { owner: neighbour.account.shopDomain },
    ]);
    const kept = await env.DB.prepare('select count(*) as n from history where account = ?').bind(neighbour.account.id).first('n');
    expect(kept).toBe(3);
    expect((await world.request('/square/oauthRequest', { headers: { cookie } })).status).toBe(401);
  });
});

describe('what remains of a deleted account', () => {
  /** Every row of every table, as text. */
  async function dump(): Promise<string> {
    const tables = await env.DB.prepare("select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'").all<{
      name: string;
    }>();
    const rows = await env.DB.batch(tables.results.map(({ name }) => env.DB.prepare(`select * from "${name}"`)));
    return tables.results.map(({ name }, at) => `${name}: ${JSON.stringify(rows[at]?.results)}`).join('\n');
  }

  it('is our account number and a receipt: no domain and no merchant id, in any table', async () => {
    const world = routeHarness();
    const { db } = world.services;
    const { account } = await world.signIn();
    const operator = await world.signIn('operator.myshopify.com');
    const merchant = 'MLGOESAWAY';
    await claimSquareMerchant(db, account.id, merchant);
    const ask = async (path: string, message: object): Promise<void> => {
      const headers = { 'content-type': 'application/json', cookie: operator.cookie };
      await (await world.request(`/rpc/${path}`, { method: 'POST', headers, body: JSON.stringify(message) })).text();
    };
    await ask('sh.Admin/AdminShopifyShopUpdated', { domain: account.shopDomain });
    await ask('sh.Admin/AdminSquareLocationsChanged', { merchant_id: merchant });
    await ask('sh.Session/ImpersonateDomain', { domain: account.shopDomain });
    await world.request(`/shopify/oauthRequest?shop=${account.shopDomain}`);
    const request = { received: 1, topic: 'shop/redact', account: account.id, shopDomain: account.shopDomain, request: '' };
    await insertCompliance(db, { ...request, completed: null, outcome: '' });
    const before = await dump();
    for (const name of [account.shopDomain, merchant]) expect(before).toContain(name);

    await runTask(world.services, await enqueueTask(world.services, 'erase', account.id, ''));
    const after = await dump();
    for (const name of [account.shopDomain, merchant]) expect(after).not.toContain(name);
    expect((await auditOf(db, account.id, 10)).map(({ method }) => method)).toContain('sh.Admin/AdminShopifyShopUpdated');

    const receipt = await receiptOf(account.shopDomain.toUpperCase());
    const show = async (cookie: string, path = receipt): Promise<Response> => world.request(`/deletions/${path}`, { headers: { cookie } });
    const shown = await show((await world.signIn('operator.myshopify.com')).cookie);
    expect(shown.status).toBe(200);
    const page = await shown.text();
    expect(page).toContain(`Account ${account.id} was deleted on ${new Date(world.clock.now).toISOString().slice(0, 10)}`);
    expect(page).toContain('Access to Square: ended by us.');
    expect(page).not.toMatch(/shop-\d|MLGOESAWAY/u);
    expect((await show((await world.signIn()).cookie)).status).toBe(403);
    expect((await show('')).status).toBe(403);
    expect((await show((await world.signIn('operator.myshopify.com')).cookie, '0'.repeat(64))).status).toBe(404);
  });

  it('shows where our access could not be ended, for which the deletion waits for hours but not forever', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    world.object(account.id).script.released = { shopify: 'ended', square: 'later' };
    const task = await enqueueTask(world.services, 'erase', account.id, '');
    await runTask(world.services, task);
    expect(world.object(account.id).asked).toEqual([['state'], ['release', { square: true }]]);
    expect(await findTask(world.services.db, task)).toMatchObject({ state: 'queued', error: 'access could not be ended yet at: square' });
    const receipt = await receiptOf(account.shopDomain);
    expect(await deletionsOf(world.services.db, receipt)).toMatchObject([{ completed: null, shopify: 'ended', square: 'later' }]);
    world.object(account.id).script.released = { shopify: 'none', square: 'later' };
    for (let attempt = 0; attempt < 50; attempt += 1) {
      world.clock.now += 11 * MINUTE;
      await runTask(world.services, task);
    }
    expect(await findAccount(world.services.db, account.id)).toBeNull();
    expect(await deletionsOf(world.services.db, receipt)).toMatchObject([
      { completed: world.clock.now, shopify: 'ended', square: 'later' },
    ]);
  });

  it('is the whole account, and no receipt, when the merchant signs in again before the deletion runs', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    const task = await enqueueTask(world.services, 'erase', account.id, '');
    world.clock.now += MINUTE;
    await world.signIn(account.shopDomain);
    await runTask(world.services, task);
    expect(world.object(account.id).asked).toEqual([]);
    expect(await findAccount(world.services.db, account.id)).not.toBeNull();
    expect(await deletionsOf(world.services.db, await receiptOf(account.shopDomain))).toEqual([]);
  });

  it('includes the grant of a seller that another account is connected to by now', async () => {
    const world = routeHarness();
    const [gone, present] = [await world.signIn(), await world.signIn()];
    await claimSquareMerchant(world.services.db, present.account.id, 'MLSHARED');
    const { api } = world.object(gone.account.id);
    const state = await api.state();
    Object.assign(api, { state: async () => ({ ...state, square: { ...state.square, name: 'MLSHARED' } }) });
    await runTask(world.services, await enqueueTask(world.services, 'erase', gone.account.id, ''));
    expect(world.object(gone.account.id).asked).toContainEqual(['release', { square: false }]);
  });
});

describe('deleting an account whose object stops without a response', () => {
  it('continues when a new object has no data left', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    Object.assign(world.object(account.id).api, { erase: () => Promise.reject(new Error('aborted')) });
    await runTask(world.services, await enqueueTask(world.services, 'erase', account.id, ''));
    expect(await findAccount(world.services.db, account.id)).toBeNull();
  });

  it('is retried when the object still has its data', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    const { api } = world.object(account.id);
    const state = await api.state();
    const held = { ...state, shopify: { ...state.shopify, name: account.shopDomain } };
    Object.assign(api, { erase: () => Promise.reject(new Error('overloaded')), state: async () => held });
    await runTask(world.services, await enqueueTask(world.services, 'erase', account.id, ''));
    expect(await findAccount(world.services.db, account.id)).not.toBeNull();
  });
});

describe('a queued event', () => {
  const event = (shop: string): EventMessage => ({
    owner: { source: 'shopify', name: shop },
    event: { kind: 'levels', source: 'shopify', levels: [] },
    receipt: { type: 'inventory_levels/update', receivedAt: 0, payload: '{}' },
  });

  it('is passed to the object and acknowledged', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    const batch = createMessageBatch('events', [{ id: 'e', timestamp: new Date(0), attempts: 1, body: event(account.shopDomain) }]);
    await consumeBatch(world.services, batch);
    expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual(['e']);
    expect(world.object(account.id).asked).toHaveLength(1);
  });

  it('is retried later while the object cannot be reached, and does not hold up the others', async () => {
    const world = routeHarness();
    const bad = await world.signIn();
    const good = await world.signIn();
    world.object(bad.account.id).script.onIngest = () => Promise.reject(new Error('gone'));
    const bodies = [event(bad.account.shopDomain), event(good.account.shopDomain)];
    const batch = createMessageBatch(
      'events',
      bodies.map((body, at) => ({ id: `two-${at}`, timestamp: new Date(0), attempts: 1, body })),
    );
    await consumeBatch(world.services, batch);
    expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual(['two-0', 'two-1']);
    expect(world.object(good.account.id).asked).toHaveLength(1);
    const [waiting] = await tasksOf(world.services.db, bad.account.id, 1);
    expect(waiting).toMatchObject({
      name: 'webhooks',
      state: 'queued',
      attempts: 1,
      error: textWith('gone'),
      subject: 'inventory_levels/update',
    });
    world.object(bad.account.id).script.onIngest = async () => {};
    world.clock.now += 6_000;
    await runTask(world.services, waiting?.id ?? 0);
    expect(await tasksOf(world.services.db, bad.account.id, 1)).toMatchObject([{ state: 'done' }]);
  });
});

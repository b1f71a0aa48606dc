import { createMessageBatch, createExecutionContext, env, getQueueResult } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';

import { TASK_NAMES } from '../../../src/db/task-names';
import { tasksOf } from '../../../src/db/tasks';
import { ok, refuse } from '../../../src/domain/result';
import { consumeBatch } from '../../../src/worker/jobs/consume-queue';
import type { EventMessage } from '../../../src/worker/runtime/queue-messages';
import { enqueueTask, wakeWaiting } from '../../../src/worker/runtime/task-queue';
import { accountId } from '../../support/account-id';
import { expectNoise } from '../../support/fail-on-noise';
import { textWith } from '../support/like';
import { routeHarness, type RouteHarness } from '../support/route-harness';

beforeEach(async () => {
  await env.DB.batch(['accounts', 'tasks', 'processors', 'scheduled', 'alerts'].map((table) => env.DB.prepare(`delete from ${table}`)));
});

type Call = <T>(method: string, message: object) => Promise<T>;

interface Registered {
  readonly async_tasks: readonly { readonly name: string; readonly desired: number; readonly running: number }[];
}
interface Letters {
  readonly total: number;
  readonly letters: readonly Record<string, unknown>[];
  readonly next_cursor: string;
}

/** Makes calls as the operator's browser does. */
async function operator(world: RouteHarness): Promise<Call> {
  const { cookie } = await world.signIn('operator.myshopify.com');
  return async <T>(method: string, message: object): Promise<T> => {
    const headers = { cookie, 'content-type': 'application/json', origin: 'http://localhost:8787' };
    const response = await world.request(`/rpc/${method}`, { method: 'POST', headers, body: JSON.stringify(message) });
    return response.json<T>();
  };
}

const setCount = (call: Call, name: string, desired: number): Promise<unknown> =>
  call('sh.Admin/AdminUpdateTaskCounts', { task_counts: [{ name, desired }] });

/** Delivers what is on the queue, ten messages to a batch and several consumers at once, until nothing is left. */
async function drain(world: RouteHarness): Promise<void> {
  while (world.woken.length > 0) {
    const batches: MessageBatch[] = [];
    while (world.woken.length > 0) {
      const messages = world.woken.splice(0, 10).map((task, at) => ({ id: `w${at}`, timestamp: new Date(0), attempts: 1, body: { task } }));
      batches.push(createMessageBatch('tasks', messages));
    }
    await Promise.all(batches.map((batch) => consumeBatch(world.services, batch)));
  }
}

/** Advances the clock by some minutes; the cron wakes the tasks that are due, and they run. */
async function later(world: RouteHarness): Promise<void> {
  world.clock.now += 11 * 60_000;
  await wakeWaiting(world.services);
  await drain(world);
}

/** Queues a read of the locations of a hundred customers; counts the reads of each, and how many ran at once. */
async function hundred(world: RouteHarness): Promise<{ asked: Map<number, number>; most: () => number }> {
  const asked = new Map<number, number>();
  const busy = { now: 0, most: 0 };
  for (let n = 0; n < 100; n += 1) {
    const { account } = await world.signIn();
    Object.assign(world.object(account.id).api, {
      syncLocations: async () => {
        asked.set(account.id, (asked.get(account.id) ?? 0) + 1);
        busy.now += 1;
        busy.most = Math.max(busy.most, busy.now);
        await new Promise((resolve) => setTimeout(resolve, 2));
        busy.now -= 1;
        return ok(null);
      },
    });
    await enqueueTask(world.services, 'locations', account.id, 'square');
  }
  return { asked, most: () => busy.most };
}

const states = async (): Promise<unknown> =>
  (await env.DB.prepare("select state, count(*) as n from tasks where name = 'locations' group by state").all()).results;

describe('a processor', () => {
  it('that is paused loses nothing: a hundred tasks wait, and each runs once after it resumes, never more at once than desired', async () => {
    const world = routeHarness();
    const call = await operator(world);
    await setCount(call, 'locations', 0);
    const { asked, most } = await hundred(world);
    await drain(world);
    expect(asked.size).toBe(0);
    expect(await states()).toEqual([{ state: 'queued', n: 100 }]);
    await setCount(call, 'locations', 7);
    // Immediately, not with the next minute's cron, and no more than the count allows.
    expect(world.woken).toHaveLength(7);
    await drain(world);
    expect(await states()).toEqual([{ state: 'done', n: 100 }]);
    expect([...asked.values()]).toEqual(Array.from({ length: 100 }, () => 1));
    expect(most()).toBeGreaterThan(1);
    expect(most()).toBeLessThanOrEqual(7);
  });

  it('takes no new work once its count is lowered, and continues when it is raised', async () => {
    const world = routeHarness();
    const call = await operator(world);
    const { asked } = await hundred(world);
    const [first] = [...world.woken];
    await setCount(call, 'locations', 1);
    world.woken.length = 0;
    const object = world.object(accountId((await tasksOwner(first ?? 0)) ?? 0));
    // While the first task runs, an operator pauses the processor.
    Object.assign(object.api, {
      syncLocations: async () => {
        await setCount(call, 'locations', 0);
        return ok(null);
      },
    });
    world.woken.push(first ?? 0);
    await drain(world);
    expect(asked.size).toBe(0);
    expect(await states()).toEqual([
      { state: 'done', n: 1 },
      { state: 'queued', n: 99 },
    ]);
    await setCount(call, 'locations', 4);
    await drain(world);
    expect(await states()).toEqual([{ state: 'done', n: 100 }]);
  });

  it('is listed with its counts, together with all others', async () => {
    const world = routeHarness();
    const call = await operator(world);
    await setCount(call, 'copy', 3);
    const { async_tasks: listed } = await call<Registered>('sh.Admin/AdminGetRegisteredTasks', {});
    expect(listed.map(({ name }) => name)).toEqual([...TASK_NAMES]);
    expect(listed.find(({ name }) => name === 'copy')).toEqual({ name: 'copy', desired: 3, running: 0 });
  });

  it.each([
    ['an unknown name', [{ name: 'nothing', desired: 1 }], 'task_counts: "nothing" is not one of snapshot, '],
    ['a negative count', [{ name: 'copy', desired: -1 }], 'task_counts: copy must be from 0 (paused) to 100, not -1.'],
    ['a huge count', [{ name: 'copy', desired: 2_000_000_000 }], 'task_counts: copy must be from 0 (paused) to 100, not 2000000000.'],
    ['the same name twice', [1, 2].map((desired) => ({ name: 'copy', desired })), 'task_counts: copy is named twice.'],
    ['nothing', [], 'task_counts is missing.'],
  ])('refuses %s, and then changes no count', async (_, given, text) => {
    const world = routeHarness();
    const call = await operator(world);
    const answer = await call<{ code: string; msg: string }>('sh.Admin/AdminUpdateTaskCounts', {
      task_counts: [{ name: 'snapshot', desired: 4 }, ...given].slice(given.length === 0 ? 1 : 0),
    });
    expect(answer.code).toBe('invalid_argument');
    expect(answer.msg).toContain(text);
    const { async_tasks: listed } = await call<Registered>('sh.Admin/AdminGetRegisteredTasks', {});
    expect(listed.every(({ desired }) => desired === 10)).toBe(true);
  });
});

async function tasksOwner(task: number): Promise<number | null> {
  return env.DB.prepare('select account from tasks where id = ?').bind(task).first<number>('account');
}

describe('work that always fails', () => {
  it('becomes a dead letter, is replayed from there, and is done once when the fault is gone', async () => {
    expectNoise(/task\.failed/u);
    const world = routeHarness();
    const call = await operator(world);
    const { account } = await world.signIn();
    const object = world.object(account.id);
    object.script.syncLocations = refuse('unavailable', 'Square cannot be reached right now.');
    const task = await enqueueTask(world.services, 'locations', account.id, 'square');
    for (let attempt = 0; attempt < 8; attempt += 1) await later(world);
    const dead = await call<Letters>('sh.Operations/GetDeadLetters', { processor: 'locations' });
    expect(dead).toMatchObject({
      total: 1,
      letters: [
        {
          id: String(task),
          processor: 'locations',
          subject: 'square',
          account_id: String(account.id),
          domain: account.shopDomain,
          reason: 'Square cannot be reached right now.',
          replayed_at: '',
        },
      ],
      next_cursor: '',
    });
    // Still broken, so it becomes a dead letter again.
    const replay = (): Promise<unknown> => call('sh.Operations/ReplayDeadLetters', { ids: [String(task)] });
    expect(await replay()).toEqual({ results: [{ id: String(task), ok: true, problem: '' }] });
    for (let attempt = 0; attempt < 8; attempt += 1) await later(world);
    const again = await call<Letters>('sh.Operations/GetDeadLetters', {});
    expect(again.total).toBe(1);
    expect(again.letters[0]?.['replayed_at']).not.toBe('');
    object.script.syncLocations = ok(null);
    object.asked.length = 0;
    await Promise.all([replay(), replay()]);
    await drain(world);
    expect(object.asked.filter(([method]) => method === 'syncLocations')).toHaveLength(1);
    expect(await tasksOf(world.services.db, account.id, 10)).toMatchObject([{ id: task, state: 'done' }]);
    expect(await replay()).toEqual({ results: [{ id: String(task), ok: false, problem: 'It has been done since then.' }] });
    expect(await call<Letters>('sh.Operations/GetDeadLetters', {})).toMatchObject({ total: 0, letters: [] });
  });

  it('is no longer a dead letter once a later task has done the same work', async () => {
    expectNoise(/task\.failed/u);
    const world = routeHarness();
    const call = await operator(world);
    const { account } = await world.signIn();
    const object = world.object(account.id);
    object.script.syncLocations = refuse('failed_precondition', 'Square is not connected.');
    const first = await enqueueTask(world.services, 'locations', account.id, 'square');
    await drain(world);
    await enqueueTask(world.services, 'locations', account.id, 'square');
    await drain(world);
    expect(await call<Letters>('sh.Operations/GetDeadLetters', {})).toMatchObject({ total: 1 });
    object.script.syncLocations = ok(null);
    await enqueueTask(world.services, 'locations', account.id, 'square');
    // A replay while the same work is open loses nothing and does nothing twice.
    expect(await call('sh.Operations/ReplayDeadLetters', { ids: [String(first)] })).toMatchObject({ results: [{ ok: true }] });
    object.asked.length = 0;
    await drain(world);
    expect(object.asked).toHaveLength(1);
    expect(await call<Letters>('sh.Operations/GetDeadLetters', {})).toMatchObject({ total: 0 });
  });

  it('on copies ends them, so that the merchant sees it, and waits while even their object cannot be reached', async () => {
    expectNoise(/task\.failed/u);
    const world = routeHarness();
    const { account } = await world.signIn();
    const object = world.object(account.id);
    object.script.copies = Array.from({ length: 20 }, () => refuse('unavailable', 'Square cannot be reached right now.'));
    Object.assign(object.api, { giveUpCopies: () => Promise.reject(new Error('gone')) });
    const task = await enqueueTask(world.services, 'copy', account.id, 'square');
    for (let attempt = 0; attempt < 9; attempt += 1) await later(world);
    expect(await tasksOf(world.services.db, account.id, 1)).toMatchObject([{ id: task, state: 'queued', attempts: 7 }]);
    object.asked.length = 0;
    Object.assign(object.api, { giveUpCopies: async () => undefined });
    await later(world);
    expect(object.asked.filter(([method]) => method === 'giveUpCopies')).toEqual([['giveUpCopies', 'square']]);
    expect(await tasksOf(world.services.db, account.id, 1)).toMatchObject([{ id: task, state: 'failed' }]);
  });

  it('ends after the same number of attempts when its consumers die silently', async () => {
    expectNoise(/task\.failed/u);
    const world = routeHarness();
    const { account } = await world.signIn();
    const task = await enqueueTask(world.services, 'locations', account.id, 'square');
    const gone = env.DB.prepare("update tasks set state = 'running', heartbeat = 1, attempts = 7 where id = ?").bind(task);
    await gone.run();
    await drain(world);
    expect(await tasksOf(world.services.db, account.id, 1)).toMatchObject([
      { state: 'failed', error: 'its consumer ended without a result 8 times' },
    ]);
    expect(world.object(account.id).asked).toEqual([]);
  });
});

describe('webhooks whose object could not be reached', () => {
  const event = (shop: string, type = 'inventory_levels/update'): EventMessage => ({
    owner: { source: 'shopify', name: shop },
    event: { kind: 'levels', source: 'shopify', levels: [] },
    receipt: { type, receivedAt: 0, payload: '{"inventory_item_id":1}' },
  });
  const batchOf = (queue: string, bodies: readonly unknown[], attempts = 1): MessageBatch =>
    createMessageBatch(
      queue,
      bodies.map((body, at) => ({ id: `${queue}-${at}`, timestamp: new Date(0), attempts, body })),
    );

  it('wait while their processor is paused, without using up attempts, and are delivered once afterward', async () => {
    const world = routeHarness();
    const call = await operator(world);
    const { account } = await world.signIn();
    await setCount(call, 'webhooks', 0);
    const batch = batchOf('events', [event(account.shopDomain), event(account.shopDomain)]);
    await consumeBatch(world.services, batch);
    expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual(['events-0', 'events-1']);
    // The queue may deliver a message twice.
    await consumeBatch(world.services, batchOf('events', [event(account.shopDomain)]));
    expect(world.object(account.id).asked).toEqual([]);
    expect(await tasksOf(world.services.db, account.id, 10)).toMatchObject([
      { name: 'webhooks', state: 'queued', attempts: 0 },
      { name: 'webhooks', state: 'queued', attempts: 0 },
    ]);
    await setCount(call, 'webhooks', 2);
    await drain(world);
    expect(world.object(account.id).asked.filter(([method]) => method === 'ingest')).toHaveLength(2);
  });

  it('stay on the queue while they cannot be stored', async () => {
    expectNoise(/queue\.not-stored/u);
    const world = routeHarness();
    const { account } = await world.signIn();
    const batch = batchOf('events', [event(account.shopDomain)], 3);
    world.services.db.batch = () => Promise.reject(new Error('D1 is away'));
    await consumeBatch(world.services, batch);
    const result = await getQueueResult(batch, createExecutionContext());
    expect(result.explicitAcks).toEqual([]);
    expect(result.retryMessages).toMatchObject([{ msgId: 'events-0' }]);
  });

  it('that the queue gave up on are kept, listed and replayed; a message that no release understands is kept as well', async () => {
    expectNoise(/queue\.gave-up/u);
    expectNoise(/task\.failed/u);
    const world = routeHarness();
    const call = await operator(world);
    const { account } = await world.signIn();
    await consumeBatch(world.services, batchOf('events-dead', [event(account.shopDomain), { something: 'else' }], 50));
    const { letters, total } = await call<Letters>('sh.Operations/GetDeadLetters', { processor: 'webhooks' });
    expect(total).toBe(2);
    expect(letters.find(({ account_id: id }) => id === String(account.id))).toMatchObject({
      processor: 'webhooks',
      subject: 'inventory_levels/update',
      domain: account.shopDomain,
      attempts: 50,
    });
    await call('sh.Operations/ReplayDeadLetters', { ids: letters.map(({ id }) => id) });
    await drain(world);
    expect(world.object(account.id).asked.filter(([method]) => method === 'ingest')).toHaveLength(1);
    const left = await call<Letters>('sh.Operations/GetDeadLetters', {});
    expect(left.letters).toMatchObject([{ account_id: '', reason: 'what was stored is not a webhook that this release understands' }]);
    const ids = left.letters.map(({ id }) => id);
    expect(await call('sh.Operations/DropDeadLetters', { ids })).toEqual({ results: [{ id: ids[0], ok: true, problem: '' }] });
    expect(await call('sh.Operations/DropDeadLetters', { ids })).toMatchObject({ results: [{ ok: false }] });
  });

  it('for an object that stays unreachable are retried for hours, and then become dead letters', async () => {
    expectNoise(/task\.failed/u);
    const world = routeHarness();
    const { account } = await world.signIn();
    world.object(account.id).script.onIngest = () => Promise.reject(new Error('gone'));
    await consumeBatch(world.services, batchOf('events', [event(account.shopDomain)]));
    const began = world.clock.now;
    for (let tries = 0; tries < 120; tries += 1) {
      const [task] = await tasksOf(world.services.db, account.id, 1);
      if (task?.state === 'failed') break;
      world.clock.now = task?.due ?? 0;
      await wakeWaiting(world.services);
      await drain(world);
    }
    expect(await tasksOf(world.services.db, account.id, 1)).toMatchObject([{ state: 'failed', error: textWith('gone') }]);
    expect(world.clock.now - began).toBeGreaterThan(8 * 3_600_000);
  });
});

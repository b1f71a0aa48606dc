import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';

import { listProcessors } from '../../../src/db/processors';
import { findTask, tasksOf } from '../../../src/db/tasks';
import { ok, refuse } from '../../../src/domain/result';
import type { Copy } from '../../../src/durable/api/edits-api';
import { runTask } from '../../../src/worker/jobs/run-task';
import { enqueueTask } from '../../../src/worker/runtime/task-queue';
import { routeHarness } from '../support/route-harness';

const LATE: Copy = {
  id: 9,
  source: 'square',
  productId: 'I1',
  state: 'queued',
  body: {
    step: 'plan',
    by: 'merchant',
    requested: 1,
    updated: 1,
    productName: 'Mug',
    key: '',
    keyAt: 0,
    handle: '',
    target: '',
    currency: '',
    items: [],
    problem: '',
  },
};

// A consumer continues with any due task of its kind, so tasks that other tests left behind must not exist.
beforeEach(async () => {
  await env.DB.prepare('delete from tasks').run();
});

describe('the copy task', () => {
  it('runs until no copy is open, and records its progress', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    const task = await enqueueTask(world.services, 'copy', account.id, 'square');
    world.object(account.id).script.copies = [ok({ open: 2, processed: 1, total: 5 }), ok({ open: 0, processed: 5, total: 5 })];
    await runTask(world.services, task);
    expect(await findTask(world.services.db, task)).toMatchObject({ state: 'done', progress: 5, total: 5 });
    expect((await listProcessors(world.services.db, 0)).map(({ name }) => name)).toContain('copy');
  });

  it('waits while a platform is down, and then continues', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    const task = await enqueueTask(world.services, 'copy', account.id, 'shopify');
    world.object(account.id).script.copies = [refuse('unavailable', 'Square cannot be reached right now.')];
    await runTask(world.services, task);
    expect(await findTask(world.services.db, task)).toMatchObject({
      state: 'queued',
      attempts: 1,
      error: 'Square cannot be reached right now.',
    });
    world.clock.now += 60_000;
    await runTask(world.services, task);
    expect(await findTask(world.services.db, task)).toMatchObject({ state: 'done' });
  });

  it('leaves no copy behind that was added while it ended', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    const task = await enqueueTask(world.services, 'copy', account.id, 'square');
    world.object(account.id).script.lateCopies = [LATE];
    await runTask(world.services, task);
    const copies = await tasksOf(world.services.db, account.id, 10);
    expect(copies.map(({ name, state }) => [name, state])).toEqual([
      ['copy', 'done'],
      ['copy', 'done'],
    ]);
  });
});

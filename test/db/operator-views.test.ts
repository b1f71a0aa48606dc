import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { listAccounts, renameAccount, saveShopInfo } from '../../src/db/accounts';
import { auditOf, writeAudit } from '../../src/db/audit';
import { listScheduled } from '../../src/db/scheduled';
import { paidInAll } from '../../src/db/subscriptions';
import { tasksOf } from '../../src/db/tasks';
import { ok } from '../../src/domain/result';
import { refreshSubscription } from '../../src/worker/accounts/refresh-subscription';
import { runDueJobs } from '../../src/worker/jobs/run-cron-jobs';
import { accountId } from '../support/account-id';
import { expectNoise } from '../support/fail-on-noise';
import { routeHarness } from '../worker/support/route-harness';

const DAY = 24 * 3_600_000;

describe('the customer list', () => {
  it('is searched by domain, mail and name, as text and not as a pattern', async () => {
    const world = routeHarness();
    const { db } = world.services;
    const now = (): number => world.clock.now;
    const [first, second] = [await world.signIn('pottery.myshopify.com'), await world.signIn('linen.myshopify.com')];
    await saveShopInfo(db, first.account.id, { name: 'Pottery', email: 'anna_b@example.com' });
    await renameAccount(db, second.account.id, '100% Linen');
    const found = async (query: string): Promise<number[]> => {
      const page = await listAccounts(db, { query, onlyActive: false, everybodyPaid: false, limit: 100, offset: 0, now: now() });
      expect(page.total).toBe(page.accounts.length);
      return page.accounts.map(({ id }) => id);
    };
    expect(await found('pottery')).toEqual([first.account.id]);
    expect(await found('anna_b@')).toEqual([first.account.id]);
    expect(await found('0% l')).toEqual([second.account.id]);
    expect(await found('%%')).toEqual([]);
    expect(await found('annaxb@')).toEqual([]);
  });

  it('shows only those with access if requested, a page at a time', async () => {
    const world = routeHarness();
    const { db } = world.services;
    const now = (): number => world.clock.now;
    const paying = await world.signIn();
    await world.signIn();
    world.object(paying.account.id).script.subscriptions = ok([
      {
        id: 'gid://shopify/AppSubscription/900',
        name: 'Standard',
        status: 'ACTIVE',
        test: false,
        trialDays: 0,
        createdAt: now(),
        currentPeriodEnd: now() + 30 * DAY,
        amount: '49.99',
        currency: 'USD',
      },
    ]);
    await refreshSubscription(world.services, paying.account.id);
    const active = await listAccounts(db, { query: '', onlyActive: true, everybodyPaid: false, limit: 100, offset: 0, now: now() });
    expect(active.accounts.map(({ id }) => id)).toEqual([paying.account.id]);
    const all = await listAccounts(db, { query: '', onlyActive: false, everybodyPaid: false, limit: 1, offset: 1, now: now() });
    expect(all.accounts).toHaveLength(1);
    expect(all.total).toBeGreaterThan(1);
    expect(await paidInAll(db, paying.account.id)).toBe(4_999);
  });
});

describe('the audit log', () => {
  it('keeps what operators did, and does not allow changing or deleting it', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    const entry = {
      at: 1,
      actor: accountId(1),
      method: 'sh.Admin/AdminGetAccount',
      result: 'ok',
      reference: 'r',
    };
    await writeAudit(world.services.db, { ...entry, subject: account.id, detail: { account_id: String(account.id) } });
    expect(await auditOf(world.services.db, account.id, 10)).toMatchObject([{ ...entry, detail: `{"account_id":"${account.id}"}` }]);
    await expect(env.DB.prepare('update audit set result = ?').bind('forged').run()).rejects.toThrow('append only');
    await expect(env.DB.prepare('delete from audit').run()).rejects.toThrow('append only');
  });
});

describe('scheduled tasks', () => {
  it('show when they were last attempted and whether that succeeded', async () => {
    expectNoise(/job\.failed/u);
    const world = routeHarness({ SQUARE_APP_TOKEN: 'EAAA_app' });
    await runDueJobs(world.services);
    const rows = await listScheduled(world.services.db);
    expect(rows.find(({ name }) => name === 'wake-tasks')).toEqual({
      name: 'wake-tasks',
      schedule: '* * * * *',
      lastAttemptedAt: world.clock.now,
      lastSuccess: true,
    });
    // Square is not available in this test: the check fails, but no other job does.
    expect(rows.find(({ name }) => name === 'check-square-webhooks')).toMatchObject({ lastSuccess: false });
  });

  it('run once even if two cron triggers fire at the same time', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    await Promise.all([runDueJobs(world.services), runDueJobs(world.services)]);
    expect(await tasksOf(world.services.db, account.id, 10)).toMatchObject([{ name: 'billing', state: 'queued' }]);
  });
});

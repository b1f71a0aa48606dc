import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';

import { saveAlertAddress } from '../../../src/db/accounts';
import type { AccountId } from '../../../src/domain/account/account-id';
import { JOBS } from '../../../src/worker/jobs/cron-jobs';
import { runDueJobs } from '../../../src/worker/jobs/run-cron-jobs';
import { expectNoise } from '../../support/fail-on-noise';
import { routeHarness, type RouteHarness } from '../support/route-harness';

const DAY = 86_400_000;
const PURGE = JOBS.filter(({ name }) => name === 'purge-accounts');

beforeEach(async () => {
  await env.DB.batch(['accounts', 'tasks', 'scheduled'].map((table) => env.DB.prepare(`delete from ${table}`)));
});

/** A merchant whose access ends in this many days. */
async function merchant(world: RouteHarness, days: number, change = ''): Promise<AccountId> {
  const { account } = await world.signIn();
  await saveAlertAddress(world.services.db, account.id, 'owner@shop.example');
  await env.DB.prepare(`update accounts set subscribed = 0, access_ends = ? ${change} where id = ?`)
    .bind(world.clock.now + days * DAY, account.id)
    .run();
  return account.id;
}

/** Lets days pass, with the job run on each. Returns the numbers of mails and of accounts whose deletion has been queued. */
async function days(world: RouteHarness, count: number): Promise<{ mails: number; deletions: number }> {
  for (let day = 0; day < count; day += 1) {
    world.clock.now += DAY;
    await runDueJobs(world.services, PURGE);
  }
  const queued = await env.DB.prepare("select count(*) as n from tasks where name = 'erase'").first<{ n: number }>();
  return { mails: world.mail.sent.length, deletions: queued?.n ?? 0 };
}

describe('a merchant whose access has ended', () => {
  it('is told a week before the data is deleted, once, with the day and what to do', async () => {
    const world = routeHarness();
    const id = await merchant(world, 0);
    const shop =
      (await env.DB.prepare('select shop_domain from accounts where id = ?').bind(id).first<{ shop_domain: string }>())?.shop_domain ?? '';
    expect(await days(world, 23)).toEqual({ mails: 0, deletions: 0 });
    expect(await days(world, 1)).toEqual({ mails: 1, deletions: 0 });
    const [mail] = world.mail.sent;
    const day = new Date(world.clock.now + 7 * DAY).toLocaleDateString('en-US', {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    });
    expect(mail).toMatchObject({ to: 'owner@shop.example', subject: `${shop}: your Shelfbridge data will be deleted on ${day}` });
    expect(mail?.text).toContain(`On ${day} we delete everything that we store for this shop`);
    expect(mail?.text).toMatch(/\/subscription\n[\s\S]*\/account\n/u);
    expect(await days(world, 6)).toEqual({ mails: 1, deletions: 0 });
    expect(await days(world, 2)).toEqual({ mails: 1, deletions: 1 });
  });

  it('is deleted a week after the mail, however late that could be sent', async () => {
    const world = routeHarness();
    await merchant(world, -40);
    world.mail.broken = true;
    for (let day = 0; day < 3; day += 1) expectNoise(/account\.deletion-mail-failed/u);
    expect(await days(world, 3)).toEqual({ mails: 0, deletions: 0 });
    world.mail.broken = false;
    expect(await days(world, 7)).toEqual({ mails: 1, deletions: 0 });
    expect(await days(world, 2)).toEqual({ mails: 1, deletions: 1 });
  });

  it('is told anew when a later access has ended', async () => {
    const world = routeHarness();
    const id = await merchant(world, -24);
    expect(await days(world, 1)).toEqual({ mails: 1, deletions: 0 });
    await env.DB.prepare('update accounts set access_ends = ? where id = ?')
      .bind(world.clock.now + DAY, id)
      .run();
    expect(await days(world, 24)).toEqual({ mails: 1, deletions: 0 });
    expect(await days(world, 1)).toEqual({ mails: 2, deletions: 0 });
  });

  it('without an address for alerts is told at the address of the store; without any, the data is deleted without a mail', async () => {
    const world = routeHarness();
    await merchant(world, -24, ", alert_address = '', email = 'store@shop.example'");
    await days(world, 1);
    expect(world.mail.sent.map(({ to }) => to)).toEqual(['store@shop.example']);
    const silent = routeHarness();
    await env.DB.prepare('delete from accounts').run();
    await merchant(silent, -24, ", alert_address = '', email = ''");
    expect(await days(silent, 10)).toMatchObject({ mails: 0, deletions: 1 });
  });

  it('is neither told nor deleted with a subscription, without the app, or where nobody pays', async () => {
    const world = routeHarness();
    await merchant(world, -24, ', subscribed = 1');
    expect(await days(world, 10)).toEqual({ mails: 0, deletions: 0 });
    await env.DB.prepare("update accounts set subscribed = 0, status = 'uninstalled', uninstalled_at = ?").bind(world.clock.now).run();
    expect(await days(world, 29)).toEqual({ mails: 0, deletions: 0 });
    const free = routeHarness({ BILLING_MODE: 'none' });
    await env.DB.prepare('delete from accounts').run();
    await merchant(free, -90);
    expect(await days(free, 10)).toMatchObject({ mails: 0, deletions: 0 });
  });
});

import { env } from 'cloudflare:test';
import type { SQL } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';

import { saveAlertAddress } from '../../../src/db/accounts';
import { listAlerts, type AlertRow } from '../../../src/db/alerts';
import type { Db } from '../../../src/db/database';
import { dropDeadLetter } from '../../../src/db/dead-letters';
import { setDesired } from '../../../src/db/processors';
import type { AccountId } from '../../../src/domain/account/account-id';
import type { WriterCaseView } from '../../../src/durable/api/writer-case-api';
import { isRecord, parseJson } from '../../../src/platforms/json';
import { JOBS, type Job } from '../../../src/worker/jobs/cron-jobs';
import { runDueJobs } from '../../../src/worker/jobs/run-cron-jobs';
import { runTask } from '../../../src/worker/jobs/run-task';
import { enqueueTask } from '../../../src/worker/runtime/task-queue';
import { expectNoise } from '../../support/fail-on-noise';
import { HEALTHY } from '../support/recorded-account';
import { routeHarness, type RouteHarness } from '../support/route-harness';

const MINUTE = 60_000;
const HOOK = 'https://chat.example/hooks/secret-path';
const HOOKED = { ALERT_WEBHOOK_URL: HOOK };

beforeEach(async () => {
  await env.DB.batch(['accounts', 'tasks', 'alerts', 'alert_messages', 'scheduled'].map((table) => env.DB.prepare(`delete from ${table}`)));
});

/** A harness whose alert webhook responds with a status and records the notifications that it accepted. */
function hooked(
  changed: Readonly<Record<string, string>> = HOOKED,
): RouteHarness & { hook: { status: number; told: Record<string, unknown>[] } } {
  const world = routeHarness(changed);
  const hook: { status: number; told: Record<string, unknown>[] } = { status: 200, told: [] };
  world.platform.fetch = async (url, init) => {
    const body = parseJson(typeof init?.body === 'string' ? init.body : '');
    if (url !== HOOK || !isRecord(body)) return new Response('', { status: 404 });
    if (hook.status < 300) hook.told.push(body);
    return new Response(null, { status: hook.status });
  };
  return { ...world, hook };
}

/** The database, whose answers state that it stores this much. */
const withSize = (db: Db, used: { readonly bytes: number }): Db =>
  new Proxy(db, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (name !== 'run') return member;
      return async (query: SQL) => ({ ...(await target.run(query)), meta: { size_after: used.bytes } });
    },
  });

async function merchant(
  world: RouteHarness,
  change: Partial<typeof HEALTHY>,
  address = 'owner@shop.example',
): Promise<{ id: AccountId; shop: string }> {
  const { account } = await world.signIn();
  await saveAlertAddress(world.services.db, account.id, address);
  world.object(account.id).script.health = { ...HEALTHY, ...change };
  return { id: account.id, shop: account.shopDomain };
}

const HELD_CASE = {
  id: '1:V',
  state: 'held',
  proof: 'name',
  since: 0,
  sku: 'TEE-M',
  productName: 'Tee',
  variantName: 'Medium',
  key: 1,
  app: { id: 'sq0idp-mirror', name: 'Stock Mirror' },
  copied: { count: 4, units: -400_000, from: 0, to: 60_000 },
  latest: [],
  shopify: 0,
  square: 0,
} as const satisfies WriterCaseView;

const WATCHING = JOBS.filter(({ name }) => name === 'visit-fleet' || name === 'tell-alerts');

/** Runs the cron's alert jobs for `count` minutes, every `apart` minutes. */
async function minutes(world: RouteHarness, count: number, apart = 1): Promise<void> {
  for (let minute = 0; minute < count; minute += apart) {
    world.clock.now += apart * MINUTE;
    await runDueJobs(world.services, WATCHING);
  }
}

async function alertsOf(world: RouteHarness, account: AccountId | null = null): Promise<(AlertRow & { shopDomain: string })[]> {
  return listAlerts(world.services.db, { account, openOnly: false, before: null, limit: 100 });
}

describe('operators', () => {
  it('are notified once of a health problem that lasts, and of its end once it does not come back', async () => {
    const world = hooked();
    const { id, shop } = await merchant(world, { failing: ['square'] });
    await minutes(world, 5);
    expect(world.hook.told).toEqual([]);
    await minutes(world, 20, 4);
    expect(world.hook.told).toMatchObject([
      {
        text: `${shop}: Square fails or cannot be reached. http://localhost:8787/admin/account/${id}`,
        state: 'raised',
        kind: 'unreachable',
        account_id: String(id),
        domain: shop,
        cleared_at: '',
      },
    ]);
    world.object(id).script.health = HEALTHY;
    await minutes(world, 25, 5);
    expect(world.hook.told.map(({ state }) => state)).toEqual(['raised', 'cleared']);
    const [alert] = await alertsOf(world, id);
    expect(alert).toMatchObject({ kind: 'unreachable' });
    expect(alert?.clearedAt).not.toBeNull();
  });

  it('are not notified again of a health problem that comes and goes', async () => {
    const world = hooked();
    const { id } = await merchant(world, { frozen: 1 });
    for (let round = 0; round < 6; round += 1) {
      await env.DB.prepare('update fleet set visit_due = 0 where account = ?').bind(id).run();
      world.object(id).script.health = { ...HEALTHY, frozen: round % 2 === 0 ? 1 : 0 };
      await minutes(world, 2);
    }
    expect(world.hook.told).toHaveLength(1);
    expect(await alertsOf(world, id)).toHaveLength(1);
  });

  it('are notified immediately when an object reports a problem that needs no waiting period', async () => {
    const world = hooked();
    const { id } = await merchant(world, { frozen: 2 });
    await runTask(world.services, await enqueueTask(world.services, 'health', id, ''));
    expect(world.hook.told).toMatchObject([
      { kind: 'frozen', message: '2 variants are frozen: it is unknown whether a write took effect.' },
    ]);
  });

  it('are sent a notification again with growing delays while their receiver is down; its address is never logged', async () => {
    expectNoise(/alert\.not-sent/u);
    const world = hooked();
    world.hook.status = 500;
    const { id } = await merchant(world, { frozen: 1 });
    await minutes(world, 4);
    expect(world.hook.told).toEqual([]);
    expect(await alertsOf(world, id)).toMatchObject([{ operatorToldAt: null }]);
    world.hook.status = 204;
    await minutes(world, 10, 2);
    expect(world.hook.told).toHaveLength(1);
    expect((await alertsOf(world, id))[0]?.operatorToldAt).not.toBeNull();
  });

  it('are not notified without an address, which the alert shows', async () => {
    const world = hooked({});
    const { id } = await merchant(world, { frozen: 1 });
    await minutes(world, 3);
    expect(world.hook.told).toEqual([]);
    expect(await alertsOf(world, id)).toMatchObject([{ kind: 'frozen', operatorToldAt: null }]);
  });

  it('see an alert for a scheduled task that failed, until it succeeds again', async () => {
    expectNoise(/job\.failed/u);
    const world = hooked();
    const state = { broken: true };
    const daily: Job = {
      name: 'daily',
      schedule: '0 3 * * *',
      lastDue: (now) => Math.floor(now / (24 * 60 * MINUTE)) * 24 * 60 * MINUTE,
      run: async () => {
        if (state.broken) throw new Error('Square said no to EAAAsecret');
      },
    };
    const day = async (): Promise<void> => {
      world.clock.now += 24 * 60 * MINUTE;
      await runDueJobs(world.services, [daily]);
    };
    await day();
    expect(await alertsOf(world)).toMatchObject([{ kind: 'daily', account: 0, shopDomain: '', clearedAt: null }]);
    expect((await alertsOf(world))[0]?.message).toContain('The scheduled task daily failed: Error: Square said no to [token]');
    world.clock.now += MINUTE;
    await runDueJobs(world.services, [daily]);
    expect(await alertsOf(world)).toMatchObject([{ goneSince: null }]);
    state.broken = false;
    await day();
    world.clock.now += 11 * MINUTE;
    await runDueJobs(world.services, [daily]);
    expect((await alertsOf(world))[0]?.clearedAt).toBe(world.clock.now);
    await minutes(world, 1);
    expect(world.hook.told.map(({ state: told }) => told)).toEqual([]);
  });

  it('are notified of work that was given up, and again when none of it is left', async () => {
    expectNoise(/task\.failed/u);
    const world = hooked();
    const { id } = await merchant(world, {});
    const task = await enqueueTask(world.services, 'snapshot', id, '');
    await runTask(world.services, task);
    await minutes(world, 1);
    expect(world.hook.told).toMatchObject([{ kind: 'snapshot', account_id: '', link: 'http://localhost:8787/admin/alerts' }]);
    await minutes(world, 12, 3);
    expect(world.hook.told).toHaveLength(1);
    expect(await dropDeadLetter(world.services.db, task)).toBe(true);
    await minutes(world, 15, 3);
    expect(world.hook.told.map(({ state }) => state)).toEqual(['raised', 'cleared']);
  });
});

describe('operators and waiting work', () => {
  it('are notified of a processor whose tasks wait for more than an hour', async () => {
    const world = hooked();
    const { id } = await merchant(world, {});
    await setDesired(world.services.db, [{ name: 'locations', desired: 0 }]);
    await enqueueTask(world.services, 'locations', id, 'square');
    await minutes(world, 60, 30);
    expect(world.hook.told).toEqual([]);
    await minutes(world, 2);
    expect(world.hook.told).toMatchObject([
      { kind: 'locations', message: 'Tasks of kind locations waiting for more than an hour: 1. Check whether the kind is paused.' },
    ]);
    await setDesired(world.services.db, [{ name: 'locations', desired: 10 }]);
  });
});

describe('the merchant', () => {
  it('is emailed once, some minutes after the operators were notified, and only about the cause', async () => {
    const world = hooked();
    const { id, shop } = await merchant(world, { square: 'needs_reconnect' });
    await minutes(world, 10, 2);
    expect(world.hook.told.map(({ kind }) => kind)).toEqual(['square_token', 'stopped']);
    expect(world.mail.sent).toEqual([]);
    await minutes(world, 10, 2);
    expect(world.mail.sent).toHaveLength(1);
    const [mail] = world.mail.sent;
    expect(mail?.to).toBe('owner@shop.example');
    expect(mail?.subject).toContain(shop);
    expect(mail?.text).toContain('Shelfbridge no longer has access to Square. Please reconnect it.');
    expect(mail?.text).toContain('No sales are lost');
    expect(mail?.text).toContain('http://localhost:8787/connections');
    await minutes(world, 60, 15);
    expect(world.mail.sent).toHaveLength(1);
    const told = (await alertsOf(world, id)).find(({ kind }) => kind === 'square_token');
    expect(told?.merchantToldAt ?? 0).toBeGreaterThan(told?.operatorToldAt ?? Number.POSITIVE_INFINITY);
  });

  it('is emailed at once about another app, with the variants as far as the object tells them', async () => {
    const world = hooked();
    const { id } = await merchant(world, { writersHeld: 1 });
    Object.assign(world.object(id).api, { writerCases: async () => ({ total: 1, held: 1, allOnHold: false, cases: [HELD_CASE] }) });
    await minutes(world, 2);
    expect(world.hook.told.map(({ kind }) => kind)).toEqual(['another_writer']);
    expect(world.mail.sent).toMatchObject([
      { text: expect.stringContaining('- Tee, Medium (SKU TEE-M): The app "Stock Mirror" repeated') as string },
    ]);
    expect(world.mail.sent[0]?.text).toContain('http://localhost:8787/issues?view=writers');
  });

  it('is emailed about another app without details when the object does not tell them', async () => {
    expectNoise(/alert\.details-failed/u);
    const world = hooked();
    const { id } = await merchant(world, { writersHeld: 1 });
    Object.assign(world.object(id).api, { writerCases: async () => Promise.reject(new Error('gone')) });
    await minutes(world, 2);
    expect(world.mail.sent).toHaveLength(1);
    expect(world.mail.sent[0]?.text).toContain('Another app changes the same stock');
  });

  it('is emailed once more, with the times, when a reported problem is over, even if mail failed at first', async () => {
    expectNoise(/alert\.mail-failed/u);
    const world = hooked();
    const { id, shop } = await merchant(world, { square: 'needs_reconnect' });
    await minutes(world, 20, 2);
    expect(world.mail.sent).toHaveLength(1);
    world.object(id).script.health = HEALTHY;
    world.mail.broken = true;
    await minutes(world, 30, 5);
    expect(world.mail.sent).toHaveLength(1);
    world.mail.broken = false;
    await minutes(world, 60, 5);
    expect(world.mail.sent).toHaveLength(2);
    const mail = world.mail.sent[1];
    expect(mail?.to).toBe('owner@shop.example');
    expect(mail?.subject).toBe(`${shop}: Resolved: Shelfbridge had no access to Square.`);
    const alert = (await alertsOf(world, id)).find(({ kind }) => kind === 'square_token');
    const minute = (at: number | null | undefined): string => new Date(at ?? 0).toISOString().slice(0, 16).replace('T', ' ');
    expect(mail?.text).toContain(
      `Resolved: Shelfbridge had no access to Square. (${minute(alert?.raisedAt)} to ${minute(alert?.goneSince)} UTC)`,
    );
    expect(mail?.text).not.toContain('Please reconnect it.');
    expect(alert?.merchantToldAt ?? Number.POSITIVE_INFINITY).toBeLessThan(alert?.clearedAt ?? 0);
  });

  it('is also emailed about the end when the problem ends while the first email is being sent', async () => {
    const world = hooked();
    const { id } = await merchant(world, { frozen: 1 });
    world.mail.meanwhile = async () => {
      await env.DB.prepare('update alerts set gone_since = ?1, cleared_at = ?1, merchant_due = null where account = ?2')
        .bind(world.clock.now, id)
        .run();
      world.object(id).script.health = HEALTHY;
      world.mail.meanwhile = async () => undefined;
    };
    await minutes(world, 40, 2);
    expect(world.mail.sent.map(({ subject }) => subject.includes('Resolved: Some variants were on hold.'))).toEqual([false, true]);
  });

  it('gets current and resolved problems in one email', async () => {
    const world = hooked();
    const { id } = await merchant(world, { frozen: 1 });
    await minutes(world, 20, 2);
    expect(world.mail.sent).toHaveLength(1);
    world.object(id).script.health = { ...HEALTHY, doubt: true };
    await env.DB.prepare('update fleet set visit_due = 0').run();
    await minutes(world, 1);
    await env.DB.prepare('update fleet set visit_due = 0').run();
    await minutes(world, 30, 10);
    const rest = world.mail.sent.slice(1);
    expect(rest.flatMap(({ text }) => text.match(/See what to do/gu) ?? [])).toHaveLength(1);
    expect(rest.flatMap(({ text }) => text.match(/Resolved: Some variants were on hold\./gu) ?? [])).toHaveLength(1);
  });

  it('gets one email for all problems that are due by then', async () => {
    const world = hooked();
    await merchant(world, { frozen: 1, doubt: true });
    await minutes(world, 20, 1);
    expect(world.mail.sent.flatMap(({ text }) => text.match(/See what to do/gu) ?? [])).toHaveLength(2);
  });

  it('is not emailed about a problem that resolved itself, about one that is only shown in the app, or without an address', async () => {
    const world = hooked();
    const brief = await merchant(world, { frozen: 1 });
    const held = await merchant(world, { held: 1 });
    const silent = await merchant(world, { frozen: 1 }, '');
    await minutes(world, 3);
    world.object(brief.id).script.health = HEALTHY;
    await env.DB.prepare('update fleet set visit_due = 0').run();
    await minutes(world, 6);
    world.object(brief.id).script.health = HEALTHY;
    await minutes(world, 90, 10);
    expect(world.mail.sent.filter(({ subject }) => !subject.includes(brief.shop))).toEqual([]);
    expect((await alertsOf(world, held.id)).map(({ kind, merchantToldAt }) => [kind, merchantToldAt])).toEqual([['held', null]]);
    expect((await alertsOf(world, silent.id)).map(({ merchantToldAt }) => merchantToldAt)).toEqual([null]);
  });

  it('is emailed later when mail fails, and not at all when no mail is sent, which the alert shows', async () => {
    expectNoise(/alert\.mail-failed/u);
    const world = hooked();
    const { id } = await merchant(world, { frozen: 1 });
    world.mail.broken = true;
    await minutes(world, 14, 2);
    expect(world.mail.sent).toEqual([]);
    world.mail.broken = false;
    await minutes(world, 20, 4);
    expect(world.mail.sent).toHaveLength(1);
    const nobody = await merchant(world, { frozen: 1 });
    world.mail.absent = true;
    await minutes(world, 20, 4);
    expect(world.mail.sent).toHaveLength(1);
    expect(await alertsOf(world, nobody.id)).toMatchObject([{ merchantToldAt: null }]);
    expect((await alertsOf(world, id))[0]?.merchantToldAt).not.toBeNull();
  });

  it('is emailed even while the operators cannot be notified', async () => {
    expectNoise(/alert\.not-sent/u);
    const world = hooked();
    world.hook.status = 500;
    await merchant(world, { frozen: 1 });
    await minutes(world, 20, 4);
    expect(world.mail.sent).toEqual([]);
    await minutes(world, 30, 5);
    expect(world.mail.sent).toHaveLength(1);
  });
});

describe('a problem of the installation that accounts run into', () => {
  it('is one alert, no matter how many accounts show it and how often they are visited, and ends with the last one', async () => {
    const world = hooked();
    const first = await merchant(world, { servedVersion: '2026-04', credentialsRefused: ['square'] });
    const second = await merchant(world, { servedVersion: '2026-04' });
    await minutes(world, 30, 10);
    const raised = (kind: string): unknown[] => world.hook.told.filter((told) => told['kind'] === kind && told['state'] === 'raised');
    expect(raised('api_version')).toMatchObject([{ account_id: '' }]);
    expect(raised('square_credentials')).toMatchObject([{ account_id: '' }]);
    expect(JSON.stringify(raised('api_version'))).toContain('2026-04');
    expect(JSON.stringify(raised('square_credentials'))).toContain('SQUARE_CLIENT_SECRET');
    expect((await alertsOf(world)).map(({ account }) => account)).toEqual([0, 0]);
    expect((await alertsOf(world)).every(({ merchantToldAt }) => merchantToldAt === null)).toBe(true);
    world.object(first.id).script.health = HEALTHY;
    await minutes(world, 40, 10);
    expect((await alertsOf(world)).filter(({ clearedAt }) => clearedAt === null).map(({ kind }) => kind)).toEqual(['api_version']);
    world.object(second.id).script.health = HEALTHY;
    await minutes(world, 40, 10);
    expect((await alertsOf(world)).every(({ clearedAt }) => clearedAt !== null)).toBe(true);
    expect(raised('api_version')).toHaveLength(1);
  });
});

describe('a shop that Shopify does not serve', () => {
  it.each([
    ['frozen', 'shop_frozen', 'unpaid bill'],
    ['locked', 'shop_locked', 'Shopify Support'],
    ['inactive', 'shop_closed', 'check your Shopify admin'],
  ] as const)('(%s) is reported to its owner with a specific text', async (closed, kind, words) => {
    const world = hooked();
    await merchant(world, { closed });
    await minutes(world, 20, 2);
    expect((await alertsOf(world)).map((alert) => alert.kind)).toEqual([kind]);
    expect(world.mail.sent.map(({ text }) => text).join()).toContain(words);
  });
});

describe('operators and the room in the shared database', () => {
  it('are notified while there is room left, and again when there is more', async () => {
    const world = hooked();
    const used = { bytes: 8_000_000_000 };
    const { db } = world.services;
    const other = { bytes: 0 };
    Object.assign(world.services, { histories: [withSize(db, used), withSize(db, other)] });
    await minutes(world, 2);
    expect(world.hook.told).toMatchObject([
      {
        state: 'raised',
        kind: 'database',
        message: 'The shared database has used 80% of the 10 GB that it may store. Once it is full, no row can be added.',
      },
    ]);
    used.bytes = 7_900_000_000;
    await minutes(world, 15, 3);
    expect(world.hook.told.map(({ state }) => state)).toEqual(['raised', 'cleared']);
    other.bytes = 9_950_000_000;
    await minutes(world, 2);
    expect(world.hook.told.at(-1)).toMatchObject({
      state: 'raised',
      message: 'The database HISTORY_1 has used 100% of the 10 GB that it may store. Once it is full, no row can be added.',
    });
  });
});

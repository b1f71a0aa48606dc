import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';

import { listAlerts } from '../../../src/db/alerts';
import type { AccountId } from '../../../src/domain/account/account-id';
import type { Health } from '../../../src/domain/account/health-problem';
import { isRecord, parseJson } from '../../../src/platforms/json';
import { JOBS } from '../../../src/worker/jobs/cron-jobs';
import { runDueJobs } from '../../../src/worker/jobs/run-cron-jobs';
import { accountId } from '../../support/account-id';
import { expectNoise } from '../../support/fail-on-noise';
import { HEALTHY } from '../support/recorded-account';
import { routeHarness, type RouteHarness } from '../support/route-harness';

const MINUTE = 60_000;
const HOOK = 'https://chat.example/hooks/secret-path';
const AWAY: Partial<Health> = { failing: ['square'] };
const WATCHING = JOBS.filter(({ name }) => name === 'visit-fleet' || name === 'tell-alerts');

interface Notified {
  readonly text: string;
  readonly state: string;
  readonly kind: string;
  readonly source: string;
  readonly message_id: string;
  readonly count: number;
  readonly more: number;
  readonly accounts: readonly { readonly domain: string }[];
}

let world: RouteHarness;
let told: Notified[];
let answer: () => number;
let ids: AccountId[];

beforeEach(async () => {
  await env.DB.batch(['accounts', 'tasks', 'alerts', 'alert_messages', 'scheduled'].map((table) => env.DB.prepare(`delete from ${table}`)));
  world = routeHarness({ ALERT_WEBHOOK_URL: HOOK });
  told = [];
  answer = () => 200;
  world.platform.fetch = async (url, init) => {
    const body = parseJson(typeof init?.body === 'string' ? init.body : '');
    if (url !== HOOK || !isRecord(body)) return new Response('', { status: 404 });
    const status = answer();
    if (status < 300) told.push(body as unknown as Notified);
    return new Response(null, { status });
  };
});

/** Creates `count` shops with this change to their health. */
async function shops(count: number, change: Partial<Health>): Promise<AccountId[]> {
  const made = Array.from({ length: count }, (_, n) =>
    env.DB.prepare('insert into accounts (shop_domain, created) values (?1, 1) returning id').bind(
      `shop-${String(n).padStart(3, '0')}.myshopify.com`,
    ),
  );
  const results = await env.DB.batch<{ id: AccountId }>(made);
  const found = results.flatMap(({ results: rows }) => rows.map(({ id }) => id));
  for (const id of found) fares(id, change);
  return found;
}

function fares(id: number | undefined, change: Partial<Health>): void {
  world.object(accountId(id ?? 0)).script.health = { ...HEALTHY, ...change };
}

/** Runs the cron's alert jobs `times` times, `apart` minutes apart. */
async function minutes(times: number, apart = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    world.clock.now += apart * MINUTE;
    await env.DB.prepare('update fleet set visit_due = 0').run();
    await runDueJobs(world.services, WATCHING);
  }
}

describe('an outage of a platform at thirty shops', () => {
  beforeEach(async () => {
    ids = await shops(30, AWAY);
    await minutes(2, 5);
  });

  it('is one message with a count and a list', () => {
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ state: 'raised', kind: 'unreachable', source: 'square', count: 30, more: 10 });
    expect(told[0]?.accounts).toHaveLength(20);
    expect(told[0]?.text).toMatch(
      /^30 accounts: Square fails or cannot be reached\. shop-000\.myshopify\.com, .+ and 10 more http.+\/admin\?trouble=unreachable$/u,
    );
  });

  it('is updated, not repeated, while more shops are affected and some recover', async () => {
    const more = await env.DB.prepare(
      "insert into accounts (shop_domain, created) values ('late.myshopify.com', 1) returning id",
    ).first<number>('id');
    fares(more ?? undefined, AWAY);
    for (const id of ids.slice(0, 15)) fares(id, {});
    await minutes(5, 5);
    expect(told.map(({ state }) => state)).toEqual(['raised', ...told.slice(1).map(() => 'updated')]);
    expect(new Set(told.map(({ message_id: id }) => id)).size).toBe(1);
    expect(told.at(-1)).toMatchObject({ state: 'updated', count: 16 });
    expect(told.length).toBeLessThanOrEqual(4);
    const before = told.length;
    await minutes(2, 15);
    expect(told).toHaveLength(before);
  });

  it('is followed by one message when the last of them has recovered', async () => {
    for (const id of ids) fares(id, {});
    await minutes(4, 4);
    expect(told.map(({ state, count }) => [state, count])).toEqual([
      ['raised', 30],
      ['cleared', 30],
    ]);
    expect(told[1]?.message_id).toBe(told[0]?.message_id);
    const open = await listAlerts(world.services.db, { account: null, openOnly: true, before: null, limit: 10 });
    expect(open).toEqual([]);
    for (const id of ids.slice(0, 2)) fares(id, AWAY);
    await minutes(3, 3);
    expect(told.at(-1)).toMatchObject({ state: 'raised', count: 2 });
    expect(told.at(-1)?.message_id).not.toBe(told[0]?.message_id);
  });

  it('marks each account’s alert as sent to the operators, so that no merchant’s email waits for that', async () => {
    const rows = await env.DB.prepare('select count(*) as n from alerts where operator_told_at is not null and operator_due is null').first(
      'n',
    );
    expect(rows).toBe(30);
  });
});

describe('a severe problem during a large outage', () => {
  it('is reported before all milder ones', async () => {
    ids = await shops(30, AWAY);
    await minutes(4);
    fares(ids[7], { ...AWAY, frozen: 1 });
    await minutes(1);
    expect(told.map(({ kind }) => kind)).toEqual(['frozen']);
    await minutes(1);
    expect(told.map(({ kind }) => kind)).toEqual(['frozen', 'unreachable']);
  });

  it('is reported first when both are due at the same time, even while the receiver refuses the milder one', async () => {
    expectNoise(/alert\.not-sent/u);
    ids = await shops(30, AWAY);
    answer = () => 503;
    await minutes(7);
    fares(ids[7], { ...AWAY, frozen: 1 });
    answer = () => 200;
    await minutes(4, 3);
    expect(told.map(({ kind }) => kind)).toEqual(['frozen', 'unreachable']);
  });

  it('on one platform is reported separately from one on the other', async () => {
    ids = await shops(4, AWAY);
    for (const id of ids.slice(2)) fares(id, { failing: ['shopify'] });
    await minutes(6);
    expect(told.map(({ kind, source, count }) => `${kind} ${source} ${count}`).toSorted()).toEqual([
      'unreachable shopify 2',
      'unreachable square 2',
    ]);
  });
});

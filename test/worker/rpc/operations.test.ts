import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';

import { renameAccount } from '../../../src/db/accounts';
import { changeAlerts } from '../../../src/db/alerts';
import { writeAudit } from '../../../src/db/audit';
import { err, ok } from '../../../src/domain/result';
import { visitById } from '../../../src/worker/health/visit';
import { enqueueTask } from '../../../src/worker/runtime/task-queue';
import { expectNoise } from '../../support/fail-on-noise';
import { HEALTHY } from '../support/recorded-account';
import { routeHarness, type RouteHarness } from '../support/route-harness';

beforeEach(async () => {
  await env.DB.batch(['accounts', 'tasks', 'alerts'].map((table) => env.DB.prepare(`delete from ${table}`)));
});

type Call = (method: string, message: object) => Promise<{ status: number; body: Record<string, unknown> }>;

async function caller(world: RouteHarness, shop: string): Promise<Call> {
  const { cookie } = await world.signIn(shop);
  return async (method, message) => {
    const headers = { cookie, 'content-type': 'application/json', origin: 'http://localhost:8787' };
    const response = await world.request(`/rpc/sh.Operations/${method}`, { method: 'POST', headers, body: JSON.stringify(message) });
    return { status: response.status, body: await response.json<Record<string, unknown>>() };
  };
}

async function setUp(): Promise<{ world: RouteHarness; call: Call }> {
  const world = routeHarness();
  return { world, call: await caller(world, 'operator.myshopify.com') };
}

const METHODS = [
  'GetFleet',
  'GetAccountHealth',
  'GetAccountHearing',
  'ReconcileAccount',
  'GetAccountTasks',
  'GetAudit',
  'GetDeadLetters',
  'ReplayDeadLetters',
  'DropDeadLetters',
  'GetAlerts',
  'GetWritePauses',
  'PauseWrites',
  'ResumeWrites',
];

describe('operator methods', () => {
  it.each(METHODS)('%s refuses a merchant', async (method) => {
    const call = await caller(routeHarness(), 'merchant.myshopify.com');
    expect(await call(method, {})).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
  });

  it.each([
    ['GetFleet', { limit: -1 }, 'limit must not be negative.'],
    ['GetFleet', { offset: -1 }, 'offset must not be negative.'],
    ['GetFleet', { sort: 'shop_domain; drop table fleet' }, 'sort must be one of account_id, domain, '],
    ['GetFleet', { sort: '--held' }, 'sort must be one of '],
    ['GetFleet', { sort: '-' }, 'sort must be one of '],
    ['GetFleet', { trouble: 'all' }, 'trouble must be any, one of stopped, '],
    ['GetFleet', { query: 'x'.repeat(201) }, 'query must not be longer than 200 characters.'],
    ['GetAccountHealth', { id: '' }, 'id is missing.'],
    ['GetAccountHealth', { id: '1 or 1=1' }, "id must be an account's number."],
    ['GetAccountHearing', { id: '' }, 'id is missing.'],
    ['ReconcileAccount', { id: 'x' }, "id must be an account's number."],
    ['GetAccountTasks', { id: '-4' }, "id must be an account's number."],
    ['GetAudit', { account_id: 'x' }, "account_id must be an account's number."],
    ['GetAudit', { actor: 'x'.repeat(201) }, 'actor must not be longer than 200 characters.'],
    ['GetAudit', { method: 'x'.repeat(201) }, 'method must not be longer than 200 characters.'],
    ['GetAudit', { cursor: '0' }, 'cursor must come from an earlier page.'],
    ['GetAudit', { limit: -5 }, 'limit must not be negative.'],
    ['GetDeadLetters', { processor: 'x' }, 'processor must be one of snapshot, '],
    ['GetDeadLetters', { cursor: '12' }, 'cursor must come from an earlier page.'],
    ['ReplayDeadLetters', {}, 'ids is missing: list 1 to 500 dead letters.'],
    ['DropDeadLetters', { ids: Array.from({ length: 501 }, (_, n) => String(n + 1)) }, 'ids must not hold more than 500.'],
    ['GetAlerts', { account_id: '9999999999999999' }, "account_id must be an account's number."],
    ['PauseWrites', {}, 'reason must have at least 3 characters: merchants and operators read it.'],
    ['PauseWrites', { reason: ' x\n ' }, 'reason must have at least 3 characters'],
    ['PauseWrites', { reason: 'x'.repeat(201) }, 'reason must not be longer than 200 characters.'],
    ['PauseWrites', { reason: 'because', source: 'Square' }, "source must be shopify, square or ''."],
    ['PauseWrites', { reason: 'because', account_id: '0' }, "account_id must be an account's number."],
    ['ResumeWrites', { account_id: '1 or 1' }, "account_id must be an account's number."],
    ['GetAlerts', { cursor: 'x' }, 'cursor must come from an earlier page.'],
  ])('%s refuses an invalid argument, and explains why (%#)', async (method, message, text) => {
    const { call } = await setUp();
    const answer = await call(method, message);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_argument' } });
    expect(answer.body['msg']).toContain(text);
  });

  it('report each dead letter that does not exist', async () => {
    const { call } = await setUp();
    const problem = 'There is no such dead letter.';
    for (const method of ['ReplayDeadLetters', 'DropDeadLetters']) {
      expect((await call(method, { ids: ['1', 'x', '-1', ''] })).body).toEqual({
        results: ['1', 'x', '-1', ''].map((id) => ({ id, ok: false, problem })),
      });
    }
  });

  it('distinguish an account that does not exist from one whose object does not respond', async () => {
    expectNoise(/visit\.failed/u);
    const { world, call } = await setUp();
    for (const method of ['GetAccountHealth', 'GetAccountTasks', 'GetAccountHearing', 'ReconcileAccount']) {
      expect(await call(method, { id: '424242' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    const { account } = await world.signIn();
    Object.assign(world.object(account.id).api, { health: () => Promise.reject(new Error('gone')) });
    expect(await call('GetAccountHealth', { id: String(account.id) })).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });
});

describe('webhook delivery', () => {
  const hour = Date.UTC(2026, 10, 20, 9) / 3_600_000;

  it('is shown by hour, with whether a platform is silent', async () => {
    const { world, call } = await setUp();
    const { account } = await world.signIn();
    world.clock.now = (hour + 1) * 3_600_000;
    const heard = { hour: hour - 1, heard: 7, found: 0, untold: 0 };
    const silent = {
      hours: [heard, { hour, heard: 0, found: 2, untold: 4 }],
      lastHeard: null,
      silent: true,
      day: { heard: 7, found: 2, untold: 4 },
    };
    const quiet = { hours: [heard], lastHeard: world.clock.now - 1_000, silent: false, day: { heard: 7, found: 0, untold: 0 } };
    Object.assign(world.object(account.id).api, { hearing: async () => ({ shopify: silent, square: quiet }) });
    expect((await call('GetAccountHearing', { id: String(account.id) })).body).toEqual({
      platforms: [
        {
          source: 'shopify',
          silent: true,
          last_heard: '',
          heard: 7,
          found: 2,
          untold: 4,
          hours: [
            { begins: '2026-11-20T09:00:00.000Z', heard: 0, found: 2, untold: 4 },
            { begins: '2026-11-20T08:00:00.000Z', heard: 7, found: 0, untold: 0 },
          ],
        },
        {
          source: 'square',
          silent: false,
          last_heard: '2026-11-20T09:59:59.000Z',
          heard: 7,
          found: 0,
          untold: 0,
          hours: [{ begins: '2026-11-20T08:00:00.000Z', heard: 7, found: 0, untold: 0 }],
        },
      ],
    });
  });

  it('is compensated by a reconciliation, which returns what it found', async () => {
    const { world, call } = await setUp();
    const { account } = await world.signIn();
    const { script, asked } = world.object(account.id);
    script.reconcileNow = ok({ shopify: 3, square: null });
    expect((await call('ReconcileAccount', { id: String(account.id) })).body).toEqual({ shopify: 3 });
    expect(asked).toContainEqual(['reconcileNow']);
    script.reconcileNow = err({ code: 'failed_precondition', message: 'There is nothing to reconcile.' });
    expect(await call('ReconcileAccount', { id: String(account.id) })).toMatchObject({ body: { code: 'failed_precondition' } });
  });
});

describe('the fleet', () => {
  it('is a table of customers with their figures, refreshed on request', async () => {
    const { world, call } = await setUp();
    const { account } = await world.signIn('kerzen.myshopify.com');
    await renameAccount(world.services.db, account.id, 'Kerzen <b>"Müller"</b>');
    world.object(account.id).script.health = { ...HEALTHY, lagP95Ms: null, blocked: 2, oldestUnderWayMs: 90_000_000_000 };
    const health = (await call('GetAccountHealth', { id: String(account.id) })).body;
    expect(health).toMatchObject({
      account_id: String(account.id),
      domain: 'kerzen.myshopify.com',
      name: 'Kerzen <b>"Müller"</b>',
      troubles: ['blocked'],
      blocked: 2,
      oldest_under_way_ms: '90000000000',
      entitled: true,
      checked_at: new Date(world.clock.now).toISOString(),
      since: new Date(world.clock.now).toISOString(),
    });
    const page = (await call('GetFleet', { trouble: 'any' })).body;
    expect(page).toEqual({ total: 1, accounts: [health], troubles: [{ trouble: 'blocked', accounts: 1 }] });
    const all = (await call('GetFleet', { limit: 1 })).body;
    expect(all).toMatchObject({ total: 2, accounts: [health] });
  });

  it('is listed without calling any object', async () => {
    const { world, call } = await setUp();
    for (let n = 0; n < 12; n += 1) await visitById(world.services, (await world.signIn()).account.id);
    world.touched.objects = 0;
    expect((await call('GetFleet', { sort: '-checked_at', limit: 5, offset: 3 })).body).toMatchObject({ total: 13 });
    expect(world.touched.objects).toBe(0);
  });
});

describe('pages', () => {
  /** All pages of a list, by its cursor. */
  async function all(call: Call, method: string, field: string, message: object): Promise<Record<string, unknown>[]> {
    const found: Record<string, unknown>[] = [];
    let cursor = '';
    do {
      const { body } = await call(method, { ...message, cursor });
      found.push(...(body[field] as Record<string, unknown>[]));
      cursor = String(body['next_cursor']);
    } while (cursor !== '');
    return found;
  }

  it('of the audit log contain each entry once, newest first, by customer, operator and method', async () => {
    const { world, call } = await setUp();
    const { account } = await world.signIn();
    const { account: actor } = await world.signIn('operator.myshopify.com');
    const entry = { at: world.clock.now, actor: actor.id, detail: { id: 7 }, result: 'ok', reference: 'r' };
    for (let n = 0; n < 7; n += 1) {
      const method = n % 2 === 0 ? 'sh.Admin/AdminGetAccount' : 'sh.External/GetExternalSquareItem';
      await writeAudit(world.services.db, { ...entry, subject: n < 5 ? account.id : null, method });
    }
    const mine = await all(call, 'GetAudit', 'entries', { account_id: String(account.id), limit: 2 });
    expect(mine).toHaveLength(5);
    expect(mine.map(({ id }) => Number(id))).toEqual(mine.map(({ id }) => Number(id)).toSorted((a, b) => b - a));
    expect(mine[0]).toMatchObject({ domain: account.shopDomain, actor_domain: 'operator.myshopify.com', detail: '{"id":7}' });
    const square = await all(call, 'GetAudit', 'entries', { method: 'external', limit: 2, account_id: String(account.id) });
    expect(square.map(({ method }) => method)).toEqual(['sh.External/GetExternalSquareItem', 'sh.External/GetExternalSquareItem']);
    expect(await all(call, 'GetAudit', 'entries', { actor: 'nobody.myshopify.com' })).toEqual([]);
  });

  it('of dead letters contain each one once, even those that were given up at the same moment', async () => {
    const { world, call } = await setUp();
    const ids: number[] = [];
    for (let n = 0; n < 7; n += 1) ids.push(await enqueueTask(world.services, 'locations', (await world.signIn()).account.id, 'square'));
    await env.DB.prepare("update tasks set state = 'failed', finished_at = 5 + (id % 2)").run();
    const letters = await all(call, 'GetDeadLetters', 'letters', { limit: 2 });
    expect(letters.map(({ id }) => Number(id)).toSorted((a, b) => a - b)).toEqual(ids);
  });

  it('of alerts contain each one once, and only open ones on request', async () => {
    const { world, call } = await setUp();
    const { account } = await world.signIn();
    const kinds = ['frozen', 'blocked', 'lag'];
    const raise = kinds.map((kind) => ({ kind, source: '' as const, message: `It is ${kind}.`, operatorDue: null, merchantDue: null }));
    const none = { raise: [], gone: [], back: [], clear: [], notifiesOperators: false };
    await changeAlerts(world.services.db, account.id, { ...none, raise }, world.clock.now);
    await changeAlerts(world.services.db, account.id, { ...none, clear: ['lag'] }, world.clock.now + 5);
    const message = { account_id: String(account.id), limit: 1 };
    expect((await all(call, 'GetAlerts', 'alerts', message)).map(({ kind }) => kind)).toEqual(kinds.toReversed());
    expect((await all(call, 'GetAlerts', 'alerts', { ...message, open_only: true })).map(({ kind }) => kind)).toEqual([
      'blocked',
      'frozen',
    ]);
    expect((await call('GetAlerts', message)).body['alerts']).toMatchObject([
      { domain: account.shopDomain, cleared_at: new Date(world.clock.now + 5).toISOString(), operator_told_at: '', merchant_told_at: '' },
    ]);
  });
});

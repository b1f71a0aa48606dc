import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { openDb } from '../../../src/db/database';
import { processors } from '../../../src/db/schema';
import { accountStub, orUnreachable } from '../../../src/durable/account-stub';
import { isOutage } from '../../../src/worker/runtime/outage';
import type { Services } from '../../../src/worker/runtime/services';
import { accountId } from '../../support/account-id';
import { expectNoise } from '../../support/fail-on-noise';
import { routeHarness, type RouteHarness } from '../support/route-harness';

/** A database whose statements all end with `run`, in whichever way drizzle executes them. */
function databaseThat(run: () => Promise<never>): D1Database {
  const statement = { bind: () => statement, run, all: run, first: run, raw: run };
  return new Proxy(env.DB, {
    get: (target, name) => {
      if (name === 'prepare') return () => statement;
      const member: unknown = Reflect.get(target, name);
      return name === 'batch' ? run : member;
    },
  });
}

function worldWith(run: () => Promise<never>): RouteHarness {
  const world = routeHarness();
  Object.assign(world.services, { db: openDb(databaseThat(run)) } satisfies Partial<Services>);
  return world;
}

const locked = async (): Promise<never> => {
  throw new Error('D1_ERROR: database is locked: SQLITE_BUSY');
};

const call = (world: RouteHarness, method: string, cookie: string): Promise<Response> =>
  world.request(`/rpc/${method}`, { method: 'POST', headers: { 'content-type': 'application/json', cookie }, body: '{}' });

const COOKIE = `_shsessid=${'a'.repeat(43)}`;

async function thrownBy(work: PromiseLike<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('it did not throw');
}

describe('an outage', () => {
  // developers.cloudflare.com/d1/observability/debug-d1 lists these; the last is the local runtime's for a locked file.
  it.each([
    'D1_ERROR: database is locked: SQLITE_BUSY',
    'D1_ERROR: Network connection lost.',
    'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
    'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
    'D1_ERROR: disk I/O error: SQLITE_IOERR',
    'D1_ERROR: internal error; reference = 1qqpn0ispnok9a8r2l12ii6c',
  ])('is an error of D1 itself: %s', (message) => {
    expect(isOutage(new Error(message))).toBe(true);
    expect(isOutage(new Error('Failed query: select 1', { cause: new Error(message) }))).toBe(true);
  });

  it('is not a statement that D1 refuses', async () => {
    const db = openDb(env.DB);
    await db.insert(processors).values({ name: 'twice', desired: 1 }).run();
    const wrong = [
      async () => db.insert(processors).values({ name: 'twice', desired: 1 }).run(),
      async () => db.run('select * from nothing'),
      async () => env.DB.prepare('select ?1, ?2').bind(1).run(),
    ];
    for (const run of wrong) {
      const error = await thrownBy(run());
      expect(isOutage(error), String(error)).toBe(false);
    }
    expect(isOutage(new TypeError('x is not a function'))).toBe(false);
    expect(isOutage('D1_ERROR: database is locked')).toBe(false);
  });

  it('is any error that an account’s object throws; an object that responds is not affected', async () => {
    const object = accountStub(env.ACCOUNT, accountId(9_101));
    expect((await object.state()).hasMappedLocations).toBe(false);
    const cause = new TypeError('x is not a function');
    const broken = orUnreachable({ ...object, state: async () => Promise.reject(cause) });
    const error = await thrownBy(broken.state());
    expect(isOutage(error)).toBe(true);
    expect(error).toMatchObject({ cause });
  });
});

describe('two saves of settings at the same time', () => {
  it('result in one save and one refusal, so that neither silently undoes the other', async () => {
    const object = accountStub(env.ACCOUNT, accountId(9_102));
    const version = await object.settingsVersion();
    const read = await object.settings();
    const saved = await Promise.all([
      object.saveSettings({ ...read, setBarcode: true }, version),
      object.saveSettings({ ...read, autoSync: false }, version),
    ]);
    expect(saved).toMatchObject([{ ok: true }, { ok: false, error: { code: 'failed_precondition' } }]);
    expect(await object.settings()).toEqual({ ...read, setBarcode: true });
    const again = await object.saveSettings({ ...(await object.settings()), autoSync: false }, await object.settingsVersion());
    expect(again.ok).toBe(true);
    expect(await object.settings()).toEqual({ ...read, setBarcode: true, autoSync: false });
  });
});

describe('while the shared database is locked', () => {
  it('a call returns an error that allows a retry and does not mention the database', async () => {
    expectNoise(/"event":"rpc.failed".*database is locked: SQLITE_BUSY/u);
    const answer = await call(worldWith(locked), 'sh.Account/GetAccountStatus', COOKIE);
    expect(answer.status).toBe(503);
    const body = await answer.json<{ code: string; msg: string }>();
    expect(body.code).toBe('unavailable');
    expect(body.msg).not.toMatch(/sqlite|d1|query|database/iu);
  });

  it('a page of the Worker itself shows that it is unavailable', async () => {
    expectNoise(/"event":"request.failed"/u);
    const answer = await worldWith(locked).request('/square/oauthRequest', { headers: { cookie: COOKIE } });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('not available at the moment');
  });

  it('GET /healthz fails and names the database', async () => {
    expectNoise(/"event":"health.database-down"/u);
    const answer = await worldWith(locked).request('/healthz');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ ok: false, version: '1.0.1', database: 'unavailable' });
  });

  it('GET /healthz does not wait for a database that never answers', async () => {
    expectNoise(/"event":"health.database-slow"/u);
    const never = Promise.withResolvers<never>();
    const answer = await worldWith(() => never.promise).request('/healthz');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ ok: false, database: 'unavailable' });
  });
});

describe('while an account’s object throws', () => {
  it.each([
    { who: 'its merchant', method: 'sh.Account/GetAccountStatus', shop: undefined, body: {} },
    { who: 'an operator', method: 'sh.Admin/AdminGetScopes', shop: 'operator.myshopify.com', body: {} },
  ])('$who gets an error that it cannot be reached now', async ({ method, shop }) => {
    expectNoise(/"event":"rpc.failed".*the object is gone/u);
    const world = routeHarness();
    const { account, cookie } = await world.signIn(shop);
    const gone = async (): Promise<never> => {
      throw new Error('the object is gone');
    };
    Object.assign(world.object(account.id).api, { state: gone, shopifyScopes: gone });
    const body = JSON.stringify(method.startsWith('sh.Admin') ? { id: String(account.id) } : {});
    const answer = await world.request(`/rpc/${method}`, { method: 'POST', headers: { 'content-type': 'application/json', cookie }, body });
    expect({ status: answer.status, ...(await answer.json<{ code: string }>()) }).toMatchObject({ status: 503, code: 'unavailable' });
  });
});

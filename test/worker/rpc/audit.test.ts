import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { auditOf, listAudit, writeAudit } from '../../../src/db/audit';
import { openDb } from '../../../src/db/database';
import { ok, refuse } from '../../../src/domain/result';
import { buildMethodTable } from '../../../src/worker/rpc/method-table';
import { SERVICES } from '../../../src/worker/rpc/services';
import { accountId } from '../../support/account-id';
import { expectNoise } from '../../support/fail-on-noise';
import { textLike, textWith } from '../support/like';
import { routeHarness, type RouteHarness } from '../support/route-harness';
import { callJson, newWorld, sharedWorld, trail, type World } from './rpc-world';

/** A switch: while `down`, nothing can be written to the audit log. */
function auditSwitch(world: World): { down: boolean } {
  const log = { down: true };
  const database = new Proxy(env.DB, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        if (log.down && String(args[0]).startsWith('insert into "audit"')) throw new Error('D1_ERROR: Network connection lost.');
        return Reflect.apply(member, target, args);
      };
    },
  });
  Object.assign(world.services, { db: openDb(database) });
  return log;
}

const NOT_WRITTEN = /"event":"rpc.failed".*Network connection lost/u;

/** An operator, and a merchant whose object they call. */
async function operatorWorld(): Promise<{ world: World; merchant: World; syncLocations: object }> {
  const [world, merchant] = [await newWorld('operator'), await newWorld()];
  Object.assign(world.services, { account: merchant.services.account });
  return { world, merchant, syncLocations: { account_id: String(merchant.account.id), source: 'square' } };
}

/** Every method that is served. */
const METHODS = [...buildMethodTable(SERVICES).values()].map(({ path, access, audit: { kind } }) => ({ path, access, kind }));

describe('the audit kinds of methods', () => {
  it('classify no operator’s change as a read', () => {
    const changing =
      /Save|Add|Delete|Build|Sync|Update|Replay|Drop|Revoked|Changed|Uninstalled|Token|Impersonate|PauseWrites|ResumeWrites|Reconcile/u;
    const operators = METHODS.filter(({ access }) => access === 'operator' || access === 'impersonation');
    expect(operators.filter(({ path, kind }) => changing.test(path.split('/')[1] ?? '') !== (kind === 'write'))).toEqual([]);
  });

  it('leave only reads unaudited that are not about one customer, or that return only figures about one', () => {
    expect(METHODS.filter(({ access, kind }) => access === 'operator' && kind === 'unaudited').map(({ path }) => path)).toEqual([
      'sh.Admin/AdminGetAccounts',
      'sh.Admin/AdminGetRegisteredTasks',
      'sh.Operations/GetFleet',
      'sh.Operations/GetAccountHealth',
      'sh.Operations/GetAccountHearing',
      'sh.Operations/GetAccountTasks',
      'sh.Operations/GetAudit',
      'sh.Operations/GetDeadLetters',
      'sh.Operations/GetAlerts',
      'sh.Operations/GetWritePauses',
    ]);
  });

  it('classify no merchant’s change as a read', () => {
    const changing = /^(?:Save|Set|Sync|Level|Resolve|Approve|Refresh|Disconnect|Create|Delete|Cancel|Dismiss|Acknowledge|Undo)/u;
    const theirs = METHODS.filter(({ access }) => access === 'signed-in' || access === 'entitled');
    expect(theirs.filter(({ path, kind }) => changing.test(path.split('/')[1] ?? '') !== (kind === 'write'))).toEqual([]);
  });
});

describe('an operator’s call', () => {
  it.each(METHODS.filter(({ access }) => access === 'operator' || access === 'impersonation'))(
    'is audited according to its kind: $path',
    async ({ path, kind }) => {
      const world = await sharedWorld('operator');
      await callJson(world, path, {});
      const written = await trail(world);
      expect(written.map(({ method }) => method)).toEqual({ unaudited: [], read: [path], write: [path, path] }[kind]);
      if (kind === 'write') expect(written[0]?.result).toBe('begun');
      for (const { actor } of written) expect(actor).toBe(world.account.id);
    },
  );

  it('that changes something is audited before, and again with its outcome', async () => {
    const { world, merchant, syncLocations } = await operatorWorld();
    Object.assign(merchant.api, {
      syncLocations: async () => {
        expect((await trail(world)).map(({ result }) => result)).toEqual(['begun']);
        return refuse('unavailable', 'Square is down.');
      },
    });
    expect(await callJson(world, 'sh.Admin/AdminSyncLocations', syncLocations)).toMatchObject({ status: 503 });
    expect(await trail(world)).toEqual(
      ['begun', 'unavailable'].map((result) => ({
        actor: world.account.id,
        subject: merchant.account.id,
        method: 'sh.Admin/AdminSyncLocations',
        detail: syncLocations,
        result,
      })),
    );
  });

  it('that throws is audited too', async () => {
    expectNoise(/"event":"rpc.failed".*the object is gone/u);
    const { world, merchant, syncLocations } = await operatorWorld();
    const gone = () => {
      throw new Error('the object is gone');
    };
    Object.assign(merchant.api, { syncLocations: gone });
    expect(await callJson(world, 'sh.Admin/AdminSyncLocations', syncLocations)).toMatchObject({ status: 503 });
    Object.assign(world.services, { account: gone });
    expect(await callJson(world, 'sh.Admin/AdminSyncLocations', syncLocations)).toMatchObject({ status: 500 });
    expect((await trail(world)).map(({ result }) => result)).toEqual(['begun', 'unavailable', 'begun', 'internal']);
  });

  it('is not executed when it cannot be audited', async () => {
    expectNoise(NOT_WRITTEN);
    const { world, merchant, syncLocations } = await operatorWorld();
    auditSwitch(world);
    const refused = await callJson(world, 'sh.Admin/AdminSyncLocations', syncLocations);
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'unavailable', msg: textWith('could not be recorded') },
    });
    expect(merchant.asked).toEqual([]);
  });

  it('that was executed returns its own result, even if its outcome cannot be audited', async () => {
    expectNoise(NOT_WRITTEN);
    const { world, merchant, syncLocations } = await operatorWorld();
    const log = auditSwitch(world);
    log.down = false;
    Object.assign(merchant.api, {
      syncLocations: async () => {
        log.down = true;
        return ok(null);
      },
    });
    expect(await callJson(world, 'sh.Admin/AdminSyncLocations', syncLocations)).toMatchObject({ status: 200 });
    expect((await trail(world)).map(({ result }) => result)).toEqual(['begun']);
  });

  it('that reads something returns nothing when it cannot be audited', async () => {
    expectNoise(NOT_WRITTEN);
    const { world, merchant } = await operatorWorld();
    const receipts = [{ id: '1-1-0', type: 'products/update', payload: '{"secret":1}', receivedAt: 0 }];
    Object.assign(merchant.api, { receipts: async () => ok({ receipts, nextCursor: '' }) });
    const log = auditSwitch(world);
    const account_id = String(merchant.account.id);
    const refused = await callJson(world, 'sh.Admin/AdminGetWebhookPayloads', { account_id });
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(JSON.stringify(refused)).not.toContain('secret');
    log.down = false;
    expect(await callJson(world, 'sh.Admin/AdminGetWebhookPayloads', { account_id })).toMatchObject({ status: 200 });
    expect((await trail(world)).map(({ result, subject }) => [result, subject])).toEqual([['ok', merchant.account.id]]);
  });

  it('is audited with ids only', async () => {
    const { world, merchant } = await operatorWorld();
    Object.assign(merchant.api, { deleteWebhook: async () => ok(null) });
    const account_id = String(merchant.account.id);
    await callJson(world, 'sh.Admin/AdminSaveWebhook', {
      account_id,
      subscription: { id: 'gid://shopify/WebhookSubscription/5', topic: 'SHOP_UPDATE', http_url: 'https://a b.example/?x=<script>' },
      delete: true,
    });
    expect((await trail(world))[0]?.detail).toEqual({
      account_id,
      delete: true,
      'subscription.id': 'gid://shopify/WebhookSubscription/5',
      'subscription.topic': 'SHOP_UPDATE',
      'subscription.http_url': '(not an id)',
    });
    await callJson(world, 'sh.Admin/AdminGetAccount', { id: 'anna@example.com' });
    expect((await trail(world)).at(-1)).toMatchObject({ detail: { id: '(not an id)' }, result: 'invalid_argument' });
    await callJson(world, 'sh.Operations/ReplayDeadLetters', { ids: Array.from({ length: 30 }, (_, n) => String(n)) });
    expect((await trail(world)).at(-1)?.detail).toEqual({ ids: `${Array.from({ length: 20 }, (_, n) => n).join(',')} and 10 more` });
    await callJson(world, 'sh.Admin/AdminUpdateTaskCounts', {
      task_counts: [
        { name: 'snapshot', desired: 3 },
        { name: 'erase', desired: 0 },
      ],
    });
    expect((await trail(world)).at(-1)?.detail).toEqual({ 'task_counts.name': 'snapshot,erase', 'task_counts.desired': '3,0' });
  });
});

describe('a call while impersonating', () => {
  it.each(METHODS.filter(({ access }) => access === 'signed-in' || access === 'entitled'))(
    'is audited when it changes something: $path',
    async ({ path, kind }) => {
      const world = await sharedWorld('impersonator');
      await callJson(world, path, {});
      const written = await trail(world);
      expect(written.map(({ result }) => result)[0]).toBe(kind === 'write' ? 'begun' : undefined);
      for (const entry of written) expect(entry).toMatchObject({ actor: world.actor, subject: world.account.id });
      const own = await sharedWorld('merchant');
      await callJson(own, path, {});
      expect(await trail(own)).toEqual([]);
    },
  );

  it('is audited when it is refused', async () => {
    const world = await newWorld('impersonator');
    expect(await callJson(world, 'sh.Subscriptions/CreateSubscription', {})).toMatchObject({ status: 403 });
    expect(await callJson(world, 'sh.Subscriptions/CancelSubscription', { subscription_id: '1' })).toMatchObject({ status: 403 });
    expect((await trail(world)).map(({ method, result }) => [method.split('/')[1], result])).toEqual([
      ['CreateSubscription', 'begun'],
      ['CreateSubscription', 'permission_denied'],
      ['CancelSubscription', 'begun'],
      ['CancelSubscription', 'permission_denied'],
    ]);
  });

  it('is audited without the merchant’s own texts', async () => {
    const world = await newWorld('impersonator');
    await callJson(world, 'sh.Account/SaveAccountSettings', { account_name: 'Anna’s shop', max_quantity_update: 5 });
    await callJson(world, 'sh.Variants/SaveSku', { shopify_variant_id: '101', sku: 'SECRET' });
    expect((await trail(world)).map(({ detail }) => detail)).toEqual([
      {},
      {},
      ...Array.from({ length: 2 }, () => ({ shopify_variant_id: '101', square_variant_id: '' })),
    ]);
  });
});

describe('a merchant who calls an operator method', () => {
  it('is refused, and adds no audit entry', async () => {
    const world = await newWorld();
    expect(await callJson(world, 'sh.Admin/AdminShopifyAppUninstalled', { domain: 'demo' })).toMatchObject({ status: 403 });
    expect(await trail(world)).toEqual([]);
  });
});

describe('the audit log in the database', () => {
  const call = async (world: RouteHarness, cookie: string, path: string, message: object): Promise<void> => {
    const headers = { 'content-type': 'application/json', origin: world.services.config.appOrigin, cookie };
    const answer = await world.request(`/rpc/${path}`, { method: 'POST', headers, body: JSON.stringify(message) });
    await answer.text();
  };

  it('shows each call once, with its outcome; both entries stay, and can neither be changed nor deleted', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    const operator = await world.signIn('operator.myshopify.com');
    await call(world, operator.cookie, 'sh.Admin/AdminSyncLocations', { account_id: String(account.id), source: 'square' });
    const entries = await auditOf(world.services.db, account.id, 10);
    expect(entries).toEqual([
      {
        at: world.clock.now,
        actor: operator.account.id,
        actorShop: 'operator.myshopify.com',
        subject: account.id,
        method: 'sh.Admin/AdminSyncLocations',
        detail: JSON.stringify({ account_id: String(account.id), source: 'square' }),
        result: 'ok',
        reference: textLike(/^[0-9a-f-]{36}$/u),
      },
    ]);
    const kept = await env.DB.prepare('select result, reference from audit where subject = ? order by id').bind(account.id).all();
    expect(kept.results).toEqual(['begun', 'ok'].map((result) => ({ result, reference: entries[0]?.reference })));
    await expect(env.DB.prepare("update audit set result = 'ok'").run()).rejects.toThrow(/append only/u);
    await expect(env.DB.prepare('delete from audit').run()).rejects.toThrow(/append only/u);
  });

  it('shows a change whose outcome could not be recorded', async () => {
    const db = openDb(env.DB);
    const entry = { at: 1, actor: accountId(7), subject: accountId(4_242), method: 'sh.Admin/AdminSaveWebhook', detail: {} };
    await writeAudit(db, { ...entry, result: 'begun', reference: 'lost' });
    await writeAudit(db, { ...entry, result: 'begun', reference: 'whole' });
    await writeAudit(db, { ...entry, result: 'ok', reference: 'other' });
    await writeAudit(db, { ...entry, result: 'not_found', reference: 'whole' });
    const page = await listAudit(db, { subject: accountId(4_242), actorShop: '', method: '', before: null, limit: 10 });
    expect(page.map(({ reference, result }) => [reference, result])).toEqual([
      ['whole', 'not_found'],
      ['other', 'ok'],
      ['lost', 'begun'],
    ]);
  });

  it('names the customer that a domain or a merchant id belongs to, and none if there is none', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    const operator = await world.signIn('operator.myshopify.com');
    await call(world, operator.cookie, 'sh.Admin/AdminShopifyShopUpdated', { domain: account.shopDomain });
    await call(world, operator.cookie, 'sh.Admin/AdminShopifyShopUpdated', { domain: 'nobody-there' });
    await call(world, operator.cookie, 'sh.Admin/AdminGetAccount', { id: '999999' });
    const rows = await env.DB.prepare("select subject, result from audit where actor = ? and result <> 'begun' order by id")
      .bind(operator.account.id)
      .all();
    expect(rows.results.slice(-3)).toEqual([
      { subject: account.id, result: 'ok' },
      { subject: null, result: 'not_found' },
      { subject: null, result: 'not_found' },
    ]);
    const kept = await env.DB.prepare('select * from audit where actor = ?').bind(operator.account.id).all();
    expect(JSON.stringify(kept.results)).not.toMatch(/myshopify|nobody-there/u);
  });
});

import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { auditOf, listAudit, writeAudit } from '../../../src/db/audit';
import { openDb } from '../../../src/db/database';
import { ok, refuse } from '../../../src/domain/result';
import { buildMethodTable } from '../../../src/worker/rpc/method-table';
import { SERVICES } from '../../../src/worker/rpc/services';
import { accountId } from '../../support/account-id';
import { textLike, textWith } from '../support/like';
import { routeHarness, type RouteHarness } from '../support/route-harness';
import { callJson, newWorld, SESSION, type World } from './fake-ports';

const OPERATOR = { ...SESSION, accountId: accountId(2), shopDomain: 'operator.myshopify.com', isAdmin: true };
const AT_WORK = { ...SESSION, isAdmin: true, impersonator: { accountId: accountId(2), shopDomain: 'operator.myshopify.com' } };
const CUSTOMER = {
  id: accountId(1),
  shopDomain: 'demo.myshopify.com',
  email: '',
  squareMerchantId: 'MLDEMO',
  accessEnds: null,
  lastLogin: null,
};

const operatorWorld = (change: Partial<World> = {}): World => ({
  ...newWorld(),
  session: OPERATOR,
  operators: { customer: async (id) => (id === 1 ? CUSTOMER : null) },
  ...change,
});

/** Every method that is served. */
const METHODS = [...buildMethodTable(SERVICES).values()].map(({ path, access, audit: { kind } }) => ({ path, access, kind }));

describe('the table of what calls do', () => {
  it('lets no operator’s change pass for a look', () => {
    const changing =
      /Save|Add|Build|Sync|Update|Replay|Drop|Revoked|Changed|Uninstalled|Token|Impersonate|PauseWrites|ResumeWrites|Reconcile/u;
    const operators = METHODS.filter(({ access }) => access === 'operator' || access === 'impersonation');
    expect(operators.filter(({ path, kind }) => changing.test(path.split('/')[1] ?? '') !== (kind === 'write'))).toEqual([]);
  });

  it('calls a list only what is no one customer’s, or a number of his', () => {
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

  it('lets no merchant’s change pass for a look', () => {
    const changing = /^(?:Save|Set|Sync|Level|Resolve|Approve|Refresh|Disconnect|Create|Cancel)/u;
    const theirs = METHODS.filter(({ access }) => access === 'signed-in' || access === 'entitled');
    expect(theirs.filter(({ path, kind }) => changing.test(path.split('/')[1] ?? '') !== (kind === 'write'))).toEqual([]);
  });
});

describe('an operator’s call', () => {
  it.each(METHODS.filter(({ access }) => access === 'operator' || access === 'impersonation'))(
    'is written down by its kind: $path',
    async ({ path, kind }) => {
      const world = operatorWorld();
      await callJson(world, path, {});
      expect(world.trail.map(({ method }) => method)).toEqual({ unaudited: [], read: [path], write: [path, path] }[kind]);
      if (kind === 'write') expect(world.trail[0]?.result).toBe('begun');
      for (const { actor } of world.trail) expect(actor).toBe(2);
    },
  );

  it('that changes something is written down before, and again with what came of it', async () => {
    const world = operatorWorld();
    world.api = {
      syncLocations: async () => {
        expect(world.trail.map(({ result }) => result)).toEqual(['begun']);
        return refuse('unavailable', 'Square is down.');
      },
    };
    expect(await callJson(world, 'sh.Admin/AdminSyncLocations', { account_id: '1', source: 'square' })).toMatchObject({ status: 503 });
    expect(world.trail).toEqual(
      ['begun', 'unavailable'].map((result) => ({
        actor: 2,
        subject: 1,
        method: 'sh.Admin/AdminSyncLocations',
        detail: { account_id: '1', source: 'square' },
        result,
      })),
    );
  });

  it('that breaks off leaves its trace', async () => {
    const world = operatorWorld({
      api: {
        syncLocations: async () => {
          throw new Error('the object is gone');
        },
      },
    });
    expect(await callJson(world, 'sh.Admin/AdminSyncLocations', { account_id: '1', source: 'square' })).toMatchObject({ status: 500 });
    expect(world.trail.map(({ result }) => result)).toEqual(['begun', 'internal']);
  });

  it('is not made when it cannot be written down', async () => {
    const world = operatorWorld({ auditLogDown: true });
    const refused = await callJson(world, 'sh.Admin/AdminSyncLocations', { account_id: '1', source: 'square' });
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'unavailable', msg: textWith('could not be recorded') },
    });
    expect(world.effects).toEqual([]);
    expect(world.failures).toHaveLength(1);
  });

  it('that was made is told as it was, though its outcome cannot be written down', async () => {
    const world = operatorWorld();
    world.api = {
      syncLocations: async () => {
        world.auditLogDown = true;
        return ok(null);
      },
    };
    expect(await callJson(world, 'sh.Admin/AdminSyncLocations', { account_id: '1', source: 'square' })).toMatchObject({ status: 200 });
    expect(world.trail.map(({ result }) => result)).toEqual(['begun']);
    expect(world.failures).toHaveLength(1);
  });

  it('that looks at something shows nothing when it cannot be written down', async () => {
    const receipts = [{ id: '1-1-0', type: 'products/update', payload: '{"secret":1}', receivedAt: 0 }];
    const world = operatorWorld({ auditLogDown: true, api: { receipts: async () => ok({ receipts, nextCursor: '' }) } });
    const refused = await callJson(world, 'sh.Admin/AdminGetWebhookPayloads', { account_id: '1' });
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(JSON.stringify(refused)).not.toContain('secret');
    world.auditLogDown = false;
    expect(await callJson(world, 'sh.Admin/AdminGetWebhookPayloads', { account_id: '1' })).toMatchObject({ status: 200 });
    expect(world.trail.map(({ result, subject }) => [result, subject])).toEqual([['ok', 1]]);
  });

  it('is written down with ids, and with nothing else', async () => {
    const world = operatorWorld();
    await callJson(world, 'sh.Admin/AdminSaveWebhook', {
      account_id: '1',
      subscription: { id: 'gid://shopify/WebhookSubscription/5', topic: 'SHOP_UPDATE', http_url: 'https://a b.example/?x=<script>' },
      delete: true,
    });
    expect(world.trail[0]?.detail).toEqual({
      account_id: '1',
      delete: true,
      'subscription.id': 'gid://shopify/WebhookSubscription/5',
      'subscription.topic': 'SHOP_UPDATE',
      'subscription.http_url': '(not an id)',
    });
    await callJson(world, 'sh.Admin/AdminGetAccount', { id: 'anna@example.com' });
    expect(world.trail.at(-1)).toMatchObject({ detail: { id: '(not an id)' }, result: 'invalid_argument' });
    await callJson(world, 'sh.Operations/ReplayDeadLetters', { ids: Array.from({ length: 30 }, (_, n) => String(n)) });
    expect(world.trail.at(-1)?.detail).toEqual({ ids: `${Array.from({ length: 20 }, (_, n) => n).join(',')} and 10 more` });
    await callJson(world, 'sh.Admin/AdminUpdateTaskCounts', {
      task_counts: [
        { name: 'snapshot', desired: 3 },
        { name: 'erase', desired: 0 },
      ],
    });
    expect(world.trail.at(-1)?.detail).toEqual({ 'task_counts.name': 'snapshot,erase', 'task_counts.desired': '3,0' });
  });
});

describe('acting as a merchant', () => {
  it.each(METHODS.filter(({ access }) => access === 'signed-in' || access === 'entitled'))(
    'is written down when it changes something: $path',
    async ({ path, kind }) => {
      const world = { ...newWorld(), session: AT_WORK };
      await callJson(world, path, {});
      expect(world.trail.map(({ result }) => result)[0]).toBe(kind === 'write' ? 'begun' : undefined);
      for (const entry of world.trail) expect(entry).toMatchObject({ actor: 2, subject: 1 });
      const own = { ...newWorld(), session: SESSION };
      await callJson(own, path, {});
      expect(own.trail).toEqual([]);
    },
  );

  it('is written down when it is refused', async () => {
    const world = { ...newWorld(), session: AT_WORK };
    expect(await callJson(world, 'sh.Subscriptions/CreateSubscription', {})).toMatchObject({ status: 403 });
    expect(await callJson(world, 'sh.Subscriptions/CancelSubscription', { subscription_id: '1' })).toMatchObject({ status: 403 });
    expect(world.trail.map(({ method, result }) => [method.split('/')[1], result])).toEqual([
      ['CreateSubscription', 'begun'],
      ['CreateSubscription', 'permission_denied'],
      ['CancelSubscription', 'begun'],
      ['CancelSubscription', 'permission_denied'],
    ]);
  });

  it('keeps what a merchant writes to himself', async () => {
    const world = { ...newWorld(), session: AT_WORK };
    await callJson(world, 'sh.Account/SaveAccountSettings', { account_name: 'Anna’s shop', max_quantity_update: 5 });
    await callJson(world, 'sh.Variants/SaveSku', { shopify_variant_id: '101', sku: 'SECRET' });
    expect(world.trail.map(({ detail }) => detail)).toEqual([
      {},
      {},
      ...Array.from({ length: 2 }, () => ({ shopify_variant_id: '101', square_variant_id: '' })),
    ]);
  });
});

describe('a merchant who knocks at operators’ doors', () => {
  it('is refused, and fills no audit', async () => {
    const world = { ...newWorld(), session: SESSION };
    expect(await callJson(world, 'sh.Admin/AdminShopifyAppUninstalled', { domain: 'demo' })).toMatchObject({ status: 403 });
    expect(world.trail).toEqual([]);
  });
});

describe('the audit in the database', () => {
  const call = async (world: RouteHarness, cookie: string, path: string, message: object): Promise<void> => {
    const headers = { 'content-type': 'application/json', origin: world.services.config.appOrigin, cookie };
    const answer = await world.request(`/rpc/${path}`, { method: 'POST', headers, body: JSON.stringify(message) });
    await answer.text();
  };

  it('shows each call once, by its outcome; both entries stay, and can neither be changed nor deleted', async () => {
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

  it('shows a change whose end nobody could write down', async () => {
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

  it('names the customer whom a domain or a merchant id means, and none where there is none', async () => {
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

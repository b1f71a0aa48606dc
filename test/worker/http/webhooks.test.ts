import { env } from 'cloudflare:test';
import { describe, expect, it, vi } from 'vitest';

import { claimSquareMerchant, findAccount } from '../../../src/db/accounts';
import type { AccountId } from '../../../src/domain/account/account-id';
import { err } from '../../../src/domain/result';
import { readSession } from '../../../src/worker/sessions/session';
import { expectNoise } from '../../support/fail-on-noise';
import { routeHarness, type RouteHarness } from '../support/route-harness';
import { shopifyWebhook, squareWebhook } from '../support/sign';

const LEVEL = JSON.stringify({
  inventory_item_id: 11,
  location_id: 22,
  available: 5,
  updated_at: '2026-11-20T13:00:00+01:00',
});

function count(merchant: string): string {
  return JSON.stringify({
    merchant_id: merchant,
    type: 'inventory.count.updated',
    event_id: 'e-1',
    created_at: '2026-11-20T12:00:00Z',
    data: {
      type: 'inventory_counts',
      id: 'd-1',
      object: {
        inventory_counts: [
          {
            catalog_object_id: 'V1',
            catalog_object_type: 'ITEM_VARIATION',
            state: 'IN_STOCK',
            location_id: 'L1',
            quantity: '5',
            calculated_at: '2026-11-20T12:00:00.000Z',
          },
        ],
      },
    },
  });
}

async function signedUp(world: RouteHarness): Promise<{ id: AccountId; shop: string; merchant: string; cookie: string }> {
  const { account, cookie } = await world.signIn();
  const merchant = `M-${account.shopDomain}`;
  await claimSquareMerchant(world.services.db, account.id, merchant);
  Object.assign(world.touched, { database: 0, objects: 0, queues: 0 });
  return { id: account.id, shop: account.shopDomain, merchant, cookie };
}

/** Returns a text with one bit of its last letter flipped. */
function flip(text: string): string {
  return `${text.slice(0, -1)}${String.fromCharCode(text.charCodeAt(text.length - 1) ^ 1)}`;
}

function without(init: RequestInit, header: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.delete(header);
  return { ...init, headers };
}

describe('an invalid webhook', () => {
  const SHOP = 'demo.myshopify.com';
  const TABLE: readonly (readonly [string, '/webhooks/shopify' | '/webhooks/square', number, () => Promise<RequestInit>])[] = [
    [
      'no signature',
      '/webhooks/shopify',
      401,
      async () => without(await shopifyWebhook('inventory_levels/update', SHOP, LEVEL), 'x-shopify-hmac-sha256'),
    ],
    ['another secret', '/webhooks/shopify', 401, () => shopifyWebhook('inventory_levels/update', SHOP, LEVEL, { secret: 'another' })],
    [
      'one bit of the body turned',
      '/webhooks/shopify',
      401,
      async () => ({ ...(await shopifyWebhook('inventory_levels/update', SHOP, LEVEL)), body: flip(LEVEL) }),
    ],
    [
      'a signature that is no base64',
      '/webhooks/shopify',
      401,
      () => shopifyWebhook('inventory_levels/update', SHOP, LEVEL, { headers: { 'x-shopify-hmac-sha256': '%%%' } }),
    ],
    [
      'more than a megabyte',
      '/webhooks/shopify',
      413,
      () => shopifyWebhook('products/update', SHOP, JSON.stringify({ id: 1, body_html: 'x'.repeat(1_100_000) })),
    ],
    ['no signature', '/webhooks/square', 401, async () => without(await squareWebhook(count('M')), 'x-square-hmacsha256-signature')],
    ['another key', '/webhooks/square', 401, () => squareWebhook(count('M'), { key: 'another' })],
    ['one bit of the body turned', '/webhooks/square', 401, async () => ({ ...(await squareWebhook(count('M'))), body: flip(count('M')) })],
    [
      'a signature for another address',
      '/webhooks/square',
      401,
      () => squareWebhook(count('M'), { url: 'http://localhost:8788/webhooks/squarf' }),
    ],
    ['more than a megabyte', '/webhooks/square', 413, () => squareWebhook('x'.repeat(1_100_000))],
  ];

  it.each(TABLE)('%s at %s: %i, and nothing is touched', async (_, path, status, make) => {
    const world = routeHarness();
    const answer = await world.request(path, await make());
    expect(answer.status).toBe(status);
    expect(world.touched).toEqual({ database: 0, objects: 0, queues: 0 });
  });

  it('is refused when one bit of the signature is flipped', async () => {
    const world = routeHarness();
    const honest = await shopifyWebhook('inventory_levels/update', SHOP, LEVEL);
    const headers = new Headers(honest.headers);
    const signature = headers.get('x-shopify-hmac-sha256') ?? '';
    headers.set('x-shopify-hmac-sha256', `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`);
    const answer = await world.request('/webhooks/shopify', { ...honest, headers });
    expect(answer.status).toBe(401);
    expect(world.touched).toEqual({ database: 0, objects: 0, queues: 0 });
  });

  it.each([
    ['/webhooks/shopify', {}],
    ['/webhooks/shopify', { 'x-shopify-hmac-sha256': 'no base64 of 32 bytes' }],
    ['/webhooks/square', {}],
    ['/webhooks/square', { 'x-square-hmacsha256-signature': '' }],
  ])('at %s with %o as its signature is refused without reading it, no matter how long it is', async (path, headers) => {
    const read = { chunks: 0, cancelled: false };
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          read.chunks += 1;
          controller.enqueue(new Uint8Array(64 * 1024));
          if (read.chunks === 400) controller.close();
        },
        cancel: () => {
          read.cancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    const answer = await routeHarness().request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    expect(answer.status).toBe(401);
    expect(read).toEqual({ chunks: 0, cancelled: true });
  });

  it('is refused unless it was sent by POST', async () => {
    expect((await routeHarness().request('/webhooks/shopify')).status).toBe(404);
  });
});

describe('a signed webhook that cannot be read', () => {
  const unstated = { kind: 'levels', source: 'shopify', levels: [], unstated: [{ stockId: '11', locationId: '22' }] };
  const incomplete = { kind: 'levels', source: 'shopify', levels: [], incomplete: true };
  const unreadable = { kind: 'unreadable', source: 'shopify' };

  it.each([
    ['no JSON', 'inventory_levels/update', 'not json', incomplete, 'the body is not a JSON object'],
    ['a list', 'inventory_levels/update', '[1]', incomplete, 'the body is not a JSON object'],
    ['no item', 'inventory_levels/update', '{"location_id":1}', incomplete, 'inventory_item_id is missing or is no number'],
    [
      'no time',
      'inventory_levels/update',
      '{"inventory_item_id":11,"location_id":22,"available":5}',
      unstated,
      'updated_at is missing or is no time',
    ],
    ['no product', 'products/update', '{}', unreadable, 'id is missing or is no number'],
    ['no topic', '', LEVEL, unreadable, 'X-Shopify-Topic is missing'],
  ])('with %s is answered 200, and the account receives what to read and why', async (_, topic, body, event, problem) => {
    expectNoise(/webhook\.unreadable/u);
    const world = routeHarness();
    const { id, shop } = await signedUp(world);
    expect((await world.request('/webhooks/shopify', await shopifyWebhook(topic, shop, body))).status).toBe(200);
    const receipt = { type: topic, receivedAt: world.clock.now, payload: body, problem };
    expect(world.object(id).asked).toEqual([['ingest', { source: 'shopify', name: shop }, event, receipt]]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded'])('only because of its Content-Type, %s, is read normally', async (type) => {
    const world = routeHarness();
    const { id, shop, merchant } = await signedUp(world);
    const headers = { 'content-type': type };
    const level = await shopifyWebhook('inventory_levels/update', shop, LEVEL, { headers });
    expect((await world.request('/webhooks/shopify', level)).status).toBe(200);
    expect((await world.request('/webhooks/square', await squareWebhook(count(merchant), { headers }))).status).toBe(200);
    expect(world.object(id).asked.map(([, , event]) => event)).toMatchObject([
      { levels: [{ stockId: '11' }] },
      { levels: [{ stockId: 'V1' }] },
    ]);
  });

  it('and names no account is kept as a dead letter, once, and operators are notified', async () => {
    expectNoise(/webhook\.unreadable/u);
    const world = routeHarness();
    const body = `{"type":"catalog.version.updated","event_id":"${crypto.randomUUID()}"}`;
    for (let twice = 0; twice < 2; twice += 1) {
      expect((await world.request('/webhooks/square', await squareWebhook(body))).status).toBe(200);
    }
    expect((await world.request('/webhooks/shopify', await shopifyWebhook('shop/update', 'evil.com', '{"a":1}'))).status).toBe(200);
    const rows = await env.DB.prepare(
      "select source, state, error, account from tasks where body like '%' || ? || '%' or owner = 'evil.com' order by id",
    )
      .bind(body.slice(-38, -2))
      .all();
    expect(rows.results).toEqual([
      { source: 'square', state: 'failed', error: 'merchant_id is missing', account: 0 },
      { source: 'shopify', state: 'failed', error: 'it names no shop', account: 0 },
    ]);
  });

  it('is answered 503 when it cannot be stored anywhere, so that the platform repeats it', async () => {
    expectNoise(/webhook\.unreadable/u);
    expectNoise(/webhook\.not-kept/u);
    const world = routeHarness();
    vi.spyOn(world.services.db, 'insert').mockImplementation(() => {
      throw new Error('D1 is locked');
    });
    expect((await world.request('/webhooks/square', await squareWebhook('not json'))).status).toBe(503);
  });
});

describe('a webhook of an account', () => {
  it('reaches its object, without a write to the database and without the queue', async () => {
    const world = routeHarness();
    const { id, shop, merchant } = await signedUp(world);
    expect((await world.request('/webhooks/shopify', await shopifyWebhook('inventory_levels/update', shop, LEVEL))).status).toBe(200);
    expect((await world.request('/webhooks/square', await squareWebhook(count(merchant)))).status).toBe(200);
    expect(world.object(id).asked).toEqual([
      [
        'ingest',
        { source: 'shopify', name: shop },
        {
          kind: 'levels',
          source: 'shopify',
          levels: [{ stockId: '11', locationId: '22', quantity: 500_000, at: Date.parse('2026-11-20T12:00:00Z') }],
        },
        { type: 'inventory_levels/update', receivedAt: world.clock.now, payload: LEVEL },
      ],
      [
        'ingest',
        { source: 'square', name: merchant },
        {
          kind: 'levels',
          source: 'square',
          levels: [{ stockId: 'V1', locationId: 'L1', quantity: 500_000, at: Date.parse('2026-11-20T12:00:00Z') }],
        },
        { type: 'inventory.count.updated', receivedAt: world.clock.now, payload: count(merchant) },
      ],
    ]);
    expect(world.touched.queues).toBe(0);
    // From now on the route is cached: the database is not even read.
    world.touched.database = 0;
    for (let sale = 0; sale < 5; sale += 1) {
      await world.request('/webhooks/shopify', await shopifyWebhook('inventory_levels/update', shop, LEVEL));
      await world.request('/webhooks/square', await squareWebhook(count(merchant)));
    }
    expect(world.touched).toMatchObject({ database: 0, queues: 0 });
  });

  it('is accepted with the previous secret during its rotation', async () => {
    const world = routeHarness({ SHOPIFY_CLIENT_SECRET_PREVIOUS: 'the old one', SQUARE_WEBHOOK_KEY_PREVIOUS: 'the old key' });
    const { id, shop, merchant } = await signedUp(world);
    for (const changed of [{}, { secret: 'the old one' }]) {
      const request = await shopifyWebhook('inventory_levels/update', shop, LEVEL, changed);
      expect((await world.request('/webhooks/shopify', request)).status).toBe(200);
    }
    for (const changed of [{}, { key: 'the old key' }]) {
      expect((await world.request('/webhooks/square', await squareWebhook(count(merchant), changed))).status).toBe(200);
    }
    expect(world.object(id).asked).toHaveLength(4);
    expect((await world.request('/webhooks/square', await squareWebhook(count(merchant), { key: 'another' }))).status).toBe(401);
  });

  it('from Square is signed for the address in our settings, whatever host the request names', async () => {
    const world = routeHarness();
    const { id, merchant } = await signedUp(world);
    const elsewhere = 'https://evil.example/webhooks/square';
    const honest = await squareWebhook(count(merchant), { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } });
    const forged = await squareWebhook(count(merchant), { url: elsewhere, headers: { host: 'evil.example' } });
    expect((await world.request(elsewhere, honest)).status).toBe(200);
    expect(world.object(id).asked).toHaveLength(1);
    expect((await world.request(elsewhere, forged)).status).toBe(401);
    expect(world.object(id).asked).toHaveLength(1);
  });

  it('is no longer accepted with the previous secret once that is removed', async () => {
    const world = routeHarness();
    const { shop } = await signedUp(world);
    const late = await shopifyWebhook('inventory_levels/update', shop, LEVEL, { secret: 'the old one' });
    expect((await world.request('/webhooks/shopify', late)).status).toBe(401);
    const lateToo = await squareWebhook(count('M'), { key: 'the old key' });
    expect((await world.request('/webhooks/square', lateToo)).status).toBe(401);
  });

  it('that we do not know is answered 200 and touches no object', async () => {
    const world = routeHarness();
    expect(
      (await world.request('/webhooks/shopify', await shopifyWebhook('inventory_levels/update', 'nobody.myshopify.com', LEVEL))).status,
    ).toBe(200);
    expect((await world.request('/webhooks/square', await squareWebhook(count('NOBODY')))).status).toBe(200);
    expect(world.touched).toMatchObject({ objects: 0, queues: 0 });
  });

  it('with a topic that we do not subscribe to is answered 200 and dropped', async () => {
    const world = routeHarness();
    const { shop } = await signedUp(world);
    expect((await world.request('/webhooks/shopify', await shopifyWebhook('carts/update', shop, '{"id":1}'))).status).toBe(200);
    expect(world.touched).toEqual({ database: 0, objects: 0, queues: 0 });
  });

  it.each(['throws', 'hangs'])('is put on the queue when its object %s', async (how) => {
    expectNoise(how === 'throws' ? /webhook\.object-unreachable/u : /webhook\.object-slow/u);
    const world = routeHarness();
    const { id, shop } = await signedUp(world);
    world.object(id).script.onIngest = how === 'throws' ? () => Promise.reject(new Error('gone')) : () => new Promise(() => {});
    const answer = await world.request('/webhooks/shopify', await shopifyWebhook('inventory_levels/update', shop, LEVEL));
    expect(answer.status).toBe(200);
    expect(world.events).toMatchObject([
      { owner: { source: 'shopify', name: shop }, event: { kind: 'levels' }, receipt: { payload: LEVEL } },
    ]);
  });

  it('is answered 503 when the queue is down as well, so that the platform repeats it', async () => {
    expectNoise(/webhook\.object-unreachable/u);
    expectNoise(/webhook\.queue-unreachable/u);
    const world = routeHarness();
    const { id, shop } = await signedUp(world);
    world.object(id).script.onIngest = () => Promise.reject(new Error('gone'));
    world.queue.down = true;
    expect((await world.request('/webhooks/shopify', await shopifyWebhook('inventory_levels/update', shop, LEVEL))).status).toBe(503);
  });

  it('finds its new account when the cached one is no longer its owner', async () => {
    const world = routeHarness();
    const old = await signedUp(world);
    const next = await signedUp(world);
    await world.request('/webhooks/square', await squareWebhook(count(old.merchant)));
    world.object(old.id).script.ingest = 'not-mine';
    const { db } = world.services;
    const { releaseSquareMerchant } = await import('../../../src/db/accounts');
    await releaseSquareMerchant(db, old.id);
    await releaseSquareMerchant(db, next.id);
    await claimSquareMerchant(db, next.id, old.merchant);
    expect((await world.request('/webhooks/square', await squareWebhook(count(old.merchant)))).status).toBe(200);
    expect(world.object(next.id).asked[0]?.[1]).toEqual({ source: 'square', name: old.merchant });
  });
});

describe('the end of an installation', () => {
  const uninstalled = (shop: string): string => JSON.stringify({ id: 1, name: 'Demo', myshopify_domain: shop, domain: shop });

  it('ends everything in one event, once Shopify also refuses our token', async () => {
    const world = routeHarness();
    const { id, shop, merchant, cookie } = await signedUp(world);
    world.object(id).script.shopInfo = err({ code: 'failed_precondition', message: 'The token was refused.' });
    expect((await world.request('/webhooks/shopify', await shopifyWebhook('app/uninstalled', shop, uninstalled(shop)))).status).toBe(200);
    expect(world.object(id).asked).toContainEqual(['endIfRevoked', 'shopify']);
    const account = await findAccount(world.services.db, id);
    expect(account).toMatchObject({ status: 'uninstalled', subscribed: false, squareMerchantId: merchant });
    expect(await readSession(world.services.db, cookie.slice('_shsessid='.length), world.clock.now)).toBeNull();
  });

  it('is not accepted while the token still works, because an old webhook may be repeated', async () => {
    const world = routeHarness();
    const { id, shop, cookie } = await signedUp(world);
    expect((await world.request('/webhooks/shopify', await shopifyWebhook('app/uninstalled', shop, uninstalled(shop)))).status).toBe(200);
    expect((await findAccount(world.services.db, id))?.status).toBe('active');
    expect(world.object(id).asked.map(([method]) => method)).toEqual(['endIfRevoked', 'expectRevocation']);
    expect(world.object(id).asked[1]?.slice(1, 3)).toEqual([
      { source: 'shopify', name: shop },
      { kind: 'revoked', source: 'shopify' },
    ]);
    expect(await readSession(world.services.db, cookie.slice('_shsessid='.length), world.clock.now)).not.toBeNull();
  });

  it('waits on the queue while Shopify cannot be reached', async () => {
    expectNoise(/webhook\.object-unreachable/u);
    const world = routeHarness();
    const { id, shop } = await signedUp(world);
    world.object(id).script.shopInfo = err({ code: 'unavailable', message: 'Shopify cannot be reached.' });
    expect((await world.request('/webhooks/shopify', await shopifyWebhook('app/uninstalled', shop, uninstalled(shop)))).status).toBe(200);
    expect(world.events).toMatchObject([{ event: { kind: 'revoked', source: 'shopify' } }]);
    expect((await findAccount(world.services.db, id))?.status).toBe('active');
  });

  it('is stored in the database even if the object processed it before', async () => {
    const world = routeHarness();
    const { id, shop } = await signedUp(world);
    world.object(id).script.shopInfo = err({ code: 'failed_precondition', message: 'The token was refused.' });
    world.object(id).script.ingest = 'not-mine';
    await world.request('/webhooks/shopify', await shopifyWebhook('app/uninstalled', shop, uninstalled(shop)));
    expect((await findAccount(world.services.db, id))?.status).toBe('uninstalled');
  });

  it('at Square frees the merchant for another account', async () => {
    const world = routeHarness();
    const { id, merchant } = await signedUp(world);
    world.object(id).script.syncLocations = err({ code: 'failed_precondition', message: 'The token was refused.' });
    const body = JSON.stringify({
      merchant_id: merchant,
      type: 'oauth.authorization.revoked',
      event_id: 'e',
      data: { type: 'revocation', id: 'r' },
    });
    expect((await world.request('/webhooks/square', await squareWebhook(body))).status).toBe(200);
    expect(world.object(id).asked).toContainEqual(['endIfRevoked', 'square']);
    expect((await findAccount(world.services.db, id))?.squareMerchantId).toBeNull();
  });
});

describe("Shopify's privacy requests", () => {
  it('customers/redact has the numbers of the orders removed that it names, and none that is no number', async () => {
    const world = routeHarness();
    const { id, shop } = await signedUp(world);
    world.object(id).api.forgetOrders = async () => 2;
    const redact = async (orders: unknown) => {
      const body = JSON.stringify({ shop_id: 1, shop_domain: shop, customer: { id: 9 }, orders_to_redact: orders });
      return (await world.request('/webhooks/shopify', await shopifyWebhook('customers/redact', shop, body))).status;
    };
    expect(await redact([5678, '5679', -1, 'x', { id: 3 }])).toBe(200);
    expect(world.object(id).asked).toContainEqual(['forgetOrders', ['5678', '5679']]);
    const { env } = await import('cloudflare:test');
    const rows = await env.DB.prepare('select outcome from compliance where account = ?').bind(id).all();
    const outcome = 'Nothing about customers is stored. Numbers of orders removed from the history: 2.';
    expect(rows.results).toEqual([{ outcome }]);
    // Where they cannot be removed now, Shopify asks again.
    world.object(id).api.forgetOrders = async () => Promise.reject(new Error('down'));
    expectNoise(/compliance\.failed/u);
    expect(await redact([5678])).toBe(503);
    for (const nothing of [[], null, 'all', {}]) expect(await redact(nothing)).toBe(200);
  });

  it.each([
    [
      'customers/data_request',
      'Nothing about customers is stored. Numbers of orders, where the shop lets us read them, stand in its history.',
    ],
    ['customers/redact', 'Nothing about customers is stored.'],
  ])('%s is recorded without the customer’s data', async (topic, outcome) => {
    const world = routeHarness();
    const { id, shop } = await signedUp(world);
    const body = JSON.stringify({
      shop_id: 1,
      shop_domain: shop,
      customer: { id: 9, email: 'jane@example.com' },
      data_request: { id: 77 },
    });
    expect((await world.request('/webhooks/shopify', await shopifyWebhook(topic, shop, body))).status).toBe(200);
    const { env } = await import('cloudflare:test');
    const rows = await env.DB.prepare('select * from compliance where account = ?').bind(id).all();
    expect(rows.results).toMatchObject([{ topic, request: '77', outcome }]);
    expect(JSON.stringify(rows.results)).not.toContain('jane');
  });

  it('shop/redact queues the deletion of all data', async () => {
    const world = routeHarness();
    const { id, shop } = await signedUp(world);
    world.object(id).script.shopInfo = err({ code: 'failed_precondition', message: 'The token was refused.' });
    const body = JSON.stringify({ shop_id: 1, shop_domain: shop });
    expect((await world.request('/webhooks/shopify', await shopifyWebhook('shop/redact', shop, body))).status).toBe(200);
    expect(world.woken).toHaveLength(1);
    const { runTask } = await import('../../../src/worker/jobs/run-task');
    await runTask(world.services, world.woken[0] ?? 0);
    expect(world.object(id).asked).toContainEqual(['erase']);
    expect(await findAccount(world.services.db, id)).toBeNull();
  });

  it('shop/redact applies to the shop in its signed body, regardless of the header', async () => {
    const world = routeHarness();
    const [named, other] = [await signedUp(world), await signedUp(world)];
    for (const { id } of [named, other]) {
      world.object(id).script.shopInfo = err({ code: 'failed_precondition', message: 'The token was refused.' });
    }
    const body = JSON.stringify({ shop_id: 1, shop_domain: named.shop });
    expect((await world.request('/webhooks/shopify', await shopifyWebhook('shop/redact', other.shop, body))).status).toBe(200);
    expect(world.object(named.id).asked.map(([method]) => method)).toEqual(['stillConnected']);
    expect(world.object(other.id).asked).toEqual([]);
  });

  it('shop/redact deletes nothing from a shop that has installed the app again', async () => {
    const world = routeHarness();
    const { id, shop } = await signedUp(world);
    const body = JSON.stringify({ shop_id: 1, shop_domain: shop });
    expect((await world.request('/webhooks/shopify', await shopifyWebhook('shop/redact', shop, body))).status).toBe(200);
    expect(world.woken).toEqual([]);
    expect(await findAccount(world.services.db, id)).not.toBeNull();
  });
});

import { env, runInDurableObject, SELF } from 'cloudflare:test';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import type { AccountApi } from '../../../src/durable/api/account-api';
import type { KeptReceipt } from '../../../src/durable/api/operator-api';
import { isRecord } from '../../../src/platforms/json';
import { accountId } from '../../support/account-id';
import { control, WORKER, type Browser } from '../support/browser';
import { textWith } from '../support/like';
import { openShop, sell, servicesUnderTest, SOLD_SKU } from '../support/shop';
import { squareWebhook } from '../support/sign';
import { pairLocations, settled, subscribe } from '../support/worker-harness';

let operator: Browser;
let merchant: Browser;
let demo = '';
let own = '';

interface Payload {
  readonly id: string;
  readonly type: string;
  readonly json_payload: string;
  readonly received: string;
}

beforeAll(async () => {
  await control('reset', 'POST', { catalogue: { variants: 3, seed: 1 } });
  await control('config', 'PUT', { autoApprove: true });
  ({ browser: merchant, accountId: demo } = await openShop('demo', 'MLDEMO'));
  ({ browser: operator, accountId: own } = await openShop('operator', ''));
  await pairLocations(merchant);
  await subscribe(merchant);
  await settled();
  await sell('shopify');
  await vi.waitFor(async () => {
    expect((await payloads()).map(({ type }) => type)).toContain('inventory_levels/update');
    expect(await stock()).toEqual({ shopify: 99, square: 99 });
  }, 180_000);
  await squareTells();
});

/** Sends Square's count webhook, as Square would after each change; here Square has no receiver of its own. */
async function squareTells(): Promise<void> {
  const services = servicesUnderTest();
  const object = services.account(accountId(demo));
  const place = (await object.locations()).synced[0]?.square.sourceId;
  const items = await object.externalItems('square', { cursor: '', limit: 100 });
  const variation = items.ok ? items.value.variants.find(({ sku }) => sku === SOLD_SKU)?.id : undefined;
  const counts = [
    {
      catalog_object_id: variation,
      catalog_object_type: 'ITEM_VARIATION',
      state: 'IN_STOCK',
      location_id: place,
      quantity: '99',
      calculated_at: new Date().toISOString(),
    },
  ];
  const data = { type: 'inventory_counts', id: 'd1', object: { inventory_counts: counts } };
  const body = JSON.stringify({ merchant_id: 'MLDEMO', type: 'inventory.count.updated', event_id: crypto.randomUUID(), data });
  const { webhookKey: key } = services.config.platform.square;
  const answer = await SELF.fetch(`${WORKER}/webhooks/square`, await squareWebhook(body, { key, url: `${WORKER}/webhooks/square` }));
  expect(answer.status).toBe(200);
}

const call = (method: string, message: object): Promise<unknown> => operator.call(`sh.Admin/${method}`, message);

async function payloads(message: object = {}): Promise<readonly Payload[]> {
  const answer = await operator.call<{ payloads: Payload[] }>('sh.Admin/AdminGetWebhookPayloads', { account_id: demo, ...message });
  return answer.payloads;
}

const replay = (id: string, account = demo): Promise<unknown> => call('AdminReplayWebhookReceipt', { account_id: account, id });

async function newest(type: string): Promise<Payload> {
  const found = (await payloads()).find((one) => one.type === type);
  if (found === undefined) throw new Error(`no ${type} was received`);
  return found;
}

async function stock(): Promise<unknown> {
  const answer = await env.SANDBOX.fetch('http://localhost:8789/control/stock?sku=GEN-000001');
  return answer.json();
}

describe('received webhooks', () => {
  it('are listed as received, newest first', async () => {
    const all = await payloads();
    const times = all.map(({ received }) => Date.parse(received));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const level = all.find(({ type }) => type === 'inventory_levels/update');
    expect(JSON.parse(level?.json_payload ?? '')).toMatchObject({ available: 99 });
  });

  it('are limited to the requested start time and number', async () => {
    const all = await payloads();
    expect(await payloads({ limit: 2 })).toEqual(all.slice(0, 2));
    const since = all[1]?.received ?? '';
    const later = await payloads({ since });
    expect(later.length).toBeGreaterThan(0);
    expect(later.every(({ received }) => received >= since)).toBe(true);
    expect(await payloads({ since: '2099-01-01T00:00:00Z' })).toEqual([]);
  });

  it('keep their ids when more arrive, and when the object restarts', async () => {
    const before = await payloads();
    await sell('shopify');
    await vi.waitFor(async () => expect((await payloads()).length).toBeGreaterThan(before.length), 180_000);
    const stub = env.ACCOUNT.getByName(demo);
    await runInDurableObject(stub, (_, state) => {
      state.abort('begin again');
    }).catch(() => undefined);
    const ids = (await payloads()).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  });

  it('belong to only one account', async () => {
    const { id } = await newest('inventory_levels/update');
    const foreign = await operator.call<{ payloads: Payload[] }>('sh.Admin/AdminGetWebhookPayloads', { account_id: own });
    expect(foreign.payloads.filter(({ type }) => type.startsWith('inventory'))).toEqual([]);
    expect(await replay(id, own)).toMatchObject({ code: 'not_found' });
  });

  it('are shown for thirty days', async () => {
    const object = servicesUnderTest().account(accountId(demo));
    const kept = async (from: Pick<AccountApi, 'receipts'>): Promise<readonly KeptReceipt[]> => {
      const page = await from.receipts({ since: 0, limit: 10, cursor: '' });
      return page.ok ? page.value.receipts : [];
    };
    const [one] = await kept(object);
    const month = 31 * 86_400_000;
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + month);
    expect(await runInDurableObject(env.ACCOUNT.getByName(demo), (instance) => kept(instance))).toEqual([]);
    expect(await runInDurableObject(env.ACCOUNT.getByName(demo), (instance) => instance.receipt(one?.id ?? ''))).toBeNull();
    now.mockRestore();
    expect(await object.receipt(one?.id ?? '')).toEqual(one);
  });

  it.each([
    [{ limit: -1 }, 'limit must not be negative.'],
    [{ since: 'yesterday' }, 'since must be a time'],
    [{ cursor: 'x' }, 'cursor is none that a page before has named.'],
    [{ since: '2026-02-30T00:00:00Z' }, 'since must be a time'],
    [{ account_id: 'x' }, 'account_id must be'],
    [{ account_id: '' }, 'account_id is missing.'],
  ])('are not listed for %j', async (message, problem) => {
    expect(await call('AdminGetWebhookPayloads', { account_id: demo, ...message })).toMatchObject({
      code: 'invalid_argument',
      msg: textWith(problem),
    });
  });
});

describe('a received webhook that is replayed', () => {
  it('changes no stock, because its values are outdated', async () => {
    await settledStock();
    const before = await stock();
    for (const type of ['inventory_levels/update', 'inventory.count.updated', 'products/update']) {
      const { id } = await newest(type);
      expect(await replay(id)).toEqual({});
    }
    await settledStock();
    expect(await stock()).toEqual(before);
  });

  it('goes through the webhook route, so it is received once more', async () => {
    const before = await payloads();
    const level = await newest('inventory_levels/update');
    expect(await replay(level.id)).toEqual({});
    const after = await payloads();
    expect(after).toHaveLength(before.length + 1);
    expect(after.find(({ id }) => !before.some((one) => one.id === id))).toMatchObject({
      type: level.type,
      json_payload: level.json_payload,
    });
  });

  it('applies a change that was never processed', async () => {
    await settledStock();
    // The object misses the last change at Shopify, as if it had lost that webhook.
    await control('config', 'PUT', { faults: { shopify: { webhookLoss: 1 } } });
    await sell('shopify');
    const level = await newest('inventory_levels/update');
    const told: unknown = JSON.parse(level.json_payload);
    if (!isRecord(told)) throw new Error('a level is an object');
    const available = Number(told['available']) - 1;
    const receipt = {
      type: level.type,
      receivedAt: Date.now(),
      payload: JSON.stringify({ ...told, available, updated_at: new Date().toISOString() }),
    };
    await runInDurableObject(env.ACCOUNT.getByName(demo), (_, state) => {
      const [day] = state.storage.sql
        .exec<{ name: string }>("select name from sqlite_master where name glob 'day_*' order by name desc")
        .toArray();
      state.storage.sql.exec(`insert into ${day?.name} (seq, body) values (null, ?)`, JSON.stringify({ r: [receipt] }));
    });
    const kept = (await payloads()).find(({ json_payload }) => json_payload === receipt.payload);
    expect(await replay(kept?.id ?? '')).toEqual({});
    await vi.waitFor(async () => {
      const { shopify, square } = (await stock()) as { shopify: number; square: number };
      expect(square).toBe(shopify);
    }, 180_000);
    await control('config', 'PUT', { faults: { shopify: { webhookLoss: 0 } } });
  });

  it.each(['0-0-0', '1-1-0', 'x', '20778-1-0; drop table meta', `${'9'.repeat(7)}-1-0`, '20778-1'])(
    'must be one that is stored: %s',
    async (id) => {
      expect(await replay(id)).toMatchObject({ code: 'not_found', msg: 'There is no such webhook for this account.' });
    },
  );

  it('must be given by its id', async () => {
    expect(await replay('')).toMatchObject({ code: 'invalid_argument', msg: 'id is missing.' });
  });

  it('must still belong to this account, and must have a body', async () => {
    const object = env.ACCOUNT.getByName(demo);
    const square = await newest('inventory.count.updated');
    await runInDurableObject(object, (_, state) => {
      const [day] = state.storage.sql
        .exec<{ name: string }>("select name from sqlite_master where name glob 'day_*' order by name desc")
        .toArray();
      const now = Date.now();
      const receipts = [
        { type: 'inventory.count.updated', receivedAt: now, payload: square.json_payload.replaceAll('MLDEMO', 'MLFORMER') },
        { type: 'products/update', receivedAt: now, payload: '' },
        { type: 'products/eaten', receivedAt: now, payload: '{}' },
      ];
      state.storage.sql.exec(`insert into ${day?.name} (seq, body) values (null, ?)`, JSON.stringify({ r: receipts }));
    });
    const texts = (await payloads({ limit: 3 })).map(async ({ id }) =>
      operator.call<{ msg: string }>('sh.Admin/AdminReplayWebhookReceipt', { account_id: demo, id }),
    );
    const answers = (await Promise.all(texts)).map(({ msg }) => msg).sort();
    expect(answers).toEqual([
      'The body of this webhook was too long to keep, so there is nothing to replay.',
      'This webhook belongs to a Square account that is no longer connected to this one.',
      'This webhook can no longer be read: this release expects a different format.',
    ]);
  });
});

/** Waits until nothing is on its way between the platforms. */
async function settledStock(): Promise<void> {
  const object = servicesUnderTest().account(accountId(demo));
  await vi.waitFor(async () => {
    const { owed, oldestUnderWayMs } = await object.state();
    expect([owed, oldestUnderWayMs]).toEqual([0, 0]);
  }, 180_000);
}

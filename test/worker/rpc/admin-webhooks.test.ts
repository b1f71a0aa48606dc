import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { SHOPIFY_TOPICS } from '../../../src/domain/shopify-topics';
import { WANTED_WEBHOOKS } from '../../../src/platforms/shopify/webhooks';
import { accountId } from '../../support/account-id';
import { holdAlarms, runAlarm } from '../../support/alarms';
import { expectNoise } from '../../support/fail-on-noise';
import { control, WORKER, type Browser } from '../support/browser';
import { textLike, textWith } from '../support/like';
import { openShop, servicesUnderTest } from '../support/shop';

let operator: Browser;
let demo = '';
let own = '';

const OURS = `${WORKER}/webhooks/shopify`;
const ARN = 'arn:aws:events:us-east-1::event-source/aws.partner/shopify.com/123/orders';

interface Subscription {
  readonly id: string;
  readonly topic: string;
  readonly aws_arn: string;
  readonly google_project: string;
  readonly google_topic: string;
  readonly http_url: string;
}

beforeAll(async () => {
  holdAlarms(true);
  await control('reset', 'POST', { catalogue: { variants: 2, seed: 1 } });
  await control('config', 'PUT', { autoApprove: true });
  demo = (await openShop('demo', '')).accountId;
  ({ browser: operator, accountId: own } = await openShop('operator', ''));
  await vi.waitFor(async () => {
    for (const id of [demo, own]) expect(await list(id)).toHaveLength(WANTED_WEBHOOKS.length);
  }, 180_000);
});

const call = (method: string, message: object): Promise<unknown> => operator.call(`sh.Admin/${method}`, message);

async function list(id: string): Promise<readonly Subscription[]> {
  const answer = await operator.call<{ subscriptions: Subscription[] }>('sh.Admin/AdminGetWebhooks', { id });
  return answer.subscriptions;
}

const save = (subscription: object): Promise<unknown> => call('AdminSaveWebhook', { account_id: demo, subscription });

async function find(topic: string, target: Partial<Subscription>): Promise<Subscription | undefined> {
  const wanted = { topic, ...target };
  return (await list(demo)).find((one) => Object.entries(wanted).every(([name, value]) => Reflect.get(one, name) === value));
}

describe('the webhook subscriptions of a shop', () => {
  it('are listed with their targets', async () => {
    const all = await list(demo);
    expect(all.map(({ topic }) => topic).sort()).toEqual(WANTED_WEBHOOKS.map(({ topic }) => topic).sort());
    expect(all[0]).toMatchObject({
      id: textLike(/^gid:\/\/shopify\/WebhookSubscription\/\d+$/u),
      http_url: OURS,
      aws_arn: '',
    });
  });

  it('can target Amazon or Google, and change from one to the other', async () => {
    expect(await save({ topic: 'PRODUCTS_UPDATE', aws_arn: ARN })).toEqual({});
    const made = await find('PRODUCTS_UPDATE', { aws_arn: ARN });
    expect(made).toMatchObject({ google_project: '', google_topic: '', http_url: '' });
    expect(await save({ id: made?.id, topic: 'PRODUCTS_UPDATE', google_project: 'shop-events', google_topic: 'products' })).toEqual({});
    expect(await find('PRODUCTS_UPDATE', { id: made?.id ?? '' })).toMatchObject({
      aws_arn: '',
      google_project: 'shop-events',
      google_topic: 'products',
      http_url: '',
    });
    expect(await find('PRODUCTS_UPDATE', { http_url: OURS })).toBeDefined();
  });

  it('can change their topic, which removes the old subscription', async () => {
    const before = await find('PRODUCTS_UPDATE', { google_topic: 'products' });
    expect(await save({ ...before, topic: 'PRODUCTS_DELETE' })).toEqual({});
    expect(await find('PRODUCTS_UPDATE', { google_topic: 'products' })).toBeUndefined();
    expect(await find('PRODUCTS_DELETE', { google_topic: 'products' })).toBeDefined();
  });

  it('are not created twice', async () => {
    const before = await list(demo);
    expect(await save({ topic: 'PRODUCTS_DELETE', google_project: 'shop-events', google_topic: 'products' })).toMatchObject({
      code: 'already_exists',
    });
    const same = before.find(({ google_topic }) => google_topic === 'products');
    expect(await save({ ...same })).toEqual({});
    expect(await list(demo)).toEqual(before);
  });

  it('can be deleted, also by their number', async () => {
    const one = await find('PRODUCTS_DELETE', { google_topic: 'products' });
    const id = one?.id.split('/').at(-1);
    expect(await call('AdminSaveWebhook', { account_id: demo, subscription: { id }, delete: true })).toEqual({});
    expect(await find('PRODUCTS_DELETE', { google_topic: 'products' })).toBeUndefined();
    expect(await call('AdminSaveWebhook', { account_id: demo, subscription: { id }, delete: true })).toMatchObject({ code: 'not_found' });
  });

  it('of the product itself are recreated on request, and no others are changed', async () => {
    await save({ topic: 'ORDERS_CREATE', aws_arn: ARN });
    for (const topic of ['PRODUCTS_UPDATE', 'APP_UNINSTALLED']) {
      const one = await find(topic, { http_url: OURS });
      expect(await call('AdminSaveWebhook', { account_id: demo, subscription: one, delete: true })).toEqual({});
    }
    expect(await listening(demo)).toBe(false);
    expectNoise(/webhook subscriptions made: PRODUCTS_UPDATE, APP_UNINSTALLED/u);
    expect(await call('AdminAddAllWebhooks', { id: Number(demo) })).toEqual({});
    const topics = (await list(demo)).filter(({ http_url }) => http_url === OURS).map(({ topic }) => topic);
    expect(topics.sort()).toEqual(WANTED_WEBHOOKS.map(({ topic }) => topic).sort());
    expect(await find('ORDERS_CREATE', { aws_arn: ARN })).toBeDefined();
    expect(await listening(demo)).toBe(true);
    expect(await call('AdminAddAllWebhooks', { id: Number(demo) })).toEqual({});
    expect(await list(demo)).toHaveLength(WANTED_WEBHOOKS.length + 1);
  });

  it('of the product itself are recreated automatically', async () => {
    const one = await find('SHOP_UPDATE', { http_url: OURS });
    expect(await call('AdminSaveWebhook', { account_id: demo, subscription: one, delete: true })).toEqual({});
    expect(await find('SHOP_UPDATE', { http_url: OURS })).toBeUndefined();
    const soon = Date.now() + 61_000;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => soon);
    expectNoise(/webhook subscriptions made: SHOP_UPDATE/u);
    await runAlarm(env.ACCOUNT.getByName(demo));
    clock.mockRestore();
    expect(await find('SHOP_UPDATE', { http_url: OURS })).toBeDefined();
  });

  it('that an operator adds for our own address are kept', async () => {
    expect(await save({ topic: 'COLLECTIONS_CREATE', http_url: OURS })).toEqual({});
    expect(await call('AdminAddAllWebhooks', { id: Number(demo) })).toEqual({});
    const kept = await find('COLLECTIONS_CREATE', { http_url: OURS });
    expect(await call('AdminSaveWebhook', { account_id: demo, subscription: kept, delete: true })).toEqual({});
    expect(await find('COLLECTIONS_CREATE', { http_url: OURS })).toBeUndefined();
  });

  it('of another shop cannot be changed', async () => {
    const [foreign] = await list(own);
    expect(await save({ ...foreign, topic: 'SHOP_UPDATE' })).toMatchObject({ code: 'not_found' });
    expect(await call('AdminSaveWebhook', { account_id: demo, subscription: foreign, delete: true })).toMatchObject({ code: 'not_found' });
    expect(await list(own)).toHaveLength(WANTED_WEBHOOKS.length);
  });

  it.each([
    ['nothing', undefined, 'subscription is missing.'],
    ['no topic', { aws_arn: ARN }, 'subscription.topic is missing.'],
    ['an unknown topic', { topic: 'ORDERS_EATEN', aws_arn: ARN }, 'subscription.topic must be one of the topics'],
    ['a topic as webhooks name it', { topic: 'products/update', aws_arn: ARN }, 'subscription.topic must be one of the topics'],
    ['no target', { topic: 'SHOP_UPDATE' }, 'has no target'],
    ['two targets', { topic: 'SHOP_UPDATE', aws_arn: ARN, http_url: OURS }, 'more than one target'],
    ['half of a target', { topic: 'SHOP_UPDATE', google_project: 'shop-events' }, 'google_topic is missing'],
    ['the other half', { topic: 'SHOP_UPDATE', google_topic: 'topic' }, 'google_project is missing'],
    ['a project that is none', { topic: 'SHOP_UPDATE', google_project: 'A:B', google_topic: 'topic' }, 'google_project must be'],
    ['a topic of Google’s own', { topic: 'SHOP_UPDATE', google_project: 'shop-events', google_topic: 'goog-x' }, 'google_topic must be'],
    ['somebody’s event bus', { topic: 'SHOP_UPDATE', aws_arn: 'arn:aws:events:us-east-1:1234:event-bus/x' }, 'aws_arn must name'],
    ['a plain address', { topic: 'SHOP_UPDATE', http_url: 'http://example.com/hooks' }, 'must start with https://'],
    [
      'somebody else’s address',
      { topic: 'SHOP_UPDATE', http_url: 'https://example.com/hooks' },
      "any other address would receive the merchant's data",
    ],
    ['no address', { topic: 'SHOP_UPDATE', http_url: 'javascript:alert(1)' }, 'must start with https://'],
    ['no address at all', { topic: 'SHOP_UPDATE', http_url: 'webhooks' }, 'http_url is not an address'],
    ['an id of another kind', { id: 'gid://shopify/Product/1', topic: 'SHOP_UPDATE', http_url: OURS }, 'subscription.id must be'],
  ])('are not saved with %s', async (_, subscription, problem) => {
    const before = await list(demo);
    expect(await call('AdminSaveWebhook', { account_id: demo, ...(subscription && { subscription }) })).toMatchObject({
      code: 'invalid_argument',
      msg: textWith(problem),
    });
    expect(await list(demo)).toEqual(before);
  });

  it('can only be requested for an existing account', async () => {
    expect(await call('AdminGetWebhooks', { id: '999999' })).toMatchObject({ code: 'not_found' });
    expect(await call('AdminAddAllWebhooks', { id: 999_999 })).toMatchObject({ code: 'not_found' });
    expect(await call('AdminAddAllWebhooks', { id: 0 })).toMatchObject({ code: 'invalid_argument', msg: 'id is missing.' });
    expect(await call('AdminAddAllWebhooks', { id: -1 })).toMatchObject({ code: 'invalid_argument' });
    expect(await call('AdminSaveWebhook', { account_id: 'x', subscription: { topic: 'SHOP_UPDATE', aws_arn: ARN } })).toMatchObject({
      code: 'invalid_argument',
    });
  });

  it('are unavailable while Shopify is down', async () => {
    await control('config', 'PUT', { faults: { shopify: { rate5xx: 1 } } });
    for (const refused of [
      await call('AdminGetWebhooks', { id: demo }),
      await save({ topic: 'SHOP_UPDATE', aws_arn: ARN }),
      await call('AdminAddAllWebhooks', { id: Number(demo) }),
    ]) {
      expect(refused).toMatchObject({ code: 'unavailable', msg: textWith('Shopify cannot be reached') });
    }
    expectNoise(/webhook subscriptions could not be checked/u);
    await control('config', 'PUT', { faults: { shopify: { rate5xx: 0 } } });
  });
});

describe('the scopes of a shop', () => {
  it('are returned as granted and as desired', async () => {
    const wanted = ['read_products', 'write_products', 'read_inventory', 'write_inventory', 'read_locations'];
    const scopes = await operator.call<{ granted_scopes: string[]; desired_scopes: string[] }>('sh.Admin/AdminGetScopes', { id: demo });
    expect(scopes.desired_scopes).toEqual(wanted);
    expect([...scopes.granted_scopes].sort()).toEqual([...wanted].sort());
  });
});

describe('the topics', () => {
  it('include all that the product itself needs, and more, sorted and without duplicates', () => {
    expect(SHOPIFY_TOPICS).toEqual([...new Set(SHOPIFY_TOPICS)].sort());
    expect(SHOPIFY_TOPICS).toEqual(expect.arrayContaining(WANTED_WEBHOOKS.map(({ topic }) => topic)));
    expect(SHOPIFY_TOPICS.length).toBeGreaterThan(200);
  });
});

async function listening(id: string): Promise<boolean> {
  // `listening` also requires a subscription; what the webhook subscription maintenance knows is part of it.
  await servicesUnderTest().account(accountId(id)).setEntitlement({ subscribed: true, accessEnds: null });
  return (await servicesUnderTest().account(accountId(id)).state()).listening;
}

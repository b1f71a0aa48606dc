import { describe, expect, it } from 'vitest';

import { ok, err } from '../../../src/domain/result';
import type { HttpAnswer } from '../../../src/platforms/http';
import { textAt } from '../../../src/platforms/json';
import { createSubscription, readSubscriptions } from '../../../src/platforms/shopify/billing';
import { readShop } from '../../../src/platforms/shopify/shop';
import { WANTED_WEBHOOKS, createWebhook, repairWebhooks, updateWebhook } from '../../../src/platforms/shopify/webhooks';
import { shopifyOver } from '../support/environment';
import { answered, scriptedHttp, answers } from '../support/scripted-http';

const URI = 'https://hooks.example/webhooks/shopify';
const data = (value: unknown): HttpAnswer => answers({ data: value });
const node = (topic: string, uri = URI, includeFields: readonly string[] = []): unknown => ({
  id: `gid://shopify/W/${topic}`,
  topic,
  uri,
  includeFields,
});
const list = (nodes: readonly unknown[], endCursor: string | null = null): HttpAnswer =>
  data({ webhookSubscriptions: { nodes, pageInfo: { hasNextPage: endCursor !== null, endCursor } } });
const created = (userErrors: readonly unknown[] = []): HttpAnswer =>
  data({ webhookSubscriptionCreate: { webhookSubscription: null, userErrors } });
const changed = (userErrors: readonly unknown[] = []): HttpAnswer =>
  data({ webhookSubscriptionUpdate: { webhookSubscription: null, userErrors } });
const removed = data({ webhookSubscriptionDelete: { deletedWebhookSubscriptionId: 'x', userErrors: [] } });

describe('a shop’s webhook subscriptions', () => {
  const all = WANTED_WEBHOOKS.map(({ topic, includeFields }) => node(topic, URI, includeFields));

  it('are left alone when they are correct, across all pages', async () => {
    const http = scriptedHttp(list(all.slice(0, 9), 'a'), list(all.slice(9)));
    expect(await repairWebhooks(shopifyOver(http), URI)).toEqual(ok({ created: [], recut: [], removed: [] }));
  });

  it('are created if missing, deleted if no longer wanted, and left alone if they go elsewhere', async () => {
    const others = [node('ORDERS_CREATE'), node('INVENTORY_LEVELS_UPDATE', 'https://elsewhere.example/hook')];
    const http = scriptedHttp(list([...all.slice(1), ...others]), created(), removed);
    expect(await repairWebhooks(shopifyOver(http), URI)).toEqual(
      ok({ created: ['INVENTORY_LEVELS_UPDATE'], recut: [], removed: ['ORDERS_CREATE'] }),
    );
    expect(http.body(1)).toMatchObject({ variables: { topic: 'INVENTORY_LEVELS_UPDATE', sub: { uri: URI, format: 'JSON' } } });
  });

  it('have their fields updated in place, so that there is never a moment without them', async () => {
    const wide = all.map((one) => (textAt(one, 'topic') === 'SHOP_UPDATE' ? node('SHOP_UPDATE') : one));
    const http = scriptedHttp(list(wide), changed());
    expect(await repairWebhooks(shopifyOver(http), URI)).toEqual(ok({ created: [], recut: ['SHOP_UPDATE'], removed: [] }));
    const sub = { uri: URI, includeFields: ['id', 'myshopify_domain'] };
    expect(http.body(1)).toMatchObject({ variables: { id: 'gid://shopify/W/SHOP_UPDATE', sub } });
  });

  it('are deleted if there are two for a topic', async () => {
    const twice = [...all, { ...(all[0] as object), id: 'gid://shopify/W/twin' }];
    const http = scriptedHttp(list(twice), removed);
    expect(await repairWebhooks(shopifyOver(http), URI)).toMatchObject({ value: { created: [], removed: ['INVENTORY_LEVELS_UPDATE'] } });
    expect(http.body(1)).toMatchObject({ variables: { id: 'gid://shopify/W/twin' } });
  });

  it.each(WANTED_WEBHOOKS.filter(({ topic }) => /^(?:SHOP_|APP_UNINSTALLED|LOCATIONS_)/u.test(topic)))(
    'to $topic include no data about the owner',
    ({ includeFields }) => {
      expect(includeFields.length).toBeGreaterThan(0);
      expect(includeFields.filter((field) => !['id', 'admin_graphql_api_id', 'myshopify_domain'].includes(field))).toEqual([]);
    },
  );

  it('count as created when Shopify says that they exist', async () => {
    const wanted = { topic: 'SHOP_UPDATE', includeFields: [] };
    const taken = created([{ field: ['webhookSubscription', 'callbackUrl'], message: 'Address for this topic has already been taken' }]);
    expect(await createWebhook(shopifyOver(scriptedHttp(taken)), wanted, URI)).toEqual(ok(null));
    const refused = created([{ field: null, message: 'Address is not allowed' }]);
    expect(await createWebhook(shopifyOver(scriptedHttp(refused)), wanted, URI)).toEqual(
      err({ kind: 'refused', detail: 'Address is not allowed' }),
    );
  });

  it('for topics that an operator requested stay, unless the product itself needs other fields', async () => {
    const wide = all.map((one) => (textAt(one, 'topic') === 'PRODUCTS_UPDATE' ? node('PRODUCTS_UPDATE') : one));
    const http = scriptedHttp(list([...wide, node('ORDERS_CREATE'), node('ORDERS_PAID')]), changed(), removed);
    expect(await repairWebhooks(shopifyOver(http), URI, ['ORDERS_CREATE', 'PRODUCTS_UPDATE'])).toEqual(
      ok({ created: [], recut: ['PRODUCTS_UPDATE'], removed: ['ORDERS_PAID'] }),
    );
  });

  it('can be sent elsewhere', async () => {
    const moved = (userErrors: readonly unknown[]): HttpAnswer =>
      data({ webhookSubscriptionUpdate: { webhookSubscription: null, userErrors } });
    const http = scriptedHttp(moved([]), moved([{ field: null, message: 'Address is not allowed' }]));
    const id = 'gid://shopify/WebhookSubscription/1';
    expect(await updateWebhook(shopifyOver(http), id, 'pubsub://project:topic', ['id'])).toEqual(ok(null));
    expect(http.body(0)).toMatchObject({ variables: { id, sub: { uri: 'pubsub://project:topic', includeFields: ['id'] } } });
    expect(await updateWebhook(shopifyOver(http), id, 'pubsub://project:topic', [])).toMatchObject(err({ kind: 'refused' }));
  });

  it('stop at the first failure and report it', async () => {
    expect(await repairWebhooks(shopifyOver(scriptedHttp(list([]), created(), answered(429, ''))), URI)).toMatchObject({
      error: { kind: 'throttled' },
    });
  });
});

describe('a charge', () => {
  const offer = { name: 'Standard', amount: '49.99', currency: 'USD', trialDays: 14, test: true, returnUrl: 'https://app.example/back' };

  it('is requested every 30 days and confirmed by the merchant', async () => {
    const http = scriptedHttp(
      data({
        appSubscriptionCreate: { appSubscription: { id: 'gid://shopify/AppSubscription/1' }, confirmationUrl: 'https://x', userErrors: [] },
      }),
    );
    expect(await createSubscription(shopifyOver(http), offer)).toEqual(
      ok({ id: 'gid://shopify/AppSubscription/1', confirmationUrl: 'https://x' }),
    );
    expect(http.body(0)).toMatchObject({
      variables: {
        name: 'Standard',
        trialDays: 14,
        test: true,
        lineItems: [
          { plan: { appRecurringPricingDetails: { price: { amount: '49.99', currencyCode: 'USD' }, interval: 'EVERY_30_DAYS' } } },
        ],
      },
    });
  });

  it('is refused with Shopify’s reason', async () => {
    const refused = data({
      appSubscriptionCreate: { appSubscription: null, confirmationUrl: null, userErrors: [{ field: null, message: 'no billing' }] },
    });
    expect(await createSubscription(shopifyOver(scriptedHttp(refused)), offer)).toEqual(err({ kind: 'refused', detail: 'no billing' }));
  });

  it('is read with its price and times', async () => {
    const pricingDetails = { __typename: 'AppRecurringPricing', price: { amount: '49.99', currencyCode: 'USD' } };
    const one = {
      id: 'gid://shopify/AppSubscription/1',
      name: 'Standard',
      status: 'ACTIVE',
      test: false,
      trialDays: 14,
      createdAt: '2026-11-01T00:00:00Z',
      currentPeriodEnd: null,
      lineItems: [{ id: 'l', plan: { pricingDetails } }],
    };
    const read = await readSubscriptions(
      shopifyOver(scriptedHttp(data({ currentAppInstallation: { allSubscriptions: { nodes: [one] } } }))),
    );
    expect(read).toMatchObject({
      value: [{ status: 'ACTIVE', amount: '49.99', currency: 'USD', createdAt: Date.UTC(2026, 10, 1), currentPeriodEnd: null }],
    });
  });
});

describe('the shop', () => {
  it('identifies itself', async () => {
    const shop = {
      id: 'x',
      name: 'Demo',
      email: 'a@b.example',
      myshopifyDomain: 'demo.myshopify.com',
      currencyCode: 'EUR',
      shopOwnerName: 'Ada',
    };
    const value = {
      name: 'Demo',
      email: 'a@b.example',
      domain: 'demo.myshopify.com',
      currency: 'EUR',
      ownerName: 'Ada',
      development: false,
    };
    expect(await readShop(shopifyOver(scriptedHttp(data({ shop }))))).toEqual({ ok: true, value });
    const development = { ...shop, plan: { partnerDevelopment: true } };
    expect(await readShop(shopifyOver(scriptedHttp(data({ shop: development }))))).toEqual(ok({ ...value, development: true }));
  });
});

import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { readJson, startSandbox, type Json, type RunningSandbox } from './running-sandbox';
import { at, credentials, list, newKey, part, type shopifyKit, soon, installedApp } from './shopify-kit';

interface Received {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

let sandbox: RunningSandbox;
let receiver: Server;
let url = '';
let received: Received[] = [];
/** The status that the receiver returns. */
let status = 200;

beforeAll(async () => {
  sandbox = await startSandbox();
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.statusCode = status;
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, 'localhost', resolve));
  const address = receiver.address();
  url = `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}/webhooks/shopify`;
});
afterAll(async () => {
  receiver.close();
  await sandbox.stop();
});

const NO_FAULTS = { webhookLoss: 0, webhookDuplicate: 0, webhookReorder: 0, webhookDelayMs: 0 };
let app: ReturnType<typeof shopifyKit>;

beforeEach(async () => {
  await sandbox.configure({ clockSpeed: 1, faults: { shopify: NO_FAULTS } });
  await sandbox.reset({});
  received = [];
  status = 200;
  app = await installedApp(sandbox);
});

const CREATE = `mutation Create($topic: WebhookSubscriptionTopic!, $sub: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $sub) { webhookSubscription { id topic uri includeFields } userErrors { field message } }
}`;

async function subscribe(topic: string, sub: Json = {}) {
  return part((await app.ask(CREATE, { topic, sub: { uri: url, ...sub } })).data, 'webhookSubscriptionCreate');
}

const sell = (delta: number): Promise<unknown> => sandbox.change({ platform: 'shopify', sku: 'MUG-SPK', delta });
const ofTopic = (topic: string) => received.filter(({ headers }) => headers['x-shopify-topic'] === topic);
const counts = async () => part(await sandbox.read('/control/calls'), 'webhooks', 'shopify');
const subscriptions = async () =>
  list((await app.ask('{ webhookSubscriptions(first: 10) { nodes { id } } }')).data, 'webhookSubscriptions', 'nodes');

describe('webhooks', () => {
  it('of a sale are signed, name level and time, and come with products/update', async () => {
    await subscribe('INVENTORY_LEVELS_UPDATE');
    await subscribe('PRODUCTS_UPDATE');
    await sell(-2);
    await soon(() => received.length).toBe(2);
    const [level] = ofTopic('inventory_levels/update');
    const { item } = await app.variant('MUG-SPK');
    const secret = credentials(sandbox).client_secret;
    expect(level?.headers['x-shopify-hmac-sha256']).toBe(
      createHmac('sha256', secret)
        .update(level?.body ?? '')
        .digest('base64'),
    );
    expect(level?.headers).toMatchObject({ 'x-shopify-shop-domain': 'demo.myshopify.com', 'x-shopify-api-version': '2026-07' });
    const body = readJson(level?.body ?? '{}');
    expect(body).toMatchObject({ available: 32, inventory_item_id: Number(item.split('/').at(-1)) });
    expect(body['updated_at']).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}-07:00$/);
    const [product] = ofTopic('products/update');
    expect(product?.headers['x-shopify-event-id']).toBe(level?.headers['x-shopify-event-id']);
    const updated = readJson(product?.body ?? '{}');
    expect(at(updated, 'variants', 0)).toMatchObject({ sku: 'MUG-SPK', inventory_quantity: 32 + 11 });
    await soon(counts).toEqual({ sent: 2, delivered: 2, failed: 0 });
  });

  it('also echo the app’s own writes, once per change that changes something', async () => {
    await subscribe('INVENTORY_LEVELS_UPDATE');
    const { item } = await app.variant('MUG-SPK');
    const locationId = await app.location();
    const key = newKey();
    const change = { inventoryItemId: item, locationId, delta: 3, changeFromQuantity: null };
    await app.adjust([change], key);
    await app.adjust([change], key);
    await app.adjust([{ ...change, delta: 0 }]);
    await sell(-1);
    await soon(() => received.length).toBe(2);
    expect(received.map(({ body }) => readJson(body)['available'])).toEqual([37, 36]);
  });

  it('are limited to the fields of a subscription, and a second subscription for the same address is refused', async () => {
    expect(await subscribe('PRODUCTS_UPDATE', { includeFields: ['id', 'variants.sku'] })).toMatchObject({ userErrors: [] });
    expect(at(await subscribe('PRODUCTS_UPDATE'), 'userErrors', 0, 'message')).toContain('already been taken');
    await sell(-1);
    await soon(() => received.length).toBe(1);
    const body = readJson(received[0]?.body ?? '{}');
    expect(Object.keys(body)).toEqual(['id', 'variants']);
    expect(body['variants']).toEqual([{ sku: 'MUG-SPK' }, { sku: 'MUG-IND' }, { sku: 'MUG-MSS' }]);
  });

  it('are lost, duplicated and reordered on demand', async () => {
    await subscribe('INVENTORY_LEVELS_UPDATE');
    await sandbox.configure({ faults: { shopify: { webhookLoss: 1 } } });
    await sell(-1);
    await soon(counts).toEqual({ sent: 1, delivered: 0, failed: 0 });
    await sandbox.configure({ faults: { shopify: { webhookLoss: 0, webhookDuplicate: 1 } } });
    await sell(-1);
    await soon(() => received.length).toBe(2);
    const ids = received.map(({ headers }) => headers['x-shopify-webhook-id']);
    expect(ids[0]).toBe(ids[1]);
    await sandbox.configure({ faults: { shopify: { webhookDuplicate: 0, webhookReorder: 1 } } });
    await sell(-1);
    await sandbox.configure({ faults: { shopify: { webhookReorder: 0 } } });
    await sell(-1);
    await soon(() => received.length).toBe(4);
    expect(received.slice(2).map(({ body }) => readJson(body)['available'])).toEqual([30, 31]);
  });

  it('that are not acknowledged are retried with the same id, and after eight retries the subscription is gone', async () => {
    await subscribe('INVENTORY_LEVELS_UPDATE');
    status = 503;
    await sandbox.configure({ clockSpeed: 100_000 });
    await sell(-1);
    await soon(() => received.length).toBe(9);
    expect(new Set(received.map(({ headers }) => headers['x-shopify-webhook-id'])).size).toBe(1);
    await sandbox.configure({ clockSpeed: 1 });
    app = await installedApp(sandbox);
    await soon(subscriptions).toEqual([]);
    expect(await counts()).toMatchObject({ sent: 1, delivered: 0, failed: 9 });
  });

  it('that fail once are delivered at the retry', async () => {
    await subscribe('INVENTORY_LEVELS_UPDATE');
    status = 500;
    await sell(-1);
    await soon(() => received.length).toBe(1);
    status = 200;
    await sandbox.configure({ clockSpeed: 10_000 });
    await soon(counts).toEqual({ sent: 1, delivered: 1, failed: 1 });
  });

  it('report finished bulk operations, approved charges and new products', async () => {
    await subscribe('BULK_OPERATIONS_FINISH');
    await subscribe('APP_SUBSCRIPTIONS_UPDATE');
    await subscribe('PRODUCTS_CREATE');
    await subscribe('INVENTORY_LEVELS_CONNECT');
    const run = await app.ask(
      'mutation { bulkOperationRunQuery(query: "{ products { edges { node { id } } } }") { bulkOperation { id } } }',
    );
    await soon(() => ofTopic('bulk_operations/finish').length).toBe(1);
    expect(readJson(ofTopic('bulk_operations/finish')[0]?.body ?? '{}')).toMatchObject({
      admin_graphql_api_id: at(run.data, 'bulkOperationRunQuery', 'bulkOperation', 'id'),
      status: 'completed',
      type: 'query',
    });

    const charge = await app.ask(`mutation {
      appSubscriptionCreate(name: "Standard", returnUrl: "http://localhost:1/",
        lineItems: [{ plan: { appRecurringPricingDetails: { price: { amount: "49.99", currencyCode: USD } } } }]) { confirmationUrl }
    }`);
    const page = String(at(charge.data, 'appSubscriptionCreate', 'confirmationUrl'));
    await fetch(page, { method: 'POST', body: new URLSearchParams({ answer: 'approve' }), redirect: 'manual' });
    await soon(() => ofTopic('app_subscriptions/update').length).toBe(1);
    expect(readJson(ofTopic('app_subscriptions/update')[0]?.body ?? '{}')).toMatchObject({
      app_subscription: { name: 'Standard', status: 'ACTIVE', price: '49.99', currency: 'USD', interval: 'every_30_days' },
    });

    await app.ask('mutation { productCreate(product: { title: "Kite" }) { product { id } } }');
    await soon(() => ofTopic('products/create').length).toBe(1);
    expect(readJson(ofTopic('products/create')[0]?.body ?? '{}')).toMatchObject({ title: 'Kite', handle: 'kite', status: 'active' });
    await soon(() => ofTopic('inventory_levels/connect').length).toBe(1);
    expect(readJson(ofTopic('inventory_levels/connect')[0]?.body ?? '{}')).toMatchObject({ available: 0 });
  });

  it('report the uninstallation of the app', async () => {
    await subscribe('APP_UNINSTALLED');
    await app.ask('mutation { appUninstall { userErrors { message } } }');
    await soon(() => ofTopic('app/uninstalled').length).toBe(1);
    expect(readJson(received[0]?.body ?? '{}')).toMatchObject({ myshopify_domain: 'demo.myshopify.com' });
  });
});

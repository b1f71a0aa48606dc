import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { useSandbox, readJson } from './running-sandbox';
import { adjustment, LOCATION, newKey, refusal, squareKit } from './square-kit';

const sandbox = await useSandbox();
const square = squareKit(sandbox);

/** Square's signature, computed independently of the sandbox. */
const sign = (key: string, url: string, body: string) =>
  createHmac('sha256', key)
    .update(url + body)
    .digest('base64');

describe('webhooks', () => {
  interface Received {
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: string;
  }
  const received: Received[] = [];
  let receiver: Server;
  let url = '';

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
        response.end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, 'localhost', resolve));
    const address = receiver.address();
    url = `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}/webhooks/square?x=1`;
  });
  afterAll(() => {
    receiver.close();
  });

  const ofType = (type: string): Received[] => received.filter(({ body }) => readJson(body)['type'] === type);

  it('are sent signed to the subscription of the application, also for its own writes, and end with the grant', async () => {
    const { SQUARE_APP_TOKEN = '', SQUARE_WEBHOOK_KEY = '', SQUARE_CLIENT_ID = '', SQUARE_CLIENT_SECRET = '' } = sandbox.secrets;
    const { client: application } = squareKit(sandbox, SQUARE_APP_TOKEN);
    const eventTypes = ['inventory.count.updated', 'catalog.version.updated', 'location.updated', 'oauth.authorization.revoked'];
    const wanted = { idempotencyKey: newKey(), subscription: { name: 'Test', eventTypes, notificationUrl: url } };
    const made = await application.webhooks.subscriptions.create(wanted);
    expect((await application.webhooks.subscriptions.create(wanted)).subscription?.id).toBe(made.subscription?.id);
    expect(made.subscription?.signatureKey).toBe(SQUARE_WEBHOOK_KEY);
    expect(await refusal(square.client.webhooks.subscriptions.create(wanted))).toMatchObject({ status: 401 });

    const path = `/square/oauth2/authorize?client_id=${SQUARE_CLIENT_ID}&scope=${encodeURIComponent('INVENTORY_READ INVENTORY_WRITE ITEMS_READ MERCHANT_PROFILE_READ')}`;
    await sandbox.configure({ autoApprove: true, squareSeller: 'MLDEMO' });
    const consented = await sandbox.call('GET', path);
    await sandbox.configure({ autoApprove: false, squareSeller: null });
    const code = new URL(consented.headers.get('location') ?? '').searchParams.get('code');
    const credentials = { client_id: SQUARE_CLIENT_ID, client_secret: SQUARE_CLIENT_SECRET };
    const { body } = await sandbox.call('POST', '/square/oauth2/token', { ...credentials, grant_type: 'authorization_code', code });
    const { client: app } = squareKit(sandbox, String(body['access_token']));

    await sandbox.call('DELETE', '/control/calls');
    const { id } = await square.newVariation('WEBHOOK-1');
    await expect.poll(() => ofType('catalog.version.updated').length).toBe(1);
    await app.inventory.batchCreateChanges({ idempotencyKey: newKey(), changes: [adjustment(id, '3', await square.now(), true)] });
    await expect.poll(() => ofType('inventory.count.updated').length).toBe(1);
    const [event] = ofType('inventory.count.updated');
    expect(readJson(event?.body ?? '{}')).toMatchObject({
      merchant_id: 'MLDEMO',
      data: {
        type: 'inventory_counts',
        object: { inventory_counts: [{ catalog_object_id: id, state: 'IN_STOCK', location_id: LOCATION, quantity: '3' }] },
      },
    });
    expect(event?.headers['x-square-hmacsha256-signature']).toBe(sign(SQUARE_WEBHOOK_KEY, url, event?.body ?? ''));
    expect(event?.headers['square-initial-delivery-timestamp']).toBeTypeOf('string');

    const sold = await sandbox.change({ platform: 'square', sku: 'WEBHOOK-1', delta: -2 });
    expect(sold.body).toMatchObject({ before: 3, after: 1 });
    await expect.poll(() => ofType('inventory.count.updated').length).toBe(2);
    const calls = await sandbox.call('GET', '/control/calls');
    expect(calls.body['square']).toMatchObject({ 'POST /v2/inventory/changes/batch-create': 1 });

    await square.client.locations.update({ locationId: 'LDEMO02', location: { name: 'Winter market' } });
    await expect.poll(() => ofType('location.updated').length).toBe(1);
    expect(readJson(ofType('location.updated')[0]?.body ?? '{}')).toMatchObject({
      location_id: 'LDEMO02',
      data: { type: 'Location', id: 'LDEMO02' },
    });

    const revoked = await sandbox.call(
      'POST',
      '/square/oauth2/revoke',
      { client_id: SQUARE_CLIENT_ID, merchant_id: 'MLDEMO' },
      { authorization: `Client ${SQUARE_CLIENT_SECRET}` },
    );
    expect(revoked.body).toEqual({ success: true });
    await expect.poll(() => ofType('oauth.authorization.revoked').length).toBe(1);
    expect(await refusal(app.locations.list())).toMatchObject({ status: 401, code: 'ACCESS_TOKEN_REVOKED' });
    await sandbox.change({ platform: 'square', sku: 'WEBHOOK-1', delta: -1 });
    expect(ofType('inventory.count.updated')).toHaveLength(2);
    await application.webhooks.subscriptions.delete({ subscriptionId: made.subscription?.id ?? '' });
    expect((await application.webhooks.subscriptions.list()).data ?? []).toEqual([]);
  });
});

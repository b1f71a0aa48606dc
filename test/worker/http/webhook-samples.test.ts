import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { claimSquareMerchant, findAccount } from '../../../src/db/accounts';
import type { AccountId } from '../../../src/domain/account/account-id';
import type { InboundEvent } from '../../../src/domain/inbound';
import { err } from '../../../src/domain/result';
import { WANTED_WEBHOOKS } from '../../../src/platforms/shopify/webhooks';
import { SQUARE_EVENT_TYPES } from '../../../src/platforms/square/webhooks';
import { WEBHOOK_SAMPLES, type WebhookSample } from '../../support/webhook-samples';
import { routeHarness, type RouteHarness } from '../support/route-harness';
import { shopifyWebhook, squareWebhook } from '../support/sign';

const ITEM = '271878346596884015';
const PRODUCT = '788032119674292922';
const product = (deleted: boolean): InboundEvent => ({ kind: 'product', productId: PRODUCT, deleted, stated: null });
const item = (deleted: boolean): InboundEvent => ({ kind: 'item', itemId: ITEM, deleted });
const level: InboundEvent = {
  kind: 'levels',
  source: 'shopify',
  levels: [{ stockId: ITEM, locationId: '24826418', quantity: 1_000_000, at: Date.parse('2022-01-01T00:00:00Z') }],
};

/** The event that the account's object receives for each sample; the route handles the others itself. */
const EVENTS: Readonly<Record<string, InboundEvent>> = {
  'app/scopes_update': { kind: 'notice' },
  'app_subscriptions/update': { kind: 'subscription' },
  'bulk_operations/finish': { kind: 'bulk-finished', operationId: '147595010' },
  'inventory_items/create': item(false),
  'inventory_items/update': item(false),
  'inventory_items/delete': item(true),
  'inventory_levels/connect': level,
  'inventory_levels/update': level,
  'locations/activate': { kind: 'locations', source: 'shopify' },
  'locations/create': { kind: 'locations', source: 'shopify' },
  'locations/deactivate': { kind: 'locations', source: 'shopify' },
  'locations/delete': { kind: 'locations', source: 'shopify' },
  'locations/update': { kind: 'locations', source: 'shopify' },
  'products/create': product(false),
  'products/update': product(false),
  'products/delete': product(true),
  'shop/update': { kind: 'notice' },
  'catalog.version.updated': { kind: 'catalog' },
  'inventory.count.updated': {
    kind: 'levels',
    source: 'square',
    levels: [
      {
        stockId: 'FGQ5JJWT2PYTHF35CKZ2DSKP',
        locationId: 'YYQR03DGCTXA4',
        quantity: 1_000_000,
        at: Date.parse('2019-10-29T18:38:45.102Z'),
      },
    ],
  },
  'location.created': { kind: 'locations', source: 'square' },
  'location.updated': { kind: 'locations', source: 'square' },
};

/** Sends a signed sample to the webhook route for a signed-up account. */
async function send(world: RouteHarness, { source, type, body }: WebhookSample): Promise<{ id: AccountId; shop: string; status: number }> {
  const { account } = await world.signIn();
  if (source === 'square') {
    const { merchant_id: merchant } = JSON.parse(body) as { merchant_id: string };
    await env.DB.prepare('update accounts set square_merchant_id = null where square_merchant_id = ?').bind(merchant).run();
    await claimSquareMerchant(world.services.db, account.id, merchant);
  }
  world.object(account.id).script.shopInfo = err({ code: 'failed_precondition', message: 'The token was refused.' });
  world.object(account.id).script.syncLocations = err({ code: 'failed_precondition', message: 'The token was refused.' });
  const request = source === 'shopify' ? await shopifyWebhook(type, account.shopDomain, body) : await squareWebhook(body);
  const answer = await world.request(`/webhooks/${source}`, request);
  return { id: account.id, shop: account.shopDomain, status: answer.status };
}

const sampleOf = (type: string): WebhookSample => {
  const found = WEBHOOK_SAMPLES.find((sample) => sample.type === type);
  if (found === undefined) throw new Error(`no sample of ${type}`);
  return found;
};

describe('the recorded and documented webhooks', () => {
  it('cover every topic that we subscribe to', () => {
    const types = WEBHOOK_SAMPLES.map(({ type }) => type);
    const wire = WANTED_WEBHOOKS.map(({ topic }) => topic.toLowerCase()).map((topic) =>
      topic === 'app_scopes_update' ? 'app/scopes_update' : topic.replace(/_(?=[a-z]+$)/u, '/'),
    );
    expect(types).toEqual(
      expect.arrayContaining([...wire.map((topic) => topic.replace(/^app_(?=uninstalled)/u, 'app/')), ...SQUARE_EVENT_TYPES]),
    );
  });

  it.each(WEBHOOK_SAMPLES.filter(({ type }) => EVENTS[type] !== undefined))('$type is passed to its account', async (sample) => {
    const world = routeHarness();
    const { id, status } = await send(world, sample);
    expect(status).toBe(200);
    const heard = world.object(id).asked.find(([method]) => method === 'ingest');
    expect(heard?.[2]).toEqual(EVENTS[sample.type]);
    expect(heard?.[3]).toEqual({ type: sample.type, receivedAt: world.clock.now, payload: sample.body });
  });

  it('app/uninstalled ends the installation, once Shopify refuses our token too', async () => {
    const world = routeHarness();
    const { id, status } = await send(world, sampleOf('app/uninstalled'));
    expect(status).toBe(200);
    expect(world.object(id).asked).toContainEqual(['endIfRevoked', 'shopify']);
    expect((await findAccount(world.services.db, id))?.status).toBe('uninstalled');
  });

  it('oauth.authorization.revoked ends the connection', async () => {
    const world = routeHarness();
    const { id, status } = await send(world, sampleOf('oauth.authorization.revoked'));
    expect(status).toBe(200);
    expect(world.object(id).asked).toContainEqual(['endIfRevoked', 'square']);
  });

  it.each(['customers/data_request', 'customers/redact'])('%s is fulfilled for the shop in the header', async (topic) => {
    const world = routeHarness();
    const { id, status } = await send(world, sampleOf(topic));
    expect(status).toBe(200);
    const { results } = await env.DB.prepare('select * from compliance where account = ?').bind(id).all();
    const request = topic === 'customers/data_request' ? '9999' : '';
    expect(results).toMatchObject([{ topic, request }]);
    expect(results[0]?.['outcome']).toMatch(/^Nothing about customers is stored\./u);
    expect(JSON.stringify(results)).not.toContain('john');
  });

  it('shop/redact, whose sample names no shop, deletes nothing and is kept for operators', async () => {
    const world = routeHarness();
    const { id, status } = await send(world, sampleOf('shop/redact'));
    expect(status).toBe(200);
    expect(await findAccount(world.services.db, id)).not.toBeNull();
    expect(world.woken).toEqual([]);
    const row = await env.DB.prepare("select state, error from tasks where name = 'webhooks' and subject = 'shop/redact'").first();
    expect(row).toEqual({ state: 'failed', error: 'the signed body names no shop: nothing was deleted' });
  });
});

import { beforeEach, describe, expect, it } from 'vitest';

import { useSandbox, type Json } from './running-sandbox';
import { at, authorizePath, credentials, DEMO, installApp, newKey, shopifyKit, soon, installedApp } from './shopify-kit';

const sandbox = await useSandbox();

const CALM = { tokenAnswer: 'normal', withheldScopes: [], endsLaterMs: 0 };
const configure = async (patch: Json) => {
  expect((await sandbox.configure(patch)).body).not.toHaveProperty('error');
};

beforeEach(async () => {
  await configure({ faults: { shopify: { ...CALM, shopState: 'open' }, square: CALM } });
  await sandbox.reset({});
});

type Asked = { status: number; body: Json };

const SQUARE_SCOPES = 'MERCHANT_PROFILE_READ ITEMS_READ INVENTORY_READ';

const squareToken = (body: Json): Promise<Asked> =>
  sandbox.call('POST', '/square/oauth2/token', {
    client_id: sandbox.secrets['SQUARE_CLIENT_ID'],
    client_secret: sandbox.secrets['SQUARE_CLIENT_SECRET'],
    ...body,
  });

async function connectSquare() {
  const path = `/square/oauth2/authorize?client_id=${sandbox.secrets['SQUARE_CLIENT_ID'] ?? ''}&scope=${encodeURIComponent(SQUARE_SCOPES)}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const consent = await sandbox.call('POST', path, 'answer=allow&seller=MLDEMO', headers);
  const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code');
  return (await squareToken({ grant_type: 'authorization_code', code })).body;
}

const refreshShopify = (token: unknown): Promise<Asked> =>
  sandbox.call('POST', `${DEMO}/admin/oauth/access_token`, { ...credentials(sandbox), grant_type: 'refresh_token', refresh_token: token });
const refreshSquare = (token: unknown): Promise<Asked> => squareToken({ grant_type: 'refresh_token', refresh_token: token });

const shopifyWorks = async (token: unknown) => (await shopifyKit(sandbox, String(token)).ask('{ shop { id } }')).status === undefined;
const squareWorks = async (token: unknown) =>
  (await sandbox.call('GET', '/square/v2/locations', undefined, { authorization: `Bearer ${String(token)}` })).status === 200;

describe('a token refresh under tokenAnswer', () => {
  it.each([
    ['html403', { status: 403 }],
    ['invalid_client', { status: 401, body: { error: 'invalid_client' } }],
    ['dead_grant', { status: 401, body: { error: 'invalid_request', error_description: 'This request requires an active refresh_token' } }],
  ])('%s: Shopify refuses, and the grant stays valid', async (tokenAnswer, expected) => {
    const first = await installApp(sandbox);
    await configure({ faults: { shopify: { tokenAnswer } } });
    expect(await refreshShopify(first['refresh_token'])).toMatchObject(expected);
    await configure({ faults: { shopify: { tokenAnswer: 'normal' } } });
    expect(await shopifyWorks(first['access_token'])).toBe(true);
    expect(await refreshShopify(first['refresh_token'])).toMatchObject({ status: 200 });
  });

  it.each([
    ['html403', { status: 403 }],
    ['invalid_client', { status: 401, body: { errors: [{ code: 'UNAUTHORIZED', detail: 'Wrong client_secret.' }] } }],
    ['dead_grant', { status: 401, body: { errors: [{ code: 'UNAUTHORIZED', detail: 'Refresh token is revoked.' }] } }],
  ])('%s: Square refuses, and the grant stays valid', async (tokenAnswer, expected) => {
    const first = await connectSquare();
    await configure({ faults: { square: { tokenAnswer } } });
    expect(await refreshSquare(first['refresh_token'])).toMatchObject(expected);
    await configure({ faults: { square: { tokenAnswer: 'normal' } } });
    expect(await refreshSquare(first['refresh_token'])).toMatchObject({ status: 200 });
  });

  it('incomplete: the new token works and the old refresh token stays valid', async () => {
    const [shop, seller] = [await installApp(sandbox), await connectSquare()];
    await configure({ faults: { shopify: { tokenAnswer: 'incomplete' }, square: { tokenAnswer: 'incomplete' } } });
    const renewed = await refreshShopify(shop['refresh_token']);
    expect(Object.keys(renewed.body).toSorted()).toEqual(['access_token', 'scope']);
    expect(await shopifyWorks(renewed.body['access_token'])).toBe(true);
    expect(await refreshShopify(shop['refresh_token'])).toMatchObject({ status: 200 });
    const again = await refreshSquare(seller['refresh_token']);
    expect(again.status).toBe(200);
    expect(again.body).not.toHaveProperty('refresh_token');
    expect(again.body).not.toHaveProperty('expires_at');
    expect(await squareWorks(again.body['access_token'])).toBe(true);
  });
});

describe('withheld scopes', () => {
  it('are not granted even if they are requested', async () => {
    await configure({ faults: { shopify: { withheldScopes: ['write_inventory'] }, square: { withheldScopes: ['INVENTORY_READ'] } } });
    expect((await installApp(sandbox))['scope']).toBe('write_products,read_locations');
    const token = String((await connectSquare())['access_token']);
    const status = await sandbox.call('POST', '/square/oauth2/token/status', '', { authorization: `Bearer ${token}` });
    expect(status.body['scopes']).toEqual(['MERCHANT_PROFILE_READ', 'ITEMS_READ']);
  });

  it('cause an empty grant to be refused', async () => {
    await configure({ faults: { shopify: { withheldScopes: ['write_products', 'write_inventory', 'read_locations'] } } });
    expect((await sandbox.call('GET', authorizePath(sandbox))).status).toBe(400);
  });
});

describe('a shop in another state', () => {
  it.each([402, 403, 423, 430])('%i: every request of the app gets this status, without effect', async (status) => {
    const app = await installedApp(sandbox);
    const { item } = await app.variant('MUG-SPK');
    const change = { inventoryItemId: item, locationId: await app.location(), delta: -3, changeFromQuantity: 34 };
    await configure({ faults: { shopify: { shopState: String(status) } } });
    expect((await app.adjust([change], newKey())).status).toBe(status);
    expect((await app.ask('{ shop { id } }')).status).toBe(status);
    expect((await shopifyKit(sandbox).ask('{ shop { id } }')).status).toBeUndefined();
    expect(await app.stock('MUG-SPK')).toBe(34);
    await configure({ faults: { shopify: { shopState: 'open' } } });
    expect((await app.adjust([change], newKey())).status).toBeUndefined();
    expect(await app.stock('MUG-SPK')).toBe(31);
  });
});

describe('an end of access that takes effect after its webhook', () => {
  const titles = async () => {
    const { entries } = await sandbox.read('/control/log');
    return Array.isArray(entries) ? entries.map((entry) => at(entry, 'title')) : [];
  };

  it('keeps Shopify’s tokens working until then', async () => {
    const { access_token: token } = await installApp(sandbox);
    const uri = 'http://localhost:1/webhooks/shopify';
    const subscribe = `mutation { webhookSubscriptionCreate(topic: APP_UNINSTALLED, webhookSubscription: { uri: "${uri}" }) { userErrors { message } } }`;
    expect((await shopifyKit(sandbox, String(token)).ask(subscribe)).messages).toEqual([]);
    await configure({ faults: { shopify: { endsLaterMs: 3000 } } });
    await sandbox.call('POST', `${DEMO}/admin/apps`, 'do=uninstall', { 'content-type': 'text/plain' });
    await soon(titles).toContain('app/uninstalled');
    expect(await shopifyWorks(token)).toBe(true);
    await soon(() => shopifyWorks(token)).toBe(false);
  });

  it('can also start in the seller’s dashboard, which lists the sellers that granted the app access', async () => {
    const { access_token: token } = await connectSquare();
    const page = async () => (await fetch(`${sandbox.origin}/square/dashboard/apps`)).text();
    const revoke = (seller: string) =>
      fetch(`${sandbox.origin}/square/dashboard/apps`, { method: 'POST', body: new URLSearchParams({ seller }), redirect: 'manual' });
    expect(await page()).toContain('MLDEMO');
    expect((await revoke('MLNOBODY')).status).toBe(400);
    expect((await revoke('MLSECOND')).status).toBe(409);
    expect(await squareWorks(token)).toBe(true);
    expect((await revoke('MLDEMO')).status).toBe(303);
    expect(await squareWorks(token)).toBe(false);
    expect(await page()).not.toContain('MLDEMO');
  });

  it('keeps Square’s tokens working until then', async () => {
    const { access_token: token } = await connectSquare();
    await configure({ faults: { square: { endsLaterMs: 3000 } } });
    const { SQUARE_CLIENT_ID: id = '', SQUARE_CLIENT_SECRET: secret = '' } = sandbox.secrets;
    const body = { client_id: id, merchant_id: 'MLDEMO' };
    expect((await sandbox.call('POST', '/square/oauth2/revoke', body, { authorization: `Client ${secret}` })).status).toBe(200);
    expect(await squareWorks(token)).toBe(true);
    await soon(() => squareWorks(token)).toBe(false);
  });
});

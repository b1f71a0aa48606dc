import { describe, expect, it } from 'vitest';

import { useSandbox } from './running-sandbox';
import { OUTSIDE } from './square-kit';

const sandbox = await useSandbox();

const hasId = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

/** The objects of an answer that have an id. */
const idsOf = (value: unknown) => (Array.isArray(value) ? value.filter(hasId) : []);

describe('OAuth', () => {
  const SCOPES = 'MERCHANT_PROFILE_READ ITEMS_READ INVENTORY_READ';
  const authorizePath = (extra = '') =>
    `/square/oauth2/authorize?client_id=${sandbox.secrets['SQUARE_CLIENT_ID'] ?? ''}&scope=${encodeURIComponent(SCOPES)}&state=s1${extra}`;

  async function consent(answer: string) {
    const response = await fetch(sandbox.origin + authorizePath(), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: answer,
    });
    expect(response.status).toBe(302);
    return new URL(response.headers.get('location') ?? '');
  }

  const token = (body: Record<string, string>) =>
    sandbox.call('POST', '/square/oauth2/token', {
      client_id: sandbox.secrets['SQUARE_CLIENT_ID'],
      client_secret: sandbox.secrets['SQUARE_CLIENT_SECRET'],
      ...body,
    });

  async function connect(seller: string) {
    const back = await consent(`answer=allow&seller=${seller}`);
    const { body } = await token({ grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '' });
    return { access: String(body['access_token']), refresh: String(body['refresh_token']) };
  }

  it('asks the seller, and comes back with a code that works once, or with a refusal', async () => {
    const page = await fetch(sandbox.origin + authorizePath());
    const html = await page.text();
    expect(html.match(/>Allow</gu)).toHaveLength(1);
    for (const seller of ['MLDEMO', 'MLSECOND', 'MLOPERATOR']) expect(html).toContain(`value="${seller}"`);
    const denied = await consent('answer=deny');
    expect(Object.fromEntries(denied.searchParams)).toEqual({ error: 'access_denied', error_description: 'user_denied', state: 's1' });
    const allowed = await consent('answer=allow&seller=MLSECOND');
    expect(allowed.searchParams.get('state')).toBe('s1');
    const code = allowed.searchParams.get('code') ?? '';
    expect(await token({ grant_type: 'authorization_code', code, client_secret: 'wrong' })).toMatchObject({ status: 401 });
    const first = await token({ grant_type: 'authorization_code', code });
    expect(first).toMatchObject({ status: 200, body: { merchant_id: 'MLSECOND', token_type: 'bearer' } });
    expect(await token({ grant_type: 'authorization_code', code })).toMatchObject({ status: 401 });
    expect((await sandbox.call('GET', authorizePath('&redirect_uri=https://elsewhere.example/'))).status).toBe(400);
  });

  it('redirects at once under autoApprove, to the first seller that has not granted access yet', async () => {
    await sandbox.reset({ catalogue: 'small' });
    await connect('MLDEMO');
    await sandbox.configure({ autoApprove: true });
    const merchantOf = async () => {
      const answer = await sandbox.call('GET', authorizePath());
      const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
      return (await token({ grant_type: 'authorization_code', code })).body['merchant_id'];
    };
    expect(await merchantOf()).toBe('MLSECOND');
    await sandbox.configure({ squareSeller: 'MLDEMO' });
    expect(await merchantOf()).toBe('MLDEMO');
    await sandbox.configure({ autoApprove: false, squareSeller: null });
  });

  it('limits tokens to their scopes, their seller and their lifetime; the refresh token stays valid', async () => {
    const { access, refresh } = await connect('MLSECOND');
    const bearer = { authorization: `Bearer ${access}` };
    const { body } = await sandbox.call('GET', '/square/v2/locations', undefined, bearer);
    expect(body).toMatchObject({ locations: [{ merchant_id: 'MLSECOND' }, { merchant_id: 'MLSECOND' }] });
    const write = await sandbox.call('POST', '/square/v2/inventory/changes/batch-create', { idempotency_key: 'k' }, bearer);
    expect(write).toMatchObject({ status: 403, body: { errors: [{ category: 'AUTHENTICATION_ERROR', code: 'INSUFFICIENT_SCOPES' }] } });
    const foreign = await sandbox.call('POST', '/square/v2/catalog/search', { object_types: ['ITEM_VARIATION'], limit: 1 }, OUTSIDE);
    const [{ id } = { id: '' }] = idsOf(foreign.body['objects']);
    expect(id).not.toBe('');
    expect((await sandbox.call('POST', '/square/v2/catalog/batch-retrieve', { object_ids: [id] }, bearer)).body).toEqual({});
    expect((await sandbox.call('POST', '/square/v2/inventory/counts/batch-retrieve', { catalog_object_ids: [id] }, bearer)).body).toEqual(
      {},
    );
    const status = await sandbox.call('POST', '/square/oauth2/token/status', {}, bearer);
    expect(status.body).toMatchObject({ merchant_id: 'MLSECOND', scopes: SCOPES.split(' ') });
    await sandbox.configure({ clockSpeed: 1_000_000 });
    await expect
      .poll(() => sandbox.call('GET', '/square/v2/locations', undefined, bearer), { timeout: 180_000, interval: 100 })
      .toMatchObject({ status: 401, body: { errors: [{ code: 'ACCESS_TOKEN_EXPIRED' }] } });
    await sandbox.configure({ clockSpeed: 1 });
    const renewed = await token({ grant_type: 'refresh_token', refresh_token: refresh });
    expect(renewed).toMatchObject({ status: 200, body: { refresh_token: refresh, merchant_id: 'MLSECOND' } });
    const next = { authorization: `Bearer ${String(renewed.body['access_token'])}` };
    expect((await sandbox.call('GET', '/square/v2/locations', undefined, next)).status).toBe(200);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';

import { claimSquareMerchant } from '../../../src/db/accounts';
import { ok, refuse } from '../../../src/domain/result';
import { accountId } from '../../support/account-id';
import { control, type Browser } from '../support/browser';
import { textLike, textWith } from '../support/like';
import { routeHarness } from '../support/route-harness';
import { openShop, servicesUnderTest } from '../support/shop';
import { callJson, effects, newWorld, trail, type Who, type World } from './rpc-world';

const TOKEN = { accessToken: 'EAAA1', refreshToken: 'EQAA1', scopes: ['ITEMS_READ'], expiresAt: Date.UTC(2026, 11, 1) };

/** Creates a harness in which the caller's account is connected to a seller and has a token. */
async function tokenWorld(who: Who = 'operator', reveal = 'false'): Promise<World> {
  const world = await newWorld(who, { ALLOW_TOKEN_REVEAL: reveal });
  await claimSquareMerchant(world.services.db, world.account.id, `ML${world.account.id}`);
  Object.assign(world.api, { squareToken: async () => ok(TOKEN) });
  return world;
}

const ask = (world: World, message: object) =>
  callJson(world, 'sh.Admin/AdminGetSquareAuthToken', { merchant_id: `ML${world.account.id}`, ...message });

describe('a Square token', () => {
  it('is requested without its values, unless the installation allows them to be revealed', async () => {
    const world = await tokenWorld();
    expect(await ask(world, {})).toEqual({
      status: 200,
      body: {
        access_token: 'EAAA1',
        refresh_token: 'EQAA1',
        scopes: ['ITEMS_READ'],
        token_type: 'bearer',
        expires_at: '2026-12-01T00:00:00.000Z',
      },
    });
    expect(effects(world)).toEqual(['squareToken[{"refresh":false,"reveal":false}]']);
    const open = await tokenWorld('operator', 'true');
    await ask(open, { refresh: true });
    expect(effects(open)).toEqual(['squareToken[{"refresh":true,"reveal":true}]']);
  });

  it('cannot be viewed while impersonating, whatever the installation allows', async () => {
    const world = await tokenWorld('impersonator', 'true');
    expect(await ask(world, {})).toMatchObject({
      status: 403,
      body: { code: 'permission_denied', msg: 'Tokens cannot be viewed while impersonating.' },
    });
    expect(world.asked).toEqual([]);
    expect((await trail(world)).map(({ result }) => result)).toEqual(['begun', 'permission_denied']);
  });

  it.each([
    ['', 400, 'merchant_id is missing.'],
    ['ML DEMO', 400, 'merchant_id must be the id of a Square merchant.'],
    ['x'.repeat(65), 400, 'merchant_id must be the id of a Square merchant.'],
    ['MLNOBODY', 404, 'No account belongs to MLNOBODY.'],
  ])('is returned for an existing merchant, not for %j', async (id, status, msg) => {
    const world = await tokenWorld();
    expect(await ask(world, { merchant_id: id, refresh: true })).toMatchObject({ status, body: { msg } });
    expect(world.asked).toEqual([]);
  });

  it('that cannot be renewed is reported as unavailable', async () => {
    const world = await tokenWorld();
    Object.assign(world.api, { squareToken: async () => refuse('unavailable', 'Square did not renew the token.') });
    expect(await ask(world, { refresh: true })).toMatchObject({ status: 503 });
  });
});

describe('whether tokens may be revealed', () => {
  it.each([
    ['true', true],
    ['false', false],
  ])('follows the setting %s', async (setting, reveal) => {
    const world = routeHarness({ ALLOW_TOKEN_REVEAL: setting });
    const { account } = await world.signIn();
    const { cookie } = await world.signIn('operator.myshopify.com');
    const merchantId = `ML${account.id}`;
    await claimSquareMerchant(world.services.db, account.id, merchantId);
    const wished: boolean[] = [];
    world.object(account.id).api.squareToken = async (request) => {
      wished.push(request.reveal);
      return ok(TOKEN);
    };
    const answer = await world.request('/rpc/sh.Admin/AdminGetSquareAuthToken', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: world.services.config.appOrigin, cookie },
      body: JSON.stringify({ merchant_id: merchantId }),
    });
    expect(answer.status).toBe(200);
    await answer.text();
    expect(wished).toEqual([reveal]);
  });
});

describe('a Square token from the sandbox', () => {
  let operator: Browser;
  let demo = '';

  beforeAll(async () => {
    await control('reset', 'POST', { catalogue: { variants: 2, seed: 1 } });
    await control('config', 'PUT', { autoApprove: true });
    demo = (await openShop('demo', 'MLDEMO')).accountId;
    operator = (await openShop('operator', '')).browser;
  });

  interface Token {
    readonly access_token: string;
    readonly refresh_token: string;
    readonly scopes: readonly string[];
    readonly expires_at: string;
  }
  const call = <T = Token>(message: object): Promise<T> => operator.call<T>('sh.Admin/AdminGetSquareAuthToken', message);
  const values = async (): Promise<readonly [string, string]> => {
    const shown = await servicesUnderTest().account(accountId(demo)).squareToken({ refresh: false, reveal: true });
    if (!shown.ok) throw new Error(shown.error.message);
    return [shown.value.accessToken, shown.value.refreshToken];
  };

  it('shows only its last four characters', async () => {
    const [access, refresh] = await values();
    const token = await call({ merchant_id: 'MLDEMO' });
    expect(token).toEqual({
      access_token: `••••••••${access.slice(-4)}`,
      refresh_token: `••••••••${refresh.slice(-4)}`,
      scopes: ['MERCHANT_PROFILE_READ', 'ITEMS_READ', 'ITEMS_WRITE', 'INVENTORY_READ', 'INVENTORY_WRITE'],
      token_type: 'bearer',
      expires_at: textLike(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
    });
    expect(JSON.stringify(token)).not.toContain(access.slice(0, 12));
  });

  it('is renewed on request, and the new one is used', async () => {
    const [before] = await values();
    const { access_token: shown } = await call({ merchant_id: 'MLDEMO', refresh: true });
    const [after] = await values();
    expect(after).not.toBe(before);
    expect(shown.endsWith(after.slice(-4))).toBe(true);
    expect(await operator.call('sh.Admin/AdminSyncLocations', { account_id: demo, source: 'square' })).toEqual({});
  });

  it('stays unchanged while Square does not respond', async () => {
    const before = await values();
    await control('config', 'PUT', { faults: { square: { rate5xx: 1 } } });
    expect(await call({ merchant_id: 'MLDEMO', refresh: true })).toMatchObject({ code: 'unavailable' });
    await control('config', 'PUT', { faults: { square: { rate5xx: 0 } } });
    expect(await values()).toEqual(before);
  });

  it('does not exist without a connection', async () => {
    const own = await operator.call<{ account_id: string }>('sh.Session/GetSessionData');
    const none = await servicesUnderTest().account(accountId(own.account_id)).squareToken({ refresh: true, reveal: true });
    expect(none).toMatchObject({ ok: false, error: { code: 'failed_precondition', message: textWith('not connected') } });
    expect(await call({ merchant_id: 'MLOPERATOR' })).toMatchObject({ code: 'not_found' });
  });
});

import { describe, expect } from 'vitest';

import { ok, err } from '../../../src/domain/result';
import { at, parseJson } from '../../../src/platforms/json';
import { ENVIRONMENT } from '../../platforms/support/environment';
import {
  HOUR,
  LOST,
  REFUSED,
  SHOP,
  grantOf,
  renewed,
  token,
  worldTest,
  grantHour,
  expectToken,
  type ConnectionWorld,
} from './support/connection-world';

const refreshTokenSent = (world: ConnectionWorld, n: number): unknown => at(parseJson(world.requests[n]?.body ?? ''), 'refresh_token');

describe('an access token', () => {
  worldTest('is there at once, and after a restart, and stands nowhere in the clear', async (world) => {
    await grantHour(world);
    await expectToken(world.connections, 'access-1');
    await expectToken(world.restarted(), 'access-1');
    expect(world.row('shopify')).not.toMatch(/access-1|refresh-1/u);
    expect(JSON.stringify(world.connections.view('shopify'))).not.toMatch(/access-1|refresh-1|v1\./u);
  });

  worldTest('is renewed ahead of its end, once for all who wait', async (world) => {
    await grantHour(world);
    world.advance(51 * 60_000);
    world.script(renewed('2'));
    const all = await Promise.all(Array.from({ length: 8 }, () => token(world.connections)));
    expect(all).toEqual(Array.from({ length: 8 }, () => 'access-2'));
    expect(world.requests).toHaveLength(1);
    expect(world.requests[0]?.url).toBe(`https://${SHOP}/admin/oauth/access_token`);
    expect(refreshTokenSent(world, 0)).toBe('refresh-1');
  });

  worldTest('is not renewed before', async (world) => {
    await grantHour(world);
    world.advance(49 * 60_000);
    await expectToken(world.connections, 'access-1');
    expect(world.requests).toEqual([]);
  });

  worldTest('is renewed with the new refresh token the next time, also after a restart', async (world) => {
    await grantHour(world);
    world.advance(HOUR);
    world.script(renewed('2'), renewed('3'));
    await expectToken(world.connections, 'access-2');
    world.advance(HOUR);
    await expectToken(world.restarted(), 'access-3');
    expect([0, 1].map((n) => refreshTokenSent(world, n))).toEqual(['refresh-1', 'refresh-2']);
  });

  worldTest('is stored with its new refresh token before anyone gets to use it', async (world) => {
    await grantHour(world);
    const before = world.row('shopify');
    world.advance(HOUR);
    world.script(renewed('2'));
    const seen = token(world.connections).then(() => world.row('shopify'));
    expect(await seen).not.toBe(before);
    // A restart at this point finds the new pair.
    await expectToken(world.restarted(), 'access-2');
    expect(world.requests).toHaveLength(1);
  });
});

describe('an account that makes no calls', () => {
  const day = 24 * HOUR;

  worldTest('is woken for Shopify only before the refresh token would end', async (world) => {
    const grant = grantOf('1', world.now() + HOUR, { refreshExpiresAt: world.now() + 90 * day });
    await world.connections.grant('shopify', SHOP, grant);
    expect(world.connections.nextRefreshAt()).toBe(world.now() + 45 * day);
    world.advance(45 * day);
    world.script(renewed('2'));
    await world.connections.renewDue();
    await expectToken(world.connections, 'access-2');
    expect(world.requests).toHaveLength(1);
    expect(world.connections.nextRefreshAt()).toBe(world.now() + 45 * day);
  });

  worldTest('gets a token even when it wakes after the last one has lapsed', async (world) => {
    await world.connections.grant('shopify', SHOP, grantOf('1', world.now() + HOUR, { refreshExpiresAt: world.now() + 90 * day }));
    world.advance(10 * day);
    world.script(renewed('2'));
    await expectToken(world.restarted(), 'access-2');
  });
});

describe('a renewal that gets no answer', () => {
  worldTest('leaves the old token in use, and tries the old refresh token again', async (world) => {
    await grantHour(world);
    world.advance(51 * 60_000);
    world.script(LOST, renewed('2'));
    await expectToken(world.connections, 'access-1');
    expect(world.connections.view('shopify')).toMatchObject({ state: 'connected', reachable: false });
    expect(world.connections.nextRefreshAt()).toBe(world.now() + 5_000);
    // No new request is made during the pause.
    await expectToken(world.connections, 'access-1');
    expect(world.requests).toHaveLength(1);
    world.advance(5_000);
    await expectToken(world.connections, 'access-2');
    expect([0, 1].map((n) => refreshTokenSent(world, n))).toEqual(['refresh-1', 'refresh-1']);
    expect(world.connections.view('shopify')).toMatchObject({ state: 'connected', reachable: true, problem: '' });
  });

  worldTest('makes an ended token unavailable, never refused', async (world) => {
    await grantHour(world);
    world.advance(HOUR);
    world.script(
      LOST,
      () => new Response(null, { status: 503 }),
      () => new Response('<html>'),
      renewed('2'),
    );
    for (let n = 0; n < 3; n += 1) await expectToken(world.connections, 'unavailable');
    await expectToken(world.connections, 'access-2');
  });

  worldTest('waits longer each time, up to five minutes', async (world) => {
    await grantHour(world);
    world.advance(HOUR);
    const pauses: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      world.script(LOST);
      await world.connections.renewDue();
      pauses.push((world.connections.nextRefreshAt() ?? 0) - world.now());
      world.advance(pauses.at(-1) ?? 0);
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300].map((seconds) => seconds * 1_000));
  });
});

describe('a renewal that is refused', () => {
  worldTest('asks the merchant to reconnect, and stops calling the platform', async (world) => {
    await grantHour(world);
    const number = world.connections.number('shopify');
    world.advance(HOUR);
    world.script(REFUSED);
    await expectToken(world.connections, 'needs-reconnect');
    await expectToken(world.connections, 'needs-reconnect');
    expect(world.requests).toHaveLength(1);
    expect(world.connections.view('shopify')).toMatchObject({ state: 'needs_reconnect', name: SHOP, expiresAt: null });
    expect(world.connections.view('shopify').problem).toContain('Reconnect');
    expect(world.connections.number('shopify')).toBe(number + 1);
    expect(world.connections.nextRefreshAt()).toBeNull();
    await grantHour(world, '2');
    await expectToken(world.connections, 'access-2');
    expect(world.connections.view('shopify')).toMatchObject({ state: 'connected', problem: '' });
  });
});

describe('a connection that changes while a renewal is under way', () => {
  const during = async (world: ConnectionWorld, change: () => Promise<void>): Promise<void> => {
    await grantHour(world);
    world.advance(HOUR);
    world.script(async (request) => {
      await change();
      return renewed('late')(request);
    });
  };

  worldTest('is not overwritten by it when the merchant has reconnected', async (world) => {
    await during(world, () => world.connections.grant('shopify', SHOP, grantOf('2', world.now() + HOUR)));
    await expectToken(world.connections, 'access-2');
    await expectToken(world.restarted(), 'access-2');
  });

  worldTest('is not brought back by it when it was ended', async (world) => {
    await during(world, () => {
      world.connections.forget('shopify', 'merchant');
      return Promise.resolve();
    });
    await expectToken(world.connections, 'disconnected');
    expect(world.connections.view('shopify').state).toBe('disconnected');
  });

  worldTest('is not refused by it either', async (world) => {
    await grantHour(world);
    world.advance(HOUR);
    world.script(async (request) => {
      await grantHour(world, '2');
      return REFUSED(request);
    });
    await expectToken(world.connections, 'access-2');
  });
});

describe('a token that a platform refuses before it expires', () => {
  worldTest('is renewed, and the merchant asked when the renewed one is refused as well', async (world) => {
    await grantHour(world);
    const first = await world.connections.accessToken('shopify');
    if (!first.ok) throw new Error('no token');
    world.connections.rejected('shopify', first.value);
    world.script(renewed('2'));
    const second = await world.connections.accessToken('shopify');
    expect(second).toMatchObject(ok({ accessToken: 'access-2' }));
    // A late refusal of the old token says nothing about the new one.
    world.connections.rejected('shopify', first.value);
    await expectToken(world.connections, 'access-2');
    if (second.ok) world.connections.rejected('shopify', second.value);
    await expectToken(world.connections, 'needs-reconnect');
    expect(world.requests).toHaveLength(1);
  });

  worldTest('may be refused again later, once it has been accepted in between', async (world) => {
    await grantHour(world);
    const first = await world.connections.shopify();
    if (!first.ok) throw new Error('no token');
    world.connections.rejected('shopify', first.value.access);
    world.script(renewed('2'), () => Response.json({ data: {} }), renewed('3'));
    const second = await world.connections.shopify();
    if (!second.ok) throw new Error('no token');
    await second.value.client.run({ name: 'Ping', source: 'query Ping { shop { id } }' }, {});
    world.connections.rejected('shopify', second.value.access);
    await expectToken(world.connections, 'access-3');
  });

  worldTest('asks the merchant at once where there is no refresh token', async (world) => {
    await world.connections.grant('shopify', SHOP, grantOf('1', null, { refreshToken: '' }));
    const access = await world.connections.accessToken('shopify');
    if (access.ok) world.connections.rejected('shopify', access.value);
    await expectToken(world.connections, 'needs-reconnect');
    expect(world.requests).toEqual([]);
  });
});

describe('Square’s tokens', () => {
  worldTest('are renewed before they are a week old, long before their end', async (world) => {
    const day = 24 * HOUR;
    await world.connections.grant('square', 'MLDEMO', grantOf('1', world.now() + 30 * day));
    expect(world.connections.nextRefreshAt()).toBe(world.now() + 6 * day);
    world.advance(6 * day);
    world.script(() =>
      Response.json({
        access_token: 'access-2',
        expires_at: new Date(world.now() + 30 * day).toISOString(),
        refresh_token: 'refresh-1',
        merchant_id: 'MLDEMO',
      }),
    );
    await world.connections.renewDue();
    await world.connections.renewDue();
    expect(world.requests.map((request) => request.url)).toEqual(['https://connect.squareup.com/oauth2/token']);
    expect(await world.connections.accessToken('square')).toMatchObject(ok({ accessToken: 'access-2', name: 'MLDEMO' }));
    expect(world.connections.nextRefreshAt()).toBe(world.now() + 6 * day);
  });

  worldTest('live their own life beside Shopify’s', async (world) => {
    await grantHour(world, 'a');
    await world.connections.grant('square', 'MLDEMO', grantOf('b', null));
    world.connections.forget('square', 'revoked');
    await expectToken(world.connections, 'access-a');
    expect(await world.connections.square()).toEqual(err({ kind: 'needs-reconnect' }));
  });
});

describe('the key ring', () => {
  const key = (letter: string): string => btoa(letter.repeat(32));
  const both = { ...ENVIRONMENT, TOKEN_KEYS: `${ENVIRONMENT['TOKEN_KEYS'] ?? ''},2:${key('b')}` };

  const newOnly = { ...ENVIRONMENT, TOKEN_KEYS: `2:${key('b')}` };

  worldTest('is rotated: old values open, are sealed with the new key without a call, and then the old key may go', async (world) => {
    // A token that never expires and one of an idle account: no renewal would come soon.
    await world.connections.grant('shopify', SHOP, grantOf('1', null, { refreshToken: '' }));
    await world.connections.grant('square', 'MLDEMO', grantOf('2', world.now() + 30 * 24 * HOUR));
    const rotated = world.restarted(both);
    await expectToken(rotated, 'access-1');
    expect(rotated.nextRefreshAt()).toBe(world.now());
    expect(rotated.sealedBy()).toEqual({ '1': 3 });
    await rotated.renewDue();
    expect(rotated.sealedBy()).toEqual({ '2': 3 });
    for (const source of ['shopify', 'square'] as const) expect(world.row(source)).not.toContain('"v1.');
    expect(rotated.nextRefreshAt()).toBe(world.now() + 6 * 24 * HOUR);
    const after = world.restarted(newOnly);
    await expectToken(after, 'access-1');
    expect(await after.reveal('square')).toMatchObject({ accessToken: 'access-2', refreshToken: 'refresh-2' });
    expect(world.requests).toEqual([]);
  });

  worldTest('is rotated while a renewal runs: its new tokens stay', async (world) => {
    await grantHour(world);
    world.advance(HOUR);
    world.script(renewed('2'));
    const rotated = world.restarted(both);
    await Promise.all([rotated.renewDue(), token(rotated), rotated.renewDue()]);
    expect(world.row('shopify')).not.toContain('"v1.');
    await expectToken(world.restarted(newOnly), 'access-2');
    expect(world.requests).toHaveLength(1);
  });

  worldTest('tries once to seal again what cannot be opened, and keeps it', async (world) => {
    await grantHour(world);
    const before = world.row('shopify');
    const without = world.restarted(newOnly);
    await without.renewDue();
    expect(world.row('shopify')).toBe(before);
    expect(without.nextRefreshAt()).not.toBe(world.now());
  });

  worldTest('without the key that sealed a token, the merchant must reconnect', async (world) => {
    await grantHour(world);
    await expectToken(world.restarted({ ...ENVIRONMENT, TOKEN_KEYS: `2:${key('b')}` }), 'needs-reconnect');
  });

  worldTest('opens nothing of another account', async (world) => {
    await grantHour(world);
    await expectToken(world.otherAccount(), 'needs-reconnect');
  });
});

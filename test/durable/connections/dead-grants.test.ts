import { describe, expect, it } from 'vitest';

import { err, ok } from '../../../src/domain/result';
import { at, parseJson } from '../../../src/platforms/json';
import { ENVIRONMENT } from '../../platforms/support/environment';
import {
  DEAD_GRANT,
  HOUR,
  SHOP,
  grantOf,
  inWorld,
  renewed,
  type ConnectionWorld,
  type Reaction,
  grantHour,
  expectToken,
  worldTest,
} from './support/connection-world';

const reject = async (world: ConnectionWorld): Promise<void> => {
  const access = await world.connections.accessToken('shopify');
  if (access.ok) world.connections.rejected('shopify', access.value);
};

const sent = (world: ConnectionWorld, n: number): unknown => at(parseJson(world.requests[n]?.body ?? ''), 'refresh_token');

const PROXY_PAGE: Reaction = () => new Response('<html>Forbidden</html>', { status: 403, headers: { 'content-type': 'text/html' } });
const WRONG_SECRET: Reaction = () => Response.json({ error: 'invalid_client' }, { status: 401 });

const MINUTE = 60_000;

/** Creates a connection whose access token is due for renewal and valid for nine more minutes. */
const nineMinutesLeft = async (world: ConnectionWorld): Promise<void> => {
  await grantHour(world);
  world.advance(51 * MINUTE);
};

describe('a renewal that is refused while the access token is valid', () => {
  it.each<[string, Reaction]>([
    ['the page of a proxy', PROXY_PAGE],
    ['our own wrong secret', WRONG_SECRET],
  ])('by %s does not end the connection: the token is used, and its renewal is retried', (_, refusal) =>
    inWorld(async (world) => {
      await nineMinutesLeft(world);
      world.script(refusal, refusal, renewed('2'));
      await expectToken(world.connections, 'access-1');
      expect(world.connections.view('shopify').state).toBe('connected');
      world.advance(10 * MINUTE);
      await expectToken(world.connections, 'unavailable');
      expect(world.connections.view('shopify').state).toBe('connected');
      world.advance(5 * MINUTE);
      await expectToken(world.connections, 'access-2');
      expect([0, 1, 2].map((n) => sent(world, n))).toEqual(['refresh-1', 'refresh-1', 'refresh-1']);
      expect(world.connections.view('shopify')).toMatchObject({ state: 'connected', problem: '', reachable: true });
    }),
  );

  worldTest('by a dead grant uses the token to its end, without asking again, and then asks for consent', async (world) => {
    await nineMinutesLeft(world);
    world.script(DEAD_GRANT);
    await expectToken(world.connections, 'access-1');
    expect(world.connections.view('shopify')).toMatchObject({
      state: 'connected',
      problem: 'Shopify no longer renews our access. Reconnect Shopify to keep syncing.',
    });
    world.advance(8 * MINUTE);
    await expectToken(world.restarted(), 'access-1');
    expect(world.requests).toHaveLength(1);
    // The merchant is notified even if no call is made.
    expect(world.connections.nextRefreshAt()).toBe(world.now() + MINUTE);
    world.advance(MINUTE);
    await world.connections.renewDue();
    expect(world.connections.view('shopify').state).toBe('needs_reconnect');
    await expectToken(world.connections, 'needs-reconnect');
    expect(world.requests).toHaveLength(1);
    expect(world.connections.nextRefreshAt()).toBeNull();
  });

  worldTest('by a dead grant asks for consent at once when the platform refuses the token too', async (world) => {
    await nineMinutesLeft(world);
    world.script(DEAD_GRANT);
    await reject(world);
    await expectToken(world.connections, 'needs-reconnect');
    expect(world.requests).toHaveLength(1);
  });
});

describe('our own credentials', () => {
  worldTest('are known as refused until a renewal succeeds, also after a restart', async (world) => {
    await nineMinutesLeft(world);
    world.script(WRONG_SECRET, renewed('2'));
    await world.connections.renewDue();
    expect(world.connections.condition('shopify').credentialsRefused).toBe(true);
    expect(world.connections.condition('square').credentialsRefused).toBe(false);
    const restarted = world.restarted();
    expect(restarted.condition('shopify').credentialsRefused).toBe(true);
    await restarted.renewDue();
    expect(restarted.condition('shopify').credentialsRefused).toBe(false);
  });

  worldTest('are in the merchant’s words once the access has ended', async (world) => {
    await nineMinutesLeft(world);
    world.script(WRONG_SECRET, WRONG_SECRET);
    await world.connections.renewDue();
    expect(world.connections.view('shopify')).toMatchObject({ problem: '', reachable: true });
    world.advance(9 * MINUTE);
    await world.connections.renewDue();
    expect(world.connections.view('shopify').problem).toMatch(/Shelfbridge cannot renew its access to Shopify/u);
  });
});

describe('the tokens of a connection that must be reconnected', () => {
  const lost = async (world: ConnectionWorld): Promise<void> => {
    await grantHour(world);
    world.advance(HOUR);
    world.script(DEAD_GRANT);
    await expectToken(world.connections, 'needs-reconnect');
  };

  worldTest('are kept sealed, shown nowhere, and bring the connection back when a renewal succeeds after all', async (world) => {
    await lost(world);
    expect(world.row('shopify')).toMatch(/"refresh":"v1\./u);
    expect(world.connections.view('shopify')).toMatchObject({ expiresAt: null, grantedScopes: [] });
    world.script(DEAD_GRANT, renewed('2'));
    expect(await world.connections.renewNow('shopify')).toEqual(err({ kind: 'needs-reconnect' }));
    expect(await world.connections.renewNow('shopify')).toEqual(ok(null));
    expect(world.connections.view('shopify')).toMatchObject({ state: 'connected', problem: '' });
    await expectToken(world.connections, 'access-2');
  });

  it.each(['merchant', 'revoked', 'uninstalled'] as const)('are deleted when the connection is ended (%s)', (cause) =>
    inWorld(async (world) => {
      await lost(world);
      world.connections.forget('shopify', cause);
      expect(world.row('shopify')).toContain('"tokens":null');
      expect((await world.connections.renewNow('shopify')).ok).toBe(false);
      expect(world.requests).toHaveLength(1);
    }),
  );

  worldTest('open again when the key that sealed them comes back', async (world) => {
    await grantHour(world);
    const without = world.restarted({ ...ENVIRONMENT, TOKEN_KEYS: `2:${btoa('b'.repeat(32))}` });
    await expectToken(without, 'needs-reconnect');
    world.script(renewed('2'));
    const back = world.restarted();
    expect(await back.renewNow('shopify')).toEqual(ok(null));
    await expectToken(back, 'access-2');
  });
});

describe('a renewal response without a refresh token', () => {
  worldTest('leaves the old one in use, with its own end', async (world) => {
    const day = 24 * HOUR;
    await world.connections.grant('shopify', SHOP, grantOf('1', world.now() + HOUR, { refreshExpiresAt: world.now() + 90 * day }));
    world.advance(HOUR);
    world.script(() => Response.json({ access_token: 'access-2', scope: 'write_products' }), renewed('3'));
    await expectToken(world.connections, 'access-2');
    // The refresh token's 90 days count from when it was issued.
    expect(world.connections.nextRefreshAt()).toBe(world.now() + (90 * day - HOUR) / 2);
    world.advance(HOUR);
    await expectToken(world.restarted(), 'access-3');
    expect([0, 1].map((n) => sent(world, n))).toEqual(['refresh-1', 'refresh-1']);
  });
});

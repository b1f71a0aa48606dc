import { describe, expect, it } from 'vitest';

import { at, parseJson } from '../../../src/platforms/json';
import { ENVIRONMENT } from '../../platforms/support/environment';
import { DEAD_GRANT, HOUR, SHOP, grantOf, inWorld, renewed, type ConnectionWorld, type Reaction } from './support/connection-world';

const token = async (connections: ConnectionWorld['connections']): Promise<string> => {
  const access = await connections.accessToken('shopify');
  return access.ok ? access.value.accessToken : access.error.kind;
};

const reject = async (world: ConnectionWorld): Promise<void> => {
  const access = await world.connections.accessToken('shopify');
  if (access.ok) world.connections.rejected('shopify', access.value);
};

const sent = (world: ConnectionWorld, n: number): unknown => at(parseJson(world.requests[n]?.body ?? ''), 'refresh_token');

const PROXY_PAGE: Reaction = () => new Response('<html>Forbidden</html>', { status: 403, headers: { 'content-type': 'text/html' } });
const WRONG_SECRET: Reaction = () => Response.json({ error: 'invalid_client' }, { status: 401 });

const MINUTE = 60_000;

/** A connection whose access token is due for renewal and lives nine minutes more. */
const nineMinutesLeft = async (world: ConnectionWorld): Promise<void> => {
  await world.connections.grant('shopify', SHOP, grantOf('1', world.now() + HOUR));
  world.advance(51 * MINUTE);
};

describe('a renewal that is refused while the access token is valid', () => {
  it.each<[string, Reaction]>([
    ['the page of a proxy', PROXY_PAGE],
    ['our own wrong secret', WRONG_SECRET],
  ])('by %s ends nothing: the token is used, and its renewal tried again', (_, refusal) =>
    inWorld(async (world) => {
      await nineMinutesLeft(world);
      world.script(refusal, refusal, renewed('2'));
      expect(await token(world.connections)).toBe('access-1');
      expect(world.connections.view('shopify').state).toBe('connected');
      world.advance(10 * MINUTE);
      expect(await token(world.connections)).toBe('unavailable');
      expect(world.connections.view('shopify').state).toBe('connected');
      world.advance(5 * MINUTE);
      expect(await token(world.connections)).toBe('access-2');
      expect([0, 1, 2].map((n) => sent(world, n))).toEqual(['refresh-1', 'refresh-1', 'refresh-1']);
      expect(world.connections.view('shopify')).toMatchObject({ state: 'connected', problem: '', reachable: true });
    }),
  );

  it('by a dead grant uses the token to its end, without asking again, and then asks for consent', () =>
    inWorld(async (world) => {
      await nineMinutesLeft(world);
      world.script(DEAD_GRANT);
      expect(await token(world.connections)).toBe('access-1');
      expect(world.connections.view('shopify')).toMatchObject({
        state: 'connected',
        problem: 'Shopify no longer renews our access. Reconnect Shopify to keep syncing.',
      });
      world.advance(8 * MINUTE);
      expect(await token(world.restarted())).toBe('access-1');
      expect(world.requests).toHaveLength(1);
      // Nobody need call for the merchant to be told.
      expect(world.connections.nextRefreshAt()).toBe(world.now() + MINUTE);
      world.advance(MINUTE);
      await world.connections.renewDue();
      expect(world.connections.view('shopify').state).toBe('needs_reconnect');
      expect(await token(world.connections)).toBe('needs-reconnect');
      expect(world.requests).toHaveLength(1);
      expect(world.connections.nextRefreshAt()).toBeNull();
    }));

  it('by a dead grant asks for consent at once when the platform refuses the token too', () =>
    inWorld(async (world) => {
      await nineMinutesLeft(world);
      world.script(DEAD_GRANT);
      await reject(world);
      expect(await token(world.connections)).toBe('needs-reconnect');
      expect(world.requests).toHaveLength(1);
    }));
});

describe('our own credentials', () => {
  it('are known as refused until a renewal succeeds, also after a restart', () =>
    inWorld(async (world) => {
      await nineMinutesLeft(world);
      world.script(WRONG_SECRET, renewed('2'));
      await world.connections.renewDue();
      expect(world.connections.condition('shopify').credentialsRefused).toBe(true);
      expect(world.connections.condition('square').credentialsRefused).toBe(false);
      const restarted = world.restarted();
      expect(restarted.condition('shopify').credentialsRefused).toBe(true);
      await restarted.renewDue();
      expect(restarted.condition('shopify').credentialsRefused).toBe(false);
    }));

  it('are in the merchant’s words once the access has ended', () =>
    inWorld(async (world) => {
      await nineMinutesLeft(world);
      world.script(WRONG_SECRET, WRONG_SECRET);
      await world.connections.renewDue();
      expect(world.connections.view('shopify')).toMatchObject({ problem: '', reachable: true });
      world.advance(9 * MINUTE);
      await world.connections.renewDue();
      expect(world.connections.view('shopify').problem).toMatch(/Shelfbridge cannot renew its access to Shopify/u);
    }));
});

describe('the tokens of a connection that must be made again', () => {
  const lost = async (world: ConnectionWorld): Promise<void> => {
    await world.connections.grant('shopify', SHOP, grantOf('1', world.now() + HOUR));
    world.advance(HOUR);
    world.script(DEAD_GRANT);
    expect(await token(world.connections)).toBe('needs-reconnect');
  };

  it('are kept sealed, shown nowhere, and bring the connection back when a renewal succeeds after all', () =>
    inWorld(async (world) => {
      await lost(world);
      expect(world.row('shopify')).toMatch(/"refresh":"v1\./u);
      expect(world.connections.view('shopify')).toMatchObject({ expiresAt: null, grantedScopes: [] });
      world.script(DEAD_GRANT, renewed('2'));
      expect(await world.connections.renewNow('shopify')).toEqual({ ok: false, error: { kind: 'needs-reconnect' } });
      expect(await world.connections.renewNow('shopify')).toEqual({ ok: true, value: null });
      expect(world.connections.view('shopify')).toMatchObject({ state: 'connected', problem: '' });
      expect(await token(world.connections)).toBe('access-2');
    }));

  it.each(['merchant', 'revoked', 'uninstalled'] as const)('are forgotten when the connection is ended (%s)', (cause) =>
    inWorld(async (world) => {
      await lost(world);
      world.connections.forget('shopify', cause);
      expect(world.row('shopify')).toContain('"tokens":null');
      expect((await world.connections.renewNow('shopify')).ok).toBe(false);
      expect(world.requests).toHaveLength(1);
    }),
  );

  it('open again when the key that sealed them comes back', () =>
    inWorld(async (world) => {
      await world.connections.grant('shopify', SHOP, grantOf('1', world.now() + HOUR));
      const without = world.restarted({ ...ENVIRONMENT, TOKEN_KEYS: `2:${btoa('b'.repeat(32))}` });
      expect(await token(without)).toBe('needs-reconnect');
      world.script(renewed('2'));
      const back = world.restarted();
      expect(await back.renewNow('shopify')).toEqual({ ok: true, value: null });
      expect(await token(back)).toBe('access-2');
    }));
});

describe('an answer without a refresh token', () => {
  it('leaves the old one in use, with its own end', () =>
    inWorld(async (world) => {
      const day = 24 * HOUR;
      await world.connections.grant('shopify', SHOP, grantOf('1', world.now() + HOUR, { refreshExpiresAt: world.now() + 90 * day }));
      world.advance(HOUR);
      world.script(() => Response.json({ access_token: 'access-2', scope: 'write_products' }), renewed('3'));
      expect(await token(world.connections)).toBe('access-2');
      // The refresh token's 90 days count from its own beginning.
      expect(world.connections.nextRefreshAt()).toBe(world.now() + (90 * day - HOUR) / 2);
      world.advance(HOUR);
      expect(await token(world.restarted())).toBe('access-3');
      expect([0, 1].map((n) => sent(world, n))).toEqual(['refresh-1', 'refresh-1']);
    }));
});

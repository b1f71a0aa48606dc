import { describe, expect, it } from 'vitest';

import { err, ok } from '../../../src/domain/result';
import { HOUR, SHOP, grantOf, inWorld, worldTest, grantHour } from './support/connection-world';

describe('a connection', () => {
  worldTest('that never was shows as disconnected', async (world) => {
    expect(world.connections.view('square')).toEqual({
      source: 'square',
      state: 'disconnected',
      name: '',
      label: '',
      connectedAt: null,
      expiresAt: null,
      grantedScopes: [],
      desiredScopes: ['MERCHANT_PROFILE_READ', 'ITEMS_READ', 'ITEMS_WRITE', 'INVENTORY_READ', 'INVENTORY_WRITE'],
      reachable: true,
      problem: '',
    });
    expect(world.connections.number('square')).toBe(0);
    expect(world.connections.nextRefreshAt()).toBeNull();
    expect(await world.connections.accessToken('square')).toEqual(err({ kind: 'disconnected' }));
  });

  worldTest('shows who is connected, since when, and with which scopes', async (world) => {
    await grantHour(world);
    world.connections.noteLabel('shopify', 'Demo shop');
    expect(world.restarted().view('shopify')).toMatchObject({
      state: 'connected',
      name: SHOP,
      label: 'Demo shop',
      connectedAt: world.now(),
      expiresAt: world.now() + HOUR,
      grantedScopes: ['write_products', 'write_inventory', 'read_locations', 'read_products', 'read_inventory'],
    });
  });

  it.each([
    ['merchant', 'disconnected', ''],
    ['revoked', 'needs_reconnect', 'Access was withdrawn in Square. Reconnect to resume syncing.'],
    ['uninstalled', 'needs_reconnect', 'Shelfbridge was uninstalled from the shop. Reconnect to resume syncing.'],
  ] as const)('ended by "%s" forgets its tokens', (cause, state, problem) =>
    inWorld(async (world) => {
      await world.connections.grant('square', 'MLDEMO', grantOf('1', null));
      world.connections.forget('square', cause);
      expect(world.connections.view('square')).toMatchObject({ state, problem, name: 'MLDEMO', connectedAt: null, grantedScopes: [] });
      expect(world.row('square')).toContain('"tokens":null');
      expect(world.row('square')).not.toMatch(/"v\d+\./u);
      expect(world.connections.number('square')).toBe(2);
    }),
  );

  worldTest('stays ended by the merchant when Square reports that end as well', async (world) => {
    await world.connections.grant('square', 'MLDEMO', grantOf('1', null));
    world.connections.forget('square', 'merchant');
    world.connections.forget('square', 'revoked');
    expect(world.connections.view('square')).toMatchObject({ state: 'disconnected', problem: '' });
  });

  worldTest('takes a new number with each grant and each end, so that what was started before is void', async (world) => {
    const numbers = [world.connections.number('square')];
    await world.connections.grant('square', 'MLDEMO', grantOf('1', null));
    numbers.push(world.connections.number('square'));
    world.connections.forget('square', 'revoked');
    numbers.push(world.connections.number('square'));
    await world.connections.grant('square', 'MLDEMO', grantOf('2', null));
    numbers.push(world.restarted().number('square'));
    expect(numbers).toEqual([0, 1, 2, 3]);
  });

  worldTest('keeps the business name when the same one reconnects, and drops another’s', async (world) => {
    await world.connections.grant('square', 'MLDEMO', grantOf('1', null));
    world.connections.noteLabel('square', 'Corner shop');
    await world.connections.grant('square', 'MLDEMO', grantOf('2', null));
    expect(world.connections.view('square').label).toBe('Corner shop');
    await world.connections.grant('square', 'MLSECOND', grantOf('3', null));
    expect(world.connections.view('square').label).toBe('');
  });

  worldTest('ended while a grant is being sealed stays ended', async (world) => {
    const granting = world.connections.grant('square', 'MLDEMO', grantOf('1', null));
    world.connections.forget('square', 'merchant');
    await granting;
    expect(world.connections.view('square').state).toBe('disconnected');
    expect(world.row('square')).toBe('');
  });

  worldTest('takes the later of two grants', async (world) => {
    await Promise.all([
      world.connections.grant('square', 'A', grantOf('1', null)),
      world.connections.grant('square', 'B', grantOf('2', null)),
    ]);
    expect(world.connections.view('square').name).toBe('B');
    expect(await world.connections.accessToken('square')).toMatchObject(ok({ accessToken: 'access-2' }));
  });
});

describe('whether a platform can be reached', () => {
  worldTest('is told by its own calls: three failures in a row, and one answer', async (world) => {
    await world.connections.grant('square', 'MLDEMO', grantOf('1', null));
    const square = await world.connections.square();
    if (!square.ok) throw new Error('no token');
    const down = (): Response => new Response(null, { status: 503 });
    const lost = (): Promise<Response> => Promise.reject(new Error('refused'));
    const refused = (): Response => Response.json({ errors: [] }, { status: 400 });
    const reachable = async (): Promise<boolean> => {
      await square.value.client.get('/v2/locations');
      return world.connections.view('square').reachable;
    };
    world.script(down, lost, refused, lost, down, down, down, refused);
    const seen: boolean[] = [];
    for (let n = 0; n < 8; n += 1) seen.push(await reachable());
    expect(seen).toEqual([true, true, true, true, true, false, false, true]);
    expect(world.connections.view('shopify').reachable).toBe(true);
  });

  worldTest('says so in words, and writes its row only when it changes', async (world) => {
    await world.connections.grant('square', 'MLDEMO', grantOf('1', null));
    const written = world.db.counted.written;
    for (let n = 0; n < 5; n += 1) world.connections.noteReachable('square', true);
    expect(world.db.counted.written).toBe(written);
    world.connections.noteReachable('square', false);
    expect(world.connections.view('square').problem).toContain('Square cannot be reached');
    const once = world.db.counted.written;
    world.connections.noteReachable('square', false);
    expect(world.db.counted.written).toBe(once);
  });
});

import { describe, expect, it } from 'vitest';

import { HOUR, SHOP, grantOf, inWorld, type ConnectionWorld, type Reaction, worldTest } from './support/connection-world';

const answers = (version: string, status = 200): Reaction => {
  return () => new Response(JSON.stringify({ data: { shop: { id: '1' } } }), { status, headers: { 'x-shopify-api-version': version } });
};

/** Makes one call with the token of the current connection. */
async function call(world: ConnectionWorld, reaction: Reaction, connections = world.connections): Promise<void> {
  const opened = await connections.shopify();
  if (!opened.ok) throw new Error('no token');
  world.script(reaction);
  await opened.value.client.run({ name: 'Ping', source: 'query Ping { shop { id } }' }, {});
}

const connected = (world: ConnectionWorld): Promise<void> => world.connections.grant('shopify', SHOP, grantOf('1', world.now() + HOUR));

describe('the API version that Shopify serves', () => {
  worldTest('is known while it is not the one that is asked for, also after a restart', async (world) => {
    await connected(world);
    await call(world, answers('2026-07'));
    expect(world.connections.condition('shopify').servedVersion).toBeNull();
    await call(world, answers('2026-10'));
    expect(world.connections.condition('shopify').servedVersion).toBe('2026-10');
    expect(world.restarted().condition('shopify').servedVersion).toBe('2026-10');
    // A response without the header, such as from a proxy, says nothing about the version.
    await call(world, () => Response.json({ data: {} }));
    expect(world.connections.condition('shopify').servedVersion).toBe('2026-10');
    await call(world, answers('2026-07'));
    expect(world.connections.condition('shopify').servedVersion).toBeNull();
  });

  worldTest('is written once, however many calls meet it', async (world) => {
    await connected(world);
    const changes: unknown[] = [];
    const watched = world.restarted(undefined, (_, before, after) => changes.push([before.servedVersion, after.servedVersion]));
    for (let n = 0; n < 5; n += 1) await call(world, answers('2026-10'), watched);
    expect(changes).toEqual([[null, '2026-10']]);
  });
});

describe('a shop that Shopify does not serve', () => {
  it.each([
    [402, 'frozen', /unpaid bill/u],
    [423, 'locked', /Shopify Support/u],
    [403, 'forbidden', /refuses all requests/u],
    [404, 'unknown', /not active/u],
  ] as const)('(%i) is recognized as %s, stays connected, and has its own message until it is served again', (status, closed, words) =>
    inWorld(async (world) => {
      await connected(world);
      await call(world, () => new Response('{}', { status }));
      expect(world.connections.condition('shopify').closed).toBe(closed);
      const view = world.connections.view('shopify');
      expect(view).toMatchObject({ state: 'connected', reachable: true });
      expect(view.problem).toMatch(words);
      // Neither a throttling nor a failing edge means that the shop is open again.
      for (const other of [430, 503]) await call(world, () => new Response('', { status: other }));
      expect(world.restarted().condition('shopify').closed).toBe(closed);
      await call(world, answers('2026-07'));
      expect(world.connections.condition('shopify').closed).toBeNull();
      expect(world.connections.view('shopify').problem).toBe('');
    }),
  );
});

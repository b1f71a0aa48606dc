import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { readJson, type Json } from './running-sandbox';
import { ADJUST, at, DEMO, soon } from './shopify-kit';

/** Starts the sandbox in its own process group, which can be killed as a whole. */
const HOST = `
  import { unstable_startWorker as start } from 'wrangler';
  const text = (value) => ({ type: 'plain_text', value });
  const names = ['SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET', 'SQUARE_CLIENT_ID', 'SQUARE_CLIENT_SECRET', 'SQUARE_WEBHOOK_KEY', 'SQUARE_APP_TOKEN'];
  const worker = await start({ config: 'sandbox/wrangler.toml', envFiles: [],
    bindings: { APP_ORIGIN: text('http://localhost:1'), WEBHOOK_ORIGIN: text('http://localhost:1'), ...Object.fromEntries(names.map((name) => [name, text(name)])) },
    dev: { server: { hostname: 'localhost', port: Number(process.argv[1]) }, persist: process.argv[2], watch: false, inspector: false, liveReload: false, logLevel: 'none' } });
  await worker.ready;`;

const folder = mkdtempSync(join(tmpdir(), 'sandbox-restart-'));
let host: ChildProcess | null = null;

function killHost() {
  if (host?.pid !== undefined) process.kill(-host.pid, 'SIGKILL');
  host = null;
}

afterAll(() => {
  killHost();
  rmSync(folder, { recursive: true, force: true });
});

const listening = (server: ReturnType<typeof createServer>): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, 'localhost', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listening(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Starts the sandbox on a port and talks to it; `token` is Shopify's. */
function hostAt(port: number) {
  const origin = `http://localhost:${port}`;
  const call = async (path: string, body?: unknown, { token = 'shpat_sandbox', method = 'POST' } = {}) => {
    const headers = { 'content-type': 'application/json', 'x-shopify-access-token': token };
    const answer = await fetch(origin + path, body === undefined ? { headers } : { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    return answer.status === 504 ? { status: 504 } : readJson(text);
  };
  return {
    call,
    start: async () => {
      host = spawn(process.execPath, ['--input-type=module', '-e', HOST, String(port), folder], {
        detached: true,
        stdio: 'ignore',
        env: { ...process.env, CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' },
      });
      await soon(() =>
        fetch(`${origin}/healthz`).then(
          (answer) => answer.status,
          () => 0,
        ),
      ).toBe(200);
    },
    graphql: (query: string, variables: Json = {}, token = 'shpat_sandbox') =>
      call(`${DEMO}/admin/api/2026-07/graphql.json`, { query, variables }, { token }),
    /** Installs the app; returns its access token. */
    install: async () => {
      await call('/control/config', { autoApprove: true }, { method: 'PUT' });
      const query = new URLSearchParams({
        client_id: 'SHOPIFY_CLIENT_ID',
        scope: 'write_inventory',
        redirect_uri: 'http://localhost:1/shopify/oauthCallback',
        state: 's',
      });
      const granted = await fetch(`${origin}${DEMO}/admin/oauth/authorize?${query}`, { redirect: 'manual' });
      const code = new URL(granted.headers.get('location') ?? '').searchParams.get('code');
      const grant = { client_id: 'SHOPIFY_CLIENT_ID', client_secret: 'SHOPIFY_CLIENT_SECRET', code, expiring: 1 };
      return String((await call(`${DEMO}/admin/oauth/access_token`, grant))['access_token']);
    },
  };
}

it('keeps stock, tokens and undelivered webhooks across a kill', async () => {
  const port = await freePort();
  let acknowledge = false;
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => received.push(chunk.toString('utf8')));
    request.on('end', () => {
      // Until the kill no delivery is acknowledged: it hangs.
      if (acknowledge) response.end();
    });
  });
  const hook = `http://localhost:${await listening(receiver)}/`;

  const { call, graphql, start } = hostAt(port);

  await start();
  const subscribed = await graphql(
    `mutation { webhookSubscriptionCreate(topic: INVENTORY_LEVELS_UPDATE, webhookSubscription: { uri: "${hook}" }) { userErrors { message } } }`,
  );
  expect(at(subscribed, 'data', 'webhookSubscriptionCreate', 'userErrors')).toEqual([]);
  await call('/control/change', { platform: 'shopify', sku: 'MUG-SPK', delta: -4 });
  await soon(() => received.length).toBe(1);
  killHost();
  acknowledge = true;

  // The sandbox gets no request but the probe's: only the stored alarm sends what was not acknowledged.
  await start();
  await soon(() => received.length).toBeGreaterThan(1);
  expect(at(JSON.parse(received.at(-1) ?? '{}'), 'available')).toBe(30);
  expect(await call('/control/stock?sku=MUG-SPK')).toMatchObject({ shopify: 30, square: 34 });
  expect(at(await graphql('{ webhookSubscriptionsCount { count } }'), 'data', 'webhookSubscriptionsCount', 'count')).toBe(1);
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

it('keeps a request that arrives late, and the end of a poisoned item, across a kill', async () => {
  killHost();
  const port = await freePort();
  const { call, graphql, install, start } = hostAt(port);
  await start();
  const token = await install();
  const found = await graphql(
    '{ locations(first: 1) { nodes { id } } productVariants(first: 1, query: "sku:MUG-IND") { nodes { inventoryItem { id } } } }',
  );
  const inventoryItemId = at(found, 'data', 'productVariants', 'nodes', 0, 'inventoryItem', 'id');
  const locationId = at(found, 'data', 'locations', 'nodes', 0, 'id');
  const before = Number((await call('/control/stock?sku=MUG-IND'))['shopify']);
  // The delay is random, from 0 on: of three requests, at least one is still to arrive when the sandbox is killed.
  const faults = { lateArrival: 1, lateArrivalMs: 60_000, poisonedItems: ['MUG-SPK'], poisonMs: 1_000 };
  await call('/control/config', { faults: { shopify: faults } }, { method: 'PUT' });
  const input = {
    name: 'available',
    reason: 'correction',
    changes: [{ inventoryItemId, locationId, delta: -2, changeFromQuantity: null }],
  };
  for (let n = 0; n < 3; n += 1) expect(await graphql(ADJUST, { input, key: `late-${n}` }, token)).toEqual({ status: 504 });
  await call('/control/config', { clockSpeed: 60, faults: { shopify: { lateArrival: 0 } } }, { method: 'PUT' });
  killHost();

  // After the restart, the object finds them in its storage.
  await start();
  await soon(async () => (await call('/control/stock?sku=MUG-IND'))['shopify']).toBe(before - 6);
  await soon(async () => at(await call('/control/config'), 'faults', 'shopify', 'poisonedItems')).toEqual([]);
});

it("makes a rival's change after a kill that it had seen before", async () => {
  killHost();
  const port = await freePort();
  const { call, start } = hostAt(port);
  await start();
  await call('/control/config', { rivals: { delta: { on: true, delayMs: 3_000 } } }, { method: 'PUT' });
  const before = await call('/control/stock?sku=MUG-SPK');
  await call('/control/change', { platform: 'shopify', sku: 'MUG-SPK', delta: -1 });
  killHost();
  await start();
  await soon(() => call('/control/stock?sku=MUG-SPK')).toEqual({
    shopify: Number(before['shopify']) - 1,
    square: Number(before['square']) - 1,
  });
});

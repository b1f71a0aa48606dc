import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { readJson, type Json } from './running-sandbox';
import { at, soon } from './shopify-kit';

/** Starts the sandbox in a process group of its own, which can be killed whole. */
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

function killHost(): void {
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

it('keeps stock, tokens and undelivered webhooks over a kill', async () => {
  const probe = createServer();
  const port = await listening(probe);
  await new Promise((resolve) => probe.close(resolve));
  let acknowledge = false;
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => received.push(chunk.toString('utf8')));
    request.on('end', () => {
      // Until the kill nobody is told anything: the delivery hangs.
      if (acknowledge) response.end();
    });
  });
  const hook = `http://localhost:${await listening(receiver)}/`;

  const origin = `http://localhost:${port}`;
  const call = async (path: string, body?: unknown): Promise<Json> => {
    const headers = { 'content-type': 'application/json', 'x-shopify-access-token': 'shpat_sandbox' };
    const answer = await fetch(origin + path, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
    return readJson(await answer.text());
  };
  const start = async (): Promise<void> => {
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
  };
  const graphql = (query: string): Promise<Json> => call('/shopify/demo.myshopify.com/admin/api/2026-07/graphql.json', { query });

  await start();
  const subscribed = await graphql(
    `mutation { webhookSubscriptionCreate(topic: INVENTORY_LEVELS_UPDATE, webhookSubscription: { uri: "${hook}" }) { userErrors { message } } }`,
  );
  expect(at(subscribed, 'data', 'webhookSubscriptionCreate', 'userErrors')).toEqual([]);
  await call('/control/change', { platform: 'shopify', sku: 'MUG-SPK', delta: -4 });
  await soon(() => received.length).toBe(1);
  killHost();
  acknowledge = true;

  // No request but the probe's touches the world: the stored alarm alone sends what was not acknowledged.
  await start();
  await soon(() => received.length).toBeGreaterThan(1);
  expect(at(JSON.parse(received.at(-1) ?? '{}'), 'available')).toBe(30);
  expect(await call('/control/stock?sku=MUG-SPK')).toMatchObject({ shopify: 30, square: 34 });
  expect(at(await graphql('{ webhookSubscriptionsCount { count } }'), 'data', 'webhookSubscriptionsCount', 'count')).toBe(1);
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
}, 60_000);

import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';

import { afterEach, expect, test } from 'vitest';

import { makeDataDir, processesOf, startApp } from '../../scripts/app-process';
import { changeStock, stockOf } from '../../scripts/merchant';
import { root } from '../../scripts/root';
import type { App } from './support/merchant';

let dataDir = '';
let running: App | undefined;

afterEach(async () => {
  await running?.kill();
  running = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(args: string[] = []) {
  running = await startApp({ dataDir, args, keepData: true });
  return running;
}

/** Returns what the doctor prints about a local start. */
function doctor(app: App): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: new URL(app.page).port };
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/doctor.ts'], { cwd: root, env }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}

/** A SKU of the demo sandbox, the same every time. */
async function someSku(app: App) {
  const response = await fetch(`${app.sandbox}/square/v2/catalog/search`, {
    method: 'POST',
    headers: { authorization: 'Bearer EAAA_sandbox', 'content-type': 'application/json', 'square-version': '2026-09-16' },
    body: JSON.stringify({ object_types: ['ITEM_VARIATION'], limit: 100 }),
  });
  expect(response.status).toBe(200);
  const { objects } = (await response.json()) as { objects: { item_variation_data: { sku?: string } }[] };
  for (const { item_variation_data: variation } of objects) {
    if (variation.sku === undefined || variation.sku === '') continue;
    const stock = await stockOf(app, variation.sku);
    if (stock.shopify !== null && stock.square !== null) return variation.sku;
  }
  throw new Error('no SKU is on both sides');
}

test('starts from nothing, prints what to open, and Ctrl-C leaves no process', async () => {
  dataDir = makeDataDir();
  const app = await start();
  expect(app.output()).toContain(app.page);
  expect(app.output()).toContain(app.worker);
  expect(app.output()).toContain(app.sandbox);
  expect(app.output()).toMatch(/sign in as\s+demo/u);

  const page = await fetch(app.page);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain('<div id="root"></div>');
  expect((await fetch(`${app.page}/inventory`)).headers.get('content-type')).toContain('text/html');
  expect((await fetch(`${app.worker}/healthz`)).status).toBe(200);
  // A route of the Worker is served at the page's address too.
  expect(await (await fetch(`${app.page}/healthz`)).text()).toBe(await (await fetch(`${app.worker}/healthz`)).text());
  expect((await fetch(app.sandbox)).status).toBe(200);

  const found = await doctor(app);
  expect(found).not.toContain('FIX');
  expect(found).toMatch(/^ok +remote calls reach the Worker$/mu);

  await app.stop();
  expect(processesOf(dataDir)).toEqual([]);
  // One line says what to do, instead of every check by itself.
  expect(await doctor(app)).toBe(
    `nothing answers at ${app.page}: run npm start, or give the PORT that it runs with (PORT=9000 npm run doctor)\n`,
  );
});

test('keeps its data between starts, and starts over with --fresh', async () => {
  dataDir = makeDataDir();
  const first = await start();
  const sku = await someSku(first);
  const before = (await stockOf(first, sku)).square ?? 0;
  await changeStock(first, { platform: 'square', sku, delta: -2 });
  await first.stop();

  const second = await start();
  expect((await stockOf(second, sku)).square).toBe(before - 2);
  await second.stop();

  const third = await start(['--fresh']);
  expect((await stockOf(third, sku)).square).toBe(before);
  await third.stop();
});

test('leaves no process when any part of it is killed, and starts again afterwards', async () => {
  dataDir = makeDataDir();
  for (const victim of ['start.ts', 'host.ts']) {
    const app = await start();
    const pid = processesOf(dataDir).find((one) => readFileSync(`/proc/${one}/cmdline`, 'utf8').includes(victim));
    expect(pid, victim).toBeDefined();
    process.kill(Number(pid), 'SIGKILL');
    await expect.poll(() => processesOf(dataDir)).toEqual([]);
    await app.stop();
  }
});

import { applyD1Migrations, env, reset, runInDurableObject, SELF } from 'cloudflare:test';
import { afterEach, beforeEach, expect, vi } from 'vitest';

import { openDb } from '../../src/db/database';
import { readHistory } from '../../src/db/history';
import { SOURCES, type Source } from '../../src/domain/source';
import type { AccountObject } from '../../src/durable/account-object';
import type { SnapshotView } from '../../src/durable/api/account-api';
import { httpLimits, readPlatformConfig } from '../../src/platforms/config';
import { openHttp } from '../../src/platforms/http';
import { openSquareApplication, repairSquareSubscription } from '../../src/platforms/square/webhooks';
import { accountId } from '../support/account-id';
import { holdAlarms, runAlarm } from '../support/alarms';

const APP = 'http://localhost:8787';

export const STEPS = 100_000;

/** A plan that a merchant makes and that begins a bulk change. */
export const LEVEL = { by: 'merchant', kind: 'level', bulkChange: null } as const;

/** Calls the sandbox's control API. */
export async function control(method: string, path: string, body?: unknown): Promise<unknown> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await env.SANDBOX.fetch(`http://localhost:8789/control/${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** Sets faults for one platform, by name and value. */
export async function setFaults(platform: Source, faults: Readonly<Record<string, number>>): Promise<void> {
  await control('PUT', 'config', { faults: { [platform]: faults } });
}

/** Makes a sale, restock, or recount outside the app. */
export async function change(platform: Source, sku: string, delta: number): Promise<void> {
  await control('POST', 'change', { platform, sku, delta });
}

export async function recount(platform: Source, sku: string, set: number): Promise<void> {
  await control('POST', 'change', { platform, sku, set });
}

/** Returns each platform's own quantity of a SKU, in units. */
export async function stockOf(sku: string): Promise<Record<Source, number | null>> {
  return (await control('GET', `stock?sku=${sku}`)) as Record<Source, number | null>;
}

const realNow = Date.now.bind(Date);
let skipped = 0;

/**
 * Advances the platforms' clock and ours. Alarms do not fire by themselves: call `ring`. The platforms' gets ahead by some 100 ms times `speed`:
 * what is skipped often needs a low one.
 */
export async function skipTime(ms: number, speed = 1_000): Promise<void> {
  await control('PUT', 'config', { clockSpeed: speed });
  await new Promise((resolve) => setTimeout(resolve, ms / speed + 50));
  await control('PUT', 'config', { clockSpeed: 1 });
  skipped += ms;
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + skipped);
}

/** Waits until both platforms show these units. */
export async function bothAt(sku: string, units: number, timeout = 180_000): Promise<void> {
  await expect.poll(() => stockOf(sku), { timeout, interval: 50 }).toEqual({ shopify: units, square: units });
}

/** Waits until both platforms show these units of the first variants. */
export async function eachAt(variants: number, units: number): Promise<void> {
  for (let n = 1; n <= variants; n += 1) await bothAt(skuOf(n), units);
}

/** Expects each platform to have this quantity of a SKU. */
export async function expectStock(sku: string, shopify: number | null, square: number | null): Promise<void> {
  expect(await stockOf(sku)).toEqual({ shopify, square });
}

/** Waits until each platform has this much of a SKU. */
export async function stockBecomes(sku: string, shopify: number, square: number): Promise<void> {
  await expect.poll(() => stockOf(sku)).toEqual({ shopify, square });
}

/** Expects this many writes to each platform since the last `forgetCalls`. */
export async function expectWrites(shopify: number, square: number): Promise<void> {
  expect(await writes()).toEqual({ shopify, square });
}

/** Waits until this many changes are pending for the platforms. */
export async function owedBecomes(merchant: Merchant, owed: number, timeout = 180_000): Promise<void> {
  await expect.poll(async () => (await merchant.state()).owed, { timeout }).toBe(owed);
}

/** Starts or ends the merchant's subscription. */
export async function entitle(merchant: Merchant, subscribed = true): Promise<void> {
  await merchant.stub().setEntitlement({ subscribed, accessEnds: null });
}

/** Sets the same faults on both platforms. */
export async function setFaultsOnBoth(faults: Parameters<typeof setFaults>[1]): Promise<void> {
  for (const platform of SOURCES) await setFaults(platform, faults);
}

/** Uninstalls the app in the shop, as the merchant would. */
export async function pressUninstall(): Promise<void> {
  const answer = await env.SANDBOX.fetch('http://localhost:8789/shopify/demo.myshopify.com/admin/apps', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'do=uninstall',
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
  await answer.text();
}

/** Returns the number of stock writes with the app's tokens since the last `forgetCalls`. */
export async function writes(): Promise<{ shopify: number; square: number }> {
  const calls = (await control('GET', 'calls')) as { shopify: Record<string, number>; square: Record<string, number> };
  return {
    shopify: calls.shopify['inventoryAdjustQuantities'] ?? 0,
    square: calls.square['POST /v2/inventory/changes/batch-create'] ?? 0,
  };
}

/** Returns how often an operation was called with the app's tokens. */
export async function callsOf(platform: Source, name: string): Promise<number> {
  const calls = (await control('GET', 'calls')) as Record<Source, Record<string, number>>;
  return calls[platform][name] ?? 0;
}

/** Waits until the platforms have no webhook on the wire. */
export async function webhooksQuiet(): Promise<void> {
  let before = '';
  const same = async (): Promise<boolean> => {
    const { webhooks } = (await control('GET', 'calls')) as { webhooks: unknown };
    const now = JSON.stringify(webhooks);
    const quiet = now === before;
    before = now;
    return quiet;
  };
  await expect.poll(same, { interval: 40 }).toBe(true);
}

export async function forgetCalls(): Promise<void> {
  await control('DELETE', 'calls');
}

/** A browser between the product and the sandbox, with a single cookie jar because cookies ignore ports. */
class Browser {
  readonly #cookies = new Map<string, string>();

  async open(address: string): Promise<void> {
    let url = address;
    for (let hops = 0; hops < 10; hops += 1) {
      const route = url.startsWith('http://localhost:8789') ? env.SANDBOX : SELF;
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await route.fetch(url, { redirect: 'manual', headers: { cookie, accept: 'text/html' } });
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=');
        this.#cookies.set(name, value);
      }
      const next = response.headers.get('location');
      const text = await response.text();
      if (response.status >= 400) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 400)}`);
      if (next === null) return;
      url = new URL(next, url).href;
      // Every other path on the web app's own address is a page, which the test does not serve.
      if (/^http:\/\/localhost:8787\/(?:dashboard|onboard)?$/u.test(url)) return;
    }
    throw new Error(`${address} leads round in circles`);
  }
}

/** The lines that account objects have written to the log since `startWorld`. */
let notes: { level: string; message: string }[] = [];

/** The alerts among those lines. */
export const alerts = (): string[] => notes.map((note) => note.message).filter((message) => message.startsWith('alert:'));

/** Account objects log lost webhooks, refused tokens, and the like: the lines are kept for the test and do not count as noise. */
function listen(): void {
  notes = [];
  const log = console.log.bind(console);
  vi.spyOn(console, 'log').mockImplementation((...line: unknown[]) => {
    const [text] = line;
    if (typeof text !== 'string' || !text.startsWith('{') || !text.includes('"part":"account"')) return log(...line);
    notes.push(JSON.parse(text) as { level: string; message: string });
    return undefined;
  });
  const warn = console.warn.bind(console);
  vi.spyOn(console, 'warn').mockImplementation((...line: unknown[]) => {
    // The routes log when an object is killed while it handles a webhook.
    if (!/(?:Error|AccountUnreachable): killed/u.test(String(line[0]))) warn(...line);
  });
}

/** A merchant who is signed in, connected, paired, entitled, and read, in a sandbox of generated variants with 100 units each. */
export interface Merchant {
  readonly accountId: string;
  readonly browser: { open(address: string): Promise<void> };
  /** Returns a new stub: a stub whose object was killed is unusable. */
  stub(): DurableObjectStub<AccountObject>;
  /** The account's state. */
  state(): ReturnType<DurableObjectStub<AccountObject>['state']>;
  /** The account's health. */
  health(): ReturnType<DurableObjectStub<AccountObject>['health']>;
}

/** The merchant who signed in last. */
let current: Merchant | undefined;

function currentMerchant(): Merchant {
  if (current === undefined) throw new Error('nobody has signed in');
  return current;
}

/** Starts a sandbox with this many variants before each test and resets it afterward; returns the merchant who signed in last. */
export function useWorld(variants?: number): Merchant {
  beforeEach(async () => {
    await startWorld(variants);
  });
  afterEach(endWorld);
  return {
    get accountId() {
      return currentMerchant().accountId;
    },
    get browser() {
      return currentMerchant().browser;
    },
    stub: () => currentMerchant().stub(),
    state: () => currentMerchant().state(),
    health: () => currentMerchant().health(),
  };
}

/** Lets alarms fire by themselves in the tests of a file or group that wait for one, from after the start. */
export function useAlarms(): void {
  beforeEach(() => {
    holdAlarms(false);
  });
}

/** SKU of a generated variant, from 1. */
export const skuOf = (n: number): string => `GEN-${String(n).padStart(6, '0')}`;

export async function signIn(): Promise<Merchant> {
  const browser = new Browser();
  await browser.open(`${APP}/shopify/oauthRequest?shop=demo`);
  const id = await env.DB.prepare("select id from accounts where shop_domain = 'demo.myshopify.com'").first<number>('id');
  const accountId = String(id);
  const stub = () => env.ACCOUNT.getByName(accountId);
  current = { accountId, browser, stub, state: () => stub().state(), health: () => stub().health() };
  return current;
}

export async function connectSquare(merchant: Merchant): Promise<void> {
  await merchant.browser.open(`${APP}/square/oauthRequest`);
}

async function subscribeSquare(): Promise<void> {
  const config = readPlatformConfig({ ...env });
  if (!config.ok) throw new Error(config.error.join());
  const http = openHttp((input, init) => env.SANDBOX.fetch(input, init), httpLimits(config.value));
  const client = openSquareApplication(http, config.value);
  if (client === null) throw new Error('no application token');
  const made = await repairSquareSubscription(client, config.value, crypto.randomUUID());
  if (!made.ok) throw new Error(JSON.stringify(made.error));
}

/**
 * Starts a new sandbox of both platforms with one merchant, whose first alarm has run; further ones run in `ring`, and by themselves only with
 * `useAlarms`. Reset it with `endWorld`.
 */
export async function startWorld(variants = 5): Promise<Merchant> {
  listen();
  holdAlarms(true);
  await control('POST', 'reset', { catalogue: { variants, seed: 1 } });
  await control('PUT', 'config', { autoApprove: true, squareSeller: 'MLDEMO' });
  await subscribeSquare();
  const merchant = await signIn();
  await connectSquare(merchant);
  const stub = merchant.stub();
  await expect.poll(async () => new Set((await stub.locations()).all.map((location) => location.source)).size).toBe(2);
  await stub.setEntitlement({ subscribed: true, accessEnds: null });
  await pair(merchant);
  await snapshot(merchant);
  expect(await stub.inventoryCounts()).toMatchObject({ inSync: variants });
  await ring(merchant);
  await tasksDone();
  await forgetCalls();
  return merchant;
}

/** Waits until no task is queued or at work. */
export async function tasksDone(): Promise<void> {
  const working = env.DB.prepare("select count(*) as n from tasks where state in ('queued', 'running')");
  await expect.poll(() => working.first('n')).toBe(0);
}

/** Deletes all data on all sides. */
export async function endWorld(): Promise<void> {
  await webhooksQuiet();
  // A task whose tables disappear while it runs would log an error.
  await tasksDone();
  await reset();
  vi.restoreAllMocks();
  skipped = 0;
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
}

/** Pairs the nth locations of both sides (from 0). */
export async function pair(merchant: Merchant, n = 0): Promise<void> {
  const { all } = await merchant.stub().locations();
  const nth = (source: Source): string => all.filter((location) => location.source === source)[n]?.sourceId ?? '';
  expect(await merchant.stub().savePair(nth('shopify'), nth('square'))).toMatchObject({ ok: true });
}

/** Works on all requested snapshots until they end, and returns their last views. Requests none: a renamed product is read after `ring`. */
export async function snapshot(merchant: Merchant): Promise<readonly SnapshotView[]> {
  for (let calls = 0; calls < 40; calls += 1) {
    const open = (await merchant.stub().state()).snapshots.filter(({ state }) => state === 'queued' || state === 'running');
    if (open.length === 0) return (await merchant.stub().state()).snapshots;
    await Promise.all(open.map(({ source }) => merchant.stub().advanceSnapshot(source)));
  }
  throw new Error('the snapshots do not end');
}

/** Kills the object, whatever it is doing; the next call starts a new one. Only that object is killed: what it has sent stays sent. */
export async function kill(merchant: Merchant): Promise<void> {
  await runInDurableObject(merchant.stub(), (_, state) => {
    state.abort('killed');
  }).catch(() => undefined);
}

/** Runs the object's alarm now, if one is set. */
export async function ring(merchant: Merchant): Promise<void> {
  await runAlarm(merchant.stub());
}

/** Makes reconciliation due on both sides, and runs the alarm. */
export async function sweep(merchant: Merchant): Promise<void> {
  await runInDurableObject(merchant.stub(), (_, state) => {
    const before = { since: Date.now() - 900_000, drift: 0, doubt: '', doneAt: 1 };
    state.storage.sql.exec(
      `insert into meta (name, value) values ('swept', ?)
        on conflict (name) do update set value = json_set(value, '$.shopify.doneAt', 1, '$.square.doneAt', 1)`,
      JSON.stringify({ shopify: before, square: before }),
    );
  });
  await ring(merchant);
}

/** The variant's key and platform ids, by SKU. */
export async function variantOf(merchant: Merchant, sku: string) {
  const page = await merchant
    .stub()
    .inventory({ view: 'all', query: sku, limit: 10, page: 0, sort: { column: 'name', descending: false } });
  const row = page.ok ? page.value.variants.find((variant) => variant.shopify?.sku === sku || variant.square?.sku === sku) : undefined;
  if (row === undefined) throw new Error(`no variant ${sku}`);
  return row;
}

/** The account's history, oldest first. */
export async function history(merchant: Merchant): Promise<{ sku: string; originator: string; fact: Record<string, unknown> }[]> {
  await merchant.stub().deliverHistory();
  const { lines } = await readHistory(openDb(env.DB), accountId(Number(merchant.accountId)), { sku: '', limit: 100_000, page: 0 });
  return lines.toReversed().map(({ sku, originator, fact }) => ({ sku, originator, fact: { ...fact } }));
}

/** Changes parts of a platform's responses to the object until the returned function is called. */
export function answerInstead<T>(address: RegExp, spoil: (body: T) => unknown): () => void {
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await real(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (!address.test(url) || !response.ok) return response;
    const spoiled = spoil(await response.json());
    return new Response(typeof spoiled === 'string' ? spoiled : JSON.stringify(spoiled), { status: 200, headers: response.headers });
  });
  return () => {
    spy.mockRestore();
  };
}

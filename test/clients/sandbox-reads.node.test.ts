import { beforeEach, describe, expect, it } from 'vitest';

import { shopifyApp, squareApp, type AppSide } from './app-kit';
import { useSandbox, readJson, type Json } from './running-sandbox';
import { at, installApp, newKey, part, shopifyKit, soon } from './shopify-kit';

const sandbox = await useSandbox();

beforeEach(async () => {
  await sandbox.call('POST', '/control/preset', { preset: 'calm' });
  await sandbox.reset({ catalogue: { variants: 5, seed: 1 } });
});

const SKU = 'GEN-000001';

const faults = async (platform: string) => part(await sandbox.read('/control/config'), 'faults', platform);

describe.each([
  ['shopify', shopifyApp],
  ['square', squareApp],
] as const)('reads of the app at %s', (platform, connect) => {
  let app: AppSide;
  let item: string;

  const configure = async (switches: object) => {
    const set = await sandbox.configure({ faults: { [platform]: switches } });
    expect(set.body).not.toHaveProperty('error');
  };
  const sell = (delta: number) => sandbox.change({ platform, sku: SKU, delta });
  const stock = async () => (await sandbox.read(`/control/stock?sku=${SKU}`))[platform];

  beforeEach(async () => {
    app = await connect(sandbox);
    item = await app.stockId(SKU);
  });

  it('lag behind writes: they return old values, and current values once the lag is off', async () => {
    await configure({ readLagMs: 60_000 });
    expect(await app.units(item)).toBe(100);
    expect((await sell(-3)).body).toMatchObject({ before: 100, after: 97 });
    expect((await sell(-4)).body).toMatchObject({ before: 97, after: 93 });
    expect(await stock()).toBe(93);
    await soon(() => app.units(item)).toBe(100);
    await configure({ readLagMs: 0 });
    expect(await app.units(item)).toBe(93);
  });

  it('lag, but writes do not: they apply to current values', async () => {
    await configure({ readLagMs: 60_000 });
    await sell(-3);
    await app.write(newKey(), -2, [item]);
    expect(await stock()).toBe(95);
  });

  it('are throttled, and writes are not', async () => {
    await configure({ throttledReads: 1 });
    const seen = await app.read();
    if (platform === 'square') expect(seen).toMatchObject({ status: 429, body: { errors: [{ code: 'RATE_LIMITED' }] } });
    else {
      const restoreRate: unknown = expect.any(Number);
      const cost = { throttleStatus: { currentlyAvailable: 0, restoreRate } };
      const errors = [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }];
      expect(seen).toMatchObject({ status: 200, body: { errors, extensions: { cost } } });
    }
    expect(await app.write(newKey(), -2, [item])).toMatchObject({ status: 200 });
    expect(await stock()).toBe(98);
  });
});

describe('reads by the time of the last change', () => {
  const CHANGED = `query Changed($id: ID!, $query: String!) { location(id: $id) { inventoryLevels(first: 5, query: $query) {
    nodes { item { sku } quantities(names: ["available"]) { quantity } } } } }`;

  it('lag at Shopify as all reads do: what changed meanwhile is not among them', async () => {
    const { ask } = shopifyKit(sandbox, String((await installApp(sandbox))['access_token']));
    const { nodes } = part((await ask('{ locations(first: 1) { nodes { id } } }')).data, 'locations');
    const id = String((nodes as Json[])[0]?.['id']);
    const since = Date.now() - 60_000;
    const changed = async () => {
      const { data } = await ask(CHANGED, { id, query: `updated_at:>='${new Date(since).toISOString()}'` });
      return part(data, 'location', 'inventoryLevels')['nodes'];
    };
    const level = { item: { sku: SKU }, quantities: [{ quantity: 93 }] };
    await sandbox.configure({ faults: { shopify: { readLagMs: 60_000 } } });
    await sandbox.change({ platform: 'shopify', sku: SKU, delta: -7 });
    expect(await changed()).not.toContainEqual(level);
    await sandbox.configure({ faults: { shopify: { readLagMs: 0 } } });
    expect(await changed()).toContainEqual(level);
  });
});

describe('a bulk operation of the app', () => {
  const RUN = 'mutation Run($query: String!) { bulkOperationRunQuery(query: $query) { bulkOperation { id } userErrors { message } } }';
  const POLL = 'query Poll($id: ID!) { bulkOperation(id: $id) { status errorCode objectCount url partialDataUrl } }';

  const ended = async (token?: string) => {
    const { ask } = shopifyKit(sandbox, token ?? String((await installApp(sandbox))['access_token']));
    const query = '{ productVariants { edges { node { id sku } } } }';
    const id = at((await ask(RUN, { query })).data, 'bulkOperationRunQuery', 'bulkOperation', 'id');
    let operation: Json = {};
    await soon(async () => {
      operation = part((await ask(POLL, { id })).data, 'bulkOperation');
      return operation['status'];
    }).toMatch(/COMPLETED|FAILED/u);
    return operation;
  };

  it('bulkFailed: it fails and returns nothing', async () => {
    await sandbox.configure({ faults: { shopify: { bulkFailed: 1 } } });
    const none = { objectCount: '0', url: null, partialDataUrl: null };
    expect(await ended()).toEqual({ status: 'FAILED', errorCode: 'INTERNAL_SERVER_ERROR', ...none });
    expect(await ended('shpat_sandbox')).toMatchObject({ status: 'COMPLETED', objectCount: '5', partialDataUrl: null });
  });

  it('bulkPartial: it stops in the middle, and partialDataUrl holds what it read', async () => {
    await sandbox.configure({ faults: { shopify: { bulkPartial: 1 } } });
    const operation = await ended();
    expect(operation).toMatchObject({ status: 'FAILED', errorCode: 'TIMEOUT', objectCount: '2', url: null });
    const text = await (await fetch(String(operation['partialDataUrl']))).text();
    expect(text.trimEnd().split('\n').map(readJson)).toMatchObject([{ sku: SKU }, { sku: 'GEN-000002' }]);
  });
});

describe('a preset', () => {
  it('real: webhook delays, lag and throttling together; calm: nothing', async () => {
    await sandbox.configure({ faults: { square: { webhookLoss: 1, lateArrivalMs: 5, poisonedItems: [SKU] } } });
    expect((await sandbox.call('POST', '/control/preset', { preset: 'real' })).status).toBe(200);
    const real = { webhookLoss: 0, poisonedItems: [], throttledReads: 0.05, readLagMs: 3000 };
    expect(await faults('square')).toMatchObject({ ...real, webhookDelayMs: 60_000, lateArrivalMs: 5 });
    expect(await faults('shopify')).toMatchObject({ ...real, webhookDelayMs: 10_000 });
    await sandbox.call('POST', '/control/preset', { preset: 'calm' });
    expect(await faults('square')).toMatchObject({ webhookDelayMs: 0, throttledReads: 0, readLagMs: 0, lateArrivalMs: 5 });
  });

  it.each([{}, { preset: 'windy' }, { preset: ['real'] }, { preset: 'real', more: 1 }, '[', 'null'])(
    '%j is refused and changes nothing',
    async (given) => {
      const before = await faults('square');
      expect(await sandbox.call('POST', '/control/preset', given)).toMatchObject({
        status: 400,
        body: { error: 'preset must be one of calm, stormy, real' },
      });
      expect(await faults('square')).toEqual(before);
    },
  );
});

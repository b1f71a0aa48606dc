import { beforeEach, describe, expect, it } from 'vitest';

import { pause } from '../support/pause';
import { useSandbox, type Json } from './running-sandbox';
import { soon } from './shopify-kit';

const sandbox = await useSandbox();
const SKU = 'MUG-SPK';

type Platform = 'shopify' | 'square';

beforeEach(async () => {
  const off = { on: false };
  await sandbox.configure({ rivals: { delta: off, orders: off, mirror: off } });
  await sandbox.reset({});
});

const turnOn = async (rival: string, delayMs: number): Promise<void> => {
  expect((await sandbox.configure({ rivals: { [rival]: { on: true, delayMs } } })).status).toBe(200);
};

async function stock(): Promise<Record<Platform, number>> {
  const { shopify, square } = await sandbox.read(`/control/stock?sku=${SKU}`);
  return { shopify: Number(shopify), square: Number(square) };
}

/** A synchronizer by deltas: carries each change of one side that is not its own to the other, and knows nothing of rivals. */
function synchronizer(known: Record<Platform, number>) {
  const accounted = { ...known };
  return async (): Promise<void> => {
    const now = await stock();
    for (const [from, to] of [
      ['shopify', 'square'],
      ['square', 'shopify'],
    ] as const) {
      const delta = now[from] - accounted[from];
      if (delta === 0) continue;
      accounted[from] = now[from];
      accounted[to] += delta;
      await sandbox.change({ platform: to, sku: SKU, delta });
    }
  };
}

async function squareSources(): Promise<Json[]> {
  const { body } = await sandbox.call(
    'POST',
    '/square/v2/inventory/changes/batch-retrieve',
    { types: ['ADJUSTMENT'] },
    { authorization: 'Bearer EAAA_sandbox', 'content-type': 'application/json' },
  );
  const changes: unknown = body['changes'];
  return (Array.isArray(changes) ? changes : []).flatMap((change: { adjustment?: { source: Json }; physical_count?: { source: Json } }) => [
    change.adjustment?.source ?? change.physical_count?.source ?? {},
  ]);
}

describe('a rival of the sandbox', () => {
  it('that copies deltas runs away with another synchronizer after a single sale', async () => {
    const before = await stock();
    await turnOn('delta', 100);
    const step = synchronizer(before);
    await sandbox.change({ platform: 'shopify', sku: SKU, delta: -1 });
    await soon(async () => {
      await step();
      return (await stock()).shopify;
    }).toBeLessThan(before.shopify - 10);
    expect((await stock()).square).toBeLessThan(before.square - 8);
  });

  it('that copies deltas alone carries one change once, and is named in the log of Square', async () => {
    const before = await stock();
    await turnOn('delta', 50);
    await sandbox.change({ platform: 'shopify', sku: SKU, delta: -2 });
    await soon(async () => (await stock()).square).toBe(before.square - 2);
    await pause(300);
    expect(await stock()).toEqual({ shopify: before.shopify - 2, square: before.square - 2 });
    expect(await squareSources()).toContainEqual({ product: 'EXTERNAL_API', application_id: 'sq0idp-TwinStock', name: 'TwinStock' });
  });

  it('that copies orders takes online sales from the counter, and nothing else', async () => {
    const before = await stock();
    await turnOn('orders', 50);
    await sandbox.change({ platform: 'square', sku: SKU, delta: -3 });
    await sandbox.change({ platform: 'shopify', sku: SKU, delta: 5 });
    await sandbox.change({ platform: 'shopify', sku: SKU, delta: -1 });
    await soon(async () => (await stock()).square).toBe(before.square - 4);
    await pause(300);
    expect(await stock()).toEqual({ shopify: before.shopify + 4, square: before.square - 4 });
  });

  it('that mirrors sets the number that it saw, whatever happened since', async () => {
    const before = await stock();
    await turnOn('mirror', 800);
    await sandbox.change({ platform: 'shopify', sku: SKU, delta: -1 });
    await sandbox.configure({ rivals: { mirror: { on: true, delayMs: 60_000 } } });
    await sandbox.change({ platform: 'square', sku: SKU, delta: -5 });
    await soon(async () => (await stock()).square).toBe(before.shopify - 1);
  });

  it('makes no change any more once it is off', async () => {
    const before = await stock();
    await turnOn('delta', 600);
    await sandbox.change({ platform: 'shopify', sku: SKU, delta: -1 });
    await sandbox.configure({ rivals: { delta: { on: false } } });
    await pause(1_000);
    expect((await stock()).square).toBe(before.square);
  });
});

describe('the switches of rivals', () => {
  it.each([
    [{ rivals: { twin: {} } }, 'unknown rival rivals.twin; known: delta, orders, mirror'],
    [{ rivals: { delta: { on: 1 } } }, 'rivals.delta.on must be true or false'],
    [{ rivals: { delta: { delayMs: -1 } } }, 'rivals.delta.delayMs must be a number from 0 to 3600000'],
    [{ rivals: { delta: { pace: 1 } } }, 'unknown field rivals.delta.pace; known: on, delayMs'],
  ])('refuse %j', async (patch, error) => {
    const before = await sandbox.read('/control/config');
    expect(await sandbox.configure(patch)).toMatchObject({ status: 400, body: { error } });
    expect(await sandbox.read('/control/config')).toEqual(before);
  });
});

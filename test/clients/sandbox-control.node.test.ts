import { beforeEach, describe, expect, it } from 'vitest';

import { pause } from '../support/pause';
import { useSandbox, type Json } from './running-sandbox';
import { at, installApp, newKey, part, shopifyKit, soon, installedApp } from './shopify-kit';

const sandbox = await useSandbox();

const CALM = { rate429: 0, rate5xx: 0, timeoutAfterEffect: 0, latencyMs: 0 };

beforeEach(async () => {
  await sandbox.configure({ clockSpeed: 1, faults: { shopify: CALM, square: CALM } });
  await sandbox.reset({});
});

const stock = async (sku: string): Promise<Json> => await sandbox.read(`/control/stock?sku=${sku}`);

describe('/control/config', () => {
  it('merges what it is given and keeps the rest', async () => {
    await sandbox.configure({ faults: { shopify: { latencyMs: 5 } } });
    const { body } = await sandbox.configure({ faults: { square: { rate429: 0.5 } } });
    expect(at(body, 'faults', 'shopify', 'latencyMs')).toBe(5);
    expect(at(body, 'faults', 'square', 'rate429')).toBe(0.5);
    expect(await sandbox.read('/control/config')).toEqual(body);
  });

  it('keeps changes made while the body of another change is still arriving', async () => {
    let finish = (): void => undefined;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const slow = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode('{"faults":{"square":'));
        await gate;
        controller.enqueue(new TextEncoder().encode('{"poisonAnswer":"refusal"}}}'));
        controller.close();
      },
    });
    // `duplex`: Node sends the start of a stream before its end is known only with this option.
    const slowly = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: slow, duplex: 'half' };
    const first = fetch(`${sandbox.origin}/control/config`, slowly);
    // Long enough for the start to arrive; if it does not, the test passes without having tested anything.
    await pause(300);
    await sandbox.configure({ faults: { square: { poisonedItems: ['KITE-9'] } } });
    finish();
    expect((await first).status).toBe(200);
    const { body } = await sandbox.call('GET', '/control/config');
    expect(at(body, 'faults', 'square')).toMatchObject({ poisonAnswer: 'refusal', poisonedItems: ['KITE-9'] });
    await sandbox.configure({ faults: { square: { poisonAnswer: '500', poisonedItems: [] } } });
  });

  it.each([
    [{ autoAprove: true }, 'autoAprove'],
    [{ faults: { shopify: { webhookLos: 1 } } }, 'webhookLos'],
    [{ faults: { ebay: {} } }, 'ebay'],
    [{ faults: { shopify: { webhookLoss: 1.5 } } }, 'from 0 to 1'],
    [{ faults: { square: { latencyMs: -1 } } }, 'latencyMs'],
    [{ faults: { shopify: { lateArrival: 2 } } }, 'faults.shopify.lateArrival must be a number from 0 to 1'],
    [{ faults: { square: { lateArrivalMs: 3_600_001 } } }, 'faults.square.lateArrivalMs must be a number from 0 to 3600000'],
    [{ faults: { shopify: { duplicateRequest: true } } }, 'duplicateRequest must be a number'],
    [{ faults: { square: { poisonAnswer: 500 } } }, "faults.square.poisonAnswer must be '500' or 'refusal'"],
    [{ faults: { shopify: { poisonedItems: 'SKU-1' } } }, 'faults.shopify.poisonedItems must be a list of at most 100 SKUs or stock ids'],
    [{ faults: { shopify: { poisonedItems: [''] } } }, 'none empty'],
    [{ faults: { shopify: { tokenAnswer: 'no' } } }, "faults.shopify.tokenAnswer must be 'normal' or 'html403'"],
    [{ faults: { shopify: { shopState: '404' } } }, "faults.shopify.shopState must be 'open' or '402'"],
    [{ faults: { square: { shopState: '402' } } }, 'faults.square.shopState is a switch of Shopify alone'],
    [{ faults: { square: { withheldScopes: 'ITEMS_READ' } } }, 'faults.square.withheldScopes must be a list of at most 100 scopes'],
    [{ faults: { square: { endsLaterMs: -1 } } }, 'faults.square.endsLaterMs must be a number from 0 to 3600000'],
    [{ clockSpeed: 0 }, 'clockSpeed'],
    [{ autoApprove: 'yes' }, 'true or false'],
    ['[1]', 'object'],
    ['{', 'object'],
  ])('refuses %j by name and changes nothing', async (patch, named) => {
    const before = await sandbox.read('/control/config');
    const refused = await sandbox.configure(patch);
    expect(refused.status).toBe(400);
    expect(refused.body['error']).toContain(named);
    expect(await sandbox.read('/control/config')).toEqual(before);
  });
});

describe('/control/change and /control/stock', () => {
  it('change one side by a delta or to a number, also below zero', async () => {
    expect((await sandbox.change({ platform: 'shopify', sku: 'MUG-SPK', delta: -40 })).body).toEqual({
      before: 34,
      after: -6,
    });
    expect((await sandbox.change({ platform: 'square', sku: 'MUG-SPK', set: 7 })).body).toEqual({
      before: 34,
      after: 7,
    });
    expect(await stock('MUG-SPK')).toEqual({ shopify: -6, square: 7 });
    expect(await stock('NO-SUCH-SKU')).toEqual({ shopify: null, square: null });
  });

  it.each([
    [{ platform: 'ebay', sku: 'MUG-SPK', delta: 1 }, 400, 'platform'],
    [{ platform: 'shopify', delta: 1 }, 400, 'sku'],
    [{ platform: 'shopify', sku: 'MUG-SPK' }, 400, 'delta'],
    [{ platform: 'shopify', sku: 'MUG-SPK', delta: 1, set: 2 }, 400, 'exactly one'],
    [{ platform: 'shopify', sku: 'MUG-SPK', delta: 0.5 }, 400, 'whole'],
    [{ platform: 'shopify', sku: 'NO-SUCH-SKU', delta: 1 }, 404, 'NO-SUCH-SKU'],
  ])('refuse %j', async (change, status, named) => {
    const refused = await sandbox.change(change);
    expect(refused.status).toBe(status);
    expect(refused.body['error']).toContain(named);
  });
});

describe('/control/reset', () => {
  it('generates variants that match one to one, in sync, with stock 100', async () => {
    await sandbox.reset({ catalogue: { variants: 1234, seed: 5 } });
    expect(await stock('GEN-000001')).toEqual({ shopify: 100, square: 100 });
    expect(await stock('GEN-001234')).toEqual({ shopify: 100, square: 100 });
    expect(await stock('GEN-001235')).toEqual({ shopify: null, square: null });
    const counted = await shopifyKit(sandbox).ask('{ productVariantsCount { count } }');
    expect(at(counted.data, 'productVariantsCount', 'count')).toBe(1234);
  });

  it('forgets installs and tokens', async () => {
    const { access_token: token } = await installApp(sandbox);
    await sandbox.reset({});
    expect((await shopifyKit(sandbox, String(token)).ask('{ shop { id } }')).status).toBe(401);
  });

  it.each([[{ catalogue: 'large' }], [{ catalogue: { variants: 0 } }], [{ catalogue: { variants: 100_001 } }], [{ catalog: 'small' }]])(
    'refuses %j and keeps the current state',
    async (body) => {
      await sandbox.change({ platform: 'shopify', sku: 'MUG-SPK', set: 1 });
      expect((await sandbox.reset(body)).status).toBe(400);
      expect((await stock('MUG-SPK'))['shopify']).toBe(1);
    },
  );
});

describe('faults on requests of the app', () => {
  const ALL = { shopify: { ...CALM, rate429: 1 } };

  it('answer 429 or 503 without effect, and never affect other clients', async () => {
    const app = await installedApp(sandbox);
    await sandbox.configure({ faults: ALL });
    expect((await app.ask('{ shop { id } }')).status).toBe(429);
    expect((await shopifyKit(sandbox).ask('{ shop { id } }')).status).toBeUndefined();
    await sandbox.configure({ faults: { shopify: { rate429: 0, rate5xx: 1 } } });
    expect((await app.ask('{ shop { id } }')).status).toBe(503);
    expect(part(await sandbox.read('/control/calls'), 'shopify')).toEqual({ shop: 2 });
  });

  it('lose the answer after the effect, which a repeated key reveals', async () => {
    const app = await installedApp(sandbox);
    const { item } = await app.variant('MUG-SPK');
    const change = { inventoryItemId: item, locationId: await app.location(), delta: -3, changeFromQuantity: 34 };
    const key = newKey();
    await sandbox.configure({ faults: { shopify: { timeoutAfterEffect: 1 } } });
    expect((await app.adjust([change], key)).status).toBe(504);
    expect((await stock('MUG-SPK'))['shopify']).toBe(31);
    await sandbox.configure({ faults: { shopify: { timeoutAfterEffect: 0 } } });
    const replay = await app.adjust([change], key);
    expect(at(replay.data, 'inventoryAdjustQuantities', 'inventoryAdjustmentGroup', 'changes', 0)).toMatchObject({
      delta: -3,
      quantityAfterChange: 31,
    });
    expect((await stock('MUG-SPK'))['shopify']).toBe(31);
  });

  it('let a repeated key arrive while the first request is still in flight', async () => {
    const app = await installedApp(sandbox);
    const { item } = await app.variant('MUG-SPK');
    const locationId = await app.location();
    // Latency is random, so it may be too short; then the test tries again.
    const codes: unknown[] = [];
    for (let left = 34; left > 0 && !codes.includes('IDEMPOTENCY_CONCURRENT_REQUEST'); left -= 1) {
      const change = { inventoryItemId: item, locationId, delta: -1, changeFromQuantity: left };
      const key = newKey();
      await sandbox.configure({ faults: { shopify: { latencyMs: 3000 } } });
      const first = app.adjust([change], key);
      await soon(async () => (await stock('MUG-SPK'))['shopify']).toBe(left - 1);
      await sandbox.configure({ faults: { shopify: { latencyMs: 0 } } });
      codes.push(at((await app.adjust([change], key)).data, 'inventoryAdjustQuantities', 'userErrors', 0, 'code'));
      expect(at((await first).data, 'inventoryAdjustQuantities', 'userErrors')).toEqual([]);
    }
    expect(codes).toContain('IDEMPOTENCY_CONCURRENT_REQUEST');
  });
});

import { beforeEach, describe, expect, it } from 'vitest';

import { shopifyApp, squareApp, type AppSide, type Seen } from './app-kit';
import { useSandbox } from './running-sandbox';
import { at, newKey, soon } from './shopify-kit';

const sandbox = await useSandbox();

const CALM = {
  ...Object.fromEntries(
    [
      'lateArrival',
      'duplicateRequest',
      'hangBeforeEffect',
      'hangAfterEffect',
      'cutAnswer',
      'resetBeforeEffect',
      'unnamedRefusal',
      'poisonMs',
    ].map((name) => [name, 0]),
  ),
  poisonedItems: [],
  poisonAnswer: '500',
};

const SKU = 'GEN-000001';
const OTHER = 'GEN-000002';
const TIMED_OUT: Seen = { kind: 'broken', timedOut: true };

describe.each([
  ['shopify', shopifyApp],
  ['square', squareApp],
] as const)('faults on requests of the app at %s', (platform, connect) => {
  let app: AppSide;
  let item: string;
  let other: string;

  const configure = async (faults: object) => {
    const set = await sandbox.configure({ faults: { [platform]: faults } });
    expect(set.body).not.toHaveProperty('error');
  };
  const stock = async (sku: string) => (await sandbox.read(`/control/stock?sku=${sku}`))[platform];
  const calls = async (): Promise<number> => {
    const counted = Object.values((await sandbox.read('/control/calls'))[platform] ?? {});
    return counted.reduce((sum: number, count) => sum + Number(count), 0);
  };
  /** How many writes the platform has processed without a refusal, by its log. */
  const processed = async () => {
    const { entries } = await sandbox.read('/control/log');
    const title = platform === 'shopify' ? 'inventoryAdjustQuantities' : 'POST /v2/inventory/changes/batch-create';
    return Array.isArray(entries) ? entries.filter((entry) => at(entry, 'title') === title && at(entry, 'outcome') === 'ok').length : 0;
  };
  /** Whether the platform says that it has made the change. */
  const applied = (seen: Seen) => {
    if (seen.kind !== 'answer' || seen.status !== 200) return false;
    return platform === 'square' || at(seen.body, 'data', 'inventoryAdjustQuantities', 'inventoryAdjustmentGroup', 'id') !== undefined;
  };

  beforeEach(async () => {
    await configure(CALM);
    await sandbox.reset({ catalogue: { variants: 3, seed: 1 } });
    app = await connect(sandbox);
    [item, other] = [await app.stockId(SKU), await app.stockId(OTHER)];
    await sandbox.call('DELETE', '/control/calls');
  });

  it('late arrival: 504 now, the effect later, once, and counted once', async () => {
    await configure({ lateArrival: 1, lateArrivalMs: 3000 });
    const key = newKey();
    expect(await app.write(key, -3, [item])).toMatchObject({ status: 504 });
    expect(await app.write(key, -3, [item])).toMatchObject({ status: 504 });
    expect(await app.read()).toMatchObject({ status: 200 });
    expect(await calls()).toBe(3);
    await soon(() => stock(SKU)).toBe(97);
    // The second copy had no effect.
    await soon(processed).toBe(2);
    expect(await stock(SKU)).toBe(97);
    expect(await calls()).toBe(3);
  });

  it('duplicate delivery: the first answer, a second copy later, one effect for one key', async () => {
    await configure({ duplicateRequest: 1, duplicateRequestMs: 500 });
    expect(applied(await app.write(newKey(), -2, [item]))).toBe(true);
    await soon(processed).toBe(2);
    expect(await stock(SKU)).toBe(98);
    expect(await calls()).toBe(1);
  });

  it('hang: no answer for as long as a client waits, without and with effect', async () => {
    await configure({ hangBeforeEffect: 1 });
    expect(await app.write(newKey(), -1, [item], 700)).toEqual(TIMED_OUT);
    expect(await app.read(700)).toEqual(TIMED_OUT);
    expect(await stock(SKU)).toBe(100);
    await configure({ hangBeforeEffect: 0, hangAfterEffect: 1 });
    const key = newKey();
    expect(await app.write(key, -1, [item], 700)).toEqual(TIMED_OUT);
    expect(await stock(SKU)).toBe(99);
    await configure({ hangAfterEffect: 0 });
    expect(applied(await app.write(key, -1, [item]))).toBe(true);
    expect(await stock(SKU)).toBe(99);
  });

  it('cut answer: takes effect, and no complete answer arrives', async () => {
    await configure({ cutAnswer: 1 });
    for (let n = 1; n <= 6; n += 1) {
      expect(await app.write(newKey(), -1, [item])).toEqual({ kind: 'broken', timedOut: false });
      expect(await stock(SKU)).toBe(100 - n);
    }
    expect(await app.read()).toEqual({ kind: 'broken', timedOut: false });
  });

  it('reset: no effect and no answer', async () => {
    await configure({ resetBeforeEffect: 1 });
    expect(await app.write(newKey(), -1, [item])).toEqual({ kind: 'broken', timedOut: false });
    expect(await app.read()).toEqual({ kind: 'broken', timedOut: false });
    expect(await stock(SKU)).toBe(100);
  });

  /** The text of a refusal that names no item. */
  const unnamed = (seen: Seen): unknown => {
    if (seen.kind !== 'answer') return seen;
    const errors = platform === 'shopify' ? at(seen.body, 'data', 'inventoryAdjustQuantities', 'userErrors') : at(seen.body, 'errors');
    return Array.isArray(errors) && errors.length === 1
      ? { status: seen.status, code: at(errors[0], 'code'), field: at(errors[0], 'field') ?? null }
      : errors;
  };
  const REFUSED =
    platform === 'shopify'
      ? { status: 200, code: 'ADJUST_QUANTITIES_FAILED', field: null }
      : { status: 400, code: 'BAD_REQUEST', field: null };

  it('unnamed refusal: no effect, no item is named, and an applied key is answered as applied', async () => {
    const before = newKey();
    await app.write(before, -1, [item]);
    await configure({ unnamedRefusal: 1 });
    const key = newKey();
    expect(unnamed(await app.write(key, -1, [item, other]))).toEqual(REFUSED);
    expect(await stock(SKU)).toBe(99);
    expect(applied(await app.write(before, -1, [item]))).toBe(true);
    expect(await app.read()).toMatchObject({ status: 200 });
    await configure({ unnamedRefusal: 0 });
    // Shopify remembers that a key failed; Square leaves it free.
    const again = await app.write(key, -1, [item, other]);
    expect(applied(again)).toBe(platform === 'square');
  });

  it.each(['SKU', 'stock id'])(
    'a poisoned item, named by its %s, fails each write that contains it, until it is switched off',
    async (by) => {
      await configure({ poisonedItems: [by === 'SKU' ? SKU : item] });
      for (let n = 0; n < 2; n += 1) expect(await app.write(newKey(), -1, [other, item])).toMatchObject({ kind: 'answer', status: 500 });
      expect(applied(await app.write(newKey(), -1, [other]))).toBe(true);
      await configure({ poisonAnswer: 'refusal' });
      expect(unnamed(await app.write(newKey(), -1, [item]))).toEqual(REFUSED);
      expect([await stock(SKU), await stock(OTHER)]).toEqual([100, 99]);
      await configure({ poisonedItems: [] });
      expect(applied(await app.write(newKey(), -1, [item]))).toBe(true);
    },
  );

  it('poison ends on its own when its time is up, and starts over when it is set again', async () => {
    await configure({ poisonedItems: [SKU], poisonMs: 600 });
    const shown = async () => at(await sandbox.read('/control/config'), 'faults', platform, 'poisonedItems');
    expect(await shown()).toEqual([SKU]);
    await soon(shown).toEqual([]);
    expect(applied(await app.write(newKey(), -1, [item]))).toBe(true);
    await configure({ poisonedItems: [SKU], poisonMs: 60_000 });
    expect(await app.write(newKey(), -1, [item])).toMatchObject({ status: 500 });
  });
});

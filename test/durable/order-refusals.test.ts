import { describe, expect, it } from 'vitest';

import { err } from '../../src/domain/result';
import { OrderNames } from '../../src/durable/causes/order-names';

const DAY = 86_400_000;

describe('orders that Shopify refuses to show', () => {
  it('are asked for again after a day, or by a new grant at once', async () => {
    const world = { now: 0, connection: 1, calls: 0, scopes: ['read_orders'] };
    const names = new OrderNames({
      calls: {
        shopify: async () => {
          world.calls += 1;
          return err({ kind: 'refused', detail: 'no' });
        },
        square: async () => expect.fail('Square has no part in it'),
      },
      now: () => world.now,
      scopes: () => world.scopes,
      connection: () => world.connection,
      note: () => {},
    });
    const line = { seq: 1, side: 'shopify', stockId: '1', delta: -1, before: 1, after: 0, since: null, at: 5, noted: 5 } as const;
    const explained = [{ seq: 1, cause: { kind: 'ordered', by: '' } }] as const;
    const ask = async () => {
      expect((await names.named([line], explained)).explained).toEqual(explained);
      return world.calls;
    };
    expect([await ask(), await ask()]).toEqual([1, 1]);
    world.now = DAY - 1;
    expect(await ask()).toBe(1);
    world.now = DAY;
    expect([await ask(), await ask()]).toEqual([2, 2]);
    world.connection = 2;
    expect([await ask(), await ask()]).toEqual([3, 3]);
    world.scopes = [];
    world.connection = 3;
    expect(await ask()).toBe(3);
  });
});

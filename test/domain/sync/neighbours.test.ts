import { describe, expect, it } from 'vitest';

import { CALM } from '../../../scripts/sim/scenario';
import { World } from '../../../scripts/sim/world';
import { fromUnits } from '../../../src/domain/quantity';

/** Creates a calm simulation of three variants. The first one's Shopify level cannot be ordered, so it needs a read. */
function doubtful(read: 'answers' | 'lags' | 'fails'): World {
  const world = new World(1, { ...CALM, cells: [3, 3] }, null);
  const { shopify } = world.platforms;
  const old = shopify.level(0);
  const truth = shopify.read.bind(shopify);
  shopify.read = (stockIds, now, lag) => {
    const answer = truth(stockIds, now, lag);
    if (read === 'answers' || answer.kind !== 'levels' || !stockIds.includes('0')) return answer;
    if (read === 'fails') return { kind: 'failed', detail: '503' };
    const levels = answer.levels.map((level) => (level.stockId === '0' ? { ...old, at: old.at - 1, quantity: old.quantity + 1 } : level));
    return { ...answer, levels };
  };
  world.agenda.at(1_000, () => {
    world.account.levels('shopify', [{ ...old, quantity: old.quantity + 5 }], 'webhook');
  });
  return world;
}

describe('a variant that needs a read', () => {
  it.each(['answers', 'lags', 'fails'] as const)('delays no other while its read %s', (read) => {
    const world = doubtful(read);
    const { square, shopify } = world.platforms;
    for (const at of [2_000, 60_000, 300_000]) {
      world.agenda.at(at, () => {
        square.change(1, fromUnits(-1), at);
        world.announce('square', 1);
      });
      world.agenda.runUntil(at + (read === 'fails' ? 60_000 : 5_000));
      expect(shopify.level(1).quantity, `${at} ms`).toBe(square.level(1).quantity);
    }
    expect(world.broken).toBe('');
    expect(world.account.cell(0).shopify.needsRead).toBe(read !== 'answers');
  });
});

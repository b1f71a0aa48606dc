import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { readQuantities } from '../../../src/platforms/shopify/quantities';
import { shopifyOver } from '../support/environment';
import { answers, scriptedHttp } from '../support/scripted-http';

const quantity = (name: string, units: unknown, updatedAt: unknown = '2026-11-20T10:00:01Z'): object => ({
  name,
  quantity: units,
  updatedAt,
});

const level = (...quantities: object[]): object => ({ id: 'x', inventoryLevel: { id: 'y', quantities } });

describe("an item's three quantities", () => {
  it('are read with their times, and left out where one is missing', async () => {
    const http = scriptedHttp(
      answers({
        data: {
          nodes: [
            level(quantity('available', 12), quantity('committed', 3, null), quantity('on_hand', 15)),
            level(quantity('available', 12), quantity('on_hand', 15)),
            level(quantity('available', 'many'), quantity('committed', 3), quantity('on_hand', 15)),
            null,
          ],
        },
      }),
    );
    const read = await readQuantities(shopifyOver(http), ['1', '2', '3', '4'], '9');
    expect(read.ok && [...read.value]).toEqual([
      [
        '1',
        {
          available: fromUnits(12),
          availableAt: Date.UTC(2026, 10, 20, 10, 0, 1),
          committed: fromUnits(3),
          onHand: fromUnits(15),
          committedAt: null,
          onHandAt: Date.UTC(2026, 10, 20, 10, 0, 1),
        },
      ],
    ]);
  });

  it('are not taken from an answer about another number of items', async () => {
    const http = scriptedHttp(answers({ data: { nodes: [] } }));
    expect(await readQuantities(shopifyOver(http), ['1'], '9')).toMatchObject({ ok: false });
  });
});

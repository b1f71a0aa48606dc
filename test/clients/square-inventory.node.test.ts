import { describe, expect, it } from 'vitest';

import { useSandbox } from './running-sandbox';
import { adjustment, count, newKey, refusal, squareKit, type Change } from './square-kit';

const sandbox = await useSandbox();
const square = squareKit(sandbox);

describe('the official client', () => {
  it('counts: a variation without stock activity has none; quantities are decimals of up to five places', async () => {
    const { id } = await square.newVariation();
    expect(await square.stock(id)).toBeNull();
    const now = await square.now();
    await square.change([count(id, '2.5', now - 3000), adjustment(id, '0.00001', now - 2000)]);
    expect(await square.stock(id)).toBe('2.49999');
    await square.change([adjustment(id, '4', now - 1000)]);
    expect(await square.stock(id)).toBe('-1.50001');
    expect(await refusal(square.change([adjustment(id, '0.000001', now)]))).toMatchObject({ status: 400, code: 'INVALID_VALUE' });
  });

  it('answers a repeated idempotency key with the first answer, and refuses it with another body', async () => {
    const { id } = await square.newVariation();
    const now = await square.now();
    const key = newKey();
    const first = await square.change([adjustment(id, '5', now - 2000, true)], key);
    await square.change([adjustment(id, '1', now - 1000)]);
    const again = await square.change([adjustment(id, '5', now - 2000, true)], key);
    expect(again.counts?.[0]).toMatchObject({ quantity: '5', calculatedAt: first.counts?.[0]?.calculatedAt });
    expect(await square.stock(id)).toBe('4');
    expect(await refusal(square.change([adjustment(id, '6', now - 2000, true)], key))).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await square.stock(id)).toBe('4');
  });

  it('lists who made a change, oldest first', async () => {
    const { id } = await square.newVariation();
    const now = await square.now();
    await square.change([adjustment(id, '3', now - 1000, true, 'later')]);
    await square.change([count(id, '7', now - 5000), adjustment(id, '1', now - 3000, false, 'between')]);
    const changes = await square.client.inventory.batchGetChanges({ catalogObjectIds: [id] });
    expect(changes.data.map((entry) => [entry.type, entry.adjustment?.referenceId ?? null])).toEqual([
      ['PHYSICAL_COUNT', null],
      ['ADJUSTMENT', 'between'],
      ['ADJUSTMENT', 'later'],
    ]);
    expect(changes.data[2]?.adjustment?.source).toMatchObject({ product: 'EXTERNAL_API', applicationId: 'sandbox-outside-world' });
  });
});

describe('inventory follows the log of changes, by the time at which they happened', () => {
  it('excludes a late sale from before a physical count, and includes one after it', async () => {
    const { id } = await square.newVariation();
    const now = await square.now();
    await square.change([count(id, '10', now - 60_000)]);
    await square.change([adjustment(id, '2', now - 120_000)]);
    expect(await square.stock(id)).toBe('10');
    await square.change([adjustment(id, '3', now - 30_000)]);
    expect(await square.stock(id)).toBe('7');
    await square.change([count(id, '8', now - 45_000)]);
    expect(await square.stock(id)).toBe('5');
  });

  it('gives the same counts as summing the log in the test, whatever the order of arrival', async () => {
    const { id } = await square.newVariation();
    const now = await square.now();
    type Entry = { at: number; set: number | null; delta: number; n: number };
    const log: Entry[] = [];
    let seed = 7;
    const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
    for (let n = 0; n < 60; n += 1) {
      const happened = now - 1000 * (1 + random(3600));
      const quantity = 1 + random(9);
      const isCount = random(4) === 0;
      const up = random(2) === 0;
      await square.change(
        [isCount ? count(id, String(quantity), happened) : adjustment(id, String(quantity), happened, up)],
        newKey(),
        false,
      );
      log.push({ at: happened, set: isCount ? quantity : null, delta: up ? quantity : -quantity, n });
      const expected = log.toSorted((a, b) => a.at - b.at || a.n - b.n).reduce((level, entry) => entry.set ?? level + entry.delta, 0);
      expect(await square.stock(id), `after change ${n}`).toBe(String(expected));
    }
  });

  it('drops a physical count that changes nothing, unless requested otherwise', async () => {
    const { id } = await square.newVariation();
    const now = await square.now();
    await square.change([count(id, '6', now - 5000)]);
    const dropped = await square.change([count(id, '6', now - 4000)]);
    expect(dropped.changes).toEqual([]);
    expect(dropped.counts?.[0]?.quantity).toBe('6');
    expect((await square.change([count(id, '6', now - 3000)], newKey(), false)).changes).toHaveLength(1);
  });

  it('refuses a request as a whole, and identifies each wrong change by its position', async () => {
    const { id } = await square.newVariation();
    const now = await square.now();
    const good = adjustment(id, '1', now, true);
    const cases: [string, Change[], { code: string; field: string }][] = [
      ['too old', [good, adjustment(id, '1', now - 86_460_000)], { code: 'INVALID_TIME', field: 'changes[1].adjustment.occurred_at' }],
      ['in the future', [adjustment(id, '1', now + 600_000)], { code: 'INVALID_TIME', field: 'changes[0].adjustment.occurred_at' }],
      [
        'unknown variation',
        [good, count('NOWHERE', '1', now)],
        { code: 'INVALID_VALUE', field: 'changes[1].physical_count.catalog_object_id' },
      ],
      ['nothing moved', [adjustment(id, '0', now)], { code: 'INVALID_VALUE', field: 'changes[0].adjustment.quantity' }],
      ['too many', Array.from({ length: 101 }, () => good), { code: 'ARRAY_LENGTH_TOO_LONG', field: 'changes' }],
    ];
    for (const [name, changes, expected] of cases)
      expect(await refusal(square.change(changes)), name).toMatchObject({ status: 400, ...expected });
    expect(await square.stock(id)).toBeNull();
  });
});

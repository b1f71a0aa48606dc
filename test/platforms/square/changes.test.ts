import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import type { HttpAnswer } from '../../../src/platforms/http';
import { readChanges } from '../../../src/platforms/square/changes';
import { squareOver } from '../support/environment';
import { answers, NO_ANSWER, scriptedHttp } from '../support/scripted-http';

const AT = Date.UTC(2026, 10, 20, 10);
const WANTED = { stockIds: ['V1', 'V2'], locationId: 'L1', since: AT, applicationId: 'sq0idp-ours' };

const common = (id: string, quantity: string, more: object = {}): object => ({
  catalog_object_id: id,
  quantity,
  occurred_at: '2026-11-20T09:00:00Z',
  created_at: '2026-11-20T10:00:01Z',
  source: { product: 'SQUARE_POS' },
  ...more,
});

const adjustment = (id: string, from: string, to: string, quantity: string, more: object = {}): object => ({
  type: 'ADJUSTMENT',
  adjustment: common(id, quantity, { from_state: from, to_state: to, from_location_id: 'L1', to_location_id: 'L1', ...more }),
});

const read = async (...pages: HttpAnswer[]) => {
  const log = await readChanges(squareOver(scriptedHttp(...pages)), WANTED);
  if (!log.ok) return expect.fail(JSON.stringify(log.error));
  return log.value;
};

describe("Square's log of changes", () => {
  it('is read as what it does to the stock for sale at the location', async () => {
    const { changes, unreadable, calls } = await read(
      answers({
        changes: [
          adjustment('V1', 'IN_STOCK', 'SOLD', '2', { source: { product: 'EXTERNAL_API', application_id: 'sq0idp-ours', name: 'Us' } }),
          adjustment('V1', 'IN_STOCK', 'WASTE', '1.5', { source: { name: 'Bad\u0000\u202eName' } }),
          { type: 'PHYSICAL_COUNT', physical_count: common('V2', '31', { state: 'IN_STOCK', location_id: 'L1' }) },
        ],
        cursor: 'more',
      }),
      answers({
        changes: [
          adjustment('V2', 'IN_STOCK', 'IN_STOCK', '4', { from_location_id: 'L2' }),
          adjustment('V2', 'NONE', 'IN_STOCK', '3', { purchase_order_id: 'PO' }),
          { type: 'TRANSFER', transfer: common('V2', '5', { state: 'IN_STOCK', from_location_id: 'L1', to_location_id: 'L3' }) },
          adjustment('V2', 'IN_STOCK', 'SOLD', '1', { from_location_id: 'L9', to_location_id: 'L9' }),
          { type: 'PHYSICAL_COUNT', physical_count: common('V2', '6', { state: 'WASTE', location_id: 'L1' }) },
        ],
      }),
    );
    expect(calls).toBe(2);
    expect(unreadable.size).toBe(0);
    expect(changes.map(({ stockId, ours, what, by, effect }) => [stockId, ours, what, by, effect.kind, effect.quantity])).toEqual([
      ['V1', true, 'sold', 'Us', 'move', fromUnits(-2)],
      ['V1', false, 'lost', 'Bad Name', 'move', -150_000],
      ['V2', false, 'counted', 'Square Point of Sale', 'count', fromUnits(31)],
      ['V2', false, 'transferred', 'Square Point of Sale', 'move', fromUnits(4)],
      ['V2', false, 'received', 'Square Point of Sale', 'move', fromUnits(3)],
      ['V2', false, 'transferred', 'Square Point of Sale', 'move', fromUnits(-5)],
    ]);
  });

  it('names the variations that other applications have changed, beside Square’s own products and us', async () => {
    const by = (id: string, product: string, application?: string): object =>
      adjustment(id, 'IN_STOCK', 'SOLD', '1', { source: { product, ...(application && { application_id: application }) } });
    const log = [by('V1', 'EXTERNAL_API', 'sq0idp-ours'), by('V2', 'EXTERNAL_API', 'sq0idp-other'), by('V3', 'SQUARE_POS')];
    expect([...(await read(answers({ changes: log }))).byApps]).toEqual(['V2']);
  });

  it('may be empty, and names variations of which it cannot read a change', async () => {
    expect((await read(answers({}))).changes).toEqual([]);
    const { changes, unreadable } = await read(
      answers({
        changes: [adjustment('V1', 'IN_STOCK', 'SOLD', 'a lot'), adjustment('V2', 'IN_STOCK', 'SOLD', '1', { created_at: 7 }), null, 5],
      }),
    );
    expect(changes).toEqual([]);
    expect([...unreadable]).toEqual(['V1', 'V2', '']);
  });

  it('fails as a whole without an answer, and where it never ends', async () => {
    expect(await readChanges(squareOver(scriptedHttp(NO_ANSWER)), WANTED)).toMatchObject({ ok: false, error: { kind: 'failed' } });
    const pages = Array.from({ length: 6 }, (_, page) => answers({ changes: [], cursor: `page ${page}` }));
    expect(await readChanges(squareOver(scriptedHttp(...pages)), WANTED)).toMatchObject({ ok: false, error: { kind: 'refused' } });
  });
});

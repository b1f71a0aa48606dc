import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import type { HttpAnswer } from '../../../src/platforms/http';
import { readLoggedChanges } from '../../../src/platforms/square/logged-changes';
import { squareOver } from '../support/environment';
import { answered, answers, NO_ANSWER, scriptedHttp } from '../support/scripted-http';

const SINCE = Date.UTC(2026, 10, 20, 10);
const WANTED = { stockIds: ['V1', 'V2'], locationId: 'L1', since: SINCE, applicationId: 'sq0idp-ours' };

let nextId = 0;
const adjusted = (seconds: number, source: unknown, more: object = {}): object => ({
  type: 'ADJUSTMENT',
  adjustment: {
    id: `C${(nextId += 1)}`,
    catalog_object_id: 'V1',
    quantity: '1',
    from_state: 'IN_STOCK',
    to_state: 'SOLD',
    from_location_id: 'L1',
    to_location_id: 'L1',
    occurred_at: new Date(SINCE + seconds * 1_000 - 500).toISOString(),
    created_at: new Date(SINCE + seconds * 1_000).toISOString(),
    source,
    ...more,
  },
});
const counted = (seconds: number, source: unknown, more: object = {}): object => ({
  type: 'PHYSICAL_COUNT',
  physical_count: {
    catalog_object_id: 'V2',
    quantity: '7.5',
    state: 'IN_STOCK',
    location_id: 'L1',
    occurred_at: new Date(SINCE + seconds * 1_000 - 500).toISOString(),
    created_at: new Date(SINCE + seconds * 1_000).toISOString(),
    source,
    ...more,
  },
});
const app = (application_id?: unknown, name?: unknown): object => ({ product: 'EXTERNAL_API', application_id, name });

const read = async (...pages: HttpAnswer[]) => {
  const http = scriptedHttp(...pages);
  const log = await readLoggedChanges(squareOver(http), WANTED);
  if (!log.ok) return expect.fail(JSON.stringify(log.error));
  return { ...log.value, http };
};
const move = { kind: 'move', quantity: fromUnits(-1) };

describe('who changed stock at Square', () => {
  it('is us, an application that is named, or one of Square’s own products, the oldest change first', async () => {
    const { byStock, isComplete, calls, http } = await read(
      answers({
        changes: [
          adjusted(3, app('sq0idp-a', 'Copier')),
          adjusted(2, app('sq0idp-ours', 'Shelfbridge')),
          adjusted(1, { product: 'SQUARE_POS', name: 'Square Point of Sale' }),
        ],
        cursor: 'more',
      }),
      answers({ changes: [counted(4, app('sq0idp-a')), adjusted(5, app(undefined, 'No ID')), adjusted(6, app()), adjusted(7, null)] }),
    );
    expect([isComplete, calls]).toEqual([true, 2]);
    expect(byStock.get('V1')).toEqual([
      { created: SINCE + 1_000, occurred: SINCE + 1_000 - 500, author: 'square', app: null, effect: move },
      { created: SINCE + 2_000, occurred: SINCE + 2_000 - 500, author: 'ours', app: null, effect: move },
      { created: SINCE + 3_000, occurred: SINCE + 3_000 - 500, author: 'app', app: { id: 'sq0idp-a', name: 'Copier' }, effect: move },
      { created: SINCE + 5_000, occurred: SINCE + 5_000 - 500, author: 'app', app: { id: '', name: 'No ID' }, effect: move },
      { created: SINCE + 6_000, occurred: SINCE + 6_000 - 500, author: 'app', app: null, effect: move },
      { created: SINCE + 7_000, occurred: SINCE + 7_000 - 500, author: 'square', app: null, effect: move },
    ]);
    expect(byStock.get('V2')).toEqual([
      {
        created: SINCE + 4_000,
        occurred: SINCE + 4_000 - 500,
        author: 'app',
        app: { id: 'sq0idp-a', name: '' },
        effect: { kind: 'count', quantity: 750_000 },
      },
    ]);
    expect(http.body(1)).toEqual({
      catalog_object_ids: ['V1', 'V2'],
      location_ids: ['L1'],
      updated_after: '2026-11-20T09:59:59.999Z',
      limit: 1_000,
      cursor: 'more',
    });
  });

  it('is left out before the time asked for, elsewhere, of other variations, and when it comes twice', async () => {
    const twice = adjusted(1, app('sq0idp-a', 'A'));
    const { byStock } = await read(
      answers({
        changes: [
          adjusted(-1, app('sq0idp-a', 'A')),
          adjusted(1, app('sq0idp-a', 'A'), { from_location_id: 'L2', to_location_id: 'L2' }),
          adjusted(1, app('sq0idp-a', 'A'), { catalog_object_id: 'V3' }),
          counted(1, app('sq0idp-a', 'A'), { state: 'WASTE' }),
          twice,
        ],
        cursor: 'more',
      }),
      answers({ changes: [twice] }),
    );
    expect([...byStock]).toEqual([['V1', [expect.objectContaining({ created: SINCE + 1_000 })]]]);
  });

  it('is not stated for a variation of which a change cannot be read', async () => {
    const { byStock, isComplete } = await read(
      answers({ changes: [adjusted(1, app('A')), adjusted(2, app('A'), { quantity: 'many' }), counted(1, {})] }),
    );
    expect([[...byStock.keys()], isComplete]).toEqual([['V2'], true]);
    const nobodys = await read(answers({ changes: [adjusted(1, app('A')), null, 5, { adjustment: {} }] }));
    expect([[...nobodys.byStock.keys()], nobodys.isComplete]).toEqual([['V1'], false]);
  });

  it('has names on one short line', async () => {
    const { byStock } = await read(
      answers({ changes: [adjusted(1, app('A', `Ev\u202eil\u0000\n${'x'.repeat(100_000)}`)), adjusted(2, app(7, {}))] }),
    );
    const [first, second] = byStock.get('V1') ?? [];
    expect(first?.app?.name).toMatch(/^Ev il x+…$/u);
    expect(first?.app?.name.length).toBeLessThanOrEqual(60);
    expect(second?.app).toBeNull();
  });

  it('is empty where nothing changed, and nobody is asked about no variation', async () => {
    for (const body of [{}, { changes: [] }, { changes: 'none' }]) expect((await read(answers(body))).byStock.size).toBe(0);
    const http = scriptedHttp();
    expect(await readLoggedChanges(squareOver(http), { ...WANTED, stockIds: [] })).toMatchObject({
      ok: true,
      value: { isComplete: true, calls: 0 },
    });
    expect(http.requests).toEqual([]);
  });

  it('is incomplete where the log is too long', async () => {
    const pages = Array.from({ length: 5 }, (_, page) => answers({ changes: [adjusted(page, app('A'))], cursor: `page ${page}` }));
    const { byStock, isComplete, calls } = await read(...pages);
    expect([byStock.get('V1')?.length, isComplete, calls]).toEqual([5, false, 5]);
  });

  it.each([
    ['no answer', [NO_ANSWER]],
    ['a refusal', [answered(401, { errors: [{ category: 'AUTHENTICATION_ERROR', code: 'ACCESS_TOKEN_REVOKED' }] })]],
    ['pages that do not end', [answers({ cursor: 'again' }), answers({ cursor: 'again' })]],
  ])('is not known after %s', async (_, pages) => {
    expect(await readLoggedChanges(squareOver(scriptedHttp(...pages)), WANTED)).toMatchObject({ ok: false });
  });
});

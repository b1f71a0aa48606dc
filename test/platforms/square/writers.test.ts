import { describe, expect, it } from 'vitest';

import { readWriters } from '../../../src/platforms/square/writers';
import { squareOver } from '../support/environment';
import { answered, answers, NO_ANSWER, scriptedHttp } from '../support/scripted-http';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-20T12:00:00Z');
const WANTED = { locationId: 'L1', since: NOW - 30 * DAY, now: NOW, applicationId: 'sq0idp-ours' };

const source = (application_id: string, name: string, product = 'EXTERNAL_API') => ({ product, application_id, name });
const adjusted = (from: unknown, at: unknown) => ({ type: 'ADJUSTMENT', adjustment: { quantity: '1', created_at: at, source: from } });
const counted = (from: unknown, at: unknown) => ({
  type: 'PHYSICAL_COUNT',
  physical_count: { quantity: '1', created_at: at, source: from },
});
const T1 = '2026-11-01T10:00:00Z';
const T2 = '2026-11-19T10:00:00Z';

describe('who else writes', () => {
  it('is told by the applications in the log, without ours and Square’s own products', async () => {
    const http = scriptedHttp(
      answers({
        changes: [
          adjusted(source('sq0idp-copier', 'Stock Copier'), T1),
          adjusted(source('sq0idp-ours', 'Shelfbridge'), T1),
          adjusted(source('sq0idp-till', 'Square Point of Sale', 'SQUARE_POS'), T1),
          adjusted({ product: 'DASHBOARD' }, T1),
        ],
        cursor: 'more',
      }),
      answers({ changes: [counted(source('sq0idp-copier', 'Stock Copier 2'), T2), counted(source('sq0idp-count', 'Counter'), T2)] }),
    );
    expect(await readWriters(squareOver(http), WANTED)).toEqual({
      ok: true,
      value: {
        writers: [
          { id: 'sq0idp-copier', name: 'Stock Copier 2', changes: 2, first: Date.parse(T1), last: Date.parse(T2) },
          { id: 'sq0idp-count', name: 'Counter', changes: 1, first: Date.parse(T2), last: Date.parse(T2) },
        ],
        isComplete: true,
        calls: 2,
      },
    });
    const asked = { location_ids: ['L1'], updated_after: '2026-10-21T12:00:00.000Z', limit: 1_000 };
    expect([http.body(0), http.body(1)]).toEqual([asked, { ...asked, cursor: 'more' }]);
  });

  it('is nobody where the log is empty, has another shape, or names nobody', async () => {
    const odd = [
      {},
      null,
      'x',
      { adjustment: {} },
      adjusted(null, T1),
      adjusted('robot', T1),
      adjusted(source('', ''), T1),
      adjusted(source('sq0idp-x', 'X'), 'soon'),
      adjusted(source('sq0idp-x', 'X'), 5),
      adjusted({ product: 'EXTERNAL_API', application_id: 7, name: {} }, T1),
      // Counted again by the seller, but made before the time asked for.
      adjusted(source('sq0idp-x', 'X'), '2026-01-01T00:00:00Z'),
    ];
    for (const body of [{}, { changes: [] }, { changes: 'none' }, { changes: odd }]) {
      expect(await readWriters(squareOver(scriptedHttp(answers(body))), WANTED)).toEqual({
        ok: true,
        value: { writers: [], isComplete: true, calls: 1 },
      });
    }
  });

  it('has its name on one short line', async () => {
    const changes = [adjusted(source('A', `Ev\u202eil\u0000\n${'x'.repeat(1_000_000)}`), T1)];
    const read = await readWriters(squareOver(scriptedHttp(answers({ changes }))), WANTED);
    const [writer] = read.ok ? read.value.writers : [];
    expect(writer?.name).toMatch(/^Ev il x+…$/u);
    expect(writer?.name.length).toBeLessThanOrEqual(60);
  });

  it('is read from the start and the last two days of a log that is too long, and the numbers are called the least', async () => {
    const page = (at: string, n: number) => answers({ changes: [adjusted(source('A', 'A'), at)], cursor: `c${n}` });
    const start = Array.from({ length: 10 }, (_, n) => page(T1, n));
    const http = scriptedHttp(...start, answers({ changes: [adjusted(source('B', 'B'), T2)] }));
    const read = await readWriters(squareOver(http), WANTED);
    expect(read).toMatchObject({ ok: true, value: { isComplete: false, calls: 11 } });
    expect(read.ok && read.value.writers.map(({ id, changes }) => [id, changes])).toEqual([
      ['A', 10],
      ['B', 1],
    ]);
    expect(http.body(10)).toEqual({ location_ids: ['L1'], updated_after: '2026-11-18T12:00:00.000Z', limit: 1_000 });
  });

  it('is complete where the second part follows on the first', async () => {
    const start = Array.from({ length: 10 }, (_, n) => answers({ changes: [adjusted(source('A', 'A'), T2)], cursor: `c${n}` }));
    const http = scriptedHttp(...start, answers({ changes: [] }));
    expect(await readWriters(squareOver(http), WANTED)).toMatchObject({ ok: true, value: { isComplete: true, calls: 11 } });
    expect(http.body(10)).toMatchObject({ updated_after: '2026-11-19T10:00:00.001Z' });
  });

  it.each([
    ['no answer', NO_ANSWER],
    ['a refusal', answered(401, { errors: [{ category: 'AUTHENTICATION_ERROR', code: 'ACCESS_TOKEN_REVOKED' }] })],
    ['no JSON', answered(200, 'x')],
  ])('is not known after %s', async (_, answer) => {
    expect(await readWriters(squareOver(scriptedHttp(answer)), WANTED)).toMatchObject({ ok: false });
  });

  it('is not known where the pages do not end', async () => {
    const page = answers({ changes: [], cursor: 'again' });
    expect(await readWriters(squareOver(scriptedHttp(page, page)), WANTED)).toMatchObject({ ok: false });
  });
});

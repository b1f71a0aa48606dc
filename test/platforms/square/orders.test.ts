import { describe, expect, it } from 'vitest';

import { ok, err } from '../../../src/domain/result';
import { countSquareOrders } from '../../../src/platforms/square/orders';
import { squareOver } from '../support/environment';
import { answered, scriptedHttp, answers } from '../support/scripted-http';

const SPAN = { since: Date.UTC(2026, 9, 21), until: Date.UTC(2026, 10, 20) };

const page = (orders: number, cursor?: string): ReturnType<typeof answered> =>
  answers({
    ...(orders > 0 && { order_entries: Array.from({ length: orders }, (_, n) => ({ order_id: `O${n}`, location_id: 'L1', version: 1 })) }),
    ...(cursor !== undefined && { cursor }),
  });

describe('the orders of a seller', () => {
  it('are counted across all pages, within the time span and for ten locations at a time', async () => {
    const locations = Array.from({ length: 12 }, (_, n) => `L${n}`);
    const http = scriptedHttp(page(1_000, 'more'), page(3), page(0));
    expect(await countSquareOrders(squareOver(http), locations, SPAN)).toEqual(ok(1_003));
    const filter = { date_time_filter: { created_at: { start_at: '2026-10-21T00:00:00.000Z', end_at: '2026-11-20T00:00:00.000Z' } } };
    expect(http.body(0)).toMatchObject({ location_ids: locations.slice(0, 10), query: { filter } });
    expect(http.body(0)).not.toHaveProperty('cursor');
    expect(http.body(1)).toMatchObject({ location_ids: locations.slice(0, 10), cursor: 'more' });
    expect(http.body(2)).toMatchObject({ location_ids: locations.slice(10) });
  });

  it('are zero if there is no location', async () => {
    expect(await countSquareOrders(squareOver(scriptedHttp()), [], SPAN)).toEqual(ok(0));
  });

  it('are not counted indefinitely', async () => {
    const http = scriptedHttp(...Array.from({ length: 20 }, (_, n) => page(1_000, `c${n}`)));
    expect(await countSquareOrders(squareOver(http), ['L1'], SPAN)).toMatchObject(err({ kind: 'failed' }));
    expect(http.requests).toHaveLength(20);
  });

  it('are unknown when a page fails', async () => {
    const http = scriptedHttp(page(1_000, 'more'), answered(503, ''));
    expect(await countSquareOrders(squareOver(http), ['L1'], SPAN)).toMatchObject(err({ kind: 'failed' }));
  });
});

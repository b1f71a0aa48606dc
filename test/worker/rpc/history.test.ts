import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';

import type { HistoryFact } from '../../../src/domain/history/fact';
import { packLines } from '../../../src/domain/history/packed';
import { deliverCauses } from '../../../src/durable/actions/deliver-history';
import { callJson, effects, MOMENT, newWorld, type World } from './rpc-world';

const HOUR = 3_600_000;
const at = (hours: number): string => new Date(MOMENT + hours * HOUR).toISOString();

let world: World;

/** Eight lines, an hour apart: even ones about Square, odd ones about Shopify, the seventh and eighth by the merchant. */
beforeAll(async () => {
  world = await newWorld();
  const lines = Array.from({ length: 8 }, (_, index) => {
    const side = index % 2 === 0 ? 'square' : 'shopify';
    const fact = { kind: 'change', side, delta: -100_000, before: 200_000, after: 100_000, otherBefore: null, otherAfter: null };
    return {
      seq: index + 1,
      at: MOMENT + index * HOUR,
      originator: index < 6 ? side : 'merchant',
      location: 'Main',
      sku: index < 4 ? 'TEE' : 'TEE-RED',
      fact: { ...fact, fate: 'sent', via: 'webhook', at: MOMENT + index * HOUR } as HistoryFact,
    };
  });
  await env.DB.prepare('insert into history_batches (account, last, first, count, at, lines) values (?, 8, 1, 8, ?, ?)')
    .bind(world.account.id, MOMENT + 7 * HOUR, packLines(lines))
    .run();
  await deliverCauses(env.DB, world.account.id, 'square', [
    { seq: 1, cause: { kind: 'sold', by: 'Till' } },
    { seq: 3, cause: { kind: 'lost', by: '' } },
    { seq: 4, cause: { kind: 'merged', by: '', parts: ['lost', 'sold'] } },
  ]);
  Object.assign(world.api, { deliverHistory: async () => undefined });
});

interface Page {
  readonly history_rows: readonly { readonly date: string }[];
  readonly total_items: number;
  readonly next_cursor?: string;
}

/** The hours of the lines that a request finds, and where the next page starts. */
async function ask(request: object): Promise<readonly [number[], string | undefined]> {
  const { body, status } = await callJson(world, 'sh.History/GetHistory', request);
  expect(status, JSON.stringify(body)).toBe(200);
  const { history_rows: rows, next_cursor: next } = body as unknown as Page;
  return [rows.map(({ date }) => (Date.parse(date) - MOMENT) / HOUR), next];
}

describe('GetHistory', () => {
  it.each([
    [{ from: at(2), until: at(5) }, [4, 3, 2]],
    [{ from: '2026-01-02T06:04:05+01:00', until: at(4) }, [3, 2]],
    [{ source: 'shopify' }, [7, 5, 3, 1]],
    [{ originator: 'merchant' }, [7, 6]],
    [{ originator: 'merchant', source: 'square' }, [6]],
    [{ causes: ['lost'] }, [3, 2]],
    [{ causes: ['sold', 'unknown', 'sold'], until: at(5) }, [4, 3, 1, 0]],
    [{ causes: ['lost'], source: 'square', originator: 'square', from: at(0) }, [2]],
    [{ causes: ['counted'] }, []],
  ])('finds with %j the lines %j', async (filter, hours) => {
    expect(await ask({ filter })).toEqual([hours, '']);
  });

  it('combines filters with the search for a SKU', async () => {
    expect(await ask({ filter: { source: 'square' }, sku_query: 'TEE' })).toEqual([[2, 0], '']);
    expect(await ask({ filter: { source: 'square' }, sku_query: 'red' })).toEqual([[6, 4], '']);
  });

  it('pages by cursor without counting, and asks the object to deliver for the first page alone', async () => {
    const { body } = await callJson(world, 'sh.History/GetHistory', { table: { limit: 3 }, cursor: '' });
    expect(body).toMatchObject({ total_items: 0, next_cursor: '6' });
    expect(effects(world).at(-1)).toBe('deliverHistory[]');
    const asked = effects(world).length;
    expect(await ask({ table: { limit: 3 }, cursor: '6' })).toEqual([[4, 3, 2], '3']);
    expect(await ask({ table: { limit: 3 }, cursor: '3' })).toEqual([[1, 0], '']);
    expect(await ask({ table: { limit: 2 }, filter: { originator: 'merchant' } })).toEqual([[7, 6], '']);
    expect(await ask({ filter: { originator: 'merchant' }, cursor: '7' })).toEqual([[], '']);
    expect(effects(world).length).toBe(asked + 1);
  });

  it('answers callers that send neither a cursor nor a filter as before', async () => {
    for (const more of [{}, { filter: {} }, { filter: { source: '', causes: [] } }]) {
      const { body } = await callJson(world, 'sh.History/GetHistory', { table: { limit: 3, page: 1 }, ...more });
      expect(Object.keys(body)).toEqual(['total_items', 'history_rows']);
      expect(body).toMatchObject({ total_items: 8, history_rows: [{ date: at(4) }, { date: at(3) }, { date: at(2) }] });
    }
  });

  it.each([
    [{ filter: { from: at(5), until: at(5) } }, /^filter\.from must be before filter\.until\.$/u],
    [{ filter: { from: at(6), until: at(5) } }, /^filter\.from /u],
    [{ filter: { from: 'yesterday' } }, /^filter\.from must be a time in RFC 3339/u],
    [{ filter: { until: '2026-11-20' } }, /^filter\.until must be a time/u],
    [{ filter: { source: 'etsy' } }, /^filter\.source must be 'shopify' or 'square', not "etsy"/u],
    [{ filter: { originator: 'aliens' } }, /^filter\.originator must be one of shopify, /u],
    [{ filter: { causes: ['sold', 'stolen by aliens'] } }, /^filter\.causes must be one of sold, .+, unknown, not "stolen by aliens"/u],
    [{ cursor: '-1' }, /^cursor must come from an earlier page/u],
    [{ cursor: '0' }, /^cursor /u],
    [{ cursor: '99999999999999999999' }, /^cursor /u],
    [{ cursor: '12; drop table history' }, /^cursor /u],
    [{ cursor: '5', table: { page: 1 } }, /^table\.page must be 0 with a filter or a cursor/u],
    [{ filter: { source: 'square' }, table: { page: 2 } }, /^table\.page /u],
    [{ filter: { source: 'square' }, sku_query: 'x'.repeat(256) }, /^sku_query /u],
  ])('refuses %j and names the field', async (request, message) => {
    const { body } = await callJson(world, 'sh.History/GetHistory', request);
    expect(body).toMatchObject({ code: 'invalid_argument', msg: expect.stringMatching(message) as string });
  });

  it('refuses a body that is no request', async () => {
    for (const request of [{ cursor: 5 }, { filter: 'square' }, { filter: { causes: 'sold' } }]) {
      expect((await callJson(world, 'sh.History/GetHistory', request)).body).toMatchObject({ code: 'malformed' });
    }
  });
});

describe('GetTimeline', () => {
  const timeline = (request: object) => callJson(world, 'sh.History/GetTimeline', request);

  it('lists the lines of exactly one SKU with both numbers after each, and its cause', async () => {
    const { status, body } = await timeline({ sku: ' TEE ', limit: 2 });
    expect(status).toBe(200);
    expect(body).toEqual({
      lines: [
        {
          row: {
            date: at(3),
            originator: 'Shopify',
            location_name: 'Main',
            sku: 'TEE',
            message: expect.stringContaining('Shopify changed by -1 in several changes (damaged or lost, sold)') as string,
          },
          changed_at: at(3),
          shopify_quantity: 1,
          shopify_gap: 0,
          square_gap: 0,
        },
        expect.objectContaining({ square_quantity: 1, row: expect.objectContaining({ date: at(2) }) as object }) as object,
      ],
      next_cursor: '3',
      shopify: null,
      square: null,
    });
    const more = await timeline({ sku: 'TEE', limit: 2, cursor: '3' });
    expect((more.body as { lines: { row: { date: string } }[] }).lines.map(({ row }) => row.date)).toEqual([at(1), at(0)]);
    expect(more.body).toMatchObject({ next_cursor: '' });
  });

  it('says both numbers at a time', async () => {
    const { body } = await timeline({ sku: 'TEE', at: at(0.5) });
    expect(body).toMatchObject({ square: { quantity: 1, arriving: 0 } });
    expect(Reflect.get(body as object, 'lines')).toHaveLength(1);
  });

  it('answers for a SKU that has no lines', async () => {
    expect((await timeline({ sku: 'none', at: at(1) })).body).toEqual({
      lines: [],
      next_cursor: '',
      shopify: { arriving: 0, known_from: '' },
      square: { arriving: 0, known_from: '' },
    });
  });

  it.each([
    [{}, 'sku is required'],
    [{ sku: '  ' }, 'sku is required'],
    [{ sku: 'x'.repeat(10_000) }, 'sku must not be longer'],
    [{ sku: 'TEE', at: 'yesterday' }, 'at must be a time in RFC 3339'],
    [{ sku: 'TEE', cursor: '-1' }, 'cursor must come from an earlier page'],
    [{ sku: 'TEE', limit: -1 }, 'limit must not be negative'],
  ])('refuses %j', async (request, why) => {
    const { status, body } = await timeline(request);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_argument', msg: expect.stringContaining(why) as string });
  });
});

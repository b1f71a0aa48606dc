import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { ok, refuse } from '../../../src/domain/result';
import type { Source } from '../../../src/domain/source';
import type { JoinedVariant } from '../../../src/durable/api/account-api';
import { callJson, effects, joined, MOMENT, newWorld, post, sharedWorld, side, trail, type World } from './rpc-world';

const gid = (id: string): string => `gid://shopify/ProductVariant/${id}`;

/** A pair as calls state it. */
const pair = (shopify: string, square: string) => ({ shopify_id: gid(shopify), square_id: square });

const save = async (world: World, pairs: readonly object[], separate = true) =>
  callJson(world, 'sh.Variants/SaveSeparatePairs', { pairs, separate });

const pairsOf = async (world: World): Promise<unknown> => (await callJson(world, 'sh.Variants/GetSeparatePairs')).body['pairs'];

/** A variant of one platform alone. */
function alone(source: Source, key: number, id: string, duplicate = false): JoinedVariant {
  const base = joined({ key, [source === 'shopify' ? 'square' : 'shopify']: null });
  return { ...base, [source]: side(source, { id, productName: `Mug ${key}` }), checked: { ...base.checked, duplicate } };
}

describe('sh.Variants/SaveSeparatePairs', () => {
  it('keeps pairs separate, and no longer; repeated pairs and calls are harmless', async () => {
    const world = await newWorld();
    expect(await pairsOf(world)).toEqual([]);
    const both = [pair('101', 'VAR1'), { shopify_id: '102', square_id: 'VAR2' }];
    for (const pairs of [both, [...both, ...both], both]) expect(await save(world, pairs)).toEqual({ status: 200, body: {} });
    expect(await pairsOf(world)).toEqual([pair('101', 'VAR1'), pair('102', 'VAR2')]);
    for (const pairs of [[pair('101', 'VAR1')], [pair('101', 'VAR1'), pair('9', 'X')]]) {
      expect(await save(world, pairs, false)).toEqual({ status: 200, body: {} });
    }
    expect(await pairsOf(world)).toEqual([pair('102', 'VAR2')]);
    // What is not said is false.
    await callJson(world, 'sh.Variants/SaveSeparatePairs', { pairs: [pair('102', 'VAR2')] });
    expect(await pairsOf(world)).toEqual([]);
  });

  it('tells the account which links may no longer be, and which may be again', async () => {
    const world = await newWorld();
    await save(world, [pair('101', 'VAR1')]);
    await save(world, [pair('101', 'VAR1'), pair('102', 'VAR2')], false);
    const [one, other] = [
      { shopify: '101', square: 'VAR1' },
      { shopify: '102', square: 'VAR2' },
    ];
    expect(effects(world)).toEqual([
      `keepSeparate${JSON.stringify([[one], true, 'merchant'])}`,
      `keepSeparate${JSON.stringify([[one, other], false, 'merchant'])}`,
    ]);
  });

  it('takes 500 pairs at once, both ways', async () => {
    const world = await newWorld();
    const pairs = Array.from({ length: 500 }, (_, n) => pair(String(9_000_000_000_000 + n), 'S'.repeat(192)));
    expect((await save(world, pairs)).status).toBe(200);
    expect(await pairsOf(world)).toEqual(pairs);
    expect((await save(world, pairs, false)).status).toBe(200);
    expect(await pairsOf(world)).toEqual([]);
  });

  it.each([
    [[], 'pairs is missing'],
    [Array.from({ length: 501 }, () => pair('1', 'A')), 'pairs holds 501 pairs; at most 500 are allowed.'],
    [[pair('7', 'OK'), {}], 'pairs[1].shopify_id is missing.'],
    [[pair('7', 'OK'), { shopify_id: '1' }], 'pairs[1].square_id is missing.'],
    [[{ square_id: 'A' }], 'pairs[0].shopify_id is missing.'],
    [[pair('7', 'OK'), pair('7', 'OK'), pair('x', 'A')], 'pairs[2].shopify_id must be a Shopify ProductVariant id'],
    [[{ shopify_id: 'gid://shopify/Product/1', square_id: 'A' }], 'pairs[0].shopify_id'],
    [[pair('-1', 'A')], 'pairs[0].shopify_id'],
    [[pair('1.5', 'A')], 'pairs[0].shopify_id'],
    [[pair('1\n', 'A')], 'pairs[0].shopify_id'],
    [[pair('9'.repeat(20), 'A')], 'pairs[0].shopify_id'],
    [[pair('9'.repeat(100_000), 'A')], 'pairs[0].shopify_id'],
    [[pair('1', 'A'.repeat(193))], 'pairs[0].square_id is not a Square id.'],
    [[pair('1', ' ')], 'pairs[0].square_id is not a Square id.'],
    [[pair('1', 'A\u0000B')], 'pairs[0].square_id is not a Square id.'],
    [[pair('1', 'Ä')], 'pairs[0].square_id is not a Square id.'],
    [[pair('1', '\u{1F438}')], 'pairs[0].square_id is not a Square id.'],
  ])('names what is wrong with %j, and changes nothing', async (pairs, message) => {
    const world = await sharedWorld('merchant');
    for (const separate of [true, false]) {
      const answer = await save(world, pairs, separate);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_argument' } });
      expect(String(answer.body['msg'])).toContain(message);
      expect(String(answer.body['msg']).length).toBeLessThan(200);
    }
    expect(await pairsOf(world)).toEqual([]);
  });

  it.each([
    '{"pairs":"all","separate":true}',
    '{"pairs":[null],"separate":true}',
    '{"pairs":[{"shopify_id":{},"square_id":"A"}]}',
    '{"pairs":[],"separate":"yes"}',
  ])('refuses what is no such message: %s', async (body) => {
    const world = await sharedWorld('merchant');
    const response = await post(world, 'sh.Variants/SaveSeparatePairs', body);
    expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([400, 'malformed']);
    expect(await pairsOf(world)).toEqual([]);
  });

  it('refuses a message of more than 1 MB', async () => {
    const world = await sharedWorld('merchant');
    const response = await save(world, [pair('1', 'A'.repeat(1_100_000))]);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await pairsOf(world)).toEqual([]);
  });

  it('stores hostile IDs as they are', async () => {
    const world = await newWorld();
    const hostile = [`');drop/**/table/**/accounts;--`, '["a","b"]', '{"$ne":null}', '<script>', '%', '?1'].map((id) => pair('1', id));
    expect((await save(world, hostile)).status).toBe(200);
    expect(await pairsOf(world)).toEqual(expect.arrayContaining(hostile));
    expect((await save(world, hostile.slice(1), false)).status).toBe(200);
    expect(await pairsOf(world)).toEqual(hostile.slice(0, 1));
  });

  it('says when an account has as many as it may, and changes nothing', async () => {
    const world = await newWorld();
    await env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 50000)
        insert into separate_pairs (account, shopify_id, square_id, created) select ?, cast(i as text), 'A', 1 from n`,
    )
      .bind(world.account.id)
      .run();
    expect(await save(world, [pair('1', 'A'), pair('1', 'B')])).toEqual({
      status: 412,
      body: expect.objectContaining({
        code: 'failed_precondition',
        msg: 'At most 50,000 pairs of variants can be kept separate. End some of them first; nothing was changed.',
      }) as unknown,
    });
    expect((await save(world, [pair('1', 'A')])).status).toBe(200);
    expect(await pairsOf(world)).toHaveLength(50_000);
    expect((await save(world, [pair('2', 'A')], false)).status).toBe(200);
    expect((await save(world, [pair('1', 'B')])).status).toBe(200);
    expect(await pairsOf(world)).toEqual(expect.arrayContaining([pair('1', 'B')]));
  });

  it('changes the pairs of the caller’s account alone', async () => {
    const [one, two] = [await newWorld(), await newWorld()];
    await save(one, [pair('1', 'A'), pair('2', 'B')]);
    await save(two, [pair('1', 'A')]);
    await save(two, [pair('1', 'A'), pair('2', 'B')], false);
    expect([await pairsOf(one), await pairsOf(two)]).toEqual([[pair('1', 'A'), pair('2', 'B')], []]);
  });

  it('is recorded with its IDs where an operator acts for the merchant', async () => {
    const world = await newWorld('impersonator');
    await save(world, [pair('1', 'A'), pair('2', 'B')]);
    expect((await trail(world)).map(({ result, detail }) => [result, detail])).toEqual(
      ['begun', 'ok'].map((result) => [
        result,
        { 'pairs.shopify_id': `${gid('1')},${gid('2')}`, 'pairs.square_id': 'A,B', separate: true },
      ]),
    );
  });
});

describe('sh.Variants/GetLinkCandidates', () => {
  /** Candidates of Square's for Shopify's variant 101, the likeliest first. */
  const candidates = (ids: readonly string[]) =>
    ids.map((squareId, place) => ({
      variant: alone('square', place, squareId),
      shopifyId: '101',
      squareId,
      reasons: ['name', 'price'],
      differences: ['pieces'],
      shopifyUnits: 1,
      squareUnits: 12,
    }));

  const shown = async (world: World): Promise<unknown> => {
    const { body } = await callJson(world, 'sh.Variants/GetLinkCandidates', { id: '7' });
    return (body['candidates'] as { variant: { id: string } }[]).map(({ variant }) => variant.id);
  };

  it('returns the five likeliest that are not kept separate, with what speaks for and against them', async () => {
    const [world, other] = [await newWorld(), await newWorld()];
    Object.assign(world.api, { linkCandidates: async () => ok(candidates(['A', 'B', 'C', 'D', 'E', 'F', 'G'])) });
    expect(await shown(world)).toEqual(['A', 'B', 'C', 'D', 'E']);
    await save(world, [pair('101', 'A'), pair('102', 'B'), pair('101', 'D')]);
    await save(other, [pair('101', 'C')]);
    expect(await shown(world)).toEqual(['B', 'C', 'E', 'F', 'G']);
    const { body } = await callJson(world, 'sh.Variants/GetLinkCandidates', { id: '7' });
    expect(body['candidates']).toMatchObject(
      Array.from({ length: 5 }, () => ({ reasons: ['name', 'price'], differences: ['pieces'], shopify_units: 1, square_units: 12 })),
    );
    await save(world, [pair('101', 'A')], false);
    expect(await shown(world)).toEqual(['A', 'B', 'C', 'E', 'F']);
  });
});

describe('sh.Variants/GetUnmatchedVariants', () => {
  it.each(['shopify', 'square'] as const)('returns a page of what %s alone has, also with SKUs that are there twice', async (source) => {
    const world = await newWorld();
    const asked: unknown[] = [];
    Object.assign(world.api, {
      inventory: async (query: unknown) => {
        asked.push(query);
        return ok({
          variants: [alone(source, 1, '11'), alone(source, 2, '12', true), alone(source, 3, '13')],
          hasNextPage: true,
          total: 4,
        });
      },
    });
    const { body } = await callJson(world, 'sh.Variants/GetUnmatchedVariants', { source, page: 3 });
    const id = (bare: string): string => (source === 'shopify' ? gid(bare) : bare);
    expect(body).toMatchObject({
      variants: [
        { source, id: id('11'), product_name: 'Mug 1', sku: 'MUG-BLUE' },
        { source, id: id('12'), product_name: 'Mug 2' },
        { source, id: id('13'), product_name: 'Mug 3' },
      ],
      has_next_page: true,
    });
    expect(asked).toEqual([{ view: `${source}_only`, query: '', limit: 1_000, page: 3, sort: { column: 'name', descending: false } }]);
  });

  it('starts with the first page; one beyond the last is empty', async () => {
    const world = await newWorld();
    for (const page of [0, 2 ** 31 - 1]) {
      const { status, body } = await callJson(world, 'sh.Variants/GetUnmatchedVariants', { source: 'square', page });
      expect([status, body]).toEqual([200, { variants: [], has_next_page: false }]);
    }
  });

  it.each([
    [{}, 'source must be'],
    [{ source: 'etsy' }, 'source must be'],
    [{ source: 'SHOPIFY' }, 'source must be'],
    [{ source: 'x'.repeat(100_000) }, 'source must be'],
    [{ source: 'shopify', page: -1 }, 'page must not be negative.'],
  ])('names what is wrong with %j', async (message, text) => {
    const world = await sharedWorld('merchant');
    const answer = await callJson(world, 'sh.Variants/GetUnmatchedVariants', message);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_argument' } });
    expect(String(answer.body['msg'])).toContain(text);
    expect(String(answer.body['msg']).length).toBeLessThan(200);
    expect(world.asked).toEqual([]);
  });

  it.each(['{"source":"shopify","page":"many"}', '{"source":"shopify","page":2147483648}', '{"source":7}'])(
    'refuses what is no such message: %s',
    async (body) => {
      const world = await sharedWorld('merchant');
      const response = await post(world, 'sh.Variants/GetUnmatchedVariants', body);
      expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([400, 'malformed']);
    },
  );
});

describe('sh.Inventory/UndoBulkChange', () => {
  it('keeps those pairs separate whose links it has ended, so that they are not proposed again', async () => {
    const world = await newWorld();
    const counts = { rows: 3, set: 3, undone: 2, undoable: 1 };
    const change = { id: 7, at: MOMENT, by: 'merchant', kind: 'link', counts } as const;
    const separated = [
      { shopify: '101', square: 'VAR1' },
      { shopify: '102', square: 'VAR2' },
    ];
    world.api.undoBulkChange = async () => Promise.resolve(ok({ ...change, separated, tried: 3 }));
    const undone = await callJson(world, 'sh.Inventory/UndoBulkChange', { id: '7' });
    expect(undone).toMatchObject({ status: 200, body: { id: '7', kind: 'link', undone: 2, undoable: 1, tried: 3 } });
    expect(await pairsOf(world)).toEqual([pair('101', 'VAR1'), pair('102', 'VAR2')]);
    world.api.undoBulkChange = async () => Promise.resolve(refuse('failed_precondition', 'Nothing of this bulk change is left to undo.'));
    expect(await callJson(world, 'sh.Inventory/UndoBulkChange', { id: '7' })).toMatchObject({ status: 412 });
    expect(await pairsOf(world)).toHaveLength(2);
  });
});

describe('sh.Variants/SaveLinks', () => {
  it('continues the bulk change that it names, and returns its ID', async () => {
    const world = await newWorld();
    const asked: unknown[] = [];
    world.api.saveLinks = async (...args) => {
      asked.push(args);
      return Promise.resolve(ok({ bulkChange: args[2] ?? 12, outcomes: [] }));
    };
    const link = async (more: object) => callJson(world, 'sh.Variants/SaveLinks', { pairs: [pair('101', 'VAR1')], ...more });
    expect(await link({})).toEqual({ status: 200, body: { outcomes: [], bulk_change_id: '12' } });
    expect(await link({ bulk_change_id: '9' })).toEqual({ status: 200, body: { outcomes: [], bulk_change_id: '9' } });
    expect(await link({ bulk_change_id: 'x' })).toMatchObject({
      status: 400,
      body: { msg: 'bulk_change_id must be the ID of a bulk change, not "x".' },
    });
    const first = { shopify: '101', square: 'VAR1' };
    expect(asked).toEqual([
      [[first], 'merchant', null],
      [[first], 'merchant', 9],
    ]);
  });

  it.each([
    [
      { shopify_pack_size: 12, square_pack_size: 6 },
      'pairs[0]: One of the two pack sizes must be 1: the unit that the other platform sells in packs.',
    ],
    [{ shopify_pack_size: 12 }, 'pairs[0]: A pack size is a whole number from 1 to 10000, not 0.'],
    [{ shopify_pack_size: -12, square_pack_size: 1 }, 'pairs[0]: A pack size is a whole number from 1 to 10000, not -12.'],
    [{ shopify_pack_size: 1_000_000_000, square_pack_size: 1 }, 'pairs[0]: A pack size is a whole number from 1 to 10000, not 1000000000.'],
  ])('refuses a pack size that cannot be, and links nothing: %o', async (sizes, msg) => {
    const world = await newWorld();
    world.api.saveLinks = async () => Promise.reject(new Error('nothing must be linked'));
    const answer = await callJson(world, 'sh.Variants/SaveLinks', { pairs: [{ ...pair('101', 'VAR1'), ...sizes }] });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_argument', msg } });
  });

  it('passes pack sizes on, and none where none is stated', async () => {
    const world = await newWorld();
    const asked: unknown[] = [];
    world.api.saveLinks = async (pairs) => {
      asked.push(...pairs);
      return Promise.resolve(ok({ bulkChange: null, outcomes: [] }));
    };
    const pairs = [{ ...pair('101', 'VAR1'), shopify_pack_size: 12, square_pack_size: 1 }, pair('102', 'VAR2')];
    expect(await callJson(world, 'sh.Variants/SaveLinks', { pairs })).toMatchObject({ status: 200 });
    expect(asked).toEqual([
      { shopify: '101', square: 'VAR1', packs: { shopify: 12, square: 1 } },
      { shopify: '102', square: 'VAR2' },
    ]);
  });
});

import { env, SELF } from 'cloudflare:test';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { InventoryClient } from '../../../src/gen/sh/inventory_pb.client';
import { bothAt, change, expectStock, stockBecomes, webhooksQuiet } from '../../durable/account-harness';
import { APP, WORKER } from '../support/browser';
import { realWorld, settled, type Caller, type RealWorld } from '../support/worker-harness';
import { openRoute, transportOf } from './protocol/first-client';

interface Step {
  readonly id: string;
  readonly shopify_quantity: number;
  readonly square_quantity: number;
  readonly to: number;
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Variants of the catalog whose quantities differ: their SKUs, and what Shopify and Square have. */
const [TEE, SOCK, CANDLE, POT, VEST] = ['TEE-HRB-L', 'SOCK-HK-LX', 'LCS-M-RST', 'POUR-SET', 'VST-QLT-M'] as const;
const THIRTY_DAYS_MS = 30 * 86_400_000;

let world: RealWorld;

beforeAll(async () => {
  world = await realWorld('small');
  await settled();
});

// A webhook that arrives during teardown would load the Worker that is shutting down.
afterEach(webhooksQuiet);

async function post({ cookie }: Caller, method: string, body: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', origin: APP, cookie };
  const response = await SELF.fetch(`${WORKER}/rpc/sh.Inventory/${method}`, { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
}

const call = async (caller: Caller, method: string, message: object = {}): Promise<Answer> => post(caller, method, JSON.stringify(message));

/** The body of a call that succeeds. */
async function answerOf(caller: Caller, method: string, message: object = {}): Promise<Record<string, unknown>> {
  const { status, body } = await call(caller, method, message);
  expect([status, body], method).toEqual([200, body]);
  return body;
}

/** The variants of the inventory list, as they are now. */
async function variantsOf(caller: Caller): Promise<(Step & { readonly sku: string })[]> {
  const { products } = (await answerOf(caller, 'GetInventory', { view: 'all' })) as {
    products: { variants: (Step & { sku: string })[] }[];
  };
  return products.flatMap(({ variants }) => variants);
}

/** The rows of a plan for some SKUs. */
async function plan(caller: Caller, take: 'shopify' | 'square', ...skus: string[]): Promise<Step[]> {
  const ids = (await variantsOf(caller)).filter(({ sku }) => skus.includes(sku)).map(({ id }) => id);
  expect(ids).toHaveLength(skus.length);
  const planned = (await answerOf(caller, 'PlanLevelling', { ids, take })) as { steps: Step[]; kind: string; bulk_change_id: string };
  expect([planned.kind, planned.bulk_change_id]).toEqual(['level', '']);
  return planned.steps;
}

/** Applies rows, and returns the ID of their bulk change. */
async function level(caller: Caller, steps: readonly object[], more: object = {}): Promise<string> {
  const { bulk_change_id: id, outcomes } = await answerOf(caller, 'LevelVariants', { steps, ...more });
  expect(outcomes).toHaveLength(steps.length);
  return String(id);
}

const changesOf = async (caller: Caller): Promise<Record<string, unknown>[]> =>
  (await answerOf(caller, 'GetBulkChanges'))['changes'] as Record<string, unknown>[];

const pageOf = async (caller: Caller, id: string, page: object = {}) =>
  (await answerOf(caller, 'GetBulkChange', { id, ...page })) as { change: object; rows: Record<string, unknown>[] };

/** Everything that a call about bulk changes could change of an account. */
async function standing(caller: Caller): Promise<object> {
  const read = async (): Promise<object> => ({ changes: await changesOf(caller), variants: await variantsOf(caller) });
  let last = await read();
  // The platform's answer to an earlier write may still be on its way to the list.
  await vi.waitFor(
    async () => {
      const before = last;
      last = await read();
      expect(last).toEqual(before);
    },
    { interval: 500, timeout: 60_000 },
  );
  return last;
}

describe('a bulk change over RPC', () => {
  it('is made, listed, shown by its rows, and undone: what was sold meanwhile stays sold', async () => {
    const steps = await plan(world.merchant, 'shopify', TEE, SOCK);
    const [tee, sock] = steps;
    const before = Date.now();
    const answered = await answerOf(world.merchant, 'LevelVariants', { steps: [...steps, { ...tee, id: '999999' }, { ...sock, to: 1.5 }] });
    const { bulk_change_id: id, outcomes } = answered;
    expect(id).toMatch(/^[1-9]\d*$/u);
    expect(outcomes).toEqual([
      { id: tee?.id, outcome: 'taken', problem: '' },
      { id: sock?.id, outcome: 'taken', problem: '' },
      { id: '999999', outcome: 'refused', problem: 'The variant is no longer on both platforms.' },
      { id: sock?.id, outcome: 'refused', problem: 'Shopify counts whole units: the quantity must be a whole number.' },
    ]);
    const [made] = await changesOf(world.merchant);
    expect(made).toMatchObject({ id, by: 'merchant', kind: 'level', rows: 4, set: 2, undone: 0, undoable: 2 });
    const at = Date.parse(String(made?.['at']));
    expect(at).toBeGreaterThanOrEqual(before);
    expect(Date.parse(String(made?.['undoable_until'])) - at).toBe(THIRTY_DAYS_MS);
    const { change: shown, rows } = await pageOf(world.merchant, String(id));
    expect(shown).toEqual(made);
    const teeRow = {
      id: tee?.id,
      sku: TEE,
      product_name: expect.stringContaining('Tee') as string,
      variant_name: expect.any(String) as string,
      shopify_quantity: 15,
      square_quantity: 13,
      to: 15,
      state: 'set',
      undoable: true,
      problem: '',
      square_product_name: '',
      square_variant_name: '',
      source: '',
      sku_before: '',
      variants: 0,
      links: 0,
    };
    expect(rows[0]).toEqual(teeRow);
    expect(rows.map(({ sku, state, undoable }) => [sku, state, undoable])).toEqual([
      [TEE, 'set', true],
      [SOCK, 'set', true],
      ['', 'refused', false],
      [SOCK, 'refused', false],
    ]);
    await bothAt(TEE, 15);
    await bothAt(SOCK, 21);
    await change('shopify', TEE, -2);
    await bothAt(TEE, 13);
    const undone = { ...made, undone: 2, undoable: 0 };
    expect(await answerOf(world.merchant, 'UndoBulkChange', { id })).toEqual({ ...undone, tried: 4 });
    await stockBecomes(TEE, 13, 11);
    await stockBecomes(SOCK, 21, 24);
    expect((await changesOf(world.merchant))[0]).toEqual(undone);
    expect((await pageOf(world.merchant, String(id))).rows[0]).toEqual({ ...teeRow, state: 'undone', undoable: false });
    expect(await call(world.merchant, 'UndoBulkChange', { id })).toMatchObject({
      status: 412,
      body: { code: 'failed_precondition', msg: 'Nothing of this bulk change is left to undo.' },
    });
    await expectStock(TEE, 13, 11);
  });

  it('continues with more rows while nothing of it was undone, with its kind alone, and pages', async () => {
    const [candle] = await plan(world.merchant, 'square', CANDLE);
    const [pot] = await plan(world.merchant, 'shopify', POT);
    if (candle === undefined || pot === undefined) throw new Error('nothing is out of sync');
    const id = await level(world.merchant, [candle], { kind: 'count' });
    expect(await level(world.merchant, [{ ...candle, shopify_quantity: 1 }, pot], { kind: 'count', bulk_change_id: id })).toBe(id);
    expect((await changesOf(world.merchant))[0]).toMatchObject({ id, kind: 'count', rows: 3, set: 2 });
    const { rows } = await pageOf(world.merchant, id);
    expect(rows.map(({ sku, state }) => [sku, state])).toEqual([
      [CANDLE, 'set'],
      [CANDLE, 'stale'],
      [POT, 'set'],
    ]);
    for (const [page, shown] of [
      [{ limit: 2 }, rows.slice(0, 2)],
      [{ offset: 1, limit: 1 }, rows.slice(1, 2)],
      [{ offset: 2, limit: 2 ** 31 - 1 }, rows.slice(2)],
      [{ offset: 2 ** 31 - 1 }, []],
    ] as const)
      expect((await pageOf(world.merchant, id, page)).rows, JSON.stringify(page)).toEqual(shown);
    for (const kind of ['', 'level'])
      expect(await call(world.merchant, 'LevelVariants', { steps: [pot], kind, bulk_change_id: id })).toMatchObject({
        status: 404,
        body: { msg: 'There is no such bulk change to continue.' },
      });
    await answerOf(world.merchant, 'UndoBulkChange', { id });
    expect(await call(world.merchant, 'LevelVariants', { steps: [pot], kind: 'count', bulk_change_id: id })).toMatchObject({
      status: 412,
      body: { code: 'failed_precondition', msg: 'The bulk change was undone, so it cannot continue.' },
    });
    await stockBecomes(CANDLE, candle.shopify_quantity, candle.square_quantity);
    await stockBecomes(POT, pot.shopify_quantity, pot.square_quantity);
  });

  it('is none where no row was changed', async () => {
    const before = await standing(world.merchant);
    const [vest] = await plan(world.merchant, 'shopify', VEST);
    expect(
      await level(world.merchant, [
        { ...vest, square_quantity: 1_000 },
        { id: '999999', to: 1 },
      ]),
    ).toBe('');
    expect(await level(world.merchant, [])).toBe('');
    expect(await standing(world.merchant)).toEqual(before);
  });

  it('says of a row why it cannot be undone, and is undone later', async () => {
    // Square has fewer: undoing takes its additional units back, of which none may be left.
    const [vest] = await plan(world.merchant, 'shopify', VEST);
    if (vest === undefined) throw new Error('nothing is out of sync');
    const { shopify_quantity: units, square_quantity: less } = vest;
    const id = await level(world.merchant, [vest]);
    await bothAt(VEST, units);
    await change('shopify', VEST, -units);
    await bothAt(VEST, 0);
    expect(await answerOf(world.merchant, 'UndoBulkChange', { id })).toMatchObject({ set: 1, undone: 0, undoable: 1 });
    expect((await pageOf(world.merchant, id)).rows).toMatchObject([
      { state: 'set', undoable: true, problem: 'Only 0 are left on Square, so that it would fall below zero.' },
    ]);
    await expectStock(VEST, 0, 0);
    await change('shopify', VEST, units);
    await bothAt(VEST, units);
    expect(await answerOf(world.merchant, 'UndoBulkChange', { id })).toMatchObject({ undone: 1, undoable: 0 });
    await stockBecomes(VEST, units, less);
    expect((await pageOf(world.merchant, id)).rows).toMatchObject([{ state: 'undone', undoable: false, problem: '' }]);
  });

  it('is the same in protobuf', async () => {
    openRoute();
    const client = new InventoryClient(transportOf(world.merchant, false));
    const [tee] = await plan(world.merchant, 'square', TEE);
    if (tee === undefined) throw new Error('nothing is out of sync');
    const { id, shopify_quantity: shopifyQuantity, square_quantity: squareQuantity, to } = tee;
    const steps = [{ id, shopifyQuantity, squareQuantity, to }];
    const { bulkChangeId } = await client.levelVariants({ steps, kind: 'level', bulkChangeId: '' }).response;
    const { changes } = await client.getBulkChanges({}).response;
    expect(changes[0]).toMatchObject({ id: bulkChangeId, kind: 'level', rows: 1, set: 1, undoable: 1 });
    const page = await client.getBulkChange({ id: bulkChangeId, offset: 0, limit: 0 }).response;
    expect(page).toMatchObject({ change: changes[0], rows: [{ id, sku: TEE, shopifyQuantity, squareQuantity, to, undoable: true }] });
    expect(await client.undoBulkChange({ id: bulkChangeId, tried: 0 }).response).toMatchObject({ undone: 1, undoable: 0 });
    vi.unstubAllGlobals();
    await stockBecomes(TEE, shopifyQuantity, squareQuantity);
  });
});

/** Texts with a name each for the list of tests: some are too long for it. */
const named = (texts: readonly string[]): [string, string][] =>
  texts.map((text) => [text.length > 20 ? `${text.length} characters` : JSON.stringify(text), text]);

/** What is no ID of a bulk change. */
const NO_IDS = ['0', '-1', '01', '1.5', '1e3', ' 1', '1 ', '1\n', 'x', '٣', '1,2', "1' or 1=1", '1'.repeat(16), '9'.repeat(100_000)];

describe('bad input', () => {
  let before: object;

  beforeAll(async () => {
    before = await standing(world.merchant);
  });

  /** Expects a refusal that names what is wrong in a few words, and that nothing was changed. */
  async function refused(method: string, message: object, expected: { status: number; code: string; text: string }): Promise<void> {
    const { status, body } = await call(world.merchant, method, message);
    expect([status, body['code']], String(body['msg'])).toEqual([expected.status, expected.code]);
    expect(body['msg']).toContain(expected.text);
    expect(String(body['msg']).length).toBeLessThan(200);
    expect(await standing(world.merchant)).toEqual(before);
  }

  const invalid = (text: string) => ({ status: 400, code: 'invalid_argument', text });

  const noKinds = ['LEVEL', 'counts', ' level', 'undone', '0', '__proto__', 'x'.repeat(100_000)];

  it.each(named(noKinds))('is a kind that is none: %s', async (_what, kind) => {
    const steps = await plan(world.merchant, 'shopify', SOCK);
    await refused('LevelVariants', { steps, kind }, invalid('kind must be one of level, count, not "'));
    await refused('LevelVariants', { steps, kind, bulk_change_id: '1' }, invalid('kind must be one of level, count, not "'));
  });

  it.each(named(NO_IDS))('is an ID that is none: %s', async (_what, id) => {
    const steps = await plan(world.merchant, 'shopify', SOCK);
    await refused('LevelVariants', { steps, bulk_change_id: id }, invalid('bulk_change_id must be the ID of a bulk change, not "'));
    await refused('GetBulkChange', { id }, invalid('id must be the ID of a bulk change, not "'));
    await refused('UndoBulkChange', { id }, invalid('id must be the ID of a bulk change, not "'));
  });

  it('is an ID that is missing, except where it means a new bulk change', async () => {
    for (const method of ['GetBulkChange', 'UndoBulkChange'])
      for (const message of [{}, { id: '' }]) await refused(method, message, invalid('id must be the ID of a bulk change, not ""'));
  });

  it.each(['777', '999999999999999'])('is the ID of nothing: %s', async (id) => {
    const steps = await plan(world.merchant, 'shopify', SOCK);
    const nothing = (text: string) => ({ status: 404, code: 'not_found', text });
    await refused('LevelVariants', { steps, bulk_change_id: id }, nothing('There is no such bulk change to continue.'));
    await refused('LevelVariants', { steps: [], bulk_change_id: id }, nothing('There is no such bulk change to continue.'));
    await refused('GetBulkChange', { id }, nothing('There is no such bulk change. It can be undone for 30 days.'));
    await refused('UndoBulkChange', { id }, nothing('There is no such bulk change. It can be undone for 30 days.'));
  });

  it('is a negative page', async () => {
    await refused('GetBulkChange', { id: '1', offset: -1 }, invalid('offset must not be negative.'));
    await refused('GetBulkChange', { id: '1', limit: -1 }, invalid('limit must not be negative.'));
    await refused('UndoBulkChange', { id: '1', tried: -1 }, invalid('tried must not be negative.'));
    await refused('GetBulkChange', { id: '1', offset: -(2 ** 31), limit: -(2 ** 31) }, invalid('must not be negative.'));
  });

  it('is a plan with a row that is none, or with too many: no row is changed', async () => {
    const [sock] = await plan(world.merchant, 'shopify', SOCK);
    const rows = (row: object): object => ({ steps: [sock, row], kind: 'level' });
    await refused('LevelVariants', rows({ ...sock, id: 'x' }), invalid('ids must be variants of the inventory list, not "x".'));
    await refused('LevelVariants', rows({ id: sock?.id }), invalid('to is missing: an absent quantity is not zero.'));
    await refused('LevelVariants', rows({ ...sock, to: 0.000001 }), invalid('to must be a number with at most five decimals.'));
    await refused('LevelVariants', rows({ ...sock, to: 1e300 }), invalid('to must be a number'));
    await refused('LevelVariants', { steps: Array.from({ length: 5_001 }, () => sock) }, invalid('5001 variants; at most 5000'));
  });

  it.each([-1, 1_000_001, 2 ** 31])('is a quantity that no shop has: the row of %d is refused, and is no bulk change', async (to) => {
    const [sock] = await plan(world.merchant, 'shopify', SOCK);
    expect(await answerOf(world.merchant, 'LevelVariants', { steps: [{ ...sock, to }] })).toEqual({
      bulk_change_id: '',
      outcomes: [{ id: sock?.id, outcome: 'refused', problem: 'The quantity must be from 0 to 1000000.' }],
    });
    expect(await standing(world.merchant)).toEqual(before);
  });

  it.each([
    ['LevelVariants', '{"steps":[],"kind":7}'],
    ['LevelVariants', '{"steps":[],"bulk_change_id":{}}'],
    ['LevelVariants', '{"steps":[],"bulk_change_id":1}'],
    ['GetBulkChange', '{"id":1}'],
    ['GetBulkChange', '{"id":"1","offset":"many"}'],
    ['GetBulkChange', '{"id":"1","offset":2147483648}'],
    ['GetBulkChange', '{"id":"1","limit":1.5}'],
    ['UndoBulkChange', '{"id":["1"]}'],
    ['UndoBulkChange', '[]'],
    ['GetBulkChanges', '"all"'],
  ])('is what is no such message: %s %s', async (method, body) => {
    const answered = await post(world.merchant, method, body);
    expect([answered.status, answered.body['code']]).toEqual([400, 'malformed']);
    expect(await standing(world.merchant)).toEqual(before);
  });
});

describe('whose bulk change it is', () => {
  it('is that of its account alone: another one neither sees nor continues nor undoes it', async () => {
    const [candle] = await plan(world.merchant, 'shopify', CANDLE);
    const id = await level(world.merchant, [candle ?? {}]);
    await bothAt(CANDLE, candle?.shopify_quantity ?? 0);
    const before = await standing(world.merchant);
    const [pot] = await plan(world.other, 'shopify', POT);
    expect(await changesOf(world.other)).toEqual([]);
    for (const method of ['GetBulkChange', 'UndoBulkChange'])
      expect(await call(world.other, method, { id })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await call(world.other, 'LevelVariants', { steps: [pot], bulk_change_id: id })).toMatchObject({ status: 404 });
    expect(await changesOf(world.other)).toEqual([]);
    // Each account numbers its own: the same number is another bulk change there.
    const theirs = await level(world.other, [pot ?? {}]);
    expect(theirs).toBe('1');
    expect((await pageOf(world.other, theirs)).rows.map(({ sku }) => sku)).toEqual([POT]);
    expect((await pageOf(world.merchant, theirs)).rows.map(({ sku }) => sku)).not.toContain(POT);
    expect(await answerOf(world.other, 'UndoBulkChange', { id: theirs })).toMatchObject({ undone: 1 });
    expect(await standing(world.merchant)).toEqual(before);
    await answerOf(world.merchant, 'UndoBulkChange', { id });
    await stockBecomes(CANDLE, candle?.shopify_quantity ?? 0, candle?.square_quantity ?? 0);
  });

  it('is an operator’s where one acts for the merchant, and is recorded with its ID', async () => {
    const steps = await plan(world.impersonator, 'square', POT);
    const id = await level(world.impersonator, steps, { kind: 'count' });
    expect((await changesOf(world.merchant))[0]).toMatchObject({ id, by: 'operator', kind: 'count' });
    expect(await answerOf(world.impersonator, 'UndoBulkChange', { id })).toMatchObject({ id, by: 'operator', undone: 1 });
    const { results } = await env.DB.prepare(
      'select detail, result from audit where method = ? and actor <> subject and subject = ? order by id',
    )
      .bind('sh.Inventory/UndoBulkChange', Number(world.merchant.accountId))
      .all<{ detail: string; result: string }>();
    expect(results.map(({ detail, result }) => [JSON.parse(detail) as unknown, result])).toEqual([
      [{ id }, 'begun'],
      [{ id }, 'ok'],
    ]);
    await stockBecomes(POT, steps[0]?.shopify_quantity ?? 0, steps[0]?.square_quantity ?? 0);
  });

  it('is nobody’s without a session or a subscription', async () => {
    for (const [caller, code] of [
      [world.nobody, 'unauthenticated'],
      [world.unsubscribed, 'permission_denied'],
    ] as const)
      for (const method of ['GetBulkChanges', 'GetBulkChange', 'UndoBulkChange'])
        expect((await call(caller, method, { id: '1' })).body, method).toMatchObject({ code });
  });
});

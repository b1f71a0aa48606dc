import { SELF } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';

import { APP, WORKER } from '../support/browser';
import { realWorld, settled, type Caller, type RealWorld } from '../support/worker-harness';

interface Row {
  readonly shopify_id: string;
  readonly square_id: string;
}

interface Variant {
  readonly id: string;
  readonly product_name: string;
}

let world: RealWorld;

beforeAll(async () => {
  world = await realWorld('small');
  await settled();
});

async function call<T>({ cookie }: Caller, method: string, message: object = {}): Promise<T> {
  const headers = { 'content-type': 'application/json', origin: APP, cookie };
  const response = await SELF.fetch(`${WORKER}/rpc/sh.${method}`, { method: 'POST', headers, body: JSON.stringify(message) });
  return response.json<T>();
}

/** The rows of a view of the inventory list. */
async function rowsOf(caller: Caller, view: string): Promise<Row[]> {
  const { products } = await call<{ products: { variants: Row[] }[] }>(caller, 'Inventory/GetInventory', { view });
  return products.flatMap(({ variants }) => variants);
}

const unmatched = async (caller: Caller, source: string): Promise<Variant[]> =>
  (await call<{ variants: Variant[] }>(caller, 'Variants/GetUnmatchedVariants', { source })).variants;

const save = async (caller: Caller, pairs: readonly object[], separate: boolean): Promise<unknown> =>
  call(caller, 'Variants/SaveSeparatePairs', { pairs, separate });

describe('with the account object and both platforms', () => {
  it.each([
    ['shopify', 'shopify_id'],
    ['square', 'square_id'],
  ] as const)('what %s alone has is what the inventory list shows there', async (source, column) => {
    const rows = await rowsOf(world.merchant, `${source}_only`);
    const variants = await unmatched(world.merchant, source);
    expect(variants.map(({ id }) => id)).toEqual(rows.map((row) => row[column]));
    expect(variants.length).toBeGreaterThan(2);
    const archived = new Set((await rowsOf(world.merchant, 'archived')).map((row) => row[column]));
    expect(variants.filter(({ id }) => archived.has(id))).toEqual([]);
  });

  it('what is kept separate stays in the list, since another partner may be found, and is so in no other account', async () => {
    const [before, [square]] = [await unmatched(world.merchant, 'shopify'), await unmatched(world.merchant, 'square')];
    const pairs = [{ shopify_id: before[0]?.id ?? '', square_id: square?.id ?? '' }];
    expect(await save(world.merchant, pairs, true)).toEqual({});
    expect(await unmatched(world.merchant, 'shopify')).toEqual(before);
    expect(await call(world.merchant, 'Variants/GetSeparatePairs')).toEqual({ pairs });
    expect(await call(world.other, 'Variants/GetSeparatePairs')).toEqual({ pairs: [] });
    expect(await save(world.merchant, pairs, false)).toEqual({});
    expect(await call(world.merchant, 'Variants/GetSeparatePairs')).toEqual({ pairs: [] });
  });

  it('without a session or a subscription nothing is returned or changed', async () => {
    const pairs = [{ shopify_id: '1', square_id: 'A' }];
    for (const [caller, code] of [
      [world.nobody, 'unauthenticated'],
      [world.unsubscribed, 'permission_denied'],
    ] as const) {
      expect(await call(caller, 'Variants/GetUnmatchedVariants', { source: 'square' })).toMatchObject({ code });
      expect(await call(caller, 'Variants/GetSeparatePairs')).toMatchObject({ code });
      expect(await save(caller, pairs, true)).toMatchObject({ code });
    }
  });
});

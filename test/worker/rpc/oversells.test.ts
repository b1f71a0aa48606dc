import { describe, expect, it } from 'vitest';

import type { OversellView } from '../../../src/durable/api/oversell-api';
import { merchantText, operatorText } from '../../../src/worker/alerts/wording';
import { callJson, effects, MOMENT, newWorld } from './rpc-world';

const CASE: OversellView = {
  id: '1001:VAR1',
  at: MOMENT,
  sku: 'TEE-M',
  productName: 'Tee',
  variantName: 'Medium',
  short: 150_000,
  later: 'square',
  changes: [
    { source: 'shopify', at: MOMENT, isTimed: true, delta: -100_000, what: 'Ordered 1 on Shopify' },
    { source: 'square', at: MOMENT, isTimed: false, delta: -50_000, what: 'Square changed by -0.5' },
  ],
  more: 2,
};

describe('sh.Issues', () => {
  it('lists what both platforms sold and only one had', async () => {
    const world = await newWorld();
    Object.assign(world.api, { oversells: async () => ({ total: 3, cases: [CASE, { ...CASE, id: '2:B', short: null, later: null }] }) });
    const { body } = await callJson(world, 'sh.Issues/GetOversells', { limit: 7, variant_id: '12' });
    const at = new Date(MOMENT).toISOString();
    expect(body).toMatchObject({
      total: 3,
      oversells: [
        {
          id: '1001:VAR1',
          sku: 'TEE-M',
          product_name: 'Tee',
          variant_name: 'Medium',
          short_by: 1.5,
          later: 'square',
          changes: [
            { source: 'shopify', at, delta: -1, message: 'Ordered 1 on Shopify' },
            { source: 'square', at, at_latest: true, delta: -0.5, message: 'Square changed by -0.5' },
          ],
          more_changes: 2,
        },
        { id: '2:B' },
      ],
    });
    expect((body as { oversells: object[] }).oversells[1]).not.toHaveProperty('short_by');
    expect(effects(world)).toEqual(['oversells[7,12]']);
  });

  it('lists those of all variants, 500 at most, and dismisses some or all', async () => {
    const world = await newWorld();
    Object.assign(world.api, { oversells: async () => ({ total: 0, cases: [] }) });
    await callJson(world, 'sh.Issues/GetOversells', { limit: 9_000 });
    expect((await callJson(world, 'sh.Issues/DismissOversells', { ids: ['1001:VAR1'] })).status).toBe(200);
    expect((await callJson(world, 'sh.Issues/DismissOversells', { all: true })).status).toBe(200);
    expect(effects(world)).toEqual(['oversells[500,null]', 'dismissOversells[["1001:VAR1"]]', 'dismissOversells[null]']);
  });

  it.each([
    ['GetOversells', { limit: -1 }, 'limit must not be negative.'],
    ['GetOversells', { variant_id: 'x' }, 'variant_id is not the id of a variant.'],
    ['DismissOversells', {}, 'ids is missing.'],
    ['DismissOversells', { ids: ['1:2'], all: true }, 'ids must be empty when all is set.'],
    ['DismissOversells', { ids: Array.from({ length: 501 }, (_, at) => `${at}:V`) }, 'ids must not have more than 500 entries.'],
  ])('refuses %s of %j', async (method, message, msg) => {
    const world = await newWorld();
    expect(await callJson(world, `sh.Issues/${method}`, message)).toMatchObject({ status: 400, body: { code: 'invalid_argument', msg } });
    expect(effects(world)).toEqual([]);
  });
});

describe('the alert about oversold variants', () => {
  it('says how many there are to operators, and to the merchant what happened and where to decide', async () => {
    const { api } = await newWorld();
    const health = { ...(await api.health()), oversold: 1 };
    expect(operatorText('oversold', health)).toBe('1 variant is oversold: both platforms sold units that only one had.');
    expect(merchantText('oversold')).toMatchObject({ path: '/issues?view=oversold' });
  });
});

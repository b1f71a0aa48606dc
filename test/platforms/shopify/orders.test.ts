import { describe, expect, it } from 'vitest';

import { ok, err } from '../../../src/domain/result';
import { countShopifyOrders, mayCountOrders } from '../../../src/platforms/shopify/orders';
import { shopifyOver } from '../support/environment';
import { scriptedHttp, answers } from '../support/scripted-http';

const NEW_YEAR = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

describe('the orders of a shop', () => {
  it.each([
    [['read_products'], 10, false],
    [['read_orders'], 10, true],
    [['read_orders'], 60, true],
    // Shopify shows only the last 60 days: the number would be too small without anyone noticing.
    [['read_orders'], 61, false],
    [['read_orders', 'read_all_orders'], 300, true],
    [['read_all_orders'], 10, false],
  ])('may be counted with %j on day %i of the year: %s', (scopes, days, may) => {
    expect(mayCountOrders(scopes, NEW_YEAR, NEW_YEAR + days * DAY)).toBe(may);
  });

  it('are counted from a given time on', async () => {
    const http = scriptedHttp(answers({ data: { ordersCount: { count: 12_345, precision: 'EXACT' } } }));
    expect(await countShopifyOrders(shopifyOver(http), NEW_YEAR)).toEqual(ok(12_345));
    expect(http.body(0)).toMatchObject({ variables: { query: "created_at:>='2026-01-01T00:00:00.000Z'" } });
  });

  it('are unknown when Shopify’s response is not as documented', async () => {
    const http = scriptedHttp(answers({ data: { ordersCount: null } }));
    expect(await countShopifyOrders(shopifyOver(http), NEW_YEAR)).toMatchObject(err({ kind: 'failed' }));
  });
});

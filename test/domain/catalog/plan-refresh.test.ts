import fc from 'fast-check';
import { describe, test } from 'vitest';

import type { KnownRow } from '../../../src/domain/catalog/joined';
import { planRefresh, touchedSkus, type Refreshed } from '../../../src/domain/catalog/plan-refresh';
import type { SideVariant } from '../../../src/domain/catalog/side-variant';
import type { Source } from '../../../src/domain/source';
import { Rows, side } from './sides';

/** Refreshes as the store does: the touched rows, and all holders of the SKUs that may link otherwise. */
function refresh(rows: Rows, refreshed: Refreshed): void {
  const ids = new Set([...refreshed.fresh.map((one) => one.stockId), ...refreshed.gone]);
  const touched = rows.rows.filter((row) => ids.has(row[refreshed.source]?.stockId ?? ''));
  const skus = touchedSkus(refreshed, touched);
  const holds = (row: KnownRow): boolean => [row.shopify, row.square].some((one) => one !== null && skus.includes(one.sku));
  const set = [...new Set([...touched, ...rows.rows.filter(holds)])];
  rows.apply(planRefresh(refreshed, set, skus));
}

function expectedLinks(rows: Rows): string[] {
  const sides = (source: Source): SideVariant[] => rows.rows.flatMap((row) => row[source] ?? []);
  const once = (source: Source, sku: string): boolean => sides(source).filter((one) => one.sku === sku).length === 1;
  return sides('shopify')
    .filter((one) => one.sku.trim() !== '' && once('shopify', one.sku) && once('square', one.sku))
    .map((one) => `${one.stockId}=${sides('square').find((other) => other.sku === one.sku)?.stockId ?? ''}`)
    .sort();
}

const event = fc.record({
  source: fc.constantFrom('shopify' as const, 'square' as const),
  id: fc.integer({ min: 1, max: 6 }),
  sku: fc.constantFrom('A', 'B', 'C', '', ' '),
  gone: fc.boolean(),
});

describe('refreshes', () => {
  test('keep exactly the links that the SKUs allow, after each one', ({ expect }) => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const rows = new Rows();
        for (const { source, id, sku, gone } of events) {
          const stockId = source === 'shopify' ? String(id) : `V${id}`;
          refresh(rows, gone ? { source, fresh: [], gone: [stockId] } : { source, fresh: [side(source, stockId, sku)], gone: [] });
          expect(rows.links()).toEqual(expectedLinks(rows));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('look at no other row unless a SKU came, went or changed', ({ expect }) => {
    const row = { key: 1, shopify: side('shopify', '1', 'A'), square: side('square', 'V1', 'A') };
    const same = { source: 'shopify' as const, fresh: [side('shopify', '1', 'A', { productName: 'Another' })], gone: [] };
    expect(touchedSkus(same, [row])).toEqual([]);
    expect(planRefresh(same, [row], [])).toMatchObject({ updates: [{ key: 1 }], closes: [] });
    expect(touchedSkus({ ...same, fresh: [side('shopify', '1', 'B')] }, [row]).sort()).toEqual(['A', 'B']);
    expect(touchedSkus({ ...same, fresh: [side('shopify', '2', 'C')] }, [row])).toEqual(['C']);
    expect(touchedSkus({ ...same, fresh: [], gone: ['1'] }, [row])).toEqual(['A']);
  });

  test('link again when the duplicate of a SKU goes', ({ expect }) => {
    const rows = new Rows();
    for (const [source, id] of [
      ['shopify', '1'],
      ['shopify', '2'],
      ['square', 'V1'],
    ] as const) {
      refresh(rows, { source, fresh: [side(source, id, 'A')], gone: [] });
    }
    expect(rows.links()).toEqual([]);
    refresh(rows, { source: 'shopify', fresh: [], gone: ['2'] });
    expect(rows.links()).toEqual(['1=V1']);
    expect(rows.baselines).toHaveLength(1);
  });
});

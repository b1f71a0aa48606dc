import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { isLinked, type KnownRow } from '../../../src/domain/catalog/joined';
import { skusDiffer } from '../../../src/domain/catalog/match';
import { endTogether, planRefresh, planRelink, changedSkus, type Refreshed } from '../../../src/domain/catalog/plan-refresh';
import type { ProductStatus, SideVariant } from '../../../src/domain/catalog/side-variant';
import type { Grace } from '../../../src/domain/catalog/sku-difference';
import { SOURCES, type Source } from '../../../src/domain/source';
import { at, GRACE_MS, linkedRow, MINUTE, pairsBySku, Rows, rulesOf, side } from './sides';

/** Refreshes as the store does: the touched rows, and all holders of the SKUs that may link otherwise; then relinks what is due. */
function refresh(rows: Rows, refreshed: Refreshed, grace: Grace = at(0), mayEnd: (key: number) => boolean = () => true): void {
  const ids = new Set([...refreshed.fresh.map((one) => one.stockId), ...refreshed.gone]);
  const touched = rows.rows.filter((row) => ids.has(row[refreshed.source]?.stockId ?? ''));
  const skus = changedSkus([refreshed], touched);
  const plan = planRefresh([refreshed], [...new Set([...touched, ...rows.holdersOf(skus)])], skus, rulesOf(grace));
  rows.apply(plan);
  rows.relink(plan.due, grace, mayEnd);
}

/** The work of the alarm: relinks every row whose SKUs differ for too long. */
function endGrace(rows: Rows, grace: Grace, mayEnd: (key: number) => boolean = () => true): void {
  const ended = rows.rows.filter((row) => row.skusDiffer !== null && grace.now - row.skusDiffer.since >= grace.ms);
  rows.relink(
    ended.map((row) => row.key),
    grace,
    mayEnd,
  );
}

const pairOf = (shopify: SideVariant, square: SideVariant): string => `${shopify.stockId}=${square.stockId}`;

/** Links that must be there: of variants that belong together by their SKUs, neither of which is in a pair already. */
function missingLinks(rows: Rows): string[] {
  const sides = (source: Source): SideVariant[] => rows.rows.flatMap((row) => row[source] ?? []);
  const free = rows.rows.flatMap(({ shopify, square }) => (shopify !== null && square !== null ? [] : [shopify ?? square]));
  const isFree = (stockId: string | undefined): boolean => free.some((one) => one?.stockId === stockId);
  return pairsBySku(sides('shopify'), sides('square')).filter((pair) => pair.split('=').every(isFree));
}

function wrongLinks(rows: Rows): string[] {
  return rows.rows.flatMap(({ shopify, square }) =>
    shopify !== null && square !== null && skusDiffer(shopify.sku, square.sku) ? [pairOf(shopify, square)] : [],
  );
}

const event = fc.record({
  source: fc.constantFrom('shopify' as const, 'square' as const),
  id: fc.integer({ min: 1, max: 6 }),
  sku: fc.constantFrom('A', 'a', ' A', 'B', 'C', '', ' '),
  productStatus: fc.constantFrom<ProductStatus[]>('active', 'active', 'active', 'draft', 'archived'),
  gone: fc.constantFrom(false, false, false, true),
  tracked: fc.constantFrom(true, true, true, false),
  /** Minutes until the next event. */
  wait: fc.integer({ min: 0, max: 12 }),
});

const sideRead = ({
  source,
  id,
  sku,
  gone,
  ...more
}: {
  source: Source;
  id: number;
  sku: string;
  gone: boolean;
  tracked: boolean;
  productStatus: ProductStatus;
}): Refreshed => {
  const stockId = source === 'shopify' ? String(id) : `V${id}`;
  return gone ? { source, fresh: [], gone: [stockId] } : { source, fresh: [side(source, stockId, sku, more)], gone: [] };
};

describe('refreshes', () => {
  test('without a grace period leave no pair of different SKUs, and link everything that can be linked', ({ expect }) => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const rows = new Rows();
        for (const one of events) {
          refresh(rows, sideRead(one), at(0, 0));
          expect([wrongLinks(rows), missingLinks(rows)]).toEqual([[], []]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('end links within the grace period only when a side is gone, untracked, or its old SKU is elsewhere', ({ expect }) => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const rows = new Rows();
        let now = 0;
        for (const one of events) {
          const before = rows.rows.filter(isLinked);
          refresh(rows, sideRead(one), at(now));
          for (const row of before.filter(({ shopify, square }) => !rows.links().includes(`${shopify?.stockId}=${square?.stockId}`))) {
            const found = rows.rows.find((other) => other.shopify?.stockId === row.shopify?.stockId);
            const partner = rows.rows.find((other) => other.square?.stockId === row.square?.stockId);
            const late = row.skusDiffer !== null && now - row.skusDiffer.since >= GRACE_MS;
            const isGone = found === undefined || partner === undefined;
            const old = row.skusDiffer?.before ?? row.shopify?.sku ?? '';
            const elsewhere = rows.rows.some((other) =>
              SOURCES.some(
                (source) => other[source] !== null && !skusDiffer(other[source].sku, old) && other[source].stockId !== row[source]?.stockId,
              ),
            );
            expect(late || isGone || elsewhere).toBe(true);
          }
          expect(missingLinks(rows)).toEqual([]);
          now += one.wait * MINUTE;
          endGrace(rows, at(now));
          expect(rows.rows.every((row) => row.skusDiffer === null || now - row.skusDiffer.since < GRACE_MS)).toBe(true);
          expect(missingLinks(rows)).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('have the same result no matter when the sync settles', ({ expect }) => {
    fc.assert(
      fc.property(fc.array(fc.record({ one: event, settled: fc.boolean() }), { maxLength: 30 }), (events) => {
        const rows = new Rows();
        const asked = new Set<number>();
        const mayEnd =
          (settled: boolean) =>
          (key: number): boolean => {
            if (!settled) asked.add(key);
            return settled;
          };
        for (const { one, settled } of events) {
          refresh(rows, sideRead(one), at(0, 0), mayEnd(settled));
          if (!settled) continue;
          rows.relink([...asked], at(0, 0));
          asked.clear();
        }
        rows.relink([...asked], at(0, 0));
        expect([wrongLinks(rows), missingLinks(rows)]).toEqual([[], []]);
      }),
      { numRuns: 500 },
    );
  });

  test('affect no other row unless a SKU was added, removed or changed', ({ expect }) => {
    const row = linkedRow(1, 'A');
    const same = { source: 'shopify' as const, fresh: [side('shopify', '1', 'A', { productName: 'Another' })], gone: [] };
    expect(changedSkus([same], [row])).toEqual([]);
    expect(planRefresh([same], [row], [], rulesOf(at(0)))).toMatchObject({ updates: [{ key: 1 }], closes: [], due: [] });
    expect(changedSkus([{ ...same, fresh: [side('shopify', '1', 'B')] }], [row]).sort()).toEqual(['A', 'B']);
    expect(changedSkus([{ ...same, fresh: [side('shopify', '2', 'C')] }], [row])).toEqual(['C']);
    expect(changedSkus([{ ...same, fresh: [], gone: ['1'] }], [row])).toEqual(['A']);
    // The partner of a removed variant may be linked by its own SKU.
    const renamed = { ...row, square: side('square', 'V1', 'B') };
    expect(changedSkus([{ ...same, fresh: [], gone: ['1'] }], [renamed]).sort()).toEqual(['A', 'B']);
  });

  test('link again when the duplicate of a SKU is gone', ({ expect }) => {
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

  test('of both sides at once count as one change', ({ expect }) => {
    const rows = new Rows([linkedRow(1, 'A')]);
    const reads: Refreshed[] = [
      { source: 'shopify', fresh: [side('shopify', '1', 'B')], gone: [] },
      { source: 'square', fresh: [side('square', 'V1', 'B')], gone: [] },
    ];
    const plan = planRefresh(reads, rows.rows, changedSkus(reads, rows.rows), rulesOf(at(0)));
    expect(plan).toMatchObject({ closes: [], lines: [], due: [], updates: [{ key: 1, skusDiffer: null }] });
  });
});

describe('a relink', () => {
  test('asks once for each link that has to end, and for no other', ({ expect }) => {
    const differs = (key: number, since: number) =>
      linkedRow(key, 'A', { shopify: side('shopify', String(key), `NEW-${key}`), skusDiffer: { since, before: 'A' } });
    const rows = [differs(1, 0), differs(2, MINUTE), linkedRow(3, 'B')];
    const asked: number[] = [];
    const ask = (key: number): boolean => {
      asked.push(key);
      return false;
    };
    const plan = planRelink(rows, ['A', 'B', 'NEW-1', 'NEW-2'], rulesOf(at(GRACE_MS)), ask);
    expect(asked).toEqual([1]);
    expect(plan).toMatchObject({ closes: [], updates: [], due: [1] });
  });

  test('skips a row if not all of its SKUs were looked up', ({ expect }) => {
    const row = linkedRow(1, 'A', { shopify: side('shopify', '1', 'B'), skusDiffer: { since: 0, before: 'A' } });
    const plan = planRelink([row], ['A'], rulesOf(at(GRACE_MS)), () => true);
    expect(plan.closes).toEqual([]);
    expect(planRelink([row], ['A', 'B'], rulesOf(at(GRACE_MS)), () => true).closes).toHaveLength(1);
  });

  test('finds nothing to do when the SKUs are the same again or the row is gone', ({ expect }) => {
    const rows = new Rows([linkedRow(1, 'A')]);
    const plan = rows.relink([1, 99], at(GRACE_MS));
    expect(plan).toMatchObject({ closes: [], updates: [], removes: [], inserts: [], due: [] });
  });
});

describe('links that share a SKU', () => {
  const row = (key: number, shopify: string, square: string): KnownRow => ({
    key,
    shopify: side('shopify', `s${key}`, shopify),
    square: side('square', `q${key}`, square),
    skusDiffer: null,
    isManual: false,
  });
  const swapped = [row(1, 'b', 'a'), row(2, 'a', 'b'), row(3, 'c', 'd')];

  it('end together: one that is settled waits for the other, and no other link waits', () => {
    const half = new Map([
      [1, true],
      [2, false],
      [3, true],
    ]);
    expect([...endTogether(swapped, half)]).toEqual([3]);
    expect([...endTogether(swapped, new Map([...half, [2, true]]))].toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  });

  it('wait along a chain of SKUs', () => {
    const chain = [row(1, 'b', 'a'), row(2, 'c', 'b'), row(3, 'd', 'c')];
    const settled = new Map([
      [1, true],
      [2, true],
      [3, false],
    ]);
    expect([...endTogether(chain, settled)]).toEqual([]);
  });
});

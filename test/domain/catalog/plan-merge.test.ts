import fc from 'fast-check';
import { describe, test } from 'vitest';

import { isLinked } from '../../../src/domain/catalog/joined';
import { SkuIndex } from '../../../src/domain/catalog/match';
import { planMerge } from '../../../src/domain/catalog/plan-merge';
import type { SideVariant } from '../../../src/domain/catalog/side-variant';
import { otherSource, type Source } from '../../../src/domain/source';
import { Rows, side } from './sides';

type World = Record<Source, SideVariant[]>;

/** Merges whole reads of both sides into the rows, in slices of the given order. */
function mergeAll(rows: Rows, world: World, order: readonly SideVariant[], slice = 3): void {
  const index = new SkuIndex();
  const alive = new Set<string>();
  for (const one of [...world.shopify, ...world.square]) {
    index.add(one.source, one.sku);
    alive.add(`${one.source} ${one.stockId}`);
  }
  const isGone = (source: Source, stockId: string): boolean => !alive.has(`${source} ${stockId}`);
  const linkable = (sku: string): boolean => index.linkable(sku);
  for (let from = 0; from < order.length; from += slice) {
    const read = order.slice(from, from + slice);
    // As a snapshot does it: a side comes together with its partner, as that was read.
    const partners = read.flatMap((one) =>
      linkable(one.sku) ? world[otherSource(one.source)].filter((other) => other.sku === one.sku) : [],
    );
    const fresh = [...read, ...partners];
    const touches = (one: SideVariant | null): boolean => fresh.some((two) => two.source === one?.source && two.stockId === one.stockId);
    rows.apply(planMerge({ rows: rows.rows.filter((row) => touches(row.shopify) || touches(row.square)), fresh, isGone, linkable }));
  }
  const gone = rows.rows.filter((row) => [row.shopify, row.square].some((one) => one !== null && isGone(one.source, one.stockId)));
  rows.apply(planMerge({ rows: gone, fresh: [], isGone, linkable }));
}

function expectedLinks({ shopify, square }: World): string[] {
  const unique = (list: SideVariant[], sku: string): boolean => list.filter((one) => one.sku === sku).length === 1;
  return shopify
    .flatMap((a) =>
      square
        .filter((b) => a.sku.trim() !== '' && a.sku === b.sku && unique(shopify, a.sku) && unique(square, b.sku))
        .map((b) => `${a.stockId}=${b.stockId}`),
    )
    .sort();
}

const skus = fc.constantFrom('A', 'B', 'C', 'D', 'E', '', ' ');
const sidesOf = (source: Source): fc.Arbitrary<SideVariant[]> =>
  fc
    .uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 9 }), sku: skus, tracked: fc.constantFrom(true, true, true, true, false) }), {
      selector: (one) => one.id,
    })
    .map((list) => list.map(({ id, sku, tracked }) => side(source, source === 'shopify' ? String(id) : `V${id}`, sku, { tracked })));
const worlds = fc.record({ shopify: sidesOf('shopify'), square: sidesOf('square') });

describe('a merge', () => {
  test('of the same reads in any order and any slices ends in the same links', ({ expect }) => {
    fc.assert(
      fc.property(worlds, worlds, fc.array(fc.nat()), fc.integer({ min: 1, max: 7 }), (before, after, ranks, slice) => {
        const rows = new Rows();
        mergeAll(rows, before, [...before.shopify, ...before.square]);
        expect(rows.links()).toEqual(expectedLinks(before));
        const order = [...after.shopify, ...after.square]
          .map((one, index) => ({ one, rank: ranks[index] ?? index }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ one }) => one);
        mergeAll(rows, after, order, slice);
        expect(rows.links()).toEqual(expectedLinks(after));
        expect(rows.rows.flatMap((row) => row.shopify?.stockId ?? []).sort()).toEqual(after.shopify.map((one) => one.stockId).sort());
        expect(rows.rows.flatMap((row) => row.square?.stockId ?? []).sort()).toEqual(after.square.map((one) => one.stockId).sort());
      }),
      { numRuns: 500 },
    );
  });

  test('that is repeated writes nothing', ({ expect }) => {
    fc.assert(
      fc.property(worlds, worlds, (before, after) => {
        const rows = new Rows();
        for (const world of [before, after, after]) mergeAll(rows, world, [...world.shopify, ...world.square]);
        const { writes } = rows;
        mergeAll(rows, after, [...after.square, ...after.shopify]);
        expect(rows.writes).toBe(writes);
      }),
    );
  });

  test('closes the cell of every link that ends and no other', ({ expect }) => {
    fc.assert(
      fc.property(worlds, worlds, (before, after) => {
        const rows = new Rows();
        mergeAll(rows, before, [...before.shopify, ...before.square]);
        const cells = new Map(rows.rows.filter(isLinked).map((row) => [row.key, `${row.shopify?.stockId}=${row.square?.stockId}`]));
        mergeAll(rows, after, [...after.shopify, ...after.square], 100);
        const now = new Map(rows.rows.filter(isLinked).map((row) => [row.key, `${row.shopify?.stockId}=${row.square?.stockId}`]));
        const ended = [...cells].filter(([key, pair]) => now.get(key) !== pair).map(([key]) => key);
        expect(new Set(rows.closed.map(({ key }) => key))).toEqual(new Set(ended));
        expect(rows.closed).toHaveLength(ended.length);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a planned row', () => {
  const linkable = (): boolean => true;
  const isGone = (): boolean => false;
  const row = { key: 1, shopify: side('shopify', '1', 'A'), square: side('square', 'V1', 'A') };

  test('is inserted joined and in its final form when both sides come together', ({ expect }) => {
    const plan = planMerge({ rows: [], fresh: [row.square, row.shopify], isGone, linkable });
    expect(plan).toMatchObject({ inserts: [{ shopify: row.shopify, square: row.square }], updates: [], removes: [], baselines: [] });
  });

  test('keeps its numbers while it has a cell: the engine is told of other ones', ({ expect }) => {
    const fresh = [side('shopify', '1', 'A', { level: { quantity: 300_000, at: 2_000 } })];
    const plan = planMerge({ rows: [row], fresh, isGone, linkable });
    expect(plan.updates).toEqual([]);
    expect(plan.levels).toEqual([{ key: 1, side: 'shopify', quantity: 300_000, at: 2_000 }]);
  });

  test('tells the engine of a later time of the same number, and of nothing older', ({ expect }) => {
    const at = (time: number, quantity = 500_000): number =>
      planMerge({ rows: [row], fresh: [side('shopify', '1', 'A', { level: { quantity, at: time } })], isGone, linkable }).levels.length;
    expect([at(1_000), at(2_000), at(999, 1), at(1_000, 1)]).toEqual([0, 1, 0, 1]);
  });

  test('takes a newer number itself while it has no cell', ({ expect }) => {
    const lone = { key: 2, shopify: side('shopify', '1', 'A'), square: null };
    const fresh = [side('shopify', '1', 'A', { level: { quantity: 0, at: 2_000 } })];
    const plan = planMerge({ rows: [lone], fresh, isGone, linkable: () => false });
    expect(plan.updates).toMatchObject([{ key: 2, shopify: { level: { quantity: 0, at: 2_000 } } }]);
    expect(plan.levels).toEqual([]);
  });

  test('keeps a number that a read leaves out, for a missing count is not zero', ({ expect }) => {
    const plan = planMerge({ rows: [row], fresh: [side('square', 'V1', 'A', { level: null })], isGone, linkable });
    expect(plan).toMatchObject({ updates: [], levels: [], closes: [] });
  });

  test('begins anew when a side is no longer offered at the location', ({ expect }) => {
    const plan = planMerge({ rows: [row], fresh: [side('square', 'V1', 'A', { level: null, stocked: false })], isGone, linkable });
    expect(plan.closes).toEqual([{ key: 1, why: 'untracked' }]);
    expect(plan.updates).toMatchObject([{ key: 1, square: { level: null } }]);
    expect(plan.baselines).toEqual([1]);
  });

  test('splits when the SKU of one side changes', ({ expect }) => {
    const index = new SkuIndex();
    index.add('shopify', 'B');
    index.add('square', 'A');
    const plan = planMerge({ rows: [row], fresh: [side('shopify', '1', 'B')], isGone, linkable: (sku) => index.linkable(sku) });
    expect(plan.closes).toEqual([{ key: 1, why: 'sku-changed' }]);
    expect(plan.updates).toMatchObject([{ key: 1, shopify: { sku: 'B' }, square: null }]);
    expect(plan.inserts).toMatchObject([{ shopify: null, square: { stockId: 'V1' } }]);
  });

  test('splits when a second holder of its SKU appears', ({ expect }) => {
    const plan = planMerge({ rows: [row], fresh: [side('shopify', '2', 'A')], isGone, linkable: () => false });
    expect(plan.closes).toEqual([{ key: 1, why: 'sku-duplicated' }]);
    expect(plan.inserts).toHaveLength(2);
  });

  test('loses the side that is gone, and its cell with it', ({ expect }) => {
    const plan = planMerge({ rows: [row], fresh: [], isGone: (source) => source === 'square', linkable });
    expect(plan.closes).toEqual([{ key: 1, why: 'removed' }]);
    expect(plan.updates).toMatchObject([{ key: 1, square: null }]);
  });

  test('goes when nothing of it is left', ({ expect }) => {
    expect(planMerge({ rows: [row], fresh: [], isGone: () => true, linkable })).toMatchObject({
      removes: [1],
      closes: [{ key: 1, why: 'removed' }],
      updates: [],
    });
  });

  test('ends its cell when tracking is turned off, and begins one when it is on again', ({ expect }) => {
    const off = planMerge({ rows: [row], fresh: [side('square', 'V1', 'A', { tracked: false })], isGone, linkable });
    expect(off.closes).toEqual([{ key: 1, why: 'untracked' }]);
    const untracked = { ...row, square: side('square', 'V1', 'A', { tracked: false }) };
    const on = planMerge({ rows: [untracked], fresh: [side('square', 'V1', 'A')], isGone, linkable });
    expect(on).toMatchObject({ closes: [], baselines: [1], updates: [{ key: 1, square: { tracked: true } }] });
  });
});

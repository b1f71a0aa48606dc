import fc from 'fast-check';
import { describe, test } from 'vitest';

import type { KnownRow } from '../../../src/domain/catalog/joined';
import { foldSku, skusDiffer, type SkuHolder } from '../../../src/domain/catalog/match';
import type { MergePlan } from '../../../src/domain/catalog/merge-plan';
import { planMerge, type MergeInput } from '../../../src/domain/catalog/plan-merge';
import type { ProductStatus, SideVariant } from '../../../src/domain/catalog/side-variant';
import type { Grace } from '../../../src/domain/catalog/sku-difference';
import { otherSource, type Source } from '../../../src/domain/source';
import { at, GRACE_MS, indexOf, linkedRow, pairsBySku, Rows, rulesOf, side } from './sides';

type Catalogs = Record<Source, SideVariant[]>;

interface Manner {
  readonly order: readonly SideVariant[];
  readonly grace: Grace;
  readonly slice?: number;
  readonly mayEnd?: () => boolean;
}

/** Merges whole reads of both sides into the rows, in slices of the given order, and relinks at the end, as a snapshot does. */
function mergeAll(rows: Rows, read: Catalogs, { order, grace, slice = 3, mayEnd = () => true }: Manner): void {
  const all = [...read.shopify, ...read.square];
  const index = indexOf(all);
  const alive = new Set(all.map((one) => `${one.source} ${one.stockId}`));
  const due = new Set<number>();
  const known = {
    isGone: (source: Source, stockId: string): boolean => !alive.has(`${source} ${stockId}`),
    matchKey: (holder: SkuHolder): string | null => index.matchKey(holder),
    isHeld: (holder: SkuHolder): boolean => index.holds(holder),
    ...rulesOf(grace),
    mayEnd: () => false,
  };
  const merge = (input: Pick<MergeInput, 'rows' | 'fresh'>): void => {
    const plan = planMerge({ ...input, ...known });
    rows.apply(plan);
    for (const key of plan.due) due.add(key);
  };
  for (let from = 0; from < order.length; from += slice) {
    const lines = order.slice(from, from + slice);
    // A side is merged together with its partner, as that was read.
    const partners = lines.flatMap((one) =>
      read[otherSource(one.source)].filter((other) => index.matchKey(one) !== null && index.matchKey(other) === index.matchKey(one)),
    );
    const fresh = [...lines, ...partners];
    const touches = (one: SideVariant | null): boolean => fresh.some((two) => two.source === one?.source && two.stockId === one.stockId);
    merge({ rows: rows.rows.filter((row) => touches(row.shopify) || touches(row.square)), fresh });
  }
  const isGone = (one: SideVariant | null): boolean => one !== null && known.isGone(one.source, one.stockId);
  merge({ rows: rows.rows.filter((row) => isGone(row.shopify) || isGone(row.square)), fresh: [] });
  rows.relink([...due], grace, mayEnd);
}

const pairsOf = ({ shopify, square }: Catalogs): string[] => pairsBySku(shopify, square);

/** The earlier pairs of which both sides still exist, or, with `same`, only those whose SKUs do not differ. */
function keptPairs(before: readonly string[], { shopify, square }: Catalogs, same: boolean): string[] {
  return before.filter((pair) => {
    const [here, there] = pair.split('=');
    const a = shopify.find((one) => one.stockId === here);
    const b = square.find((one) => one.stockId === there);
    return a !== undefined && b !== undefined && !(same && skusDiffer(a.sku, b.sku));
  });
}

/** The pairs that belong together by their SKUs, of variants that are in no kept pair. */
function freePairs(read: Catalogs, kept: readonly string[]): string[] {
  const taken = new Set(kept.flatMap((pair) => pair.split('=')));
  return pairsOf(read).filter((pair) => !pair.split('=').some((id) => taken.has(id)));
}

const skus = fc.constantFrom('A', 'a', 'A ', 'B', 'b', 'C', 'D', 'E', '', ' ');
const statuses = fc.constantFrom<ProductStatus[]>('active', 'active', 'active', 'unlisted', 'draft', 'archived');
const listOf = (source: Source): fc.Arbitrary<SideVariant[]> =>
  fc
    .uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 9 }),
        sku: skus,
        tracked: fc.constantFrom(true, true, true, true, false),
        productStatus: statuses,
      }),
      { selector: (one) => one.id },
    )
    .map((list) => list.map(({ id, sku, ...more }) => side(source, source === 'shopify' ? String(id) : `V${id}`, sku, more)));
const catalogs = fc.record({ shopify: listOf('shopify'), square: listOf('square') });
const tracked = (list: SideVariant[]): SideVariant[] => list.map((one) => ({ ...one, tracked: true }));
const trackedCatalogs = catalogs.map(({ shopify, square }) => ({ shopify: tracked(shopify), square: tracked(square) }));

function shuffled({ shopify, square }: Catalogs, ranks: readonly number[]): SideVariant[] {
  return [...shopify, ...square]
    .map((one, index) => ({ one, rank: ranks[index] ?? index }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

const inOrder = ({ shopify, square }: Catalogs): SideVariant[] => [...shopify, ...square];

describe('a merge of whole reads', () => {
  test('in any order and any slices ends in the same links: old pairs of the same SKU, and unique SKUs', ({ expect }) => {
    fc.assert(
      fc.property(catalogs, catalogs, fc.array(fc.nat()), fc.integer({ min: 1, max: 7 }), (before, after, ranks, slice) => {
        const rows = new Rows();
        mergeAll(rows, before, { order: inOrder(before), grace: at(0) });
        expect(rows.links()).toEqual(pairsOf(before).sort());
        const kept = keptPairs(rows.links(), after, true);
        mergeAll(rows, after, { order: shuffled(after, ranks), slice, grace: at(0, 0) });
        expect(rows.links()).toEqual([...kept, ...freePairs(after, kept)].sort());
        expect(rows.rows.flatMap((row) => row.shopify?.stockId ?? []).sort()).toEqual(after.shopify.map((one) => one.stockId).sort());
        expect(rows.rows.flatMap((row) => row.square?.stockId ?? []).sort()).toEqual(after.square.map((one) => one.stockId).sort());
      }),
      { numRuns: 500 },
    );
  });

  test('keeps every pair whose sides both exist while the sync has not settled it', ({ expect }) => {
    fc.assert(
      fc.property(trackedCatalogs, trackedCatalogs, fc.array(fc.nat()), fc.integer({ min: 1, max: 7 }), (before, after, ranks, slice) => {
        const rows = new Rows();
        mergeAll(rows, before, { order: inOrder(before), grace: at(0) });
        const kept = keptPairs(rows.links(), after, false);
        mergeAll(rows, after, { order: shuffled(after, ranks), slice, grace: at(0, 0), mayEnd: () => false });
        expect(rows.links()).toEqual([...kept, ...freePairs(after, kept)].sort());
      }),
      { numRuns: 500 },
    );
  });

  test('that is repeated writes nothing, within the grace period and after it', ({ expect }) => {
    fc.assert(
      fc.property(catalogs, catalogs, fc.constantFrom(0, GRACE_MS), fc.boolean(), (before, after, ms, settled) => {
        const rows = new Rows();
        const mayEnd = (): boolean => settled;
        for (const read of [before, after, after]) mergeAll(rows, read, { order: inOrder(read), grace: at(0, ms), mayEnd });
        const { writes, lines } = rows;
        const [told, ended] = [lines.length, rows.closed.length];
        mergeAll(rows, after, { order: [...after.square, ...after.shopify], grace: at(1, ms), mayEnd });
        expect([rows.writes, rows.lines.length, rows.closed.length]).toEqual([writes, told, ended]);
      }),
    );
  });
});

/** Plans over rows whose SKUs are all that the catalog has. */
function plan(rows: Rows, fresh: readonly SideVariant[], more: Partial<MergeInput> = {}): MergePlan {
  const read = new Map(fresh.map((one) => [`${one.source} ${one.stockId}`, one]));
  for (const row of rows.rows) {
    for (const one of [row.shopify, row.square]) {
      if (one !== null && more.isGone?.(one.source, one.stockId) !== true && !read.has(`${one.source} ${one.stockId}`))
        read.set(`${one.source} ${one.stockId}`, one);
    }
  }
  const index = indexOf([...read.values()]);
  return planMerge({
    rows: rows.rows,
    fresh,
    isGone: () => false,
    matchKey: (holder) => index.matchKey(holder),
    isHeld: (holder) => index.holds(holder),
    ...rulesOf(at(0), rows.isSeparate),
    mayEnd: () => true,
    ...more,
  });
}

const NOTHING: MergePlan = { removes: [], updates: [], inserts: [], closes: [], moves: [], baselines: [], levels: [], lines: [], due: [] };

/** Applies a plan, and plans again so that the test can check that nothing is left. */
function carryOut(rows: Rows, fresh: readonly SideVariant[], more: Partial<MergeInput> = {}): { first: MergePlan; again: MergePlan } {
  const first = plan(rows, fresh, more);
  rows.apply(first);
  return { first, again: { ...plan(rows, fresh, more), due: [] } };
}

describe('a link', () => {
  test('holds while one side is renamed and then the other, and one history line reports it', ({ expect }) => {
    const rows = new Rows([linkedRow(1, 'A')]);
    const one = carryOut(rows, [side('shopify', '1', 'B')]);
    expect(one.first).toMatchObject({ ...NOTHING, updates: [{ key: 1, skusDiffer: { since: 0, before: 'A' } }], lines: [{ key: 1 }] });
    expect(one.first.lines[0]?.fact).toEqual({ kind: 'skus-differ', shopify: 'B', square: 'A', until: GRACE_MS, holdMs: GRACE_MS });
    expect(one.again).toEqual(NOTHING);
    expect(plan(rows, [side('shopify', '1', 'B')], { grace: at(GRACE_MS - 1) })).toEqual(NOTHING);
    const other = carryOut(rows, [side('square', 'V1', 'B')], { grace: at(5_000) });
    expect(other.first).toMatchObject({ ...NOTHING, updates: [{ key: 1, skusDiffer: null, isManual: false }] });
    expect(other.again).toEqual(NOTHING);
    expect(rows.links()).toEqual(['1=V1']);
  });

  test('ends when the grace period is over, and each side continues on its own', ({ expect }) => {
    const rows = new Rows([linkedRow(1, 'A')]);
    carryOut(rows, [side('shopify', '1', 'B')]);
    const held = carryOut(rows, [], { grace: at(GRACE_MS), mayEnd: () => false });
    expect(held.first).toEqual({ ...NOTHING, due: [1] });
    const ended = carryOut(rows, [], { grace: at(GRACE_MS) });
    expect(ended.first).toMatchObject({
      closes: [{ key: 1, why: 'sku-changed' }],
      updates: [{ key: 1, shopify: { sku: 'B' }, square: null, skusDiffer: null, isManual: false }],
      inserts: [{ shopify: null, square: { stockId: 'V1' }, link: null }],
      baselines: [],
    });
    expect(ended.again).toEqual(NOTHING);
  });

  test('reports its levels as usual while it waits to end', ({ expect }) => {
    const rows = new Rows([linkedRow(1, 'A', { skusDiffer: { since: -GRACE_MS, before: 'A' }, shopify: side('shopify', '1', 'B') })]);
    const fresh = [side('shopify', '1', 'B', { level: { quantity: 300_000, at: 2_000 } })];
    expect(plan(rows, fresh, { mayEnd: () => false })).toEqual({
      ...NOTHING,
      levels: [{ key: 1, side: 'shopify', quantity: 300_000, at: 2_000 }],
      due: [1],
    });
  });

  test('is due immediately if another variant of the side has its former SKU, without a line that it holds', ({ expect }) => {
    const rows = new Rows([linkedRow(1, 'A')]);
    const fresh = [side('shopify', '1', 'B'), side('shopify', '2', 'A')];
    const held = carryOut(rows, fresh, { mayEnd: () => false });
    expect(held.first).toMatchObject({ closes: [], lines: [], due: [1], updates: [{ key: 1, skusDiffer: { before: 'A' } }] });
    expect(rows.links()).toEqual(['1=V1']);
    const ended = carryOut(rows, fresh);
    expect(ended.first.closes).toEqual([{ key: 1, why: 'sku-changed' }]);
    expect(rows.links()).toEqual(['2=V1']);
    expect(ended.first.baselines).toEqual([{ key: 2, unread: ['square'], newSides: [], isFirst: false }]);
  });

  test('is not due merely because a variant of the other side has the new SKU: they are linked after the grace period', ({ expect }) => {
    const rows = new Rows([
      linkedRow(1, 'A'),
      { key: 2, shopify: null, square: side('square', 'V2', 'B'), skusDiffer: null, isManual: false },
    ]);
    const held = carryOut(rows, [side('shopify', '1', 'B')]);
    expect(held.first).toMatchObject({ closes: [], due: [], lines: [{ key: 1 }] });
    const ended = carryOut(rows, [], { grace: at(GRACE_MS) });
    expect(rows.links()).toEqual(['1=V2']);
    expect(ended.first).toMatchObject({
      closes: [{ key: 1 }],
      moves: [2],
      removes: [2],
      baselines: [{ key: 1, unread: ['shopify', 'square'] }],
    });
  });

  test('of two pairs whose SKUs were exchanged on one side holds until it may end, then their partners are exchanged', ({ expect }) => {
    const rows = new Rows([linkedRow(1, 'A'), linkedRow(2, 'B')]);
    const fresh = [side('shopify', '1', 'B'), side('shopify', '2', 'A')];
    const held = carryOut(rows, fresh, { mayEnd: () => false });
    expect(held.first).toMatchObject({ closes: [], lines: [], due: [1, 2] });
    expect(rows.links()).toEqual(['1=V1', '2=V2']);
    const ended = carryOut(rows, fresh);
    expect(rows.links()).toEqual(['1=V2', '2=V1']);
    expect(ended.first.closes).toHaveLength(2);
    expect(ended.first.baselines).toEqual([
      { key: 1, unread: ['square'], newSides: [], isFirst: false },
      { key: 2, unread: ['square'], newSides: [], isFirst: false },
    ]);
    expect(ended.again).toEqual(NOTHING);
  });

  test('that may end before the other one of an exchange leaves the other unchanged', ({ expect }) => {
    const rows = new Rows([linkedRow(1, 'A'), linkedRow(2, 'B')]);
    const fresh = [side('square', 'V1', 'B'), side('square', 'V2', 'A')];
    rows.apply(plan(rows, fresh, { mayEnd: (key) => key === 1 }));
    expect(rows.links()).toEqual(['2=V2']);
    rows.apply(plan(rows, fresh));
    expect(rows.links()).toEqual(['1=V2', '2=V1']);
  });

  test('of three pairs whose SKUs were rotated ends with the others, in one plan or in three', ({ expect }) => {
    for (const order of [[[1, 2, 3]], [[2], [1], [3]], [[3], [2, 1]]]) {
      const rows = new Rows([linkedRow(1, 'A'), linkedRow(2, 'B'), linkedRow(3, 'C')]);
      const fresh = [side('shopify', '1', 'B'), side('shopify', '2', 'C'), side('shopify', '3', 'A')];
      rows.apply(plan(rows, fresh, { mayEnd: () => false }));
      for (const keys of order) rows.apply(plan(rows, fresh, { mayEnd: (key) => keys.includes(key) }));
      expect(rows.links()).toEqual(['1=V2', '2=V3', '3=V1']);
      expect(rows.closed).toHaveLength(3);
      expect(plan(rows, fresh)).toEqual(NOTHING);
    }
  });

  test('stays when a new variant on either side has its SKU, and when that variant is gone or renamed again', ({ expect }) => {
    for (const newcomer of [side('shopify', '2', 'A'), side('square', 'V2', 'A')]) {
      const rows = new Rows([linkedRow(1, 'A')]);
      const came = carryOut(rows, [newcomer]);
      expect(came.first).toMatchObject({ ...NOTHING, inserts: [{ [newcomer.source]: { stockId: newcomer.stockId }, link: null }] });
      expect(came.again).toEqual(NOTHING);
      rows.apply(plan(rows, [{ ...newcomer, sku: 'C' }]));
      rows.apply(plan(rows, [], { isGone: (source, id) => source === newcomer.source && id === newcomer.stockId }));
      expect(rows.links()).toEqual(['1=V1']);
      expect(rows.closed).toEqual([]);
    }
  });

  test('stays when another link takes the same SKU: neither partner changes links', ({ expect }) => {
    const rows = new Rows([linkedRow(1, 'A'), linkedRow(2, 'B')]);
    const { first } = carryOut(rows, [side('shopify', '2', 'A')]);
    expect(first).toMatchObject({ closes: [], due: [], lines: [{ key: 2 }] });
    rows.apply(plan(rows, [], { grace: at(GRACE_MS) }));
    expect(rows.links()).toEqual(['1=V1']);
    expect(rows.closed).toEqual([{ key: 2, why: 'sku-changed' }]);
  });

  test('holds for the grace period when a side loses its SKU, and permanently when both do', ({ expect }) => {
    const rows = new Rows([linkedRow(1, 'A')]);
    carryOut(rows, [side('square', 'V1', ' ')]);
    expect(rows.links()).toEqual(['1=V1']);
    expect(rows.lines).toMatchObject([{ shopify: 'A', square: ' ' }]);
    rows.apply(plan(rows, [side('shopify', '1', '')], { grace: at(5_000) }));
    expect(rows.rows[0]?.skusDiffer).toBeNull();
    expect(plan(rows, [], { grace: at(10 * GRACE_MS) })).toEqual(NOTHING);
    rows.apply(plan(rows, [side('shopify', '1', 'A')], { grace: at(20 * GRACE_MS) }));
    expect(rows.links()).toEqual(['1=V1']);
    rows.apply(plan(rows, [], { grace: at(21 * GRACE_MS) }));
    expect(rows.links()).toEqual([]);
  });

  test('ends immediately when a side is gone, even if the sync has something to settle', ({ expect }) => {
    const rows = new Rows([linkedRow(1, 'A')]);
    const { first } = carryOut(rows, [], { isGone: (source) => source === 'square', mayEnd: () => false });
    expect(first.closes).toEqual([{ key: 1, why: 'removed' }]);
    expect(first.updates).toMatchObject([{ key: 1, square: null }]);
  });

  test('that ends because a side is gone frees the other, which is linked by its own SKU', ({ expect }) => {
    const rows = new Rows([
      linkedRow(1, 'A', { shopify: side('shopify', '1', 'B'), skusDiffer: { since: 0, before: 'A' } }),
      { key: 2, shopify: side('shopify', '2', 'A'), square: null, skusDiffer: null, isManual: false },
    ]);
    const { first } = carryOut(rows, [], { isGone: (_source, id) => id === '1', mayEnd: () => false });
    expect(rows.links()).toEqual(['2=V1']);
    expect(first).toMatchObject({
      closes: [{ key: 1, why: 'removed' }],
      removes: [1],
      baselines: [{ key: 2, unread: ['shopify', 'square'] }],
    });
  });

  test('ends while tracking is off, stays one row, and starts from a read of the side that was not read', ({ expect }) => {
    const rows = new Rows([linkedRow(1, 'A')]);
    const off = carryOut(rows, [side('square', 'V1', 'A', { tracked: false })], { mayEnd: () => false });
    expect(off.first).toMatchObject({ closes: [{ key: 1, why: 'untracked' }], baselines: [], inserts: [] });
    expect(off.again).toEqual(NOTHING);
    const on = carryOut(rows, [side('square', 'V1', 'A')]);
    expect(on.first).toMatchObject({
      closes: [],
      baselines: [{ key: 1, unread: ['shopify'] }],
      updates: [{ key: 1, square: { tracked: true } }],
    });
    expect(on.again).toEqual(NOTHING);
  });

  test('whose sides are not both tracked reports no different SKUs, and is split by them without asking twice', ({ expect }) => {
    const rows = new Rows([linkedRow(1, 'A', { square: side('square', 'V1', 'A', { tracked: false }) })]);
    const { first } = carryOut(rows, [side('shopify', '1', 'B')]);
    expect(first).toMatchObject({ lines: [], closes: [], updates: [{ key: 1, skusDiffer: { since: 0 } }] });
    const ended = plan(rows, [], { grace: at(GRACE_MS) });
    expect(ended).toMatchObject({ closes: [], moves: [1], inserts: [{ square: { stockId: 'V1' } }] });
  });
});

describe('a planned row', () => {
  const isGone = (): boolean => false;
  const known = { isGone, matchKey: ({ sku }: SkuHolder) => foldSku(sku), isHeld: () => false, ...rulesOf(at(0)), mayEnd: () => true };
  const row = { ...linkedRow(1, 'A'), shopify: side('shopify', '1', 'A'), square: side('square', 'V1', 'A') };

  test('is inserted joined and in its final form when both sides come together', ({ expect }) => {
    const made = planMerge({ rows: [], fresh: [row.square, row.shopify], ...known });
    expect(made).toEqual({ ...NOTHING, inserts: [{ shopify: row.shopify, square: row.square, link: null }] });
  });

  test('keeps its numbers while it is linked: new ones go to the sync', ({ expect }) => {
    const fresh = [side('shopify', '1', 'A', { level: { quantity: 300_000, at: 2_000 } })];
    const made = planMerge({ rows: [row], fresh, ...known });
    expect(made.updates).toEqual([]);
    expect(made.levels).toEqual([{ key: 1, side: 'shopify', quantity: 300_000, at: 2_000 }]);
  });

  test('passes a later time of the same number to the sync, and nothing older', ({ expect }) => {
    const levels = (time: number, quantity = 500_000): number =>
      planMerge({ rows: [row], fresh: [side('shopify', '1', 'A', { level: { quantity, at: time } })], ...known }).levels.length;
    expect([levels(1_000), levels(2_000), levels(999, 1), levels(1_000, 1)]).toEqual([0, 1, 0, 1]);
  });

  test('stores a newer number itself while it is not linked', ({ expect }) => {
    const lone = { key: 2, shopify: side('shopify', '1', 'A'), square: null, skusDiffer: null, isManual: false };
    const fresh = [side('shopify', '1', 'A', { level: { quantity: 0, at: 2_000 } })];
    const made = planMerge({ rows: [lone], fresh, ...known });
    expect(made.updates).toMatchObject([{ key: 2, shopify: { level: { quantity: 0, at: 2_000 } } }]);
    expect(made.levels).toEqual([]);
  });

  test('leaves the numbers of a row that is joined and not tracked on both sides to the sync, which records them', ({ expect }) => {
    const half = { ...row, square: { ...row.square, tracked: false } };
    const fresh = [side('shopify', '1', 'A', { level: { quantity: 300_000, at: 2_000 } })];
    const made = planMerge({ rows: [half], fresh, ...known });
    expect(made.updates).toEqual([]);
    expect(made.levels).toEqual([{ key: 1, side: 'shopify', quantity: 300_000, at: 2_000 }]);
    const ends = [side('shopify', '1', 'A', { level: null, stocked: false })];
    expect(planMerge({ rows: [half], fresh: ends, ...known }).updates).toMatchObject([{ key: 1, shopify: { level: null } }]);
  });

  test('keeps a number that a read leaves out, because a missing count is not zero', ({ expect }) => {
    const made = planMerge({ rows: [row], fresh: [side('square', 'V1', 'A', { level: null })], ...known });
    expect(made).toEqual(NOTHING);
  });

  test('starts again when a side is no longer offered at the location', ({ expect }) => {
    const made = planMerge({ rows: [row], fresh: [side('square', 'V1', 'A', { level: null, stocked: false })], ...known });
    expect(made.closes).toEqual([{ key: 1, why: 'untracked' }]);
    expect(made.updates).toMatchObject([{ key: 1, square: { level: null } }]);
    expect(made.baselines).toEqual([{ key: 1, unread: ['shopify'], newSides: [], isFirst: false }]);
  });

  test('is linked from what was read, and names the side whose number comes from storage', ({ expect }) => {
    const lone = { key: 2, shopify: row.shopify, square: null, skusDiffer: null, isManual: false };
    const linked = (level: SideVariant['level'], fresh: readonly SideVariant[] = []): readonly Source[] | undefined =>
      planMerge({ rows: [lone], fresh: [side('square', 'V1', 'A', { level }), ...fresh], ...known }).baselines[0]?.unread;
    expect(linked({ quantity: 1, at: 5 })).toEqual(['shopify']);
    expect(linked(null)).toEqual(['shopify']);
    expect(linked({ quantity: 1, at: 5 }, [side('shopify', '1', 'A', { level: { quantity: 7, at: 1_001 } })])).toEqual([]);
    // Read, but the stored number is newer or the read leaves it out: the stored number is used.
    expect(linked({ quantity: 1, at: 5 }, [side('shopify', '1', 'A', { level: { quantity: 7, at: 999 } })])).toEqual(['shopify']);
    expect(linked({ quantity: 1, at: 5 }, [side('shopify', '1', 'A', { level: null })])).toEqual(['shopify']);
  });

  test('has a first link if one side is new and the other is unchanged', ({ expect }) => {
    const isFirst = (rows: readonly KnownRow[], ...fresh: readonly SideVariant[]): boolean | undefined =>
      planMerge({ rows, fresh, ...known }).baselines[0]?.isFirst;
    const lone = { key: 2, shopify: row.shopify, square: null, skusDiffer: null, isManual: false };
    const newcomer = side('square', 'V1', 'A');
    expect(isFirst([lone], newcomer)).toBe(true);
    expect(isFirst([lone], newcomer, side('shopify', '1', 'A'))).toBe(true);
    expect(isFirst([{ ...lone, shopify: side('shopify', '1', 'B') }], newcomer, side('shopify', '1', 'A'))).toBe(false);
    expect(isFirst([{ ...lone, shopify: side('shopify', '1', 'A', { tracked: false }) }], newcomer, side('shopify', '1', 'A'))).toBe(false);
    expect(isFirst([lone, { key: 3, shopify: null, square: newcomer, skusDiffer: null, isManual: false }], side('shopify', '1', 'A'))).toBe(
      false,
    );
  });

  test('takes over the kept state of a single side when that side gets a partner', ({ expect }) => {
    const rows = new Rows([
      { key: 1, shopify: row.shopify, square: null, skusDiffer: null, isManual: false },
      { key: 2, shopify: null, square: row.square, skusDiffer: null, isManual: false },
    ]);
    const made = plan(rows, [side('shopify', '1', 'A')]);
    expect(made).toMatchObject({ moves: [2], removes: [2], updates: [{ key: 1 }] });
    rows.apply(made);
    expect(rows.links()).toEqual(['1=V1']);
  });

  test('is removed when both sides are gone', ({ expect }) => {
    expect(planMerge({ rows: [row], fresh: [], ...known, isGone: () => true })).toMatchObject({
      removes: [1],
      closes: [{ key: 1, why: 'removed' }],
      updates: [],
    });
  });

  test('that is new gets a partner whose link has ended, and which is read first', ({ expect }) => {
    const rows = new Rows([linkedRow(1, 'A')]);
    rows.apply(plan(rows, [side('shopify', '1', 'B')]));
    const made = plan(rows, [side('shopify', '2', 'A')]);
    expect(made.inserts).toMatchObject([
      { shopify: { stockId: '2' }, square: { stockId: 'V1' }, link: { unread: ['square'], newSides: ['shopify'], isFirst: false } },
    ]);
  });
});

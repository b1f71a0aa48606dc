import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import type { KnownRow } from '../../../src/domain/catalog/joined';
import type { MergePlan, VariantPair } from '../../../src/domain/catalog/merge-plan';
import { changedSkus, planManualLinks, planRefresh, skusOf } from '../../../src/domain/catalog/plan-refresh';
import type { SideVariant } from '../../../src/domain/catalog/side-variant';
import { otherSource, type Source } from '../../../src/domain/source';
import { at, GRACE_MS, linkedRow, pairsBySku, Rows, rulesOf, side } from './sides';

/** A catalog as the account keeps it, and the pairs that the merchant keeps separate. */
class Shop {
  readonly rows = new Rows();
  readonly separate = new Set<string>();
  #now = 0;

  constructor(rows: readonly KnownRow[] = []) {
    this.rows = new Rows(rows);
    this.rows.isSeparate = (pair) => this.separate.has(nameOf(pair));
  }

  refresh(source: Source, fresh: readonly SideVariant[], gone: readonly string[] = []): void {
    this.#now += GRACE_MS * 2;
    const ids = new Set([...fresh.map((one) => one.stockId), ...gone]);
    const touched = this.rows.rows.filter((row) => ids.has(row[source]?.stockId ?? ''));
    const read = { source, fresh, gone };
    const skus = changedSkus([read], touched);
    const plan = planRefresh([read], [...new Set([...touched, ...this.rows.holdersOf(skus)])], skus, this.#rules());
    this.rows.apply(plan);
    this.rows.relink(plan.due, at(this.#now));
    // The alarm ends the links whose SKUs have differed for too long.
    this.#now += GRACE_MS * 2;
    const differ = this.rows.rows.filter((row) => row.skusDiffer !== null).map((row) => row.key);
    this.rows.relink(differ, at(this.#now));
  }

  link(shopify: string, square: string): MergePlan {
    this.separate.delete(`${1_000 + Number(shopify)}:${square}`);
    const rows = this.rows.rows.filter((row) => row.shopify?.stockId === shopify || row.square?.stockId === square);
    const plan = planManualLinks(rows, new Map([[shopify, square]]), this.#rules());
    this.rows.apply(plan);
    return plan;
  }

  keepSeparate(shopify: string, square: string, separate: boolean): void {
    const name = `${1_000 + Number(shopify)}:${square}`;
    if (separate) this.separate.add(name);
    else this.separate.delete(name);
    const named = this.rows.rows.filter((row) => row.square?.stockId === square);
    if (separate) {
      this.rows.relink(
        named.filter((row) => row.shopify?.stockId === shopify).map((row) => row.key),
        at(this.#now),
      );
      return;
    }
    const skus = skusOf(named);
    this.rows.apply(planRefresh([], this.rows.holdersOf(skus), skus, this.#rules()));
  }

  #rules() {
    return rulesOf(at(this.#now), this.rows.isSeparate);
  }
}

const nameOf = ({ shopify, square }: VariantPair): string => `${shopify}:${square}`;
const lone = (one: SideVariant, key: number): KnownRow => ({
  key,
  shopify: one.source === 'shopify' ? one : null,
  square: one.source === 'square' ? one : null,
  skusDiffer: null,
  isManual: false,
});

describe('a link by hand', () => {
  it('joins variants of different SKUs, or of none, and starts from a read of both', () => {
    const shop = new Shop([lone(side('shopify', '1', 'A'), 1), lone(side('square', 'V2', ''), 2)]);
    const plan = shop.link('1', 'V2');
    expect(plan).toMatchObject({
      removes: [2],
      moves: [2],
      closes: [],
      baselines: [{ key: 1, unread: ['shopify', 'square'], newSides: [], isFirst: false }],
    });
    expect(shop.rows.rows).toMatchObject([{ key: 1, isManual: true, skusDiffer: null }]);
  });

  it('stays when SKUs change on one side, and when the former SKU is found elsewhere', () => {
    const shop = new Shop([linkedRow(1, 'A')]);
    expect(shop.link('1', 'V1')).toMatchObject({ updates: [{ key: 1, isManual: true }], closes: [], baselines: [] });
    shop.refresh('shopify', [side('shopify', '1', 'B'), side('shopify', '2', 'A')]);
    expect(shop.rows.links()).toEqual(['1=V1']);
    expect(shop.rows.lines).toEqual([]);
    expect(shop.rows.closed).toEqual([]);
  });

  it('ends the grace period of a link whose SKUs differ', () => {
    const shop = new Shop([linkedRow(1, 'A', { shopify: side('shopify', '1', 'B'), skusDiffer: { since: 0, before: 'A' } })]);
    shop.link('1', 'V1');
    expect(shop.rows.rows).toMatchObject([{ isManual: true, skusDiffer: null }]);
  });

  it('ends when a side is deleted, and what is left is linked by its SKU', () => {
    const shop = new Shop([lone(side('shopify', '1', 'A'), 1), lone(side('square', 'V2', 'B'), 2), lone(side('shopify', '3', 'B'), 3)]);
    shop.keepSeparate('3', 'V2', true);
    shop.link('1', 'V2');
    shop.refresh('shopify', [], ['1']);
    expect(shop.rows.closed).toEqual([{ key: 1, why: 'removed' }]);
    expect(shop.rows.links()).toEqual([]);
    shop.keepSeparate('3', 'V2', false);
    expect(shop.rows.links()).toEqual(['3=V2']);
    expect(shop.rows.rows).toMatchObject([{ isManual: false }]);
  });

  it('leaves a variant alone that has another partner', () => {
    const shop = new Shop([linkedRow(1, 'A'), lone(side('square', 'V2', 'B'), 2)]);
    expect(shop.link('1', 'V2')).toMatchObject({ removes: [], updates: [], closes: [], baselines: [] });
    expect(shop.rows.links()).toEqual(['1=V1']);
  });
});

describe('a pair that is kept separate', () => {
  it('ends its link for good, with that reason, and links again once it is separate no longer', () => {
    const shop = new Shop([linkedRow(1, 'A')]);
    shop.keepSeparate('1', 'V1', true);
    expect(shop.rows.closed).toEqual([{ key: 1, why: 'separated' }]);
    shop.refresh('shopify', [side('shopify', '1', 'A', { productStatus: 'draft' })]);
    shop.refresh('shopify', [side('shopify', '1', 'A')]);
    shop.refresh('square', [side('square', 'V1', 'A')]);
    expect(shop.rows.links()).toEqual([]);
    shop.keepSeparate('1', 'V1', false);
    expect(shop.rows.links()).toEqual(['1=V1']);
  });

  it('is not linked when it gets the same SKU later', () => {
    const shop = new Shop([lone(side('shopify', '1', 'A'), 1), lone(side('square', 'V1', 'B'), 2)]);
    shop.keepSeparate('1', 'V1', true);
    shop.refresh('square', [side('square', 'V1', 'A')]);
    expect(shop.rows.links()).toEqual([]);
  });
});

describe('an excluded variant', () => {
  const excluded = { isExcluded: true } as const;

  it('loses its link, with that reason, also one by hand, and is linked by its SKU once it is excluded no longer', () => {
    const shop = new Shop([linkedRow(1, 'A'), linkedRow(2, 'B', { isManual: true })]);
    shop.refresh('shopify', [side('shopify', '1', 'A', excluded)]);
    shop.refresh('square', [side('square', 'V2', 'B', excluded)]);
    expect(shop.rows.closed).toEqual([
      { key: 1, why: 'excluded' },
      { key: 2, why: 'excluded' },
    ]);
    expect(shop.rows.links()).toEqual([]);
    shop.refresh('shopify', [side('shopify', '1', 'A')]);
    shop.refresh('square', [side('square', 'V2', 'B')]);
    expect(shop.rows.links()).toEqual(['1=V1', '2=V2']);
    expect(shop.rows.rows.some((row) => row.isManual)).toBe(false);
  });

  it('leaves its SKU to another variant', () => {
    const shop = new Shop([lone(side('shopify', '1', 'A'), 1), lone(side('shopify', '2', 'A'), 2), lone(side('square', 'V1', 'A'), 3)]);
    shop.refresh('shopify', [side('shopify', '2', 'A', excluded)]);
    expect(shop.rows.links()).toEqual(['1=V1']);
    shop.refresh('shopify', [side('shopify', '2', 'A')]);
    expect(shop.rows.links()).toEqual(['1=V1']);
  });

  it('waits until the sync has settled its link', () => {
    const rows = [linkedRow(1, 'A', { shopify: side('shopify', '1', 'A', excluded) })];
    const plan = planRefresh([], rows, ['A'], rulesOf(at(0)));
    expect(plan).toMatchObject({ closes: [], due: [1] });
  });

  it('starts from a read when it is linked again although only the merchant has changed something', () => {
    const rows = [lone(side('shopify', '1', 'A', excluded), 1), lone(side('square', 'V1', 'A'), 2)];
    const again = side('shopify', '1', 'A', { level: null });
    const plan = planRefresh([{ source: 'shopify', fresh: [again], gone: [] }], rows, ['A'], rulesOf(at(0)));
    expect(plan.baselines).toMatchObject([{ key: 1, unread: ['shopify', 'square'] }]);
  });
});

type Step =
  | { readonly kind: 'read'; readonly source: Source; readonly id: number; readonly sku: string; readonly gone: boolean }
  | { readonly kind: 'link' | 'separate' | 'join'; readonly shopify: number; readonly square: number };

const ids = fc.integer({ min: 1, max: 5 });
const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('read' as const),
        source: fc.constantFrom<Source[]>('shopify', 'square'),
        id: ids,
        sku: fc.constantFrom('A', 'a', 'B', 'C', ''),
        gone: fc.constantFrom(false, false, false, true),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('link', 'separate', 'join'), shopify: ids, square: ids }) },
  ),
  { maxLength: 30 },
) as fc.Arbitrary<Step[]>;

/** What a person would expect: links by hand, and the rest by SKUs. */
class Expected {
  readonly manual = new Set<string>();

  follow(step: Step, before: readonly string[], rows: Rows): void {
    if (step.kind === 'read') {
      if (!step.gone) return;
      const id = step.source === 'shopify' ? String(step.id) : `V${step.id}`;
      for (const pair of this.manual) if (pair.split('=').includes(id)) this.manual.delete(pair);
      return;
    }
    const pair = `${step.shopify}=V${step.square}`;
    if (step.kind === 'separate') this.manual.delete(pair);
    const exists = (source: Source, id: string): boolean => rows.rows.some((row) => row[source]?.stockId === id);
    const isFree = before.every((one) => one === pair || !one.split('=').some((id) => pair.split('=').includes(id)));
    if (step.kind === 'link' && isFree && exists('shopify', String(step.shopify)) && exists('square', `V${step.square}`))
      this.manual.add(pair);
  }
}

test('whatever happens, links by hand stay, pairs kept separate are not linked, and each row has what it is', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const shop = new Shop();
      const wanted = new Expected();
      for (const step of list) {
        const before = shop.rows.links();
        wanted.follow(step, before, shop.rows);
        if (step.kind === 'read') {
          const id = step.source === 'shopify' ? String(step.id) : `V${step.id}`;
          shop.refresh(step.source, step.gone ? [] : [side(step.source, id, step.sku)], step.gone ? [id] : []);
        } else if (step.kind === 'link') shop.link(String(step.shopify), `V${step.square}`);
        else shop.keepSeparate(String(step.shopify), `V${step.square}`, step.kind === 'separate');
        const links = shop.rows.links();
        expect(links).toEqual(expect.arrayContaining([...wanted.manual]));
        expect(
          shop.rows.rows
            .filter((row) => row.isManual)
            .map((row) => `${row.shopify?.stockId}=${row.square?.stockId}`)
            .sort(),
        ).toEqual([...wanted.manual].sort());
        for (const pair of links) expect(shop.separate.has(`${1_000 + Number(pair.split('=')[0])}:${pair.split('=')[1]}`)).toBe(false);
        // What has no link by hand is linked by nothing but its SKU.
        const sides = (source: Source): SideVariant[] => shop.rows.rows.flatMap((row) => row[source] ?? []);
        const bySku = new Set(pairsBySku(sides('shopify'), sides('square')));
        const other = links.filter((pair) => !wanted.manual.has(pair));
        expect(other.filter((pair) => !bySku.has(pair) && !hasOneSku(shop.rows, pair))).toEqual([]);
      }
    }),
    { numRuns: 1_000 },
  );
});

/** Whether both sides of a link have the same SKU: another variant may have taken it up since, which ends no link. */
function hasOneSku(rows: Rows, pair: string): boolean {
  const row = rows.rows.find((one) => `${one.shopify?.stockId}=${one.square?.stockId}` === pair);
  const same = (source: Source): boolean => row?.[source]?.sku.toLowerCase() === row?.[otherSource(source)]?.sku.toLowerCase();
  return row !== undefined && same('shopify');
}

import { describe, expect, it } from 'vitest';

import type { UnexplainedLine } from '../../../src/domain/causes/cause';
import { orderedLines, ordersOfLines, spanOfOrders, type ShopifyOrder } from '../../../src/domain/causes/orders';
import { fromUnits } from '../../../src/domain/quantity';

const SECOND = 1_000;
/** Times are seconds. */
const line = (seq: number, at: number, units: number, over: Partial<UnexplainedLine> = {}): UnexplainedLine => ({
  seq,
  side: 'shopify',
  stockId: '1',
  delta: fromUnits(-units),
  before: 0,
  after: 0,
  since: null,
  at: at * SECOND,
  noted: 0,
  ...over,
});
const order = (id: string, at: number, items: Readonly<Record<string, number>> | null): ShopifyOrder => ({
  id,
  name: `#${id}`,
  createdAt: at * SECOND,
  items: items === null ? null : new Map(Object.entries(items)),
});
/** The numbers of the orders found, by line. */
const names = (lines: readonly UnexplainedLine[], orders: readonly ShopifyOrder[], until = Infinity) =>
  Object.fromEntries([...ordersOfLines(lines, { orders, until })].map(([seq, { name }]) => [seq, name]));

describe('the order behind a change', () => {
  it('is the one of just that quantity which was created shortly before', () => {
    expect(names([line(1, 100, 2)], [order('41', 99, { 1: 2, 2: 5 }), order('42', 99, { 2: 2 })])).toEqual({ 1: '#41' });
    expect(names([line(1, 100, 2)], [order('41', 90, { 1: 2 })])).toEqual({ 1: '#41' });
    expect(names([line(1, 100, 2)], [order('41', 101, { 1: 2 })])).toEqual({ 1: '#41' });
  });

  it.each<[string, readonly ShopifyOrder[]]>([
    ['none has the item', [order('41', 99, { 2: 2 })]],
    ['the only one has another quantity', [order('41', 99, { 1: 3 })]],
    ['it was created long before', [order('41', 89, { 1: 2 })]],
    ['it was created after', [order('41', 102, { 1: 2 })]],
    ['two have the item', [order('41', 98, { 1: 2 }), order('42', 99, { 1: 7 })]],
    ['two make up the quantity', [order('41', 98, { 1: 1 }), order('42', 99, { 1: 1 })]],
    ['the lines of another were not all read', [order('41', 99, { 1: 2 }), order('42', 95, null)]],
  ])('is not named where %s', (_, orders) => {
    expect(names([line(1, 100, 2)], orders)).toEqual({});
  });

  it('is told from that of the change before by the time of the number before', () => {
    const orders = [order('41', 96, { 1: 1 }), order('42', 99, { 1: 1 })];
    const lines = [line(1, 96, 1), line(2, 100, 1, { since: 100 * SECOND - 1 })];
    expect(names(lines, orders)).toEqual({ 1: '#41', 2: '#42' });
    expect(names([line(1, 96, 1), line(2, 100, 1)], orders)).toEqual({ 1: '#41' });
  });

  it('is not named for two changes that it could be', () => {
    expect(names([line(1, 100, 1), line(2, 101, 1)], [order('41', 100, { 1: 1 })])).toEqual({});
    // It has two items, each of which changed.
    expect(names([line(1, 100, 1), line(2, 100, 3, { stockId: '2' })], [order('41', 100, { 1: 1, 2: 3 })])).toEqual({
      1: '#41',
      2: '#41',
    });
  });

  it('is not named where the list of orders ends before it', () => {
    expect(names([line(1, 100, 1), line(2, 50, 1)], [order('40', 50, { 1: 1 }), order('41', 100, { 1: 1 })], 100 * SECOND)).toEqual({
      2: '#40',
    });
  });

  it('is looked for between the first and the last line that is an order', () => {
    const lines = [line(1, 100, 1), line(2, 200, 1), line(3, 300, 1)];
    const cause = { kind: 'ordered', by: '' } as const;
    const ordered = orderedLines(lines, [
      { seq: 1, cause },
      { seq: 2, cause },
      { seq: 3, cause: { ...cause, kind: 'removed' } },
    ]);
    expect(spanOfOrders(ordered)).toEqual({ from: 90 * SECOND, to: 201 * SECOND });
    expect(spanOfOrders([])).toBeNull();
  });
});

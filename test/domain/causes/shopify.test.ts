import { describe, expect, it } from 'vitest';

import type { UnexplainedLine } from '../../../src/domain/causes/cause';
import { explainShopify, type KnownQuantities, type ShopifyQuantities } from '../../../src/domain/causes/shopify';
import { fromUnits } from '../../../src/domain/quantity';

/** The lines of deltas, in units, each a second after the one before. */
const linesOf = (...deltas: number[]): UnexplainedLine[] =>
  deltas.map((delta, index) => ({
    seq: 11 + index,
    side: 'shopify',
    stockId: '1',
    delta: fromUnits(delta),
    before: 0,
    after: 0,
    since: null,
    at: (index + 1) * 1_000,
    noted: 0,
  }));

const BEFORE: KnownQuantities = {
  available: fromUnits(20),
  committed: fromUnits(5),
  onHand: fromUnits(25),
  committedAt: 100,
  seq: 10,
};

/** The quantities after these differences, in units. */
const after = (available: number, committed: number, onHand: number, over: Partial<ShopifyQuantities> = {}): ShopifyQuantities => ({
  available: BEFORE.available + fromUnits(available),
  committed: BEFORE.committed + fromUnits(committed),
  onHand: BEFORE.onHand + fromUnits(onHand),
  committedAt: committed === 0 ? 100 : 1_000,
  onHandAt: onHand === 0 ? 100 : 1_000,
  ...over,
});

const kinds = (lines: readonly UnexplainedLine[], now: ShopifyQuantities, before: KnownQuantities | null = BEFORE) =>
  explainShopify(lines, before, now).map(({ cause }) => cause.kind);

describe('explainShopify', () => {
  it('tells orders, cancellations, and stock set aside from counts by the three quantities', () => {
    expect(kinds(linesOf(-9), after(-9, 9, 0))).toEqual(['ordered']);
    expect(kinds(linesOf(-2, -1), after(-3, 3, 0))).toEqual(['ordered', 'ordered']);
    expect(kinds(linesOf(2), after(2, -2, 0))).toEqual(['canceled']);
    expect(kinds(linesOf(-9), after(-9, 0, -9))).toEqual(['removed']);
    expect(kinds(linesOf(3, -4), after(-1, 0, -1))).toEqual(['added', 'removed']);
    expect(kinds(linesOf(-3), after(-3, 0, 0))).toEqual(['set-aside']);
    expect(kinds(linesOf(3), after(3, 0, 0))).toEqual(['released']);
  });

  it('tells when the last order came, where committed was touched at the time of its line and not since', () => {
    const times = (lines: readonly UnexplainedLine[], now: ShopifyQuantities) => explainShopify(lines, BEFORE, now).map(({ at }) => at);
    expect(times(linesOf(-9), after(-9, 9, 0))).toEqual([1_000]);
    expect(times(linesOf(-2, -1), after(-3, 3, 0, { committedAt: 1_700 }))).toEqual([undefined, 1_700]);
    expect(times(linesOf(-9), after(-9, 9, 0, { committedAt: 4_000 }))).toEqual([undefined]);
    expect(times(linesOf(-9), after(-9, 9, 0, { committedAt: null }))).toEqual([undefined]);
    expect(times(linesOf(-9), after(-9, 0, -9))).toEqual([undefined]);
  });

  it('leaves our own writes out of it', () => {
    expect(kinds(linesOf(-2), after(-7, 2, -5))).toEqual(['ordered']);
    expect(kinds(linesOf(-2), after(-7, 2, -5, { committedAt: 3_000 }))).toEqual([]);
    expect(kinds(linesOf(-2), after(-7, 0, -7))).toEqual(['removed']);
    expect(kinds(linesOf(-3), after(-8, 0, -5))).toEqual(['set-aside']);
    expect(kinds(linesOf(2), after(-3, -2, -5, { onHandAt: 500 }))).toEqual(['canceled']);
    expect(kinds(linesOf(2), after(-3, -2, -5, { onHandAt: 2_000 }))).toEqual([]);
  });

  it('does not take a restock and a fulfillment for a cancellation, nor an order and a fulfillment for a count', () => {
    // The fulfillment touched committed at another time than the restock, or on hand in the same second.
    expect(kinds(linesOf(2), after(2, -2, 0, { committedAt: 500 }))).toEqual([]);
    expect(kinds(linesOf(2), after(2, -2, 0, { onHandAt: 1_000 }))).toEqual([]);
    expect(kinds(linesOf(2), after(2, -2, 0, { committedAt: null }))).toEqual([]);
    expect(kinds(linesOf(-2), after(-2, 0, -2, { committedAt: 5_000 }))).toEqual([]);
    expect(kinds(linesOf(-2), after(-2, 0, -2, { committedAt: 1_000 }))).toEqual([]);
    expect(kinds(linesOf(-2), after(-2, 0, -2, { committedAt: null }))).toEqual([]);
    expect(kinds(linesOf(2), after(2, 0, 2, { committedAt: 1_000 }))).toEqual([]);
    expect(kinds(linesOf(2), after(2, 0, 2, { committedAt: null }))).toEqual(['added']);
  });

  it('says that several changes came together', () => {
    expect(kinds(linesOf(-2, -3), after(-5, 2, -3))).toEqual(['merged', 'merged']);
    expect(kinds(linesOf(4, -2), after(2, 2, 4))).toEqual(['merged', 'merged']);
  });

  it('names nothing without an earlier reading, and no line that the earlier reading includes', () => {
    expect(kinds(linesOf(-9), after(-9, 9, 0), null)).toEqual([]);
    expect(kinds(linesOf(-9), after(-9, 9, 0), { ...BEFORE, seq: 11 })).toEqual([]);
    expect(explainShopify(linesOf(-9, -2), { ...BEFORE, seq: 11 }, after(-2, 2, 0)).map(({ seq }) => seq)).toEqual([12]);
  });
});

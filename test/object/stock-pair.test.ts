import { describe, expect, it } from 'vitest';

import type { HistoryFact } from '../../src/domain/history/fact';
import { isRebase } from '../../src/durable/sync/stock-pair';

const PAIR = { shopify: 's1', square: 'q1' };
const by = 'merchant' as const;

/** Whether a line about this SKU, or this stock, sets the numbers of the pair with the SKU TEE. */
function rebases(fact: HistoryFact, { sku = 'TEE', stock }: { sku?: string; stock?: string } = {}): boolean {
  const line = { seq: 1, at: 1, originator: by, location: '', sku, fact };
  return isRebase(stock === undefined ? line : { ...line, stock }, PAIR, 'TEE');
}

describe('a line that sets a variant’s numbers to others', () => {
  it.each<[string, HistoryFact]>([
    ['a number that a person set', { kind: 'set', to: 5, by, shopify: 9, square: 3 }],
    ['a bulk change that was undone', { kind: 'undone', by, shopify: 5, square: 5, shopifyTo: 9, squareTo: 3 }],
    ['a change that will not be sent', { kind: 'dropped', side: 'square', amount: -1, uncertain: 0, why: 'lapsed' }],
    ['the end of its link', { kind: 'unlinked', why: 'removed' }],
    ['its copy', { kind: 'copied', side: 'square', quantity: 5, by }],
    ['a held change that was dropped', { kind: 'held', side: 'square', amount: -1, fate: 'dropped', by }],
  ])('is %s, by its SKU', (_what, fact) => {
    expect([rebases(fact), rebases(fact, { sku: 'MUG' }), rebases(fact, { sku: 'MUG', stock: 's1' })]).toEqual([true, false, false]);
  });

  it('is a new link, by the stock of either side', () => {
    const linked: HistoryFact = { kind: 'linked', shopify: 5, square: 5 };
    expect(['s1', 'q1', 's2', undefined].map((stock) => rebases(linked, { sku: 'MUG', ...(stock !== undefined && { stock }) }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(rebases(linked)).toBe(false);
  });

  it.each<[string, HistoryFact]>([
    ['a held change that was sent', { kind: 'held', side: 'square', amount: -1, fate: 'sent', by }],
    ['a refusal', { kind: 'refused', side: 'square', owed: -1, reason: 'other' }],
    ['a new SKU', { kind: 'sku', side: 'square', before: '', after: 'TEE', by }],
  ])('is not %s', (_what, fact) => {
    expect(rebases(fact, { stock: 's1' })).toBe(false);
  });
});

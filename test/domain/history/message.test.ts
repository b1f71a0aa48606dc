import { describe, expect, it } from 'vitest';

import type { HistoryFact } from '../../../src/domain/history/fact';
import { describeFact } from '../../../src/domain/history/message';
import { fromUnits } from '../../../src/domain/quantity';

const sale: Extract<HistoryFact, { kind: 'change' }> = {
  kind: 'change',
  side: 'square',
  delta: fromUnits(-2),
  before: fromUnits(14),
  after: fromUnits(12),
  otherBefore: fromUnits(14),
  otherAfter: fromUnits(12),
  fate: 'sent',
  via: 'webhook',
  at: 0,
};

describe('describeFact', () => {
  it.each<[HistoryFact, string]>([
    [sale, 'Sold 2 on Square: Shopify 14 → 12'],
    [{ ...sale, side: 'shopify', delta: fromUnits(3), otherAfter: fromUnits(17) }, 'Added 3 on Shopify: Square 14 → 17'],
    [{ ...sale, delta: 33_333, otherAfter: 1_433_333 }, 'Added 0.33333 on Square: Shopify 14 → 14.33333'],
    [
      { ...sale, fate: 'held', maximum: 5 },
      'Sold 2 on Square, over your maximum of 5: not sent to Shopify. It waits until you send or drop it.',
    ],
    [{ ...sale, fate: 'owed' }, 'Sold 2 on Square: Shopify 14 → 12 once syncing goes on'],
    [{ ...sale, fate: 'kept' }, 'Sold 2 on Square: not sent to Shopify, there is no active subscription'],
    [
      { kind: 'refused', side: 'shopify', owed: fromUnits(-2), reason: 'deleted' },
      'Shopify refused a change of -2: the variant no longer exists there. It stays owed.',
    ],
    [
      { kind: 'linked', shopify: fromUnits(3), square: fromUnits(5) },
      'Now kept in step: Shopify 3, Square 5. They stay apart until you level them.',
    ],
    [{ kind: 'linked', shopify: fromUnits(3), square: null }, 'Now kept in step: Shopify 3, Square not counted.'],
    [{ kind: 'unlinked', why: 'removed' }, 'No longer kept in step: it was removed on one side.'],
  ])('%j', (fact, message) => {
    expect(describeFact(fact)).toBe(message);
  });
});

import { describe, expect, it } from 'vitest';

import type { Cause } from '../../../src/domain/causes/cause';
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

describe('describeFact of a change whose cause is known', () => {
  it.each<[Cause, Partial<typeof sale>, string]>([
    [{ kind: 'sold', by: '' }, {}, 'Sold 2 on Square: Shopify 14 → 12'],
    [
      { kind: 'sold', by: 'Till' },
      { fate: 'held', maximum: 1 },
      'Sold 2 on Square (Till), over your maximum of 1: not sent to Shopify. It waits until you send or drop it.',
    ],
    [{ kind: 'sold', by: 'Square POS', person: 'Dana R.' }, {}, 'Sold 2 on Square (by Dana R., Square POS): Shopify 14 → 12'],
    [{ kind: 'sold', by: '', person: 'Dana R.' }, {}, 'Sold 2 on Square (by Dana R.): Shopify 14 → 12'],
    [
      { kind: 'merged', by: '', parts: ['sold'], person: 'Dana R.' },
      {},
      'Square changed by -2 in several changes (sold) (by Dana R.): Shopify 14 → 12',
    ],
    [{ kind: 'counted', by: 'Square POS' }, {}, 'Counted on Square: 14 → 12 (Square POS). Shopify 14 → 12'],
    [{ kind: 'counted', by: '' }, { fate: 'kept' }, 'Counted on Square: 14 → 12. Not sent to Shopify, there is no active subscription'],
    [{ kind: 'lost', by: '' }, {}, 'Damaged or lost: 2 on Square. Shopify 14 → 12'],
    [{ kind: 'ordered', by: '' }, { side: 'shopify' }, 'Ordered 2 on Shopify: Square 14 → 12'],
    [
      { kind: 'ordered', by: '', order: { id: '5678', name: '#1042' } },
      { side: 'shopify' },
      'Ordered 2 on Shopify (#1042): Square 14 → 12',
    ],
    [{ kind: 'canceled', by: '' }, { side: 'shopify', delta: fromUnits(2) }, 'Order canceled: 2 back on Shopify. Square 14 → 12'],
    [{ kind: 'removed', by: '' }, { side: 'shopify' }, 'Taken from stock: 2 on Shopify. Square 14 → 12'],
    [
      { kind: 'merged', by: '', parts: ['sold', 'counted'] },
      {},
      'Square changed by -2 in several changes (sold, counted): Shopify 14 → 12',
    ],
    [{ kind: 'merged', by: '' }, {}, 'Square changed by -2 in several changes: Shopify 14 → 12'],
  ])('says %o', (cause, over, message) => {
    expect(describeFact({ ...sale, ...over }, cause)).toBe(message);
  });
});

describe('describeFact', () => {
  it.each<[HistoryFact, string]>([
    [sale, 'Square changed by -2: Shopify 14 → 12'],
    [{ ...sale, side: 'shopify', delta: fromUnits(3), otherAfter: fromUnits(17) }, 'Shopify changed by +3: Square 14 → 17'],
    [{ ...sale, delta: 33_333, otherAfter: 1_433_333 }, 'Square changed by +0.33333: Shopify 14 → 14.33333'],
    [
      { ...sale, fate: 'held', maximum: 5 },
      'Square changed by -2, over your maximum of 5: not sent to Shopify. It waits until you send or drop it.',
    ],
    [{ ...sale, fate: 'owed' }, 'Square changed by -2: Shopify 14 → 12 once syncing resumes'],
    [{ ...sale, fate: 'watched' }, 'Square changed by -2: not sent to Shopify, syncing had not been started'],
    [{ ...sale, fate: 'kept' }, 'Square changed by -2: not sent to Shopify, there is no active subscription'],
    [
      { kind: 'refused', side: 'shopify', owed: fromUnits(-2), reason: 'deleted' },
      'Shopify refused a change of -2: the variant no longer exists there. It stays pending.',
    ],
    [
      { kind: 'dropped', side: 'square', amount: fromUnits(-3), uncertain: 0, why: 'lapsed' },
      'Not sent to Square: -3, because the subscription had ended.',
    ],
    [
      { kind: 'dropped', side: 'shopify', amount: fromUnits(-3), uncertain: fromUnits(-1), why: 'epoch-ended' },
      'Not sent to Shopify: -3, because the connection or the paired locations changed. It is not certain whether -1 of it arrived.',
    ],
    [
      { kind: 'linked', shopify: fromUnits(3), square: fromUnits(5) },
      'Linked: Shopify 3, Square 5. They stay different until you set the quantity.',
    ],
    [
      { kind: 'set', to: fromUnits(5), by: 'merchant', shopify: fromUnits(9), square: fromUnits(3) },
      'Set to 5 (before: Shopify 9, Square 3)',
    ],
    [{ kind: 'set', to: fromUnits(5), by: 'operator', shopify: null, square: fromUnits(3) }, 'Set to 5 (before: Square 3)'],
    [{ kind: 'set', to: 0, by: 'merchant', shopify: null, square: null }, 'Set to 0'],
    [
      {
        kind: 'undone',
        by: 'merchant',
        shopify: fromUnits(97),
        square: fromUnits(98),
        shopifyTo: fromUnits(97),
        squareTo: fromUnits(117.5),
      },
      'Bulk change undone: Shopify 97, Square 117.5 (before: Shopify 97, Square 98)',
    ],
    [
      { kind: 'undone', by: 'operator', shopify: fromUnits(9), square: fromUnits(8), shopifyTo: fromUnits(4), squareTo: fromUnits(4) },
      'Bulk change undone: 4 (before: Shopify 9, Square 8)',
    ],
    [
      { kind: 'undone', by: 'merchant', shopify: null, square: fromUnits(8), shopifyTo: fromUnits(4), squareTo: fromUnits(4) },
      'Bulk change undone: 4 (before: Square 8)',
    ],
    [
      { kind: 'undone', by: 'merchant', shopify: null, square: null, shopifyTo: 0, squareTo: fromUnits(-1) },
      'Bulk change undone: Shopify 0, Square -1',
    ],
    [{ kind: 'linked', shopify: fromUnits(3), square: null }, 'Linked: Shopify 3, Square not counted.'],
    [
      { kind: 'linked', shopify: fromUnits(3), square: fromUnits(3), shopifyBefore: fromUnits(5), squareBefore: fromUnits(3) },
      'Linked: Shopify 3, Square 3. Changed while not linked: Shopify -2.',
    ],
    [
      { kind: 'linked', shopify: fromUnits(3), square: fromUnits(8), shopifyBefore: fromUnits(5), squareBefore: fromUnits(7.5) },
      'Linked: Shopify 3, Square 8. Changed while not linked: Shopify -2, Square +0.5. Apart from changes that are still on their way, they stay different until you set the quantity.',
    ],
    [
      { kind: 'linked', shopify: fromUnits(3), square: fromUnits(3), shopifyBefore: null, squareBefore: null },
      'Linked: Shopify 3, Square 3.',
    ],
    [
      { kind: 'skus-differ', shopify: 'A-2', square: 'A-1', until: 900_000, holdMs: 900_000 },
      'SKUs differ: Shopify has A-2, Square has A-1. Stays linked for at least 15 minutes. Set the same SKU on both to keep the link.',
    ],
    [
      { kind: 'skus-differ', shopify: ' ', square: 'A-1', until: 1_000, holdMs: 1_000 },
      'SKUs differ: Shopify has none, Square has A-1. Stays linked for at least 1 minute. Set the same SKU on both to keep the link.',
    ],
    [
      { kind: 'pair', linked: true, shopify: 'Tee – Red', square: 'T-shirt', by: 'merchant' },
      'Linked by hand: “Tee – Red” on Shopify with “T-shirt” on Square.',
    ],
    [
      { kind: 'pair', linked: false, shopify: 'Tee', square: 'Tea', by: 'operator' },
      'Kept separate from now on: “Tee” on Shopify and “Tea” on Square.',
    ],
    [{ kind: 'unlinked', why: 'separated' }, 'No longer linked: you keep the two separate.'],
    [{ kind: 'sku', side: 'square', before: 'TEE', after: '', by: 'merchant' }, 'Removed the SKU TEE on Square.'],
    [{ kind: 'unlinked', why: 'removed' }, 'No longer linked: it was removed on one side.'],
    [{ kind: 'unlinked', why: 'sku-duplicated' }, 'No longer linked: its SKU is used more than once on one side.'],
    [
      { kind: 'unlinked', why: 'sku-changed', shopify: fromUnits(12), square: null },
      'No longer linked: its SKU changed on one side. Shopify 12, Square not counted.',
    ],
    [
      {
        kind: 'unlinked',
        why: 'removed',
        shopify: fromUnits(12),
        square: fromUnits(10),
        pending: { square: fromUnits(2) },
        held: { shopify: fromUnits(-30), square: fromUnits(40) },
      },
      'No longer linked: it was removed on one side. Shopify 12, Square 10. Still to be sent: +2 for Square. Held: -30 for Shopify, +40 for Square.',
    ],
  ])('%j', (fact, message) => {
    expect(describeFact(fact)).toBe(message);
  });
});

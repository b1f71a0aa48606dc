import { describe, expect, it, vi } from 'vitest';

import type { KnownRow } from '../../src/domain/catalog/joined';
import { fromUnits } from '../../src/domain/quantity';
import type { Rules } from '../../src/domain/sync/observe';
import type { Levels } from '../../src/durable/catalog/levels';
import { copiedLevels } from '../../src/durable/copies/copied-levels';
import type { CopyStore } from '../../src/durable/copies/copy-store';
import { NOW, SyncKit } from './sync-kit';

const RULES: Rules = { maximum: null, entitled: true, autoSync: true, pauses: [], now: NOW, linked: true };
const item = (stockId: string, sku: string) => ({ stockId, sku, level: { quantity: fromUnits(10), at: 1_000 }, written: 0 });

/** Links variant 1 with a variant of Square, while a copy to Square is open. Returns whether it was taken for the copy's. */
function link({
  sku,
  productId,
  target,
  items,
  newSides = ['square'],
}: {
  sku: string;
  productId: string;
  target: string;
  items: (ReturnType<typeof item> & { arrived?: string })[];
  newSides?: readonly ('shopify' | 'square')[];
}): boolean {
  const kit = new SyncKit();
  const linked = vi.fn();
  const copy = { source: 'shopify', body: { target, items } };
  const awaiting = (source: string, stockId: string) => (source === 'shopify' && stockId === '1' ? { copy, item: items[0] } : null);
  const copies = { awaiting, linked } as unknown as CopyStore;
  const row = {
    shopify: { source: 'shopify', stockId: '1', sku, productId: 'p1' },
    square: { source: 'square', stockId: 'q1', sku, productId },
  } as unknown as KnownRow;
  const baseline = vi.fn();
  const levels = copiedLevels({ baseline } as unknown as Levels, kit.sync, { copies, rules: () => RULES, row: () => row });
  kit.sync.turn(() => {
    levels.baseline({ key: 1, newSides, unread: ['square'], isFirst: true }, 'refresh');
  });
  expect(baseline).toHaveBeenCalledOnce();
  return linked.mock.calls.length === 1;
}

describe('a link while a copy is open', () => {
  it.each<[what: string, isCopy: boolean, given: Parameters<typeof link>[0]]>([
    ['has its SKU, and its product is not known yet', true, { sku: 'A', productId: 'ITEM', target: '', items: [item('1', 'A')] }],
    ['has another SKU, and its product is not known yet', false, { sku: 'B', productId: 'ITEM', target: '', items: [item('1', 'A')] }],
    ['is in its product', true, { sku: 'A', productId: 'ITEM', target: 'ITEM', items: [item('1', 'A')] }],
    [
      'is in its product, and both SKUs were changed meanwhile',
      true,
      { sku: 'B', productId: 'ITEM', target: 'ITEM', items: [item('1', 'A')] },
    ],
    [
      'was there, and could not be linked because its SKU was a duplicate',
      true,
      { sku: 'A', productId: 'ITEM', target: '', items: [{ ...item('1', 'A'), arrived: 'q1' }], newSides: [] },
    ],
    ['was there before', false, { sku: 'A', productId: 'ITEM', target: '', items: [item('1', 'A')], newSides: [] }],
    ['is in another product', false, { sku: 'A', productId: 'OTHER', target: 'ITEM', items: [item('1', 'A')] }],
    [
      'has the SKU of another variant of its product',
      false,
      { sku: 'B', productId: 'ITEM', target: 'ITEM', items: [item('1', 'A'), item('2', 'B')] },
    ],
  ])('with a variant that %s: %s', (_, isCopy, given) => {
    expect(link(given)).toBe(isCopy);
  });
});

import { describe, expect, it } from 'vitest';

import { RefreshQueue } from '../../src/durable/account/refresh-queue';
import { openMeta } from '../../src/durable/store/meta';
import { openMemory } from './memory-database';

/** Returns a queue whose products P-1 and P-2 and item I-1 a snapshot covers. */
function coveredQueue(): RefreshQueue {
  const queue = new RefreshQueue(openMeta(openMemory()));
  queue.product('P-1', 0);
  queue.product('P-2', 0);
  queue.item('I-1', 0);
  queue.covered();
  return queue;
}

describe('products that a snapshot of Shopify covers', () => {
  it('are listed again when the snapshot waits for approval, also if the platform was unreachable meanwhile', () => {
    const queue = coveredQueue();
    queue.release('shopify', 5);
    expect(queue.waiting()).toBe(2);
    expect(queue.dueAt('shopify')).toBeNull();
    queue.snapshotEnded('shopify', true, 10);
    expect(queue.peek()).toEqual({ products: ['P-1', 'P-2'], items: ['I-1'], squareCatalogue: false });
    expect(queue.dueAt('shopify')).toBe(10);
  });

  it('are all listed again when more were left to the same snapshot before it started', () => {
    const queue = coveredQueue();
    queue.product('P-2', 1);
    queue.product('P-3', 1);
    queue.covered();
    queue.product('P-4', 2);
    queue.snapshotEnded('shopify', true, 10);
    expect(queue.peek()).toEqual({ products: ['P-1', 'P-2', 'P-3', 'P-4'], items: ['I-1'], squareCatalogue: false });
  });

  it('are forgotten when the snapshot was applied, and those named meanwhile are read', () => {
    const queue = coveredQueue();
    queue.product('P-3', 1);
    queue.snapshotEnded('square', false, 5);
    expect(queue.waiting()).toBe(3);
    queue.snapshotEnded('shopify', false, 10);
    expect(queue.peek()).toEqual({ products: ['P-3'], items: [], squareCatalogue: false });
    queue.done({ products: ['P-3'] }, 11);
    expect(queue.isEmpty()).toBe(true);
  });
});

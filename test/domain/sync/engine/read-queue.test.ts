import { describe, expect, it } from 'vitest';

import { ReadQueue } from '../../../../src/domain/sync/engine/read-queue';

/** A read after which the number is still the one of the same time. */
const SAME = { numberAt: 5_000, isNews: false };

describe('the levels to be read', () => {
  it('are due at once, in the order in which they were noted, until they need no read', () => {
    const queue = new ReadQueue();
    expect([queue.nextAt(), queue.due(5)]).toEqual([Infinity, []]);
    for (const id of ['b', 'a', 'c']) queue.note(id, true);
    expect([queue.nextAt(), queue.due(0)]).toEqual([0, ['b', 'a', 'c']]);
    queue.note('a', false);
    queue.drop('b');
    expect(queue.due(5)).toEqual(['c']);
  });

  it('are not due before their stock ID may be read', () => {
    const soonest: Record<string, number> = { a: 500 };
    const queue = new ReadQueue((id) => soonest[id] ?? 0);
    queue.note('a', true);
    expect([queue.due(499), queue.due(500), queue.nextAt()]).toEqual([[], ['a'], 500]);
    queue.note('b', true);
    expect([queue.due(499), queue.nextAt()]).toEqual([['b'], 0]);
    soonest['a'] = 0;
    expect(queue.due(0)).toEqual(['a', 'b']);
  });

  it('are not due while they are being read, even if noted again', () => {
    const queue = new ReadQueue();
    queue.note('a', true);
    queue.begin('a');
    queue.note('a', true);
    expect([queue.nextAt(), queue.due(1e12)]).toEqual([Infinity, []]);
  });

  it('are due again after a pause that grows with the reads in a row', () => {
    const queue = new ReadQueue();
    const pause = (reads: number): number => reads * 100;
    queue.note('a', true);
    const dues: number[] = [];
    for (let now = 1_000; dues.length < 3; now = queue.nextAt()) {
      queue.begin('a');
      queue.again('a', now, SAME, pause);
      dues.push(queue.nextAt() - now);
      expect([queue.due(queue.nextAt() - 1), queue.due(queue.nextAt())]).toEqual([[], ['a']]);
    }
    expect(dues).toEqual([100, 200, 300]);
    queue.note('a', false);
    queue.note('a', true);
    queue.begin('a');
    queue.again('a', 0, SAME, pause);
    expect(queue.nextAt()).toBe(100);
  });

  it.each([
    ['the number has moved', { numberAt: 6_000, isNews: false }],
    ['something arrived during the read', { ...SAME, isNews: true }],
  ])('are due after the first pause again when %s', (_, outcome) => {
    const queue = new ReadQueue();
    const pauses = [SAME, SAME, outcome, { ...outcome, isNews: false }].map((one) => {
      queue.begin('a');
      queue.again('a', 1_000, one, (reads) => reads * 100);
      return queue.nextAt() - 1_000;
    });
    expect(pauses).toEqual([100, 200, 100, 200]);
  });

  it('count the first read of a level that was dropped meanwhile', () => {
    const queue = new ReadQueue();
    queue.again('a', 1_000, SAME, (reads) => reads * 100);
    expect(queue.nextAt()).toBe(1_100);
  });

  it('are due at the earliest of their times, and none after an epoch has ended', () => {
    const queue = new ReadQueue();
    queue.again('a', 1_000, SAME, () => 500);
    queue.again('b', 1_000, SAME, () => 200);
    expect([queue.nextAt(), queue.due(1_200), queue.due(1_500)]).toEqual([1_200, ['b'], ['a', 'b']]);
    queue.clear();
    expect([queue.nextAt(), queue.due(9_000)]).toEqual([Infinity, []]);
  });
});

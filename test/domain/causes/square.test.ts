import { describe, expect, it } from 'vitest';

import type { UnexplainedLine } from '../../../src/domain/causes/cause';
import { explainSquare, kindOfMove, type SquareChange } from '../../../src/domain/causes/square';
import { fromUnits } from '../../../src/domain/quantity';

const line = (before: number, after: number, over: Partial<UnexplainedLine> = {}): UnexplainedLine => ({
  seq: 1,
  side: 'square',
  stockId: 'V',
  delta: fromUnits(after - before),
  before: fromUnits(before),
  after: fromUnits(after),
  since: 1_000,
  at: 2_000,
  noted: 2_100,
  ...over,
});

const move = (units: number, what: SquareChange['what'], over: Partial<SquareChange> = {}): SquareChange => ({
  stockId: 'V',
  ours: false,
  effect: { kind: 'move', quantity: fromUnits(units) },
  what,
  by: 'Till',
  member: '',
  created: 2_000,
  ...over,
});

const count = (units: number, over: Partial<SquareChange> = {}): SquareChange =>
  move(0, 'counted', { effect: { kind: 'count', quantity: fromUnits(units) }, ...over });

const explain = (one: UnexplainedLine, ...log: SquareChange[]) => explainSquare([one], log).map(({ cause }) => cause);

describe('explainSquare', () => {
  it('names the one change that the difference consists of, whatever its sign', () => {
    expect(explain(line(40, 31), count(31))).toEqual([{ kind: 'counted', by: 'Till' }]);
    expect(explain(line(40, 31), move(-9, 'sold'))).toEqual([{ kind: 'sold', by: 'Till' }]);
    expect(explain(line(40, 31), move(-9, 'lost', { by: '' }))).toEqual([{ kind: 'lost', by: '' }]);
    expect(explain(line(31, 40), move(9, 'received'))).toEqual([{ kind: 'received', by: 'Till' }]);
  });

  it('names several changes of one kind by the same application once, and others as merged', () => {
    expect(explain(line(40, 37), move(-1, 'sold', { created: 1_500 }), move(-2, 'sold'))).toEqual([{ kind: 'sold', by: 'Till' }]);
    expect(explain(line(40, 31), move(-2, 'sold', { created: 1_500 }), count(31))).toEqual([
      { kind: 'merged', by: '', parts: ['sold', 'counted'] },
    ]);
    expect(explain(line(40, 38), move(-3, 'sold', { created: 1_500 }), move(1, 'returned'))).toEqual([
      { kind: 'merged', by: '', parts: ['sold', 'returned'] },
    ]);
    expect(explain(line(40, 38), move(-1, 'sold', { created: 1_500 }), move(-1, 'sold', { by: 'App' }))).toMatchObject([
      { kind: 'merged', parts: ['sold'] },
    ]);
  });

  it('leaves our own writes out of the difference, and counts them in what a count led to', () => {
    const ours = move(-5, 'sold', { ours: true, created: 1_500 });
    expect(explain(line(35, 33), ours, move(-2, 'sold'))).toEqual([{ kind: 'sold', by: 'Till' }]);
    expect(explain(line(35, 20), ours, count(20))).toEqual([{ kind: 'counted', by: 'Till' }]);
    // What was counted is not what the line ends with.
    expect(explain(line(35, 25), count(20, { created: 1_500 }), move(5, 'added', { ours: true }))).toEqual([]);
  });

  it('names nothing where the log is empty, contradicts the number, or is of another time, variation, or unknown states', () => {
    expect(explain(line(40, 31))).toEqual([]);
    expect(explain(line(40, 31), move(-8, 'sold'))).toEqual([]);
    expect(explain(line(40, 31), count(30))).toEqual([]);
    expect(explain(line(40, 31), move(-9, 'sold', { created: 1_000 }))).toEqual([]);
    expect(explain(line(40, 31), move(-9, 'sold', { created: 2_001 }))).toEqual([]);
    expect(explain(line(40, 31), move(-9, 'sold', { stockId: 'W' }))).toEqual([]);
    expect(explain(line(40, 31), move(-9, null))).toEqual([]);
    expect(explain(line(40, 31, { since: null }), move(-9, 'sold'))).toEqual([]);
  });
});

describe('kindOfMove', () => {
  const kind = (from: string, to: string, over: Partial<Parameters<typeof kindOfMove>[0]> = {}) =>
    kindOfMove({ from, to, betweenLocations: false, fromVendor: false, reason: '', ...over });

  it('goes by the two states, and by the reason where one is stated', () => {
    expect(kind('IN_STOCK', 'SOLD')).toBe('sold');
    expect(kind('IN_STOCK', 'WASTE')).toBe('lost');
    expect(kind('UNLINKED_RETURN', 'IN_STOCK')).toBe('returned');
    expect(kind('NONE', 'IN_STOCK')).toBe('added');
    expect(kind('NONE', 'IN_STOCK', { fromVendor: true })).toBe('received');
    expect(kind('IN_STOCK', 'IN_STOCK', { betweenLocations: true })).toBe('transferred');
    expect(kind('IN_STOCK', 'NONE', { reason: 'RECOUNT' })).toBe('counted');
    expect(kind('IN_STOCK', 'NONE')).toBeNull();
    expect(kind('IN_STOCK', 'SUPPORTED_BY_NEWER_VERSION')).toBeNull();
    expect(kind('COMPOSED', 'IN_STOCK')).toBeNull();
  });
});

describe('a line of Square', () => {
  const told = (...log: SquareChange[]) => explainSquare([line(12, 10)], log);

  it('has the time of its last change, and the team member who made all of them', () => {
    expect(told(move(-2, 'sold', { member: 'T1', created: 1_500 }))).toEqual([
      { seq: 1, cause: { kind: 'sold', by: 'Till' }, at: 1_500, member: 'T1' },
    ]);
    const both = [move(-1, 'sold', { member: 'T1', created: 1_500 }), move(-1, 'sold', { member: 'T1', created: 1_900 })];
    expect(told(...both)).toEqual([{ seq: 1, cause: { kind: 'sold', by: 'Till' }, at: 1_900, member: 'T1' }]);
    const [first] = both;
    expect(told(...(first === undefined ? [] : [first]), move(-1, 'sold', { member: 'T2', created: 1_900 }))).toEqual([
      { seq: 1, cause: { kind: 'sold', by: 'Till' }, at: 1_900 },
    ]);
    const ours = move(-1, 'sold', { ours: true, created: 1_950, member: 'T9' });
    expect(told(move(-2, 'sold', { member: 'T1', created: 1_500 }), ours)).toMatchObject([{ at: 1_500, member: 'T1' }]);
  });
});

import { describe, expect, it } from 'vitest';

import { fromUnits, type Quantity } from '../../../../src/domain/quantity';
import type { Source } from '../../../../src/domain/source';
import type { LevelEntry } from '../../../../src/domain/sync/engine/context';
import { Isolation, sendState, type SendState } from '../../../../src/domain/sync/engine/isolation';
import { sendable } from '../../../../src/domain/sync/flush';
import { levelOf, restingSide, withSide, type LevelSide } from '../../../../src/domain/sync/linked-level';

const rest = levelOf(restingSide(fromUnits(10), 1), restingSide(fromUnits(10), 1));
const op = { key: 'k', index: 0, count: 1, delta: fromUnits(-1), from: fromUnits(10), firstSent: 0, epoch: 1 };
const large = { amount: fromUnits(-15), held: false, from: 0, at: 1, until: 2_000 };
const entry = (side: Partial<LevelSide>): LevelEntry => ({
  key: 0,
  stock: { shopify: 's', square: 'q' },
  sku: '',
  linked: true,
  level: withSide(rest, 'square', side),
});

const everything = { isHeld: () => false, portion: (one: LevelEntry, source: Source): Quantity => sendable(one.level, source) };

describe('an item to be sent', () => {
  it.each<[string, Partial<LevelSide>, SendState]>([
    ['with something pending is ready', { pending: fromUnits(1) }, 'ready'],
    ['with nothing pending is idle', {}, 'idle'],
    ['with a write in flight waits', { pending: fromUnits(1), inFlight: op }, 'wait'],
    ['that must be read waits', { needsRead: true }, 'wait'],
    ['that is being read waits', { reading: true }, 'wait'],
    ['with a large decrease that is not classified waits', { pending: fromUnits(-15), unclassified: large }, 'wait'],
    ['whose write cannot be resolved is idle', { pending: fromUnits(1), inFlight: op, indeterminate: true }, 'idle'],
    ['that the platform refuses is idle', { pending: fromUnits(1), blocked: 'deleted' }, 'idle'],
  ])('%s', (_what, side, expected) => {
    expect(sendState(entry(side), 'square', everything)).toBe(expected);
  });

  it('waits while another app may be copying its changes', () => {
    expect(sendState(entry({ pending: fromUnits(1) }), 'square', { isHeld: () => false, portion: () => 0 })).toBe('wait');
  });

  it('does not let its neighbors wait while it is on hold', () => {
    expect(sendState(entry({ pending: fromUnits(1) }), 'square', { isHeld: () => true, portion: () => 0 })).toBe('idle');
  });

  it('that is gone is idle', () => {
    expect(sendState(null, 'square', everything)).toBe('idle');
  });
});

describe('items that must not share a request', () => {
  const ready = (): SendState => 'ready';

  it('are taken group by group, in order, and stay isolated until they are released', () => {
    const isolation = new Isolation();
    isolation.split(['a', 'b', 'c']);
    expect(['a', 'b', 'c', 'd'].map((id) => isolation.has(id))).toEqual([true, true, true, false]);
    expect([isolation.waiting, isolation.take(ready)]).toEqual([true, ['a', 'b']]);
    expect([isolation.waiting, isolation.take(ready)]).toEqual([true, ['c']]);
    expect([isolation.waiting, isolation.take(ready)]).toEqual([false, null]);
    expect(isolation.has('a')).toBe(true);
    isolation.release('a');
    expect([isolation.has('a'), isolation.has('b')]).toEqual([false, true]);
  });

  it('form no group when there are none, and one item forms one group', () => {
    const isolation = new Isolation();
    isolation.add([]);
    expect(isolation.waiting).toBe(false);
    isolation.split(['a']);
    expect(isolation.take(ready)).toEqual(['a']);
    expect(isolation.waiting).toBe(false);
  });

  it('wait as a group for the one that cannot be sent yet, while the next group goes', () => {
    const isolation = new Isolation();
    isolation.add(['a', 'b']);
    isolation.add(['c']);
    const states: Record<string, SendState> = { a: 'ready', b: 'wait', c: 'ready' };
    const state = (id: string): SendState => states[id] ?? 'idle';
    expect(isolation.take(state)).toEqual(['c']);
    expect(isolation.take(state)).toBeNull();
    states['b'] = 'ready';
    expect(isolation.take(state)).toEqual(['a', 'b']);
  });

  it('are released when they have nothing to send, and leave the others of their group', () => {
    const isolation = new Isolation();
    isolation.add(['a', 'b']);
    isolation.add(['c']);
    expect(isolation.take((id) => (id === 'b' ? 'ready' : 'idle'))).toEqual(['b']);
    expect([isolation.has('a'), isolation.has('b')]).toEqual([false, true]);
    expect(isolation.take(() => 'idle')).toBeNull();
    expect([isolation.has('c'), isolation.waiting]).toEqual([false, false]);
  });

  it('are none after an epoch has ended', () => {
    const isolation = new Isolation();
    isolation.add(['a']);
    isolation.clear();
    expect([isolation.has('a'), isolation.waiting, isolation.take(ready)]).toEqual([false, false, null]);
  });
});

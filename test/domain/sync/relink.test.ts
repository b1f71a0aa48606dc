import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { readStep } from '../../../src/domain/sync/engine/read-step';
import { levelOf, MADE, NEVER_STATED, restingSide, UNKNOWN_SIDE, withSide, type LinkedLevel } from '../../../src/domain/sync/linked-level';
import type { Rules } from '../../../src/domain/sync/observe';
import { endedSide, startingLevel, startUncounted } from '../../../src/domain/sync/relink';

const RULES: Rules = { maximum: null, entitled: true, autoSync: true, now: 1_000_000, linked: true };
const rest = levelOf(restingSide(fromUnits(10), 5_000), restingSide(fromUnits(10), 5_000));
const op = { key: 'k', index: 0, count: 1, delta: fromUnits(-3), from: fromUnits(10), firstSent: 0, epoch: 1 };
const uncounted = { kind: 'levels', levels: [], gone: [] } as const;

/** Returns the level after its link ended and another one began, which has read nothing yet. */
const relinked = (level: LinkedLevel): LinkedLevel => startingLevel({ ...level, square: endedSide(level, 'square') }, ['square']);
/** Returns the number of the Square side at the end of its link. */
const atEnd = (level: LinkedLevel): number | null => endedSide(level, 'square').unlinkedAt;

describe('the number of a side at the end of its link', () => {
  it('includes what is pending and in flight', () => {
    expect(atEnd(withSide(rest, 'square', { pending: fromUnits(2), inFlight: op }))).toBe(fromUnits(9));
  });

  it('is that of the former link while the new one has read nothing', () => {
    expect(atEnd(relinked(rest))).toBe(fromUnits(10));
    expect(atEnd(relinked(withSide(rest, 'square', { pending: fromUnits(2) })))).toBe(fromUnits(12));
    expect(atEnd(relinked(withSide(rest, 'square', { inFlight: op })))).toBe(fromUnits(7));
  });

  it('is unknown when the first link of a stock id has read nothing', () => {
    expect(atEnd(startingLevel(levelOf(restingSide(fromUnits(10), 5_000), UNKNOWN_SIDE), ['square']))).toBeNull();
    expect(atEnd(startingLevel(rest, ['square']))).toBeNull();
  });
});

it('asks no longer what a decrease was: the next link may be with another Shopify variant', () => {
  const unclassified = { amount: fromUnits(-15), held: false, from: 0, at: 5_000, until: 7_000 };
  const ended = endedSide(withSide(rest, 'square', { pending: fromUnits(-15), unclassified }), 'square');
  expect(ended).toMatchObject({ pending: fromUnits(-15), unclassified: null, unlinkedAt: fromUnits(-5) });
});

describe('a link that starts with a side nobody has counted', () => {
  const start = (at: number): LinkedLevel => {
    const made = levelOf(restingSide(fromUnits(49), 5_000), { ...restingSide(0, at), pending: fromUnits(20) });
    return readStep(relinked(made), 'square', { stockId: 'i', answer: uncounted }, RULES).cell;
  };

  it.each([
    ['a copy was made with', MADE],
    ['a person set', NEVER_STATED],
  ])('starts from the number %s, so that what is pending becomes its first count', (_, at) => {
    expect(start(at)).toMatchObject({ starting: null, square: { accounted: 0, observedAt: at, pending: fromUnits(20), needsRead: false } });
  });

  it('does not take a number for zero because a platform that had stated it has none now', () => {
    expect(start(5_000).square.accounted).toBeNull();
  });
});

it('a link that starts forgets the number at the end of the last one', () => {
  const ended = { ...rest, square: { ...rest.square, unlinkedAt: fromUnits(4) } };
  for (const unread of [[], ['square']] as const) expect(startingLevel(ended, unread).square.unlinkedAt).toBeNull();
});

it('a side that starts from its made number keeps what was known of it', () => {
  const made = levelOf(restingSide(fromUnits(49), 5_000), { ...restingSide(0, MADE), pending: fromUnits(20) });
  const level = relinked(made);
  const start = level.starting?.square;
  expect(start?.known).toEqual({ quantity: 0, at: MADE });
  expect(startUncounted(level, 'square').starting?.square).toEqual({ ...start, began: 0 });
});

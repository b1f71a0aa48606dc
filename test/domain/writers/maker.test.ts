import { describe, expect, it } from 'vitest';

import type { LoggedChange } from '../../../src/domain/writers/logged-change';
import { lastMakerAtShopify, makerAtShopify, makerAtSquare } from '../../../src/domain/writers/maker';

const AT = 100_000;
const change = { at: AT, since: AT - 30_000, copies: 1 };

describe('who made a change at Shopify', () => {
  const read = (availableAt: number | null, committedAt: number | null, onHandAt: number | null) => ({
    available: 0,
    availableAt,
    committed: 0,
    committedAt,
    onHand: 0,
    onHandAt,
  });

  it.each([
    ['an order', read(AT, AT, AT - 60_000), 'shop'],
    ['an adjustment', read(AT, AT - 60_000, AT), 'adjusted'],
    ['an adjustment of what was never ordered', read(AT, null, AT), 'adjusted'],
    ['orders alone since', read(AT + 5_000, AT + 5_000, AT - 1), 'shop'],
    ['an order that is handed over, or followed by an adjustment', read(AT, AT, AT), null],
    ['neither, as when stock is set aside', read(AT, AT - 60_000, AT - 60_000), null],
    ['a copy of the level from before the change', read(AT - 1, AT, AT - 60_000), 'later'],
    ['levels without times', read(null, null, null), null],
    ['no level', undefined, null],
  ])('is told by the times of its quantities: %s', (_, quantities, expected) => {
    expect(makerAtShopify(change, quantities)).toBe(expected);
  });
});

describe('who made the last change at Shopify, for a proposal', () => {
  const read = (availableAt: number, committedAt: number | null, onHandAt: number) => ({
    available: 0,
    availableAt,
    committed: 0,
    committedAt,
    onHand: 0,
    onHandAt,
  });

  it.each([
    ['an order', read(AT, AT, AT - 60_000), 'shop'],
    ['an adjustment of what was ordered before', read(AT, AT - 60_000, AT), 'adjusted'],
    ['an adjustment where nothing was ever ordered', read(AT, null, AT), null],
    ['a level that is older', read(AT - 1, AT - 60_000, AT - 1), null],
  ])('is told where nobody can be mistaken: %s', (_, quantities, expected) => {
    expect(lastMakerAtShopify(AT, quantities)).toBe(expected);
  });
});

describe('who made a change at Square', () => {
  const entry = (author: LoggedChange['author'], created: number): LoggedChange => ({
    created,
    occurred: created,
    author,
    app: author === 'app' ? { id: 'sq0idp-other', name: 'Other' } : null,
    effect: { kind: 'move', quantity: -100_000 },
  });

  it.each([
    ["Square's own counter", [entry('square', AT)], 'shop'],
    ['an application', [entry('app', AT)], 'app'],
    ['an application, beside a write of ours', [entry('ours', AT - 10), entry('app', AT)], 'app'],
    ['an application and the counter', [entry('square', AT - 10), entry('app', AT)], null],
    ['entries before and after it', [entry('app', change.since), entry('square', AT - 1), entry('app', AT + 1)], 'shop'],
    ['an application that makes one other change', [entry('app', AT - 40_000), entry('app', AT)], 'app'],
    ['an application that makes others', [entry('app', AT - 50_000), entry('app', AT - 40_000), entry('app', AT)], null],
    ['an application that made others long before', [entry('app', AT - 70_000), entry('app', AT - 60_000), entry('app', AT)], 'app'],
    ['a write of ours alone', [entry('ours', AT)], 'later'],
    ['no entry yet', [], 'later'],
    ['no log of the variation', undefined, 'later'],
  ])('is told by the log: %s', (_, log, expected) => {
    expect(makerAtSquare(change, log)).toBe(expected);
  });

  it('is not told where the time before it is not known', () => {
    expect(makerAtSquare({ at: AT, since: null, copies: 1 }, [entry('app', AT)])).toBe(null);
  });
});

import { describe, expect, it } from 'vitest';

import type { HistoryFact } from '../../../src/domain/history/fact';
import { withWatched, type Watched } from '../../../src/domain/history/watched';
import { fromUnits } from '../../../src/domain/quantity';
import type { Source } from '../../../src/domain/source';

type Change = Extract<HistoryFact, { kind: 'change' }>;

/** What a platform showed of a variant, and what it sold. */
class Shelf {
  watched: Watched | null = null;
  readonly #shown: Record<Source, number>;
  #at = 0;

  constructor(shopify: number, square: number) {
    this.#shown = { shopify, square };
  }

  changes(side: Source, units: number): this {
    const before = fromUnits(this.#shown[side]);
    const otherBefore = fromUnits(this.#shown[side === 'shopify' ? 'square' : 'shopify']);
    this.#shown[side] += units;
    this.#at += 1_000;
    const fact: Change = {
      kind: 'change',
      side,
      delta: fromUnits(units),
      before,
      after: before + fromUnits(units),
      otherBefore,
      otherAfter: otherBefore,
      fate: 'watched',
      via: 'webhook',
      at: this.#at,
    };
    this.watched = withWatched(this.watched, fact);
    return this;
  }
}

const oversold = ({ watched }: Shelf) => [watched?.oversells, watched?.oversold];

describe('what syncing would have done', () => {
  it('sends each change to the other side', () => {
    const { watched } = new Shelf(10, 10).changes('shopify', -2).changes('square', -1).changes('square', 5);
    expect(watched).toMatchObject({ sent: { shopify: fromUnits(4), square: fromUnits(-2) }, changes: 3, left: fromUnits(12), at: 3_000 });
  });

  it('prevents what a side sells that the other has sold already', () => {
    expect(oversold(new Shelf(1, 1).changes('shopify', -1).changes('square', -1))).toEqual([1, fromUnits(1)]);
    expect(oversold(new Shelf(3, 3).changes('shopify', -2).changes('square', -3))).toEqual([1, fromUnits(2)]);
    expect(oversold(new Shelf(2, 2).changes('shopify', -2).changes('square', -1).changes('square', -1))).toEqual([2, fromUnits(2)]);
  });

  it('prevents nothing that both had, or that was received in between', () => {
    expect(oversold(new Shelf(2, 2).changes('shopify', -1).changes('square', -1))).toEqual([0, 0]);
    expect(oversold(new Shelf(1, 1).changes('shopify', -1).changes('shopify', 1).changes('square', -1))).toEqual([0, 0]);
  });

  it('prevents nothing that a side sells on purpose although it shows nothing', () => {
    expect(oversold(new Shelf(0, 0).changes('square', -2))).toEqual([0, 0]);
    expect(oversold(new Shelf(1, 1).changes('shopify', -1).changes('square', -3))).toEqual([1, fromUnits(1)]);
  });

  it('is not known where the two sides differed from the start', () => {
    const { watched } = new Shelf(1, 4).changes('shopify', -1).changes('square', -4);
    expect(watched).toMatchObject({ left: null, oversells: 0, oversold: 0, sent: { shopify: fromUnits(-4), square: fromUnits(-1) } });
  });
});

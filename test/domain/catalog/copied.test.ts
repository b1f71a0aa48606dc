import { describe, expect, it } from 'vitest';

import { startCopied } from '../../../src/domain/catalog/copied';
import { fromUnits } from '../../../src/domain/quantity';
import { levelOf, difference, restingSide, UNKNOWN_SIDE } from '../../../src/domain/sync/linked-level';

const RULES = { maximum: null, entitled: true, autoSync: true, now: 1_000_000, linked: true };
const [TEN, NINE, EIGHT] = [fromUnits(10), fromUnits(9), fromUnits(8)];

describe('the linked level of a copied variant', () => {
  it('is at rest when nothing happened since', () => {
    const cell = levelOf(restingSide(TEN, 200), restingSide(TEN, 100));
    const step = startCopied(cell, { source: 'square', quantity: TEN, at: 100, written: TEN }, RULES);
    expect(step).toEqual({ cell, facts: [] });
  });

  it('has the original’s sales before linking pending for the copy', () => {
    const cell = levelOf(restingSide(TEN, 200), restingSide(EIGHT, 150));
    const { cell: next, facts } = startCopied(cell, { source: 'square', quantity: TEN, at: 100, written: TEN }, RULES);
    expect(next.square).toMatchObject({ accounted: EIGHT, pending: 0 });
    expect(next.shopify).toMatchObject({ accounted: TEN, pending: fromUnits(-2) });
    expect(facts).toMatchObject([{ kind: 'change', side: 'square', delta: fromUnits(-2), fate: 'sent' }]);
    expect(difference(next)).toBe(0);
  });

  it('has the copy’s sales before linking pending for the original', () => {
    const cell = levelOf(restingSide(NINE, 200), restingSide(TEN, 100));
    const { cell: next } = startCopied(cell, { source: 'square', quantity: TEN, at: 100, written: TEN }, RULES);
    expect(next.square).toMatchObject({ accounted: TEN, pending: fromUnits(-1) });
    expect(next.shopify).toMatchObject({ accounted: NINE, pending: 0 });
    expect(difference(next)).toBe(0);
  });

  it('has the whole quantity, less what was sold meanwhile, pending for a copy created without a number', () => {
    const cell = levelOf(restingSide(NINE, 150), UNKNOWN_SIDE);
    const { cell: next } = startCopied(cell, { source: 'shopify', quantity: TEN, at: 100, written: 0 }, RULES);
    expect(next.square).toMatchObject({ accounted: 0, pending: NINE });
    expect(next.shopify).toMatchObject({ accounted: NINE, pending: 0 });
  });

  it('has pending what Shopify cannot create a copy with: a fraction of a unit, or a number below zero', () => {
    const part = startCopied(
      levelOf(restingSide(fromUnits(2), 200), restingSide(250_000, 100)),
      { source: 'square', quantity: 250_000, at: 100, written: fromUnits(2) },
      RULES,
    );
    expect(part.cell.shopify.pending).toBe(50_000);
    const below = startCopied(
      levelOf(restingSide(0, 200), restingSide(fromUnits(-3), 100)),
      { source: 'square', quantity: fromUnits(-3), at: 100, written: 0 },
      RULES,
    );
    expect(below.cell.shopify).toMatchObject({ accounted: 0, pending: fromUnits(-3) });
    expect(difference(below.cell)).toBe(0);
  });
});

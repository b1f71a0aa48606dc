import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { countRows, isUndoable, UNDO_WITHIN_MS, type QuantityRow, type RowState } from '../../../src/domain/sync/bulk-change';

const STATES: readonly RowState[] = ['set', 'stale', 'refused', 'undone'];

const row = (state: RowState, change: Partial<QuantityRow> = {}): QuantityRow => ({
  key: 1,
  stock: { shopify: '1', square: 'q1' },
  sku: 'TEE',
  before: { shopify: fromUnits(3), square: fromUnits(5) },
  to: fromUnits(5),
  amounts: { shopify: fromUnits(2), square: 0 },
  state,
  problem: '',
  ...change,
});

describe('a row of a bulk change', () => {
  it('can be undone while it is set, by known amounts', () => {
    expect(STATES.filter((state) => isUndoable(row(state)))).toEqual(['set']);
    expect(STATES.filter((state) => isUndoable(row(state, { amounts: null })))).toEqual([]);
  });

  it('can be undone also where nothing was added, and where undoing was refused before', () => {
    expect(isUndoable(row('set', { amounts: { shopify: 0, square: 0 } }))).toBe(true);
    expect(isUndoable(row('set', { problem: 'Only 2 are left on Square, so that it would fall below zero.' }))).toBe(true);
  });
});

describe('the size of a bulk change', () => {
  it('counts rows that were changed, whether or not they were undone since', () => {
    const rows = [
      row('set'),
      row('set'),
      row('set', { amounts: null }),
      row('undone'),
      row('stale', { amounts: null }),
      row('refused', { amounts: null, problem: 'The variant is no longer on both platforms.' }),
      row('refused', { amounts: null }),
    ];
    expect(countRows(rows)).toEqual({ rows: 7, set: 4, undone: 1, undoable: 2 });
  });

  it('is nothing without rows', () => {
    expect(countRows([])).toEqual({ rows: 0, set: 0, undone: 0, undoable: 0 });
  });

  it('adds up: every row that was set is undone, can be undone, or was set outright', () => {
    const rows = STATES.flatMap((state) => [row(state), row(state, { amounts: null })]);
    const { set, undone, undoable } = countRows(rows);
    const outright = rows.filter(({ state, amounts }) => state === 'set' && amounts === null).length;
    expect(undone + undoable + outright).toBe(set);
  });
});

it('can be undone for 30 days', () => {
  expect(UNDO_WITHIN_MS).toBe(30 * 24 * 60 * 60 * 1_000);
});

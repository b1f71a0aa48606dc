import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { BulkChange, BulkChangeRow } from '../../../src/gen/sh/inventory_pb';
import { rowsCsv } from '../../../src/web/merchant/bulk-changes/export';
import { readPage, summarize, titleOf } from '../../../src/web/merchant/bulk-changes/state';
import { expectNoise } from '../../support/fail-on-noise';
import { inputsOf, never, refusal } from '../support/fake-api';
import { click, find, finds, get, has, hasNo, hides, press, pressFound, sees, shows } from '../support/page';
import { openApp } from '../support/render-app';

function aChange(change: Partial<BulkChange> = {}): BulkChange {
  return {
    id: '7',
    at: '2026-11-20T12:34:56Z',
    by: 'merchant',
    kind: 'count',
    rows: 4,
    set: 2,
    undone: 0,
    undoable: 2,
    undoableUntil: '2026-12-20T12:34:56Z',
    ...change,
  };
}

function aRow(row: Partial<BulkChangeRow> = {}): BulkChangeRow {
  return {
    id: '1',
    sku: 'TEE-S',
    productName: 'Tee',
    variantName: 'Small',
    shopifyQuantity: 9,
    squareQuantity: 7,
    to: 12,
    state: 'set',
    undoable: true,
    problem: '',
    ...row,
  };
}

const ROWS = [
  aRow(),
  aRow({ id: '2', sku: 'TEE-L', variantName: 'Large', undoable: false }),
  aRow({ id: '3', sku: 'CAP', productName: '', variantName: '', state: 'refused', undoable: false, problem: 'Square is not connected.' }),
  aRow({ id: '4', sku: 'MUG', productName: 'Mug', variantName: '', state: 'stale', undoable: false }),
];

const rowOf = async (name: RegExp) => within(await find('table', 'Variants')).getByRole('row', { name });

describe('the bulk changes', () => {
  it('are listed with what they did and how much of it was undone, and lead to each of them', async () => {
    openApp('/bulk-changes', {
      GetBulkChanges: () => ({ changes: [aChange({ undone: 1 }), aChange({ id: '6', kind: 'level', by: 'operator', set: 4_000 })] }),
      GetBulkChange: () => ({ change: aChange(), rows: ROWS }),
    });
    const table = await find('table', 'Bulk changes');
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(1)
          .map(({ textContent }) => textContent),
      );
    expect(cells).toEqual([
      ['Counts imported', '2', '1'],
      ['Quantities leveled by Shelfbridge’s operators', '4,000', '0'],
    ]);
    click(get('link', 'Counts imported'));
    await finds('heading', titleOf(aChange()));
  });

  it('say that there are none, and how they come to be', async () => {
    openApp('/bulk-changes', { GetBulkChanges: () => ({ changes: [] }) });
    await sees('No bulk changes');
    shows(/level quantities or import counts/u);
  });

  it('say that they could not be loaded, and load again', async () => {
    expectNoise(/getting bulk changes/u);
    let failing = true;
    openApp('/bulk-changes', {
      GetBulkChanges: () => {
        if (failing) throw refusal('unavailable', 'We cannot reach your shop.');
        return { changes: [aChange()] };
      },
    });
    await sees('Your bulk changes could not be loaded.');
    failing = false;
    press(/try again/iu);
    await finds('link', 'Counts imported');
  });
});

describe('a bulk change', () => {
  it('shows each row with the numbers before, what it was set to, what became of it, and why', async () => {
    openApp('/bulk-changes/7', { GetBulkChange: () => ({ change: aChange(), rows: ROWS }) });
    await finds('heading', titleOf(aChange()));
    shows(/2 of 4 variants changed\. Can be undone until Dec 20 2026\./u);
    const cells = within(await rowOf(/TEE-S/u)).getAllByRole('cell');
    expect(cells.slice(1, 4).map(({ textContent }) => textContent)).toEqual(['9', '7', '12']);
    expect((await rowOf(/TEE-L/u)).textContent).toContain('Cannot be undone: its number was not certain before');
    expect((await rowOf(/CAP/u)).textContent).toContain('Square is not connected.');
    expect((await rowOf(/MUG/u)).textContent).toContain('its stock had changed');
    expect((await rowOf(/CAP/u)).textContent).toContain('Variant 3');
    shows('Showing 1 - 4 of 4 variants');
    expect(get('link', 'TEE-S').getAttribute('href')).toBe('/timeline?sku=TEE-S');
  });

  it('is undone after a question that says what stays, and shows what could not be undone', async () => {
    let undone = false;
    const { calls } = openApp('/bulk-changes/7', {
      GetBulkChange: () =>
        undone
          ? {
              change: aChange({ undone: 1, undoable: 1 }),
              rows: [aRow({ state: 'undone', undoable: false }), aRow({ id: '2', problem: 'Only 2 are left.' })],
            }
          : { change: aChange({ set: 3 }), rows: [aRow(), aRow({ id: '2', sku: 'TEE-L' })] },
      UndoBulkChange: () => {
        undone = true;
        return aChange({ undone: 1, undoable: 1 });
      },
    });
    await pressFound('Undo 2');
    const dialog = await find('dialog', 'Undo the change of 2 variants?');
    shows(/What was sold, returned, or counted since stays/u, dialog);
    shows(/1 variant cannot be undone/u, dialog);
    press('Cancel', dialog);
    expect(inputsOf(calls, 'UndoBulkChange')).toEqual([]);
    press('Undo 2');
    press('Undo 2 variants', await find('dialog'));
    await sees('1 variant undone. The new quantities are on their way.');
    shows('1 variant could not be undone; the list says why.');
    expect(inputsOf(calls, 'UndoBulkChange')).toEqual([{ id: '7' }]);
    await waitFor(() => expect(get('table', 'Variants').textContent).toContain('Only 2 are left.'));
    has('button', 'Undo 1');
    hasNo('dialog');
    await waitFor(() => expect(inputsOf(calls, 'GetAccountStatus').length).toBeGreaterThan(1));
  });

  it('keeps the question open when it could not be undone, with the reason', async () => {
    expectNoise(/undoing a bulk change/u);
    openApp('/bulk-changes/7', {
      GetBulkChange: () => ({ change: aChange(), rows: ROWS }),
      UndoBulkChange: () => {
        throw refusal('failed_precondition', 'Auto-sync is off. Turn it on in Settings first.');
      },
    });
    await pressFound('Undo 2');
    const dialog = await find('dialog');
    press('Undo 2 variants', dialog);
    await sees(/Auto-sync is off/u, dialog);
    has('button', 'Undo 2 variants', dialog);
  });

  it('offers no undoing where nothing is left to undo', async () => {
    openApp('/bulk-changes/7', { GetBulkChange: () => ({ change: aChange({ undone: 2, undoable: 0 }), rows: ROWS }) });
    await sees(/2 of 4 variants changed\. 2 undone\./u);
    hides(/Can be undone until/u);
    hasNo('button', /^Undo/u);
  });

  it('is read page by page, and the address keeps the page', async () => {
    const { calls } = openApp('/bulk-changes/7?page=1', {
      GetBulkChange: () => ({ change: aChange({ rows: 450, set: 450 }), rows: [aRow()] }),
    });
    await sees('Showing 201 - 400 of 450 variants');
    expect(inputsOf(calls, 'GetBulkChange')).toEqual([{ id: '7', offset: 200, limit: 200 }]);
    press('Next');
    await sees('Showing 401 - 450 of 450 variants');
    expect(get('button', 'Next').getAttribute('aria-disabled')).toBe('true');
  });

  it('says that it is gone, and leads to those that are there', async () => {
    expectNoise(/getting a bulk change/u);
    openApp('/bulk-changes/9', {
      GetBulkChange: () => {
        throw refusal('not_found', 'There is no such bulk change.');
      },
    });
    await sees('This bulk change is not here any more.');
    expect(get('link', 'All bulk changes').getAttribute('href')).toBe('/bulk-changes');
  });

  it('shows that it is loading', async () => {
    openApp('/bulk-changes/7', { GetBulkChange: () => never() });
    await finds('status', 'Loading');
  });
});

describe('a bulk change as text', () => {
  it('is a CSV file with the reasons, and empty cells for what was not known', () => {
    const { shopifyQuantity: _, ...uncounted } = aRow();
    const csv = rowsCsv([uncounted, ...ROWS.slice(2, 3)]);
    expect(csv.replace('\uFEFF', '').split('\r\n').slice(0, 3)).toEqual([
      'SKU,Product,Variant,Shopify before,Square before,Set to,Result,Why',
      'TEE-S,Tee,Small,,7,12,Changed,',
      'CAP,,,9,7,12,Not changed,Square is not connected.',
    ]);
  });

  it('has a page number only if the address has one', () => {
    expect(['', 'page=3', 'page=-1', 'page=x', 'page=1e9', 'page=99999999'].map((text) => readPage(new URLSearchParams(text)))).toEqual([
      0, 3, 0, 0, 0, 0,
    ]);
    expect(summarize(aChange({ undone: 1, undoable: 1 }))).toBe('2 of 4 variants changed. 1 undone. Can be undone until Dec 20 2026.');
  });
});

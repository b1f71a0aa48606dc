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
    tried: 0,
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
    squareProductName: '',
    squareVariantName: '',
    source: '',
    skuBefore: '',
    variants: 0,
    links: 0,
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
    shows(/level quantities, import counts or SKUs, link items, enable tracking for many variants, or exclude products/u);
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
    expect(inputsOf(calls, 'UndoBulkChange')).toEqual([{ id: '7', tried: 0 }]);
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

describe('links that were made', () => {
  const {
    shopifyQuantity: _,
    squareQuantity: __,
    to: ___,
    ...none
  } = aRow({ id: '', squareProductName: 'T-shirt', squareVariantName: 'S' });
  const LINKS = [
    none,
    {
      ...none,
      sku: '',
      productName: '',
      variantName: '',
      squareProductName: '',
      squareVariantName: '',
      state: 'refused',
      undoable: false,
      problem: 'Square has no such variant.',
    },
  ];
  const links = (change: Partial<BulkChange> = {}): BulkChange => aChange({ kind: 'link', rows: 2, set: 1, undoable: 1, ...change });

  it('are shown with both names and why one was not made, and are undone after a question that says what that does', async () => {
    let undone = false;
    const { calls } = openApp('/bulk-changes/7', {
      GetBulkChange: () => ({ change: links(undone ? { undone: 1, undoable: 0 } : {}), rows: LINKS }),
      UndoBulkChange: () => {
        undone = true;
        return links({ undone: 1, undoable: 0 });
      },
    });
    await finds('heading', /^Items linked, /u);
    shows(/1 of 2 links made\. Can be undone until Dec 20 2026\./u);
    const rows = within(await find('table', 'Links'))
      .getAllByRole('row')
      .slice(1);
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
    expect(cells[0]?.slice(1)).toEqual(['T-shirt · S', 'Linked']);
    expect(cells[0]?.[0]).toContain('Tee · Small');
    expect(cells[1]).toEqual([expect.stringContaining('Deleted since'), 'Deleted since', 'Not linkedSquare has no such variant.']);
    shows('Showing 1 - 2 of 2 links');
    press('Undo 1');
    const dialog = await find('dialog', 'Undo 1 link?');
    shows(/we keep each two separate: their sales no longer sync\. No quantity and no SKU changes\./u, dialog);
    press('Undo 1 link', dialog);
    await sees('1 link undone.');
    expect(inputsOf(calls, 'UndoBulkChange')).toEqual([{ id: '7', tried: 0 }]);
    await sees(/1 undone\./u);
    hasNo('button', /^Undo/u);
  });

  it('are a CSV file with the names of both sides', () => {
    expect(rowsCsv('link', LINKS).replace('\uFEFF', '').split('\r\n').slice(0, 3)).toEqual([
      'SKU,Shopify product,Shopify variant,Square product,Square variant,Result,Why',
      'TEE-S,Tee,Small,T-shirt,S,Linked,',
      ',,,,,Not linked,Square has no such variant.',
    ]);
  });
});

describe('SKUs that were set', () => {
  const { shopifyQuantity: _, squareQuantity: __, to: ___, ...none } = aRow({ id: '', source: 'square' });
  const SKUS = [
    { ...none, sku: 'TEE-1', skuBefore: 'OLD-1' },
    { ...none, sku: 'TEE-2', skuBefore: '', state: 'unconfirmed', problem: 'It may be set: the platform has not answered.' },
  ];
  const skus = (change: Partial<BulkChange> = {}): BulkChange => aChange({ kind: 'sku', rows: 2, ...change });

  it('are shown with the SKU before and after, and are undone in as many calls as it takes', async () => {
    const gate = Promise.withResolvers<BulkChange>();
    let undone = 0;
    const { calls } = openApp('/bulk-changes/7', {
      GetBulkChange: () => ({ change: skus({ undone, undoable: 2 - undone }), rows: SKUS }),
      UndoBulkChange: ({ tried }: { readonly tried: number }) => {
        undone = tried + 1;
        return tried === 0 ? skus({ undone: 1, undoable: 1, tried: 1 }) : gate.promise;
      },
    });
    await finds('heading', /^SKUs set, /u);
    shows(/2 of 2 SKUs set\./u);
    const rows = within(await find('table', 'SKUs'))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Tee · SmallSet.*SquareOLD-1TEE-1Set$/u),
      expect.stringMatching(/SquareNoneTEE-2Not confirmedIt may be set/u),
    ]);
    press('Undo 2');
    const dialog = await find('dialog', 'Undo 2 SKUs?');
    shows(/We write the former SKU back, or remove the SKU where there was none/u, dialog);
    press('Undo 2 SKUs', dialog);
    await sees('Undoing: 1 of 2 checked', dialog);
    gate.resolve(skus({ undone: 2, undoable: 0, tried: 2 }));
    await sees('2 SKUs undone.');
    expect(inputsOf(calls, 'UndoBulkChange')).toEqual([
      { id: '7', tried: 0 },
      { id: '7', tried: 1 },
    ]);
  });

  it('are a CSV file with the platform and both SKUs', () => {
    expect(rowsCsv('sku', SKUS).replace('\uFEFF', '').split('\r\n').slice(0, 3)).toEqual([
      'Platform,Product,Variant,SKU before,SKU set,Result,Why',
      'Square,Tee,Small,OLD-1,TEE-1,Set,',
      'Square,Tee,Small,,TEE-2,Not confirmed,It may be set: the platform has not answered.',
    ]);
  });
});

describe('products that were copied', () => {
  const { shopifyQuantity: _, squareQuantity: __, to: ___, ...none } = aRow({ id: '', source: 'square', undoable: false });
  const COPIED = [none, { ...none, sku: 'TEE-L', variantName: 'Large', state: 'refused', problem: 'It was there already.' }];

  it('are shown with where they were added and why one was not, and cannot be undone', async () => {
    const change = aChange({ kind: 'copy', rows: 2, set: 1, undoable: 0 });
    openApp('/bulk-changes/7', { GetBulkChange: () => ({ change, rows: COPIED }) });
    await finds('heading', /^Products copied, /u);
    shows(/1 of 2 variants added\. A copy cannot be undone here: delete what was added on Square\./u);
    const rows = within(await find('table', 'Variants'))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/SquareAdded$/u),
      expect.stringMatching(/SquareNot addedIt was there already\.$/u),
    ]);
    hasNo('button', /^Undo/u);
    expect(rowsCsv('copy', COPIED).replace('\uFEFF', '').split('\r\n').slice(0, 3)).toEqual([
      'Platform,Product,Variant,SKU,Result,Why',
      'Square,Tee,Small,TEE-S,Added,',
      'Square,Tee,Large,TEE-L,Not added,It was there already.',
    ]);
  });
});

describe('what was excluded', () => {
  const { shopifyQuantity: _, squareQuantity: __, to: ___, ...none } = aRow({ id: '', sku: '' });
  const ROW = { ...none, productName: 'everything with the tag “clearance”', variantName: '', variants: 1_200, links: 340 };

  it('is shown with how much that concerned, and is included again after a question', async () => {
    const change = aChange({ kind: 'exclude', rows: 1, set: 1, undoable: 1 });
    const { calls } = openApp('/bulk-changes/7', {
      GetBulkChange: () => ({ change, rows: [ROW] }),
      UndoBulkChange: () => ({ ...change, undone: 1, undoable: 0, tried: 1 }),
    });
    await finds('heading', /^Excluded from syncing, /u);
    shows(/1 of 1 exclusion made\./u);
    const [, row] = within(await find('table', 'Exclusions')).getAllByRole('row');
    expect(row?.textContent).toMatch(/^everything with the tag “clearance”Excluded1,200340Excluded$/u);
    press('Undo 1');
    const dialog = await find('dialog', 'Undo 1 exclusion?');
    shows('Links that were made by hand must be made again.', dialog);
    press('Undo 1 exclusion', dialog);
    await sees('1 exclusion undone.');
    expect(inputsOf(calls, 'UndoBulkChange')).toEqual([{ id: '7', tried: 0 }]);
  });

  it('is a CSV file with how much that concerned', () => {
    expect(rowsCsv('exclude', [ROW]).replace('\uFEFF', '').split('\r\n').slice(0, 2)).toEqual([
      'Excluded,Variants,Links ended,Result,Why',
      'everything with the tag “clearance”,1200,340,Excluded,',
    ]);
  });
});

describe('a bulk change as text', () => {
  it('is a CSV file with the reasons, and empty cells for what was not known', () => {
    const { shopifyQuantity: _, ...uncounted } = aRow();
    const csv = rowsCsv('count', [uncounted, ...ROWS.slice(2, 3)]);
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

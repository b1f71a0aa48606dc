import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { guessColumns, readCounts } from '../../../src/web/merchant/inventory/import-counts/count-rows';
import { planCsv, planImport } from '../../../src/web/merchant/inventory/import-counts/import-plan';
import { countsLeft } from '../../../src/web/merchant/inventory/import-counts/use-import';
import { inventoryCsv } from '../../../src/web/merchant/inventory/inventory-csv';
import { movedUnits } from '../../../src/web/merchant/inventory/level-state';
import { readTable } from '../../../src/web/shared/csv-file';
import { MAX_ROWS } from '../../../src/web/shared/csv-rows';
import { expectNoise } from '../../support/fail-on-noise';
import { aVariant } from '../support/builders';
import { inputsOf, refusal, type Answers } from '../support/fake-api';
import { find, finds, get, hasNo, press, pressFound, sees, shows } from '../support/page';
import { openApp } from '../support/render-app';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string): Uint8Array =>
  Uint8Array.from([0xff, 0xfe, ...Array.from(text, (letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]).flat()]);

function tableOf(text: string) {
  const read = readTable(bytes(text));
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

const countsOf = (text: string) => readCounts(tableOf(text), { sku: 0, count: 1 });

describe('a file of counts', () => {
  it.each([
    ['commas', bytes('SKU,Count\nA-1,5\n')],
    ['semicolons, a byte order mark, and Windows line ends', bytes('\uFEFFSKU;Count\r\nA-1;5\r\n')],
    ['tabs in UTF-16', utf16('SKU\tCount\r\nA-1\t5\r\n')],
    ['quotes, blank rows, and white space', bytes('\n"SKU","Count"\n\n" A-1 ", 5\n,\n\n')],
  ])('is read with %s', (_, file) => {
    const read = readTable(file);
    expect(read.ok && read.value.columns).toEqual(['SKU', 'Count']);
    expect(read.ok && read.value.rows.map(({ cells }) => cells)).toEqual([['A-1', '5']]);
  });

  it.each([
    ['workbook', Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0])],
    ['encoding', Uint8Array.from([...bytes('SKU,Count\nCaf'), 0xe9, ...bytes(',5\n')])],
    ['encoding', Uint8Array.from([...bytes('SKU,Count\nA'), 0, ...bytes(',5\n')])],
    ['open-quote', bytes('SKU,Count\n"A-1,5\nA-2,6\n')],
    ['no-columns', bytes('SKU\nA-1\nA-2\n')],
    ['empty', bytes('')],
    ['empty', bytes('SKU,Count\n\n,\n')],
    ['too-many-rows', bytes(`SKU,Count\n${'A,1\n'.repeat(MAX_ROWS + 1)}`)],
    ['too-large', new Uint8Array(10_000_001)],
  ])('is refused as %s', (problem, file) => {
    expect(readTable(file)).toEqual({ ok: false, error: problem });
  });

  it('has as many rows as are allowed', () => {
    expect(tableOf(`SKU,Count\n${'A,1\n'.repeat(MAX_ROWS)}`).rows).toHaveLength(MAX_ROWS);
  });

  it('names its columns, unless two have such a name or none has', () => {
    expect(guessColumns(tableOf('Product,Variant SKU,QTY\nTee,A-1,5\n'))).toEqual({ sku: 1, count: 2 });
    expect(guessColumns(tableOf('SKU,Count,Quantity\nA-1,5,6\n'))).toEqual({ sku: 0, count: null });
    expect(guessColumns(tableOf('Article,Pieces\nA-1,5\n'))).toEqual({ sku: null, count: null });
    // Our own export has two quantities, of which only a person knows the one that was corrected.
    expect(guessColumns(tableOf(inventoryCsv([{ productName: 'Tee', variant: aVariant({}) }])))).toEqual({ sku: 2, count: null });
  });

  it('gives whole counts; a blank one is none and not zero', () => {
    expect(countsOf('SKU,Count\nA-1,5\nA-2,0\nA-3,\nA-4,12.00\nA-5,-0\n"\'=A-6",7\n')).toEqual({
      counts: [
        { row: 2, sku: 'A-1', count: 5 },
        { row: 3, sku: 'A-2', count: 0 },
        { row: 5, sku: 'A-4', count: 12 },
        { row: 6, sku: 'A-5', count: 0 },
        { row: 7, sku: '=A-6', count: 7 },
      ],
      wrong: [],
      blank: 1,
    });
  });

  it('is wrong by row', () => {
    const { wrong } = countsOf(
      'SKU,Count\n,5\nA-1,five\nA-2,-3\nA-3,1.5\nA-4,1000001\nA-5,5\nA-5,6\nA-6,=1+1\nA-7,"1,204"\nA-8,1e3\nA-9,9999999999999999\n',
    );
    expect(wrong.map(({ row, problem }) => `${row} ${problem}`)).toEqual([
      '2 no-sku',
      '3 no-number',
      '4 negative',
      '5 not-whole',
      '6 too-large',
      '8 repeated',
      '9 no-number',
      '10 no-number',
      '11 no-number',
      '12 no-number',
    ]);
  });
});

const A = aVariant({ id: '1', sku: ' A-1 ', shopifyQuantity: 5, squareQuantity: 3, status: 'out_of_sync' });
const B = aVariant({ id: '2', sku: 'A-2', shopifyQuantity: 4, squareQuantity: 4 });
const C = aVariant({ id: '3', sku: 'A-3', squareId: '', status: 'only_shopify' });
const D = aVariant({ id: '4', sku: 'A-4', shopifyQuantity: 7, squareQuantity: 7 });
const listed = [A, B, C, D].map((variant) => ({ productName: 'Tee', variant }));
const names = new Map(listed.map((one) => [one.variant.id, one]));

describe('the plan of an import', () => {
  const counts = ['A-1', 'A-2', 'A-3', 'A-4', 'A-9'].map((sku, index) => ({ row: index + 2, sku, count: sku === 'A-4' ? 0 : 4 }));
  const plan = planImport(counts, listed);

  it('sets both sides where one differs, and says why rows are left out', () => {
    expect(plan.steps).toEqual([
      { id: '1', shopifyQuantity: 5, squareQuantity: 3, to: 4 },
      { id: '4', shopifyQuantity: 7, squareQuantity: 7, to: 0 },
    ]);
    expect(plan.equal).toBe(1);
    expect(plan.leftOut.map(({ row, why }) => [row, why])).toEqual([
      [4, 'not-synced'],
      [6, 'unknown'],
    ]);
    expect(
      planImport([{ row: 2, sku: 'A-2', count: 9 }], [...listed, { productName: 'Tee', variant: { ...B, id: '9' } }]).leftOut,
    ).toMatchObject([{ why: 'ambiguous' }]);
    // A blank SKU matches nothing.
    expect(planImport([], [{ productName: 'Tee', variant: aVariant({ sku: '' }) }]).steps).toEqual([]);
  });

  it('keeps the rows that may be set again: those that changed or were not confirmed', () => {
    const outcome = (kind: string) => ({ id: '1', outcome: kind, problem: '' });
    const [first, , , fourth] = counts;
    expect(countsLeft(plan, new Map())).toEqual([first, fourth]);
    expect(countsLeft(plan, new Map([['1', outcome('taken')]]))).toEqual([fourth]);
    expect(
      countsLeft(
        plan,
        new Map([
          ['1', outcome('stale')],
          ['4', outcome('refused')],
        ]),
      ),
    ).toEqual([first]);
  });

  it('is summed up by platform, and written to a file', () => {
    expect(movedUnits(plan.steps)).toEqual([
      { source: 'shopify', more: 0, fewer: 8, toZero: 1 },
      { source: 'square', more: 1, fewer: 7, toZero: 1 },
    ]);
    const lines = planCsv(plan, names, new Map([['1', { id: '1', outcome: 'taken', problem: '' }]])).split('\r\n');
    expect(lines[1]).toMatch(/^ A-1 ,Tee,.*,5,3,4,Set$/u);
    expect(lines[2]).toMatch(/^A-4,Tee,.*,7,7,0,Not confirmed$/u);
    expect(lines[4]).toBe('A-9,,,,,4,no variant has this SKU');
  });
});

const LISTED: Answers = { GetInventory: () => ({ products: [{ name: 'Tee', variants: [A, B, C, D] }], hasNextPage: false }) };

// The test page has no layout, and a list without height renders no rows.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function choose(text: string): Promise<HTMLElement> {
  await pressFound('Import counts');
  const drawer = await find('dialog', 'Import counts');
  const input = drawer.querySelector('input[type=file]');
  if (input === null) throw new Error('no box for a file');
  fireEvent.change(input, { target: { files: [new File([text], 'counts.csv')] } });
  return drawer;
}

describe('importing counts', () => {
  it('previews every change before anything is written, and shows the result of each row', async () => {
    const { calls } = openApp('/inventory', {
      ...LISTED,
      LevelVariants: () => ({
        outcomes: [
          { id: '1', outcome: 'taken' },
          { id: '4', outcome: 'stale' },
        ],
        bulkChangeId: '8',
      }),
    });
    const drawer = await choose('SKU,Count\nA-1,4\nA-2,4\nA-4,0\nA-9,1\n');
    await sees('4 rows with a count.', drawer);
    press('Preview changes', drawer);
    await sees('2 variants will change', drawer);
    shows(/Shopify: 0 more, 8 fewer, 1 to zero\. Square: 1 more, 7 fewer, 1 to zero\. 1 variant already has its count/u, drawer);
    await finds('img', 'Square: 3 to 4', drawer);
    shows('Row 5, A-9: no variant has this SKU', drawer);
    expect(inputsOf(calls, 'LevelVariants')).toEqual([]);
    press('Set 2 counts', drawer);
    await sees('Setting 1 count', drawer);
    expect(inputsOf(calls, 'LevelVariants')).toEqual([
      {
        steps: [
          { id: '1', shopifyQuantity: 5, squareQuantity: 3, to: 4 },
          { id: '4', shopifyQuantity: 7, squareQuantity: 7, to: 0 },
        ],
        kind: 'count',
        bulkChangeId: '',
      },
    ]);
    expect(get('link', 'See or undo this change', drawer).getAttribute('href')).toBe('/bulk-changes/8');
    // Only what changed in the meantime is planned again: what was set may have sold since.
    press('Preview 1 variant again', drawer);
    await sees('1 variant will change', drawer);
    await finds('img', 'Square: 7 to 0', drawer);
    hasNo('img', 'Square: 3 to 4', drawer);
  });

  it('imports nothing while a row is wrong', async () => {
    openApp('/inventory', LISTED);
    const drawer = await choose('SKU,Count\nA-1,4\nA-2,lots\n');
    await sees('1 row cannot be imported', drawer);
    shows('Row 3: “lots” is not a whole number', drawer);
    expect(get<HTMLButtonElement>('button', 'Preview changes', drawer).disabled).toBe(true);
    press('Choose another file', drawer);
    await sees(/You see every change before anything is written/u, drawer);
  });

  it('asks for the columns where their names do not tell', async () => {
    openApp('/inventory', LISTED);
    const drawer = await choose('Article,Pieces\nA-1,4\n');
    const next = await find<HTMLButtonElement>('button', 'Preview changes', drawer);
    expect(next.disabled).toBe(true);
    fireEvent.change(get('combobox', 'Column with SKUs', drawer), { target: { value: '0' } });
    fireEvent.change(get('combobox', 'Column with counts', drawer), { target: { value: '0' } });
    shows('SKUs and counts cannot be in the same column.', drawer);
    fireEvent.change(get('combobox', 'Column with counts', drawer), { target: { value: '1' } });
    await waitFor(() => expect(next.disabled).toBe(false));
  });

  it('says what a file is that cannot be read', async () => {
    openApp('/inventory', LISTED);
    const drawer = await choose('PK\u0003\u0004 a workbook');
    await sees(/It is a workbook, not a CSV file/u, drawer);
  });

  it('says how far it came when a call fails, and previews the rest again', async () => {
    expectNoise(/importing counts/u);
    const { calls } = openApp('/inventory', { ...LISTED, LevelVariants: () => refusal('unavailable', 'The shop is busy.') });
    const drawer = await choose('SKU,Count\nA-1,4\n');
    await pressFound('Preview changes', drawer);
    await pressFound('Set 1 count', drawer);
    await sees('Not all counts were confirmed.', drawer);
    shows(/The shop is busy\..* 1 variant was not confirmed as set/u, drawer);
    press('Preview 1 variant again', drawer);
    await sees('1 variant will change', drawer);
    expect(inputsOf(calls, 'LevelVariants')).toHaveLength(1);
  });
});

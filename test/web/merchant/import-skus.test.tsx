import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { JoinedVariant, Variant } from '../../../src/gen/sh/common_pb';
import type { InventoryVariant } from '../../../src/gen/sh/inventory_pb';
import { planCsv, planImport } from '../../../src/web/merchant/issues/import-skus/import-plan';
import { collectSkus } from '../../../src/web/merchant/issues/import-skus/sku-catalog';
import { guessColumns, readSkus } from '../../../src/web/merchant/issues/import-skus/sku-rows';
import { issuesCsv } from '../../../src/web/merchant/issues/state';
import { readTable } from '../../../src/web/shared/csv-file';
import { unguarded } from '../../../src/web/shared/csv-rows';
import { expectNoise } from '../../support/fail-on-noise';
import { aDetail, aSide, aSnapshot, aStatus, aVariant } from '../support/builders';
import { inputsOf, refusal, type Answers, type SeenCall } from '../support/fake-api';
import { find, finds, get, hasNo, has, hides, press, pressFound, sees, shows } from '../support/page';
import { openApp } from '../support/render-app';
import { captureFiles } from '../support/saved-files';

const gid = (number: number): string => `gid://shopify/ProductVariant/${number}`;

function tableOf(text: string) {
  const read = readTable(new TextEncoder().encode(text));
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

const skusOf = (text: string, source: 'shopify' | 'square' = 'shopify') => readSkus(tableOf(text), { id: 0, sku: 1 }, source);

describe('a file of SKUs', () => {
  it('names its columns, our own export’s first, unless two have such a name or none has', () => {
    expect(guessColumns(tableOf(issuesCsv([aSide()])), 'square')).toEqual([3, 0]);
    expect(guessColumns(tableOf('SKU,Shopify variant ID,Square variation ID\nA,1,B\n'), 'shopify')).toEqual([1, 0]);
    expect(guessColumns(tableOf('SKU,Shopify variant ID,Square variation ID\nA,1,B\n'), 'square')).toEqual([2, 0]);
    expect(guessColumns(tableOf('Variant ID,SKU,New SKU\n1,A,B\n'), 'shopify')).toEqual([0, null]);
    expect(guessColumns(tableOf('Number,Article\n1,A\n'), 'shopify')).toEqual([null, null]);
  });

  it('gives IDs as the platform has them; a blank SKU is none', () => {
    expect(skusOf(`ID,SKU\n71,A-1\n${gid(72)}, A-2 \n73,\n74,"'=A-4"\n,\n`)).toEqual({
      skus: [
        { row: 2, id: gid(71), sku: 'A-1' },
        { row: 3, id: gid(72), sku: 'A-2' },
        { row: 5, id: gid(74), sku: '=A-4' },
      ],
      wrong: [],
      blank: 1,
    });
    expect(skusOf('ID,SKU\nSQ71,A-1\n', 'square').skus).toEqual([{ row: 2, id: 'SQ71', sku: 'A-1' }]);
  });

  it('is wrong by row', () => {
    const { wrong } = skusOf(
      [
        'ID,SKU',
        ',A-1',
        '4.12E+13,A-2',
        '"4,12E+13",A-3',
        'gid://shopify/Product/7,A-4',
        'Medium,A-5',
        '71,1.23457E+11',
        `72,${'A'.repeat(256)}`,
        '73,"A\n1"',
        '74,A-6',
        `${gid(74)},A-7`,
        '75,A-6',
      ].join('\n'),
    );
    expect(wrong.map(({ problem }) => problem).join(' ')).toBe(
      'no-id damaged-id damaged-id no-such-id no-such-id damaged-sku refused refused repeated-id repeated-sku',
    );
    const square = skusOf(`ID,SKU\n${gid(71)},A-1\n${'S'.repeat(193)},A-2\n4.12E+13,A-3\n`, 'square');
    expect(square.wrong.map(({ problem }) => problem)).toEqual(['no-such-id', 'no-such-id', 'damaged-id']);
  });

  it('has the SKUs of our own export as the platform writes them', () => {
    for (const sku of ['=A', '-1', '@A', '\uFF1DA', 'A;=B', 'A; -B', "A'B", 'A"B', 'A,B', 'Ä-1']) {
      const table = tableOf(issuesCsv([aSide({ sku })]));
      expect(readSkus(table, { id: 3, sku: 0 }, 'shopify').skus).toMatchObject([{ sku }]);
    }
    expect(unguarded("'quoted")).toBe("'quoted");
  });
});

const alone = (number: number, change: Partial<InventoryVariant> = {}): InventoryVariant =>
  aVariant({
    id: String(number),
    shopifyId: gid(number),
    squareId: '',
    name: `Size ${number}`,
    sku: '',
    squareProductStatus: '',
    status: 'only_shopify',
    ...change,
  });
const onSquare = (sku: string, change: Partial<InventoryVariant> = {}): InventoryVariant =>
  aVariant({ id: `9${sku}`, shopifyId: '', squareId: `SQ-${sku}`, sku, shopifyProductStatus: '', status: 'only_square', ...change });

const ALL = [
  alone(71),
  alone(72),
  alone(73, { sku: ' TEE-S ' }),
  alone(74),
  aVariant({ id: '75', shopifyId: gid(75), squareId: 'SQ75', sku: 'MUG', name: 'Mug' }),
  onSquare('TEE-M'),
  onSquare('TEE-X'),
  onSquare('TEE-X', { id: '99', squareId: 'SQ-2' }),
];
const ARCHIVED = [alone(79, { sku: 'OLD', shopifyProductStatus: 'archived', name: 'Old' })];
const row = (id: number, sku: string) => ({ row: id, id: gid(id), sku });
const catalogOf = (variants: readonly InventoryVariant[]) => collectSkus('shopify', [{ name: 'Tee', variants: [...variants] }], []);

describe('the plan of an import of SKUs', () => {
  const plan = planImport(
    [row(71, 'TEE-M'), row(72, 'OLD'), row(73, 'TEE-S'), row(74, 'TEE-X'), row(75, 'MUG-1'), row(99, 'A')],
    catalogOf([...ALL, ...ARCHIVED]),
  );

  it('leaves out unknown IDs and SKUs that another variant has, also an archived one', () => {
    expect(plan.leftOut).toMatchObject([
      { id: gid(72), why: 'taken', holder: 'Tee · Old' },
      { id: gid(99), why: 'unknown' },
    ]);
    expect(plan.equal).toBe(1);
  });

  it('knows which variants will be linked, which cannot be, and which are now', () => {
    expect(plan.steps.map(({ sku, links, variant }) => [sku, links, variant.linked])).toEqual([
      ['TEE-M', true, false],
      ['TEE-X', false, false],
      ['MUG-1', false, true],
    ]);
    expect(plan.blocked).toBe(1);
    // The other platform's variant may be linked, archived, or written in another case.
    const linkedThere = aVariant({ id: '76', shopifyId: gid(76), squareId: 'SQ76', sku: 'cap' });
    const other = (variant: InventoryVariant) => planImport([row(71, 'CAP')], catalogOf([alone(71), variant]));
    expect(other(linkedThere)).toMatchObject({ steps: [{ links: false }], blocked: 1 });
    expect(other(onSquare('CAP', { squareProductStatus: 'archived' }))).toMatchObject({ steps: [{ links: false }], blocked: 1 });
    expect(other(onSquare('cap'))).toMatchObject({ steps: [{ links: true }], blocked: 0 });
    expect(other(onSquare('CAPS'))).toMatchObject({ steps: [{ links: false }], blocked: 0 });
  });

  it('knows the SKU of either side of a link where the list of issues shows it', () => {
    const listed = aSide({ source: 'square', id: 'SQ75', sku: '', productId: 'ITEM', productName: 'Mugs', name: 'Blue' });
    const square = collectSkus('square', [{ name: 'Tee', variants: [...ALL] }], [listed]);
    const { steps } = planImport([{ row: 2, id: 'SQ75', sku: 'MUG' }], square);
    expect(steps).toMatchObject([{ variant: { sku: '', productName: 'Mugs', productId: 'ITEM', linked: true } }]);
  });

  it('is written to a file, with the result of each row', () => {
    const planned = planCsv(plan, null).split('\r\n');
    expect(planned[0]).toBe('\uFEFFRow,Variant ID,Product,Variant,SKU before,SKU,Links with Square,Result');
    expect(planned[1]).toBe(`71,${gid(71)},Tee,Size 71,,TEE-M,Yes,Planned`);
    expect(planned[4]).toBe(`72,${gid(72)},,,,OLD,,Tee · Old has this SKU already`);
    const lines = planCsv(
      plan,
      new Map([[gid(71), { kind: 'set' }] as const, [gid(74), { kind: 'refused', message: 'No.' }] as const]),
    ).split('\r\n');
    expect(lines.slice(1, 4).map((line) => line.split(',').at(-1))).toEqual(['Set', 'Refused: No.', 'Not tried']);
  });
});

/** A shop whose SKUs can be set; `answers` replaces calls. */
function aShop(answers: Answers = {}) {
  const skus = new Map<string, string>();
  const side = (number: number): Variant => aSide({ id: gid(number), name: `Size ${number}`, sku: skus.get(gid(number)) ?? '' });
  const detail = (variantId: string): JoinedVariant =>
    aDetail({ shopify: aSide({ id: variantId, sku: skus.get(variantId) ?? '' }), square: undefined });
  const all: Answers = {
    GetMissingSkuCounts: () => ({ shopify: 3 }),
    GetIssues: () => {
      const variants = [71, 72, 74].map(side).filter(({ sku }) => sku === '');
      return { total: variants.length, variants };
    },
    GetInventory: ({ view }: { view: string }) => {
      const variants = (view === 'all' ? ALL : ARCHIVED).map((one) => ({ ...one, sku: skus.get(one.shopifyId) ?? one.sku }));
      return { products: [{ name: 'Tee', variants }], hasNextPage: false };
    },
    GetVariantDetail: ({ variantId }: { variantId: string }) => detail(variantId),
    SaveSku: ({ shopifyVariantId, sku }: { shopifyVariantId: string; sku: string }) => {
      skus.set(shopifyVariantId, sku);
      return {};
    },
    ...answers,
  };
  return { skus, answers: all };
}

const KEY: unknown = expect.stringMatching(/^[\da-f-]{36}$/u);
const saved = (calls: readonly SeenCall[]) => inputsOf(calls, 'SaveSku').map((input) => (input as { readonly sku: string }).sku);

// The test page has no layout, and a list without height renders no rows.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function choose(text: string): Promise<HTMLElement> {
  await pressFound('Import SKUs');
  const drawer = await find('dialog', 'Import SKUs');
  chooseIn(drawer, text);
  return drawer;
}

function chooseIn(drawer: HTMLElement, text: string): void {
  const input = drawer.querySelector('input[type=file]');
  if (input === null) throw new Error('no box for a file');
  fireEvent.change(input, { target: { files: [new File([text], 'skus.csv')] } });
}

/** Opens the page, chooses a file, and previews it. */
async function preview(answers: Answers, text: string) {
  const { calls } = openApp('/issues', answers);
  const drawer = await choose(text);
  await pressFound('Preview changes', drawer);
  return { calls, drawer };
}

const THREE = 'Variant ID,SKU\n71,TEE-M\n72,TEE-L\n74,TEE-4\n';

describe('importing SKUs', () => {
  it('previews every change before anything is written, sets one platform’s SKUs, and reloads the list', async () => {
    const shop = aShop();
    const { calls, drawer } = await preview(shop.answers, `Variant ID,SKU\n71,TEE-M\n72,TEE-L\n73,TEE-S\n74,OLD\n75,MUG-1\n76,A\n77,\n`);
    await sees('3 SKUs will be set on Shopify', drawer);
    shows('1 variant already has its SKU.', drawer);
    shows('1 of the new SKUs is on Square too', drawer);
    shows(/We link this variant with Square\. From then on, its stock syncs/u, drawer);
    shows('1 of these variants is linked with Square now', drawer);
    shows('2 rows left out', drawer);
    shows(`Row 5, OLD (${gid(74)}): Tee · Old has this SKU already`, drawer);
    shows(`Row 7, A (${gid(76)}): we know no Shopify variant with this ID`, drawer);
    shows(/the SKU becomes the barcode too/u, drawer);
    has('img', 'SKU: none to TEE-M', drawer);
    has('img', 'SKU: MUG to MUG-1', drawer);
    shows('Links with Square', drawer);
    expect(saved(calls)).toEqual([]);
    shop.skus.set(gid(75), 'MUG');
    press('Set 3 SKUs', drawer);
    await sees('3 SKUs set', drawer);
    expect(inputsOf(calls, 'SaveSku')).toEqual([
      { shopifyVariantId: gid(71), squareVariantId: '', sku: 'TEE-M', bulkKey: KEY },
      { shopifyVariantId: gid(72), squareVariantId: '', sku: 'TEE-L', bulkKey: KEY },
      { shopifyVariantId: gid(75), squareVariantId: '', sku: 'MUG-1', bulkKey: KEY },
    ]);
    expect(get('link', 'See or undo this change', drawer).getAttribute('href')).toBe('/bulk-changes');
    hasNo('button', /again$/u, drawer);
    await waitFor(() => expect(inputsOf(calls, 'GetAccountStatus').length).toBeGreaterThan(1));
  });

  it('sets Square’s SKUs in the list of Square', async () => {
    const missing = aSide({ source: 'square', id: 'SQ1', sku: '', productId: 'ITEM1' });
    const { answers } = aShop({
      GetIssues: () => ({ total: 1, variants: [missing] }),
      GetInventory: () => ({ products: [{ name: 'Tee', variants: [onSquare('', { squareId: 'SQ1' })] }], hasNextPage: false }),
      GetVariantDetail: () => aDetail({ shopify: undefined, square: missing }),
    });
    const { calls } = openApp('/issues?view=missing_skus&source=square', answers);
    const drawer = await choose('Variant ID,SKU\nSQ1,TEE-9\n');
    await pressFound('Preview changes', drawer);
    await sees('1 SKU will be set on Square', drawer);
    shows('None of the new SKUs links a variant with Shopify, so no stock starts to sync.', drawer);
    hides(/barcode/u, drawer);
    press('Set 1 SKU', drawer);
    await sees('1 SKU set', drawer);
    expect(inputsOf(calls, 'GetVariantDetail')).toEqual([{ source: 'square', variantId: 'SQ1', productId: 'ITEM1' }]);
    expect(inputsOf(calls, 'SaveSku')).toEqual([{ shopifyVariantId: '', squareVariantId: 'SQ1', sku: 'TEE-9', bulkKey: KEY }]);
  });

  it('imports the exported list once its SKUs are filled in', async () => {
    const files = captureFiles();
    const { answers } = aShop();
    const { calls } = openApp('/issues', answers);
    await pressFound('Export CSV');
    await sees('Exported 3 variants');
    await vi.waitFor(() => expect(files).toHaveLength(1));
    const text = files[0]?.text ?? '';
    // The first two get a SKU, and the last one stays blank.
    const drawer = await choose(text.replace('\r\n,', '\r\nTEE-M,').replace('\r\n,', '\r\nTEE-L,'));
    await sees('2 rows with a SKU, 1 row without, left out.', drawer);
    press('Preview changes', drawer);
    await pressFound('Set 2 SKUs', drawer);
    await sees('2 SKUs set', drawer);
    expect(saved(calls)).toEqual(['TEE-M', 'TEE-L']);
  });

  it('imports nothing while a row is wrong, and says why', async () => {
    const { calls } = openApp('/issues', aShop().answers);
    const lines = [',A-1', '4.12E+13,A-2', 'Medium,A-3', `71,${'A'.repeat(256)}`, '72,"A\t4"', '73,A-5', '73,A-6', '74,A-5', '75,1.2E+11'];
    const drawer = await choose(`Variant ID,SKU\n76,GOOD\n${lines.join('\n')}\n`);
    await sees('8 rows cannot be imported', drawer);
    shows(/Until every row is right, none is imported\./u, drawer);
    shows('Row 3: the SKU A-1 without a variant ID', drawer);
    shows(/^Row 4: your spreadsheet shortened the variant ID to “4\.12E\+13”\./u, drawer);
    shows('Row 5: “Medium” is not the ID of a Shopify variant', drawer);
    shows('Row 6: The SKU must not be longer than 255 characters; it has 256.', drawer);
    shows('Row 7: The SKU must not contain line breaks or other control characters.', drawer);
    shows(`Row 9: the variant ID ${gid(73)} is in the file twice`, drawer);
    shows('Row 10: the SKU A-5 is in the file twice', drawer);
    shows(/^Row 11: your spreadsheet shortened the SKU to “1\.2E\+11”\./u, drawer);
    expect(get<HTMLButtonElement>('button', 'Preview changes', drawer).disabled).toBe(true);
    expect(inputsOf(calls, 'GetInventory')).toEqual([]);
    press('Choose another file', drawer);
    await sees(/You see every change before anything is written/u, drawer);
  });

  it('asks for the columns where their names do not tell, and says what a file is that cannot be read', async () => {
    openApp('/issues', aShop().answers);
    const drawer = await choose('PK\u0003\u0004 a workbook');
    await sees(/It is a workbook, not a CSV file/u, drawer);
    chooseIn(drawer, 'Number,Article\n71,TEE-M\n');
    fireEvent.change(await find('combobox', 'Column with Shopify variant IDs', drawer), { target: { value: '0' } });
    fireEvent.change(get('combobox', 'Column with SKUs', drawer), { target: { value: '0' } });
    shows('Variant IDs and SKUs cannot be in the same column.', drawer);
    fireEvent.change(get('combobox', 'Column with SKUs', drawer), { target: { value: '1' } });
    await sees('1 row with a SKU.', drawer);
  });

  it('says that a file could not be read', async () => {
    openApp('/issues', aShop().answers);
    vi.spyOn(File.prototype, 'slice').mockImplementation(() => {
      throw new Error('The file changed.');
    });
    const drawer = await choose('Variant ID,SKU\n71,TEE-M\n');
    await sees(/^It could not be read\. Close it in other programs/u, drawer);
  });

  it('does not preview without the catalog, and says what it does not know about the other platform', async () => {
    expectNoise(/reading the catalog for an import: unavailable/u);
    let down = true;
    const shop = aShop();
    const { drawer } = await preview(
      {
        ...shop.answers,
        GetAccountStatus: () => aStatus({ snapshots: [aSnapshot('shopify'), aSnapshot('square', { state: 'running' })] }),
        GetInventory: (input: never) => (down ? refusal('unavailable', 'Wait a moment.') : (shop.answers['GetInventory']?.(input) ?? {})),
      },
      THREE,
    );
    await sees('The changes could not be previewed.', drawer);
    shows(/^Wait a moment\./u, drawer);
    shows('Nothing has been changed. Try again.', drawer);
    down = false;
    press('Preview changes', drawer);
    await sees('3 SKUs will be set on Shopify', drawer);
    shows(/We have not read all of Square’s catalog yet/u, drawer);
    hides(/None of the new SKUs/u, drawer);
  });

  it('has nothing to set when every row is set or left out', async () => {
    const { drawer } = await preview(aShop().answers, 'Variant ID,SKU\n73,TEE-S\n99,A\n');
    await sees('No SKUs to set', drawer);
    hasNo('button', /^Set/u, drawer);
    hides(/SKU changes before we set it/u, drawer);
  });

  it('leaves a variant alone whose SKU changed meanwhile, and previews it again', async () => {
    const shop = aShop();
    const { calls, drawer } = await preview(shop.answers, THREE);
    await sees('3 SKUs will be set on Shopify', drawer);
    shop.skus.set(gid(72), 'BY-HAND');
    press('Set 3 SKUs', drawer);
    await sees('2 SKUs set', drawer);
    shows('1 variant no longer had the SKU from the preview and was not touched.', drawer);
    shows('Changed since preview', drawer);
    expect(saved(calls)).toEqual(['TEE-M', 'TEE-4']);
    press('Preview 1 variant again', drawer);
    await finds('img', 'SKU: BY-HAND to TEE-L', drawer);
    hasNo('img', 'SKU: none to TEE-M', drawer);
  });

  it('goes on after a refusal, with the server’s words', async () => {
    expectNoise(/importing a sku: already_exists/u);
    expectNoise(/reading a variant for an import: not_found/u);
    const shop = aShop();
    const { calls, drawer } = await preview(
      {
        ...shop.answers,
        GetVariantDetail: (input: { variantId: string }) =>
          input.variantId === gid(72)
            ? refusal('not_found', 'It is gone.', 'req-3')
            : (shop.answers['GetVariantDetail']?.(input as never) ?? {}),
        SaveSku: ({ sku }: { sku: string }) => (sku === 'TEE-M' ? refusal('already_exists', 'Shopify has it.', 'req-2') : {}),
      },
      THREE,
    );
    await pressFound('Set 3 SKUs', drawer);
    await sees('1 SKU set', drawer);
    shows('2 SKUs refused', drawer);
    shows('Row 2, TEE-M: Shopify has it. Reference: req-2', drawer);
    shows('Row 3, TEE-L: It is gone. Reference: req-3', drawer);
    expect(saved(calls)).toEqual(['TEE-M', 'TEE-4']);
    hasNo('button', /again$/u, drawer);
  });

  it('sets two at once at most, shows how far it is, and stops after those that are running', async () => {
    const pending: (() => void)[] = [];
    const shop = aShop({ SaveSku: () => new Promise<object>((resolve) => pending.push(() => resolve({}))) });
    const { calls, drawer } = await preview(shop.answers, 'Variant ID,SKU\n71,A-1\n72,A-2\n73,A-3\n74,A-4\n');
    shop.skus.set(gid(73), 'TEE-S');
    await pressFound('Set 4 SKUs', drawer);
    await waitFor(() => expect(pending).toHaveLength(2));
    shows('Setting SKUs: 0 of 4', drawer);
    // It cannot be closed while SKUs are being set.
    press('Close', drawer);
    pending[0]?.();
    await sees('Setting SKUs: 1 of 4', drawer);
    await waitFor(() => expect(pending).toHaveLength(3));
    press('Stop', drawer);
    shows('Stopping after the SKUs that are being set now', drawer);
    pending[1]?.();
    pending[2]?.();
    await sees('3 SKUs set', drawer);
    shows('1 SKU not tried.', drawer);
    shows('Not tried', drawer);
    expect(saved(calls)).toEqual(['A-1', 'A-2', 'A-3']);
    has('button', 'Preview 1 variant again', drawer);
  });

  it('ends when the connection is lost, and says what is not confirmed and what was not tried', async () => {
    expectNoise(/importing a sku: unreachable/u);
    const shop = aShop();
    const { calls, drawer } = await preview(
      {
        ...shop.answers,
        GetVariantDetail: async (input: { variantId: string }) => {
          // The second row is read while the first one is being set, and never tried.
          if (input.variantId !== gid(71)) await new Promise((resolve) => setTimeout(resolve, 50));
          return shop.answers['GetVariantDetail']?.(input as never) ?? {};
        },
        SaveSku: () => refusal('UNKNOWN', 'Failed to fetch'),
      },
      THREE,
    );
    await pressFound('Set 3 SKUs', drawer);
    await sees('The import stopped early.', drawer);
    shows('Preview the rest again to see which SKUs are set.', drawer);
    shows('No SKUs confirmed', drawer);
    shows('1 SKU not confirmed. 2 SKUs not tried.', drawer);
    shows('Not confirmed', drawer);
    expect(saved(calls)).toEqual(['TEE-M']);
    // It was set after all.
    shop.skus.set(gid(71), 'TEE-M');
    press('Preview 3 variants again', drawer);
    await sees('2 SKUs will be set on Shopify', drawer);
    shows('1 variant already has its SKU.', drawer);
  });

  it('ends at the rate limit', async () => {
    expectNoise(/reading a variant for an import: resource_exhausted/u);
    const { calls, drawer } = await preview(
      aShop({ GetVariantDetail: () => refusal('resource_exhausted', 'Too many calls within a minute.') }).answers,
      THREE,
    );
    await pressFound('Set 3 SKUs', drawer);
    await sees('The import stopped early.', drawer);
    shows(/^Too many calls within a minute\./u, drawer);
    shows('3 SKUs not tried.', drawer);
    expect(saved(calls)).toEqual([]);
  });

  it('says what was set when the session ends', async () => {
    expectNoise(/importing a sku: unauthenticated/u);
    const { drawer } = await preview(
      aShop({ SaveSku: ({ sku }: { sku: string }) => (sku === 'TEE-M' ? {} : refusal('unauthenticated', 'Sign in first.')) }).answers,
      THREE,
    );
    await pressFound('Set 3 SKUs', drawer);
    await sees('The SKU import stopped.');
    shows('1 set, 0 changed in the meantime, 0 refused, 1 not confirmed, 1 not tried');
    hasNo('dialog');
  });

  it('ends when the page is left, and says what was set', async () => {
    const pending: (() => void)[] = [];
    const shop = aShop({ SaveSku: () => new Promise<object>((resolve) => pending.push(() => resolve({}))) });
    const { calls, drawer } = await preview(shop.answers, THREE);
    await pressFound('Set 3 SKUs', drawer);
    await waitFor(() => expect(pending).toHaveLength(2));
    window.history.pushState({}, '', '/help');
    await waitFor(() => hasNo('dialog'));
    for (const answer of pending) answer();
    await sees('2 set, 0 changed in the meantime, 0 refused, 0 not confirmed, 1 not tried');
    expect(saved(calls)).toEqual(['TEE-M', 'TEE-L']);
  });

  it('is offered for missing and duplicate SKUs alone', async () => {
    openApp('/issues?view=duplicate_skus', aShop().answers);
    await finds('button', 'Import SKUs');
    window.history.pushState({}, '', '/issues?view=inventory_disabled');
    await finds('heading', 'Shopify Variants with Inventory Tracking Disabled');
    hasNo('button', 'Import SKUs');
  });
});

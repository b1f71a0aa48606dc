import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Variant } from '../../../src/gen/sh/common_pb';
import type { IssueRequest } from '../../../src/gen/sh/issues_pb';
import { rowsCsv } from '../../../src/web/merchant/bulk-changes/export';
import { expectNoise } from '../../support/fail-on-noise';
import { aSide, aVariant } from '../support/builders';
import { inputsOf, refusal, type Answers } from '../support/fake-api';
import { click, find, finds, get, hasNo, hides, press, pressFound, sees, shows } from '../support/page';
import { openApp } from '../support/render-app';
import { captureFiles, csvLines } from '../support/saved-files';

const KEY = '00000000-0000-4000-8000-000000000001';
const gid = (n: number): string => `gid://shopify/ProductVariant/${n}`;
const here = (n: number): Variant => aSide({ id: gid(n), name: `Size ${n}`, sku: `TEE-${n}`, inventoryTracked: false });
const THERE = aSide({ source: 'square', id: 'SQ1', name: 'Size 1', sku: 'TEE-1', inventoryTracked: false });
const COUNTS: Answers = {
  GetMissingSkuCounts: () => ({}),
  GetDuplicateSkuCounts: () => ({}),
  GetInventoryDisabledSkuCounts: () => ({ shopify: 3, square: 1 }),
};
/** Two pages of Shopify's, one of Square's. */
const UNTRACKED: Answers = {
  ...COUNTS,
  GetIssues: ({ source, offset }: IssueRequest) =>
    source === 'square' ? { total: 1, variants: [THERE] } : { total: 3, variants: offset === 0 ? [here(1), here(2)] : [here(3)] },
};

const call = (source: string, variantId: string) => ({ source, variantId, trackInventory: true, bulkKey: KEY });

beforeEach(() => {
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(KEY);
  // The test page has no layout, and a list without height renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const resultsOf = async (): Promise<(string | null)[]> =>
  within(await find('region', 'Results'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('tracking enabled for many variants', () => {
  it('lists first what a platform does not track and what follows, and enables what is selected as one bulk change', async () => {
    expectNoise(/enabling inventory tracking: failed_precondition/u);
    const { calls } = openApp('/issues?view=inventory_disabled', {
      ...UNTRACKED,
      SetInventoryTracking: ({ variantId }: { readonly variantId: string }) =>
        variantId === gid(2) ? refusal('failed_precondition', 'Another service manages this stock.', 'req-1') : {},
    });
    await pressFound('Enable tracking');
    const drawer = await find('dialog', 'Enable inventory tracking');
    await sees('3 variants will be tracked', drawer);
    shows('3 on Shopify', drawer);
    shows(/This is often 0, which shows as sold out/u, drawer);
    shows(/Undoing disables tracking again where it is still enabled and was not set here since/u, drawer);
    click(get('checkbox', 'Tee · Size 3, on Shopify', drawer));
    shows('2 variants will be tracked', drawer);
    expect(inputsOf(calls, 'SetInventoryTracking')).toEqual([]);
    const files = captureFiles();
    press('Download CSV', drawer);
    await vi.waitFor(() => expect(files).toHaveLength(1));
    expect(csvLines(files[0]?.text ?? '')).toEqual([
      'Platform,Product,Variant,SKU',
      'Shopify,Tee,Size 1,TEE-1',
      'Shopify,Tee,Size 2,TEE-2',
    ]);
    const lists = inputsOf(calls, 'GetIssues').length;
    press('Enable tracking for 2 variants', drawer);
    await sees('Tracking enabled for 1 variant', drawer);
    shows('1 variant refused.', drawer);
    expect(inputsOf(calls, 'SetInventoryTracking')).toEqual([call('shopify', gid(1)), call('shopify', gid(2))]);
    expect(await resultsOf()).toEqual([
      expect.stringMatching(/Tee · Size 1TEE-1Enabled$/u),
      expect.stringMatching(/Tee · Size 2Another service manages this stock\. Reference: req-1Refused$/u),
    ]);
    expect(get('link', 'See or undo this change').getAttribute('href')).toBe('/bulk-changes');
    hasNo('button', /^Try/u, drawer);
    await waitFor(() => expect(inputsOf(calls, 'GetIssues').length).toBeGreaterThan(lists));
  });

  it('ends where a platform does not answer, and tries the rest again with the same key', async () => {
    expectNoise(/enabling inventory tracking: unavailable/u);
    let isDown = true;
    const { calls } = openApp('/issues?view=inventory_disabled&source=square', {
      ...COUNTS,
      GetIssues: () => ({ total: 1, variants: [THERE] }),
      SetInventoryTracking: () => (isDown ? refusal('unavailable', 'Square stopped responding.', 'req-2') : {}),
    });
    await pressFound('Enable tracking');
    await pressFound('Enable tracking for 1 variant');
    await sees('No variant confirmed');
    shows('It stopped early.');
    isDown = false;
    press('Try 1 variant again');
    await sees('Tracking enabled for 1 variant');
    expect(await resultsOf()).toEqual([expect.stringMatching(/Enabled$/u)]);
    expect(inputsOf(calls, 'SetInventoryTracking')).toEqual([call('square', 'SQ1'), call('square', 'SQ1')]);
    hasNo('button', /^Try/u);
  });

  it('of selected rows of the inventory is enabled on each platform that does not track them; the others are left out, with why', async () => {
    const both = aVariant({
      id: '1',
      shopifyId: gid(1),
      squareId: 'SQ1',
      name: 'Size 1',
      sku: 'TEE-1',
      status: 'untracked',
      standing: 'not_tracked',
    });
    const fine = aVariant({ id: '2', shopifyId: gid(9), squareId: 'SQ9', name: 'Size 9', sku: 'TEE-9' });
    const excluded = aVariant({ id: '3', shopifyId: gid(8), squareId: '', name: 'Size 8', sku: 'TEE-8', matching: 'excluded' });
    const { calls } = openApp('/inventory', {
      ...UNTRACKED,
      GetInventory: () => ({ products: [{ name: 'Tee', variants: [both, fine, excluded] }], hasNextPage: false }),
      SetInventoryTracking: () => ({}),
    });
    click(await find('checkbox', /^Select .*Size 9/u));
    await finds('button', 'Level selected');
    hasNo('button', 'Enable tracking');
    click(get('checkbox', 'Select all on this page'));
    await pressFound('Enable tracking');
    const drawer = await find('dialog', 'Enable inventory tracking');
    await sees('2 variants will be tracked', drawer);
    shows('1 on Shopify, 1 on Square', drawer);
    shows('1 variant left out: tracked already.', drawer);
    shows('1 variant left out: you exclude it from syncing.', drawer);
    press('Enable tracking for 2 variants', drawer);
    await sees('Tracking enabled for 2 variants', drawer);
    expect(inputsOf(calls, 'SetInventoryTracking')).toEqual([call('shopify', gid(1)), call('square', 'SQ1')]);
  });

  it('changes nothing when the variants cannot be read, and says so', async () => {
    expectNoise(/reading what is not tracked: unavailable/u);
    let isDown = false;
    openApp('/issues?view=inventory_disabled', {
      ...COUNTS,
      GetIssues: () => (isDown ? refusal('unavailable', 'Try again in a minute.', 'req-4') : { total: 1, variants: [here(1)] }),
    });
    await sees('Tee · Size 1');
    isDown = true;
    press('Enable tracking');
    await sees('The variants could not be read.');
    shows(/Nothing has been changed/u);
    hides(/will be tracked/u);
  });
});

const ROW = {
  id: '',
  sku: 'TEE-1',
  productName: 'Tee',
  variantName: 'Size 1',
  state: 'set',
  undoable: true,
  problem: '',
  squareProductName: '',
  squareVariantName: '',
  source: 'square',
  skuBefore: '',
  variants: 0,
  links: 0,
};

describe('tracking as a bulk change', () => {
  const change = {
    id: '7',
    at: '2026-11-20T12:34:56Z',
    by: 'merchant',
    kind: 'tracking',
    rows: 2,
    set: 1,
    undone: 0,
    undoable: 1,
    undoableUntil: '2026-12-20T12:34:56Z',
    tried: 0,
  };
  const rows = [ROW, { ...ROW, sku: '', state: 'refused', undoable: false, problem: 'It was tracked already.' }];

  it('shows each variant with its platform and what became of it, and is undone after a question that says what that does', async () => {
    openApp('/bulk-changes/7', {
      GetBulkChange: () => ({ change, rows }),
      UndoBulkChange: () => ({ ...change, undone: 1, undoable: 0, tried: 2 }),
    });
    await finds('heading', /^Tracking enabled, /u);
    shows(/Tracking enabled for 1 of 2 variants\. Can be undone until Dec 20 2026\./u);
    const listed = within(await find('table', 'Variants'))
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
    expect(listed).toEqual([
      expect.stringMatching(/SquareEnabled$/u),
      expect.stringMatching(/SquareNot enabledIt was tracked already\.$/u),
    ]);
    press('Undo 1');
    const dialog = await find('dialog', 'Disable tracking for 1 variant?');
    shows(/no longer track these variants, and their stock no longer syncs/u, dialog);
    press('Disable for 1 variant', dialog);
    await sees('1 variant undone.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is a CSV file with the platform of each variant', () => {
    expect(rowsCsv('tracking', rows).replace('\uFEFF', '').split('\r\n').slice(0, 3)).toEqual([
      'Platform,Product,Variant,SKU,Result,Why',
      'Square,Tee,Size 1,TEE-1,Enabled,',
      'Square,Tee,Size 1,,Not enabled,It was tracked already.',
    ]);
  });
});

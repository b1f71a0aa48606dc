import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { countOutcomes, countPlan, planQuantity } from '../../../src/web/merchant/inventory/level-state';
import { expectNoise } from '../../support/fail-on-noise';
import { aDetail, aStatus, aVariant } from '../support/builders';
import { inputsOf, refusal, type Answers } from '../support/fake-api';
import { pressFound, find, hides, get, sees, shows, finds, press, hasNo, fill, has, click } from '../support/page';
import { openApp } from '../support/render-app';
import { captureFiles, csvLines } from '../support/saved-files';

const A = aVariant({ id: '1', name: 'Small', sku: 'TEE-S', squareQuantity: 3, status: 'out_of_sync' });
const B = aVariant({ id: '2', name: 'Medium', sku: 'TEE-M', squareQuantity: 9, status: 'out_of_sync' });
const C = aVariant({ id: '3', name: 'Large', sku: 'TEE-L' });
const PLAN = [
  { id: '1', shopifyQuantity: 5, squareQuantity: 3, to: 5 },
  { id: '2', shopifyQuantity: 5, squareQuantity: 9, to: 5 },
];
const LISTED: Answers = { GetInventory: () => ({ products: [{ name: 'Tee', variants: [A, B, C] }], hasNextPage: false }) };

// The test page has no layout, and a list without height renders no rows.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('plans', () => {
  it('set the selected linked variants to one quantity, unless they already have it', () => {
    const lone = aVariant({ id: '4', squareId: '', status: 'only_shopify' });
    expect(planQuantity([A, C, lone], 5)).toEqual([{ id: '1', shopifyQuantity: 5, squareQuantity: 3, to: 5 }]);
    const { squareQuantity: _, ...uncounted } = A;
    expect(planQuantity([uncounted], 5)).toEqual([{ id: '1', shopifyQuantity: 5, to: 5 }]);
  });

  it('are counted by platform, and their results by outcome', () => {
    expect(countPlan([...PLAN, { id: '3', shopifyQuantity: 1, squareQuantity: 2, to: 7 }])).toEqual({ variants: 3, shopify: 1, square: 3 });
    const outcome = (kind: string) => ({ id: '1', outcome: kind, problem: '' });
    expect(countOutcomes([outcome('taken'), outcome('stale'), outcome('taken'), outcome('refused')])).toEqual({
      taken: 2,
      stale: 1,
      refused: 1,
    });
  });
});

describe('leveling', () => {
  it('previews the changes, then shows the result of each row, and previews changed rows again', async () => {
    let planned = 0;
    const { calls } = openApp('/inventory?view=out_of_sync&q=tee', {
      ...LISTED,
      PlanLevelling: () => ({ steps: planned++ === 0 ? PLAN : [{ ...PLAN[1], squareQuantity: 8 }] }),
      LevelVariants: () => ({
        outcomes: [
          { id: '1', outcome: 'taken' },
          { id: '2', outcome: 'stale' },
        ],
        bulkChangeId: '7',
      }),
    });
    await pressFound('Level quantities');
    const drawer = await find('dialog', 'Level quantities');
    const next = await find<HTMLButtonElement>('button', 'Preview changes', drawer);
    expect(next.disabled).toBe(true);
    hides('Use one quantity', drawer);
    click(get('radio', /Shopify's quantities are correct/u, drawer));
    click(next);
    await sees('2 variants will change', drawer);
    shows(/0 on Shopify, 2 on Square\. Square: 2 more, 4 fewer\. 1 variant does not change/u, drawer);
    shows(/undo this for 30 days/u, drawer);
    await finds('img', 'Square: 3 to 5', drawer);
    expect(inputsOf(calls, 'LevelVariants')).toEqual([]);
    expect(inputsOf(calls, 'PlanLevelling')).toEqual([{ ids: ['1', '2', '3'], view: '', query: '', take: 'shopify' }]);
    // The whole list of the view and search was read.
    expect(inputsOf(calls, 'GetInventory').at(-1)).toMatchObject({ view: 'out_of_sync', query: 'tee', table: { limit: 1000, page: 0 } });

    press('Level 2 variants', drawer);
    await sees('Updating 1 variant', drawer);
    expect(inputsOf(calls, 'LevelVariants')).toEqual([{ steps: PLAN, kind: 'level', bulkChangeId: '' }]);
    expect(get('link', 'See or undo this change', drawer).getAttribute('href')).toBe('/bulk-changes/7');
    shows('Changed since preview', drawer);
    press('Preview 1 changed variant again', drawer);
    await finds('img', 'Square: 8 to 5', drawer);
    expect(inputsOf(calls, 'PlanLevelling').at(-1)).toMatchObject({ ids: ['2'], take: 'shopify' });
  });

  it('is downloaded before it is applied, with what is left out and why', async () => {
    const files = captureFiles();
    const packed = aVariant({ id: '4', name: 'Case', sku: 'CASE', shopifyPackSize: 12, squarePackSize: 1, status: 'out_of_sync' });
    const lone = aVariant({ id: '5', name: '=1+1', sku: 'LONE', squareId: '', status: 'only_shopify', standing: 'only_shopify' });
    const { squareQuantity: _, ...unknown } = aVariant({ id: '6', sku: 'NEW', status: 'out_of_sync', standing: 'uncounted' });
    openApp('/inventory?view=out_of_sync', {
      GetInventory: () => ({ products: [{ name: 'Tee', variants: [A, B, C, packed, lone, unknown] }], hasNextPage: false }),
      PlanLevelling: () => ({ steps: [...PLAN.slice(0, 1), { ...PLAN[1], to: 0 }] }),
    });
    await pressFound('Level quantities');
    const drawer = await find('dialog', 'Level quantities');
    click(await find('radio', /Square's quantities are correct/u, drawer));
    press('Preview changes', drawer);
    await sees(/Shopify: 0 more, 5 fewer, 1 to zero\. Square: 2 more, 9 fewer, 1 to zero\./u, drawer);
    press('Download CSV', drawer);
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.name).toBe('leveling-preview.csv');
    expect(csvLines(files[0]?.text ?? '')).toEqual([
      'SKU,Product,Variant,Shopify before,Square before,After,Result',
      'TEE-S,Tee,Small,5,3,5,Planned',
      'TEE-M,Tee,Medium,5,9,0,Planned',
      'TEE-L,Tee,Large,5,5,,Left out: already equal',
      'CASE,Tee,Case,5,5,,Left out: it has a pack size',
      "LONE,Tee,'=1+1,5,5,,Left out: it does not sync between the platforms",
      'NEW,Tee,Small,5,,,Left out: a quantity is not known',
    ]);
  });

  it('levels selected rows only, also to one quantity', async () => {
    const { calls } = openApp('/inventory', {
      ...LISTED,
      LevelVariants: () => ({ outcomes: [{ id: '1', outcome: 'refused', problem: 'Square is not connected. Please reconnect it.' }] }),
    });
    click(await find('checkbox', 'Select Tee, Small, TEE-S'));
    hasNo('dialog');
    await sees('1 selected');
    press('Level selected');
    const drawer = await find('dialog', 'Level quantities');
    click(await find('radio', /Use one quantity/u, drawer));
    fill(get('textbox', 'Inventory Count', drawer), '12');
    press('Preview changes', drawer);
    await pressFound('Level 1 variant', drawer);
    await sees('Square is not connected. Please reconnect it.', drawer);
    expect(inputsOf(calls, 'LevelVariants')).toMatchObject([{ steps: [{ id: '1', shopifyQuantity: 5, squareQuantity: 3, to: 12 }] }]);
    hasNo('link', 'See or undo this change', drawer);
    expect(inputsOf(calls, 'PlanLevelling')).toEqual([]);
  });

  it('plans one quantity again from the current quantities on both platforms', async () => {
    openApp('/inventory', {
      ...LISTED,
      LevelVariants: () => ({ outcomes: [{ id: '1', outcome: 'stale' }] }),
      GetVariantDetail: () => aDetail({ id: '1', shopifyQuantity: 4, squareQuantity: 12, status: 'out_of_sync' }),
    });
    click(await find('checkbox', 'Select Tee, Small, TEE-S'));
    press('Level selected');
    const drawer = await find('dialog', 'Level quantities');
    click(await find('radio', /Use one quantity/u, drawer));
    fill(get('textbox', 'Inventory Count', drawer), '12');
    press('Preview changes', drawer);
    await pressFound('Level 1 variant', drawer);
    await pressFound('Preview 1 changed variant again', drawer);
    await finds('img', 'Shopify: 4 to 12', drawer);
    has('img', 'Square: stays 12', drawer);
  });

  it('selects all rows of the page, and clears the selection', async () => {
    openApp('/inventory', LISTED);
    const all = await find<HTMLInputElement>('checkbox', 'Select all on this page');
    click(all);
    await sees('3 selected');
    click(get('checkbox', 'Select Tee, Large, TEE-L'));
    expect(all.indeterminate).toBe(true);
    press('Clear');
    hides(/selected$/u);
  });

  it('shows what went wrong and stays at its stage', async () => {
    expectNoise(/planning levels: unavailable/u);
    openApp('/inventory', { ...LISTED, PlanLevelling: () => refusal('unavailable', 'Try again in a minute.', 'req-3') });
    await pressFound('Level quantities');
    const drawer = await find('dialog', 'Level quantities');
    click(await find('radio', /Square's quantities are correct/u, drawer));
    press('Preview changes', drawer);
    await sees(/Try again in a minute\. Reference: req-3/u, drawer);
    has('button', 'Preview changes', drawer);
  });
});

describe('held changes', () => {
  it('are sent or dropped all at once, after a confirmation', async () => {
    const { calls } = openApp('/inventory', {
      ...LISTED,
      GetAccountStatus: () => aStatus({ held: 3 }),
      ResolveHeld: () => ({ resolved: 3 }),
    });
    await sees('3 variants have a change on hold for your review');
    press('Drop all');
    const dialog = await find('dialog', 'Drop 3 held changes?');
    expect(inputsOf(calls, 'ResolveHeld')).toEqual([]);
    press('Drop all', dialog);
    await sees('Dropped 3 held changes');
    expect(inputsOf(calls, 'ResolveHeld')).toEqual([{ ids: [], send: false }]);
  });

  it('are shown with what each is, and sent or dropped for selected variants', async () => {
    const detail = 'A change of -12 on Square was held and not sent to Shopify.';
    const held = { trouble: 'held', troubleDetail: detail };
    const { calls } = openApp('/inventory?q=tee', {
      GetInventory: ({ view }: { view?: string }) =>
        view === 'held'
          ? {
              products: [
                { name: 'Tee', variants: [aVariant({ id: '5', sku: 'TEE-L', ...held }), aVariant({ id: '6', sku: 'TEE-M', ...held })] },
              ],
            }
          : { products: [] },
      GetAccountStatus: () => aStatus({ held: 2 }),
      ResolveHeld: () => ({ resolved: 1 }),
    });
    await pressFound('Show them');
    await screen.findByText('TEE-L');
    expect(window.location.search).toBe('?view=held');
    expect(screen.getAllByText(detail)).toHaveLength(2);
    hasNo('button', 'Show them');
    click(screen.getAllByRole('checkbox', { name: /^Select /u })[1] ?? document.body);
    press('Send 1 held change');
    const dialog = await find('dialog', 'Send 1 held change?');
    expect(inputsOf(calls, 'ResolveHeld')).toEqual([]);
    press('Send', dialog);
    await sees('Sending 1 held change');
    expect(inputsOf(calls, 'ResolveHeld')).toEqual([{ ids: ['5'], send: true }]);
  });

  it('are not mentioned when there are none', async () => {
    openApp('/inventory', LISTED);
    await screen.findByText('TEE-S');
    await waitFor(() => hides(/a change on hold for your review/u));
  });
});

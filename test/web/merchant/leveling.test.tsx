import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { countOutcomes, countPlan, planQuantity } from '../../../src/web/merchant/inventory/level-state';
import { expectNoise } from '../../support/fail-on-noise';
import { aDetail, aStatus, aVariant } from '../support/builders';
import { refusal, type Answers, type SeenCall } from '../support/fake-api';
import { openApp } from '../support/render-app';

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

function inputs(calls: readonly SeenCall[], method: string): unknown[] {
  return calls.filter((call) => call.method === method).map((call) => call.input);
}

describe('plans', () => {
  it('set selected variants that sync to one quantity where they have another', () => {
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
      }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Level quantities' }));
    const drawer = await screen.findByRole('dialog', { name: 'Level quantities' });
    const next = await within(drawer).findByRole<HTMLButtonElement>('button', { name: 'Preview changes' });
    expect(next.disabled).toBe(true);
    expect(within(drawer).queryByText('Use one quantity')).toBeNull();
    fireEvent.click(within(drawer).getByRole('radio', { name: /Shopify's quantities are correct/u }));
    fireEvent.click(next);
    expect(await within(drawer).findByText('2 variants will change')).toBeTruthy();
    expect(within(drawer).getByText(/0 on Shopify, 2 on Square\. 1 variant does not change/u)).toBeTruthy();
    expect(await within(drawer).findByRole('img', { name: 'Square: 3 to 5' })).toBeTruthy();
    expect(inputs(calls, 'LevelVariants')).toEqual([]);
    expect(inputs(calls, 'PlanLevelling')).toEqual([{ ids: ['1', '2', '3'], view: '', query: '', take: 'shopify' }]);
    // The whole list of the view and search was read.
    expect(inputs(calls, 'GetInventory').at(-1)).toMatchObject({ view: 'out_of_sync', query: 'tee', table: { limit: 1000, page: 0 } });

    fireEvent.click(within(drawer).getByRole('button', { name: 'Level 2 variants' }));
    expect(await within(drawer).findByText('Updating 1 variant')).toBeTruthy();
    expect(inputs(calls, 'LevelVariants')).toEqual([{ steps: PLAN }]);
    expect(within(drawer).getByText('Changed since preview')).toBeTruthy();
    fireEvent.click(within(drawer).getByRole('button', { name: 'Preview 1 changed variant again' }));
    expect(await within(drawer).findByRole('img', { name: 'Square: 8 to 5' })).toBeTruthy();
    expect(inputs(calls, 'PlanLevelling').at(-1)).toMatchObject({ ids: ['2'], take: 'shopify' });
  });

  it('levels selected rows only, also to one quantity', async () => {
    const { calls } = openApp('/inventory', {
      ...LISTED,
      LevelVariants: () => ({ outcomes: [{ id: '1', outcome: 'refused', problem: 'Square is not connected. Please reconnect it.' }] }),
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Tee, Small, TEE-S' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByText('1 selected')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Level selected' }));
    const drawer = await screen.findByRole('dialog', { name: 'Level quantities' });
    fireEvent.click(await within(drawer).findByRole('radio', { name: /Use one quantity/u }));
    fireEvent.change(within(drawer).getByRole('textbox', { name: 'Inventory Count' }), { target: { value: '12' } });
    fireEvent.click(within(drawer).getByRole('button', { name: 'Preview changes' }));
    fireEvent.click(await within(drawer).findByRole('button', { name: 'Level 1 variant' }));
    expect(await within(drawer).findByText('Square is not connected. Please reconnect it.')).toBeTruthy();
    expect(inputs(calls, 'LevelVariants')).toEqual([{ steps: [{ id: '1', shopifyQuantity: 5, squareQuantity: 3, to: 12 }] }]);
    expect(inputs(calls, 'PlanLevelling')).toEqual([]);
  });

  it('plans one quantity again from the current quantities on both platforms', async () => {
    openApp('/inventory', {
      ...LISTED,
      LevelVariants: () => ({ outcomes: [{ id: '1', outcome: 'stale' }] }),
      GetVariantDetail: () => aDetail({ id: '1', shopifyQuantity: 4, squareQuantity: 12, status: 'out_of_sync' }),
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Tee, Small, TEE-S' }));
    fireEvent.click(screen.getByRole('button', { name: 'Level selected' }));
    const drawer = await screen.findByRole('dialog', { name: 'Level quantities' });
    fireEvent.click(await within(drawer).findByRole('radio', { name: /Use one quantity/u }));
    fireEvent.change(within(drawer).getByRole('textbox', { name: 'Inventory Count' }), { target: { value: '12' } });
    fireEvent.click(within(drawer).getByRole('button', { name: 'Preview changes' }));
    fireEvent.click(await within(drawer).findByRole('button', { name: 'Level 1 variant' }));
    fireEvent.click(await within(drawer).findByRole('button', { name: 'Preview 1 changed variant again' }));
    expect(await within(drawer).findByRole('img', { name: 'Shopify: 4 to 12' })).toBeTruthy();
    expect(within(drawer).getByRole('img', { name: 'Square: stays 12' })).toBeTruthy();
  });

  it('selects all rows of the page and none', async () => {
    openApp('/inventory', LISTED);
    const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });
    fireEvent.click(all);
    expect(await screen.findByText('3 selected')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Tee, Large, TEE-L' }));
    expect(all.indeterminate).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByText(/selected$/u)).toBeNull();
  });

  it('shows what went wrong and stays at its stage', async () => {
    expectNoise(/planning levels: unavailable/u);
    openApp('/inventory', { ...LISTED, PlanLevelling: () => refusal('unavailable', 'Try again in a minute.', 'req-3') });
    fireEvent.click(await screen.findByRole('button', { name: 'Level quantities' }));
    const drawer = await screen.findByRole('dialog', { name: 'Level quantities' });
    fireEvent.click(await within(drawer).findByRole('radio', { name: /Square's quantities are correct/u }));
    fireEvent.click(within(drawer).getByRole('button', { name: 'Preview changes' }));
    expect(await within(drawer).findByText(/Try again in a minute\. Reference: req-3/u)).toBeTruthy();
    expect(within(drawer).getByRole('button', { name: 'Preview changes' })).toBeTruthy();
  });
});

describe('held changes', () => {
  it('are sent or dropped all at once, after a confirmation', async () => {
    const { calls } = openApp('/inventory', {
      ...LISTED,
      GetAccountStatus: () => aStatus({ held: 3 }),
      ResolveHeld: () => ({ resolved: 3 }),
    });
    expect(await screen.findByText('3 variants have a change on hold for your review')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Drop all' }));
    const dialog = await screen.findByRole('dialog', { name: 'Drop 3 held changes?' });
    expect(inputs(calls, 'ResolveHeld')).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Drop all' }));
    expect(await screen.findByText('Dropped 3 held changes')).toBeTruthy();
    expect(inputs(calls, 'ResolveHeld')).toEqual([{ ids: [], send: false }]);
  });

  it('are not mentioned when there are none', async () => {
    openApp('/inventory', LISTED);
    await screen.findByText('TEE-S');
    await waitFor(() => expect(screen.queryByText(/a change on hold for your review/u)).toBeNull());
  });
});

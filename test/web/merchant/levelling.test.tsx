import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { countOutcomes, countPlan, planNumber } from '../../../src/web/merchant/inventory/level-state';
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

// A page without layout has no heights, and a list without height has no rows in sight.
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
  it('set chosen variants to one number where they are kept in step and have another', () => {
    const lone = aVariant({ id: '4', squareId: '', status: 'only_shopify' });
    expect(planNumber([A, C, lone], 5)).toEqual([{ id: '1', shopifyQuantity: 5, squareQuantity: 3, to: 5 }]);
    const { squareQuantity: _, ...uncounted } = A;
    expect(planNumber([uncounted], 5)).toEqual([{ id: '1', shopifyQuantity: 5, to: 5 }]);
  });

  it('are counted by platform, results by what became of them', () => {
    expect(countPlan([...PLAN, { id: '3', shopifyQuantity: 1, squareQuantity: 2, to: 7 }])).toEqual({ variants: 3, shopify: 1, square: 3 });
    const outcome = (kind: string) => ({ id: '1', outcome: kind, problem: '' });
    expect(countOutcomes([outcome('taken'), outcome('stale'), outcome('taken'), outcome('refused')])).toEqual({
      taken: 2,
      stale: 1,
      refused: 1,
    });
  });
});

describe('levelling', () => {
  it('shows what changes before anything does, then what became of each row, and plans anew what has changed', async () => {
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
    const next = await within(drawer).findByRole<HTMLButtonElement>('button', { name: 'Show what changes' });
    expect(next.disabled).toBe(true);
    expect(within(drawer).queryByText('I give one number')).toBeNull();
    fireEvent.click(within(drawer).getByRole('radio', { name: /Shopify's numbers are right/u }));
    fireEvent.click(next);
    expect(await within(drawer).findByText('2 variants change')).toBeTruthy();
    expect(within(drawer).getByText(/0 on Shopify, 2 on Square\. 1 variant is left out/u)).toBeTruthy();
    expect(await within(drawer).findByRole('img', { name: 'Square: 3 to 5' })).toBeTruthy();
    expect(inputs(calls, 'LevelVariants')).toEqual([]);
    expect(inputs(calls, 'PlanLevelling')).toEqual([{ ids: ['1', '2', '3'], view: '', query: '', take: 'shopify' }]);
    // The whole list was read, as its view and search hold it.
    expect(inputs(calls, 'GetInventory').at(-1)).toMatchObject({ view: 'out_of_sync', query: 'tee', table: { limit: 1000, page: 0 } });

    fireEvent.click(within(drawer).getByRole('button', { name: 'Level 2 variants' }));
    expect(await within(drawer).findByText('1 variant is on the way')).toBeTruthy();
    expect(inputs(calls, 'LevelVariants')).toEqual([{ steps: PLAN }]);
    expect(within(drawer).getByText('Changed since')).toBeTruthy();
    fireEvent.click(within(drawer).getByRole('button', { name: 'Plan 1 changed variant anew' }));
    expect(await within(drawer).findByRole('img', { name: 'Square: 8 to 5' })).toBeTruthy();
    expect(inputs(calls, 'PlanLevelling').at(-1)).toMatchObject({ ids: ['2'], take: 'shopify' });
  });

  it('levels chosen rows alone, also to a number of the merchant’s own', async () => {
    const { calls } = openApp('/inventory', {
      ...LISTED,
      LevelVariants: () => ({ outcomes: [{ id: '1', outcome: 'refused', problem: 'Square is not connected. Please reconnect it.' }] }),
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose Tee, Small, TEE-S' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByText('1 chosen')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Level chosen' }));
    const drawer = await screen.findByRole('dialog', { name: 'Level quantities' });
    fireEvent.click(await within(drawer).findByRole('radio', { name: /I give one number/u }));
    fireEvent.change(within(drawer).getByRole('textbox', { name: 'Inventory Count' }), { target: { value: '12' } });
    fireEvent.click(within(drawer).getByRole('button', { name: 'Show what changes' }));
    fireEvent.click(await within(drawer).findByRole('button', { name: 'Level 1 variant' }));
    expect(await within(drawer).findByText('Square is not connected. Please reconnect it.')).toBeTruthy();
    expect(inputs(calls, 'LevelVariants')).toEqual([{ steps: [{ id: '1', shopifyQuantity: 5, squareQuantity: 3, to: 12 }] }]);
    expect(inputs(calls, 'PlanLevelling')).toEqual([]);
  });

  it('plans a number anew from what both platforms hold now', async () => {
    openApp('/inventory', {
      ...LISTED,
      LevelVariants: () => ({ outcomes: [{ id: '1', outcome: 'stale' }] }),
      GetVariantDetail: () => aDetail({ id: '1', shopifyQuantity: 4, squareQuantity: 12, status: 'out_of_sync' }),
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose Tee, Small, TEE-S' }));
    fireEvent.click(screen.getByRole('button', { name: 'Level chosen' }));
    const drawer = await screen.findByRole('dialog', { name: 'Level quantities' });
    fireEvent.click(await within(drawer).findByRole('radio', { name: /I give one number/u }));
    fireEvent.change(within(drawer).getByRole('textbox', { name: 'Inventory Count' }), { target: { value: '12' } });
    fireEvent.click(within(drawer).getByRole('button', { name: 'Show what changes' }));
    fireEvent.click(await within(drawer).findByRole('button', { name: 'Level 1 variant' }));
    fireEvent.click(await within(drawer).findByRole('button', { name: 'Plan 1 changed variant anew' }));
    expect(await within(drawer).findByRole('img', { name: 'Shopify: 4 to 12' })).toBeTruthy();
    expect(within(drawer).getByRole('img', { name: 'Square: stays 12' })).toBeTruthy();
  });

  it('chooses all of the page and none', async () => {
    openApp('/inventory', LISTED);
    const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Choose all on this page' });
    fireEvent.click(all);
    expect(await screen.findByText('3 chosen')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose Tee, Large, TEE-L' }));
    expect(all.indeterminate).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByText(/chosen$/u)).toBeNull();
  });

  it('says what went wrong and stays where it was', async () => {
    expectNoise(/planning levels: unavailable/u);
    openApp('/inventory', { ...LISTED, PlanLevelling: () => refusal('unavailable', 'Try again in a minute.', 'req-3') });
    fireEvent.click(await screen.findByRole('button', { name: 'Level quantities' }));
    const drawer = await screen.findByRole('dialog', { name: 'Level quantities' });
    fireEvent.click(await within(drawer).findByRole('radio', { name: /Square's numbers are right/u }));
    fireEvent.click(within(drawer).getByRole('button', { name: 'Show what changes' }));
    expect(await within(drawer).findByText(/Try again in a minute\. Reference: req-3/u)).toBeTruthy();
    expect(within(drawer).getByRole('button', { name: 'Show what changes' })).toBeTruthy();
  });
});

describe('held changes', () => {
  it('are sent or dropped all at once, after asking', async () => {
    const { calls } = openApp('/inventory', {
      ...LISTED,
      GetAccountStatus: () => aStatus({ held: 3 }),
      ResolveHeld: () => ({ resolved: 3 }),
    });
    expect(await screen.findByText('3 variants have a change that is held')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Drop all' }));
    const dialog = await screen.findByRole('dialog', { name: 'Drop 3 held changes?' });
    expect(inputs(calls, 'ResolveHeld')).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Drop all' }));
    expect(await screen.findByText('Dropped 3 held changes')).toBeTruthy();
    expect(inputs(calls, 'ResolveHeld')).toEqual([{ ids: [], send: false }]);
  });

  it('are not spoken of when there are none', async () => {
    openApp('/inventory', LISTED);
    await screen.findByText('TEE-S');
    await waitFor(() => expect(screen.queryByText(/a change that is held/u)).toBeNull());
  });
});

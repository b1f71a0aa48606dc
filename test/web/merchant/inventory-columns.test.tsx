import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { aVariant } from '../support/builders';
import { inputsOf, type Answers } from '../support/fake-api';
import { click, find, get, has, hasNo, press, pressFound } from '../support/page';
import { openApp, pick } from '../support/render-app';

const PICTURE = 'https://cdn.shopify.com/s/files/1/tee.jpg?v=1&width=128';
const TEE = aVariant({ vendor: 'Acme', productType: 'Shirts', imageUrl: PICTURE });
const MUG = aVariant({ id: '2', name: 'Blue', sku: '', shopifyId: '', squareId: 'SQ71', status: 'missing_sku' });
const ANSWERS: Answers = {
  GetInventory: () => ({
    products: [
      { name: 'Tee', variants: [TEE] },
      { name: 'Mug', variants: [MUG] },
    ],
    total: 2,
  }),
};

/** Windows at least this wide, in px. */
function windowOf(width: number): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const least = Number(/min-width: (\d+)px/u.exec(media)?.[1] ?? 0);
    return Object.assign(new EventTarget(), { matches: width >= least, media }) as MediaQueryList;
  });
}

const headings = () => screen.getAllByRole('columnheader').map((one) => one.getAttribute('aria-label') ?? one.textContent);
const rowOf = (id: string) => document.querySelectorAll<HTMLElement>('tr[data-sku]')[Number(id) - 1] ?? document.body;
const cell = (id: string, name: string) => rowOf(id).querySelector(`[data-cell="${name}"]`)?.textContent;

describe('the columns of the inventory', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('are those of always until others are shown; the choice is kept in the browser', async () => {
    windowOf(1_300);
    openApp('/inventory', ANSWERS);
    await screen.findByText('TEE-S');
    expect(headings()).toEqual(['', 'Product/Variant', 'Shopify Qty', 'Status', 'Square Qty', 'Actions']);
    expect(document.querySelectorAll('tr img')).toHaveLength(0);
    await pressFound('Columns');
    expect(get('button', 'Columns').getAttribute('aria-expanded')).toBe('true');
    click(get('checkbox', 'Vendor'));
    expect(headings()).toEqual(['', 'Product/Variant', 'Vendor', 'Shopify Qty', 'Status', 'Square Qty', 'Actions']);
    click(get('checkbox', 'SKU'));
    expect(headings()).toEqual(['', 'Product/Variant', 'SKU', 'Vendor', 'Shopify Qty', 'Status', 'Square Qty']);
    expect([cell('1', 'sku'), cell('1', 'vendor'), cell('2', 'sku'), cell('2', 'vendor')]).toEqual(['TEE-S', 'Acme', '[missing sku]', '']);
    // Once in a row: what has a column is no longer under the name.
    expect(within(rowOf('1')).getAllByText('TEE-S')).toHaveLength(1);
    expect(within(rowOf('1')).getAllByText(/Acme/u)).toHaveLength(1);
    has('button', /^Fix: Tee/u, rowOf('1'));
    expect(window.localStorage.getItem('inventory-columns')).toBe('sku,vendor');
    click(get('checkbox', 'SKU'));
    click(get('checkbox', 'Vendor'));
    expect(window.localStorage.getItem('inventory-columns')).toBeNull();
    within(rowOf('1')).getByText('Acme · Shirts');
  });

  it('are shown again in the same browser, and what is stored there and means nothing is ignored', async () => {
    windowOf(1_300);
    window.localStorage.setItem('inventory-columns', 'type,price,,picture');
    openApp('/inventory', ANSWERS);
    await screen.findByText('TEE-S');
    expect(headings()).toEqual(['', 'Picture', 'Product/Variant', 'Type or category', 'Shopify Qty', 'Status', 'Square Qty', 'Actions']);
    await pressFound('Columns');
    expect(get<HTMLInputElement>('checkbox', 'Picture').checked).toBe(true);
    expect(get<HTMLInputElement>('checkbox', 'SKU').checked).toBe(false);
  });

  it('load pictures only when shown, and those in sight alone; a product without one leaves the place', async () => {
    windowOf(1_300);
    openApp('/inventory', ANSWERS);
    await screen.findByText('TEE-S');
    press('Columns');
    click(get('checkbox', 'Picture'));
    const image = await find<HTMLImageElement>('img', 'Picture of Tee');
    expect(['src', 'loading', 'width', 'height', 'referrerpolicy'].map((name) => image.getAttribute(name))).toEqual([
      PICTURE,
      'lazy',
      '40',
      '40',
      'no-referrer',
    ]);
    hasNo('img', 'Picture of Mug');
    expect(document.querySelectorAll('tr img')).toHaveLength(1);
  });

  it('are left out where the window has no room: what they show is under the name again', async () => {
    windowOf(800);
    window.localStorage.setItem('inventory-columns', 'sku,vendor,type');
    openApp('/inventory', ANSWERS);
    await screen.findByText('TEE-S');
    expect(headings()).toEqual(['', 'Product/Variant', 'SKU', 'Shopify Qty', 'Status', 'Square Qty', 'Actions']);
    within(rowOf('1')).getByText('Acme · Shirts');
  });

  it('are lines of the cards on a phone, whose layout is chosen in the same panel', async () => {
    windowOf(390);
    window.localStorage.setItem('inventory-columns', 'picture,vendor');
    openApp('/inventory', ANSWERS);
    await screen.findByText('TEE-S');
    within(rowOf('1')).getByText('Acme');
    has('img', 'Picture of Tee', rowOf('1'));
    hasNo('combobox', 'Table');
    press('Columns');
    hasNo('checkbox', 'SKU');
    click(get('checkbox', 'Type or category'));
    within(rowOf('1')).getByText('Acme · Shirts');
    await pick('Table', 'Grouped by Product');
    await waitFor(() => expect(window.localStorage.getItem('flat-table')).toBe('false'));
  });

  it('can be sorted by the SKU', async () => {
    windowOf(1_300);
    window.localStorage.setItem('inventory-columns', 'sku');
    const { calls } = openApp('/inventory', ANSWERS);
    await screen.findByText('TEE-S');
    press('SKU');
    await waitFor(() => expect(inputsOf(calls, 'GetInventory').at(-1)).toMatchObject({ table: { sort: 'sku' } }));
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aSide, aVariant } from '../support/builders';
import { inputsOf, refusal, type Answers } from '../support/fake-api';
import { find, get, has, hasNo, press, pressFound, sees } from '../support/page';
import { openApp, pick } from '../support/render-app';

const PICTURE = 'https://cdn.shopify.com/s/files/1/tee.jpg?v=1&width=128';
const TEE = aVariant({ vendor: 'Acme', productType: 'Shirts', imageUrl: PICTURE });
const MUG = aVariant({ id: '2', name: 'Blue', sku: 'MUG-B' });
const ANSWERS: Answers = {
  GetInventoryCounts: () => ({ all: 700 }),
  GetInventory: (input) => ({
    products: [
      { name: 'Tee', variants: [TEE] },
      { name: 'Mug', variants: [MUG] },
    ],
    // Leveling reads all pages.
    hasNextPage: (input as { readonly table?: { readonly limit: number } }).table?.limit === 500,
    total: 700,
  }),
  GetInventoryFilters: () => ({
    vendors: [
      { name: 'Acme', variants: 12 },
      { name: 'Pots & Co', variants: 3 },
    ],
    productTypes: [{ name: 'Shirts', variants: 12 }],
    tags: [],
  }),
};

type Calls = ReturnType<typeof openApp>['calls'];
const lastList = (calls: Calls) => inputsOf(calls, 'GetInventory').at(-1);
const lastQuery = (calls: Calls): unknown => (lastList(calls) as { readonly query?: unknown } | undefined)?.query;
describe('products', () => {
  it('are shown in the list with vendor and type', async () => {
    openApp('/inventory', ANSWERS);
    await sees('Acme · Shirts');
    expect(document.querySelectorAll('tr img')).toHaveLength(0);
  });

  it('are shown in their details with picture and labels; a picture that cannot be loaded leaves its place', async () => {
    const shopify = aSide({ vendor: 'Acme', productType: 'Shirts', tags: ['new in', 'sale'], imageUrl: PICTURE });
    openApp('/inventory', { ...ANSWERS, GetVariantDetail: () => ({ id: '1', status: 'only_shopify', shopify }) });
    fireEvent.click(await screen.findByText('TEE-S'));
    const drawer = await find('dialog', 'Variant Details');
    await sees('new in, sale', drawer);
    const image = drawer.querySelector('img');
    expect(['src', 'loading', 'referrerpolicy', 'alt'].map((name) => image?.getAttribute(name))).toEqual([
      PICTURE,
      'lazy',
      'no-referrer',
      '',
    ]);
    if (image !== null) fireEvent.error(image);
    expect(drawer.querySelectorAll('img')).toHaveLength(0);
  });
});

describe('the filters of the list', () => {
  it('select what has changed within a period, or since a day', async () => {
    const { calls } = openApp('/inventory?page=1', ANSWERS);
    await pressFound('Filter');
    const changed = await find('combobox', 'Stock changed');
    expect(
      within(changed)
        .getAllByRole('option', { hidden: true })
        .map((option) => option.textContent),
    ).toEqual([
      'Changed at any time',
      'In the last hour',
      'In the last 24 hours',
      'In the last 7 days',
      'In the last 30 days',
      'Since a day…',
    ]);
    await pick('Stock changed', 'In the last 7 days');
    await find('button', 'Remove the filter Stock changed: In the last 7 days');
    expect(lastQuery(calls)).toBe('changed:7d');
    expect(lastList(calls)).toMatchObject({ table: { page: 0 } });
    // No product has this in common with others to come.
    hasNo('button', /^Exclude/u);

    await pick('Stock changed', 'Since a day…');
    expect(lastQuery(calls)).toBe('changed:7d');
    const day = screen.getByLabelText('Stock changed since');
    fireEvent.change(day, { target: { value: '2026-11-20' } });
    await find('button', 'Remove the filter Stock changed: Since Nov 20 2026');
    expect(lastQuery(calls)).toBe(`changed:${new Date(2026, 10, 20).toISOString()}`);
    fireEvent.change(day, { target: { value: '' } });
    await waitFor(() => expect(lastQuery(calls)).toBe(''));
    await pick('Stock changed', 'In the last hour');
    await find('button', 'Remove the filter Stock changed: In the last hour');
    await pick('Stock changed', 'Changed at any time');
    await waitFor(() => expect(lastQuery(calls)).toBe(''));
  });

  it('show a period that was typed into the address', async () => {
    const { calls } = openApp('/inventory?filter=changed:48h', ANSWERS);
    await find('button', 'Remove the filter Stock changed: In the last 48 hours');
    expect(lastQuery(calls)).toBe('changed:48h');
    await pressFound('Filter');
    expect((await find<HTMLSelectElement>('combobox', 'Stock changed')).selectedOptions[0]?.textContent).toBe('In the last 48 hours');
  });

  it('are offered with their numbers, narrow the list, and can be removed', async () => {
    const { calls } = openApp('/inventory?page=1', ANSWERS);
    await pressFound('Filter');
    expect(get('button', 'Filter').getAttribute('aria-expanded')).toBe('true');
    const vendor = await find('combobox', 'Vendor');
    expect(
      within(vendor)
        .getAllByRole('option', { hidden: true })
        .map((option) => option.textContent),
    ).toEqual(['Any vendor', 'Acme (12)', 'Pots & Co (3)']);
    expect(get<HTMLSelectElement>('combobox', 'Tag').disabled).toBe(true);
    await pick('Vendor', 'Pots & Co (3)');
    await find('button', 'Remove the filter Vendor: Pots & Co');
    expect(lastQuery(calls)).toBe('vendor:"Pots & Co"');
    expect(lastList(calls)).toMatchObject({ table: { page: 0 } });
    await pick('Type or category', 'Shirts (12)');
    await find('button', 'Clear filters');
    expect(lastQuery(calls)).toBe('vendor:"Pots & Co" type:Shirts');
    press('Remove the filter Vendor: Pots & Co');
    await find('combobox', 'Vendor');
    expect(lastQuery(calls)).toBe('type:Shirts');
    hasNo('button', 'Clear filters');
    // One of a kind at a time: keys pass through the options.
    await pick('Vendor', 'Acme (12)');
    await pick('Vendor', 'Pots & Co (3)');
    await find('button', 'Remove the filter Vendor: Pots & Co');
    expect(lastQuery(calls)).toBe('type:Shirts vendor:"Pots & Co"');
    await pick('Vendor', 'Any vendor');
    await waitFor(() => hasNo('button', 'Remove the filter Vendor: Pots & Co'));
    expect(lastQuery(calls)).toBe('type:Shirts');
  });

  it('are part of the address, beside what was typed', async () => {
    const { calls } = openApp('/inventory?q=red&filter=tag%3A%22new+in%22', ANSWERS);
    await screen.findByText('TEE-S');
    has('button', 'Remove the filter Tag: new in');
    expect(lastQuery(calls)).toBe('tag:"new in" red');
    expect(get<HTMLInputElement>('searchbox', /^Search products/u).value).toBe('red');
  });

  it('say so where there are none, or where they cannot be read', async () => {
    openApp('/inventory', { ...ANSWERS, GetInventoryFilters: () => ({}) });
    await pressFound('Filter');
    await sees(/no vendors, types, categories, or tags yet/u);
  });

  it('can be read again after a failure', async () => {
    expectNoise(/filtered by: internal/u);
    openApp('/inventory', { ...ANSWERS, GetInventoryFilters: () => refusal('internal', 'Broken.') });
    await pressFound('Filter');
    await sees('The filters could not be loaded.');
    await find('button', 'Try again');
  });
});

describe('the selection', () => {
  it('of the whole page can be extended to all that match, on every page', async () => {
    const { calls } = openApp('/inventory?filter=vendor%3AAcme', ANSWERS);
    await screen.findByText('TEE-S');
    fireEvent.click(get('checkbox', 'Select all on this page'));
    await sees('2 selected');
    press('Select all 700 that match');
    await sees('All 700 that match are selected');
    press('Next');
    await sees('All 700 that match are selected');
    press('Level selected');
    await find('dialog', 'Level quantities');
    expect(lastQuery(calls)).toBe('vendor:Acme');
    expect(lastList(calls)).toMatchObject({ table: { limit: 1_000, page: 0 } });
  });

  it('of all ends with the first row that is taken out, and with another search', async () => {
    openApp('/inventory', ANSWERS);
    await screen.findByText('TEE-S');
    fireEvent.click(get('checkbox', 'Select all on this page'));
    press('Select all 700 that match');
    fireEvent.click(get('checkbox', /^Select Mug/u));
    await sees('1 selected');
    fireEvent.click(get('checkbox', 'Select all on this page'));
    press('Select all 700 that match');
    await pick('View', /^In Sync/u);
    await sees('2 selected');
  });
});

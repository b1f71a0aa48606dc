import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aStatus, aVariant } from '../support/builders';
import { inputsOf, never, refusal, type Answers } from '../support/fake-api';
import { has, get, find, press, sees, shows, fill, hasNo, pressFound, click } from '../support/page';
import { comeBack, openApp, pick } from '../support/render-app';

const TEE = aVariant();
const TEE_M = aVariant({
  id: '2',
  name: 'Medium',
  sku: 'TEE-M',
  shopifyId: 'gid://shopify/ProductVariant/71',
  squareId: 'SQ71',
  squareQuantity: 3,
});
const MUG = aVariant({ id: '3', name: '', sku: '', shopifyId: '', squareId: 'SQ80', productId: 'SQITEM8', squareQuantity: 2 });
const PRODUCTS = [
  { name: 'Tee', variants: [TEE, TEE_M] },
  { name: 'Mug', variants: [MUG] },
];
const STOCKED: Answers = {
  GetInventoryCounts: () => ({ all: 3, inSync: 1, outOfSync: 1, onlyShopify: 0, onlySquare: 1, notTracked: 0 }),
  GetInventory: () => ({ products: PRODUCTS, hasNextPage: true }),
};

async function row(sku: string) {
  await screen.findByText(sku);
  const found = document.querySelector<HTMLElement>(`tr[data-sku="${sku}"]`);
  if (found === null) throw new Error(`no row for ${sku}`);
  return found;
}

describe('the inventory list', () => {
  it('shows each variant with both quantities and its status', async () => {
    openApp('/inventory', STOCKED);
    const tee = within(await row('TEE-S'));
    expect(tee.getAllByText('5')).toHaveLength(2);
    expect(tee.getByRole('img', { name: 'In sync' })).toBeTruthy();
    has('img', 'Out of sync', await row('TEE-M'));
    for (const name of ['Product/Variant', 'Shopify Qty', 'Status', 'Square Qty']) {
      has('columnheader', name);
    }
  });

  it('marks a missing SKU with text, and a missing platform with a cross and a tooltip', async () => {
    openApp('/inventory', STOCKED);
    expect((await screen.findByText('[missing sku]')).className).toBe('text-bad');
    const cross = get('img', 'Not on Shopify');
    const mug = cross.closest('tr');
    expect(mug === null ? null : within(mug).queryByRole('img', { name: /sync/u })).toBeNull();
    fireEvent.focus(cross.parentElement ?? cross);
    expect(get('tooltip').textContent).toBe('This variant does not exist on Shopify.');
  });

  it('offers a copy only where Shopify is known to lack the SKU', async () => {
    const lone = { shopifyId: '', squareId: 'SQ90', status: 'only_square' };
    const variants = [
      aVariant({ ...lone, id: '1', sku: 'FREE' }),
      aVariant({ ...lone, id: '2', sku: 'TWICE', status: 'duplicate_sku' }),
      aVariant({ ...lone, id: '3', sku: 'TAKEN', matching: 'sku_taken' }),
    ];
    openApp('/inventory', { ...STOCKED, GetInventory: () => ({ products: [{ name: 'Mug', variants }] }) });
    const copies = async (sku: string) => within(await row(sku)).queryAllByText('Copy To Shopify').length;
    expect(await copies('FREE')).toBeGreaterThan(0);
    expect([await copies('TWICE'), await copies('TAKEN')]).toEqual([0, 0]);
  });

  it('shows in the dialog why a copy failed', async () => {
    expectNoise(/copying to shopify: failed_precondition/u);
    const lone = aVariant({ shopifyId: '', status: 'only_square' });
    openApp('/inventory', {
      ...STOCKED,
      GetInventory: () => ({ products: [{ name: 'Mug', variants: [lone] }] }),
      SaveProductToShopify: () => refusal('failed_precondition', 'More than one Square variation has the SKU TEE-S.'),
    });
    click(within(await row('TEE-S')).getAllByRole('button', { name: /^Copy To Shopify/u })[0] ?? document.body);
    const dialog = await find('dialog', 'Copy To Shopify');
    press('Copy To Shopify', dialog);
    await sees(/^More than one Square variation has the SKU TEE-S\./u, dialog);
    expect(screen.getAllByText(/More than one Square variation/u)).toHaveLength(1);
  });

  it('puts the list first on a phone: banners fold to one line, and rows can be selected', async () => {
    const wide = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList);
    openApp('/inventory', { ...STOCKED, GetAccountStatus: () => aStatus({ held: 2 }) });
    const tee = within(await row('TEE-S'));
    click(tee.getByRole('checkbox', { name: /^Select/u }));
    await sees('1 selected');
    const banner = screen.getByText('2 variants have a change on hold for your review').closest('details');
    expect(banner?.open).toBe(false);
    shows('Send all', banner ?? document.body);
    wide.mockRestore();
  });

  it('is cards on a phone: each with both quantities by name, its status in words, and its actions; they can be sorted', async () => {
    const wide = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList);
    const { calls } = openApp('/inventory', { ...STOCKED, GetVariantDetail: never });
    const card = await row('TEE-M');
    expect(card.querySelectorAll('td')).toHaveLength(1);
    expect([...card.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual([
      'Shopify5',
      'Square3',
      'StatusOut of sync',
    ]);
    press(/^Fix: Tee, Medium, TEE-M/u, card);
    await find('dialog', 'Variant Details');
    expect(new URLSearchParams(window.location.search).get('variant')).toContain('71');
    press('Close');
    has('checkbox', 'Select all on this page');
    await pick('Sort', 'Square Qty: highest first');
    await waitFor(() => expect(inputsOf(calls, 'GetInventory').at(-1)).toMatchObject({ table: { sort: '-square_quantity' } }));
    press('Columns');
    await pick('Table', 'Grouped by Product');
    await waitFor(() => hasNo('combobox', 'Sort'));
    wide.mockRestore();
  });

  it('shows its range, and turns pages', async () => {
    const { calls } = openApp('/inventory?page=1', STOCKED);
    await sees('Showing 501 - 503');
    press('Prev');
    await waitFor(() => shows('Showing 1 - 3'));
    expect(get('button', 'Prev').getAttribute('aria-disabled')).toBe('true');
    press('Prev');
    expect(inputsOf(calls, 'GetInventory')).toMatchObject([{ table: { page: 1, limit: 500 } }, { table: { page: 0, limit: 500 } }]);
  });

  it('changes the view from the dropdown with its counts, back on the first page', async () => {
    const { calls } = openApp('/inventory?page=1', STOCKED);
    await row('TEE-S');
    await pick('View', 'Out of Sync (1)');
    await waitFor(() => expect(window.location.search).toBe('?view=out_of_sync'));
    expect(inputsOf(calls, 'GetInventory').at(-1)).toMatchObject({ view: 'out_of_sync', table: { page: 0 } });
  });

  it('searches when submitted, from the first page, and keeps the search in the address', async () => {
    const { calls } = openApp('/inventory?page=1', STOCKED);
    await row('TEE-S');
    const box = get('searchbox');
    fill(box, 'tee & co');
    press('Search');
    await waitFor(() => expect(new URLSearchParams(window.location.search).get('q')).toBe('tee & co'));
    expect(inputsOf(calls, 'GetInventory').at(-1)).toMatchObject({ query: 'tee & co', table: { page: 0 } });
  });

  it('searches automatically once the typing pauses', async () => {
    const { calls } = openApp('/inventory', STOCKED);
    await row('TEE-S');
    for (const text of ['t', 'te', 'tee']) fill(get('searchbox'), text);
    await waitFor(() => expect(window.location.search).toBe('?q=tee'));
    await waitFor(() => expect(inputsOf(calls, 'GetInventory')).toMatchObject([{ query: '' }, { query: 'tee' }]));
  });

  it('focuses the search box on /', async () => {
    openApp('/inventory', STOCKED);
    await row('TEE-S');
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(get('searchbox'));
  });

  it('sorts by a column, ascending and then descending', async () => {
    const { calls } = openApp('/inventory', STOCKED);
    await row('TEE-S');
    press('Square Qty');
    await waitFor(() => expect(get('columnheader', 'Square Qty').getAttribute('aria-sort')).toBe('ascending'));
    press('Square Qty');
    await waitFor(() => expect(get('columnheader', 'Square Qty').getAttribute('aria-sort')).toBe('descending'));
    expect(inputsOf(calls, 'GetInventory').at(-1)).toMatchObject({ table: { sort: '-square_quantity' } });
  });

  it('groups by product when selected, and keeps the choice', async () => {
    openApp('/inventory', {
      ...STOCKED,
      GetInventory: () => ({ products: [...PRODUCTS, { name: 'Retired', variants: [] }], hasNextPage: false }),
    });
    await row('TEE-S');
    await pick('Table', 'Grouped by Product');
    await sees('2 variants');
    shows('(No Variants)');
    expect(window.localStorage.getItem('flat-table')).toBe('false');
    hasNo('button', 'Square Qty');
  });

  it('names the only variant of a product by the product, flat and grouped', async () => {
    const only = aVariant({ name: 'Default Title' });
    openApp('/inventory', { ...STOCKED, GetInventory: () => ({ products: [{ name: 'Candle', variants: [only] }] }) });
    await row('TEE-S');
    expect(document.body.innerHTML).not.toContain('Default Title');
    await pick('Table', 'Grouped by Product');
    await screen.findByText('1 variant');
    expect(screen.getAllByText('Candle')).toHaveLength(2);
    expect(document.body.innerHTML).not.toContain('Default Title');
  });

  it('shows a sale automatically, without emptying the list', async () => {
    let revision = 1;
    openApp('/inventory', {
      ...STOCKED,
      GetAccountStatus: () => aStatus({ revision }),
      GetInventory: () => ({
        products: [{ name: 'Tee', variants: [revision === 1 ? TEE : { ...TEE, shopifyQuantity: 3, squareQuantity: 3 }] }],
      }),
    });
    expect(within(await row('TEE-S')).getAllByText('5')).toHaveLength(2);
    revision = 2;
    comeBack();
    await waitFor(() => {
      const tee = document.querySelector<HTMLElement>('tr[data-sku="TEE-S"]');
      expect(tee).not.toBeNull();
      expect(tee?.querySelector('[data-cell="shopify"]')?.textContent).toBe('3');
    });
  });

  it('keeps the list when a refresh fails, and shows a toast', async () => {
    expectNoise(/getting inventory: internal/u);
    let revision = 1;
    openApp('/inventory', {
      ...STOCKED,
      GetAccountStatus: () => aStatus({ revision }),
      GetInventory: () => (revision === 1 ? { products: PRODUCTS } : refusal('internal', 'Something broke.', 'req-3')),
    });
    await row('TEE-S');
    revision = 2;
    comeBack();
    const messages = get('region', 'Messages');
    await sees(/Something broke\. Reference: req-3/u, messages);
    expect(document.querySelector('tr[data-sku="TEE-S"]')).not.toBeNull();
  });

  it('shows when nothing matches', async () => {
    openApp('/inventory?q=zzz', { ...STOCKED, GetInventory: () => ({}) });
    await sees('[No Matching Products]');
    shows('Showing 0 - 0');
  });

  it('offers to try again after a failure', async () => {
    expectNoise(/getting inventory: unavailable/u);
    let down = true;
    const { calls } = openApp('/inventory', {
      ...STOCKED,
      GetInventory: () => (down ? refusal('unavailable', 'Down.') : { products: PRODUCTS }),
    });
    await pressFound('Try again');
    await waitFor(() => expect(inputsOf(calls, 'GetInventory')).toHaveLength(2));
    down = false;
    await pressFound('Try again');
    expect(await row('TEE-S')).toBeTruthy();
  });

  it('shows a skeleton until the first response', async () => {
    openApp('/inventory', { ...STOCKED, GetInventory: never });
    await find('searchbox');
    expect(screen.getAllByRole('status', { name: 'Loading' }).length).toBeGreaterThan(0);
    hasNo('table');
  });
});

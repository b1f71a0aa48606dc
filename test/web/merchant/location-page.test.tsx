import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { A_PAIR, someLocations } from '../support/builders';
import { refusal, inputOf } from '../support/fake-api';
import { find, finds, shows, has, press, sees, click } from '../support/page';
import { openApp, pick } from '../support/render-app';

const aRow = (id: string, change: object = {}) => ({
  id,
  productName: 'Tee',
  variantName: 'Small',
  sku: `TEE-${id}`,
  shopifyVariantId: `gid://shopify/ProductVariant/${id}`,
  squareVariationId: `SQ${id}`,
  shopifyQuantity: 5,
  squareQuantity: 7,
  ...change,
});

const locations = { GetLocations: () => someLocations({ synced: [A_PAIR] }) };

describe('a location', () => {
  it('opens from the list, and shows its stock in pages of a thousand rows, from page zero', async () => {
    const { calls } = openApp('/locations', {
      ...locations,
      GetLocationInventory: () => ({
        inventories: [aRow('1'), aRow('2', { sku: '', squareVariationId: '', squareQuantity: undefined, variantName: 'Default Title' })],
        hasNextPage: true,
      }),
    });
    click(await find('link', 'Counter'));
    await finds('heading', 'Counter');
    expect(window.location.pathname).toBe('/location/3');
    shows(/Square location, synced with Warehouse on Shopify/u);
    const stock = await find('table', 'Stock');
    const [, first, second] = within(stock).getAllByRole('row');
    expect(first?.textContent).toContain('Tee · SmallTEE-1');
    expect(
      within(first ?? stock)
        .getAllByRole('link', { name: 'TEE-1' })[0]
        ?.getAttribute('href'),
    ).toBe('/inventory?q=TEE-1');
    expect(second?.textContent).toContain('[missing sku]');
    expect(second?.textContent).not.toContain('Default Title');
    has('img', 'Not on Square', second ?? stock);
    shows('Showing 1 - 2');
    expect(inputOf(calls, 'GetLocationInventory')).toMatchObject({
      locationId: '3',
      view: 'all',
      table: { limit: 1000, page: 0 },
    });

    press('Next');
    await screen.findByText('Showing 1,001 - 1,002');
    expect(window.location.search).toBe('?page=1');
    await pick('View', 'Out of Sync');
    await waitFor(() => expect(window.location.search).toBe('?view=out_of_sync'));
    press('Square Qty', stock);
    await waitFor(() =>
      expect(calls.findLast(({ method }) => method === 'GetLocationInventory')?.input).toMatchObject({
        view: 'out_of_sync',
        table: { limit: 1000, page: 0, sort: 'square_quantity' },
      }),
    );
  });

  it('is found by the platform’s own id, and says when it is not synced', async () => {
    openApp('/location/LSTALL', {
      ...locations,
      GetLocationInventory: () => ({ inventories: [aRow('1', { squareQuantity: undefined })] }),
    });
    await finds('heading', 'Market stall');
    shows('This location is not synced');
    expect((await find('table', 'Stock')).textContent).toContain('–');
  });

  it('says when nothing matches', async () => {
    openApp('/location/3?q=nothing', { ...locations, GetLocationInventory: () => ({}) });
    await sees('[No Matching Products]');
    shows('No products match this view and search.');
  });

  it('says when there is no such location', async () => {
    openApp('/location/99', locations);
    await finds('heading', '404 not found');
  });

  it('shows an error when the stock cannot be loaded', async () => {
    expectNoise(/getting inventory: unavailable/u);
    openApp('/location/3', { ...locations, GetLocationInventory: () => refusal('unavailable', 'Back soon.', 'req-4') });
    shows('req-4', await find('alert'));
  });
});

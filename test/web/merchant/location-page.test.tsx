import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { A_PAIR, someLocations } from '../support/builders';
import { refusal } from '../support/fake-api';
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
    fireEvent.click(await screen.findByRole('link', { name: 'Counter' }));
    expect(await screen.findByRole('heading', { name: 'Counter' })).toBeTruthy();
    expect(window.location.pathname).toBe('/location/3');
    expect(screen.getByText(/Square location, synced with Warehouse on Shopify/u)).toBeTruthy();
    const stock = await screen.findByRole('table', { name: 'Stock' });
    const [, first, second] = within(stock).getAllByRole('row');
    expect(first?.textContent).toContain('Tee · SmallTEE-1');
    expect(
      within(first ?? stock)
        .getAllByRole('link', { name: 'TEE-1' })[0]
        ?.getAttribute('href'),
    ).toBe('/inventory?q=TEE-1');
    expect(second?.textContent).toContain('[missing sku]');
    expect(second?.textContent).not.toContain('Default Title');
    expect(within(second ?? stock).getByRole('img', { name: 'Not on Square' })).toBeTruthy();
    expect(screen.getByText('Showing 1 - 2')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'GetLocationInventory')?.input).toMatchObject({
      locationId: '3',
      view: 'all',
      table: { limit: 1000, page: 0 },
    });

    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Showing 1,001 - 1,002');
    expect(window.location.search).toBe('?page=1');
    await pick('View', 'Out of Sync');
    await waitFor(() => expect(window.location.search).toBe('?view=out_of_sync'));
    fireEvent.click(within(stock).getByRole('button', { name: 'Square Qty' }));
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
    expect(await screen.findByRole('heading', { name: 'Market stall' })).toBeTruthy();
    expect(screen.getByText('This location is not synced')).toBeTruthy();
    expect((await screen.findByRole('table', { name: 'Stock' })).textContent).toContain('–');
  });

  it('says when nothing matches', async () => {
    openApp('/location/3?q=nothing', { ...locations, GetLocationInventory: () => ({}) });
    expect(await screen.findByText('[No Matching Products]')).toBeTruthy();
    expect(screen.getByText('No products match this view and search.')).toBeTruthy();
  });

  it('says when there is no such location', async () => {
    openApp('/location/99', locations);
    expect(await screen.findByRole('heading', { name: '404 not found' })).toBeTruthy();
  });

  it('shows an error when the stock cannot be loaded', async () => {
    expectNoise(/getting inventory: unavailable/u);
    openApp('/location/3', { ...locations, GetLocationInventory: () => refusal('unavailable', 'Back soon.', 'req-4') });
    expect(within(await screen.findByRole('alert')).getByText('req-4')).toBeTruthy();
  });
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aStatus } from '../support/builders';
import { refusal, type SeenCall, inputsOf } from '../support/fake-api';
import { sees, shows, has, press, get, fill } from '../support/page';
import { comeBack, openApp } from '../support/render-app';

const SALE = {
  date: '2026-11-20T12:34:56Z',
  originator: 'Square',
  locationName: 'Counter',
  sku: 'TEE-S',
  message: 'Sold 2 on Square: Shopify 14 → 12',
};

function requests(calls: readonly SeenCall[]) {
  return inputsOf(calls, 'GetHistory');
}

describe('history', () => {
  it('shows what happened, with a link to the history of the SKU', async () => {
    const { calls } = openApp('/history', { GetHistory: () => ({ totalItems: 250, historyRows: [SALE] }) });
    await sees(SALE.message);
    expect(screen.getAllByText(/^Nov 20 \d\d:34$/u).length).toBeGreaterThan(0);
    shows('Showing 1 - 1 of 250 items');
    for (const name of ['Timestamp', 'Originated By', 'Location', 'Sku', 'Message']) {
      has('columnheader', name);
    }
    const [link] = screen.getAllByRole('link', { name: 'TEE-S' });
    expect(link?.getAttribute('href')).toBe('/history?sku=TEE-S');
    expect(requests(calls)).toEqual([{ table: { limit: 100, page: 0 }, skuQuery: '' }]);
  });

  it('disables Next when the next page would pass the total', async () => {
    const { calls } = openApp('/history?page=1', { GetHistory: () => ({ totalItems: 250, historyRows: [SALE] }) });
    await screen.findByText(SALE.message);
    press('Next');
    await waitFor(() => expect(requests(calls).at(-1)).toMatchObject({ table: { page: 2 } }));
    await waitFor(() => expect(get('button', 'Next').getAttribute('aria-disabled')).toBe('true'));
    expect(get('button', 'Prev').getAttribute('aria-disabled')).toBeNull();
    press('Next');
    expect(new URLSearchParams(window.location.search).get('page')).toBe('2');
  });

  it('searches when submitted and goes back to the first page', async () => {
    const { calls } = openApp('/history?page=2', { GetHistory: () => ({ totalItems: 250, historyRows: [SALE] }) });
    await screen.findByText(SALE.message);
    const box = get('searchbox', 'Search by SKU');
    fill(box, 'TEE-M');
    if (box instanceof HTMLInputElement && box.form !== null) fireEvent.submit(box.form);
    await waitFor(() => expect(requests(calls).at(-1)).toEqual({ table: { limit: 100, page: 0 }, skuQuery: 'TEE-M' }));
    expect(window.location.search).toBe('?sku=TEE-M');
  });

  it('shows a new row when one was added', async () => {
    let revision = 1;
    openApp('/history', {
      GetAccountStatus: () => aStatus({ revision }),
      GetHistory: () => ({
        totalItems: revision,
        historyRows: revision === 1 ? [SALE] : [{ ...SALE, message: 'Sold 1 on Shopify: Square 12 → 11' }, SALE],
      }),
    });
    await screen.findByText(SALE.message);
    revision = 2;
    comeBack();
    await sees('Sold 1 on Shopify: Square 12 → 11');
  });

  it('shows an empty state when there is none', async () => {
    openApp('/history', { GetHistory: () => ({}) });
    await sees('[No recent history]');
    shows('Showing 0 - 0 of 0 items');
  });

  it('shows an error when it cannot be loaded', async () => {
    expectNoise(/getting history: internal/u);
    openApp('/history', { GetHistory: () => refusal('internal', 'Something broke.') });
    await sees('Your history could not be loaded.');
  });
});

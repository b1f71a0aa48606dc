import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { A_PAIR, aStatus, someLocations } from '../support/builders';
import { openApp, pick } from '../support/render-app';

const STARTED = aStatus({ squareAccess: false, squareName: '', hasMappedLocations: false, isSubscribed: false, snapshots: [] });

describe('onboarding', () => {
  it('counts the steps that are left and strikes through the finished ones', async () => {
    openApp('/onboard', { GetAccountStatus: () => STARTED });
    expect(await screen.findByText('3 left')).toBeTruthy();
    expect(screen.getByText('Connect Shopify').className).toContain('line-through');
    expect(screen.getByText('Connected')).toBeTruthy();
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Connect Square' }).getAttribute('href')).toBe('/square/oauthRequest');
  });

  it('connects Shopify with the shop that is signed in', async () => {
    openApp('/onboard', { GetAccountStatus: () => aStatus({ shopifyAccess: false, isSubscribed: false }) });
    const link = await screen.findByRole('link', { name: 'Connect Shopify' });
    expect(link.getAttribute('href')).toBe('/shopify/oauthRequest?shop=demo.myshopify.com');
  });

  it('has three steps where nothing is charged', async () => {
    openApp('/onboard', { GetAccountStatus: () => ({ ...STARTED, billingMode: 'none' }) });
    expect(await screen.findByText('2 left')).toBeTruthy();
    expect(screen.queryByText('Activate your subscription')).toBeNull();
  });

  it('links to the dashboard when everything is done', async () => {
    openApp('/onboard');
    expect(await screen.findByText("You're ready to rock!")).toBeTruthy();
    expect(screen.getByText('0 left')).toBeTruthy();
    for (const word of ['Selected', 'Activated']) expect(screen.getByText(word)).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Go to the dashboard' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
  });

  it('shows what was selected, and lets the merchant change it before paying', async () => {
    let pair = { ...A_PAIR };
    const seen: unknown[] = [];
    const { calls } = openApp('/onboard', {
      GetAccountStatus: () => aStatus({ isSubscribed: false, squareName: 'Harbour Counter', revision: pair.id === '9' ? 1 : 2 }),
      GetLocations: () => someLocations({ synced: [pair] }),
      DisconnectSyncedLocation: (input: object) => {
        seen.push(input);
        return {};
      },
      SaveSyncedLocation: () => {
        pair = { ...A_PAIR, id: '10', shopifyName: 'Pop-up', squareName: 'Market stall' };
        return {};
      },
    });
    expect(await screen.findByText('Warehouse and Counter')).toBeTruthy();
    expect(screen.getByText('Harbour Counter')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Use another account' }).getAttribute('href')).toBe('/square/oauthRequest');
    fireEvent.click(screen.getByRole('button', { name: 'Change locations' }));
    const dialog = await screen.findByRole('dialog', { name: 'Select Locations' });
    expect(within(dialog).getByText(/Saving does not change any quantities/u)).toBeTruthy();
    await pick('Shopify location', 'Pop-up');
    await pick('Square location', 'Market stall');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Pop-up and Market stall')).toBeTruthy();
    expect(seen).toEqual([{ id: '9' }]);
    expect(calls.find((call) => call.method === 'SaveSyncedLocation')?.input).toEqual({ locationIdShopify: '2', locationIdSquare: '4' });
  });

  it('links subscribers to the locations page', async () => {
    openApp('/onboard', { GetLocations: () => someLocations({ synced: [A_PAIR] }) });
    expect((await screen.findByRole('link', { name: 'Change locations' })).getAttribute('href')).toBe('/locations');
  });

  it('answers common questions before the first step, and says what it costs', async () => {
    openApp('/onboard', { GetAccountStatus: () => STARTED });
    expect(await screen.findByText('Will my quantities be overwritten?')).toBeTruthy();
    expect(screen.getByText(/^\$49\.99 every 30 days, after a 14-day trial/u)).toBeTruthy();
  });

  it('does not open the locations before both platforms are connected', async () => {
    openApp('/onboard', { GetAccountStatus: () => STARTED });
    fireEvent.click(await screen.findByRole('button', { name: 'Select locations' }));
    expect(
      await screen.findByText("We can't access your locations. Please try again after connecting your Shopify and Square accounts."),
    ).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('refreshes a platform without locations once, and warns when it has none', async () => {
    const { calls } = openApp('/onboard', {
      GetAccountStatus: () => aStatus({ hasMappedLocations: false, isSubscribed: false }),
      GetLocations: () => someLocations({ all: someLocations().all.filter((location) => location.source === 'shopify') }),
      SyncLocations: () => ({}),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Select locations' }));
    expect(await screen.findByText('No Square locations found')).toBeTruthy();
    expect(screen.queryByText('No Shopify locations found')).toBeNull();
    expect(calls.filter((call) => call.method === 'SyncLocations').map((call) => call.input)).toEqual([{ id: 'square' }]);
    const dialog = screen.getByRole('dialog', { name: 'Select Locations' });
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  });

  it('warns when Shopify has no locations', async () => {
    openApp('/onboard', {
      GetAccountStatus: () => aStatus({ hasMappedLocations: false, isSubscribed: false }),
      GetLocations: () => someLocations({ all: someLocations().all.filter((location) => location.source === 'square') }),
      SyncLocations: () => ({}),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Select locations' }));
    expect(await screen.findByText('No Shopify locations found')).toBeTruthy();
  });

  it('pairs the two selected locations, and only when both are selected', async () => {
    let paired = false;
    const { calls } = openApp('/onboard', {
      GetAccountStatus: () => aStatus({ hasMappedLocations: paired, isSubscribed: false }),
      GetLocations: () => someLocations(),
      SaveSyncedLocation: () => {
        paired = true;
        return {};
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Select locations' }));
    const dialog = await screen.findByRole('dialog', { name: 'Select Locations' });
    const save = await within(dialog).findByRole<HTMLButtonElement>('button', { name: 'Save' });
    await within(dialog).findByRole('combobox', { name: 'Shopify location' });
    await pick('Shopify location', 'Pop-up');
    expect(save.disabled).toBe(true);
    await pick('Square location', 'Counter');
    await waitFor(() => expect(save.disabled).toBe(false));
    fireEvent.click(save);
    expect(await screen.findByText('Selected')).toBeTruthy();
    expect(screen.getByText('1 left')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls.find((call) => call.method === 'SaveSyncedLocation')?.input).toEqual({ locationIdShopify: '2', locationIdSquare: '3' });
  });

  it('changes nothing when the selection is canceled', async () => {
    const { calls } = openApp('/onboard', {
      GetAccountStatus: () => aStatus({ hasMappedLocations: false, isSubscribed: false }),
      GetLocations: () => someLocations(),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Select locations' }));
    const dialog = await screen.findByRole('dialog', { name: 'Select Locations' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.some((call) => call.method === 'SaveSyncedLocation' || call.method === 'SyncLocations')).toBe(false);
  });

  it('shows what the subscription costs before the merchant confirms it', async () => {
    const { calls } = openApp('/onboard?test', {
      GetAccountStatus: () => aStatus({ isSubscribed: false }),
      CreateSubscription: () => ({ redirectUrl: 'javascript:alert(1)' }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Activate' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your subscription' });
    for (const text of ['Shopify Payments', 'TEST!!', '$49.99 every 30 days', '14-day trial, 60-day money back guarantee']) {
      expect(within(dialog).getByText(text)).toBeTruthy();
    }
    const day = within(dialog).getByText('Date').nextSibling?.textContent ?? '';
    expect(day).toMatch(/^[A-Z][a-z]{2} \d{2} \d{4}$/u);
    expect(Math.abs(Date.parse(day) - Date.now())).toBeLessThan(2 * 24 * 3_600_000);
    const here = window.location.href;
    fireEvent.click(within(dialog).getByRole('button', { name: 'Authorize on Shopify' }));
    expect(await screen.findByText(/did not return a page to confirm/u)).toBeTruthy();
    expect(window.location.href).toBe(here);
    await waitFor(() => expect(calls.find((call) => call.method === 'CreateSubscription')?.input).toEqual({ isTest: true }));
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { A_PAIR, aStatus, someLocations } from '../support/builders';
import { inputOf, inputsOf } from '../support/fake-api';
import { sees, shows, get, find, hides, finds, press, pressFound, hasNo, click } from '../support/page';
import { choose, openApp } from '../support/render-app';

const STARTED = aStatus({ squareAccess: false, squareName: '', hasMappedLocations: false, isSubscribed: false, snapshots: [] });

describe('onboarding', () => {
  it('counts the steps that are left and strikes through the finished ones', async () => {
    openApp('/onboard', { GetAccountStatus: () => STARTED });
    await sees('3 left');
    expect(screen.getByText('Connect Shopify').className).toContain('line-through');
    shows('Connected');
    expect(get<HTMLAnchorElement>('link', 'Connect Square').getAttribute('href')).toBe('/square/oauthRequest');
  });

  it('connects Shopify with the shop that is signed in', async () => {
    openApp('/onboard', { GetAccountStatus: () => aStatus({ shopifyAccess: false, isSubscribed: false }) });
    const link = await find('link', 'Connect Shopify');
    expect(link.getAttribute('href')).toBe('/shopify/oauthRequest?shop=demo.myshopify.com');
  });

  it('has three steps where nothing is charged', async () => {
    openApp('/onboard', { GetAccountStatus: () => ({ ...STARTED, billingMode: 'none' }) });
    await sees('2 left');
    hides('Activate your subscription');
  });

  it('links to the dashboard when everything is done', async () => {
    openApp('/onboard');
    await sees("You're ready to rock!");
    shows('0 left');
    for (const word of ['Selected', 'Activated']) shows(word);
    click(get('link', 'Go to the dashboard'));
    await finds('heading', 'Dashboard');
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
    await sees('Warehouse and Counter');
    shows('Harbour Counter');
    expect(get('link', 'Use another account').getAttribute('href')).toBe('/square/oauthRequest');
    press('Change locations');
    const dialog = await find('dialog', 'Select Locations');
    shows(/Saving does not change any quantities/u, dialog);
    await choose('Shopify location', 'Pop-up');
    await choose('Square location', 'Market stall');
    press('Save', dialog);
    await sees('Pop-up and Market stall');
    expect(seen).toEqual([{ id: '9' }]);
    expect(inputOf(calls, 'SaveSyncedLocation')).toEqual({ locationIdShopify: '2', locationIdSquare: '4' });
  });

  it('links subscribers to the locations page', async () => {
    openApp('/onboard', { GetLocations: () => someLocations({ synced: [A_PAIR] }) });
    expect((await find('link', 'Change locations')).getAttribute('href')).toBe('/locations');
  });

  it('answers common questions before the first step, and says what it costs', async () => {
    openApp('/onboard', { GetAccountStatus: () => STARTED });
    await sees('Will my quantities be overwritten?');
    shows(/^\$49\.99 every 30 days, after a 14-day trial/u);
  });

  it('does not open the locations before both platforms are connected', async () => {
    openApp('/onboard', { GetAccountStatus: () => STARTED });
    await pressFound('Select locations');
    await sees("We can't access your locations. Please try again after connecting your Shopify and Square accounts.");
    hasNo('dialog');
  });

  it('refreshes a platform without locations once, and warns when it has none', async () => {
    const { calls } = openApp('/onboard', {
      GetAccountStatus: () => aStatus({ hasMappedLocations: false, isSubscribed: false }),
      GetLocations: () => someLocations({ all: someLocations().all.filter((location) => location.source === 'shopify') }),
      SyncLocations: () => ({}),
    });
    await pressFound('Select locations');
    await sees('No Square locations found');
    hides('No Shopify locations found');
    expect(inputsOf(calls, 'SyncLocations')).toEqual([{ id: 'square' }]);
    const dialog = get('dialog', 'Select Locations');
    expect(get<HTMLButtonElement>('button', 'Save', dialog).disabled).toBe(true);
  });

  it('warns when Shopify has no locations', async () => {
    openApp('/onboard', {
      GetAccountStatus: () => aStatus({ hasMappedLocations: false, isSubscribed: false }),
      GetLocations: () => someLocations({ all: someLocations().all.filter((location) => location.source === 'square') }),
      SyncLocations: () => ({}),
    });
    await pressFound('Select locations');
    await sees('No Shopify locations found');
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
    await pressFound('Select locations');
    const dialog = await find('dialog', 'Select Locations');
    const save = await find<HTMLButtonElement>('button', 'Save', dialog);
    await find('group', 'Shopify location', dialog);
    await choose('Shopify location', 'Pop-up');
    expect(save.disabled).toBe(true);
    await choose('Square location', 'Counter');
    await waitFor(() => expect(save.disabled).toBe(false));
    click(save);
    await sees('Selected');
    shows('1 left');
    hasNo('dialog');
    expect(inputOf(calls, 'SaveSyncedLocation')).toEqual({ locationIdShopify: '2', locationIdSquare: '3' });
  });

  it('has chosen the only location of a platform, which can be changed once there is another', async () => {
    const { calls } = openApp('/onboard', {
      GetAccountStatus: () => aStatus({ hasMappedLocations: false, isSubscribed: false }),
      GetLocations: () => someLocations({ all: someLocations().all.filter(({ id }) => id === '1' || id === '4') }),
      SaveSyncedLocation: () => ({}),
    });
    await pressFound('Select locations');
    const dialog = await find('dialog', 'Select Locations');
    await waitFor(() => expect(get<HTMLButtonElement>('button', 'Save', dialog).disabled).toBe(false));
    press('Save', dialog);
    await waitFor(() => expect(inputOf(calls, 'SaveSyncedLocation')).toEqual({ locationIdShopify: '1', locationIdSquare: '4' }));
  });

  it('changes nothing when the selection is canceled', async () => {
    const { calls } = openApp('/onboard', {
      GetAccountStatus: () => aStatus({ hasMappedLocations: false, isSubscribed: false }),
      GetLocations: () => someLocations(),
    });
    await pressFound('Select locations');
    const dialog = await find('dialog', 'Select Locations');
    press('Cancel', dialog);
    await waitFor(() => hasNo('dialog'));
    expect(calls.some((call) => call.method === 'SaveSyncedLocation' || call.method === 'SyncLocations')).toBe(false);
  });

  it('shows what the subscription costs before the merchant confirms it', async () => {
    const { calls } = openApp('/onboard?test', {
      GetAccountStatus: () => aStatus({ isSubscribed: false }),
      CreateSubscription: () => ({ redirectUrl: 'javascript:alert(1)' }),
    });
    await pressFound('Activate');
    const dialog = await find('dialog', 'Confirm your subscription');
    for (const text of ['Shopify Payments', 'TEST!!', '$49.99 every 30 days', '14-day trial, 60-day money back guarantee']) {
      shows(text, dialog);
    }
    const day = within(dialog).getByText('Date').nextSibling?.textContent ?? '';
    expect(day).toMatch(/^[A-Z][a-z]{2} \d{2} \d{4}$/u);
    expect(Math.abs(Date.parse(day) - Date.now())).toBeLessThan(2 * 24 * 3_600_000);
    const here = window.location.href;
    press('Authorize on Shopify', dialog);
    await sees(/did not return a page to confirm/u);
    expect(window.location.href).toBe(here);
    await waitFor(() => expect(inputOf(calls, 'CreateSubscription')).toEqual({ isTest: true }));
  });
});

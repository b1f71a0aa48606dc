import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { A_PAIR, someLocations } from '../support/builders';
import { refusal } from '../support/fake-api';
import { openApp, pick } from '../support/render-app';

describe('locations', () => {
  it('lists the unsynced locations, and pairs two', async () => {
    const { calls } = openApp('/locations', { GetLocations: () => someLocations(), SaveSyncedLocation: () => ({}) });
    expect(await screen.findByText('No Synced Locations')).toBeTruthy();
    expect(screen.getByText('Warehouse', { selector: 'li span' }).textContent).toBe('Warehouse (11)');
    fireEvent.click(screen.getByRole('button', { name: 'Create' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sync Locations' });
    const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(true);
    await pick('Shopify location', 'Warehouse');
    expect(save.disabled).toBe(true);
    await pick('Square location', 'Market stall');
    await waitFor(() => expect(save.disabled).toBe(false));
    fireEvent.click(save);
    expect(await screen.findByText('Locations saved. We are reading both catalogs now.')).toBeTruthy();
    expect(calls.find((call) => call.method === 'SaveSyncedLocation')?.input).toEqual({ locationIdShopify: '1', locationIdSquare: '4' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps the dialog open and shows the server’s message when the pair is refused', async () => {
    expectNoise(/saving locations: failed_precondition/u);
    openApp('/locations', {
      GetLocations: () => someLocations(),
      SaveSyncedLocation: () => refusal('failed_precondition', 'You already have 1 synced location.'),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Create' }));
    await screen.findByRole('dialog');
    await pick('Shopify location', 'Warehouse');
    await pick('Square location', 'Counter');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const message = await screen.findByText(/You already have 1 synced location\./u);
    expect(message.closest('[aria-hidden="true"], [inert]')).toBeNull();
    const dismiss = screen.getByRole('button', { name: 'Dismiss' });
    fireEvent.pointerDown(dismiss);
    fireEvent.mouseDown(dismiss);
    fireEvent.click(dismiss);
    expect(screen.getByRole('dialog', { name: 'Sync Locations' })).toBeTruthy();
  });

  it('allows only one pair, and says so before the button is pressed', async () => {
    openApp('/locations', { GetLocations: () => someLocations({ synced: [A_PAIR] }) });
    const create = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create' });
    const why = screen.getByText('You already have 1 synced location, which is the maximum that Shelfbridge supports today.');
    expect(create.disabled).toBe(true);
    expect(create.getAttribute('aria-describedby')).toBe(why.id);
  });

  it('asks for confirmation, then disconnects a pair', async () => {
    let synced = [A_PAIR];
    const { calls } = openApp('/locations', {
      GetLocations: () => someLocations({ synced }),
      DisconnectSyncedLocation: () => {
        synced = [];
        return {};
      },
    });
    const table = await screen.findByRole('table', { name: 'Synced locations' });
    fireEvent.click(within(table).getByRole('button', { name: 'Disconnect' }));
    const dialog = await screen.findByRole('dialog');
    expect(
      within(dialog).getByText(
        'Are you sure you want to disconnect these locations? If you proceed, Shelfbridge will no longer sync inventory between these Square / Shopify locations.',
      ),
    ).toBeTruthy();
    expect(calls.some((call) => call.method === 'DisconnectSyncedLocation')).toBe(false);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('No Synced Locations')).toBeTruthy();
    expect(calls.find((call) => call.method === 'DisconnectSyncedLocation')?.input).toEqual({ id: '9' });
  });

  it('changes nothing when pairing is canceled', async () => {
    const { calls } = openApp('/locations', { GetLocations: () => someLocations() });
    fireEvent.click(await screen.findByRole('button', { name: 'Create' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sync Locations' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.some((call) => call.method === 'SaveSyncedLocation')).toBe(false);
  });

  it('finds locations by name, id and platform in a table of all', async () => {
    openApp('/locations', { GetLocations: () => someLocations({ synced: [A_PAIR] }) });
    const table = await screen.findByRole('table', { name: 'All locations' });
    const names = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent);
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Name', 'Connection']);
    expect(names()).toEqual(['Warehouse (11)Shopify', 'Pop-up (12)Shopify', 'Counter (LCOUNTER)Square', 'Market stall (LSTALL)Square']);
    const box = screen.getByRole('searchbox', { name: 'Search locations' });
    for (const [search, found] of [
      ['square stall', ['Market stall (LSTALL)Square']],
      ['12', ['Pop-up (12)Shopify']],
    ] as const) {
      fireEvent.change(box, { target: { value: search } });
      fireEvent.submit(box);
      await waitFor(() => expect(names()).toEqual(found));
    }
    fireEvent.change(box, { target: { value: 'nowhere' } });
    fireEvent.submit(box);
    expect(await screen.findByText('No matching locations')).toBeTruthy();
  });

  it('says when every location is synced', async () => {
    const all = someLocations().all.filter((location) => location.id === '1' || location.id === '3');
    openApp('/locations', { GetLocations: () => ({ synced: [A_PAIR], all }) });
    expect(await screen.findByText('No unsynced locations')).toBeTruthy();
  });

  it('offers to refresh the locations when there are none', async () => {
    let all: ReturnType<typeof someLocations>['all'] = [];
    const { calls } = openApp('/locations', {
      GetLocations: () => ({ synced: [], all }),
      SyncLocations: () => {
        all = someLocations().all;
        return {};
      },
    });
    expect(await screen.findByText('No Locations')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Sync Locations' }));
    expect(await screen.findByText('No Shopify & Square Locations To Sync')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'here' }));
    await waitFor(() => expect(screen.queryByText('No Shopify & Square Locations To Sync')).toBeNull());
    expect(calls.filter((call) => call.method === 'SyncLocations').map((call) => call.input)).toEqual([
      { id: 'shopify' },
      { id: 'square' },
    ]);
  });

  it('shows an error when they cannot be loaded', async () => {
    expectNoise(/fetching locations: unavailable/u);
    openApp('/locations', { GetLocations: () => refusal('unavailable', 'Try again in a minute.') });
    expect(await screen.findByText('Your locations could not be loaded.')).toBeTruthy();
  });
});

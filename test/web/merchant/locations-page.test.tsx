import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { A_PAIR, someLocations } from '../support/builders';
import { refusal, inputOf, inputsOf } from '../support/fake-api';
import { sees, press, find, get, hasNo, pressFound, has, shows, fill, hides, click } from '../support/page';
import { choose, openApp } from '../support/render-app';

describe('locations', () => {
  it('lists the unsynced locations, and pairs two', async () => {
    const { calls } = openApp('/locations', { GetLocations: () => someLocations(), SaveSyncedLocation: () => ({}) });
    await sees('No Synced Locations');
    expect(screen.getByText('Warehouse', { selector: 'li span' }).textContent).toBe('Warehouse (11)');
    press('Create');
    const dialog = await find('dialog', 'Sync Locations');
    const save = get<HTMLButtonElement>('button', 'Save', dialog);
    expect(save.disabled).toBe(true);
    await choose('Shopify location', 'Warehouse');
    expect(save.disabled).toBe(true);
    await choose('Square location', 'Market stall');
    await waitFor(() => expect(save.disabled).toBe(false));
    click(save);
    await sees('Locations saved. We are reading both catalogs now.');
    expect(inputOf(calls, 'SaveSyncedLocation')).toEqual({ locationIdShopify: '1', locationIdSquare: '4' });
    await waitFor(() => hasNo('dialog'));
  });

  it('keeps the dialog open and shows the server’s message when the pair is refused', async () => {
    expectNoise(/saving locations: failed_precondition/u);
    openApp('/locations', {
      GetLocations: () => someLocations(),
      SaveSyncedLocation: () => refusal('failed_precondition', 'You already have 1 synced location.'),
    });
    await pressFound('Create');
    await find('dialog');
    await choose('Shopify location', 'Warehouse');
    await choose('Square location', 'Counter');
    press('Save');
    const message = await screen.findByText(/You already have 1 synced location\./u);
    expect(message.closest('[aria-hidden="true"], [inert]')).toBeNull();
    const dismiss = get('button', 'Dismiss');
    fireEvent.pointerDown(dismiss);
    fireEvent.mouseDown(dismiss);
    click(dismiss);
    has('dialog', 'Sync Locations');
  });

  it('allows only one pair, and says so before the button is pressed', async () => {
    openApp('/locations', { GetLocations: () => someLocations({ synced: [A_PAIR] }) });
    const create = await find<HTMLButtonElement>('button', 'Create');
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
    const table = await find('table', 'Synced locations');
    press('Disconnect', table);
    const dialog = await find('dialog');
    shows(
      'Are you sure you want to disconnect these locations? If you proceed, Shelfbridge will no longer sync inventory between these Square / Shopify locations.',
      dialog,
    );
    expect(inputsOf(calls, 'DisconnectSyncedLocation')).toEqual([]);
    press('Disconnect', dialog);
    await sees('No Synced Locations');
    expect(inputOf(calls, 'DisconnectSyncedLocation')).toEqual({ id: '9' });
  });

  it('changes nothing when pairing is canceled', async () => {
    const { calls } = openApp('/locations', { GetLocations: () => someLocations() });
    await pressFound('Create');
    const dialog = await find('dialog', 'Sync Locations');
    press('Cancel', dialog);
    await waitFor(() => hasNo('dialog'));
    expect(inputsOf(calls, 'SaveSyncedLocation')).toEqual([]);
  });

  it('finds locations by name, id and platform in a table of all', async () => {
    openApp('/locations', { GetLocations: () => someLocations({ synced: [A_PAIR] }) });
    const table = await find('table', 'All locations');
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
    const box = get('searchbox', 'Search locations');
    for (const [search, found] of [
      ['square stall', ['Market stall (LSTALL)Square']],
      ['12', ['Pop-up (12)Shopify']],
    ] as const) {
      fill(box, search);
      fireEvent.submit(box);
      await waitFor(() => expect(names()).toEqual(found));
    }
    fill(box, 'nowhere');
    fireEvent.submit(box);
    await sees('No matching locations');
  });

  it('says when every location is synced', async () => {
    const all = someLocations().all.filter((location) => location.id === '1' || location.id === '3');
    openApp('/locations', { GetLocations: () => ({ synced: [A_PAIR], all }) });
    await sees('No unsynced locations');
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
    await sees('No Locations');
    hasNo('button', 'Create');
    press('Sync Locations');
    await sees('No Shopify & Square Locations To Sync');
    press('here');
    await waitFor(() => hides('No Shopify & Square Locations To Sync'));
    expect(inputsOf(calls, 'SyncLocations')).toEqual([{ id: 'shopify' }, { id: 'square' }]);
  });

  it('shows an error when they cannot be loaded', async () => {
    expectNoise(/fetching locations: unavailable/u);
    openApp('/locations', { GetLocations: () => refusal('unavailable', 'Try again in a minute.') });
    await sees('Your locations could not be loaded.');
  });
});

import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aStatus, someLocations } from '../support/builders';
import { inputOf, inputsOf, refusal } from '../support/fake-api';
import { find, get, hasNo, hides, press, pressFound, sees, shows } from '../support/page';
import { choose, openApp } from '../support/render-app';

const SETTINGS = { accountName: 'Demo', applyMaxQuantity: true, maxQuantityUpdate: 7, setBarcode: false, autoSync: true, version: '3' };
const SINCE = '2026-11-24T10:05:00Z';
const WATCHING = aStatus({ watchingSince: SINCE, listeningActive: false });
const COUNTS = { all: 12, inSync: 9, outOfSync: 2, onlyShopify: 1, onlySquare: 0, notTracked: 0 };
const REPORT = {
  since: SINCE,
  total: 2,
  changes: 5,
  oversells: 1,
  oversold: 2,
  variants: [
    {
      id: '1:A',
      sku: 'CND-S',
      productName: 'Candle',
      variantName: 'S',
      toShopify: -3,
      toSquare: 0,
      changes: 4,
      oversells: 1,
      oversold: 2,
      lastChange: SINCE,
    },
    {
      id: '2:B',
      sku: 'MUG',
      productName: 'Mug',
      variantName: '',
      toShopify: 0,
      toSquare: 5,
      changes: 1,
      left: 9,
      oversells: 0,
      oversold: 0,
      lastChange: SINCE,
    },
  ],
  next: '',
};

describe('a merchant who sets the account up', () => {
  const open = (answers: Parameters<typeof openApp>[1]) =>
    openApp('/onboard', {
      GetAccountStatus: () => aStatus({ hasMappedLocations: false, isSubscribed: false }),
      GetLocations: () => someLocations(),
      GetAccountSettings: () => SETTINGS,
      SaveAccountSettings: () => ({}),
      SaveSyncedLocation: () => ({}),
      ...answers,
    });
  const chooseBoth = async () => {
    await pressFound('Select locations');
    const dialog = await find('dialog', 'Select Locations');
    await find('group', 'Shopify location', dialog);
    await choose('Shopify location', 'Pop-up');
    await choose('Square location', 'Counter');
    return dialog;
  };

  it('may watch first, which is saved before the locations are', async () => {
    const { calls } = open({});
    const dialog = await chooseBoth();
    expect(get<HTMLInputElement>('radio', /^Start syncing now/u, dialog).checked).toBe(true);
    get('radio', /^Watch first/u, dialog).click();
    press('Save', dialog);
    await waitFor(() => hasNo('dialog'));
    const order = calls.map(({ method }) => method).filter((method) => method.startsWith('Save'));
    expect(order).toEqual(['SaveAccountSettings', 'SaveSyncedLocation']);
    expect(inputOf(calls, 'SaveAccountSettings')).toEqual({ ...SETTINGS, watching: true });
  });

  it('starts syncing at once otherwise, and saves no setting for that', async () => {
    const { calls } = open({});
    press('Save', await chooseBoth());
    await waitFor(() => hasNo('dialog'));
    expect(inputsOf(calls, 'SaveAccountSettings')).toEqual([]);
  });

  it('pairs no locations when watching could not be saved', async () => {
    expectNoise(/beginning to watch: failed_precondition/u);
    const { calls } = open({ SaveAccountSettings: () => refusal('failed_precondition', 'Syncing has begun.') });
    const dialog = await chooseBoth();
    get('radio', /^Watch first/u, dialog).click();
    press('Save', dialog);
    await sees(/Syncing has begun\./u);
    expect(inputsOf(calls, 'SaveSyncedLocation')).toEqual([]);
  });
});

describe('a merchant who watches', () => {
  it('sees what syncing would have done', async () => {
    openApp('/dashboard', { GetAccountStatus: () => WATCHING, GetInventoryCounts: () => COUNTS, GetWatchReport: () => REPORT });
    await sees('You are only watching');
    await sees('5 changes of 2 variants would have been sent to the other platform.');
    shows('1 oversell (2 units) would have been prevented.');
    shows(/You are only watching, so stock changes are not sent\./u);
    const list = get('table', 'What syncing would have done');
    const cells = [...list.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].slice(1).map((cell) => cell.textContent),
    );
    expect(cells).toEqual([
      ['-3', '', '2'],
      ['', '+5', ''],
    ]);
  });

  it('is told before syncing starts what is not sent, and what still differs', async () => {
    const { calls } = openApp('/dashboard', {
      GetAccountStatus: () => ({ ...WATCHING, newWriters: 1 }),
      GetInventoryCounts: () => COUNTS,
      GetWatchReport: () => REPORT,
      GetAccountSettings: () => SETTINGS,
      SaveAccountSettings: () => ({}),
    });
    await pressFound('Start syncing');
    const dialog = await find('dialog', 'Start syncing?');
    shows(/What happened while you were watching is not sent\./u, dialog);
    await sees(/2 variants have different quantities\./u, dialog);
    shows(/1 variant is on only one platform, and not synced\./u, dialog);
    shows(/1 other app changes stock on Square\./u, dialog);
    expect(get('link', 'Show them', dialog).getAttribute('href')).toBe('/inventory?view=out_of_sync');
    press('Start syncing', dialog);
    await sees('Syncing has started');
    expect(inputOf(calls, 'SaveAccountSettings')).toEqual({ ...SETTINGS, watching: false });
    hasNo('dialog');
  });

  it('keeps the question open when syncing could not be started', async () => {
    expectNoise(/starting to sync: unavailable/u);
    openApp('/dashboard', {
      GetAccountStatus: () => WATCHING,
      GetWatchReport: () => REPORT,
      GetAccountSettings: () => SETTINGS,
      SaveAccountSettings: () => refusal('unavailable', 'Try again in a minute.'),
    });
    await pressFound('Start syncing');
    press('Start syncing', await find('dialog', 'Start syncing?'));
    await sees(/Try again in a minute\./u);
    get('dialog', 'Start syncing?');
  });

  it('is reminded on other pages, and in the self-test', async () => {
    openApp('/settings', { GetAccountStatus: () => WATCHING, GetAccountSettings: () => SETTINGS });
    await sees('You are only watching: no stock changes are sent to either platform.');
    expect(get('link', 'Open the dashboard').getAttribute('href')).toBe('/dashboard');
  });

  it('sees none of this once syncing is on', async () => {
    openApp('/dashboard', { GetInventoryCounts: () => COUNTS });
    await sees(/9 of 12 variants in sync/u);
    hides('You are only watching');
  });
});

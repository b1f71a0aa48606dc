import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aSnapshot, aStatus } from '../support/builders';
import { never, refusal, inputOf, inputsOf } from '../support/fake-api';
import { sees, get, finds, hides, find, shows, hasNo, press, click } from '../support/page';
import { comeBack, openApp } from '../support/render-app';

const COUNTS = { all: 1230, inSync: 1204, outOfSync: 8, onlyShopify: 12, onlySquare: 6, notTracked: 0 };

describe('the dashboard', () => {
  it('shows first whether the stock is in sync', async () => {
    openApp('/dashboard', { GetInventoryCounts: () => COUNTS });
    await sees('1,204 of 1,230 variants in sync. 26 need attention.');
    expect(get('link', /Out of sync\s*8/u).getAttribute('href')).toBe('/inventory?view=out_of_sync');
  });

  it('shows a skeleton while the counts load', async () => {
    openApp('/dashboard', { GetInventoryCounts: never });
    await finds('status', 'Counting your stock');
    await sees('Loading...');
  });

  it('does not claim that there are no warnings before the counts have loaded', async () => {
    openApp('/dashboard', { GetMissingSkuCounts: never });
    await sees('Checking for warnings');
    hides('No warnings.');
  });

  it('shows what happened, what is safe and the reference when the counts cannot be loaded', async () => {
    expectNoise(/getting inventory counts: unavailable/u);
    openApp('/dashboard', { GetInventoryCounts: () => refusal('unavailable', 'Try again in a minute.', 'req-5') });
    const panel = await find('alert');
    shows('Your stock could not be counted.', panel);
    shows('Nothing was changed. Sales made in the meantime are not lost.', panel);
    shows('req-5', panel);
  });

  it('refreshes the counts when the account changed, without a skeleton in between', async () => {
    let revision = 1;
    openApp('/dashboard', {
      GetAccountStatus: () => aStatus({ revision }),
      GetInventoryCounts: () => (revision === 1 ? COUNTS : { ...COUNTS, inSync: 1205, outOfSync: 7 }),
    });
    await screen.findByText('1,204 of 1,230 variants in sync. 26 need attention.');
    revision = 2;
    comeBack();
    await waitFor(() => {
      hasNo('status', 'Counting your stock');
      shows('1,205 of 1,230 variants in sync. 25 need attention.');
    });
  });

  it('shows when each platform was read and its issues, and refreshes it', async () => {
    const { calls } = openApp('/dashboard', {
      GetMissingSkuCounts: () => ({ shopify: 4, square: 0 }),
      RefreshSnapshots: () => ({}),
    });
    const shopify = await find('region', /^Shopify/u);
    shows(/^Taken/u, shopify);
    await waitFor(() => {
      const line = within(shopify).getByText('Variants with missing SKUs').parentElement;
      expect(line?.textContent).toBe('Variants with missing SKUs4');
    });
    const count = get('link', 'Variants with missing SKUs on Shopify: 4', shopify);
    expect(count.getAttribute('href')).toBe('/issues?view=missing_skus&source=shopify');
    const square = get('region', /^Square/u);
    hasNo('link', /missing SKUs/u, square);
    press('Refresh now: Square');
    await sees('Snapshot queued');
    expect(inputOf(calls, 'RefreshSnapshots')).toEqual({ source: 'square' });
  });

  it('shows the progress of a snapshot, and does not start a second one', async () => {
    const running = aSnapshot('shopify', { state: 'running', completed: '', processed: 640, total: 1230 });
    const { calls } = openApp('/dashboard', { GetAccountStatus: () => aStatus({ snapshots: [running] }) });
    await sees('Reading your catalog: 640 of 1,230 variants');
    const refresh = get('button', 'Refresh now: Shopify');
    expect(refresh.getAttribute('aria-disabled')).toBe('true');
    click(refresh);
    expect(inputsOf(calls, 'RefreshSnapshots')).toEqual([]);
  });

  it('remembers which panel was collapsed', async () => {
    openApp('/dashboard');
    const heading = await find('button', /^Shopify/u);
    expect(heading.getAttribute('aria-expanded')).toBe('true');
    const content = document.getElementById(heading.getAttribute('aria-controls') ?? '');
    expect(content?.hasAttribute('inert')).toBe(false);
    click(heading);
    expect(heading.getAttribute('aria-expanded')).toBe('false');
    expect(content?.hasAttribute('inert')).toBe(true);
    expect(window.localStorage.getItem('dashboard-expanded-shopify')).toBe('false');
    expect(window.localStorage.getItem('dashboard-expanded-square')).toBeNull();
  });

  it('offers to reconnect a platform that lost its access, and asks before it disconnects Square', async () => {
    const { calls } = openApp('/dashboard', {
      GetAccountStatus: () => aStatus({ squareAccess: false, squareProblem: 'Square refused our access.' }),
      Disconnect: () => ({}),
    });
    const square = await find('region', /^Square/u);
    shows('Not connected', square);
    shows('Square refused our access.', square);
    expect(get('link', 'Reconnect Square', square).getAttribute('href')).toBe('/square/oauthRequest');
    press('Disconnect Square', square);
    const dialog = await find('dialog', 'Disconnect Square?');
    expect(inputsOf(calls, 'Disconnect')).toEqual([]);
    press('Disconnect', dialog);
    await waitFor(() => expect(inputOf(calls, 'Disconnect')).toEqual({ source: 'square' }));
    await sees('Square disconnected');
  });

  it('links to locations when there is no pair, and shows that onboarding is not finished', async () => {
    openApp('/dashboard', { GetAccountStatus: () => aStatus({ hasMappedLocations: false }) });
    await sees('No Synced Locations');
    expect(get('link', 'Select locations').getAttribute('href')).toBe('/locations');
    shows('Onboarding not finished');
    expect(get('link', 'Go to setup').getAttribute('href')).toBe('/onboard');
  });

  it('links to the setup instead while a platform is not connected', async () => {
    openApp('/dashboard', { GetAccountStatus: () => aStatus({ hasMappedLocations: false, squareAccess: false }) });
    await sees('No Synced Locations');
    expect(get('link', 'Connect both platforms').getAttribute('href')).toBe('/onboard');
  });

  it('links each count of issues to their list, and shows zero as plain text', async () => {
    openApp('/dashboard', {
      GetMissingSkuCounts: () => ({ shopify: 4, square: 0 }),
      GetDuplicateSkuCounts: () => ({ shopify: 0, square: 2 }),
      GetInventoryDisabledSkuCounts: () => ({ shopify: 1, square: 1 }),
    });
    await find('link', 'Variants with inventory disabled on Square: 1');
    const links = screen.getAllByRole('link', { name: /^Variants with .+ on (?:Shopify|Square): \d+$/u });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/issues?view=missing_skus&source=shopify',
      '/issues?view=inventory_disabled&source=shopify',
      '/issues?view=duplicate_skus&source=square',
      '/issues?view=inventory_disabled&source=square',
    ]);
  });

  it('shows each count that cannot be loaded as unknown, and loads it again on request', async () => {
    expectNoise(/fetching missing skus: unavailable/u);
    expectNoise(/fetching duplicate skus: unavailable/u);
    let down = true;
    const count = () => (down ? refusal('unavailable', 'Try again in a minute.') : { shopify: 3, square: 3 });
    openApp('/dashboard', { GetMissingSkuCounts: count, GetDuplicateSkuCounts: count });
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Could not load, try again' })).toHaveLength(4));
    down = false;
    const [retry] = screen.getAllByRole('button', { name: 'Could not load, try again' });
    if (retry !== undefined) click(retry);
    await finds('link', 'Variants with missing SKUs on Shopify: 3');
  });

  it('shows until when an account without a subscription can use the product', async () => {
    openApp('/dashboard', { GetAccountStatus: () => aStatus({ isSubscribed: false, accessEnds: '2099-03-04T12:00:00Z' }) });
    await sees('You are not subscribed');
    shows(/will be deactivated on Mar 04 2099/u);
    expect(get('link', 'Subscribe').getAttribute('href')).toBe('/subscription');
  });

  it('shows notices only while they are true, and filters them', async () => {
    openApp('/dashboard', { GetInventoryDisabledSkuCounts: () => ({ shopify: 0, square: 2 }) });
    const panel = await find('region', 'Account Status');
    await sees('Inventory-tracking disabled: Shopify 0, Square 2', panel);
    hides('Auto-sync is enabled', panel);
    press('All', panel);
    shows('Auto-sync is enabled', panel);
    hides('Inventory tracking is enabled for all variants', panel);
    press('None', panel);
    hides(/Inventory-tracking disabled/u, panel);
  });

  it('asks the merchant to confirm a read that looks wrong', async () => {
    const reason = 'Square says that the stock of 40 of 60 variants fell to zero. Nothing was changed.';
    let squareDoubt = reason;
    const { calls } = openApp('/dashboard', {
      GetAccountStatus: () => aStatus({ squareDoubt, snapshots: [aSnapshot('square', { state: 'failed', problem: reason })] }),
      ApproveSnapshot: () => {
        squareDoubt = '';
        return {};
      },
    });
    await sees('Square’s numbers look wrong');
    expect(screen.getAllByText(new RegExp(reason, 'u'))).toHaveLength(1);
    press('These numbers are correct');
    await sees('Square’s numbers confirmed');
    expect(inputOf(calls, 'ApproveSnapshot')).toEqual({ source: 'square' });
    await waitFor(() => hasNo('button', 'These numbers are correct'));
  });

  it('shows one error once, however many parts of the page cannot be refreshed', async () => {
    expectNoise(/internal/u);
    let revision = 1;
    const counts = (given: object) => () => (revision === 1 ? given : refusal('internal', 'Something broke.', 'req-3'));
    openApp('/dashboard', {
      GetAccountStatus: () => aStatus({ revision }),
      GetInventoryCounts: counts(COUNTS),
      GetMissingSkuCounts: counts({ shopify: 1, square: 0 }),
      GetDuplicateSkuCounts: counts({ shopify: 1, square: 0 }),
      GetInventoryDisabledSkuCounts: counts({ shopify: 1, square: 0 }),
    });
    await screen.findByText('1,204 of 1,230 variants in sync. 26 need attention.');
    revision = 2;
    comeBack();
    await screen.findByText(/^Something broke\./u);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(screen.getAllByText(/^Something broke\./u)).toHaveLength(1);
  });

  it('shows once that a platform cannot be reached', async () => {
    const squareProblem = 'Square cannot be reached at the moment. Nothing is lost: changes wait, and are sent later.';
    const failed = aSnapshot('square', { state: 'failed', problem: 'Square cannot be reached at the moment.' });
    openApp('/dashboard', {
      GetAccountStatus: () => aStatus({ squareProblem, snapshots: [aSnapshot('shopify'), failed] }),
      GetInventoryCounts: () => COUNTS,
    });
    await screen.findByText('1,204 of 1,230 variants in sync. 26 need attention.');
    await screen.findByText('Connected, with problems');
    expect(document.body.textContent?.match(/Square cannot be reached at the moment/gu)).toHaveLength(1);
  });
});

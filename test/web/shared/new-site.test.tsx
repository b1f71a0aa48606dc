import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Connection } from '../../../src/gen/sh/connections_pb';
import { expectNoise, noiseHasCome } from '../../support/fail-on-noise';
import { A_PAIR, aSession, aStatus, someLocations } from '../support/builders';
import { never, refusal, type Answers } from '../support/fake-api';
import { find, get, finds, sees, hides, hasNo, pressFound, shows, has, press, fill, click } from '../support/page';
import { openApp } from '../support/render-app';

const OPERATOR = aSession({ shopifyDomain: 'operator.myshopify.com', accountName: 'The operators', isAdmin: true });
const ACTING = aSession({ impersonatorDomain: 'operator.myshopify.com', isAdmin: true });

function aConnection(source: 'shopify' | 'square', change: Partial<Connection> = {}): Partial<Connection> {
  return {
    source,
    state: 'connected',
    name: source === 'shopify' ? 'demo.myshopify.com' : 'MLDEMO',
    label: source === 'shopify' ? 'Harbour & Pine' : 'Harbour Counter',
    reachable: true,
    ...change,
  };
}

const SOME: Answers = {
  GetConnections: () => ({ connections: [aConnection('shopify'), aConnection('square')] }),
  GetLocations: () => someLocations({ synced: [A_PAIR] }),
  GetAccountSettings: () => ({ accountName: 'Harbour & Pine', maxQuantityUpdate: 5 }),
};

async function sidebar() {
  return find('navigation', 'Main');
}

describe('the new site', () => {
  it.each([
    ['/new/onboard', 'Onboarding', () => screen.findByText('0 left')],
    ['/new/dashboard', 'Dashboard', () => screen.findByText('Account Status')],
    ['/new/connections', 'Connections', () => find('region', 'Square')],
    ['/new/locations', 'Locations', async () => (await screen.findAllByText(/Market stall/u))[0]],
    ['/new/account', 'Account', () => screen.findByLabelText('Account Name')],
    ['/new/help', 'Help', () => screen.findByText('Answers to common questions.')],
  ])('shows %s, its title once, and highlights its navigation item', async (path, title, content) => {
    openApp(path, SOME);
    expect(await content()).toBeTruthy();
    expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([title]);
    await waitFor(() => expect(document.title).toBe(`${title} · Shelfbridge`));
    const items = within(await sidebar()).getAllByRole('link');
    expect(items.filter((item) => item.getAttribute('aria-current') === 'page').map(({ textContent }) => textContent)).toEqual([title]);
  });

  it('has the navigation of the specification, Admin only for operators, and a link to the old site', async () => {
    openApp('/new/help');
    const hrefs = async () =>
      within(await sidebar())
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(await hrefs()).toEqual([
      ['Onboarding', '/new/onboard'],
      ['Dashboard', '/new/dashboard'],
      ['Connections', '/new/connections'],
      ['Locations', '/new/locations'],
      ['Account', '/new/account'],
      ['Help', '/new/help'],
      ['Old Site', '/'],
    ]);
  });

  it.each([
    ['an operator', OPERATOR],
    ['an impersonating operator', ACTING],
  ])('shows Admin to %s', async (_who, session) => {
    openApp('/new/help', { GetSessionData: () => session });
    // The navigation is there before the session says who is signed in.
    expect((await find('link', 'Admin')).getAttribute('href')).toBe('/new/admin');
  });

  it('highlights an item by the start of the path, and opens the dashboard first', async () => {
    openApp('/new');
    await waitFor(() => expect(window.location.pathname).toBe('/new/dashboard'));
    expect(get('link', 'Dashboard', await sidebar()).getAttribute('aria-current')).toBe('page');
    click(get('link', 'Old Site', await sidebar()));
    await finds('link', 'Inventory');
    expect(window.location.pathname).toBe('/');
  });

  it('highlights the parent item of an unknown page', async () => {
    openApp('/new/admin/nowhere', { GetSessionData: () => OPERATOR });
    await sees('There is no page at this address.');
    expect((await find('link', 'Admin')).getAttribute('aria-current')).toBe('page');
  });

  it('shows an error for unknown paths', async () => {
    openApp('/new/nowhere');
    await sees('There is no page at this address.');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('404 not found');
  });

  it('shows its layout while the session loads', async () => {
    openApp('/new/help', { GetSessionData: never });
    await sees('Loading your account');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Help');
    hides('Answers to common questions.');
  });

  it('sends a merchant without access to onboarding, like the merchant’s site', async () => {
    openApp('/new/locations', { ...SOME, GetAccountStatus: () => aStatus({ isSubscribed: false }) });
    await finds('heading', 'Welcome to Shelfbridge');
    expect(window.location.pathname).toBe('/onboard');
  });

  it('logs failed counts with their context labels', async () => {
    for (const what of ['missing', 'duplicate']) expectNoise(new RegExp(`fetching ${what} skus: unavailable`, 'u'));
    openApp('/new/dashboard', {
      GetMissingSkuCounts: () => refusal('unavailable', 'Back in a minute.'),
      GetDuplicateSkuCounts: () => refusal('unavailable', 'Back in a minute.'),
    });
    await screen.findByText('Account Status');
    await waitFor(() => hasNo('status', 'Loading'));
    await noiseHasCome();
  });

  it('shows above its pages why stock does not sync', async () => {
    openApp('/new/help', { GetAccountStatus: () => aStatus({ autoSync: false }) });
    await sees(/^Auto-sync is off/u);
  });

  it('shows the copyright from 2019 to the current year', async () => {
    openApp('/new/help');
    expect((await screen.findByText(/^© 2019/u)).textContent).toBe(`© 2019 – ${new Date().getFullYear()} Shelfbridge`);
  });

  it('shows the sign-in page without a session', async () => {
    openApp('/new/admin', { GetSessionData: () => ({}) });
    await finds('heading', 'Sign in to Shelfbridge');
  });
});

describe('the link to the new site', () => {
  it.each([
    ['an operator', OPERATOR, 'The operators'],
    ['an impersonating operator', ACTING, 'Impersonating Harbour & Pine'],
  ])('is in the menu of %s', async (_who, session, button) => {
    openApp('/help', { GetSessionData: () => session });
    await pressFound(button);
    click(await find('menuitem', 'New Site'));
    await finds('button', 'Test');
    expect(window.location.pathname).toBe('/new/admin');
  });
});

describe('the menu of the new site', () => {
  it('has only Settings and Sign out when not impersonating', async () => {
    openApp('/new/help', SOME);
    await pressFound('Harbour & Pine');
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Settings', 'Sign out']);
    click(get('menuitem', 'Settings'));
    await waitFor(() => expect(window.location.pathname).toBe('/new/account'));
    expect(await screen.findByLabelText('Account Name')).toBeTruthy();
  });

  it('stops impersonating, shows a toast, and reloads session and status', async () => {
    let acting = true;
    const { calls } = openApp('/new/help', {
      GetSessionData: () => (acting ? ACTING : OPERATOR),
      ImpersonateDomain: () => {
        acting = false;
        return {};
      },
    });
    await pressFound('Impersonating Harbour & Pine');
    const before = calls.length;
    click(await find('menuitem', 'Stop Impersonating'));
    await sees("You're back to your old self");
    await finds('button', 'The operators');
    const after = calls.slice(before).map(({ method }) => method);
    expect(after).toEqual(expect.arrayContaining(['ImpersonateDomain', 'GetSessionData', 'GetAccountStatus']));
    expect(window.location.pathname).toBe('/new/help');
  });

  it('shows why impersonation could not be stopped', async () => {
    expectNoise(/unimpersonating: unavailable/u);
    openApp('/new/help', { GetSessionData: () => ACTING, ImpersonateDomain: () => refusal('unavailable', 'Back in a minute.', 'req-8') });
    await pressFound('Impersonating Harbour & Pine');
    click(await find('menuitem', 'Stop Impersonating'));
    await sees('Back in a minute. Reference: req-8');
    shows('Error unimpersonating');
    shows(/recorded under operator\.myshopify\.com/u);
  });

  it('opens the navigation on a narrow screen', async () => {
    openApp('/new/help', SOME);
    await pressFound('Open navigation');
    const sheet = await find('dialog', 'Shelfbridge');
    click(get('link', 'Locations', sheet));
    await waitFor(() => hasNo('dialog'));
    expect(window.location.pathname).toBe('/new/locations');
  });
});

describe('the connections of the new site', () => {
  it('shows platform, identifier, label and status of each', async () => {
    openApp('/new/connections', {
      GetConnections: () => ({
        connections: [aConnection('shopify'), aConnection('square', { state: 'needs_reconnect', problem: 'Square refuses.' })],
      }),
    });
    const shopify = await find('region', 'Shopify');
    has('img', 'Shopify', shopify);
    shows('demo.myshopify.com', shopify);
    has('heading', 'Harbour & Pine', shopify);
    shows('Connected', shopify);
    const square = get('region', 'Square');
    shows('Needs Refresh', square);
    shows('Square refuses.', square);
    expect(get('link', 'Refresh Square', square).getAttribute('href')).toBe('/square/oauthRequest');
  });

  it('adds a connection through the platform’s OAuth page', async () => {
    openApp('/new/connections', {
      GetConnections: () => ({
        connections: [aConnection('shopify'), aConnection('square', { state: 'disconnected', name: '', label: '' })],
      }),
    });
    const square = await find('region', 'Square');
    shows('Disconnected', square);
    shows('No account connected', square);
    press('Add Connection');
    const dialog = await find('dialog', 'Add Connection');
    expect(get('link', 'Connect Square', dialog).getAttribute('href')).toBe('/square/oauthRequest');
    expect(get('link', 'Reconnect Shopify', dialog).getAttribute('href')).toBe('/shopify/oauthRequest?shop=demo.myshopify.com');
  });

  it('shows an error when they fail to load', async () => {
    expectNoise(/getting connections: unavailable/u);
    openApp('/new/connections', { GetConnections: () => refusal('unavailable', 'Try again in a minute.') });
    await sees('Your connections could not be loaded.');
  });
});

describe('the locations of the new site', () => {
  it('has a search box, a table with name and connection, and everything of the merchant’s page', async () => {
    openApp('/new/locations', SOME);
    const table = await find('table', 'All locations');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Name', 'Connection']);
    expect(within(table).getAllByRole('row')).toHaveLength(5);
    const box = get('searchbox', 'Search locations');
    fill(box, 'pop');
    if (box instanceof HTMLInputElement && box.form !== null) fireEvent.submit(box.form);
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(2));
    shows(/Pop-up/u, table);
    has('button', 'Disconnect');
  });
});

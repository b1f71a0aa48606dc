import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Connection } from '../../../src/gen/sh/connections_pb';
import { expectNoise } from '../../support/fail-on-noise';
import { A_PAIR, aSession, aStatus, someLocations } from '../support/builders';
import { never, refusal, type Answers } from '../support/fake-api';
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

async function sidebar(): Promise<HTMLElement> {
  return screen.findByRole('navigation', { name: 'Main' });
}

describe('the new site', () => {
  it.each([
    ['/new/onboard', 'Onboarding', () => screen.findByText('0 left')],
    ['/new/dashboard', 'Dashboard', () => screen.findByText('Account Status')],
    ['/new/connections', 'Connections', () => screen.findByRole('region', { name: 'Square' })],
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
    expect(
      within(await sidebar())
        .getByRole('link', { name: 'Admin' })
        .getAttribute('href'),
    ).toBe('/new/admin');
  });

  it('highlights an item by the start of the path, and opens the dashboard first', async () => {
    openApp('/new');
    await waitFor(() => expect(window.location.pathname).toBe('/new/dashboard'));
    expect(
      within(await sidebar())
        .getByRole('link', { name: 'Dashboard' })
        .getAttribute('aria-current'),
    ).toBe('page');
    fireEvent.click(within(await sidebar()).getByRole('link', { name: 'Old Site' }));
    expect(await screen.findByRole('link', { name: 'Inventory' })).toBeTruthy();
    expect(window.location.pathname).toBe('/');
  });

  it('highlights the parent item of an unknown page', async () => {
    openApp('/new/admin/nowhere', { GetSessionData: () => OPERATOR });
    expect(await screen.findByText('There is no page at this address.')).toBeTruthy();
    expect(
      within(await sidebar())
        .getByRole('link', { name: 'Admin' })
        .getAttribute('aria-current'),
    ).toBe('page');
  });

  it('shows an error for unknown paths', async () => {
    openApp('/new/nowhere');
    expect(await screen.findByText('There is no page at this address.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('404 not found');
  });

  it('shows its layout while the session loads', async () => {
    openApp('/new/help', { GetSessionData: never });
    expect(await screen.findByText('Loading your account')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Help');
    expect(screen.queryByText('Answers to common questions.')).toBeNull();
  });

  it('sends a merchant without access to onboarding, like the merchant’s site', async () => {
    openApp('/new/locations', { ...SOME, GetAccountStatus: () => aStatus({ isSubscribed: false }) });
    expect(await screen.findByRole('heading', { name: 'Welcome to Shelfbridge' })).toBeTruthy();
    expect(window.location.pathname).toBe('/onboard');
  });

  it('logs failed counts with their context labels', async () => {
    for (const what of ['missing', 'duplicate']) expectNoise(new RegExp(`fetching ${what} skus: unavailable`, 'u'));
    openApp('/new/dashboard', {
      GetMissingSkuCounts: () => refusal('unavailable', 'Back in a minute.'),
      GetDuplicateSkuCounts: () => refusal('unavailable', 'Back in a minute.'),
    });
    await screen.findByText('Account Status');
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
  });

  it('shows above its pages why stock does not sync', async () => {
    openApp('/new/help', { GetAccountStatus: () => aStatus({ autoSync: false }) });
    expect(await screen.findByText(/^Auto-sync is off/u)).toBeTruthy();
  });

  it('shows the copyright from 2019 to the current year', async () => {
    openApp('/new/help');
    expect((await screen.findByText(/^© 2019/u)).textContent).toBe(`© 2019 – ${new Date().getFullYear()} Shelfbridge`);
  });

  it('shows the sign-in page without a session', async () => {
    openApp('/new/admin', { GetSessionData: () => ({}) });
    expect(await screen.findByRole('heading', { name: 'Sign in to Shelfbridge' })).toBeTruthy();
  });
});

describe('the link to the new site', () => {
  it.each([
    ['an operator', OPERATOR, 'The operators'],
    ['an impersonating operator', ACTING, 'Impersonating Harbour & Pine'],
  ])('is in the menu of %s', async (_who, session, button) => {
    openApp('/help', { GetSessionData: () => session });
    fireEvent.click(await screen.findByRole('button', { name: button }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'New Site' }));
    expect(await screen.findByRole('button', { name: 'Test' })).toBeTruthy();
    expect(window.location.pathname).toBe('/new/admin');
  });
});

describe('the menu of the new site', () => {
  it('has only Settings and Sign out when not impersonating', async () => {
    openApp('/new/help', SOME);
    fireEvent.click(await screen.findByRole('button', { name: 'Harbour & Pine' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Settings', 'Sign out']);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Settings' }));
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
    fireEvent.click(await screen.findByRole('button', { name: 'Impersonating Harbour & Pine' }));
    const before = calls.length;
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Stop Impersonating' }));
    expect(await screen.findByText("You're back to your old self")).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'The operators' })).toBeTruthy();
    const after = calls.slice(before).map(({ method }) => method);
    expect(after).toEqual(expect.arrayContaining(['ImpersonateDomain', 'GetSessionData', 'GetAccountStatus']));
    expect(window.location.pathname).toBe('/new/help');
  });

  it('shows why impersonation could not be stopped', async () => {
    expectNoise(/unimpersonating: unavailable/u);
    openApp('/new/help', { GetSessionData: () => ACTING, ImpersonateDomain: () => refusal('unavailable', 'Back in a minute.', 'req-8') });
    fireEvent.click(await screen.findByRole('button', { name: 'Impersonating Harbour & Pine' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Stop Impersonating' }));
    expect(await screen.findByText('Back in a minute. Reference: req-8')).toBeTruthy();
    expect(screen.getByText('Error unimpersonating')).toBeTruthy();
    expect(screen.getByText(/recorded under operator\.myshopify\.com/u)).toBeTruthy();
  });

  it('opens the navigation on a narrow screen', async () => {
    openApp('/new/help', SOME);
    fireEvent.click(await screen.findByRole('button', { name: 'Open navigation' }));
    const sheet = await screen.findByRole('dialog', { name: 'Shelfbridge' });
    fireEvent.click(within(sheet).getByRole('link', { name: 'Locations' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
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
    const shopify = await screen.findByRole('region', { name: 'Shopify' });
    expect(within(shopify).getByRole('img', { name: 'Shopify' })).toBeTruthy();
    expect(within(shopify).getByText('demo.myshopify.com')).toBeTruthy();
    expect(within(shopify).getByRole('heading', { name: 'Harbour & Pine' })).toBeTruthy();
    expect(within(shopify).getByText('Connected')).toBeTruthy();
    const square = screen.getByRole('region', { name: 'Square' });
    expect(within(square).getByText('Needs Refresh')).toBeTruthy();
    expect(within(square).getByText('Square refuses.')).toBeTruthy();
    expect(within(square).getByRole('link', { name: 'Refresh Square' }).getAttribute('href')).toBe('/square/oauthRequest');
  });

  it('adds a connection through the platform’s OAuth page', async () => {
    openApp('/new/connections', {
      GetConnections: () => ({
        connections: [aConnection('shopify'), aConnection('square', { state: 'disconnected', name: '', label: '' })],
      }),
    });
    const square = await screen.findByRole('region', { name: 'Square' });
    expect(within(square).getByText('Disconnected')).toBeTruthy();
    expect(within(square).getByText('No account connected')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Add Connection' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add Connection' });
    expect(within(dialog).getByRole('link', { name: 'Connect Square' }).getAttribute('href')).toBe('/square/oauthRequest');
    expect(within(dialog).getByRole('link', { name: 'Reconnect Shopify' }).getAttribute('href')).toBe(
      '/shopify/oauthRequest?shop=demo.myshopify.com',
    );
  });

  it('shows an error when they fail to load', async () => {
    expectNoise(/getting connections: unavailable/u);
    openApp('/new/connections', { GetConnections: () => refusal('unavailable', 'Try again in a minute.') });
    expect(await screen.findByText('Your connections could not be loaded.')).toBeTruthy();
  });
});

describe('the locations of the new site', () => {
  it('has a search box, a table with name and connection, and everything of the merchant’s page', async () => {
    openApp('/new/locations', SOME);
    const table = await screen.findByRole('table', { name: 'All locations' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Name', 'Connection']);
    expect(within(table).getAllByRole('row')).toHaveLength(5);
    const box = screen.getByRole('searchbox', { name: 'Search locations' });
    fireEvent.change(box, { target: { value: 'pop' } });
    if (box instanceof HTMLInputElement && box.form !== null) fireEvent.submit(box.form);
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(2));
    expect(within(table).getByText(/Pop-up/u)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Disconnect' })).toBeTruthy();
  });
});

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

describe('the newer area', () => {
  it.each([
    ['/new/onboard', 'Onboarding', () => screen.findByText('0 left')],
    ['/new/dashboard', 'Dashboard', () => screen.findByText('Account Status')],
    ['/new/connections', 'Connections', () => screen.findByRole('region', { name: 'Square' })],
    ['/new/locations', 'Locations', async () => (await screen.findAllByText(/Market stall/u))[0]],
    ['/new/account', 'Account', () => screen.findByLabelText('Account Name')],
    ['/new/help', 'Help', () => screen.findByText('Twenty questions that shop owners ask.')],
  ])('shows %s, its title once, and its place marked', async (path, title, content) => {
    openApp(path, SOME);
    expect(await content()).toBeTruthy();
    expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([title]);
    await waitFor(() => expect(document.title).toBe(`${title} · Shelfbridge`));
    const places = within(await sidebar()).getAllByRole('link');
    expect(places.filter((place) => place.getAttribute('aria-current') === 'page').map(({ textContent }) => textContent)).toEqual([title]);
  });

  it('has the places of the specification, Admin for operators alone, and the way to the old site', async () => {
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
    ['an operator who acts as a merchant', ACTING],
  ])('shows Admin to %s', async (_who, session) => {
    openApp('/new/help', { GetSessionData: () => session });
    expect(
      within(await sidebar())
        .getByRole('link', { name: 'Admin' })
        .getAttribute('href'),
    ).toBe('/new/admin');
  });

  it('marks a place by the beginning of the path, and begins with the dashboard', async () => {
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

  it('marks the place of a page below it, and says that the page is none', async () => {
    openApp('/new/admin/nowhere', { GetSessionData: () => OPERATOR });
    expect(await screen.findByText('There is no page at this address.')).toBeTruthy();
    expect(
      within(await sidebar())
        .getByRole('link', { name: 'Admin' })
        .getAttribute('aria-current'),
    ).toBe('page');
  });

  it('says when an address leads nowhere', async () => {
    openApp('/new/nowhere');
    expect(await screen.findByText('There is no page at this address.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('404 not found');
  });

  it('keeps its place while it is not known who is there', async () => {
    openApp('/new/help', { GetSessionData: never });
    expect(await screen.findByText('Loading your account')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Help');
    expect(screen.queryByText('Twenty questions that shop owners ask.')).toBeNull();
  });

  it('leads a merchant without access to onboarding, as the merchant’s site does', async () => {
    openApp('/new/locations', { ...SOME, GetAccountStatus: () => aStatus({ isSubscribed: false }) });
    expect(await screen.findByRole('heading', { name: 'Welcome to Shelfbridge' })).toBeTruthy();
    expect(window.location.pathname).toBe('/onboard');
  });

  it('names what it was doing when the counts cannot be had', async () => {
    for (const what of ['missing', 'duplicate']) expectNoise(new RegExp(`fetching ${what} skus: unavailable`, 'u'));
    openApp('/new/dashboard', {
      GetMissingSkuCounts: () => refusal('unavailable', 'Back in a minute.'),
      GetDuplicateSkuCounts: () => refusal('unavailable', 'Back in a minute.'),
    });
    await screen.findByText('Account Status');
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
  });

  it('says above its pages why numbers are not kept in step', async () => {
    openApp('/new/help', { GetAccountStatus: () => aStatus({ autoSync: false }) });
    expect(await screen.findByText(/^Auto-sync is off/u)).toBeTruthy();
  });

  it('claims its rights from 2019 to this year', async () => {
    openApp('/new/help');
    expect((await screen.findByText(/^© 2019/u)).textContent).toBe(`© 2019 – ${new Date().getFullYear()} Shelfbridge`);
  });

  it('asks a visitor to sign in', async () => {
    openApp('/new/admin', { GetSessionData: () => ({}) });
    expect(await screen.findByRole('heading', { name: 'Sign in to Shelfbridge' })).toBeTruthy();
  });
});

describe('the way to the newer area', () => {
  it.each([
    ['an operator', OPERATOR, 'The operators'],
    ['an operator who acts as a merchant', ACTING, 'Impersonating Harbour & Pine'],
  ])('is in the menu of %s', async (_who, session, button) => {
    openApp('/help', { GetSessionData: () => session });
    fireEvent.click(await screen.findByRole('button', { name: button }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'New Site' }));
    expect(await screen.findByRole('button', { name: 'Test' })).toBeTruthy();
    expect(window.location.pathname).toBe('/new/admin');
  });
});

describe('the newer area’s menu', () => {
  it('has Settings and Sign out, and nothing to stop while nobody is impersonated', async () => {
    openApp('/new/help', SOME);
    fireEvent.click(await screen.findByRole('button', { name: 'Harbour & Pine' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Settings', 'Sign out']);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Settings' }));
    await waitFor(() => expect(window.location.pathname).toBe('/new/account'));
    expect(await screen.findByLabelText('Account Name')).toBeTruthy();
  });

  it('stops impersonating: says so, and asks anew for session and status', async () => {
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

  it('says why impersonating could not be stopped', async () => {
    expectNoise(/unimpersonating: unavailable/u);
    openApp('/new/help', { GetSessionData: () => ACTING, ImpersonateDomain: () => refusal('unavailable', 'Back in a minute.', 'req-8') });
    fireEvent.click(await screen.findByRole('button', { name: 'Impersonating Harbour & Pine' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Stop Impersonating' }));
    expect(await screen.findByText('Back in a minute. Reference: req-8')).toBeTruthy();
    expect(screen.getByText('A problem with unimpersonating')).toBeTruthy();
    expect(screen.getByText(/recorded under operator\.myshopify\.com/u)).toBeTruthy();
  });

  it('draws the places in on a narrow screen', async () => {
    openApp('/new/help', SOME);
    fireEvent.click(await screen.findByRole('button', { name: 'Open navigation' }));
    const sheet = await screen.findByRole('dialog', { name: 'Shelfbridge' });
    fireEvent.click(within(sheet).getByRole('link', { name: 'Locations' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.pathname).toBe('/new/locations');
  });
});

describe('the newer area’s connections', () => {
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

  it('adds a connection through the platform’s own consent', async () => {
    openApp('/new/connections', {
      GetConnections: () => ({
        connections: [aConnection('shopify'), aConnection('square', { state: 'disconnected', name: '', label: '' })],
      }),
    });
    const square = await screen.findByRole('region', { name: 'Square' });
    expect(within(square).getByText('Disconnected')).toBeTruthy();
    expect(within(square).getByText('No account is connected')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Add Connection' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add Connection' });
    expect(within(dialog).getByRole('link', { name: 'Connect Square' }).getAttribute('href')).toBe('/square/oauthRequest');
    expect(within(dialog).getByRole('link', { name: 'Reconnect Shopify' }).getAttribute('href')).toBe(
      '/shopify/oauthRequest?shop=demo.myshopify.com',
    );
  });

  it('says when they cannot be had', async () => {
    expectNoise(/getting connections: unavailable/u);
    openApp('/new/connections', { GetConnections: () => refusal('unavailable', 'Try again in a minute.') });
    expect(await screen.findByText('Your connections could not be loaded.')).toBeTruthy();
  });
});

describe('the newer area’s locations', () => {
  it('has a search box and a table with name and connection, and all that the merchant’s page has', async () => {
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

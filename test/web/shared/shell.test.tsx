import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { pageAccount } from '../../../src/web/shared/rpc/page-account';
import { decideAccountNotice } from '../../../src/web/shared/shell/account-status-notice';
import { expectNoise } from '../../support/fail-on-noise';
import { aSession, aStatus } from '../support/builders';
import { never, refusal } from '../support/fake-api';
import { comeBack, openApp } from '../support/render-app';

describe('the shell', () => {
  it('has every page in the menu', async () => {
    openApp('/dashboard');
    fireEvent.click(await screen.findByRole('button', { name: 'Harbour & Pine' }));
    const items = await screen.findAllByRole('menuitem');
    const names = items.map((item) => item.textContent);
    for (const page of ['Dashboard', 'Inventory', 'Connections', 'Locations', 'History', 'Settings', 'Subscription', 'Help', 'Sign out']) {
      expect(names).toContain(page);
    }
    for (const other of ['Stop Impersonating', 'New Site']) expect(names).not.toContain(other);
  });

  it('returns an operator to their own account, and drops the merchant’s data', async () => {
    let acting = true;
    const { calls } = openApp('/settings', {
      GetSessionData: () =>
        acting
          ? aSession({ impersonatorDomain: 'operator.myshopify.com', isAdmin: true })
          : aSession({ shopifyDomain: 'operator.myshopify.com', accountName: 'The operators', accountId: '2', isAdmin: true }),
      GetAccountSettings: () => ({ accountName: acting ? 'Harbour & Pine' : 'The operators', maxQuantityUpdate: 5 }),
      ImpersonateDomain: () => {
        acting = false;
        return {};
      },
    });
    await screen.findByDisplayValue('Harbour & Pine');
    fireEvent.click(screen.getByRole('button', { name: 'Impersonating Harbour & Pine' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Stop Impersonating' }));
    expect(await screen.findByText("You're back to your old self")).toBeTruthy();
    await screen.findByDisplayValue('The operators');
    expect(screen.queryByRole('img', { name: 'Impersonating' })).toBeNull();
    expect(calls.find(({ method }) => method === 'ImpersonateDomain')?.input).toEqual({ domain: '' });
    expect(calls.filter(({ method }) => method === 'GetSessionData')).toHaveLength(2);
    expect(calls.filter(({ method }) => method === 'GetAccountStatus').length).toBeGreaterThan(1);
  });

  it('shows the account that another window switched to before anything is saved to it', async () => {
    let other = false;
    const shown: string[] = [];
    const { calls } = openApp('/settings', {
      GetSessionData: () => aSession(other ? { shopifyDomain: 'second.myshopify.com', accountName: 'Second', accountId: '2' } : {}),
      GetAccountSettings: () => ({ accountName: pageAccount() === '2' ? 'Second' : 'Harbour & Pine', maxQuantityUpdate: 5 }),
      SaveAccountSettings: () => {
        shown.push(pageAccount());
        return other && pageAccount() !== '2' ? refusal('aborted', 'Nothing was done.') : {};
      },
    });
    fireEvent.change(await screen.findByDisplayValue('Harbour & Pine'), { target: { value: 'Written for the first' } });
    other = true;
    fireEvent.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText(/^This browser switched to another account/u)).toBeTruthy();
    await screen.findByDisplayValue('Second');
    expect(screen.queryByDisplayValue('Written for the first')).toBeNull();
    expect(calls.filter(({ method }) => method === 'GetSessionData')).toHaveLength(2);
    expect(shown).toEqual(['1']);
  });

  it('shows no message when the page itself switched accounts', async () => {
    let acting = true;
    let change: (answer: object) => void = () => undefined;
    const { calls } = openApp('/help', {
      GetSessionData: () =>
        aSession(acting ? { impersonatorDomain: 'operator.myshopify.com', isAdmin: true } : { isAdmin: true, accountId: '2' }),
      GetAccountStatus: () => (acting ? aStatus() : pageAccount() === '2' ? aStatus() : refusal('aborted', 'Nothing was done.')),
      ImpersonateDomain: async () => {
        acting = false;
        return new Promise((resolve) => {
          change = resolve;
        });
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(calls.some(({ method }) => method === 'ImpersonateDomain')).toBe(true));
    const before = calls.length;
    comeBack();
    await waitFor(() => expect(calls.slice(before).some(({ method }) => method === 'GetAccountStatus')).toBe(true));
    change({});
    expect(await screen.findByText("You're back to your old self")).toBeTruthy();
    expect(screen.queryByText(/switched to another account/u)).toBeNull();
    await waitFor(() => expect(pageAccount()).toBe('2'));
  });

  it('links an impersonating operator to the account, and stops impersonating in one click', async () => {
    let acting = true;
    const { calls } = openApp('/help', {
      GetSessionData: () => aSession(acting ? { impersonatorDomain: 'operator.myshopify.com', isAdmin: true } : { isAdmin: true }),
      ImpersonateDomain: () => {
        acting = false;
        return {};
      },
    });
    expect((await screen.findByRole('link', { name: 'View account' })).getAttribute('href')).toBe('/admin/account/1');
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText("You're back to your old self")).toBeTruthy();
    expect(calls.find(({ method }) => method === 'ImpersonateDomain')?.input).toEqual({ domain: '' });
    expect(screen.queryByText(/You are impersonating/u)).toBeNull();
  });

  it('keeps impersonating and shows the error when stopping fails', async () => {
    expectNoise(/unimpersonating: unavailable/u);
    openApp('/dashboard', {
      GetSessionData: () => aSession({ impersonatorDomain: 'operator.myshopify.com', isAdmin: true }),
      ImpersonateDomain: () => refusal('unavailable', 'Back in a minute.', 'req-8'),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Impersonating Harbour & Pine' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Stop Impersonating' }));
    expect(await screen.findByText('Back in a minute. Reference: req-8')).toBeTruthy();
    expect(pageAccount()).toBe('1');
    expect(screen.getByText(/recorded under operator\.myshopify\.com/u)).toBeTruthy();
  });

  it.each([
    ['/privacy', 'Privacy'],
    ['/terms', 'Terms'],
  ])('shows %s to everyone, also before sign-in and onboarding', async (path, heading) => {
    openApp(path, { GetSessionData: () => ({}) });
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
    cleanup();
    openApp(path, { GetAccountStatus: () => aStatus({ isSubscribed: false }) });
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Privacy' })).toBeTruthy();
  });

  it('shows above every page why stock may not be in sync, with a link to fix it', async () => {
    const { calls } = openApp('/inventory', {
      GetAccountStatus: () => aStatus({ autoSync: false }),
      GetInventory: () => ({}),
      GetAccountSettings: () => ({ accountName: 'Harbour & Pine' }),
    });
    expect(await screen.findByText(/^Auto-sync is off\. We track changes/u)).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Open settings' }));
    await waitFor(() => expect(calls.some(({ method }) => method === 'GetAccountSettings')).toBe(true));
    expect(screen.queryByText(/^Auto-sync is off\. We track changes/u)).toBeNull();
  });

  it.each([
    [{ squareAccess: false }, 'Square is not connected. You see its last known numbers, and nothing syncs until you connect it.'],
    [
      { squareAccess: false, autoSync: false },
      'Square is not connected. You see its last known numbers, and nothing syncs until you connect it.',
    ],
    [{ shopifyProblem: 'Shopify cannot be reached.' }, 'Shopify cannot be reached.'],
    [
      { shopifyProblem: 'Shopify cannot be reached.', squareProblem: 'Square cannot be reached.' },
      'Shopify cannot be reached. Square cannot be reached.',
    ],
    [{ squareAccess: false, hasMappedLocations: false }, undefined],
    [{}, undefined],
  ])('decides for %o whether stock syncs', (change, text) => {
    expect(decideAccountNotice(aStatus(change))?.text).toBe(text);
  });

  it('shows a skeleton and the loading badge while the user loads', async () => {
    openApp('/dashboard', { GetSessionData: never });
    expect(screen.getByText('Loading your account')).toBeTruthy();
    expect(await screen.findByText('Loading...')).toBeTruthy();
  });

  it('shows the copyright from 2019 to the current year', async () => {
    openApp('/dashboard');
    expect((await screen.findByText(/^© 2019/u)).textContent).toBe(`© 2019 – ${new Date().getFullYear()} Shelfbridge`);
  });

  it('marks impersonation, and does not force onboarding then', async () => {
    openApp('/dashboard', {
      GetSessionData: () => aSession({ impersonatorDomain: 'operator.myshopify.com' }),
      GetAccountStatus: () => aStatus({ isSubscribed: false, hasMappedLocations: false }),
    });
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Impersonating' })).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Impersonating Harbour & Pine' });
    expect(within(button).getByText('Harbour & Pine').className).toContain('text-warn');
    expect(screen.getByText(/recorded under operator\.myshopify\.com/u)).toBeTruthy();
  });

  it.each(['/dashboard', '/', '/inventory', '/issues', '/history', '/test', '/new/dashboard'])(
    'shows an operator at %s why their own account has nothing to show, and loads none of it',
    async (path) => {
      const { calls } = openApp(path, {
        GetSessionData: () => aSession({ isAdmin: true }),
        GetAccountStatus: () => aStatus({ isSubscribed: false }),
      });
      expect(await screen.findByText('This account has no subscription. You are signed in as an operator.')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'View customers' }).getAttribute('href')).toBe('/admin');
      expect(calls.map(({ method }) => method).filter((method) => /Inventory|Issue|Sku|History|Copies/u.test(method))).toEqual([]);
    },
  );

  it.each(['/dashboard', '/', '/inventory', '/settings', '/nowhere'])(
    'redirects an account without access from %s to onboarding',
    async (path) => {
      openApp(path, { GetAccountStatus: () => aStatus({ isSubscribed: false }) });
      expect(await screen.findByRole('heading', { name: 'Welcome to Shelfbridge' })).toBeTruthy();
      expect(window.location.pathname).toBe('/onboard');
    },
  );

  it.each(['/', '/dashboard', '/dashboard/anything', '/login', '/shopify/index', '/square/index'])(
    'shows the dashboard at %s',
    async (path) => {
      openApp(path);
      expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
    },
  );

  it('shows an error for unknown paths', async () => {
    openApp('/nowhere');
    expect(await screen.findByRole('heading', { name: '404 not found' })).toBeTruthy();
  });

  it('shows that the server cannot be reached, and retries', async () => {
    expectNoise(/getting session data: unavailable/u);
    let down = true;
    openApp('/dashboard', { GetSessionData: () => (down ? refusal('unavailable', 'Back in a minute.', 'req-77') : aSession()) });
    const panel = await screen.findByRole('alert');
    expect(within(panel).getByText('Back in a minute.')).toBeTruthy();
    expect(within(panel).getByText('req-77')).toBeTruthy();
    down = false;
    fireEvent.click(within(panel).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
  });

  it('keeps the last data and shows a notice when the server stops responding', async () => {
    expectNoise(/getting account status: unavailable/u);
    let down = false;
    openApp('/dashboard', { GetAccountStatus: () => (down ? refusal('unavailable', 'Back in a minute.') : aStatus()) });
    await screen.findByRole('heading', { name: 'Dashboard' });
    down = true;
    comeBack();
    expect(await screen.findByText(/cannot reach Shelfbridge right now/u)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy();
    down = false;
    comeBack();
    await waitFor(() => expect(screen.queryByText(/cannot reach Shelfbridge right now/u)).toBeNull());
  });
});

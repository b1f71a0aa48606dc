import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { pageAccount } from '../../../src/web/shared/rpc/page-account';
import { decideAccountNotice } from '../../../src/web/shared/shell/account-status-notice';
import { expectNoise } from '../../support/fail-on-noise';
import { aSession, aStatus } from '../support/builders';
import { never, refusal, inputOf, inputsOf } from '../support/fake-api';
import { pressFound, press, find, sees, hasNo, fill, hides, shows, finds, has, get, click } from '../support/page';
import { comeBack, openApp } from '../support/render-app';

describe('the shell', () => {
  it('has every page in the menu', async () => {
    openApp('/dashboard');
    await pressFound('Harbour & Pine');
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
    press('Impersonating Harbour & Pine');
    click(await find('menuitem', 'Stop Impersonating'));
    await sees("You're back to your old self");
    await screen.findByDisplayValue('The operators');
    hasNo('img', 'Impersonating');
    expect(inputOf(calls, 'ImpersonateDomain')).toEqual({ domain: '' });
    expect(inputsOf(calls, 'GetSessionData')).toHaveLength(2);
    await waitFor(() => expect(inputsOf(calls, 'GetAccountStatus').length).toBeGreaterThan(1));
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
    fill(await screen.findByDisplayValue('Harbour & Pine'), 'Written for the first');
    other = true;
    press('Save Settings');
    await sees(/^This browser switched to another account/u);
    await screen.findByDisplayValue('Second');
    expect(screen.queryByDisplayValue('Written for the first')).toBeNull();
    expect(inputsOf(calls, 'GetSessionData')).toHaveLength(2);
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
    await pressFound('Stop');
    await waitFor(() => expect(calls.some(({ method }) => method === 'ImpersonateDomain')).toBe(true));
    const before = calls.length;
    comeBack();
    await waitFor(() => expect(calls.slice(before).some(({ method }) => method === 'GetAccountStatus')).toBe(true));
    change({});
    await sees("You're back to your old self");
    hides(/switched to another account/u);
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
    expect((await find('link', 'View account')).getAttribute('href')).toBe('/admin/account/1');
    press('Stop');
    await sees("You're back to your old self");
    expect(inputOf(calls, 'ImpersonateDomain')).toEqual({ domain: '' });
    hides(/You are impersonating/u);
  });

  it('keeps impersonating and shows the error when stopping fails', async () => {
    expectNoise(/unimpersonating: unavailable/u);
    openApp('/dashboard', {
      GetSessionData: () => aSession({ impersonatorDomain: 'operator.myshopify.com', isAdmin: true }),
      ImpersonateDomain: () => refusal('unavailable', 'Back in a minute.', 'req-8'),
    });
    await pressFound('Impersonating Harbour & Pine');
    click(await find('menuitem', 'Stop Impersonating'));
    await sees('Back in a minute. Reference: req-8');
    expect(pageAccount()).toBe('1');
    shows(/recorded under operator\.myshopify\.com/u);
  });

  it.each([
    ['/privacy', 'Privacy'],
    ['/terms', 'Terms'],
  ])('shows %s to everyone, also before sign-in and onboarding', async (path, heading) => {
    openApp(path, { GetSessionData: () => ({}) });
    await finds('heading', heading);
    cleanup();
    openApp(path, { GetAccountStatus: () => aStatus({ isSubscribed: false }) });
    await finds('heading', heading);
    has('link', 'Privacy');
  });

  it('shows above every page why stock may not be in sync, with a link to fix it', async () => {
    const { calls } = openApp('/inventory', {
      GetAccountStatus: () => aStatus({ autoSync: false }),
      GetInventory: () => ({}),
      GetAccountSettings: () => ({ accountName: 'Harbour & Pine' }),
    });
    await sees(/^Auto-sync is off\. We track changes/u);
    click(get('link', 'Open settings'));
    await waitFor(() => expect(calls.some(({ method }) => method === 'GetAccountSettings')).toBe(true));
    hides(/^Auto-sync is off\. We track changes/u);
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
    shows('Loading your account');
    await sees('Loading...');
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
    await finds('heading', 'Dashboard');
    has('img', 'Impersonating');
    const button = get('button', 'Impersonating Harbour & Pine');
    expect(within(button).getByText('Harbour & Pine').className).toContain('text-warn');
    shows(/recorded under operator\.myshopify\.com/u);
  });

  it.each(['/dashboard', '/', '/inventory', '/issues', '/history', '/timeline?sku=TEE-S', '/linking', '/test', '/new/dashboard'])(
    'shows an operator at %s why their own account has nothing to show, and loads none of it',
    async (path) => {
      const { calls } = openApp(path, {
        GetSessionData: () => aSession({ isAdmin: true }),
        GetAccountStatus: () => aStatus({ isSubscribed: false }),
      });
      await sees('This account has no subscription. You are signed in as an operator.');
      expect(get('link', 'View customers').getAttribute('href')).toBe('/admin');
      expect(calls.map(({ method }) => method).filter((method) => /Inventory|Issue|Sku|History|Timeline|Copies/u.test(method))).toEqual([]);
    },
  );

  it.each(['/dashboard', '/', '/inventory', '/settings', '/nowhere'])(
    'redirects an account without access from %s to onboarding',
    async (path) => {
      openApp(path, { GetAccountStatus: () => aStatus({ isSubscribed: false }) });
      await finds('heading', 'Welcome to Shelfbridge');
      expect(window.location.pathname).toBe('/onboard');
    },
  );

  it.each(['/', '/dashboard', '/dashboard/anything', '/login', '/shopify/index', '/square/index'])(
    'shows the dashboard at %s',
    async (path) => {
      openApp(path);
      await finds('heading', 'Dashboard');
    },
  );

  it('shows an error for unknown paths', async () => {
    openApp('/nowhere');
    await finds('heading', '404 not found');
  });

  it('shows that the server cannot be reached, and retries', async () => {
    expectNoise(/getting session data: unavailable/u);
    let down = true;
    openApp('/dashboard', { GetSessionData: () => (down ? refusal('unavailable', 'Back in a minute.', 'req-77') : aSession()) });
    const panel = await find('alert');
    shows('Back in a minute.', panel);
    shows('req-77', panel);
    down = false;
    press('Try again', panel);
    await finds('heading', 'Dashboard');
  });

  it('keeps the last data and shows a notice when the server stops responding', async () => {
    expectNoise(/getting account status: unavailable/u);
    let down = false;
    openApp('/dashboard', { GetAccountStatus: () => (down ? refusal('unavailable', 'Back in a minute.') : aStatus()) });
    await find('heading', 'Dashboard');
    down = true;
    comeBack();
    await sees(/cannot reach Shelfbridge right now/u);
    has('heading', 'Dashboard');
    down = false;
    comeBack();
    await waitFor(() => hides(/cannot reach Shelfbridge right now/u));
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aSession, aStatus } from '../support/builders';
import { refusal, inputsOf } from '../support/fake-api';
import { sees, get, find, press, shows, fill, finds, pressFound, hasNo, hides, click } from '../support/page';
import { openApp } from '../support/render-app';
import { aCustomer, aDetailOf, anOperator, AS_OPERATOR } from './builders';

const UNHEALTHY = aCustomer({
  accountId: '9',
  domain: 'second.myshopify.com',
  name: 'Second & Sons',
  troubles: ['stopped', 'square_token', 'frozen'],
  since: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  frozen: 4,
  held: 2,
  lagP95Ms: 4200,
  oldestUnderWayMs: 600_000,
});

const fleet = {
  GetFleet: ({ trouble }: { readonly trouble: string }) => ({
    total: trouble === 'any' ? 1 : 2,
    accounts: [UNHEALTHY, aCustomer()],
    troubles: [
      { trouble: 'frozen', accounts: 3 },
      { trouble: 'stopped', accounts: 1 },
    ],
  }),
};

describe('the fleet', () => {
  it('summarizes how many customers need attention, and shows each one with the names of their health problems', async () => {
    openApp('/admin', { ...AS_OPERATOR, ...fleet });
    await sees('1 customer needs attention. Most severe: Sync stopped.');
    const table = get('table', 'Customers');
    const [, first, second] = within(table).getAllByRole('row');
    for (const text of [
      'Second & Sons',
      'second.myshopify.com',
      'Sync stopped',
      'Square access lost',
      'Indeterminate',
      '3 hours ago',
      '4.2 s',
      '10 min',
      '2',
      '4',
    ]) {
      expect(first?.textContent).toContain(text);
    }
    expect(second?.textContent).toContain('Healthy');
  });

  it('keeps filter, search, order and page in the URL, and requests them from the server', async () => {
    const { calls } = openApp('/admin', { ...AS_OPERATOR, GetFleet: () => ({ ...fleet.GetFleet({ trouble: '' }), total: 950 }) });
    const lastRequest = () =>
      calls.findLast(({ method, input }) => method === 'GetFleet' && !JSON.stringify(input).includes('"any"'))?.input;
    await find('table', 'Customers');
    expect(lastRequest()).toEqual({ limit: 100, offset: 0, sort: '', trouble: '', query: '' });
    const group = get('group', 'Filter customers');
    press('Indeterminate 3', group);
    await waitFor(() => expect(lastRequest()).toMatchObject({ trouble: 'frozen' }));
    shows(/could not determine whether a write took effect/u);
    press('Next');
    await waitFor(() => expect(lastRequest()).toMatchObject({ trouble: 'frozen', offset: 100 }));
    shows('Showing 101 - 102 of 950 customers');
    const heads = get('table', 'Customers');
    press('Held', heads);
    await waitFor(() => expect(lastRequest()).toMatchObject({ sort: '-held', offset: 0 }));
    press('Held', heads);
    await waitFor(() => expect(lastRequest()).toMatchObject({ sort: 'held' }));
    fill(get('searchbox'), ' pine ');
    press('Search');
    await waitFor(() => expect(lastRequest()).toEqual({ limit: 100, offset: 0, sort: 'held', trouble: 'frozen', query: 'pine' }));
    expect(window.location.search).toBe('?trouble=frozen&q=pine&sort=held');
    press('Worst first');
    await waitFor(() => expect(lastRequest()).toMatchObject({ sort: '' }));
  });

  it('opens an account with one click on its row', async () => {
    openApp('/admin', {
      ...AS_OPERATOR,
      ...fleet,
      AdminGetAccount: () => aDetailOf(),
      GetAccountHealth: () => aCustomer(),
      GetAccountTasks: () => ({}),
    });
    click(await screen.findByText('second.myshopify.com'));
    await finds('heading', 'demo.myshopify.com');
    expect(window.location.pathname).toBe('/admin/account/9');
  });

  it('loads again when the page becomes visible', async () => {
    const { calls } = openApp('/admin', { ...AS_OPERATOR, ...fleet });
    await find('table', 'Customers');
    const before = inputsOf(calls, 'GetFleet').length;
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(inputsOf(calls, 'GetFleet').length).toBeGreaterThan(before));
  });

  it('shows when no customer needs attention and when none matches', async () => {
    openApp('/admin?trouble=held&q=x', { ...AS_OPERATOR, GetFleet: () => ({}) });
    await sees('No customers need attention.');
    press('Show all customers');
    await sees('No customers yet');
    expect(window.location.search).toBe('');
  });

  it('shows when it cannot be loaded', async () => {
    expectNoise(/getting the fleet: unavailable/u);
    openApp('/admin', { ...AS_OPERATOR, GetFleet: () => refusal('unavailable', 'Back soon.', 'req-3') });
    shows('req-3', await find('alert'));
  });
});

describe('access to the operator pages', () => {
  it.each(['/admin', '/admin/account/7', '/admin/audit', '/admin/alerts', '/admin/dead-letters'])(
    'a merchant gets “not found” at %s',
    async (path) => {
      const { calls } = openApp(path);
      await finds('heading', '404 not found');
      expect(calls.some(({ method }) => /Admin|Fleet|Audit|Alerts|DeadLetters/u.test(method))).toBe(false);
    },
  );

  it('an operator whose own account has no access is not redirected to onboarding', async () => {
    openApp('/admin', { ...AS_OPERATOR, ...fleet, GetAccountStatus: () => aStatus({ isSubscribed: false, hasMappedLocations: false }) });
    await finds('heading', 'Fleet');
  });

  it.each([
    ['an operator', AS_OPERATOR, 'The operators'],
    [
      'an impersonator',
      { GetSessionData: () => aSession({ impersonatorDomain: 'operator.myshopify.com', isAdmin: true }) },
      'Impersonating Harbour & Pine',
    ],
  ])('%s has Admin in the menu, which opens the fleet', async (_, who, name) => {
    openApp('/settings', { ...who, ...fleet, GetAccountSettings: () => ({}) });
    await pressFound(name);
    click(await find('menuitem', 'Admin'));
    await finds('heading', 'Fleet');
    for (const [place, href] of [
      ['Audit log', '/admin/audit'],
      ['Alerts', '/admin/alerts'],
      ['Dead letters', '/admin/dead-letters'],
      ['Customers', '/new/admin?tab=customers'],
      ['Tasks', '/new/admin?tab=tasks'],
    ]) {
      const nav = get('navigation', 'Operators');
      expect(get('link', place ?? '', nav).getAttribute('href')).toBe(href);
    }
  });

  it('a merchant has no Admin in the menu', async () => {
    openApp('/help');
    await pressFound('Harbour & Pine');
    await find('menuitem', 'Help');
    hasNo('menuitem', 'Admin');
  });

  it('the operator pages show the impersonation and when it ends', async () => {
    openApp('/admin', {
      ...fleet,
      GetSessionData: () =>
        aSession({
          impersonatorDomain: 'operator.myshopify.com',
          isAdmin: true,
          impersonationEnds: new Date(Date.now() + 41.5 * 60_000).toISOString(),
        }),
    });
    await find('heading', 'Fleet');
    expect(screen.getByText(/Impersonation ends in 42 minutes\./u).textContent).toContain(
      'You are impersonating demo.myshopify.com. Your actions are recorded under operator.myshopify.com.',
    );
  });

  it('the page loads the session again when the impersonation ends', async () => {
    let acting = true;
    const { calls } = openApp('/help', {
      GetSessionData: () => {
        const ends = new Date(Date.now() + 1200).toISOString();
        return acting ? aSession({ impersonatorDomain: 'operator.myshopify.com', isAdmin: true, impersonationEnds: ends }) : anOperator();
      },
    });
    await screen.findByText(/You are impersonating/u);
    acting = false;
    await finds('button', 'The operators');
    hides(/You are impersonating/u);
    expect(inputsOf(calls, 'GetSessionData').length).toBeGreaterThan(1);
  });
});

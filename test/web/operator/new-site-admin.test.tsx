import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aSession } from '../support/builders';
import { inputsOf, never, refusal, type Answers, type SeenCall } from '../support/fake-api';
import { finds, get, sees, hasNo, pressFound, find, fill, shows, press, click } from '../support/page';
import { openApp } from '../support/render-app';

const OPERATOR: Answers = { GetSessionData: () => aSession({ shopifyDomain: 'operator.myshopify.com', isAdmin: true }) };

const open = (path: string, answers: Answers = {}): readonly SeenCall[] => openApp(path, { ...OPERATOR, ...answers }).calls;
const urlParams = (): Record<string, string> => Object.fromEntries(new URLSearchParams(window.location.search));

afterEach(() => {
  vi.useRealTimers();
});

describe('the admin page', () => {
  it('starts with the test tab, and selects tabs by the URL', async () => {
    open('/new/admin', { AdminGetRegisteredTasks: never });
    await finds('button', 'Test');
    const tabs = get('navigation', 'Admin');
    expect(
      within(tabs)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Test', 'Tasks', 'Customers', 'Shopify', 'Square']);
    expect(get('link', 'Test', tabs).getAttribute('aria-current')).toBe('page');
    click(get('link', 'Tasks', tabs));
    await waitFor(() => expect(urlParams()).toEqual({ tab: 'tasks' }));
    expect(get('link', 'Tasks', tabs).getAttribute('aria-current')).toBe('page');
    cleanup();
    open('/new/admin?tab=nonsense');
    await finds('button', 'Test');
  });

  it.each(['/new/admin', '/new/admin?tab=customers', '/new/external/shopify', '/new/external/square'])(
    'shows and loads nothing for other users at %s',
    async (path) => {
      const { calls } = openApp(path);
      await sees('This page is for operators only');
      hasNo('navigation', 'Admin');
      expect(calls.filter(({ method }) => /^Admin|^GetExternal|^Test$/u.test(method))).toEqual([]);
    },
  );
});

describe('the test tab', () => {
  it('makes the test call and shows that it succeeded', async () => {
    const calls = open('/new/admin', { Test: () => ({}) });
    await pressFound('Test');
    await sees('Test call succeeded');
    expect(inputsOf(calls, 'Test')).toEqual([{}]);
  });

  it('shows why it failed', async () => {
    expectNoise(/executing test: unavailable/u);
    open('/new/admin', { Test: () => refusal('unavailable', 'Back in a minute.', 'req-5') });
    await pressFound('Test');
    await sees('Back in a minute. Reference: req-5');
  });
});

const TASKS = {
  asyncTasks: [
    { name: 'snapshot', desired: 4, running: 2 },
    { name: 'product_copy', desired: 0, running: 0 },
  ],
  scheduledTasks: [
    {
      name: 'billing_refresh',
      schedule: 'every hour',
      lastAttemptedAt: new Date(Date.now() - 3 * 60_000).toISOString(),
      lastAttemptedSuccess: true,
    },
    { name: 'purge', schedule: '15 3 * * *', lastAttemptedAt: '2026-01-02T03:15:00Z', lastAttemptedSuccess: false },
    { name: 'square_webhooks', schedule: 'daily', lastAttemptedAt: '', lastAttemptedSuccess: false },
  ],
};

describe('the tasks tab', () => {
  const box = async (name: string) => find<HTMLInputElement>('spinbutton', `Desired count of ${name}`);
  const save = () => get('button', 'Save Tasks');

  it('lists processors with their desired counts, and scheduled tasks with their last attempt', async () => {
    open('/new/admin?tab=tasks', { AdminGetRegisteredTasks: () => TASKS });
    expect((await box('snapshot')).value).toBe('4');
    const processors = within(get('table', 'Async processors')).getAllByRole('row').slice(1);
    expect(processors[0]?.textContent).toBe('snapshot2');
    expect(processors[1]?.textContent).toBe('product_copyPaused0');
    const scheduled = within(get('table', 'Scheduled tasks')).getAllByRole('row').slice(1);
    expect(scheduled[0]?.textContent).toMatch(/^billing_refresh.*every hourSuccess \w{3} \d\d \d\d:\d\d \(3 minutes ago\)$/u);
    expect(scheduled[1]?.textContent).toMatch(/^purge.*15 3 \* \* \*Failure Jan 02 \d\d:\d\d \(\d+ days ago\)$/u);
    expect(scheduled[2]?.textContent).toMatch(/^square_webhooks.*dailyNever$/u);
  });

  it('saves the changed counts, and shows the new ones', async () => {
    let desired = 4;
    const calls = open('/new/admin?tab=tasks', {
      AdminGetRegisteredTasks: () => ({ ...TASKS, asyncTasks: [{ name: 'snapshot', desired, running: 2 }, TASKS.asyncTasks[1]] }),
      AdminUpdateTaskCounts: () => {
        desired = 0;
        return {};
      },
    });
    const snapshot = await box('snapshot');
    expect(save().getAttribute('aria-disabled')).toBe('true');
    fill(snapshot, '0');
    click(save());
    await sees('Tasks saved');
    expect(inputsOf(calls, 'AdminUpdateTaskCounts')).toEqual([{ taskCounts: [{ name: 'snapshot', desired: 0 }] }]);
    await waitFor(() => expect(screen.getAllByText('Paused')).toHaveLength(2));
    expect(save().getAttribute('aria-disabled')).toBe('true');
  });

  it.each(['', '-1', '1.5', '1e3'])('saves nothing while “%s” is typed', async (text) => {
    const calls = open('/new/admin?tab=tasks', { AdminGetRegisteredTasks: () => TASKS });
    fill(await box('snapshot'), text);
    shows('Enter a whole number. Use 0 to pause.');
    click(save());
    expect(inputsOf(calls, 'AdminUpdateTaskCounts')).toEqual([]);
  });

  it('keeps the typed counts when saving fails, and while the list is loaded again', async () => {
    expectNoise(/updating tasks: invalid_argument/u);
    open('/new/admin?tab=tasks', {
      AdminGetRegisteredTasks: () => TASKS,
      AdminUpdateTaskCounts: () => refusal('invalid_argument', 'desired must be at most 100.', 'req-6'),
    });
    fill(await box('snapshot'), '999');
    click(save());
    await sees('desired must be at most 100. Reference: req-6');
    expect((await box('snapshot')).value).toBe('999');
  });

  it('loads again every 5 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = open('/new/admin?tab=tasks', { AdminGetRegisteredTasks: () => TASKS });
    await box('snapshot');
    const times = () => inputsOf(calls, 'AdminGetRegisteredTasks').length;
    expect(times()).toBe(1);
    for (const expected of [2, 3]) {
      await act(() => vi.advanceTimersByTimeAsync(5000));
      expect(times()).toBe(expected);
    }
  });

  it('shows when they cannot be loaded', async () => {
    expectNoise(/getting tasks: unavailable/u);
    open('/new/admin?tab=tasks', { AdminGetRegisteredTasks: () => refusal('unavailable', 'Back in a minute.') });
    await sees('The tasks could not be loaded.');
  });
});

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const customer = (id: number, change: object = {}) => ({
  id: String(id),
  domain: `shop-${id}.myshopify.com`,
  email: `owner${id}@example.com`,
  expires: inDays(20),
  ...change,
});

describe('the customers tab', () => {
  const list = (accounts: readonly object[], total = accounts.length) => ({ AdminGetAccounts: () => ({ total, accounts }) });
  const row = (domain: string): HTMLElement => {
    const found = screen.getByTitle(domain).closest('tr');
    if (found === null) throw new Error(`no row of ${domain}`);
    return found;
  };

  it('shows ID with a link, domain, email and expiry, and how many', async () => {
    const calls = open('/new/admin?tab=customers', list([customer(7), customer(8, { expires: '2031-02-03T12:00:00Z' })]));
    await sees('2 accounts shown.');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['ID', 'Domain', 'Email', 'Expires']);
    expect(get('link', /^7/u).getAttribute('href')).toBe('/admin/account/7');
    shows('02/03/31', row('shop-8.myshopify.com'));
    expect(within(row('shop-8.myshopify.com')).getAllByText('owner8@example.com').length).toBeGreaterThan(0);
    expect(inputsOf(calls, 'AdminGetAccounts')).toEqual([{ limit: 100, offset: 0, query: '' }]);
    expect(urlParams()).toEqual({ tab: 'customers', limit: '100', offset: '0', query: '', active: 'false' });
    hasNo('navigation', 'Pages');
  });

  it('marks only what expired more than one day ago', async () => {
    open(
      '/new/admin?tab=customers',
      list([customer(1, { expires: inDays(-1.01) }), customer(2, { expires: inDays(-0.99) }), customer(3, { expires: '' })]),
    );
    await screen.findByText('3 accounts shown.');
    const cell = (domain: string) => row(domain).querySelector('[data-cell="expires"] > span');
    expect(cell('shop-1.myshopify.com')?.className).toMatch(/text-bad.*italic/u);
    expect(cell('shop-2.myshopify.com')?.className).not.toContain('italic');
    expect(cell('shop-3.myshopify.com')?.textContent).toBe('–');
  });

  it('searches one second after the last keystroke, from the first row', async () => {
    const calls = open('/new/admin?tab=customers&limit=50&offset=100&query=&active=true', list([customer(1)], 500));
    await screen.findByText('1 accounts shown.');
    expect(inputsOf(calls, 'AdminGetAccounts')).toEqual([{ limit: 50, offset: 100, query: '', onlyActive: true }]);
    vi.useFakeTimers();
    const box = get('searchbox', 'Search by domain or email');
    fill(box, 'har');
    await act(() => vi.advanceTimersByTimeAsync(900));
    fill(box, 'harbour');
    await act(() => vi.advanceTimersByTimeAsync(999));
    expect(inputsOf(calls, 'AdminGetAccounts')).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(inputsOf(calls, 'AdminGetAccounts').slice(1)).toEqual([{ limit: 50, offset: 0, query: 'harbour', onlyActive: true }]);
    expect(urlParams()).toEqual({ tab: 'customers', limit: '50', offset: '0', query: 'harbour', active: 'true' });
  });

  it('filters to active accounts, from the first row', async () => {
    const calls = open('/new/admin?tab=customers&offset=200', list([customer(1)], 500));
    await screen.findByText('1 accounts shown.');
    click(get('checkbox', 'Active Only'));
    await waitFor(() => expect(inputsOf(calls, 'AdminGetAccounts').at(-1)).toEqual({ limit: 100, offset: 0, query: '', onlyActive: true }));
    click(get('checkbox', 'Active Only'));
    await waitFor(() => expect(inputsOf(calls, 'AdminGetAccounts').at(-1)).toEqual({ limit: 100, offset: 0, query: '' }));
  });

  it('pages by the limit to the last customer', async () => {
    const all = Array.from({ length: 250 }, (_, index) => customer(index + 1));
    const calls = open('/new/admin?tab=customers', {
      AdminGetAccounts: ({ limit, offset }: { limit: number; offset: number }) => ({
        total: 250,
        accounts: all.slice(offset, offset + limit),
      }),
    });
    await sees('100 accounts shown.');
    shows('Showing 1 - 100 of 250');
    expect(get('button', 'Prev').getAttribute('aria-disabled')).toBe('true');
    press('Next');
    await sees('Showing 101 - 200 of 250');
    expect(urlParams()).toMatchObject({ limit: '100', offset: '100' });
    press('Next');
    await sees('50 accounts shown.');
    expect(get('button', 'Next').getAttribute('aria-disabled')).toBe('true');
    press('Prev');
    await sees('Showing 101 - 200 of 250');
    expect(inputsOf(calls, 'AdminGetAccounts').at(-1)).toEqual({ limit: 100, offset: 100, query: '' });
  });

  it.each([
    ['limit=0&offset=-3', 100, 0],
    ['limit=ten&offset=1.5', 100, 0],
    ['limit=5000&offset=99999999999', 100, 0],
    ['limit=25&offset=30', 25, 30],
  ])('reads %s from the URL', async (search, limit, offset) => {
    const calls = open(`/new/admin?tab=customers&${search}`, list([customer(1)], 500));
    await screen.findByText('1 accounts shown.');
    expect(inputsOf(calls, 'AdminGetAccounts')).toEqual([{ limit, offset, query: '' }]);
  });

  it('shows when no account matches, and when the accounts cannot be loaded', async () => {
    open('/new/admin?tab=customers&query=moon', list([]));
    await sees('No account matches this search. Change the search or clear “Active Only”.');
    shows('0 accounts shown.');
    cleanup();
    expectNoise(/getting accounts: unavailable/u);
    open('/new/admin?tab=customers', { AdminGetAccounts: () => refusal('unavailable', 'Back in a minute.') });
    await sees('The customers could not be loaded.');
  });

  it('shows markup in names as text', async () => {
    const domain = '<img src=x onerror=alert(1)>.myshopify.com';
    open('/new/admin?tab=customers', list([customer(1, { domain, email: '' })]));
    expect((await screen.findByTitle(domain)).textContent).toBe(domain);
  });
});

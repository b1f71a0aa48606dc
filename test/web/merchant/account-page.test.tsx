import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { aStatus } from '../support/builders';
import { get, sees } from '../support/page';
import { openApp } from '../support/render-app';

describe('my account', () => {
  it('shows the account, subscription and connections, each with a link to change it', async () => {
    openApp('/account');
    expect(await screen.findByRole('heading', { level: 1, name: 'My Account' })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('My Account · Shelfbridge'));
    const main = within(get('main'));
    for (const [name, value] of [
      ['Account Name', /^Harbour & Pine/u],
      ['Shop', /^demo\.myshopify\.com$/u],
      ['Email', /^owner@example\.com$/u],
      ['Subscription', /^Active/u],
      ['Shopify', /^Harbour & PineConnected/u],
      ['Square', /^Harbour CounterConnected/u],
      ['Locations', /^Paired/u],
    ] as const) {
      expect(main.getByText(name).nextSibling?.textContent, name).toMatch(value);
    }
    const links = main.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Sign out', '/signout'],
      ['Change account name', '/settings'],
      ['Change subscription', '/subscription'],
      ['Change Shopify connection', '/shopify'],
      ['Change Square connection', '/square'],
      ['Change locations', '/locations'],
      ['Download all data', '/exports/1'],
    ]);
  });

  it('shows what is missing, and how long access lasts', async () => {
    openApp('/account', {
      GetAccountStatus: () =>
        aStatus({
          isSubscribed: false,
          accessEnds: '2099-03-04T12:00:00Z',
          squareAccess: false,
          squareName: '',
          hasMappedLocations: false,
        }),
    });
    await sees(/^Inactive, access until Mar 04 2099/u);
    expect(screen.getByText('Square').nextSibling?.textContent).toMatch(/^Not connected/u);
    expect(screen.getByText('Locations', { selector: 'dt' }).nextSibling?.textContent).toMatch(/^Not paired yet/u);
  });

  it('deletes the account once its domain is typed, then shows the receipt and the sign-in', async () => {
    const { calls } = openApp('/account', { DeleteAccount: () => ({ receipt: 'ab'.repeat(32) }) });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this account?' }));
    const action = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete account' });
    expect(action.disabled).toBe(true);
    fireEvent.change(dialog.getByLabelText('Type demo.myshopify.com to confirm'), { target: { value: 'second.myshopify.com' } });
    expect(action.disabled).toBe(true);
    fireEvent.change(dialog.getByLabelText('Type demo.myshopify.com to confirm'), { target: { value: ' Demo.myshopify.com' } });
    fireEvent.click(action);
    await sees(new RegExp('ab'.repeat(32), 'u'));
    expect(calls.filter(({ method }) => method === 'DeleteAccount')).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('heading', { level: 1, name: 'My Account' })).toBeNull();
  });
});

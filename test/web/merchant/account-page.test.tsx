import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { aStatus } from '../support/builders';
import { openApp } from '../support/render-app';

describe('my account', () => {
  it('says who is signed in and what the account has, each with the place where it is changed', async () => {
    openApp('/account');
    expect(await screen.findByRole('heading', { level: 1, name: 'My Account' })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('My Account · Shelfbridge'));
    const main = within(screen.getByRole('main'));
    for (const [name, value] of [
      ['Account Name', /^Harbour & Pine/u],
      ['Shop', /^demo\.myshopify\.com$/u],
      ['Email', /^owner@example\.com$/u],
      ['Subscription', /^Active/u],
      ['Shopify', /^Harbour & PineConnected/u],
      ['Square', /^Harbour CounterConnected/u],
      ['Locations', /^Joined/u],
    ] as const) {
      expect(main.getByText(name).nextSibling?.textContent, name).toMatch(value);
    }
    const leads = main.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(leads).toEqual([
      ['Sign out', '/signout'],
      ['Change the account name', '/settings'],
      ['Change the subscription', '/subscription'],
      ['Change the Shopify connection', '/shopify'],
      ['Change the Square connection', '/square'],
      ['Change the locations', '/locations'],
    ]);
  });

  it('says what is missing, and until when there is access', async () => {
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
    expect(await screen.findByText(/^Inactive, access until Mar 04 2099/u)).toBeTruthy();
    expect(screen.getByText('Square').nextSibling?.textContent).toMatch(/^Not connected/u);
    expect(screen.getByText('Locations', { selector: 'dt' }).nextSibling?.textContent).toMatch(/^Not joined yet/u);
  });
});

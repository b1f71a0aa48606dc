import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aSession, aStatus } from '../support/builders';
import { never, refusal } from '../support/fake-api';
import { comeBack, openApp } from '../support/render-app';

describe('the shell', () => {
  it('offers the working places in the menu, and nothing that is not there yet', async () => {
    openApp('/dashboard');
    fireEvent.click(await screen.findByRole('button', { name: 'Harbour & Pine' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['Dashboard', 'Inventory', 'Locations', 'History', 'Settings', 'Sign out']);
  });

  it('shows a skeleton while the user loads, and says that it loads', async () => {
    openApp('/dashboard', { GetSessionData: never });
    expect(screen.getByText('Loading your account')).toBeTruthy();
    expect(await screen.findByText('Loading...')).toBeTruthy();
  });

  it('marks impersonation, and does not force onboarding then', async () => {
    openApp('/dashboard', {
      GetSessionData: () => aSession({ impersonatorDomain: 'operator.myshopify.com' }),
      GetAccountStatus: () => aStatus({ isSubscribed: false, hasMappedLocations: false }),
    });
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Impersonating' })).toBeTruthy();
    expect(screen.getByText(/recorded under operator\.myshopify\.com/u)).toBeTruthy();
  });

  it.each(['/dashboard', '/', '/inventory', '/settings', '/nowhere'])(
    'leads an account without access from %s to onboarding',
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

  it('leads from the address of the subscription to the step that subscribes', async () => {
    openApp('/subscription', { GetAccountStatus: () => aStatus({ isSubscribed: false, accessEnds: '2099-01-01T00:00:00Z' }) });
    expect(await screen.findByRole('button', { name: 'Activate' })).toBeTruthy();
    expect(window.location.pathname).toBe('/onboard');
  });

  it('says when an address leads nowhere', async () => {
    openApp('/nowhere');
    expect(await screen.findByRole('heading', { name: '404 not found' })).toBeTruthy();
  });

  it('says when the server cannot be reached, and begins again when asked', async () => {
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

  it('keeps what was known when the server stops answering, and says so', async () => {
    expectNoise(/getting account status: unavailable/u);
    let down = false;
    openApp('/dashboard', { GetAccountStatus: () => (down ? refusal('unavailable', 'Back in a minute.') : aStatus()) });
    await screen.findByRole('heading', { name: 'Dashboard' });
    down = true;
    comeBack();
    expect(await screen.findByText(/cannot be reached at the moment/u)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy();
    down = false;
    comeBack();
    await waitFor(() => expect(screen.queryByText(/cannot be reached at the moment/u)).toBeNull());
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aSession } from '../support/builders';
import { refusal, type Answers } from '../support/fake-api';
import { openApp } from '../support/render-app';
import { aCustomer, aDetailOf, anAuditEntry, anOperator, AS_OPERATOR } from './builders';

const READY: Answers = {
  ...AS_OPERATOR,
  AdminGetAccount: () => aDetailOf(),
  GetAccountHealth: () => aCustomer(),
  GetAccountTasks: () => ({}),
};

const days = (count: number) => dayjs().add(count, 'day');

/** Returns the value of a tile by its name. */
function tile(name: string): HTMLElement {
  const value = screen.getByText(name).nextElementSibling;
  if (!(value instanceof HTMLElement)) throw new Error(`no tile ${name}`);
  return value;
}

/** Opens a section and returns it. */
async function openSection(name: string): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name }));
  return screen.getByRole('region', { name });
}

describe('the tiles of an account', () => {
  it('show domain, id, email and every figure in its format', async () => {
    openApp('/admin/account/7', {
      ...READY,
      AdminGetAccount: () =>
        aDetailOf({
          summary: { id: '7', domain: 'demo.myshopify.com', email: 'owner@example.com', expires: days(12).toISOString() },
          lastLoginDate: days(-1).toISOString(),
          lastPaymentDate: days(-40).toISOString(),
          totalPaymentDollars: 1234.5,
          shopifyOrdersYtd: 4321,
          shopifyOrdersAvailable: true,
        }),
    });
    expect(await screen.findByRole('heading', { name: 'demo.myshopify.com' })).toBeTruthy();
    expect(screen.getByText(/owner@example\.com/u).textContent).toBe('Account 7 · owner@example.com');
    expect(tile('Expires').textContent).toBe(`${days(12).format('YYYY-MM-DD')} In 12 days`);
    expect(tile('Last Login').textContent).toBe(`${days(-1).format('YYYY-MM-DD')} 1 day ago`);
    expect(tile('Last Payment').textContent).toBe(`${days(-40).format('YYYY-MM-DD')} 40 days ago`);
    expect(within(tile('Last Payment')).getByText('40 days ago').className).toContain('text-bad');
    expect(within(tile('Expires')).getByText('In 12 days').className).not.toContain('text-bad');
    expect(tile('Charges').textContent).toBe('$1,234.50');
    expect(tile('Shopify Catalog').textContent).toBe('58 products 1,250 variants, 2 locations');
    expect(tile('Square Catalog').textContent).toBe('57 products 1,249 variants, 1 location');
    expect(tile('Shopify Orders (YTD)').textContent).toBe('4,321');
    expect(tile('Square Orders (last 30)').textContent).toBe('not available');
    expect(tile('Synced Locations').textContent).toBe('1');
  });

  it('show n/a and $0.00 where there is no value', async () => {
    openApp('/admin/account/7', READY);
    await screen.findByText('Expires');
    for (const name of ['Expires', 'Last Login', 'Last Payment']) expect(tile(name).textContent).toBe('n/a');
    expect(tile('Charges').textContent).toBe('$0.00');
    expect(tile('Shopify Orders (YTD)').textContent).toBe('not available');
  });

  it('are missing when the account cannot be loaded, which is logged under its label', async () => {
    expectNoise(/^console\.error: getting account detail: not_found/u);
    openApp('/admin/account/99', { ...READY, AdminGetAccount: () => refusal('not_found', 'There is no account 99.', 'req-9') });
    const panel = await screen.findByRole('alert');
    expect(panel.textContent).toContain('There is no account 99.');
    expect(panel.textContent).toContain('req-9');
  });
});

describe('the actions on an account', () => {
  it('queue a snapshot, and show the progress of its task', async () => {
    let progress = 12;
    const { calls } = openApp('/admin/account/7', {
      ...READY,
      GetAccountTasks: () =>
        calls.some(({ method }) => method === 'AdminBuildSnapshot')
          ? {
              tasks: [
                {
                  id: '5',
                  name: 'snapshot',
                  source: 'square',
                  state: progress < 60 ? 'running' : 'done',
                  progress,
                  total: 60,
                  queuedAt: new Date().toISOString(),
                },
              ],
            }
          : {},
      AdminBuildSnapshot: () => ({}),
    });
    expect(await screen.findByText('No background tasks yet')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'New Square Snapshot' }));
    expect(await screen.findByText('Snapshot queued')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'AdminBuildSnapshot')?.input).toEqual({ accountId: '7', source: 'square' });
    const bar = await screen.findByRole('progressbar', { name: 'Progress of Snapshot, Square' });
    expect(bar.getAttribute('value')).toBe('12');
    expect(screen.getByText(/12 of 60/u)).toBeTruthy();
    progress = 60;
    // The tasks are loaded again automatically.
    expect(await screen.findByText('Done')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it.each([
    ['New Shopify Snapshot', 'AdminBuildSnapshot', 'shopify', 'Snapshot queued'],
    ['Sync Shopify Locations', 'AdminSyncLocations', 'shopify', 'Synced'],
    ['Sync Square Locations', 'AdminSyncLocations', 'square', 'Synced'],
  ])('%s', async (button, method, source, message) => {
    const { calls } = openApp('/admin/account/7', { ...READY, AdminBuildSnapshot: () => ({}), AdminSyncLocations: () => ({}) });
    fireEvent.click(await screen.findByRole('button', { name: button }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(calls.find((call) => call.method === method)?.input).toEqual({ accountId: '7', source });
    expect(calls.filter((call) => call.method === 'AdminGetAccount')).toHaveLength(2);
  });

  it.each([
    [{ shopify: 3, square: 0 }, '3 changes found that no webhook reported'],
    [{ shopify: 0, square: 0 }, 'No missed changes found'],
    [{ shopify: 1 }, 'Square could not be read. 1 change found that no webhook reported'],
  ])('reconcile, and show what was found: %o', async (found, text) => {
    const { calls } = openApp('/admin/account/7', { ...READY, ReconcileAccount: () => found });
    fireEvent.click(await screen.findByRole('button', { name: 'Reconcile now' }));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(calls.find(({ method }) => method === 'ReconcileAccount')?.input).toEqual({ id: '7' });
  });

  it('shows webhook delivery by hour', async () => {
    const hours = [{ begins: '2026-11-20T09:00:00Z', heard: 0, found: 2, untold: 4 }];
    openApp('/admin/account/7', {
      ...READY,
      GetAccountHearing: () => ({
        platforms: [
          { source: 'shopify', silent: true, lastHeard: '', heard: 0, found: 2, untold: 4, hours },
          { source: 'square', silent: false, lastHeard: '2026-11-20T09:00:00Z', heard: 9, found: 0, untold: 0, hours: [] },
        ],
      }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Webhook delivery' }));
    const table = await screen.findByRole('table', { name: 'Shopify by hour' });
    expect(
      within(table)
        .getAllByRole('cell')
        .slice(1)
        .map((cell) => cell.textContent),
    ).toEqual(['0', '2', '4']);
    expect(screen.getByText('is not sending webhooks')).toBeTruthy();
    expect(screen.getByText(/^Last 24 hours: 9 received, 0 found first, 0 missed\./u)).toBeTruthy();
  });

  it.each([
    ['New Shopify Snapshot', 'AdminBuildSnapshot', 'building snapshot'],
    ['Sync Square Locations', 'AdminSyncLocations', 'syncing locations'],
  ])('%s shows and logs its failure', async (button, method, label) => {
    expectNoise(new RegExp(`^console\\.error: ${label}: unavailable`, 'u'));
    openApp('/admin/account/7', { ...READY, [method]: () => refusal('unavailable', 'Square did not answer.', 'req-6') });
    fireEvent.click(await screen.findByRole('button', { name: button }));
    expect(await screen.findByText(`Error ${label}`)).toBeTruthy();
    expect(screen.getByText('Square did not answer. Reference: req-6')).toBeTruthy();
  });

  it('are disabled for Shopify without access to it', async () => {
    openApp('/admin/account/7', { ...READY, AdminGetAccount: () => aDetailOf({ shopifyAccess: false }) });
    for (const name of ['New Shopify Snapshot', 'Sync Shopify Locations']) {
      expect((await screen.findByRole('button', { name })).hasAttribute('disabled')).toBe(true);
    }
    for (const name of ['New Square Snapshot', 'Sync Square Locations']) {
      expect(screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(false);
    }
  });

  it.each([
    ['New Square Snapshot', 'AdminBuildSnapshot', 'Snapshot queued'],
    ['Sync Square Locations', 'AdminSyncLocations', 'Synced'],
  ])('%s asks first without access to Square', async (button, method, message) => {
    const { calls } = openApp('/admin/account/7', {
      ...READY,
      AdminGetAccount: () => aDetailOf({ squareAccess: false }),
      [method]: () => ({}),
    });
    fireEvent.click(await screen.findByRole('button', { name: button }));
    const dialog = await screen.findByRole('dialog', { name: button });
    expect(within(dialog).getByText('You may not have square access. Are you sure?')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.some((call) => call.method === method)).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: button }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('say “no account specified” and do nothing without an account', async () => {
    const { calls } = openApp('/admin/account', READY);
    fireEvent.click(await screen.findByRole('button', { name: 'New Shopify Snapshot' }));
    expect(await within(screen.getByRole('region', { name: 'Messages' })).findByText('no account specified')).toBeTruthy();
    expect(calls.some(({ method }) => method.startsWith('Admin'))).toBe(false);
  });
});

describe('impersonation from an account', () => {
  it('shows it, and loads session and status again', async () => {
    let acting = false;
    const { calls } = openApp('/admin/account/7', {
      ...READY,
      GetSessionData: () => (acting ? aSession({ impersonatorDomain: 'operator.myshopify.com', isAdmin: true }) : anOperator()),
      ImpersonateDomain: () => {
        acting = true;
        return {};
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Impersonate' }));
    expect(await screen.findByText('Impersonating demo.myshopify.com')).toBeTruthy();
    expect(await screen.findByText(/You are impersonating/u)).toBeTruthy();
    expect(calls.find(({ method }) => method === 'ImpersonateDomain')?.input).toEqual({ domain: 'demo.myshopify.com' });
    await waitFor(() => expect(calls.filter(({ method }) => method === 'GetSessionData')).toHaveLength(2));
    await waitFor(() => expect(calls.filter(({ method }) => method === 'GetAccountStatus').length).toBeGreaterThan(1));
    expect((await screen.findByRole('button', { name: 'Impersonating' })).getAttribute('aria-disabled')).toBe('true');
  });

  it('shows and logs its failure with the domain', async () => {
    expectNoise(/^console\.error: impersonating demo\.myshopify\.com: not_found/u);
    openApp('/admin/account/7', { ...READY, ImpersonateDomain: () => refusal('not_found', 'There is no account for it.') });
    fireEvent.click(await screen.findByRole('button', { name: 'Impersonate' }));
    expect(await screen.findByText('Error impersonating demo.myshopify.com')).toBeTruthy();
    expect(screen.queryByText(/You are impersonating/u)).toBeNull();
  });
});

describe('health, scopes, token and audit log of an account', () => {
  it('shows each health problem with its meaning, and the figures', async () => {
    openApp('/admin/account/7', {
      ...READY,
      GetAccountHealth: () =>
        aCustomer({ troubles: ['webhooks', 'held'], missingWebhooks: 3, held: 2, blocked: 1, lagP95Ms: 800, squareAccess: false }),
    });
    expect(await screen.findByText(/only reconciliation finds changes, and later/u)).toBeTruthy();
    expect(screen.getByText(/wait for the merchant’s approval/u)).toBeTruthy();
    expect(screen.getByText('Missing webhooks', { selector: 'dt' }).nextElementSibling?.textContent).toBe('3');
    expect(screen.getByText('Held / refused / indeterminate').nextElementSibling?.textContent).toBe('2 / 1 / 0');
    expect(screen.getByText('Square access').nextElementSibling?.textContent).toBe('No');
    expect(screen.getByText('Lag, last 24 hours (95th percentile)').nextElementSibling?.textContent).toBe('800 ms');
    expect(screen.getByRole('link', { name: 'Alerts for this account' }).getAttribute('href')).toBe('/admin/alerts?account=7');
  });

  it('names the unavailable platform, and does not claim access to it', async () => {
    openApp('/admin/account/7', { ...READY, GetAccountHealth: () => aCustomer({ troubles: ['unreachable'], unreachable: ['square'] }) });
    expect(await screen.findByText('Square unavailable')).toBeTruthy();
    expect(screen.getByText(/^Square does not respond, or responds with errors/u)).toBeTruthy();
    expect(screen.getByText('Square access').nextElementSibling?.textContent).toBe('Unknown: Square is unavailable');
    expect(screen.getByText('Shopify access').nextElementSibling?.textContent).toBe('Yes');
  });

  it.each([
    [{}, 'No health problems'],
    [{ entitled: false, shopifyAccess: false, squareAccess: false }, 'This account has no access to the product'],
    [{ entitled: false }, 'This account has no access to the product'],
    [{ squareAccess: false }, 'Not set up yet'],
  ])('shows an account as healthy only when it is: %j', async (change, message) => {
    openApp('/admin/account/7', { ...READY, GetAccountHealth: () => aCustomer(change) });
    expect(await screen.findByText(message, { exact: false })).toBeTruthy();
    expect(screen.queryAllByText('No health problems')).toHaveLength(message === 'No health problems' ? 1 : 0);
  });

  it('lists the union of scopes sorted, granted ones bold and others pale', async () => {
    openApp('/admin/account/7', {
      ...READY,
      AdminGetScopes: () => ({ grantedScopes: ['write_products', 'read_orders'], desiredScopes: ['write_products', 'read_inventory'] }),
    });
    const section = await openSection('Shopify App Scopes');
    const list = await within(section).findByRole('list', { name: 'Scopes' });
    const items = within(list).getAllByRole('listitem');
    expect(items.map((item) => item.firstChild?.textContent)).toEqual(['read_inventory', 'read_orders', 'write_products']);
    expect(items.map((item) => item.className.includes('font-bold'))).toEqual([false, true, true]);
    expect(items.map((item) => item.className.includes('text-faint'))).toEqual([true, false, false]);
  });

  it('logs scopes that cannot be loaded under “getting webhooks”', async () => {
    expectNoise(/^console\.error: getting webhooks: unavailable/u);
    openApp('/admin/account/7', { ...READY, AdminGetScopes: () => refusal('unavailable', 'Shopify did not answer.', 'req-5') });
    const section = await openSection('Shopify App Scopes');
    expect((await within(section).findByRole('alert')).textContent).toContain('Shopify did not answer.');
  });

  it('loads the masked Square token only on request, and refreshes it', async () => {
    const { calls } = openApp('/admin/account/7', {
      ...READY,
      AdminGetSquareAuthToken: () => ({
        accessToken: 'EAAA…9f3c',
        refreshToken: '…77aa',
        scopes: ['ITEMS_READ'],
        tokenType: 'bearer',
        expiresAt: days(20).toISOString(),
      }),
    });
    const section = await openSection('Square token');
    expect(calls.some(({ method }) => method === 'AdminGetSquareAuthToken')).toBe(false);
    fireEvent.click(within(section).getByRole('button', { name: 'Show token' }));
    expect(await within(section).findByText('EAAA…9f3c')).toBeTruthy();
    expect(within(section).getByText('bearer')).toBeTruthy();
    fireEvent.click(within(section).getByRole('button', { name: 'Refresh token' }));
    expect(await screen.findByText('Token refreshed')).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'AdminGetSquareAuthToken').map(({ input }) => input)).toEqual([
      { merchantId: 'MLDEMO', refresh: false },
      { merchantId: 'MLDEMO', refresh: true },
    ]);
  });

  it('shows why the token is refused, as while impersonating', async () => {
    expectNoise(/getting the Square token: permission_denied/u);
    openApp('/admin/account/7', { ...READY, AdminGetSquareAuthToken: () => refusal('permission_denied', 'Not while impersonating.') });
    fireEvent.click(within(await openSection('Square token')).getByRole('button', { name: 'Show token' }));
    expect(await screen.findByText(/Not while impersonating\./u)).toBeTruthy();
  });

  it('shows the latest operator actions on the account, with a link to all of them', async () => {
    const { calls } = openApp('/admin/account/7', {
      ...READY,
      GetAudit: () => ({
        entries: [
          anAuditEntry(),
          anAuditEntry({ id: '39', reference: 'req-39', method: 'sh.Session/ImpersonateDomain', detail: '{"domain":""}' }),
        ],
      }),
    });
    const section = await openSection('Audit log');
    expect(await within(section).findByText('Queued a snapshot')).toBeTruthy();
    expect(within(section).getAllByRole('listitem')).toHaveLength(2);
    expect(within(section).getByText('Stopped impersonating')).toBeTruthy();
    expect(
      within(section)
        .getByRole('link', { name: /full audit log/u })
        .getAttribute('href'),
    ).toBe('/admin/audit?account=7');
    expect(calls.find(({ method }) => method === 'GetAudit')?.input).toMatchObject({ accountId: '7' });
  });

  it('simulates webhooks; those that end access are confirmed first', async () => {
    const { calls } = openApp('/admin/account/7', {
      ...READY,
      AdminSquareLocationsChanged: () => ({}),
      AdminShopifyAppUninstalled: () => ({}),
      AdminShopifyAppSubscriptionUpdated: () => ({}),
    });
    const section = await openSection('Simulated webhooks');
    fireEvent.click(within(section).getByRole('button', { name: 'Simulate Square locations changed' }));
    expect(await screen.findByText('Simulated: Square locations changed')).toBeTruthy();
    fireEvent.click(within(section).getByRole('button', { name: 'Simulate App uninstalled' }));
    const dialog = await screen.findByRole('dialog', { name: 'App uninstalled' });
    expect(calls.some(({ method }) => method === 'AdminShopifyAppUninstalled')).toBe(false);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Simulate' }));
    expect(await screen.findByText('Simulated: App uninstalled')).toBeTruthy();
    const submit = within(section).getByRole('button', { name: 'Simulate Subscription changed' });
    expect(submit.getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(within(section).getByRole('textbox', { name: 'Subscription changed' }), { target: { value: ' 4711 ' } });
    fireEvent.click(submit);
    expect(await screen.findByText('Simulated: Subscription changed')).toBeTruthy();
    expect(calls.filter(({ method }) => /Changed|Uninstalled|Updated/u.test(method)).map(({ input }) => input)).toEqual([
      { merchantId: 'MLDEMO' },
      { domain: 'demo.myshopify.com' },
      { domain: 'demo.myshopify.com', subscriptionId: '4711', status: 'ACTIVE' },
    ]);
  });

  it('shows why a simulated webhook was refused', async () => {
    expectNoise(/simulating “Square access revoked”: failed_precondition/u);
    openApp('/admin/account/7', {
      ...READY,
      AdminSquareAccessRevoked: () => refusal('failed_precondition', 'Square still grants the account access. Nothing was changed.'),
    });
    const section = await openSection('Simulated webhooks');
    fireEvent.click(within(section).getByRole('button', { name: 'Simulate Square access revoked' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Simulate' }));
    expect(await screen.findByText(/Square still grants the account access/u)).toBeTruthy();
  });

  it('keeps a section closed, and loads nothing for it before it is opened', async () => {
    const { calls } = openApp('/admin/account/7', READY);
    const button = await screen.findByRole('button', { name: 'Shopify Webhooks' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(calls.some(({ method }) => method === 'AdminGetWebhooks')).toBe(false);
  });
});

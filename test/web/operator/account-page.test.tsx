import { screen, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aSession } from '../support/builders';
import { refusal, type Answers, inputOf, inputsOf } from '../support/fake-api';
import { pressFound, get, finds, find, sees, press, shows, hasNo, hides, fill, click } from '../support/page';
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
function tile(name: string) {
  const value = screen.getByText(name).nextElementSibling;
  if (!(value instanceof HTMLElement)) throw new Error(`no tile ${name}`);
  return value;
}

/** Opens a section and returns it. */
async function openSection(name: string) {
  await pressFound(name);
  return get('region', name);
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
    await finds('heading', 'demo.myshopify.com');
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
    const panel = await find('alert');
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
    await sees('No background tasks yet');
    press('New Square Snapshot');
    await sees('Snapshot queued');
    expect(inputOf(calls, 'AdminBuildSnapshot')).toEqual({ accountId: '7', source: 'square' });
    const bar = await find('progressbar', 'Progress of Snapshot, Square');
    expect(bar.getAttribute('value')).toBe('12');
    shows(/12 of 60/u);
    progress = 60;
    // The tasks are loaded again automatically.
    await sees('Done');
    hasNo('progressbar');
  });

  it.each([
    ['New Shopify Snapshot', 'AdminBuildSnapshot', 'shopify', 'Snapshot queued'],
    ['Sync Shopify Locations', 'AdminSyncLocations', 'shopify', 'Synced'],
    ['Sync Square Locations', 'AdminSyncLocations', 'square', 'Synced'],
  ])('%s', async (button, method, source, message) => {
    const { calls } = openApp('/admin/account/7', { ...READY, AdminBuildSnapshot: () => ({}), AdminSyncLocations: () => ({}) });
    await pressFound(button);
    await sees(message);
    expect(inputOf(calls, method)).toEqual({ accountId: '7', source });
    await waitFor(() => expect(inputsOf(calls, 'AdminGetAccount')).toHaveLength(2));
  });

  it.each([
    [{ shopify: 3, square: 0 }, '3 changes found that no webhook reported'],
    [{ shopify: 0, square: 0 }, 'No missed changes found'],
    [{ shopify: 1 }, 'Square could not be read. 1 change found that no webhook reported'],
  ])('reconcile, and show what was found: %o', async (found, text) => {
    const { calls } = openApp('/admin/account/7', { ...READY, ReconcileAccount: () => found });
    await pressFound('Reconcile now');
    await sees(text);
    expect(inputOf(calls, 'ReconcileAccount')).toEqual({ id: '7' });
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
    await pressFound('Webhook delivery');
    const table = await find('table', 'Shopify by hour');
    expect(
      within(table)
        .getAllByRole('cell')
        .slice(1)
        .map((cell) => cell.textContent),
    ).toEqual(['0', '2', '4']);
    shows('is not sending webhooks');
    shows(/^Last 24 hours: 9 received, 0 found first, 0 missed\./u);
  });

  it.each([
    ['New Shopify Snapshot', 'AdminBuildSnapshot', 'building snapshot'],
    ['Sync Square Locations', 'AdminSyncLocations', 'syncing locations'],
  ])('%s shows and logs its failure', async (button, method, label) => {
    expectNoise(new RegExp(`^console\\.error: ${label}: unavailable`, 'u'));
    openApp('/admin/account/7', { ...READY, [method]: () => refusal('unavailable', 'Square did not answer.', 'req-6') });
    await pressFound(button);
    await sees(`Error ${label}`);
    shows('Square did not answer. Reference: req-6');
  });

  it('are disabled for Shopify without access to it', async () => {
    openApp('/admin/account/7', { ...READY, AdminGetAccount: () => aDetailOf({ shopifyAccess: false }) });
    for (const name of ['New Shopify Snapshot', 'Sync Shopify Locations']) {
      expect((await find('button', name)).hasAttribute('disabled')).toBe(true);
    }
    for (const name of ['New Square Snapshot', 'Sync Square Locations']) {
      expect(get('button', name).hasAttribute('disabled')).toBe(false);
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
    await pressFound(button);
    const dialog = await find('dialog', button);
    shows('You may not have square access. Are you sure?', dialog);
    press('Cancel', dialog);
    await waitFor(() => hasNo('dialog'));
    expect(inputsOf(calls, method)).toEqual([]);
    press(button);
    press('Continue', await find('dialog'));
    await sees(message);
  });

  it('say “no account specified” and do nothing without an account', async () => {
    const { calls } = openApp('/admin/account', READY);
    await pressFound('New Shopify Snapshot');
    await sees('no account specified', get('region', 'Messages'));
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
    await pressFound('Impersonate');
    await sees('Impersonating demo.myshopify.com');
    await sees(/You are impersonating/u);
    expect(inputOf(calls, 'ImpersonateDomain')).toEqual({ domain: 'demo.myshopify.com' });
    await waitFor(() => expect(inputsOf(calls, 'GetSessionData')).toHaveLength(2));
    await waitFor(() => expect(inputsOf(calls, 'GetAccountStatus').length).toBeGreaterThan(1));
    expect((await find('button', 'Impersonating')).getAttribute('aria-disabled')).toBe('true');
  });

  it('shows and logs its failure with the domain', async () => {
    expectNoise(/^console\.error: impersonating demo\.myshopify\.com: not_found/u);
    openApp('/admin/account/7', { ...READY, ImpersonateDomain: () => refusal('not_found', 'There is no account for it.') });
    await pressFound('Impersonate');
    await sees('Error impersonating demo.myshopify.com');
    hides(/You are impersonating/u);
  });
});

describe('health, scopes, token and audit log of an account', () => {
  it('shows each health problem with its meaning, and the figures', async () => {
    openApp('/admin/account/7', {
      ...READY,
      GetAccountHealth: () =>
        aCustomer({ troubles: ['webhooks', 'held'], missingWebhooks: 3, held: 2, blocked: 1, lagP95Ms: 800, squareAccess: false }),
    });
    await sees(/only reconciliation finds changes, and later/u);
    shows(/wait for the merchant’s approval/u);
    expect(screen.getByText('Missing webhooks', { selector: 'dt' }).nextElementSibling?.textContent).toBe('3');
    expect(screen.getByText('Held / refused / indeterminate').nextElementSibling?.textContent).toBe('2 / 1 / 0');
    expect(screen.getByText('Square access').nextElementSibling?.textContent).toBe('No');
    expect(screen.getByText('Lag, last 24 hours (95th percentile)').nextElementSibling?.textContent).toBe('800 ms');
    expect(get('link', 'Alerts for this account').getAttribute('href')).toBe('/admin/alerts?account=7');
  });

  it('names the unavailable platform, and does not claim access to it', async () => {
    openApp('/admin/account/7', { ...READY, GetAccountHealth: () => aCustomer({ troubles: ['unreachable'], unreachable: ['square'] }) });
    await sees('Square unavailable');
    shows(/^Square does not respond, or responds with errors/u);
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
    const list = await find('list', 'Scopes', section);
    const items = within(list).getAllByRole('listitem');
    expect(items.map((item) => item.firstChild?.textContent)).toEqual(['read_inventory', 'read_orders', 'write_products']);
    expect(items.map((item) => item.className.includes('font-bold'))).toEqual([false, true, true]);
    expect(items.map((item) => item.className.includes('text-faint'))).toEqual([true, false, false]);
  });

  it('logs scopes that cannot be loaded under “getting webhooks”', async () => {
    expectNoise(/^console\.error: getting webhooks: unavailable/u);
    openApp('/admin/account/7', { ...READY, AdminGetScopes: () => refusal('unavailable', 'Shopify did not answer.', 'req-5') });
    const section = await openSection('Shopify App Scopes');
    expect((await find('alert', undefined, section)).textContent).toContain('Shopify did not answer.');
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
    expect(inputsOf(calls, 'AdminGetSquareAuthToken')).toEqual([]);
    press('Show token', section);
    await sees('EAAA…9f3c', section);
    shows('bearer', section);
    press('Refresh token', section);
    await sees('Token refreshed');
    expect(inputsOf(calls, 'AdminGetSquareAuthToken')).toEqual([
      { merchantId: 'MLDEMO', refresh: false },
      { merchantId: 'MLDEMO', refresh: true },
    ]);
  });

  it('shows why the token is refused, as while impersonating', async () => {
    expectNoise(/getting the Square token: permission_denied/u);
    openApp('/admin/account/7', { ...READY, AdminGetSquareAuthToken: () => refusal('permission_denied', 'Not while impersonating.') });
    press('Show token', await openSection('Square token'));
    await sees(/Not while impersonating\./u);
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
    await sees('Queued a snapshot', section);
    expect(within(section).getAllByRole('listitem')).toHaveLength(2);
    shows('Stopped impersonating', section);
    expect(get('link', /full audit log/u, section).getAttribute('href')).toBe('/admin/audit?account=7');
    expect(inputOf(calls, 'GetAudit')).toMatchObject({ accountId: '7' });
  });

  it('simulates webhooks; those that end access are confirmed first', async () => {
    const { calls } = openApp('/admin/account/7', {
      ...READY,
      AdminSquareLocationsChanged: () => ({}),
      AdminShopifyAppUninstalled: () => ({}),
      AdminShopifyAppSubscriptionUpdated: () => ({}),
    });
    const section = await openSection('Simulated webhooks');
    press('Simulate Square locations changed', section);
    await sees('Simulated: Square locations changed');
    press('Simulate App uninstalled', section);
    const dialog = await find('dialog', 'App uninstalled');
    expect(inputsOf(calls, 'AdminShopifyAppUninstalled')).toEqual([]);
    press('Simulate', dialog);
    await sees('Simulated: App uninstalled');
    const submit = get('button', 'Simulate Subscription changed', section);
    expect(submit.getAttribute('aria-disabled')).toBe('true');
    fill(get('textbox', 'Subscription changed', section), ' 4711 ');
    click(submit);
    await sees('Simulated: Subscription changed');
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
    press('Simulate Square access revoked', section);
    press('Simulate', await find('dialog'));
    await sees(/Square still grants the account access/u);
  });

  it('keeps a section closed, and loads nothing for it before it is opened', async () => {
    const { calls } = openApp('/admin/account/7', READY);
    const button = await find('button', 'Shopify Webhooks');
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(inputsOf(calls, 'AdminGetWebhooks')).toEqual([]);
  });
});

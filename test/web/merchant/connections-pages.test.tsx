import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Connection } from '../../../src/gen/sh/connections_pb';
import { expectNoise } from '../../support/fail-on-noise';
import { refusal, inputOf, inputsOf } from '../support/fake-api';
import { find, shows, get, finds, hasNo, press, sees, hides, click } from '../support/page';
import { openApp } from '../support/render-app';

function aConnection(source: 'shopify' | 'square', change: Partial<Connection> = {}): Connection {
  return {
    source,
    state: 'connected',
    name: source === 'shopify' ? 'demo.myshopify.com' : 'MLDEMO',
    label: source === 'shopify' ? 'Harbour & Pine' : 'Harbour Counter',
    connectedAt: '2026-11-20T09:00:00Z',
    expiresAt: '',
    grantedScopes: ['read_products', 'write_inventory'],
    desiredScopes: ['read_products', 'write_inventory'],
    reachable: true,
    problem: '',
    locations: 2,
    products: 58,
    variations: 1250,
    activeSyncs: 1,
    ...change,
  };
}

const both = (square: Partial<Connection> = {}) => ({ connections: [aConnection('shopify'), aConnection('square', square)] });

const anAccess = (source: string, change: object = {}) => ({
  source,
  state: 'ok',
  name: source === 'shopify' ? 'demo.myshopify.com' : 'MLDEMO',
  grantedScopes: ['read_products', 'write_inventory'],
  webhooksChecked: true,
  ...change,
});

const access = (square: object = {}) => ({ platforms: [anAccess('shopify'), anAccess('square', square)] });

describe('the connections', () => {
  it('shows each with its status, its counts and a link to its details', async () => {
    openApp('/connections', { GetConnections: () => both({ grantedScopes: ['read_products'] }) });
    const shopify = await find('region', 'Shopify');
    shows('Okay', shopify);
    for (const [name, count] of [
      ['Locations', '2'],
      ['Products', '58'],
      ['Variations', '1,250'],
      ['Active Syncs', '1'],
    ]) {
      expect(within(shopify).getByText(name ?? '').nextSibling?.textContent).toBe(count);
    }
    const square = get('region', 'Square');
    shows('Needs Attention', square);
    shows('Missing permissions: write_inventory. Reconnect to grant them.', square);
    click(get('link', 'Details of Square', square));
    await finds('heading', 'Square connection');
    expect(window.location.pathname).toBe('/connection/square');
  });

  it('filters by platform, in the URL', async () => {
    openApp('/connections?source=square', { GetConnections: () => both() });
    await finds('region', 'Square');
    hasNo('region', 'Shopify');
    press('Shopify');
    await finds('region', 'Shopify');
    hasNo('region', 'Square');
    expect(window.location.search).toBe('?source=shopify');
    press('All');
    await waitFor(() => expect(screen.getAllByText('Okay')).toHaveLength(2));
    expect(window.location.search).toBe('');
  });

  it('offers to connect a platform that is not connected', async () => {
    openApp('/connections', { GetConnections: () => both({ state: 'disconnected', name: '', label: '', connectedAt: '' }) });
    const link = await find('link', 'Add Connection Square');
    expect(link.getAttribute('href')).toBe('/square/oauthRequest');
    shows('Disconnected');
  });

  it('shows no page for another platform', async () => {
    openApp('/connection/ebay');
    await finds('heading', '404 not found');
  });
});

describe('a platform’s page', () => {
  it('shows permissions and webhooks, and disconnects after confirmation', async () => {
    let state = 'connected';
    const { calls } = openApp('/square', {
      GetConnections: () => both({ state, grantedScopes: ['read_products'] }),
      VerifyAccess: () => access({ missingWebhooks: ['inventory.count.updated'], remedy: 'Ask the operators.' }),
      Disconnect: () => {
        state = 'disconnected';
        return {};
      },
    });
    await sees('Not granted');
    await sees('1 webhook is missing: inventory.count.updated');
    shows('Ask the operators.');
    press('Disconnect Square');
    const dialog = await find('dialog', 'Disconnect Square?');
    press('Disconnect', dialog);
    await sees('Square disconnected');
    expect(inputOf(calls, 'Disconnect')).toEqual({ source: 'square' });
  });

  it('says what connecting will ask for where nothing is connected', async () => {
    openApp('/square', { GetConnections: () => both({ state: 'disconnected', grantedScopes: [] }), VerifyAccess: () => access() });
    await sees('You approve these permissions when you connect.');
    hides('Not granted');
    shows('Connect Square to receive its webhooks.');
  });

  it('offers to show the names of team members, which nothing depends on, and keeps the permission', async () => {
    openApp('/square', { GetConnections: () => both(), VerifyAccess: () => access() });
    expect((await find('link', 'Show names')).getAttribute('href')).toBe('/square/oauthRequest?team=1');
    hides('Not granted');
    expect(get('link', 'Reconnect Square').getAttribute('href')).toBe('/square/oauthRequest');
  });

  it('reconnects with the names of team members where they were granted', async () => {
    const grantedScopes = ['read_products', 'write_inventory', 'EMPLOYEES_READ'];
    openApp('/square', { GetConnections: () => both({ grantedScopes }), VerifyAccess: () => access() });
    await sees('EMPLOYEES_READ');
    expect(get('link', 'Reconnect Square').getAttribute('href')).toBe('/square/oauthRequest?team=1');
    expect(screen.queryByRole('link', { name: 'Show names' })).toBeNull();
  });

  it('offers to show the numbers of orders, which nothing depends on', async () => {
    openApp('/shopify', { GetConnections: () => both(), VerifyAccess: () => access() });
    const link = await find('link', 'Show order numbers');
    expect(link.getAttribute('href')).toBe('/shopify/oauthRequest?shop=demo.myshopify.com&orders=1');
  });

  it('shows that orders may be read where it was granted', async () => {
    const grantedScopes = ['read_products', 'write_inventory', 'read_orders'];
    const connections = [aConnection('shopify', { grantedScopes })];
    openApp('/shopify', { GetConnections: () => ({ connections }), VerifyAccess: () => access() });
    await sees('read_orders');
    expect(screen.queryByRole('link', { name: 'Show order numbers' })).toBeNull();
  });

  it('renews Shopify’s consent for the shop that is signed in', async () => {
    openApp('/shopify', { GetConnections: () => both(), VerifyAccess: () => access() });
    const link = await find('link', 'Reconnect Shopify');
    expect(link.getAttribute('href')).toBe('/shopify/oauthRequest?shop=demo.myshopify.com');
    await sees(/All webhooks are set up/u);
  });
});

describe('verifying access', () => {
  it('checks when opened and again on request, and says what is wrong and how to fix it', async () => {
    let fixed = false;
    const { calls } = openApp('/verifyAccess', {
      VerifyAccess: () =>
        fixed ? access() : access({ state: 'refused', problem: 'Square no longer lets us in.', remedy: 'Reconnect Square.' }),
    });
    const square = await find('region', 'Square');
    shows('Square no longer lets us in.', square);
    expect(get('link', 'Reconnect Square', square).getAttribute('href')).toBe('/square/oauthRequest');
    shows('Access verified', get('region', 'Shopify'));
    fixed = true;
    press('Check again');
    await waitFor(() => expect(screen.getAllByText('Access verified')).toHaveLength(2));
    expect(inputsOf(calls, 'VerifyAccess')).toHaveLength(2);
  });

  it('shows an error when it cannot check', async () => {
    expectNoise(/verifying access: unavailable/u);
    openApp('/verifyAccess', { VerifyAccess: () => refusal('unavailable', 'Back soon.', 'req-5') });
    shows('req-5', await find('alert'));
  });
});

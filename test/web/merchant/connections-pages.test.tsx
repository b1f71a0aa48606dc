import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Connection } from '../../../src/gen/sh/connections_pb';
import { expectNoise } from '../../support/fail-on-noise';
import { refusal } from '../support/fake-api';
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
    const shopify = await screen.findByRole('region', { name: 'Shopify' });
    expect(within(shopify).getByText('Okay')).toBeTruthy();
    for (const [name, count] of [
      ['Locations', '2'],
      ['Products', '58'],
      ['Variations', '1,250'],
      ['Active Syncs', '1'],
    ]) {
      expect(within(shopify).getByText(name ?? '').nextSibling?.textContent).toBe(count);
    }
    const square = screen.getByRole('region', { name: 'Square' });
    expect(within(square).getByText('Needs Attention')).toBeTruthy();
    expect(within(square).getByText('Missing permissions: write_inventory. Reconnect to grant them.')).toBeTruthy();
    fireEvent.click(within(square).getByRole('link', { name: 'Details of Square' }));
    expect(await screen.findByRole('heading', { name: 'Square connection' })).toBeTruthy();
    expect(window.location.pathname).toBe('/connection/square');
  });

  it('filters by platform, in the URL', async () => {
    openApp('/connections?source=square', { GetConnections: () => both() });
    expect(await screen.findByRole('region', { name: 'Square' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Shopify' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Shopify' }));
    expect(await screen.findByRole('region', { name: 'Shopify' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Square' })).toBeNull();
    expect(window.location.search).toBe('?source=shopify');
    fireEvent.click(screen.getByRole('button', { name: 'All' }));
    await waitFor(() => expect(screen.getAllByText('Okay')).toHaveLength(2));
    expect(window.location.search).toBe('');
  });

  it('offers to connect a platform that is not connected', async () => {
    openApp('/connections', { GetConnections: () => both({ state: 'disconnected', name: '', label: '', connectedAt: '' }) });
    const link = await screen.findByRole('link', { name: 'Add Connection Square' });
    expect(link.getAttribute('href')).toBe('/square/oauthRequest');
    expect(screen.getByText('Disconnected')).toBeTruthy();
  });

  it('shows no page for another platform', async () => {
    openApp('/connection/ebay');
    expect(await screen.findByRole('heading', { name: '404 not found' })).toBeTruthy();
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
    expect(await screen.findByText('Not granted')).toBeTruthy();
    expect(await screen.findByText('1 webhook is missing: inventory.count.updated')).toBeTruthy();
    expect(screen.getByText('Ask the operators.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Disconnect Square' }));
    const dialog = await screen.findByRole('dialog', { name: 'Disconnect Square?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('Square disconnected')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'Disconnect')?.input).toEqual({ source: 'square' });
  });

  it('says what connecting will ask for where nothing is connected', async () => {
    openApp('/square', { GetConnections: () => both({ state: 'disconnected', grantedScopes: [] }), VerifyAccess: () => access() });
    expect(await screen.findByText('You approve these permissions when you connect.')).toBeTruthy();
    expect(screen.queryByText('Not granted')).toBeNull();
    expect(screen.getByText('Connect Square to receive its webhooks.')).toBeTruthy();
  });

  it('renews Shopify’s consent for the shop that is signed in', async () => {
    openApp('/shopify', { GetConnections: () => both(), VerifyAccess: () => access() });
    const link = await screen.findByRole('link', { name: 'Reconnect Shopify' });
    expect(link.getAttribute('href')).toBe('/shopify/oauthRequest?shop=demo.myshopify.com');
    expect(await screen.findByText(/All webhooks are set up/u)).toBeTruthy();
  });
});

describe('verifying access', () => {
  it('checks when opened and again on request, and says what is wrong and how to fix it', async () => {
    let fixed = false;
    const { calls } = openApp('/verifyAccess', {
      VerifyAccess: () =>
        fixed ? access() : access({ state: 'refused', problem: 'Square no longer lets us in.', remedy: 'Reconnect Square.' }),
    });
    const square = await screen.findByRole('region', { name: 'Square' });
    expect(within(square).getByText('Square no longer lets us in.')).toBeTruthy();
    expect(within(square).getByRole('link', { name: 'Reconnect Square' }).getAttribute('href')).toBe('/square/oauthRequest');
    expect(within(screen.getByRole('region', { name: 'Shopify' })).getByText('Access verified')).toBeTruthy();
    fixed = true;
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(screen.getAllByText('Access verified')).toHaveLength(2));
    expect(calls.filter(({ method }) => method === 'VerifyAccess')).toHaveLength(2);
  });

  it('shows an error when it cannot check', async () => {
    expectNoise(/verifying access: unavailable/u);
    openApp('/verifyAccess', { VerifyAccess: () => refusal('unavailable', 'Back soon.', 'req-5') });
    expect(within(await screen.findByRole('alert')).getByText('req-5')).toBeTruthy();
  });
});

import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { BatchAnswer, EarlyCall } from '../../../src/web/shared/rpc/early-start';
import { firstRequests } from '../../../src/web/start/first-requests';
import { openApp } from '../support/render-app';

/** The methods of these calls, without their package. */
const namesOf = (calls: readonly EarlyCall[]): readonly string[] => calls.map(({ method }) => method.replace('sh.', ''));

const at = (address: string) => firstRequests(new URL(address, 'https://shelf.example'));

/** Responses that pages need to show more than a skeleton. */
const ANSWERS = {
  GetLocations: () => ({ all: [{ id: '5', source: 'shopify', sourceId: 'gid://shopify/Location/5', sourceName: 'Shop' }] }),
  GetLocationInventory: () => ({}),
  GetInventory: () => ({}),
  GetHistory: () => ({}),
  GetTimeline: () => ({}),
  GetIssues: () => ({}),
  GetUnlinked: () => ({}),
  GetOversells: () => ({}),
  GetWriterCases: () => ({}),
  GetAccountSettings: () => ({}),
  GetConnections: () => ({}),
  VerifyAccess: () => ({}),
};

describe('the calls that are made before a page is loaded', () => {
  it.each([
    '/',
    '/dashboard',
    '/inventory',
    '/inventory/',
    '/inventory?view=out_of_sync&q=A%20%2BB&page=2&sort=-status&variant=1',
    '/issues',
    '/issues?view=duplicate_skus&source=square',
    '/issues?view=unlinked',
    '/issues?view=oversold',
    '/issues?view=writers',
    '/locations',
    '/location/5?view=in_sync&q=x&page=1&sort=sku',
    '/history?sku=A%20B&page=3',
    '/history?sku=A&from=2026-11-01&until=2026-11-20&source=square&cause=losses&originator=merchant&cursor=12',
    '/timeline?sku=A%20B&at=2026-11-20T12:00:00Z&cursor=12',
    '/timeline?at=2026-11-20T12:00:00Z',
    '/linking',
    '/settings',
    '/subscription',
    '/connections',
    '/connection/square',
    '/shopify',
    '/onboard',
    '/new/dashboard',
    '/new/connections',
    '/new/locations',
    '/new/account',
  ])('are those that the page makes: %s', async (address) => {
    const { calls } = openApp(address, ANSWERS);
    for (const early of at(address).calls) {
      const name = early.method.replace(/^.*\//u, '');
      await waitFor(() => expect(calls.filter(({ method }) => method === name).map(({ input }) => input)).toContainEqual(early.input), {
        timeout: 20_000,
      });
    }
  });

  it('are in the order of the table only with the flat table, which can be sorted', () => {
    window.localStorage.setItem('flat-table', 'false');
    const { calls } = at('/inventory?sort=name');
    expect(calls.at(-1)?.input).toEqual({ query: '', view: 'all', table: { limit: 500, page: 0 } });
    window.localStorage.setItem('flat-table', 'true');
    expect(at('/inventory?sort=name').calls.at(-1)?.input).toMatchObject({ table: { sort: 'name' } });
  });

  it('start with the status, are at most as many as the server answers at once, and none is an operator’s', () => {
    for (const address of ['/', '/inventory', '/issues', '/location/5', '/admin', '/admin/audit', '/nothing', '/location/%E0%A4%A']) {
      const names = namesOf(at(address).calls);
      expect(names.slice(0, 3), address).toEqual(['Account/GetAccountStatus', 'Session/GetSessionData', 'Session/GetAppInfo']);
      expect(names.length, address).toBeLessThanOrEqual(12);
      expect(
        names.filter((name) => /^(?:Admin|Operations|External)/u.test(name)),
        address,
      ).toEqual([]);
    }
  });
});

describe('the script before the app', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
    delete window.earlyStart;
    delete document.documentElement.dataset['theme'];
    document.head.replaceChildren();
  });

  async function start(address: string, answer: () => Promise<Response>) {
    const sent: { readonly url: string; readonly body: unknown }[] = [];
    vi.stubGlobal('PAGE_FILES', {
      files: ['assets/inventory.js', 'assets/common.js', 'assets/other.js'],
      pages: { 'merchant/inventory/inventory-page': [0, 1] },
    });
    vi.stubGlobal('fetch', async (url: string, init: { readonly body: string }) => {
      sent.push({ url, body: JSON.parse(init.body) as unknown });
      return answer();
    });
    window.history.replaceState({}, '', address);
    await import('../../../src/web/start/first');
    const preloaded = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map((link) =>
      link.getAttribute('href'),
    );
    return { sent, preloaded, answered: await window.earlyStart?.answered };
  }

  it('applies the theme, requests the chunks of the page and makes its first calls in one request', async () => {
    window.localStorage.setItem('theme', 'dark');
    const batch: BatchAnswer = { account_id: '7', answers: [] };
    const { sent, preloaded, answered } = await start('/inventory?view=all', async () => Response.json(batch));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(preloaded).toEqual(['/assets/inventory.js', '/assets/common.js']);
    expect(sent.map(({ url }) => url.replace(/^.*\/rpc/u, '/rpc'))).toEqual(['/rpc/batch']);
    expect(sent[0]?.body).toEqual(at('/inventory?view=all').calls);
    expect(answered).toEqual(batch);
  });

  it.each([
    ['the server is away', () => Promise.reject(new TypeError('network'))],
    ['the server is older', async () => Response.json({ code: 'bad_route' }, { status: 404 })],
    ['the answer is no JSON', async () => new Response('<html>')],
  ])('leaves the calls to the app when %s', async (_, answer) => {
    expect((await start('/nothing', answer)).answered).toBeNull();
  });
});

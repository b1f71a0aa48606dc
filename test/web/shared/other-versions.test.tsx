import { cleanup, configure, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { App } from '../../../src/web/app';
import {
  accountClient,
  connectionsClient,
  historyClient,
  inventoryClient,
  issuesClient,
  locationsClient,
  sessionClient,
  subscriptionsClient,
  variantsClient,
} from '../../../src/web/shared/rpc/clients';
import { adminClient, externalClient, operationsClient } from '../../../src/web/shared/rpc/operator-clients';
import { setPageAccount } from '../../../src/web/shared/rpc/page-account';
import { AccountScope } from '../../../src/web/shared/state/account-scope';
import { ApiContext } from '../../../src/web/shared/state/api';
import { OperatorApiContext } from '../../../src/web/shared/state/operator-api';
import { allowNoise } from '../../support/fail-on-noise';
import { finds } from '../support/page';
import { laterServer, releasedServer, serve, type Json, type Server } from '../support/recorded-server';

configure({ asyncUtilTimeout: 150_000 });

const API = {
  session: sessionClient,
  account: accountClient,
  connections: connectionsClient,
  history: historyClient,
  inventory: inventoryClient,
  issues: issuesClient,
  locations: locationsClient,
  subscriptions: subscriptionsClient,
  variants: variantsClient,
};
const OPERATORS = { admin: adminClient, operations: operationsClient, external: externalClient };

const OPERATOR: Json = { shopify_domain: 'operator.myshopify.com', account_id: '2', is_admin: true };

beforeEach(() => {
  window.localStorage.clear();
  setPageAccount('');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens a page of the app, with its own transport, on this Worker. Returns the methods that the Worker did not know. */
function open(path: string, server: Server, answers: Readonly<Record<string, Json>> = {}): readonly string[] {
  const session = /^\/(new\/)?admin/u.test(path) ? OPERATOR : { shopify_domain: 'demo.myshopify.com', account_id: '1' };
  const unknown = serve(server, { 'sh.Session/GetSessionData': session, ...answers });
  window.history.replaceState({}, '', path);
  render(
    <AccountScope>
      <ApiContext value={API}>
        <OperatorApiContext value={OPERATORS}>
          <App />
        </OperatorApiContext>
      </ApiContext>
    </AccountScope>,
  );
  return unknown;
}

const OTHER_VERSION = 'from different versions of Shelfbridge';

/** A page with its heading, what shows that its data are there, and methods that the last release does not have. */
interface Page {
  readonly path: string;
  readonly heading?: string | RegExp;
  readonly data: RegExp;
  readonly lacks?: readonly string[];
}

/** Waits until a page shows its data, and expects that it made sense of everything. */
async function showsData({ heading, data }: Page): Promise<string> {
  await vi.waitFor(() => expect(document.body.textContent).toMatch(data), { timeout: 180_000, interval: 50 });
  if (heading !== undefined) await finds('heading', heading);
  const text = document.body.textContent ?? '';
  expect(text).not.toMatch(/could not be displayed|undefined|NaN|Invalid Date|\[object/u);
  return text;
}

/** Pages that read what the last release does not have, or not completely. */
const ON_RELEASE: readonly Page[] = [
  { path: '/dashboard', heading: 'Dashboard', data: /102 of 134 variants in sync/u },
  { path: '/inventory', data: /Heavy Towel/u, lacks: ['sh.Inventory/GetSavedViews'] },
  { path: '/issues', heading: 'Issues', data: /\[missing sku\]/u },
  { path: '/issues?view=unlinked', data: /from different versions/u, lacks: ['sh.Issues/GetUnlinked'] },
  { path: '/issues?view=oversold', data: /from different versions/u, lacks: ['sh.Issues/GetOversells'] },
  { path: '/square', heading: 'Square', data: /MLDEMO.*from different versions/u, lacks: ['sh.Connections/GetOtherWriters'] },
];

describe('on the Worker of the last release', () => {
  it.each(ON_RELEASE)('$path works, and says what that Worker does not have', async (page) => {
    // A method that is not there is logged, as any failure of a call.
    allowNoise(/from different versions/u);
    const unknown = open(page.path, releasedServer);
    const text = await showsData(page);
    expect([...new Set(unknown)]).toEqual(page.lacks ?? []);
    expect(text.includes(OTHER_VERSION)).toBe(page.lacks !== undefined);
    // Nothing is said of what that Worker does not know: neither that there are none, nor how many.
    expect(text).not.toMatch(/None Found|No Longer Linked\d|Oversold\d|Archived ?0/u);
  });

  it('a part that the Worker does not have appears once the next version answers', async () => {
    allowNoise(/from different versions/u);
    open('/issues?view=unlinked', releasedServer);
    await vi.waitFor(() => expect(document.body.textContent).toContain(OTHER_VERSION), { timeout: 180_000 });
    serve(laterServer);
    await vi.waitFor(() => expect(document.body.textContent).toContain('None Found'), { timeout: 180_000 });
  });
});

const UNLINKED: Json = {
  total: 1,
  pairs: [
    {
      id: '1:A',
      at: '2026-11-20T12:00:00Z',
      why: 'skus',
      shopify: {
        variant: { source: 'shopify', id: 'gid://shopify/ProductVariant/1', name: 'Red', product_name: 'Bowl', sku: 'BOWL' },
        state: 'alone',
      },
      square: { variant: { source: 'square', id: 'A', name: 'Red', product_name: 'Bowl', sku: 'OTHER' }, quantity: 4, state: 'alone' },
    },
  ],
};
const OVERSOLD: Json = {
  total: 1,
  oversells: [
    {
      id: '1:A',
      at: '2026-11-20T12:00:00Z',
      sku: 'BOWL',
      product_name: 'Bowl',
      variant_name: 'Red',
      short_by: 1,
      later: 'etsy',
      changes: [],
    },
  ],
};

/** Pages that show one of several states. */
const ON_LATER: readonly Page[] = [
  { path: '/dashboard', heading: 'Dashboard', data: /102 of 134 variants in sync/u },
  { path: '/inventory', data: /Heavy Towel/u },
  { path: '/issues?view=unlinked', data: /Bowl/u },
  { path: '/issues?view=oversold', data: /Bowl/u },
  { path: '/connections', heading: 'Connections', data: /MLDEMO/u },
  { path: '/test', heading: 'Self-test', data: /Show variants: SKUs/u },
  { path: '/admin', heading: 'Fleet', data: /3 customers need attention/u },
  { path: '/admin/account/1', heading: 'demo.myshopify.com', data: /of_a_later_version/u },
  { path: '/admin/alerts', heading: 'Alerts', data: /of_a_later_version/u },
  { path: '/admin/dead-letters', heading: 'Dead letters', data: /5 of 5 dead letters/u },
];

describe('on the Worker of a later version', () => {
  it.each(ON_LATER)('$path works with fields and states that it does not know', async (page) => {
    allowNoise(/./u);
    const unknown = open(page.path, laterServer, { 'sh.Issues/GetUnlinked': UNLINKED, 'sh.Issues/GetOversells': OVERSOLD });
    const text = await showsData(page);
    expect(text).not.toContain(OTHER_VERSION);
    expect(unknown).toEqual([]);
  });
});

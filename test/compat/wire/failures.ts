import { env } from 'cloudflare:test';

import { both, json } from '../support/calls';
import { APP, call, follow, interceptPlatforms, locationOf, open, waitUntilSettled } from '../support/client';
import { control } from '../support/sandbox';
import { shopifyWebhook, signedQuery } from '../support/sign';
import type { Scenario, Step } from '../support/steps';

const SHOP = 'demo.myshopify.com';

/** The merchant and both operators come back after the end of their sessions; then no platform can be reached. */
export async function losePlatforms({ cookies }: Scenario): Promise<void> {
  await follow(`${APP}/shopify/oauthRequest?shop=demo`, cookies.merchant);
  await control('PUT', 'config', { squareSeller: 'MLDEMO' });
  await follow(`${APP}/square/oauthRequest`, cookies.merchant);
  for (const who of ['operator', 'impersonator'] as const) await follow(`${APP}/shopify/oauthRequest?shop=operator`, cookies[who]);
  await call('sh.Session/ImpersonateDomain', cookies.impersonator, { domain: 'demo' });
  await waitUntilSettled();
  interceptPlatforms(() => Promise.reject(new TypeError('Network connection lost.')));
}

/** Lets the platforms answer again. */
export function restorePlatforms(): void {
  interceptPlatforms((_, send) => send());
}

/** A callback with a valid state and any code. */
function callback(platform: 'shopify' | 'square', begin: string): Step {
  return {
    name: `${platform} callback, not reached`,
    as: 'merchant',
    send: async ({ cookies }) => {
      const consent = await locationOf(await open(`${APP}${begin}`, cookies.merchant));
      const state = new URL(consent).searchParams.get('state') ?? '';
      const query =
        platform === 'square'
          ? `code=1&state=${state}`
          : await signedQuery({ code: '1', shop: SHOP, state, timestamp: String(Math.floor(Date.now() / 1_000)) });
      return { method: 'GET', path: `/${platform}/oauthCallback?${query}` };
    },
  };
}

const page = (name: string, path: string): Step => ({ name, as: 'merchant', send: () => ({ method: 'GET', path }) });

const LABEL = { label: 'not reached' };
const ACCOUNT = { id: '1' };

/** Calls and addresses that ask a platform while none can be reached. */
export const PLATFORMS_DOWN: readonly Step[] = [
  json('sh.Connections/VerifyAccess', 'merchant', {}, LABEL),
  ...both('sh.Locations/SyncLocations', 'merchant', { id: 'shopify' }, LABEL),
  json('sh.Locations/SyncLocations', 'merchant', { id: 'square' }, { label: 'Square not reached' }),
  json('sh.Subscriptions/CreateSubscription', 'merchant', { is_test: true }, LABEL),
  json('sh.External/GetExternalShopifyItems', 'impersonator', { limit: 2 }, LABEL),
  json('sh.External/GetExternalShopifyProduct', 'impersonator', { id: 'gid://shopify/Product/1' }, LABEL),
  json('sh.External/GetExternalShopifyVariant', 'impersonator', { id: 'gid://shopify/ProductVariant/1' }, LABEL),
  json('sh.External/GetExternalSquareItems', 'impersonator', { limit: 2 }, LABEL),
  json('sh.External/GetExternalSquareItem', 'impersonator', { id: 'NONE' }, LABEL),
  json('sh.External/GetExternalSquareVariation', 'impersonator', { id: 'NONE' }, LABEL),
  json('sh.Admin/AdminGetWebhooks', 'operator', ACCOUNT, LABEL),
  json('sh.Admin/AdminAddAllWebhooks', 'operator', { id: 1 }, LABEL),
  json('sh.Admin/AdminGetScopes', 'operator', ACCOUNT, LABEL),
  json('sh.Admin/AdminSyncLocations', 'operator', { account_id: '1', source: 'shopify' }, LABEL),
  json('sh.Admin/AdminShopifyAppUninstalled', 'operator', { domain: 'demo' }, LABEL),
  json('sh.Admin/AdminGetSquareAuthToken', 'operator', { merchant_id: 'MLDEMO', refresh: true }, LABEL),
  callback('shopify', '/shopify/oauthRequest?shop=demo'),
  callback('square', '/square/oauthRequest'),
  page('billing return, not reached', '/shopify/billingReturn?charge_id=1'),
  json('sh.Connections/Disconnect', 'merchant', { source: 'square' }, LABEL),
];

/** Tables without which no user is recognized, no webhook is routed, and no health is reported. */
const TABLES = ['sessions', 'accounts', 'scheduled'];

/** Removes these tables. */
export async function loseTables(): Promise<void> {
  for (const table of TABLES) await env.DB.exec(`alter table ${table} rename to lost_${table}`);
}

/** Restores the tables. */
export async function restoreTables(): Promise<void> {
  for (const table of TABLES) await env.DB.exec(`alter table lost_${table} rename to ${table}`);
}

/** Requests that need D1 while it lacks tables. */
export const DATABASE_BROKEN: readonly Step[] = [
  ...both('sh.Account/GetAccountStatus', 'merchant', {}, { label: 'tables lost' }),
  page('billing return, tables lost', '/shopify/billingReturn?charge_id=1'),
  page('Square consent, tables lost', '/square/oauthRequest'),
  { ...page('health, tables lost', '/healthz'), masked: ['version'] },
  {
    name: 'Shopify webhook, tables lost',
    as: 'nobody',
    send: () => shopifyWebhook('shop/update', 'unknown.myshopify.com', '{}'),
  },
];

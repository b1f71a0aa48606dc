import { env, runInDurableObject } from 'cloudflare:test';

import { both, json } from '../support/calls';
import { APP, follow, waitUntilSettled } from '../support/client';
import { killObject } from '../support/dump';
import { control, SANDBOX, setFaults, squareApi } from '../support/sandbox';
import { shopifyWebhook, signedQuery } from '../support/sign';
import type { Scenario, Step } from '../support/steps';

/** Deletes most items at Square at once: a snapshot must not apply such a loss without approval. */
async function deleteItems(): Promise<void> {
  const { objects } = await squareApi<{ objects: { id: string }[] }>('GET', '/v2/catalog/list?types=ITEM');
  await squareApi('POST', '/v2/catalog/batch-delete', { object_ids: objects.slice(0, 45).map(({ id }) => id) });
}

/** The case that `suspectAnotherApp` stores. */
let suspected = '';

/** Stores that another app seems to change a variant's stock, as an earlier instance of the merchant's object found it. */
async function suspectAnotherApp(): Promise<void> {
  const at = Date.UTC(2026, 0, 2);
  const square = { count: 3, units: -300_000, from: at, to: at + 60_000 };
  const copied = { latest: [{ side: 'square', delta: -100_000, at: at + 60_000 }], square };
  const body = { proof: null, app: { id: 'sq0idp-other', name: 'Stock Robot' }, since: at, heldAt: null, copied, resolved: null };
  await runInDurableObject(env.ACCOUNT.getByName('1'), (_, { storage: { sql } }) => {
    const { item, variation, sku } = sql
      .exec<{ item: string; variation: string; sku: string }>(
        `select cast(item_id as text) as item, variation_id as variation, shopify_sku as sku from variant
          where item_id is not null and variation_id is not null and shopify_tracked = 1 and square_tracked = 1 order by key limit 1`,
      )
      .one();
    suspected = `${item}:${variation}`;
    const names = { sku, productName: 'Product', variantName: 'Variant' };
    sql.exec('insert into writer_case values (?, ?, ?, ?)', item, variation, 'suspected', JSON.stringify({ ...body, ...names }));
  });
  await killObject('1');
}

/** Connects Square to the newcomer's account, then revokes the access at Square. */
async function revokeSquareAccess({ cookies }: Scenario): Promise<void> {
  await control('PUT', 'config', { squareSeller: 'MLSECOND' });
  await setFaults('square', { withheldScopes: [] });
  await follow(`${APP}/square/oauthRequest`, cookies.newcomer);
  await waitUntilSettled();
  const headers = { authorization: 'Client compat-SQUARE_CLIENT_SECRET', 'content-type': 'application/json' };
  const body = JSON.stringify({ client_id: 'compat-SQUARE_CLIENT_ID', merchant_id: 'MLSECOND' });
  const answer = await env.SANDBOX.fetch(`${SANDBOX}/square/oauth2/revoke`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Uninstalls the app at Shopify. */
async function uninstall(shop: string): Promise<void> {
  const address = `${SANDBOX}/shopify/${shop}/admin/apps`;
  const answer = await env.SANDBOX.fetch(address, { method: 'POST', body: 'do=uninstall', redirect: 'manual' });
  if (answer.status >= 400) throw new Error(await answer.text());
  await answer.body?.cancel();
}

/** Signs the newcomer's shop in, as a new account. */
async function signInAgain({ cookies }: Scenario): Promise<void> {
  await follow(`${APP}/shopify/oauthRequest?shop=second`, cookies.newcomer);
  await waitUntilSettled();
}

/** Declines the charge that the last answer led to. */
async function declineCharge({ lastAnswer }: Scenario): Promise<void> {
  const init = { method: 'POST', body: 'answer=decline', redirect: 'manual' } as const;
  const answer = await env.SANDBOX.fetch(String(lastAnswer['redirect_url']), init);
  if (answer.status !== 302) throw new Error(await answer.text());
  await answer.body?.cancel();
}

/** The receipt of a deletion: SHA-256 of the shop domain. */
async function receiptOf(shop: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(shop));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const webhook = (name: string, topic: string, shop: string, before?: Step['before']): Step => ({
  name,
  as: 'nobody',
  send: () => shopifyWebhook(topic, shop, JSON.stringify({ shop_domain: shop, myshopify_domain: shop })),
  settles: true,
  ...(before !== undefined && { before }),
});

const receipt = (name: string, as: Step['as'], shop: string): Step => ({
  name: `receipt of a deletion, ${name}`,
  as,
  send: async () => ({ method: 'GET', path: `/deletions/${await receiptOf(shop)}` }),
});

/** Approval of a suspicious snapshot, then the ends of a pair, a subscription, connections, accounts and a session. */
export const LIFECYCLE: readonly Step[] = [
  json('sh.Inventory/RefreshSnapshots', 'merchant', { source: 'square' }, { label: 'of a loss', before: deleteItems, settles: true }),
  ...both('sh.Account/GetAccountStatus', 'merchant', {}, { label: 'doubtful' }),
  json('sh.Inventory/ApproveSnapshot', 'merchant', { source: 'square' }, { settles: true }),
  json('sh.Inventory/GetInventoryCounts', 'merchant', {}, { label: 'approved' }),
  json('sh.Issues/DismissUnlinked', 'merchant', { ids: ['1:NONE'] }, { label: 'of an unknown pair' }),
  json('sh.Connections/AcknowledgeOtherWriters', 'merchant', { ids: ['sq0idp-unknown'] }, { label: 'of an unknown application' }),
  json('sh.Issues/DismissOversells', 'merchant', { ids: ['1:NONE'] }, { label: 'of an unknown variant' }),
  json('sh.Issues/GetWriterCases', 'merchant', { limit: 10 }, { label: 'of a suspicion', before: suspectAnotherApp }),
  json('sh.Issues/GetWriterProposal', 'merchant', () => ({ id: suspected })),
  json('sh.Issues/ResolveWriterCase', 'merchant', () => ({ id: suspected, action: 'dismiss' })),
  json('sh.Locations/DisconnectSyncedLocation', 'merchant', { id: '1' }, { settles: true }),
  json('sh.Locations/GetLocations', 'merchant', {}, { label: 'without pair' }),
  json('sh.Inventory/RefreshSnapshots', 'merchant', {}, { label: 'without pair' }),
  json(
    'sh.Subscriptions/CancelSubscription',
    'merchant',
    { subscription_id: '29900000001', cancel_reason: 'Zu teuer — sorry' },
    { settles: true },
  ),
  ...both('sh.Subscriptions/GetSubscription', 'merchant', {}, { label: 'cancelled' }),
  json('sh.Account/GetAccountStatus', 'merchant', {}, { label: 'cancelled' }),
  json('sh.Subscriptions/CreateSubscription', 'merchant', { is_test: true }),
  {
    name: 'app opened after a declined charge',
    as: 'merchant',
    before: declineCharge,
    send: async () => {
      const timestamp = String(Math.floor(Date.now() / 1_000));
      return { method: 'GET', path: `/shopify/index?${await signedQuery({ shop: 'demo.myshopify.com', timestamp })}` };
    },
    settles: true,
  },
  json('sh.Subscriptions/GetSubscription', 'merchant', {}, { label: 'declined' }),
  json('sh.Connections/Disconnect', 'merchant', { source: 'square' }, { settles: true }),
  json('sh.Connections/GetConnections', 'merchant', {}, { label: 'without Square' }),
  json('sh.Connections/VerifyAccess', 'merchant', {}, { label: 'without Square' }),
  json('sh.Admin/AdminSquareAccessRevoked', 'operator', { merchant_id: 'MLSECOND' }, { before: revokeSquareAccess, settles: true }),
  json('sh.Connections/GetConnections', 'newcomer', {}, { label: 'revoked' }),
  json(
    'sh.Admin/AdminShopifyAppUninstalled',
    'operator',
    { domain: 'second' },
    {
      before: () => uninstall('second.myshopify.com'),
      settles: true,
    },
  ),
  json('sh.Session/GetSessionData', 'newcomer', {}, { label: 'uninstalled' }),
  webhook('shop/redact', 'shop/redact', 'second.myshopify.com'),
  receipt('as an operator', 'operator', 'second.myshopify.com'),
  receipt('of an unknown shop', 'operator', 'nobody-here.myshopify.com'),
  receipt('as a merchant', 'merchant', 'second.myshopify.com'),
  json('sh.Admin/AdminGetAccounts', 'operator', {}, { label: 'after a deletion' }),
  webhook('app/uninstalled', 'app/uninstalled', 'demo.myshopify.com', () => uninstall('demo.myshopify.com')),
  json('sh.Account/GetAccountStatus', 'merchant', {}, { label: 'uninstalled' }),
  { name: 'export of an account', as: 'operator', send: () => ({ method: 'GET', path: '/exports/3' }) },
  { name: 'export of an unknown account', as: 'operator', send: () => ({ method: 'GET', path: '/exports/999' }) },
  json('sh.Session/GetSessionData', 'newcomer', {}, { label: 'signed in again', before: signInAgain }),
  json(
    'sh.Operations/DeleteAccount',
    'operator',
    ({ lastAnswer }) => ({ id: lastAnswer['account_id'], shop_domain: 'second.myshopify.com' }),
    { settles: true },
  ),
  json('sh.Account/DeleteAccount', 'newcomer', { shop_domain: 'second.myshopify.com' }, { before: signInAgain, settles: true }),
  { name: 'sign out', as: 'operator', send: () => ({ method: 'GET', path: '/signout' }) },
  json('sh.Session/GetSessionData', 'operator', {}, { label: 'signed out' }),
];

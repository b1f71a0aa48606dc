import type { AccessCheck, ConnectionCounts } from '../../domain/account/access';
import { err, ok, type Result } from '../../domain/result';
import { SOURCES, type Source } from '../../domain/source';
import { httpLimits, squareNotificationUrl } from '../../platforms/config';
import type { PlatformFailure } from '../../platforms/failure';
import { openHttp } from '../../platforms/http';
import { readAccessScopes } from '../../platforms/shopify/access-scopes';
import { impliedScopes } from '../../platforms/shopify/scopes';
import { listWebhooks, WANTED_WEBHOOKS } from '../../platforms/shopify/webhooks';
import { readMerchant } from '../../platforms/square/merchant';
import { readTokenStatus } from '../../platforms/square/oauth';
import { listSquareSubscriptions, openSquareApplication, SQUARE_EVENT_TYPES } from '../../platforms/square/webhooks';
import type { Account } from '../account/account';

/** A platform's own answer about our access. */
interface Testimony {
  readonly grantedScopes: readonly string[];
  /** Topics that should be sent to us and are not; null when the platform could not be asked. */
  readonly missingWebhooks: readonly string[] | null;
}

/** Asks both platforms now whether they grant us access, with which scopes, and which webhooks they send. Changes no stock. */
export async function checkAccess(account: Account): Promise<readonly AccessCheck[]> {
  const [shopify, square] = await Promise.all([checkOne(account, 'shopify', askShopify), checkOne(account, 'square', askSquare)]);
  account.changed();
  return [shopify, square];
}

type Ask = (account: Account) => Promise<Result<Testimony, PlatformFailure>>;

async function checkOne(account: Account, source: Source, ask: Ask): Promise<AccessCheck> {
  const { name, state, desiredScopes } = account.connections.view(source);
  const nothing = { source, name, grantedScopes: [], missingScopes: [], missingWebhooks: null };
  if (state === 'disconnected') return { ...nothing, state: 'not_connected' };
  if (state === 'needs_reconnect') return { ...nothing, state: 'refused' };
  const said = await ask(account);
  if (!said.ok) return { ...nothing, state: said.error.kind === 'unauthorized' ? 'refused' : 'unreachable' };
  const { grantedScopes, missingWebhooks } = said.value;
  const missingScopes = desiredScopes.filter((scope) => !grantedScopes.includes(scope));
  const lacking = missingWebhooks !== null && missingWebhooks.length > 0;
  return {
    source,
    name,
    grantedScopes,
    missingScopes,
    missingWebhooks,
    state: missingScopes.length > 0 ? 'missing_scopes' : lacking ? 'missing_webhooks' : 'ok',
  };
}

async function askShopify(account: Account): Promise<Result<Testimony, PlatformFailure>> {
  const { host, calls, subscriptionMaintenance } = account;
  const uri = `${host.config.webhookOrigin}/webhooks/shopify`;
  const scopes = await calls.shopify(readAccessScopes);
  if (!scopes.ok) return scopes;
  const webhooks = await calls.shopify(listWebhooks);
  if (!webhooks.ok) return ok({ grantedScopes: impliedScopes(scopes.value), missingWebhooks: null });
  const ours = new Set(webhooks.value.filter((webhook) => webhook.uri === uri).map(({ topic }) => topic));
  const missingWebhooks = WANTED_WEBHOOKS.map(({ topic }) => topic).filter((topic) => !ours.has(topic));
  if (missingWebhooks.length > 0) {
    // The next alarm, which is set for now, creates the missing subscriptions again.
    subscriptionMaintenance.hurry();
    host.wake(host.now());
  }
  return ok({ grantedScopes: impliedScopes(scopes.value), missingWebhooks });
}

async function askSquare(account: Account): Promise<Result<Testimony, PlatformFailure>> {
  const { host, calls, connections } = account;
  // Make an ordinary call first: it shows, as for every call, whether Square is reachable and grants us access.
  const merchant = await calls.square(readMerchant);
  if (!merchant.ok) return merchant;
  const access = await connections.accessToken('square');
  if (!access.ok) return err({ kind: 'unauthorized' });
  const http = openHttp(host.fetch, httpLimits(host.config));
  const status = await readTokenStatus({ http, config: host.config.square }, access.value.accessToken);
  if (!status.ok) return status;
  // The subscription belongs to the application, for all sellers, so listing it takes the application's own token.
  const application = openSquareApplication(http, host.config);
  const listed = application === null ? null : await listSquareSubscriptions(application);
  if (listed === null || !listed.ok) return ok({ grantedScopes: status.value.scopes, missingWebhooks: null });
  const url = squareNotificationUrl(host.config);
  const ours = listed.value.filter((one) => one.enabled && one.notificationUrl === url).flatMap(({ eventTypes }) => eventTypes);
  return ok({ grantedScopes: status.value.scopes, missingWebhooks: SQUARE_EVENT_TYPES.filter((type) => !ours.includes(type)) });
}

/** Returns what is known about each platform's catalog and locations, and whether its pair is syncing. Reads every variant row. */
export function connectionCounts(account: Account): Record<Source, ConnectionCounts> {
  const { host, locations, connections, subscriptionMaintenance } = account;
  const known = locations.view().all;
  const { entitled, autoSync } = account.rules();
  const connected = SOURCES.every((source) => connections.view(source).state === 'connected');
  const active = locations.pair() !== null && connected && entitled && autoSync && subscriptionMaintenance.present();
  const row = host.db.row<{ products: number; variants: number; items: number; variations: number }>(
    `select count(distinct product_id) as products, count(variant_id) as variants,
        count(distinct square_item_id) as items, count(variation_id) as variations from variant`,
  );
  const of = (source: Source, products: number, variants: number): ConnectionCounts => ({
    products,
    variants,
    locations: known.filter((location) => location.source === source).length,
    activeSyncs: active ? 1 : 0,
  });
  return {
    shopify: of('shopify', row?.products ?? 0, row?.variants ?? 0),
    square: of('square', row?.items ?? 0, row?.variations ?? 0),
  };
}

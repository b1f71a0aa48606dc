import type { WorldApi } from '../world-api';
import type { ShopRow } from './context';
import { gid } from './gid';
import { shopPayload } from './store/payloads';
import { takeIds } from './store/sequence';
import { cancelAll } from './subscription';
import { forgetTokens, installOf } from './token-store';
import { emit, sendTo, subscribedTopics } from './webhooks/emit';

/** Sandbox ms between an uninstall and `shop/redact`. */
const REDACT_AFTER_MS = 48 * 3_600_000;
export const REDACT_JOB = 'shop-redact';
export const UNINSTALL_JOB = 'uninstall';

/** Records what a shop has granted. A change of scopes sends `app/scopes_update`. */
export function install(world: WorldApi, shop: ShopRow, scopes: string): void {
  const before = installOf(world, shop.domain);
  if (before === null) {
    world.db.run(
      'insert into shopify_install (shop, id, scopes, installed_at) values (?, ?, ?, ?)',
      shop.domain,
      takeIds(world.db, 'install', 1),
      scopes,
      world.now(),
    );
  } else if (before.scopes !== scopes) {
    world.db.run('update shopify_install set scopes = ? where shop = ?', scopes, shop.domain);
    const body = { id: gid('AppInstallation', before.id), previous: before.scopes.split(','), current: scopes.split(',') };
    emit(world, shop.domain, 'APP_SCOPES_UPDATE', body, crypto.randomUUID());
  }
}

/**
 * Uninstalls the app: tokens and subscriptions end, `app/uninstalled` is sent, and `shop/redact` 48 hours later. Under `endsLaterMs` the
 * webhook comes first and the rest later, as can happen in Shopify's systems.
 */
export function uninstall(world: WorldApi, shop: ShopRow): boolean {
  const installed = installOf(world, shop.domain);
  if (installed === null) return false;
  const { endsLaterMs } = world.config().faults.shopify;
  if (endsLaterMs === 0) endInstall(world, shop.domain);
  else {
    const at = world.now() + endsLaterMs * world.config().clockSpeed;
    world.schedule('shopify', UNINSTALL_JOB, at, JSON.stringify({ shop: shop.domain, install: installed.id }));
  }
  if (subscribedTopics(world, shop.domain).has('APP_UNINSTALLED')) {
    emit(world, shop.domain, 'APP_UNINSTALLED', shopPayload(world, shop), crypto.randomUUID());
  }
  world.db.run('delete from shopify_webhook where shop = ?', shop.domain);
  world.schedule('shopify', REDACT_JOB, world.now() + REDACT_AFTER_MS, shop.domain);
  return true;
}

function endInstall(world: WorldApi, domain: string): void {
  forgetTokens(world, domain);
  world.db.run('delete from shopify_install where shop = ?', domain);
  cancelAll(world, domain);
}

/** Ends the access that `endsLaterMs` has kept. Does nothing if the app was installed again meanwhile. */
export function uninstallJob(world: WorldApi, payload: string): void {
  // oxlint-disable-next-line no-unsafe-type-assertion -- stored by `uninstall` above from a value of this type
  const { shop, install: id } = JSON.parse(payload) as { shop: string; install: number };
  if (installOf(world, shop)?.id === id) endInstall(world, shop);
}

/** Sends `shop/redact` to the app's own address: compliance topics are part of the app's configuration, not of a subscription. */
export function redactJob(world: WorldApi, domain: string): void {
  const shop = world.db.row<ShopRow>('select * from shopify_shop where domain = ?', domain);
  if (shop === null || installOf(world, domain) !== null) return;
  const url = `${world.env.WEBHOOK_ORIGIN}/webhooks/shopify`;
  const to = { url, subscription: '0', version: '2026-07', name: null, eventId: crypto.randomUUID() };
  sendTo(world, domain, to, 'SHOP_REDACT', { shop_id: shop.id, shop_domain: domain });
}

import type { WorldApi } from '../world-api';
import { cancelAll } from './billing/subscription';
import type { ShopRow } from './context';
import { gid } from './gid';
import { shopPayload } from './store/payloads';
import { takeIds } from './store/sequence';
import { forgetTokens, installOf } from './token-store';
import { emit, sendTo, subscribedTopics } from './webhooks/emit';

/** Sandbox ms after an uninstall until `shop/redact`. */
const REDACT_AFTER_MS = 48 * 3_600_000;
export const REDACT_JOB = 'shop-redact';

/** Notes what a shop has granted. A change of scopes says `app/scopes_update`. */
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

/** The app leaves the shop: tokens and subscriptions die, `app/uninstalled` goes out, and `shop/redact` 48 hours later. */
export function uninstall(world: WorldApi, shop: ShopRow): boolean {
  if (installOf(world, shop.domain) === null) return false;
  forgetTokens(world, shop.domain);
  world.db.run('delete from shopify_install where shop = ?', shop.domain);
  cancelAll(world, shop.domain);
  if (subscribedTopics(world, shop.domain).has('APP_UNINSTALLED')) {
    emit(world, shop.domain, 'APP_UNINSTALLED', shopPayload(world, shop), crypto.randomUUID());
  }
  world.db.run('delete from shopify_webhook where shop = ?', shop.domain);
  world.schedule('shopify', REDACT_JOB, world.now() + REDACT_AFTER_MS, shop.domain);
  return true;
}

/** `shop/redact` goes to the app's own address, since compliance topics stand in its configuration and not in a subscription. */
export function redactJob(world: WorldApi, domain: string): void {
  const shop = world.db.row<ShopRow>('select * from shopify_shop where domain = ?', domain);
  if (shop === null || installOf(world, domain) !== null) return;
  const url = `${world.env.WEBHOOK_ORIGIN}/webhooks/shopify`;
  const to = { url, subscription: '0', version: '2026-07', name: null, eventId: crypto.randomUUID() };
  sendTo(world, domain, to, 'SHOP_REDACT', { shop_id: shop.id, shop_domain: domain });
}

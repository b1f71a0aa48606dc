import type { WorldApi } from '../world-api';
import { gid } from './gid';
import type { SubscriptionRow } from './nodes/subscription-node';
import { emit } from './webhooks/emit';
import { stateShopTime } from './wording';

const DAY_MS = 24 * 3_600_000;
/** How long a charge stays pending without a decision: two days. */
const PENDING_LIFE_MS = 2 * DAY_MS;
const PERIOD_MS: Readonly<Record<string, number>> = { EVERY_30_DAYS: 30 * DAY_MS, ANNUAL: 365 * DAY_MS };

/** Billing jobs, with the subscription's number as payload. */
export const EXPIRE_JOB = 'expire-subscription';
export const RENEW_JOB = 'renew-subscription';

export function findSubscription(world: WorldApi, shop: string, id: number): SubscriptionRow | null {
  return world.db.row<SubscriptionRow>('select * from shopify_subscription where id = ? and shop = ?', id, shop);
}

/** Sends `app_subscriptions/update`. */
function announce(world: WorldApi, id: number): void {
  const row = world.db.row<SubscriptionRow & { shop_id: number }>(
    'select s.*, p.id as shop_id from shopify_subscription s join shopify_shop p on p.domain = s.shop where s.id = ?',
    id,
  );
  if (row === null) return;
  const body = {
    app_subscription: {
      admin_graphql_api_id: gid('AppSubscription', row.id),
      name: row.name,
      status: row.status,
      admin_graphql_api_shop_id: gid('Shop', row.shop_id),
      created_at: stateShopTime(world, row.created_at),
      updated_at: stateShopTime(world, row.updated_at),
      currency: row.currency,
      capped_amount: null,
      price: row.amount,
      interval: row.interval.toLowerCase(),
      plan_handle: null,
    },
  };
  emit(world, row.shop, 'APP_SUBSCRIPTIONS_UPDATE', body, crypto.randomUUID());
}

function setStatus(world: WorldApi, id: number, status: string): void {
  world.db.run('update shopify_subscription set status = ?, updated_at = ? where id = ?', status, world.now(), id);
  announce(world, id);
}

/**
 * Approves a charge: the trial, if any, starts; another active subscription of the app is replaced. Returns false when it was not pending.
 */
export function approve(world: WorldApi, row: SubscriptionRow): boolean {
  if (row.status !== 'PENDING') return false;
  const now = world.now();
  const others = world.db.rows<{ id: number }>(`select id from shopify_subscription where shop = ? and status = 'ACTIVE'`, row.shop);
  for (const other of others) setStatus(world, other.id, 'CANCELLED');
  // The first period is the trial; without a trial it is the first paid period.
  const end = now + (row.trial_days > 0 ? row.trial_days * DAY_MS : (PERIOD_MS[row.interval] ?? 0));
  world.db.run(
    `update shopify_subscription set status = 'ACTIVE', activated_at = ?, period_end = ?, updated_at = ? where id = ?`,
    now,
    end,
    now,
    row.id,
  );
  world.schedule('shopify', RENEW_JOB, end, String(row.id));
  announce(world, row.id);
  return true;
}

/** Declines a charge. */
export function decline(world: WorldApi, row: SubscriptionRow): void {
  if (row.status === 'PENDING') setStatus(world, row.id, 'DECLINED');
}

export function cancel(world: WorldApi, row: SubscriptionRow): void {
  setStatus(world, row.id, 'CANCELLED');
}

/** Cancels active and pending subscriptions, as an uninstall does. */
export function cancelAll(world: WorldApi, shop: string): void {
  const open = world.db.rows<{ id: number }>(
    `select id from shopify_subscription where shop = ? and status in ('ACTIVE', 'PENDING')`,
    shop,
  );
  for (const row of open) setStatus(world, row.id, 'CANCELLED');
}

export function schedulePendingEnd(world: WorldApi, id: number): void {
  world.schedule('shopify', EXPIRE_JOB, world.now() + PENDING_LIFE_MS, String(id));
}

/** Expires a charge that is still pending after two days. */
export function expireJob(world: WorldApi, payload: string): void {
  const row = world.db.row<SubscriptionRow>('select * from shopify_subscription where id = ?', Number(payload));
  if (row !== null && row.status === 'PENDING') setStatus(world, row.id, 'EXPIRED');
}

/** Starts the next period at the end of one, which is when Shopify charges. Safe to run twice. */
export function renewJob(world: WorldApi, payload: string): void {
  const row = world.db.row<SubscriptionRow>('select * from shopify_subscription where id = ?', Number(payload));
  if (row === null || row.status !== 'ACTIVE' || row.period_end === null || row.period_end > world.now()) return;
  const end = row.period_end + (PERIOD_MS[row.interval] ?? 0);
  world.db.run('update shopify_subscription set period_end = ?, updated_at = ? where id = ?', end, world.now(), row.id);
  world.schedule('shopify', RENEW_JOB, end, payload);
  announce(world, row.id);
}

/** Extends the trial, which moves the end of the current period. */
export function extendTrial(world: WorldApi, row: SubscriptionRow, days: number): void {
  const end = (row.period_end ?? world.now()) + days * DAY_MS;
  world.db.run(
    'update shopify_subscription set trial_days = trial_days + ?, period_end = ?, updated_at = ? where id = ?',
    days,
    end,
    world.now(),
    row.id,
  );
  world.schedule('shopify', RENEW_JOB, end, String(row.id));
  announce(world, row.id);
}

/** Returns whether an active subscription is still in its trial. */
export function inTrial(world: WorldApi, row: SubscriptionRow): boolean {
  return row.activated_at !== null && row.activated_at + row.trial_days * DAY_MS > world.now();
}

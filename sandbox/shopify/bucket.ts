import type { ShopifyPlan } from '../core/config';
import type { WorldApi } from '../world-api';

/** Points restored per second, by plan; the bucket holds twenty times as many. */
const RESTORE_RATE: Readonly<Record<ShopifyPlan, number>> = {
  standard: 100,
  advanced: 200,
  plus: 1000,
  enterprise: 2000,
  development: 100,
};
const BUCKET_SECONDS = 20;

/** The highest cost of a single query, on any plan. */
export const MAX_QUERY_COST = 1000;

/** The content of `extensions.cost.throttleStatus`. */
export interface ThrottleStatus {
  readonly maximumAvailable: number;
  readonly currentlyAvailable: number;
  readonly restoreRate: number;
}

/** The points that one app has left in one shop; they are restored by the sandbox's clock. */
export interface Bucket {
  status(): ThrottleStatus;
  /** Charges points, below zero if necessary: the request was already admitted. */
  charge(points: number): ThrottleStatus;
}

export function openBucket(world: WorldApi, shop: string, app: string): Bucket {
  const restoreRate = RESTORE_RATE[world.config().shopifyPlan];
  const maximum = restoreRate * BUCKET_SECONDS;
  const available = (): number => {
    const row = world.db.row<{ available: number; at: number }>(
      'select available, at from shopify_bucket where shop = ? and app = ?',
      shop,
      app,
    );
    if (row === null) return maximum;
    return Math.min(maximum, row.available + ((world.now() - row.at) / 1000) * restoreRate);
  };
  const status = (points: number): ThrottleStatus => ({ maximumAvailable: maximum, currentlyAvailable: Math.floor(points), restoreRate });
  return {
    status: () => status(available()),
    charge: (points) => {
      const left = available() - points;
      world.db.run(
        `insert into shopify_bucket (shop, app, available, at) values (?, ?, ?, ?)
         on conflict (shop, app) do update set available = excluded.available, at = excluded.at`,
        shop,
        app,
        left,
        world.now(),
      );
      return status(left);
    },
  };
}

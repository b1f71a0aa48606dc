import { toUnits } from '../../../domain/quantity';
import type { WatchedView, WatchReport as Report } from '../../../durable/api/watch-api';
import type { WatchedVariant, WatchReport } from '../../../gen/sh/account_pb';
import { toTimestamp } from './time';

/** Returns what was watched as calls answer it. */
export function toWatchReport({ since, total, changes, oversells, oversold, variants, next }: Report): WatchReport {
  return {
    since: toTimestamp(since),
    total,
    changes,
    oversells,
    oversold: toUnits(oversold),
    variants: variants.map(toWatchedVariant),
    next,
  };
}

function toWatchedVariant({
  id,
  sku,
  productName,
  variantName,
  sent,
  changes,
  left,
  oversells,
  oversold,
  at,
}: WatchedView): WatchedVariant {
  return {
    id,
    sku,
    productName,
    variantName,
    toShopify: toUnits(sent.shopify),
    toSquare: toUnits(sent.square),
    changes,
    ...(left === null ? {} : { left: toUnits(left) }),
    oversells,
    oversold: toUnits(oversold),
    lastChange: toTimestamp(at),
  };
}

import { toUnits } from '../../../domain/quantity';
import type { OversellView } from '../../../durable/api/oversell-api';
import type { Oversell } from '../../../gen/sh/issues_pb';
import { toTimestamp } from './time';

/** Returns what both platforms sold of a variant as calls answer it. */
export function toOversell({ id, at, sku, productName, variantName, short, later, changes, more }: OversellView): Oversell {
  return {
    id,
    at: toTimestamp(at),
    sku,
    productName,
    variantName,
    ...(short === null ? {} : { shortBy: toUnits(short) }),
    later: later ?? '',
    changes: changes.map(({ source, at: changed, isTimed, delta, what }) => ({
      source,
      at: toTimestamp(changed),
      atLatest: !isTimed,
      delta: toUnits(delta),
      message: what,
    })),
    moreChanges: more,
  };
}

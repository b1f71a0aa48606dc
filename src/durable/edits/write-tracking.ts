import { err, ok, refuse, type Result } from '../../domain/result';
import { sourceName } from '../../domain/source';
import type { PlatformFailure } from '../../platforms/failure';
import { readShopifyVariant, setShopifyTracking } from '../../platforms/shopify/edits';
import { withTracking } from '../../platforms/square/edits';
import type { Account } from '../account/account';
import { refusal } from '../account/calls';
import type { VariantSide } from '../api/account-api';
import { retryWhenThrottled } from './retry-when-throttled';
import { changeVariation } from './square-variation';

/**
 * Why tracking was not changed. `gone`: the platform has no such variant. `uncertain`: it may have been, but the platform stopped answering. `managed`:
 * another service manages this stock at Shopify. `derived`: Square calculates its stock from another unit. `unpaired`: no locations are chosen.
 */
export type TrackingFailure = PlatformFailure | { readonly kind: 'gone' | 'uncertain' | 'managed' | 'derived' | 'unpaired' };

/** What is written, and who hears immediately before it is sent, once for each try. */
interface TrackingWrite {
  readonly track: boolean;
  readonly sending: () => void;
}

/** Turns a platform's tracking of a variant on or off: for all locations at Shopify, for the paired location at Square. Sends nothing where it is so already. */
export async function writeTracking(account: Account, side: VariantSide, write: TrackingWrite): Promise<Result<null, TrackingFailure>> {
  return side.source === 'shopify' ? onShopify(account, side, write) : onSquare(account, side, write);
}

async function onShopify(account: Account, { id }: VariantSide, { track, sending }: TrackingWrite): Promise<Result<null, TrackingFailure>> {
  const read = async () => retryWhenThrottled(() => account.calls.shopify((client) => readShopifyVariant(client, id)));
  const before = await read();
  if (!before.ok) return before;
  const variant = before.value;
  if (variant === null) return err({ kind: 'gone' });
  if (variant.tracked === track) return ok(null);
  if (variant.locked !== '') return err({ kind: 'managed' });
  sending();
  const set = await retryWhenThrottled(() => account.calls.shopify((client) => setShopifyTracking(client, variant.stockId, track)));
  if (set.ok || set.error.kind !== 'failed') return set;
  const after = await read();
  if (!after.ok) return err({ kind: 'uncertain' });
  return after.value?.tracked === track ? ok(null) : set;
}

async function onSquare(account: Account, { id }: VariantSide, { track, sending }: TrackingWrite): Promise<Result<null, TrackingFailure>> {
  const locationId = account.locationId('square');
  if (locationId === '') return err({ kind: 'unpaired' });
  let stockable = true;
  const changed = await changeVariation(account.calls, id, (variation) => {
    ({ stockable } = variation);
    if (!stockable || variation.tracks(locationId) === track) return null;
    sending();
    return withTracking(variation, locationId, track);
  });
  if (!stockable) return err({ kind: 'derived' });
  if (changed.ok) return changed;
  return err(typeof changed.error === 'string' ? { kind: changed.error } : changed.error);
}

/** Returns why tracking was not changed, for the person who asked for it. */
export function trackingRefusal(side: VariantSide, failure: TrackingFailure): ReturnType<typeof refuse> {
  const name = sourceName(side.source);
  switch (failure.kind) {
    case 'gone':
      return refuse('not_found', `${side.productName} – ${side.name} no longer exists on ${name}.`);
    case 'uncertain':
      return refuse('unavailable', `${name} stopped responding, so we could not confirm the change. Check again in a moment.`);
    case 'managed':
      return refuse('failed_precondition', 'Shopify does not allow this change because another service manages this stock.');
    case 'derived':
      return refuse(
        'failed_precondition',
        'Square sells this in a different unit, so its stock is calculated and cannot be tracked separately.',
      );
    case 'unpaired':
      return refuse('failed_precondition', 'Choose the locations to keep in sync first.');
    default:
      return refusal(side.source, failure);
  }
}

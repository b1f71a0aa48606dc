import { ok, refuse, type Answer } from '../../domain/result';
import { sourceName, type Source } from '../../domain/source';
import { readShopifyVariant, setShopifyTracking } from '../../platforms/shopify/edits';
import { withTracking } from '../../platforms/square/edits';
import type { Account } from '../account/account';
import { refusal } from '../account/calls';
import type { VariantSide } from '../api/account-api';
import type { TrackingChange } from '../api/edits-api';
import { follow, tell } from './follow';
import { retryWhenThrottled } from './retry-when-throttled';
import { changeVariation } from './square-variation';

/** Turns a platform's stock tracking of a variant on or off: for all locations at Shopify, for the paired location at Square. */
export async function setTracking(account: Account, change: TrackingChange): Promise<Answer<null>> {
  const { source, variantId, track, by } = change;
  const found = account.catalog.listing.detail(source, variantId);
  const side = found.ok ? found.value[source] : null;
  if (side === null) return refuse('not_found', `There is no such ${sourceName(source)} variant.`);
  return account.edits.run(async () => {
    const done = source === 'shopify' ? await onShopify(account, side, track) : await onSquare(account, side, track);
    const edited = source === 'shopify' ? { products: [side.productId], squareItems: [] } : { products: [], squareItems: [side.productId] };
    if (done.ok && side.tracked !== track) tell(account, side.sku, { kind: 'tracking', side: source, on: track, by });
    if (done.ok && !track) account.askedEnds.note(source, variantId);
    if (done.ok || done.error.code === 'not_found') await follow(account, edited);
    return done;
  });
}

async function onShopify(account: Account, side: VariantSide, track: boolean): Promise<Answer<null>> {
  const read = await retryWhenThrottled(() => account.calls.shopify((client) => readShopifyVariant(client, side.id)));
  if (!read.ok) return refusal('shopify', read.error);
  const variant = read.value;
  if (variant === null) return gone(side);
  if (variant.tracked === track) return ok(null);
  if (variant.locked !== '')
    return refuse('failed_precondition', 'Shopify does not allow this change because another service manages this stock.');
  const set = await retryWhenThrottled(() => account.calls.shopify((client) => setShopifyTracking(client, variant.stockId, track)));
  if (set.ok) return ok(null);
  if (set.error.kind !== 'failed') return refusal('shopify', set.error);
  const after = await retryWhenThrottled(() => account.calls.shopify((client) => readShopifyVariant(client, side.id)));
  if (!after.ok) return uncertain('shopify');
  return after.value?.tracked === track ? ok(null) : refusal('shopify', set.error);
}

async function onSquare(account: Account, side: VariantSide, track: boolean): Promise<Answer<null>> {
  const locationId = account.locationId('square');
  if (locationId === '') return refuse('failed_precondition', 'Choose the locations to keep in sync first.');
  let stockable = true;
  const changed = await changeVariation(account.calls, side.id, (variation) => {
    ({ stockable } = variation);
    return !stockable || variation.tracks(locationId) === track ? null : withTracking(variation, locationId, track);
  });
  if (!stockable)
    return refuse(
      'failed_precondition',
      'Square sells this in a different unit, so its stock is calculated and cannot be tracked separately.',
    );
  if (changed.ok) return ok(null);
  if (changed.error === 'gone') return gone(side);
  return changed.error === 'uncertain' ? uncertain('square') : refusal('square', changed.error);
}

function gone(side: VariantSide): Answer<never> {
  return refuse('not_found', `${side.productName} – ${side.name} no longer exists on ${sourceName(side.source)}.`);
}

function uncertain(source: Source): Answer<never> {
  return refuse('unavailable', `${sourceName(source)} stopped responding, so we could not confirm the change. Check again in a moment.`);
}

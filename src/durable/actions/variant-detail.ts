import { ok, type Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { Account } from '../account/account';
import type { LinkCandidate, VariantDetail } from '../api/account-api';

/** Most candidates shown for a variant. */
const MOST_SHOWN = 5;

/** Returns a variant by a platform's ID, with the paired locations. `not_found`: there is no such variant. */
export function variantDetail(account: Account, source: Source, variantId: string): Answer<VariantDetail> {
  const found = account.listing().detail(source, variantId);
  if (!found.ok) return found;
  return ok({
    variant: found.value,
    shopifyLocationId: account.locationId('shopify'),
    squareLocationId: account.locationId('square'),
  });
}

/** Returns the variants of the other platform that may be the one with a platform's ID. `not_found`: there is no such variant. */
export function linkCandidates(account: Account, source: Source, variantId: string): Answer<readonly LinkCandidate[]> {
  const listing = account.listing();
  const found = listing.detail(source, variantId);
  return found.ok ? ok(listing.candidates(found.value, MOST_SHOWN)) : found;
}

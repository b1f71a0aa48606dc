import { ok, type Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { Account } from '../account/account';
import type { LinkCandidate, VariantDetail } from '../api/account-api';

/** Most candidates for a variant: more than are shown, as some may be kept separate. */
const MOST_CANDIDATES = 20;

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

/**
 * Returns the variants of the other platform that may be the one with our own number, also those that the merchant keeps separate from it.
 * `not_found`: there is no such variant.
 */
export function linkCandidates(account: Account, key: number): Answer<readonly LinkCandidate[]> {
  return account.listing().candidates(key, MOST_CANDIDATES);
}

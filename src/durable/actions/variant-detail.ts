import { ok, type Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { Account } from '../account/account';
import type { VariantDetail } from '../api/account-api';

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

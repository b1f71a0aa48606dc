import type { Result } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { PlatformFailure } from '../../platforms/failure';
import { findShopifySkus } from '../../platforms/shopify/edits';
import type { SkuHolder } from '../../platforms/sku-holder';
import { findSquareSkus } from '../../platforms/square/edits';
import type { Account } from '../account/account';
import { retryWhenThrottled } from './retry-when-throttled';

/** Returns a side's variants that hold any of these SKUs, according to the catalog. */
export function knownHolders(account: Account, source: Source, skus: readonly string[]): SkuHolder[] {
  const wanted = new Set(skus);
  return account.catalog.table.withSkus(skus).flatMap((row) => {
    const side = row[source];
    return side !== null && wanted.has(side.sku) ? [{ id: side.id, productId: side.productId, sku: side.sku }] : [];
  });
}

/** Returns the same according to the platform now. */
export async function liveHolders(
  account: Account,
  source: Source,
  skus: readonly string[],
): Promise<Result<readonly SkuHolder[], PlatformFailure>> {
  return retryWhenThrottled(() =>
    source === 'shopify'
      ? account.calls.shopify((client) => findShopifySkus(client, skus))
      : account.calls.square((client) => findSquareSkus(client, skus)),
  );
}

import type { Result } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { PlatformFailure } from '../../platforms/failure';
import { findShopifySkus } from '../../platforms/shopify/edits';
import type { SkuHolder } from '../../platforms/sku-holder';
import { findSquareSkus } from '../../platforms/square/edits';
import type { Account } from '../account/account';
import { retryWhenThrottled } from './retry-when-throttled';

/** The variants of a side that hold any of these SKUs, as the catalogue knows them. */
export function knownHolders(account: Account, source: Source, skus: readonly string[]): SkuHolder[] {
  const wanted = new Set(skus);
  return account.catalog.table.withSkus(skus).flatMap((row) => {
    const side = row[source];
    return side !== null && wanted.has(side.sku) ? [{ id: side.id, productId: side.productId, sku: side.sku }] : [];
  });
}

/** The same, as the platform itself says now. */
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

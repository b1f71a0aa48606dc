import type { SideVariant } from '../../domain/catalog/side-variant';
import { err, ok, type Result } from '../../domain/result';
import { httpLimits, type PlatformConfig } from '../../platforms/config';
import type { PlatformFailure } from '../../platforms/failure';
import { openHttp, type Fetch } from '../../platforms/http';
import { PageGuard } from '../../platforms/page-guard';
import { countShopifyVariants, pollBulk, startBulk } from '../../platforms/shopify/bulk';
import { readBulkFile } from '../../platforms/shopify/bulk-file';
import { readItems, readProducts } from '../../platforms/shopify/catalog';
import { readCatalogChanges, readCatalogPage } from '../../platforms/square/catalog';
import type { SquareClient } from '../../platforms/square/client';
import { readItems as readSquareItems } from '../../platforms/square/edits';
import { readCounts, type CountsPage } from '../../platforms/square/inventory';
import type { Connections } from '../connections/connections';
import type { ShopifyCatalog, SquareCatalog, SquareChanges, SquarePage } from '../snapshot/ports';
import type { Calls } from './calls';

/** Variations per request for counts: as many as one page of counts can hold. */
const COUNTS_AT_ONCE = 1_000;

/** Creates the platform reads that snapshots and refreshes use, over the account's connections. */
export function catalogReads(
  calls: Calls,
  connections: Connections,
  config: PlatformConfig,
  fetch: Fetch,
): { readonly shopify: ShopifyCatalog; readonly square: SquareCatalog } {
  const http = openHttp(fetch, httpLimits(config));
  return {
    shopify: {
      countVariants: () => calls.shopify(countShopifyVariants),
      startBulk: (locationId) => calls.shopify((client) => startBulk(client, locationId)),
      pollBulk: (operationId) => calls.shopify((client) => pollBulk(client, operationId)),
      readBulk: (url, fromByte) => {
        const shopOrigin = config.shopify.originOf(connections.view('shopify').name);
        return readBulkFile(http, { url, shopOrigin, fromByte });
      },
      readProducts: async (productIds, locationId) => {
        const read = await calls.shopify((client) => readProducts(client, productIds, locationId));
        return read.ok ? ok(read.value.variants) : read;
      },
      readItems: (itemIds, locationId) => calls.shopify((client) => readItems(client, itemIds, locationId)),
    },
    square: {
      readPage: (locationId, cursor) => squareCall(calls, (client) => readPage(client, locationId, cursor)),
      readChanges: (locationId, since, cursor) => squareCall(calls, (client) => readChanges(client, locationId, { since, cursor })),
      readItems: (locationId, itemIds) => calls.square((client) => readItemsWithCounts(client, locationId, itemIds)),
    },
  };
}

type PageFailure = PlatformFailure | { readonly kind: 'cursor-expired' };

/** Makes a Square call whose failures include kinds that the connection does not handle. */
async function squareCall<T>(
  calls: Calls,
  work: (client: SquareClient) => Promise<Result<T, PageFailure>>,
): Promise<Result<T, PageFailure>> {
  const outcome = await calls.square<Result<T, PageFailure>>(async (client) => {
    const result = await work(client);
    return !result.ok && result.error.kind !== 'cursor-expired' ? err(result.error) : ok(result);
  });
  return outcome.ok ? outcome.value : outcome;
}

async function readPage(client: SquareClient, locationId: string, cursor: string | null): Promise<Result<SquarePage, PageFailure>> {
  const page = await readCatalogPage(client, { locationId, cursor });
  if (!page.ok) return page;
  const variants = await withCounts(client, locationId, page.value.variants);
  if (!variants.ok) return variants;
  return ok({ variants: variants.value, cursor: page.value.cursor, latestTime: page.value.latestTime });
}

/** Adds the counts, which Square stores apart from the catalog. A variation without a count was never counted, which is not zero. */
async function withCounts(
  client: SquareClient,
  locationId: string,
  variants: readonly SideVariant[],
): Promise<Result<readonly SideVariant[], PlatformFailure>> {
  const levels = new Map<string, NonNullable<SideVariant['level']>>();
  for (let start = 0; start < variants.length; start += COUNTS_AT_ONCE) {
    const variationIds = variants.slice(start, start + COUNTS_AT_ONCE).map((variant) => variant.stockId);
    let cursor: string | null = null;
    const pages = new PageGuard('counts');
    do {
      const page: Result<CountsPage, PlatformFailure> = await readCounts(client, { locationId, cursor, since: null, variationIds });
      if (!page.ok) return page;
      for (const level of page.value.levels) levels.set(level.stockId, { quantity: level.quantity, at: level.at });
      ({ cursor } = page.value);
      const stuck = pages.problem(cursor);
      if (stuck !== null) return err(stuck);
    } while (cursor !== null);
  }
  return ok(variants.map((variant) => ({ ...variant, level: levels.get(variant.stockId) ?? null })));
}

async function readItemsWithCounts(
  client: SquareClient,
  locationId: string,
  itemIds: readonly string[],
): Promise<Result<readonly SideVariant[], PlatformFailure>> {
  const variants = await readSquareItems(client, itemIds, locationId);
  return variants.ok ? withCounts(client, locationId, variants.value) : variants;
}

async function readChanges(
  client: SquareClient,
  locationId: string,
  { since, cursor }: { readonly since: string; readonly cursor: string | null },
): Promise<Result<SquareChanges, PageFailure>> {
  const page = await readCatalogChanges(client, { locationId, since, cursor });
  if (!page.ok) return page;
  const counted = await withCounts(client, locationId, page.value.variants);
  return counted.ok ? ok({ ...page.value, variants: counted.value }) : counted;
}

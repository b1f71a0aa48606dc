import { describeFailure } from '../../platforms/failure';
import type { Account } from '../account/account';
import type { DifferingRow } from '../catalog/variant-table';

/** Shopify products per request, and links per round: a request to Square names up to 100 items. */
const AT_ONCE = { products: 10, links: 100 } as const;

/** How long one alarm reads, in ms: other tasks wait behind it. */
const SLICE_MS = 10_000;

/**
 * Ends the links whose SKUs have differed for the whole grace period. Both sides are read before: the other one may have been renamed as well,
 * with its webhook lost or still waiting. While a platform does not answer, the links stay.
 */
export async function endGracePeriods(account: Account): Promise<void> {
  const { catalog, snapshots, host } = account;
  const ends = host.now() + SLICE_MS;
  for (;;) {
    const due = catalog.graceEndsAt();
    if (due === null || due > host.now() || host.now() >= ends) return;
    const { rows, products, squareItems } = nextRound(account);
    const read = await snapshots.refresh({ products, items: [], squareCatalogue: false, squareItems });
    if (!read.ok) {
      catalog.grace.postpone();
      host.note(`links of different SKUs stay: ${describeFailure(read.error)}`, 'info');
      return;
    }
    catalog.endGracePeriods(rows);
  }
}

/** Returns the next links whose grace period has ended, with the products on both sides. */
function nextRound({ catalog }: Account): { rows: readonly DifferingRow[]; products: readonly string[]; squareItems: readonly string[] } {
  const ended = catalog.grace.ended(AT_ONCE.links);
  const known = new Map(catalog.table.byKeys(ended.map(({ key }) => key)).map((row) => [row.key, row]));
  const [products, squareItems] = [new Set<string>(), new Set<string>()];
  const rows: DifferingRow[] = [];
  for (const row of ended) {
    const { shopify = null, square = null } = known.get(row.key) ?? {};
    const isNew = shopify !== null && !products.has(shopify.productId);
    if (isNew && products.size === AT_ONCE.products) break;
    if (shopify !== null) products.add(shopify.productId);
    if (square !== null) squareItems.add(square.productId);
    rows.push(row);
  }
  return { rows, products: [...products], squareItems: [...squareItems] };
}

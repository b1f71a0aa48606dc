import type { ShelfItem } from '../world-api';

/** One variant as a row of the Shop floor page, with its data on each platform. */
export interface FloorRow {
  /** Stays the same as long as the same variants are joined. */
  readonly key: string;
  /** Rows of one product share it. */
  readonly group: string;
  readonly title: string;
  readonly variant: string;
  readonly sku: string;
  readonly shopify: ShelfItem | null;
  readonly square: ShelfItem | null;
  /** Why the row is not joined although it has a SKU; '' when there is no such reason. */
  readonly note: string;
}

/** Returns the items whose SKU occurs exactly once. */
function uniqueBySku(items: readonly ShelfItem[]): Map<string, ShelfItem> {
  const found = new Map<string, ShelfItem | null>();
  for (const item of items) if (item.sku !== '') found.set(item.sku, found.has(item.sku) ? null : item);
  const unique = new Map<string, ShelfItem>();
  for (const [sku, item] of found) if (item !== null) unique.set(sku, item);
  return unique;
}

function alone(item: ShelfItem, side: 'shopify' | 'square', isUnique: boolean): FloorRow {
  return {
    key: `${side} ${item.id}`,
    group: `${side} ${item.productId}`,
    title: item.productTitle,
    variant: item.variantTitle,
    sku: item.sku,
    shopify: side === 'shopify' ? item : null,
    square: side === 'square' ? item : null,
    note: item.sku !== '' && !isUnique ? 'SKU is used more than once' : '',
  };
}

/**
 * Joins two shelves: variants with the same SKU share a row where the SKU is unique on both sides. Rows are ordered by product, products by
 * title; a Square item belongs to the product that it shares a row with.
 */
export function joinShelves(shopify: readonly ShelfItem[], square: readonly ShelfItem[]): FloorRow[] {
  const onShopify = uniqueBySku(shopify);
  const onSquare = uniqueBySku(square);
  const joined = new Set<string>();
  const groupOf = new Map<string, string>();
  const groups = new Map<string, FloorRow[]>();
  const place = (row: FloorRow): void => {
    const rows = groups.get(row.group);
    if (rows === undefined) groups.set(row.group, [row]);
    else rows.push(row);
  };
  for (const item of shopify) {
    const other = onShopify.get(item.sku) === item ? onSquare.get(item.sku) : undefined;
    const row = alone(item, 'shopify', onShopify.has(item.sku));
    if (other === undefined) place(row);
    else {
      joined.add(other.id);
      if (!groupOf.has(other.productId)) groupOf.set(other.productId, row.group);
      place({ ...row, key: `both ${item.id} ${other.id}`, square: other });
    }
  }
  for (const item of square) {
    if (joined.has(item.id)) continue;
    const row = alone(item, 'square', onSquare.has(item.sku));
    place({ ...row, group: groupOf.get(item.productId) ?? row.group });
  }
  return [...groups.values()].toSorted(([a], [b]) => (a?.title ?? '').localeCompare(b?.title ?? '', 'en')).flat();
}

import { ok, type Result } from '../../domain/result';
import type { PlatformFailure } from '../../platforms/failure';
import { parseTime } from '../../platforms/time';
import type { Catalog } from '../catalog/catalog';
import type { Meta } from '../store/meta';
import type { ShopifyCatalogue, SnapshotAccount, SquareCatalogue } from './ports';
import type { TouchedId } from './runs';

/** What webhooks have named since it was last read. */
export interface Wanted {
  /** Numbers of Shopify products, and of inventory items. */
  readonly products: readonly string[];
  readonly items: readonly string[];
  /** Something in Square's catalogue. */
  readonly squareCatalogue: boolean;
  /** Square items that are known to have changed. */
  readonly squareItems?: readonly string[];
}

/** More than this is read by a snapshot: a bulk operation costs three calls, reading so many products one for every ten. */
export const MOST_REFRESHED = 250;

/** Up to when Square's changes have been read, as Square writes it: RFC 3339 in UTC. */
const SQUARE_TIME = 'square-catalogue-time';

/** Reads touched products again and relinks them. What a run has read of them before is old, which `touched` says. */
export class Refresh {
  readonly #catalog: Catalog;
  readonly #meta: Meta;
  readonly #ports: { readonly shopify: ShopifyCatalogue; readonly square: SquareCatalogue };
  readonly #account: SnapshotAccount;
  readonly #touched: (ids: readonly TouchedId[]) => void;

  constructor(given: {
    readonly catalog: Catalog;
    readonly meta: Meta;
    readonly ports: { readonly shopify: ShopifyCatalogue; readonly square: SquareCatalogue };
    readonly account: SnapshotAccount;
    readonly touched: (ids: readonly TouchedId[]) => void;
  }) {
    this.#catalog = given.catalog;
    this.#meta = given.meta;
    this.#ports = given.ports;
    this.#account = given.account;
    this.#touched = given.touched;
  }

  /** All variants of these Shopify products. */
  async products(productIds: readonly string[]): Promise<Result<null, PlatformFailure>> {
    const locationId = this.#account.locationId('shopify');
    if (productIds.length === 0 || locationId === '') return ok(null);
    const read = await this.#ports.shopify.readProducts(productIds, locationId);
    if (!read.ok) return read;
    // Another location counts by now: its snapshot reads everything.
    if (this.#account.locationId('shopify') !== locationId) return ok(null);
    this.#touched(productIds.map((id) => ({ source: 'shopify', product: id })));
    this.#catalog.refreshProducts(productIds, read.value);
    return ok(null);
  }

  /** The variants of these inventory items. */
  async items(itemIds: readonly string[]): Promise<Result<null, PlatformFailure>> {
    const locationId = this.#account.locationId('shopify');
    if (itemIds.length === 0 || locationId === '') return ok(null);
    const read = await this.#ports.shopify.readItems(itemIds, locationId);
    if (!read.ok) return read;
    if (this.#account.locationId('shopify') !== locationId) return ok(null);
    this.#touched(itemIds.map((id) => ({ source: 'shopify', stock: id })));
    this.#catalog.refreshSides('shopify', read.value.variants, read.value.gone);
    return ok(null);
  }

  /** All variations of these Square items. */
  async squareItems(itemIds: readonly string[]): Promise<Result<null, PlatformFailure>> {
    const locationId = this.#account.locationId('square');
    if (itemIds.length === 0 || locationId === '') return ok(null);
    const read = await this.#ports.square.readItems(locationId, itemIds);
    if (!read.ok) return read;
    if (this.#account.locationId('square') !== locationId) return ok(null);
    this.#touched(itemIds.map((id) => ({ source: 'square', product: id })));
    this.#catalog.refreshVariations(read.value, [], itemIds);
    return ok(null);
  }

  /** All variants of these Shopify products and Square items, read before any of them is linked or unlinked. */
  async both(productIds: readonly string[], itemIds: readonly string[]): Promise<Result<null, PlatformFailure>> {
    const [shopifyId, squareId] = [this.#account.locationId('shopify'), this.#account.locationId('square')];
    if (shopifyId === '' || squareId === '') return ok(null);
    const products = await this.#ports.shopify.readProducts(productIds, shopifyId);
    if (!products.ok) return products;
    const items = await this.#ports.square.readItems(squareId, itemIds);
    if (!items.ok) return items;
    if (this.#account.locationId('shopify') !== shopifyId || this.#account.locationId('square') !== squareId) return ok(null);
    this.#touched([
      ...productIds.map((id) => ({ source: 'shopify' as const, product: id })),
      ...itemIds.map((id) => ({ source: 'square' as const, product: id })),
    ]);
    this.#catalog.refreshBoth({ productIds, sides: products.value }, { itemIds, sides: items.value });
    return ok(null);
  }

  /** What changed in Square's catalogue since it was last read. `readWhole` is when that was for all of it, '' for never. */
  async square(readWhole: string): Promise<Result<null, PlatformFailure>> {
    const locationId = this.#account.locationId('square');
    if (locationId === '' || readWhole === '') return ok(null);
    const since = later(readWhole, this.#meta.read<string>(SQUARE_TIME) ?? '');
    const read = await this.#ports.square.readChanges(locationId, since);
    if (!read.ok) return read;
    if (this.#account.locationId('square') !== locationId) return ok(null);
    const { variants, deletedVariations, deletedItems, wholeItems, latestTime } = read.value;
    this.#touched([
      ...[...wholeItems, ...deletedItems].map((id) => ({ source: 'square' as const, product: id })),
      ...[...variants.map((side) => side.stockId), ...deletedVariations].map((id) => ({ source: 'square' as const, stock: id })),
    ]);
    this.#catalog.refreshVariations(variants, deletedVariations, [...deletedItems, ...wholeItems]);
    if (later(latestTime, since) !== since) this.#meta.write(SQUARE_TIME, latestTime);
    return ok(null);
  }

  /** Another merchant's catalogue begins its times anew. */
  forgetTimes(): void {
    this.#meta.remove(SQUARE_TIME);
  }
}

/** The later of two of Square's times; '' is before all. Times that cannot be read count as ''. */
function later(a: string, b: string): string {
  return (parseTime(a) ?? 0) > (parseTime(b) ?? 0) ? a : b;
}

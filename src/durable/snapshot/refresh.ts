import { err, ok, type Result } from '../../domain/result';
import type { PlatformFailure } from '../../platforms/failure';
import { PageGuard } from '../../platforms/page-guard';
import type { CatalogFailure } from '../../platforms/square/catalog';
import { parseTime } from '../../platforms/time';
import type { Catalog } from '../catalog/catalog';
import type { Meta } from '../store/meta';
import type { ShopifyCatalog, SnapshotAccount, SquareCatalog, SquareChanges } from './ports';
import type { RefreshId } from './runs';

/** What webhooks have named since it was last read. */
export interface Wanted {
  /** Numeric IDs of Shopify products, and of inventory items. */
  readonly products: readonly string[];
  readonly items: readonly string[];
  /** Something in Square's catalog. */
  readonly squareCatalogue: boolean;
  /** Square items that are known to have changed. */
  readonly squareItems?: readonly string[];
}

/** The meta name of the time up to which Square's changes have been read, in Square's format: RFC 3339 in UTC. */
const SQUARE_TIME = 'square-catalogue-time';

/** A position between two pages of Square's changes since a time, and Square's own time of the first page. */
interface SquarePlace {
  readonly since: string;
  readonly locationId: string;
  readonly cursor: string;
  readonly latestTime: string;
  readonly pages: PageGuard;
}

/** Rereads changed products and relinks them. What a run read about them earlier is outdated, which `touched` reports to the run. */
export class Refresh {
  readonly #catalog: Catalog;
  readonly #meta: Meta;
  readonly #ports: { readonly shopify: ShopifyCatalog; readonly square: SquareCatalog };
  readonly #account: SnapshotAccount;
  readonly #touched: (ids: readonly RefreshId[]) => void;
  /** Position from which to continue reading Square's changes; a restarted object starts at the first page. */
  #square: SquarePlace | null = null;

  constructor(given: {
    readonly catalog: Catalog;
    readonly meta: Meta;
    readonly ports: { readonly shopify: ShopifyCatalog; readonly square: SquareCatalog };
    readonly account: SnapshotAccount;
    readonly touched: (ids: readonly RefreshId[]) => void;
  }) {
    this.#catalog = given.catalog;
    this.#meta = given.meta;
    this.#ports = given.ports;
    this.#account = given.account;
    this.#touched = given.touched;
  }

  /** Reads all variants of these Shopify products. */
  async products(productIds: readonly string[]): Promise<Result<null, PlatformFailure>> {
    const locationId = this.#account.locationId('shopify');
    if (productIds.length === 0 || locationId === '') return ok(null);
    const read = await this.#ports.shopify.readProducts(productIds, locationId);
    if (!read.ok) return read;
    // Another location applies by now: its snapshot reads everything.
    if (this.#account.locationId('shopify') !== locationId) return ok(null);
    this.#touched(productIds.map((id) => ({ source: 'shopify', product: id })));
    this.#catalog.refreshProducts(productIds, read.value);
    return ok(null);
  }

  /** Reads the variants of these inventory items. */
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

  /** Reads all variations of these Square items. */
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

  /** Reads all variants of these Shopify products and Square items before any of them is linked or unlinked. */
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

  /**
   * Reads one page of what changed in Square's catalog since the last read; the next call continues after it. `readWhole` is the time of
   * the last full read, '' for never. `more`: another page follows.
   */
  async squarePage(readWhole: string): Promise<Result<{ readonly more: boolean }, PlatformFailure>> {
    const locationId = this.#account.locationId('square');
    if (locationId === '' || readWhole === '') return ok({ more: false });
    const since = later(readWhole, this.#meta.read<string>(SQUARE_TIME) ?? '');
    const going = this.#square?.since === since && this.#square.locationId === locationId ? this.#square : null;
    const read = await this.#ports.square.readChanges(locationId, since, going?.cursor ?? null);
    if (!read.ok) return err(this.#pageFailed(read.error));
    if (this.#account.locationId('square') !== locationId) return ok({ more: false });
    this.#takeIn(read.value);
    // Use the first page's time: changes made while the other pages are read are requested again later.
    const place = going ?? { since, locationId, latestTime: read.value.latestTime, pages: new PageGuard('catalog changes') };
    const stuck = place.pages.problem(read.value.cursor);
    if (stuck !== null) {
      this.#square = null;
      return err(stuck);
    }
    return ok({ more: this.#goOn(place, read.value.cursor) });
  }

  #pageFailed(failure: CatalogFailure): PlatformFailure {
    if (failure.kind !== 'cursor-expired') return failure;
    this.#square = null;
    return { kind: 'failed', detail: 'the cursor ended while changes were read' };
  }

  /** Records the position of the next page or, at the end, the time up to which Square's changes have been read. */
  #goOn(place: Omit<SquarePlace, 'cursor'>, cursor: string | null): boolean {
    this.#square = cursor === null ? null : { ...place, cursor };
    if (cursor === null && later(place.latestTime, place.since) !== place.since) this.#meta.write(SQUARE_TIME, place.latestTime);
    return cursor !== null;
  }

  #takeIn({ variants, deletedVariations, deletedItems, wholeItems }: SquareChanges): void {
    this.#touched([
      ...[...wholeItems, ...deletedItems].map((id) => ({ source: 'square' as const, product: id })),
      ...[...variants.map((side) => side.stockId), ...deletedVariations].map((id) => ({ source: 'square' as const, stock: id })),
    ]);
    this.#catalog.refreshVariations(variants, deletedVariations, [...deletedItems, ...wholeItems]);
  }

  /** Whether a page of Square's changes was read and another follows. */
  get squareGoesOn(): boolean {
    return this.#square !== null;
  }

  /** Forgets the stored times: another merchant's catalog has times of its own. */
  forgetTimes(): void {
    this.#square = null;
    this.#meta.remove(SQUARE_TIME);
  }
}

/** Returns the later of two of Square's times; '' is before all. Times that cannot be read count as ''. */
function later(a: string, b: string): string {
  return (parseTime(a) ?? 0) > (parseTime(b) ?? 0) ? a : b;
}

/** Maximum number of pages of products that are read one by one, plus one more for each so many variants that a full read looks at. */
const MOST_PAGES = 5;
const VARIANTS_A_PAGE = 2_000;

/**
 * Returns whether this many page requests cost more than a bulk operation, whose three calls and one file return all products, plus a merge
 * that looks at every row. `known`: number of variants in the last full read.
 */
export function isWorthWhole(pages: number, known: number): boolean {
  return pages > MOST_PAGES + known / VARIANTS_A_PAGE;
}

import type { SideVariant } from '../../domain/catalog/side-variant';
import type { Instant } from '../../domain/instant';
import type { Result } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { PlatformFailure } from '../../platforms/failure';
import type { BulkState } from '../../platforms/shopify/bulk';
import type { BulkPart } from '../../platforms/shopify/bulk-file';
import type { CatalogFailure } from '../../platforms/square/catalogue';

/** What a snapshot asks of Shopify. Failures are values; a token is refreshed beneath. */
export interface ShopifyCatalog {
  /** How many variants the shop has; for progress alone. */
  countVariants(): Promise<Result<number, PlatformFailure>>;
  /** Starts reading all variants with their levels at a location; answers the operation's number. */
  startBulk(locationId: string): Promise<Result<string, PlatformFailure>>;
  pollBulk(operationId: string): Promise<Result<BulkState, PlatformFailure>>;
  /** The operation's file from a byte on. */
  readBulk(url: string, fromByte: number): AsyncIterable<BulkPart>;
  /** Products by number, each with all its variants. Products that no longer exist have none in the answer. */
  readProducts(productIds: readonly string[], locationId: string): Promise<Result<readonly SideVariant[], PlatformFailure>>;
  /** The variants of inventory items by number, and the items that no longer exist. */
  readItems(
    itemIds: readonly string[],
    locationId: string,
  ): Promise<Result<{ readonly variants: readonly SideVariant[]; readonly gone: readonly string[] }, PlatformFailure>>;
}

/** One page of Square's catalogue. */
export interface SquarePage {
  /** With their levels at the location. */
  readonly variants: readonly SideVariant[];
  /** Where the next page begins; null at the end. Good for some five minutes. */
  readonly cursor: string | null;
  /** Square's own time of this answer as it writes it, from which changes are asked for later; '' when it names none. */
  readonly latestTime: string;
}

/** A page of what changed in Square's catalogue since a time. */
export interface SquareChanges {
  readonly variants: readonly SideVariant[];
  readonly deletedVariations: readonly string[];
  readonly deletedItems: readonly string[];
  /** Items that came whole: a variation of theirs that is not among `variants` exists no more. */
  readonly wholeItems: readonly string[];
  readonly latestTime: string;
  /** Where the next page begins; null at the end. */
  readonly cursor: string | null;
}

/** What a snapshot asks of Square. */
export interface SquareCatalog {
  readPage(locationId: string, cursor: string | null): Promise<Result<SquarePage, CatalogFailure>>;
  /** A page of the changes since a time that Square gave, deletions included. */
  readChanges(locationId: string, since: string, cursor: string | null): Promise<Result<SquareChanges, CatalogFailure>>;
  /** Items by id, each with all its variations and their levels. Items that no longer exist have none in the answer. */
  readItems(locationId: string, itemIds: readonly string[]): Promise<Result<readonly SideVariant[], PlatformFailure>>;
}

/** What snapshots need of their account. */
export interface SnapshotAccount {
  now(): Instant;
  /** Waits so many ms. */
  pause(ms: number): Promise<void>;
  /** The paired location's id on a platform; '' when there is no pair. */
  locationId(source: Source): string;
  /** A run of this source has ended, whatever came of it. */
  ended(source: Source): void;
  /** For operators' logs: why a run failed. Never holds tokens. */
  note(message: string): void;
}

import type { SideVariant } from '../../domain/catalog/side-variant';
import type { Instant } from '../../domain/instant';
import type { Result } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { PlatformFailure } from '../../platforms/failure';
import type { BulkState } from '../../platforms/shopify/bulk';
import type { BulkPart } from '../../platforms/shopify/bulk-file';
import type { CatalogFailure } from '../../platforms/square/catalog';

/** What a snapshot requests from Shopify. Failures are returned as values; tokens are refreshed underneath. */
export interface ShopifyCatalog {
  /** Returns how many variants the shop has; used only for progress. */
  countVariants(): Promise<Result<number, PlatformFailure>>;
  /** Starts reading all variants with their levels at a location; returns the operation's numeric ID. */
  startBulk(locationId: string): Promise<Result<string, PlatformFailure>>;
  pollBulk(operationId: string): Promise<Result<BulkState, PlatformFailure>>;
  /** Reads the operation's file from a byte offset on. */
  readBulk(url: string, fromByte: number): AsyncIterable<BulkPart>;
  /** Reads products by numeric ID, each with all its variants. Products that no longer exist have none in the answer. */
  readProducts(productIds: readonly string[], locationId: string): Promise<Result<readonly SideVariant[], PlatformFailure>>;
  /** Reads the variants of inventory items by numeric ID, and which items no longer exist. */
  readItems(
    itemIds: readonly string[],
    locationId: string,
  ): Promise<Result<{ readonly variants: readonly SideVariant[]; readonly gone: readonly string[] }, PlatformFailure>>;
}

/** One page of Square's catalog. */
export interface SquarePage {
  /** With their levels at the location. */
  readonly variants: readonly SideVariant[];
  /** Cursor of the next page; null at the end. Valid for about five minutes. */
  readonly cursor: string | null;
  /** Square's own time of this answer in its format, from which changes are requested later; '' when it states none. */
  readonly latestTime: string;
}

/** A page of what changed in Square's catalog since a time. */
export interface SquareChanges {
  readonly variants: readonly SideVariant[];
  readonly deletedVariations: readonly string[];
  readonly deletedItems: readonly string[];
  /** Items that were returned whole: a variation of theirs that is not among `variants` no longer exists. */
  readonly wholeItems: readonly string[];
  readonly latestTime: string;
  /** Cursor of the next page; null at the end. */
  readonly cursor: string | null;
}

/** What a snapshot requests from Square. */
export interface SquareCatalog {
  readPage(locationId: string, cursor: string | null): Promise<Result<SquarePage, CatalogFailure>>;
  /** Reads a page of the changes since a time that Square stated, deletions included. */
  readChanges(locationId: string, since: string, cursor: string | null): Promise<Result<SquareChanges, CatalogFailure>>;
  /** Reads items by ID, each with all its variations and their levels. Items that no longer exist have none in the answer. */
  readItems(locationId: string, itemIds: readonly string[]): Promise<Result<readonly SideVariant[], PlatformFailure>>;
}

/** What snapshots need from their account. */
export interface SnapshotAccount {
  now(): Instant;
  /** Waits for a number of ms. */
  pause(ms: number): Promise<void>;
  /** Returns the paired location's ID on a platform; '' when there is no pair. */
  locationId(source: Source): string;
  /** Called when a run of this source has ended, whatever its result. */
  ended(source: Source): void;
  /** Writes to the operators' log, for example why a run failed. Messages never contain tokens. */
  note(message: string): void;
}

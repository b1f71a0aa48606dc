import type { Watched } from '../../domain/history/watched';
import type { Instant } from '../../domain/instant';
import type { Quantity } from '../../domain/quantity';

/** What syncing would have done to one variant, with its names at Shopify. */
export interface WatchedView extends Watched {
  readonly id: string;
  readonly sku: string;
  readonly productName: string;
  readonly variantName: string;
}

/** What syncing would have done since the merchant began to watch. Quantities in 1/100,000 unit. */
export interface WatchReport {
  /** Null unless the account is watching: then everything is empty. */
  readonly since: Instant | null;
  /** Number of variants that changed, and of their changes. */
  readonly total: number;
  readonly changes: number;
  /** Number of sales that took units which the other side had already sold, and these units. */
  readonly oversells: number;
  readonly oversold: Quantity;
  /** Those with the most units sold twice first. */
  readonly variants: readonly WatchedView[];
  /** Names the last variant of this page, for the next; '' when there is none. */
  readonly next: string;
}

/** Calls of a merchant who has not started syncing yet. */
export interface WatchApi {
  /** Returns up to `limit` variants that changed since watching began, after the one that `cursor` names ('' : from the first). */
  watchReport(limit: number, cursor: string): Promise<WatchReport>;
}

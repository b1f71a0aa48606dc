import type { Instant } from '../../domain/instant';
import type { Quantity } from '../../domain/quantity';
import type { Source } from '../../domain/source';

/** A change that took units which the other side also sold. */
export interface OversellChangeView {
  readonly source: Source;
  /** The platform's own time. */
  readonly at: Instant;
  /** False when the change happened at that time or some time before. */
  readonly isTimed: boolean;
  readonly delta: Quantity;
  /** What it was, for a shop owner, e.g. "Sold 1 on Square (Square Point of Sale)". */
  readonly what: string;
}

/** Units of one variant that both platforms sold and only one had. */
export interface OversellView {
  readonly id: string;
  /** When it was noticed. */
  readonly at: Instant;
  readonly sku: string;
  readonly productName: string;
  readonly variantName: string;
  /** By how much the number is below zero now, in 1/100,000 unit; null when the variant is no longer linked. */
  readonly short: Quantity | null;
  /** The platform whose last sale came later; null where the times do not tell. */
  readonly later: Source | null;
  /** In the order in which they were noticed. */
  readonly changes: readonly OversellChangeView[];
  /** Number of further sales. */
  readonly more: number;
}

/** Oversells, the latest first. */
export interface OversellList {
  /** Number of all that are open. */
  readonly total: number;
  readonly cases: readonly OversellView[];
}

/** Calls for what both platforms sold and only one had. */
export interface OversellApi {
  /** Returns the latest open cases; only that of the variant with this key (`JoinedVariant.key`), unless null. */
  oversells(limit: number, key: number | null): Promise<OversellList>;
  /** Removes cases from that list, by `OversellView.id`; null removes all. */
  dismissOversells(ids: readonly string[] | null): Promise<void>;
}

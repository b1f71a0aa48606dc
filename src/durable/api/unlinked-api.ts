import type { CloseReason } from '../../domain/catalog/merge-plan';
import type { Instant } from '../../domain/instant';
import type { Quantity } from '../../domain/quantity';
import type { VariantSide } from './variant-side';

/** A pair of variants whose link ended although the merchant did not ask for it. */
export interface UnlinkedPair {
  readonly id: string;
  readonly at: Instant;
  readonly why: CloseReason;
  readonly shopify: UnlinkedVariant;
  readonly square: UnlinkedVariant;
}

/** One side of such a pair. */
export interface UnlinkedVariant {
  /** As it is now; as it was when the link ended where it no longer exists. */
  readonly side: VariantSide;
  /** The last number that both had in common, in 1/100,000 unit; null when it was never counted. */
  readonly quantity: Quantity | null;
  /** `waiting`: not linked. `linked`: with another variant. `gone`: no longer on the platform. */
  readonly state: 'waiting' | 'linked' | 'gone';
}

/** Calls for the pairs that stopped syncing. */
export interface UnlinkedApi {
  /** Returns the latest pairs whose link ended although the merchant did not ask for it, and their total number. */
  unlinked(limit: number): Promise<{ total: number; pairs: UnlinkedPair[] }>;
  /** Removes pairs from that list, by `UnlinkedPair.id`; null removes all. */
  dismissUnlinked(ids: readonly string[] | null): Promise<void>;
}

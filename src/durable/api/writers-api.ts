import type { OtherWriter } from '../../domain/account/other-writers';
import type { Instant } from '../../domain/instant';

/** Other applications that changed the seller's stock on Square. */
export interface OtherWritersView {
  /** Time of the last reading of Square's log; null before the first. */
  readonly readAt: Instant | null;
  /** Start of the time that it covers. */
  readonly since: Instant | null;
  /** Whether all of that time was read; otherwise the numbers are the least that there were. */
  readonly isComplete: boolean;
  /** The busiest first; `isNew` until the merchant has said that they know of it. */
  readonly writers: readonly (OtherWriter & { readonly isNew: boolean })[];
}

/** Who else changes the seller's stock. */
export interface WritersApi {
  /** Returns the applications that are known; asks Square first if nothing is. */
  otherWriters(): Promise<OtherWritersView>;
  /** Notes that the merchant knows of these applications, by ID, or by name where there is no ID; null means all. Unknown ones are ignored. */
  acknowledgeWriters(keys: readonly string[] | null): Promise<void>;
}

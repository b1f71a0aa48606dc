import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { BackoffLimits } from '../../domain/sync/backoff';
import type { Rules } from '../../domain/sync/observe';

/** What the sync needs to know of its account; asked anew each time. */
export interface SyncAccount {
  rules(): Rules;
  /** False while the platform's token is missing or refused, or no pair is chosen. */
  connected(source: Source): boolean;
  /** The paired location's id on a platform; '' when there is no pair. */
  locationId(source: Source): string;
  locationName(source: Source): string;
  /** Number of the present connections and pair; grows when older ops must never be sent again. */
  epoch(): number;
  now(): Instant;
  uuid(): string;
  random(): number;
  readonly backoff: BackoffLimits;
  wake(at: Instant): void;
  reached(source: Source, reachable: boolean): void;
  alert(message: string): void;
  /** Rows of these keys have changed: lists and counts follow. */
  changed(keys: readonly number[]): void;
  /** Goes on after the present call; a failure within is a bug and is reported. */
  background(work: Promise<void>): void;
  /** Memory and storage no longer agree: the object must begin again from storage. */
  abort(reason: string): void;
}

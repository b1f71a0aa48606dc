import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { EngineContext } from '../../domain/sync/engine/context';

/** What the sync needs from its account; asked again each time. */
export interface SyncAccount extends Omit<EngineContext, 'batch'> {
  locationName(source: Source): string;
  /** From when on the platform's webhooks reach us; null while they do not, or no pair is chosen. */
  webhooksSince(source: Source): Instant | null;
  /** Come back at `at` if nothing happens before. */
  wake(at: Instant): void;
  reached(source: Source, reachable: boolean): void;
  alert(message: string): void;
  /** A platform contradicts what the catalog says of this item: it is to be read again. */
  outdated(source: Source, stockId: string): void;
  /** Rows of these keys have changed: lists and counts follow. */
  changed(keys: readonly number[]): void;
  /** Links that were to end may end now: plan them again. Returns those that are to end still, but not yet. */
  linkSettled(keys: readonly number[]): readonly number[];
  /** Goes on after the present call; a failure within is a bug and is reported. */
  background(work: Promise<void>): void;
  /** Memory and storage no longer agree: the object must start again from storage. */
  abort(reason: string): void;
}

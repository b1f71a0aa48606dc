import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { EngineContext } from '../../domain/sync/engine/context';
import type { WriterVerdict } from '../../domain/writers/verdict';
import type { NumberedLine } from './line';

/** What the sync needs from its account; evaluated at each call. */
export interface SyncAccount extends Omit<EngineContext, 'batch' | 'landsUntil'> {
  locationName(source: Source): string;
  /** Returns from when on the platform's webhooks reach us; null while they do not, or no pair is chosen. */
  webhooksSince(source: Source): Instant | null;
  /** Sets the alarm for `at` or sooner. */
  wake(at: Instant): void;
  reached(source: Source, reachable: boolean): void;
  alert(message: string): void;
  /** Called when a platform contradicts the catalog's data on this item: it must be read again. */
  outdated(source: Source, stockId: string): void;
  /** Called when rows of these keys have changed, so that lists and counts follow. */
  changed(keys: readonly number[]): void;
  /** Plans links again that were to end and may end now. Returns those that must still end, but not yet. */
  linkSettled(keys: readonly number[]): readonly number[];
  /** Called with what a turn has found out about other apps that change the same stock, within its transaction. */
  judged(verdicts: readonly WriterVerdict[]): void;
  /** Called with the lines that a turn has written. */
  noted(lines: readonly NumberedLine[]): void;
  /** Runs work past the end of the current call. A failure inside is a bug and is reported. */
  background(work: Promise<void>): void;
  /** Restarts the object from storage: memory and storage no longer agree. */
  abort(reason: string): void;
}

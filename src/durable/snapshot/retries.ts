import type { Instant } from '../../domain/instant';
import { SOURCES, type Source } from '../../domain/source';
import type { Runs } from './runs';

/** Delay before a run that an outage ended is requested again, in ms, unless the platform is known to answer earlier. */
const OUTAGE_AGAIN_MS = 15 * 60_000;

/** Requests failed snapshots again. One that waits for the merchant's approval has not failed and is left alone. */
export class Retries {
  readonly #runs: Runs;
  readonly #account: { now(): Instant };
  readonly #snapshots: { request(source: Source): unknown };

  constructor(runs: Runs, account: { now(): Instant }, snapshots: { request(source: Source): unknown }) {
    this.#runs = runs;
    this.#account = account;
    this.#snapshots = snapshots;
  }

  /** Requests a source's snapshot again if its newest run has failed, so that repeating its task does the work. */
  revive(source: Source): void {
    const run = this.#runs.newest(source);
    if (run?.state === 'failed' && run.body.phase === 'over') this.#snapshots.request(source);
  }

  /** The same for a run that an outage ended: at once if `answers` (the platform is known to answer again), else after the delay. */
  afterOutage(source: Source, answers: boolean): void {
    const endedAt = this.#outageEndedAt(source);
    if (endedAt !== null && (answers || this.#account.now() - endedAt >= OUTAGE_AGAIN_MS)) this.#snapshots.request(source);
  }

  /** Returns when a run that an outage ended is requested again; null when there is none. */
  dueAt(): Instant | null {
    const ended = SOURCES.map((source) => this.#outageEndedAt(source)).filter((at) => at !== null);
    return ended.length === 0 ? null : Math.min(...ended) + OUTAGE_AGAIN_MS;
  }

  /** Returns when an outage ended a source's newest run; null when none has. */
  #outageEndedAt(source: Source): Instant | null {
    const run = this.#runs.newest(source);
    return run?.state === 'failed' && run.body.outage === true ? run.body.updated : null;
  }
}

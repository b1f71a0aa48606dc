import type { Instant } from '../../domain/instant';
import { otherSource, SOURCES } from '../../domain/source';
import type { Catalog } from '../catalog/catalog';
import { SnapshotMerge } from './merge';
import type { SnapshotAccount } from './ports';
import { isActive, type Run, type Runs } from './runs';
import { after, type Step } from './step';

/** A side's first read waits for the other side's, so that linked rows are written once; maximum wait without progress, in ms. */
const STALLED_MS = 120_000;

/** Polling interval while another run, or a first read, is under way, in ms. */
const LOOK_AGAIN_MS = 250;

/** Plans in a row that other changes may invalidate before one is made without letting other work run. */
const MAX_PLANS = 3;

/** Merges what runs have read into the catalog: one merge at a time, in slices, of one run or of both sides' together. */
export class Merging {
  readonly #runs: Runs;
  readonly #catalog: Catalog;
  readonly #account: SnapshotAccount;
  #merge: SnapshotMerge | null = null;
  #mergeIds = '';
  #nextSlice = 0;
  #busy = false;

  constructor(runs: Runs, catalog: Catalog, account: SnapshotAccount) {
    this.#runs = runs;
    this.#catalog = catalog;
    this.#account = account;
  }

  /** Discards the plan, because the state that it was made for has changed. */
  forgetPlan(): void {
    this.#merge = null;
  }

  /** Merges at once, together with the other side's run if that is also read, or waits for it. */
  begin(run: Run): Step {
    const other = this.#runs.newest(otherSource(run.source));
    if (isActive(other)) {
      if (other.body.phase === 'merge' || this.#worthWaiting(other, this.#account.now())) return { kind: 'wait', ms: LOOK_AGAIN_MS };
      if (other.body.phase === 'wait') this.#runs.save(other.id, { phase: 'merge' });
    }
    return after(this.#runs.save(run.id, { phase: 'merge' }));
  }

  /** Returns whether to wait for the other side's first read: merged together, each linked row is written once. */
  #worthWaiting(other: Run, now: Instant): boolean {
    return other.body.phase !== 'wait' && now - other.body.updated <= STALLED_MS && !this.#catalog.table.knows(other.source);
  }

  /** Applies one slice of the merge of all runs that are in it. */
  async slice(): Promise<Step> {
    if (this.#busy) return { kind: 'wait', ms: LOOK_AGAIN_MS };
    this.#busy = true;
    try {
      const merge = await this.#planned();
      if (merge === null) return { kind: 'next' };
      merge.run(this.#nextSlice);
      this.#nextSlice += 1;
      if (this.#nextSlice >= merge.slices) this.#complete();
      // Let other work (a sale) run first.
      await this.#account.pause(0);
      return { kind: 'next' };
    } finally {
      this.#busy = false;
    }
  }

  /** Returns the merge as planned for what is stored now; null when there is nothing left to merge. */
  async #planned(): Promise<SnapshotMerge | null> {
    for (let plans = 0; ; plans += 1) {
      const runs = this.#inMerge();
      const ids = runs.map((run) => run.id).join();
      if (runs.length === 0) return null;
      if (this.#merge !== null && this.#mergeIds === ids && this.#merge.current) return this.#merge;
      const merge = new SnapshotMerge(this.#catalog, this.#runs, runs);
      const breathe = plans < MAX_PLANS ? async (): Promise<void> => this.#account.pause(0) : async (): Promise<void> => {};
      const doubt = await merge.plan(breathe);
      if (doubt !== null) {
        this.#park(doubt.run, doubt.doubt);
        continue;
      }
      this.#merge = merge;
      this.#mergeIds = ids;
      // Slices that were applied under an older plan find nothing left to write.
      this.#nextSlice = 0;
    }
  }

  #inMerge(): Run[] {
    return SOURCES.map((source) => this.#runs.newest(source))
      .filter(isActive)
      .filter((run) => run.body.phase === 'merge');
  }

  #complete(): void {
    const now = this.#account.now();
    for (const run of this.#inMerge()) {
      this.#runs.save(run.id, { phase: 'over', completed: now, updated: now, total: run.body.processed, touched: [] }, 'done');
      this.#runs.dropChunks(run.id);
      this.#account.ended(run.source);
    }
    this.#merge = null;
  }

  #park(run: Run, doubt: string): void {
    const now = this.#account.now();
    this.#runs.save(run.id, { phase: 'parked', problem: doubt, updated: now }, 'failed');
    this.#merge = null;
    this.#account.ended(run.source);
    this.#account.note(`alert: a ${run.source} snapshot is parked: ${doubt}`);
  }
}

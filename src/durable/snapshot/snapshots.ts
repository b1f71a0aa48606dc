import type { Instant } from '../../domain/instant';
import { ok, refuse, type Answer, type Result } from '../../domain/result';
import { otherSource, SOURCES, sourceName, type Source } from '../../domain/source';
import { describeFailure, type PlatformFailure } from '../../platforms/failure';
import type { SnapshotView } from '../api';
import type { Catalog } from '../catalog/catalog';
import type { Database } from '../store/database';
import { openMeta } from '../store/meta';
import { SnapshotMerge } from './merge';
import type { ShopifyCatalogue, SnapshotAccount, SquareCatalogue } from './ports';
import { MOST_REFRESHED, Refresh, type Wanted } from './refresh';
import { isActive, Runs, touchedName, viewOf, type Run, type TouchedId } from './runs';
import { ShopifyReading } from './shopify-reading';
import { SquareReading } from './square-reading';
import type { Step } from './step';

/** How long one call of `advance` works, in ms. */
const SLICE_MS = 15_000;

/** A side's first read waits for the other side's, so that linked rows are written once; not longer than this without progress, in ms. */
const STALLED_MS = 120_000;

/** How long to look away while another run, or a first read, is under way, in ms. */
const LOOK_AGAIN_MS = 250;

/** Unanswered calls in a row before a run fails; the pause doubles from the first, in ms. */
const MAX_FAILURES = 6;
const FIRST_PAUSE_MS = 500;

/** Plans in a row that others' changes may void before one is made without letting other work in. */
const MAX_PLANS = 3;

/** The runs that read a whole platform into the catalogue: wanted, worked on in slices, resumed where they stopped. */
export class Snapshots {
  readonly #runs: Runs;
  readonly #catalog: Catalog;
  readonly #account: SnapshotAccount;
  readonly #shopify: ShopifyReading;
  readonly #square: SquareReading;
  readonly #refresh: Refresh;
  readonly #working = new Map<Source, Promise<void>>();
  readonly #bells = new Map<Source, () => void>();
  readonly #failures = new Map<number, number>();
  #merge: SnapshotMerge | null = null;
  #mergeIds = '';
  #nextSlice = 0;
  #merging = false;

  constructor(
    db: Database,
    catalog: Catalog,
    ports: { readonly shopify: ShopifyCatalogue; readonly square: SquareCatalogue },
    account: SnapshotAccount,
  ) {
    this.#runs = new Runs(db);
    this.#catalog = catalog;
    this.#account = account;
    this.#shopify = new ShopifyReading(ports.shopify, this.#runs, account);
    this.#square = new SquareReading(ports.square, this.#runs, account);
    const touched = (ids: readonly TouchedId[]): void => {
      this.#touched(ids);
    };
    this.#refresh = new Refresh({ catalog, meta: openMeta(db), ports, account, touched });
  }

  /** The newest run of each source that ever had one. */
  views(): SnapshotView[] {
    return SOURCES.flatMap((source) => {
      const run = this.#runs.newest(source);
      return run === null ? [] : [viewOf(run)];
    });
  }

  /** True while a run of this source is wanted or under way. */
  active(source: Source): boolean {
    return isActive(this.#runs.newest(source));
  }

  /** Marks a snapshot as wanted; one that is under way is the one that is wanted. */
  request(source: Source): Answer<SnapshotView> {
    if (this.#account.locationId(source) === '') return refuse('failed_precondition', 'Choose the locations to keep in step first.');
    const run = this.#runs.newest(source);
    return ok(viewOf(isActive(run) ? run : this.#runs.create(source, this.#account.now())));
  }

  /** The merchant says that a read that was parked is right. */
  approve(source: Source): Answer<SnapshotView> {
    const run = this.#runs.newest(source);
    const approved = run === null ? null : this.#runs.approve(run.id, this.#account.now());
    return approved === null ? refuse('failed_precondition', `no ${sourceName(source)} snapshot waits for a word`) : ok(viewOf(approved));
  }

  /** Gives up what is under way: the pair or the connection it belongs to is gone. */
  giveUp(source: Source, problem: string): void {
    const run = this.#runs.newest(source);
    if (isActive(run)) this.#fail(run, problem);
  }

  /**
   * Reads what webhooks have named and relinks it; many products are left to a snapshot. A failure leaves some of it
   * unread: ask again for all.
   */
  async refresh(wanted: Wanted): Promise<Result<null, PlatformFailure>> {
    if (wanted.products.length + wanted.items.length > MOST_REFRESHED) {
      this.request('shopify');
    } else {
      const products = await this.#refresh.products(wanted.products);
      if (!products.ok) return products;
      const items = await this.#refresh.items(wanted.items);
      if (!items.ok) return items;
    }
    return wanted.squareCatalogue ? this.#refresh.square(this.#runs.newestDone('square')?.body.latestTime ?? '') : ok(null);
  }

  /** Forgets all that was read of a source: another merchant's catalogue comes in its place. */
  forget(source: Source): void {
    this.giveUp(source, `${sourceName(source)} was connected anew.`);
    this.#runs.dropAll(source);
    if (source === 'square') this.#refresh.forgetTimes();
  }

  #touched(ids: readonly TouchedId[]): void {
    for (const source of SOURCES) {
      const run = this.#runs.newest(source);
      if (!isActive(run) || run.body.phase === 'start') continue;
      const names = ids.filter((id) => id.source === source).map(touchedName);
      const fresh = names.filter((name) => !run.body.touched.includes(name));
      if (fresh.length === 0) continue;
      this.#runs.save(run.id, { touched: [...run.body.touched, ...fresh] });
      this.#merge = null;
    }
  }

  /** Shopify says that a bulk operation has finished. */
  bulkFinished(operationId: string): void {
    this.#shopify.finished(operationId);
    this.#bells.get('shopify')?.();
  }

  /** Works on a source's run for a while and says how far it is. A second call joins the first. */
  async advance(source: Source): Promise<Answer<SnapshotView>> {
    let working = this.#working.get(source);
    if (working === undefined) {
      working = this.#work(source).finally(() => this.#working.delete(source));
      this.#working.set(source, working);
    }
    await working;
    const run = this.#runs.newest(source);
    return run === null ? refuse('not_found', `no ${sourceName(source)} snapshot was asked for`) : ok(viewOf(run));
  }

  async #work(source: Source): Promise<void> {
    const deadline = this.#account.now() + SLICE_MS;
    for (;;) {
      const run = this.#runs.newest(source);
      if (!isActive(run)) return;
      const step = await this.#step(run, deadline);
      if (step.kind === 'over') return;
      if (step.kind === 'next') this.#failures.delete(run.id);
      const pause = step.kind === 'wait' ? step.ms : step.kind === 'failed' ? this.#failed(run, step.failure) : 0;
      const left = deadline - this.#account.now();
      if (left <= 0) return;
      if (pause > 0) await this.#wait(source, Math.min(pause, left));
      if (pause > left) return;
    }
  }

  #step(run: Run, deadline: Instant): Promise<Step> | Step {
    if (run.body.locationId !== '' && run.body.locationId !== this.#account.locationId(run.source)) {
      this.#fail(run, 'The paired locations changed while this ran.');
      return { kind: 'over' };
    }
    switch (run.body.phase) {
      case 'start':
      case 'poll':
      case 'read':
        return run.source === 'shopify' ? this.#shopify.step(run, deadline) : this.#square.step(run);
      case 'wait':
        return this.#beginMerge(run);
      case 'merge':
        return this.#mergeSlice();
      case 'parked':
      case 'over':
        return { kind: 'over' };
    }
  }

  /** Merges at once, together with the other side's run when that is read too, or waits for it. */
  #beginMerge(run: Run): Step {
    const other = this.#runs.newest(otherSource(run.source));
    if (isActive(other)) {
      if (other.body.phase === 'merge') return { kind: 'wait', ms: LOOK_AGAIN_MS };
      const first = !this.#catalog.table.knows(other.source);
      const stalled = this.#account.now() - other.body.updated > STALLED_MS;
      if (other.body.phase !== 'wait' && first && !stalled) return { kind: 'wait', ms: LOOK_AGAIN_MS };
      if (other.body.phase === 'wait') this.#runs.save(other.id, { phase: 'merge' });
    }
    return this.#runs.save(run.id, { phase: 'merge' }) === null ? { kind: 'over' } : { kind: 'next' };
  }

  /** One slice of the merge of every run that is in it. */
  async #mergeSlice(): Promise<Step> {
    if (this.#merging) return { kind: 'wait', ms: LOOK_AGAIN_MS };
    this.#merging = true;
    try {
      const merge = await this.#planned();
      if (merge === null) return { kind: 'next' };
      merge.run(this.#nextSlice);
      this.#nextSlice += 1;
      if (this.#nextSlice >= merge.slices) this.#complete();
      await this.#account.pause(0);
      return { kind: 'next' };
    } finally {
      this.#merging = false;
    }
  }

  /** The merge as planned on what is stored now; null when there is nothing to merge any more or a run was parked. */
  async #planned(): Promise<SnapshotMerge | null> {
    for (let plans = 0; ; plans += 1) {
      const runs = SOURCES.map((source) => this.#runs.newest(source))
        .filter((run) => isActive(run) && run.body.phase === 'merge')
        .filter((run) => run !== null);
      const ids = runs.map((run) => run.id).join();
      if (runs.length === 0) return null;
      if (this.#merge !== null && this.#mergeIds === ids && this.#merge.current) return this.#merge;
      const merge = new SnapshotMerge(this.#catalog, this.#runs, runs);
      const breathe = plans < MAX_PLANS ? () => this.#account.pause(0) : () => Promise.resolve();
      const doubt = await merge.plan(breathe);
      if (doubt !== null) {
        this.#park(doubt.run, doubt.doubt);
        continue;
      }
      this.#merge = merge;
      this.#mergeIds = ids;
      // Slices that were done under an older plan find nothing left to write.
      this.#nextSlice = 0;
    }
  }

  #complete(): void {
    const now = this.#account.now();
    for (const source of SOURCES) {
      const run = this.#runs.newest(source);
      if (!isActive(run) || run.body.phase !== 'merge') continue;
      this.#runs.save(run.id, { phase: 'over', completed: now, updated: now, total: run.body.processed, touched: [] }, 'done');
      this.#runs.dropChunks(run.id);
    }
    this.#merge = null;
  }

  #park(run: Run, doubt: string): void {
    const now = this.#account.now();
    this.#runs.save(run.id, { phase: 'parked', problem: doubt, completed: now, updated: now }, 'failed');
    this.#merge = null;
    this.#account.note(`a ${run.source} snapshot is parked: ${doubt}`);
  }

  /** Counts an unanswered call; answers how long to wait before the next, after which a run that goes on failing has ended. */
  #failed(run: Run, failure: PlatformFailure): number {
    const name = sourceName(run.source);
    switch (failure.kind) {
      case 'throttled':
        return failure.afterMs;
      case 'unauthorised':
        this.#fail(run, `${name} refuses our access. Reconnect ${name}, then refresh.`);
        return 0;
      case 'refused':
        this.#account.note(`a ${run.source} snapshot was refused: ${failure.detail}`);
        this.#fail(run, `${name} would not hand out its catalogue. Try again later.`);
        return 0;
      case 'failed': {
        const failures = (this.#failures.get(run.id) ?? 0) + 1;
        this.#failures.set(run.id, failures);
        if (failures < MAX_FAILURES) return FIRST_PAUSE_MS * 2 ** (failures - 1);
        this.#account.note(`a ${run.source} snapshot failed: ${describeFailure(failure)}`);
        this.#fail(run, `${name} could not be reached. Try again later.`);
        return 0;
      }
    }
  }

  #fail(run: Run, problem: string): void {
    const now = this.#account.now();
    this.#runs.save(run.id, { phase: 'over', problem, completed: now, updated: now, touched: [] }, 'failed');
    this.#runs.dropChunks(run.id);
    this.#merge = null;
  }

  /** Waits, but no longer than until the platform speaks up. */
  async #wait(source: Source, ms: number): Promise<void> {
    const rung = new Promise<void>((resolve) => {
      this.#bells.set(source, resolve);
    });
    await Promise.race([this.#account.pause(ms), rung]);
    this.#bells.delete(source);
  }
}

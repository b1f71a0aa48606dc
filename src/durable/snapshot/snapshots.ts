import type { Instant } from '../../domain/instant';
import { ok, refuse, type Answer, type Result } from '../../domain/result';
import { SOURCES, sourceName, type Source } from '../../domain/source';
import { describeFailure, type PlatformFailure } from '../../platforms/failure';
import type { SnapshotView } from '../api/account-api';
import type { Catalog } from '../catalog/catalog';
import type { Database } from '../store/database';
import { openMeta } from '../store/meta';
import { Merging } from './merging';
import type { ShopifyCatalog, SnapshotAccount, SquareCatalog } from './ports';
import { isWorthWhole, Refresh, type Wanted } from './refresh';
import { Retries } from './retries';
import { isActive, Runs, refreshName, viewOf, type Run, type RefreshId } from './runs';
import { ShopifyReading } from './shopify-reading';
import { SquareReading } from './square-reading';
import type { Step } from './step';

/** How long one call of `advance` works, in ms. */
const SLICE_MS = 15_000;

/** Unanswered calls in a row after which a slice ends and its task waits; the first pause between calls, in ms, which then doubles. */
const MAX_FAILURES = 3;
const FIRST_PAUSE_MS = 500;

/** Time without progress, in ms, after which a run counts as stopped: the next request creates another. */
const STOPPED_MS = 30 * 60_000;

const PAIR_CHANGED = 'The paired locations changed while this ran.';
const STARTED_OVER = 'The account started over while this ran.';

/** The runs that read a whole platform into the catalog: requested, worked on in slices, resumed where they stopped. */
export class Snapshots {
  readonly #runs: Runs;
  readonly #account: SnapshotAccount;
  readonly #shopify: ShopifyReading;
  readonly #square: SquareReading;
  readonly #refresh: Refresh;
  readonly #merging: Merging;
  readonly #working = new Map<Source, Promise<string | null>>();
  readonly #bells = new Map<Source, () => void>();
  readonly #failures = new Map<number, number>();
  /** Requests failed runs again. */
  readonly retries: Retries;

  constructor(
    db: Database,
    catalog: Catalog,
    ports: { readonly shopify: ShopifyCatalog; readonly square: SquareCatalog },
    account: SnapshotAccount,
  ) {
    this.#runs = new Runs(db);
    this.#account = account;
    this.retries = new Retries(this.#runs, account, this);
    this.#shopify = new ShopifyReading(ports.shopify, this.#runs, account);
    this.#square = new SquareReading(ports.square, this.#runs, account);
    this.#merging = new Merging(this.#runs, catalog, account);
    const touched = (ids: readonly RefreshId[]): void => {
      this.#touched(ids);
    };
    this.#refresh = new Refresh({ catalog, meta: openMeta(db), ports, account, touched });
  }

  /** Returns the newest run of each source that ever had one. */
  views(): SnapshotView[] {
    return SOURCES.flatMap((source) => {
      const run = this.#runs.newest(source);
      return run === null ? [] : [viewOf(run)];
    });
  }

  /** Returns whether a run of this source is requested or under way. */
  active(source: Source): boolean {
    return isActive(this.#runs.newest(source));
  }

  /**
   * Requests a snapshot; one that is under way counts as the requested one. A `trusted` one starts a new baseline: nothing that it finds is
   * sent anywhere, so it is never held back as implausible. It replaces one under way, and what that one merged is forgotten.
   */
  request(source: Source, trusted = false): Answer<SnapshotView> {
    if (this.#account.locationId(source) === '') return refuse('failed_precondition', 'Choose the locations to keep in sync first.');
    const run = this.#runs.newest(source);
    if (isActive(run)) {
      const stopped = this.#account.now() - run.body.updated > STOPPED_MS;
      if (!stopped && !trusted && !this.#isStale(run)) return ok(viewOf(run));
      this.#fail(run, stopped ? 'It stopped before its end.' : trusted ? STARTED_OVER : PAIR_CHANGED);
    }
    const made = this.#runs.create(source, this.#account.now());
    return ok(viewOf(trusted ? (this.#runs.save(made.id, { approved: true }) ?? made) : made));
  }

  /** Ends a run whose platform did not answer for too long. `Retries` requests it again. */
  abandon(source: Source): void {
    const run = this.#runs.newest(source);
    if (isActive(run)) this.#fail(run, `${sourceName(source)} could not be reached. It is read again once it answers.`, true);
  }

  /**
   * Requests a source's snapshot if the last request was `everyMs` ago or earlier: a full read finds what neither webhooks nor
   * reconciliation report. Not for a source that never had one, nor while a read waits for the merchant's approval.
   */
  requestDue(source: Source, everyMs: number): void {
    const run = this.#runs.newest(source);
    if (run === null || this.active(source) || run.body.phase === 'parked') return;
    if (this.#account.now() - run.body.requested >= everyMs) this.request(source);
  }

  /** Returns whether a run reads for a location other than the current one, or for none since the pair was removed. */
  #isStale({ source, body }: Run): boolean {
    const counts = this.#account.locationId(source);
    return counts === '' || (body.locationId !== '' && body.locationId !== counts);
  }

  /** Returns why the newest read of a side waits for the merchant's approval; '' when it does not. */
  doubtOf(source: Source): string {
    const run = this.#runs.newest(source);
    return run?.body.phase === 'parked' ? run.body.problem : '';
  }

  /** Records that the merchant approves a parked read. */
  approve(source: Source): Answer<SnapshotView> {
    const run = this.#runs.newest(source);
    const approved = run === null ? null : this.#runs.approve(run.id, this.#account.now());
    return approved === null ? refuse('failed_precondition', `no ${sourceName(source)} snapshot waits for approval`) : ok(viewOf(approved));
  }

  /** Gives up what is under way: the pair or the connection it belongs to is gone. */
  giveUp(source: Source, problem: string): void {
    const run = this.#runs.newest(source);
    if (isActive(run)) this.#fail(run, problem);
  }

  /** Rereads these products and items and relinks them. A failure leaves some of them unread: request all again. */
  async refresh(wanted: Wanted): Promise<Result<unknown, PlatformFailure>> {
    const { products, items, squareItems = [] } = wanted;
    const together = products.length > 0 && squareItems.length > 0;
    const steps = together
      ? [() => this.#refresh.both(products, squareItems)]
      : [() => this.#refresh.products(products), () => this.#refresh.squareItems(squareItems)];
    for (const step of [...steps, () => this.#refresh.items(items)]) {
      const read = await step();
      if (!read.ok) return read;
    }
    return wanted.squareCatalogue ? this.readSquareChanges() : ok(null);
  }

  /** Reads a page of what changed in Square's catalog and relinks it. `more`: call again for the next. */
  readSquareChanges(): Promise<Result<{ readonly more: boolean }, PlatformFailure>> {
    return this.#refresh.squarePage(this.#squareReadFrom());
  }

  /** Whether a page of Square's changes was read and another follows. */
  get squareGoesOn(): boolean {
    return this.#refresh.squareGoesOn;
  }

  /** Returns whether a bulk operation is better for reading this many pages of products. */
  isWorthWhole(pages: number): boolean {
    return isWorthWhole(pages, this.#runs.newestDone('shopify')?.body.processed ?? 0);
  }

  /** Requests a full read of a source by a run that has not started. False when an earlier run is under way: wait for its end. */
  readWhole(source: Source): boolean {
    const run = this.#runs.newest(source);
    if (isActive(run) && !this.#isStale(run) && (run.body.phase !== 'start' || this.#working.has(source))) return false;
    return this.request(source).ok;
  }

  /** Returns since when Square's catalog is fully known, or will be once the run under way is merged; '' for never. */
  #squareReadFrom(): string {
    return this.#runs.newestDone('square')?.body.latestTime ?? this.#runs.newest('square')?.body.latestTime ?? '';
  }

  /** Forgets everything read from a source: another merchant's catalog replaces it. */
  forget(source: Source): void {
    this.giveUp(source, `${sourceName(source)} was reconnected.`);
    this.#runs.dropAll(source);
    if (source === 'square') this.#refresh.forgetTimes();
  }

  #touched(ids: readonly RefreshId[]): void {
    for (const source of SOURCES) {
      const run = this.#runs.newest(source);
      const phase = run?.body.phase;
      // A parked read is merged once the merchant approves it, however old it is by then.
      const isOpen = isActive(run) || phase === 'parked';
      if (run === null || !isOpen || phase === 'start') continue;
      const names = ids.filter((id) => id.source === source).map(refreshName);
      if (this.#runs.touch(run, names)) this.#merging.forgetPlan();
    }
  }

  /** Handles Shopify's report that a bulk operation has finished. */
  bulkFinished(operationId: string): void {
    this.#shopify.finished(operationId);
    this.#bells.get('shopify')?.();
  }

  /**
   * Works on a source's run for a bounded time and returns its progress. A second call joins the first. `unavailable`: the platform does
   * not answer; the run continues from where it stands at the next call, until `abandon`.
   */
  async advance(source: Source): Promise<Answer<SnapshotView>> {
    let working = this.#working.get(source);
    if (working === undefined) {
      working = this.#work(source).finally(() => this.#working.delete(source));
      this.#working.set(source, working);
    }
    const trouble = await working;
    if (trouble !== null) return refuse('unavailable', trouble);
    const run = this.#runs.newest(source);
    return run === null ? refuse('not_found', `no ${sourceName(source)} snapshot was asked for`) : ok(viewOf(run));
  }

  /** Works on a run; returns why it stopped early, or null when it did not. */
  async #work(source: Source): Promise<string | null> {
    const deadline = this.#account.now() + SLICE_MS;
    for (;;) {
      const run = this.#runs.newest(source);
      if (!isActive(run)) return null;
      const step = await this.#step(run, deadline);
      if (step.kind === 'unfinished') this.#unfinished(run, step.detail);
      if (step.kind === 'over' || step.kind === 'unfinished') return null;
      if (step.kind === 'next') this.#failures.delete(run.id);
      const pause = step.kind === 'wait' ? step.ms : step.kind === 'failed' ? this.#failed(run, step.failure) : 0;
      if (typeof pause === 'string') return pause;
      const left = deadline - this.#account.now();
      if (left <= 0) return null;
      if (pause > 0) await this.#wait(source, Math.min(pause, left));
      if (pause > left) return null;
    }
  }

  #step(run: Run, deadline: Instant): Promise<Step> | Step {
    if (this.#isStale(run)) {
      this.#fail(run, PAIR_CHANGED);
      return { kind: 'over' };
    }
    switch (run.body.phase) {
      case 'start':
      case 'poll':
      case 'read':
        return run.source === 'shopify' ? this.#shopify.step(run, deadline) : this.#square.step(run);
      case 'wait':
        return this.#merging.begin(run);
      case 'merge':
        return this.#merging.slice();
      case 'parked':
      case 'over':
        return { kind: 'over' };
    }
  }

  /** Counts an unanswered call; returns how long to wait before the next, in ms, or why there is none for now. */
  #failed(run: Run, failure: PlatformFailure): number | string {
    const name = sourceName(run.source);
    switch (failure.kind) {
      case 'throttled':
        return failure.afterMs;
      case 'unauthorized':
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
        this.#failures.delete(run.id);
        this.#account.note(`a ${run.source} snapshot waits: ${describeFailure(failure)}`);
        return `${name} could not be reached.`;
      }
    }
  }

  /** Handles work that a platform failed to finish: it is requested again, because a refusal would be final. */
  #unfinished(run: Run, detail: string): void {
    const name = sourceName(run.source);
    this.#account.note(`a ${run.source} snapshot could not be finished: ${detail}`);
    this.#fail(run, `${name} could not finish its list of variants. It is read again in a while.`, true);
  }

  #fail(run: Run, problem: string, outage = false): void {
    this.#runs.save(run.id, { phase: 'over', problem, updated: this.#account.now(), touched: [], outage }, 'failed');
    this.#runs.dropChunks(run.id);
    this.#merging.forgetPlan();
    this.#account.ended(run.source);
  }

  /** Waits until the time has passed or the platform reports progress. */
  async #wait(source: Source, ms: number): Promise<void> {
    const rung = new Promise<void>((resolve) => {
      this.#bells.set(source, resolve);
    });
    await Promise.race([this.#account.pause(ms), rung]);
    this.#bells.delete(source);
  }
}

import type { CloseReason } from '../../catalog/merge-plan';
import type { HistoryFact, ObservationCause } from '../../history/fact';
import type { Instant } from '../../instant';
import { SOURCES, type Source } from '../../source';
import { withinPending } from '../decrease';
import { atRest, breaksConservation, sendablePart, withSide, type LinkedLevel } from '../linked-level';
import { observe, type Rules, type Step } from '../observe';
import { observeUnlinked } from '../observe-unlinked';
import { holdForReview, type ReviewBounds } from '../pause-review';
import { applySet } from '../rebase';
import { endsNow } from '../relink';
import { restart, restartLevel, waitsLong, type DetachedOp } from '../restart';
import { writeStops, type WriteStop } from '../write-gate';
import type { EngineContext, LevelEntry, Levels } from './context';
import { DecreaseReads } from './decrease-reads';
import type { EffectLine, Effects, IncomingAnswer, OutgoingRequest } from './effects';
import { Lane } from './lane';
import type { Job } from './lane-engine';
import { WriterWatch } from './writer-watch';

/**
 * Runs the sync of one account as a state machine without promises. Events come in as method calls (an observation, an answer, a timer, a
 * restart, a new epoch, the end of a link, a set request); `finish` ends a turn and returns everything to do: what to store, what to send,
 * what to write to the history, when to run next. The engine makes no calls itself.
 */
export class Engine {
  readonly levels: Levels;
  readonly context: EngineContext;
  readonly #lanes: Readonly<Record<Source, Lane>>;
  readonly #decreases: DecreaseReads;
  readonly #watch: WriterWatch;
  readonly #sent = new Map<number, Source>();
  #put = new Set<number>();
  #nextId = 1;
  #lines: EffectLine[] = [];
  #alerts: string[] = [];
  #reached: { source: Source; reachable: boolean }[] = [];
  #outdated: { source: Source; stockId: string }[] = [];

  constructor(levels: Levels, context: EngineContext) {
    this.levels = {
      byKey: (key) => levels.byKey(key),
      byStock: (source, stockId) => levels.byStock(source, stockId),
      put: (key, level) => {
        this.#put.add(key);
        levels.put(key, withinPending(level));
      },
    };
    this.context = context;
    this.#decreases = new DecreaseReads(this.levels, context);
    this.#watch = new WriterWatch(this.levels, context);
    const lane = (source: Source): Lane =>
      new Lane(source, {
        levels: this.levels,
        context,
        watch: this.#watch,
        rules: (entry) => this.rules(entry),
        mayWrite: (side) => this.stops(side).length === 0,
        line: (key, fact) => {
          this.line(key, fact);
        },
        alert: (message) => {
          this.#alerts.push(message);
        },
        reached: (side, reachable) => {
          this.#reached.push({ source: side, reachable });
        },
        outdated: (side, stockId) => {
          if (stockId !== null) this.#outdated.push({ source: side, stockId });
        },
      });
    this.#lanes = { shopify: lane('shopify'), square: lane('square') };
  }

  /** Returns the rules that decide what happens to outside changes of a variant. A variant that is not linked passes nothing on. */
  rules(entry: LevelEntry): Rules {
    const rules = this.context.rules();
    return { ...rules, now: this.context.now(), linked: entry.linked, otherWriter: rules.otherWriter || this.#watch.isHeld(entry) };
  }

  /** Returns why nothing that changes stock may be sent to a platform now; empty when it may. */
  stops(source: Source): readonly WriteStop[] {
    return writeStops(this.context.rules(), source, this.context.connected(source));
  }

  /**
   * Handles the end of a platform's last pause; `keys` are the levels that are not at rest. Changes that have become large are held for
   * review, all others are sent. The time spent waiting for the pause does not count toward the lag.
   */
  pauseEnded(keys: readonly number[], source: Source, bounds?: ReviewBounds): void {
    const entries = keys.flatMap((key) => this.levels.byKey(key) ?? []);
    for (const [key, step] of holdForReview(entries, source, bounds)) this.book(key, step);
    for (const key of keys) {
      const entry = this.levels.byKey(key);
      if (entry === null || entry.level[source].pendingSince === null) continue;
      this.levels.put(key, withSide(entry.level, source, { pendingSince: this.context.now() }));
    }
  }

  /**
   * Recovers what an instance left: levels not at rest (`keys`), and ops whose variants are gone. Writes are repeated
   * with the same key.
   */
  recover(keys: readonly number[], detached: readonly DetachedOp[] = []): void {
    const open = keys.flatMap((key) => {
      const entry = this.levels.byKey(key);
      return entry === null || atRest(entry.level) ? [] : [[key, entry.level] as const];
    });
    const at = { epoch: this.context.epoch(), now: this.context.now(), detached };
    for (const found of restart(open, at)) this.#lanes[found.attempts.source].recover(found);
    for (const source of SOURCES) if (open.some(([, level]) => waitsLong(level, source, at.now))) this.#lanes[source].doubt();
    for (const [key] of open) this.#put.add(key);
  }

  /** Checks these levels again: a timer fired, or something outside has changed. */
  resume(keys: Iterable<number>): void {
    for (const key of keys) this.#put.add(key);
  }

  /** Accounts a level that a platform states for a known variant. Returns how many changes it recorded. */
  observe(entry: LevelEntry, source: Source, report: { readonly quantity: number; readonly at: Instant }, via: ObservationCause): number {
    const { level } = entry;
    if (!entry.linked && atRest(level)) return this.book(entry.key, observeUnlinked(entry, source, report, via));
    const polled = via !== 'webhook' && { polled: true as const };
    const seen = { value: report.quantity, at: report.at, direct: false, ...polled };
    return this.book(entry.key, observe(level, source, seen, via, this.rules(entry)));
  }

  /** Requests a read of a side whose level may have changed to an unknown value. False when the variant is unknown or not linked. */
  readAgain(entry: LevelEntry | null, source: Source): boolean {
    if (entry?.linked !== true) return false;
    this.levels.put(entry.key, withSide(entry.level, source, { needsRead: true }));
    return true;
  }

  /** Books a step's level and history lines. Returns the number of lines. */
  book(key: number, step: Step): number {
    this.levels.put(key, step.cell);
    for (const fact of step.facts) this.line(key, fact);
    return step.facts.length;
  }

  /** Adds a history line for a variant. */
  line(key: number, fact: HistoryFact): void {
    const entry = this.levels.byKey(key);
    this.#lines.push({ key, sku: entry?.sku ?? '', fact });
    this.#watch.noted(entry, fact);
  }

  /** Handles the answer to a request that `finish` returned. An answer from an ended epoch only frees the lane. */
  answered(id: number, answer: IncomingAnswer): void {
    if (answer.kind === 'classify') this.#decreases.answered(id, answer.answer);
    this.#watch.answered(id, answer);
    const source = this.#sent.get(id);
    if (source === undefined) return;
    this.#sent.delete(id);
    this.#lanes[source].answered(answer);
  }

  /**
   * Requests the end of a row's link. Returns true when it may end now: both sides were read since the first request and nothing is in
   * flight. Otherwise returns false, and the link holds until `Effects.ended` names it, so that earlier sales still arrive.
   */
  mayEnd(key: number, why: CloseReason): boolean {
    const entry = this.levels.byKey(key);
    if (entry === null) return true;
    const { level } = entry;
    if (level.ending !== null) return endsNow(level);
    let next: LinkedLevel = { ...level, ending: why };
    for (const source of SOURCES) if (!level[source].indeterminate) next = withSide(next, source, { needsRead: true });
    this.levels.put(key, next);
    return false;
  }

  /** Cancels the end of a row's link. */
  keep(key: number): void {
    const entry = this.levels.byKey(key);
    if (entry !== null && entry.level.ending !== null) this.levels.put(key, { ...entry.level, ending: null });
  }

  /** Handles the end of an epoch: nothing is in flight anymore. Forgetting the levels is the caller's job. */
  clear(): void {
    this.#put.clear();
    this.#decreases.clear();
    this.#watch.clear();
    for (const source of SOURCES) this.#lanes[source].clear();
  }

  /** Starts a new epoch of the same connections and pair: nothing from before is pending, and the result of a lost write is read. */
  startAgain(entries: readonly LevelEntry[]): void {
    for (const { key, level } of entries) if (this.levels.byKey(key) !== null) this.levels.put(key, restartLevel(level));
  }

  /** Ends a turn: plans the requests and returns everything to do. Store the result before sending anything. */
  finish(): Effects {
    this.#applySets();
    const verdicts = this.#watch.advance(this.#put);
    for (const key of this.#put) this.#touch(key);
    const requests: OutgoingRequest[] = [];
    for (const source of SOURCES) this.#plan(source, requests);
    for (const reads of [this.#decreases, this.#watch]) requests.push(...reads.plan(() => this.#newId()));
    const lags: number[] = [];
    const ended: number[] = [];
    for (const key of this.#put) {
      this.#settleAge(key, lags);
      this.#inspect(key, ended);
    }
    const effects: Effects = {
      put: this.#put,
      lines: this.#lines,
      requests,
      wakeAt: this.#wakeAt(),
      reached: this.#reached,
      outdated: this.#outdated,
      alerts: this.#alerts,
      ended,
      lags,
      writers: verdicts,
    };
    this.#put = new Set();
    this.#lines = [];
    this.#alerts = [];
    this.#reached = [];
    this.#outdated = [];
    return effects;
  }

  /** Returns when to check again if nothing arrives: `standByMs` from now while a request is on the wire. Null when nothing can be done. */
  nextAt(standByMs: number): Instant | null {
    let soonest = this.#wakeAt() ?? Infinity;
    if (SOURCES.some((source) => this.#lanes[source].sending)) soonest = Math.min(soonest, this.context.now() + standByMs);
    return Number.isFinite(soonest) ? soonest : null;
  }

  /** Returns when an idle lane has something to do. */
  #wakeAt(): Instant | null {
    const lanes = SOURCES.map((source) => (this.#lanes[source].sending ? null : this.#lanes[source].nextAt()));
    const soonest = Math.min(...[...lanes, this.#decreases.nextAt(), this.#watch.nextAt()].map((at) => at ?? Infinity));
    return Number.isFinite(soonest) ? soonest : null;
  }

  #touch(key: number): void {
    const changed = this.levels.byKey(key);
    if (changed !== null) this.#decreases.touch(changed);
    const entry = this.levels.byKey(key);
    if (entry === null) return;
    for (const source of SOURCES) this.#lanes[source].touch(entry);
  }

  #plan(source: Source, requests: OutgoingRequest[]): void {
    const job = this.#lanes[source].plan();
    if (job === null) return;
    const id = this.#newId();
    this.#sent.set(id, source);
    requests.push(this.#outgoing(id, source, job));
  }

  #newId(): number {
    this.#nextId += 1;
    return this.#nextId - 1;
  }

  #outgoing(id: number, source: Source, job: Job): OutgoingRequest {
    if (job.kind !== 'read') return { id, source, kind: job.kind, request: job.carried.request };
    return { id, source, kind: 'read', stockIds: job.stockIds, locationId: this.context.locationId(source) };
  }

  /** Applies set requests whose sides are quiet. */
  #applySets(): void {
    for (const key of this.#put) {
      const entry = this.levels.byKey(key);
      if (entry === null || entry.level.setRequest === null) continue;
      const step = applySet(entry.level);
      if (step.cell !== entry.level) this.book(key, step);
    }
  }

  /** Checks whether the oldest change has arrived, and how long it took. A fraction of a unit that Shopify cannot receive does not age. */
  #settleAge(key: number, lags: number[]): void {
    for (const source of SOURCES) {
      const entry = this.levels.byKey(key);
      if (entry === null) break;
      const { inFlight, pending, pendingSince } = entry.level[source];
      const waits = inFlight !== null || sendablePart(source, pending) !== 0;
      if (waits && pendingSince === null) this.levels.put(key, withSide(entry.level, source, { pendingSince: this.context.now() }));
      if (waits || pendingSince === null) continue;
      this.levels.put(key, withSide(entry.level, source, { pendingSince: null }));
      lags.push(this.context.now() - pendingSince);
    }
  }

  /** Lists a link that may end now, and checks conservation (I1) every turn: a violation is our bug, so operators are alerted at once. */
  #inspect(key: number, ended: number[]): void {
    const entry = this.levels.byKey(key);
    if (entry === null) return;
    if (endsNow(entry.level)) ended.push(key);
    if (entry.linked && breaksConservation(entry.level))
      this.#alerts.push(`units were lost or invented: variant ${key} breaks conservation`);
  }
}

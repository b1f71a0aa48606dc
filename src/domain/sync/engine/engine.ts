import type { CloseReason } from '../../catalog/plan-merge';
import type { HistoryFact, ObservationCause } from '../../history/fact';
import type { Instant } from '../../instant';
import { otherSource, SOURCES, type Source } from '../../source';
import { atRest, breaksConservation, rebased, sendablePart, sideIsCertain, withSide, type LinkedLevel } from '../linked-level';
import { observe, type Rules, type Step } from '../observe';
import { holdForReview, type ReviewBounds } from '../pause-review';
import { applySet } from '../rebase';
import { restart, restartLevel, type DetachedOp } from '../restart';
import { writeStops, type WriteStop } from '../write-gate';
import type { EngineContext, LevelEntry, Levels } from './context';
import type { EffectLine, Effects, IncomingAnswer, OutgoingRequest } from './effects';
import { Lane } from './lane';
import type { Job } from './lane-engine';

/**
 * The sync of one account as a machine without promises. Events come in as method calls (an observation, an answer, a timer, a
 * restart, a new epoch, the end of a link, a person's request); `finish` ends a turn and returns all that is to be done:
 * what to store, what to send, what to write to the history, when to come back. It calls nothing by itself.
 */
export class Engine {
  readonly levels: Levels;
  readonly context: EngineContext;
  readonly #lanes: Readonly<Record<Source, Lane>>;
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
        levels.put(key, level);
      },
    };
    this.context = context;
    const lane = (source: Source): Lane =>
      new Lane(source, {
        levels: this.levels,
        context,
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

  /** What decides the fate of outside changes of a variant. One that is not linked passes nothing on. */
  rules(entry: LevelEntry): Rules {
    const rules = this.context.rules();
    return { ...rules, now: this.context.now(), linked: entry.linked };
  }

  /** Why nothing that changes stock may leave for a platform now; empty: it may. */
  stops(source: Source): readonly WriteStop[] {
    return writeStops(this.context.rules(), source, this.context.connected(source));
  }

  /**
   * The last pause of a platform has ended; `keys` are the levels that are not at rest. What has become large meanwhile is held
   * for review, all else is sent. The time that it waited for the pause says nothing of how quick we are.
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
   * Takes up what a previous instance left: `keys` are the levels that were not at rest, `detached` the ops whose variants are
   * gone. Writes are sent again with the same key.
   */
  recover(keys: readonly number[], detached: readonly DetachedOp[] = []): void {
    const open = keys.flatMap((key) => {
      const entry = this.levels.byKey(key);
      return entry === null || atRest(entry.level) ? [] : [[key, entry.level] as const];
    });
    const at = { epoch: this.context.epoch(), now: this.context.now(), detached };
    for (const found of restart(open, at)) this.#lanes[found.attempts.source].recover(found);
    for (const [key] of open) this.#put.add(key);
  }

  /** Looks again at these levels: a timer fired, or something outside has changed. */
  resume(keys: Iterable<number>): void {
    for (const key of keys) this.#put.add(key);
  }

  /** Accounts a level that a platform states about a known variant. Returns how many changes it reported. */
  observe(entry: LevelEntry, source: Source, report: { readonly quantity: number; readonly at: Instant }, via: ObservationCause): number {
    const { level } = entry;
    if (!entry.linked && atRest(level)) return this.#observeUnlinked(entry, source, report, via);
    return this.book(entry.key, observe(level, source, { value: report.quantity, at: report.at, direct: false }, via, this.rules(entry)));
  }

  /** This side of a level may be another by now, and nobody says what it is: it is read. False for one that is not linked, or not known. */
  readAgain(entry: LevelEntry | null, source: Source): boolean {
    if (entry?.linked !== true) return false;
    this.levels.put(entry.key, withSide(entry.level, source, { needsRead: true }));
    return true;
  }

  /**
   * Takes over a level that belongs to no link. Nothing is passed on; where both platforms have the variant, and do not both track
   * it, the change is recorded all the same. Returns how many changes were.
   */
  #observeUnlinked(
    { key, stock, level }: LevelEntry,
    side: Source,
    report: { readonly quantity: number; readonly at: Instant },
    via: ObservationCause,
  ): number {
    const { accounted: before, observedAt } = level[side];
    const { quantity: after, at } = report;
    if (observedAt !== null && at < observedAt) return 0;
    this.levels.put(key, rebased(withSide(level, side, { accounted: after, observedAt: at })));
    if (stock.shopify === null || stock.square === null || before === null || before === after) return 0;
    const other = level[otherSource(side)].accounted;
    const fact = { kind: 'change', side, delta: after - before, before, after, otherBefore: other, otherAfter: other, via, at } as const;
    this.line(key, { ...fact, fate: 'untracked' });
    return 1;
  }

  /** Takes a step's level and ledger lines. Returns how many lines there were. */
  book(key: number, step: Step): number {
    this.levels.put(key, step.cell);
    for (const fact of step.facts) this.line(key, fact);
    return step.facts.length;
  }

  /** Adds a ledger line for a variant. */
  line(key: number, fact: HistoryFact): void {
    this.#lines.push({ key, sku: this.levels.byKey(key)?.sku ?? '', fact });
  }

  /** The answer to a request that `finish` returned. One of an ended epoch frees the lane and says nothing. */
  answered(id: number, answer: IncomingAnswer): void {
    const source = this.#sent.get(id);
    if (source === undefined) return;
    this.#sent.delete(id);
    this.#lanes[source].answered(answer);
  }

  /**
   * Asks to end the link of this row. True when it may end now: both sides were read since it was asked first, and nothing is in
   * flight. False: it holds until `Effects.ended` names it, so that what was sold while it was one stock still arrives.
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

  /** The link of this row holds after all. */
  keep(key: number): void {
    const entry = this.levels.byKey(key);
    if (entry !== null && entry.level.ending !== null) this.levels.put(key, { ...entry.level, ending: null });
  }

  /** The epoch has ended: nothing is on its way any more. The levels are the caller's to forget. */
  clear(): void {
    this.#put.clear();
    for (const source of SOURCES) this.#lanes[source].clear();
  }

  /** A new epoch of the same connections and pair: nothing of before is pending, and what a lost write has left is read. */
  startAgain(entries: readonly LevelEntry[]): void {
    for (const { key, level } of entries) if (this.levels.byKey(key) !== null) this.levels.put(key, restartLevel(level));
  }

  /** Ends a turn: plans what goes out and returns all that is to be done. Store it before anything is sent. */
  finish(): Effects {
    this.#applySets();
    for (const key of this.#put) this.#touch(key);
    const requests: OutgoingRequest[] = [];
    for (const source of SOURCES) this.#plan(source, requests);
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
    };
    this.#put = new Set();
    this.#lines = [];
    this.#alerts = [];
    this.#reached = [];
    this.#outdated = [];
    return effects;
  }

  /** When to look again although nothing was heard: `standByMs` from now while a request is on the wire. Null when nothing waits that could be done. */
  nextAt(standByMs: number): Instant | null {
    let soonest = this.#wakeAt() ?? Infinity;
    if (SOURCES.some((source) => this.#lanes[source].sending)) soonest = Math.min(soonest, this.context.now() + standByMs);
    return Number.isFinite(soonest) ? soonest : null;
  }

  /** When a lane that is free has something to do. */
  #wakeAt(): Instant | null {
    const { shopify, square } = this.#lanes;
    const first = shopify.sending ? null : shopify.nextAt();
    const second = square.sending ? null : square.nextAt();
    return first === null || (second !== null && second < first) ? second : first;
  }

  #touch(key: number): void {
    const entry = this.levels.byKey(key);
    if (entry === null) return;
    for (const source of SOURCES) this.#lanes[source].touch(entry);
  }

  #plan(source: Source, requests: OutgoingRequest[]): void {
    const job = this.#lanes[source].plan();
    if (job === null) return;
    const id = this.#nextId;
    this.#nextId += 1;
    this.#sent.set(id, source);
    requests.push(this.#outgoing(id, source, job));
  }

  #outgoing(id: number, source: Source, job: Job): OutgoingRequest {
    if (job.kind !== 'read') return { id, source, kind: job.kind, request: job.carried.request };
    return { id, source, kind: 'read', stockIds: job.stockIds, locationId: this.context.locationId(source) };
  }

  /** A person's number is applied as soon as its sides are quiet. */
  #applySets(): void {
    for (const key of this.#put) {
      const entry = this.levels.byKey(key);
      if (entry === null || entry.level.setRequest === null) continue;
      const step = applySet(entry.level);
      if (step.cell !== entry.level) this.book(key, step);
    }
  }

  /** Looks whether the oldest change has arrived, and how long it took. A part of a unit that Shopify cannot be sent does not age. */
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

  /** Notes a link that may end now. I1 is checked in every turn: a break is a bug of ours, and operators must hear about it at once. */
  #inspect(key: number, ended: number[]): void {
    const entry = this.levels.byKey(key);
    if (entry === null) return;
    if (endsNow(entry.level)) ended.push(key);
    if (entry.linked && breaksConservation(entry.level))
      this.#alerts.push(`units were lost or invented: variant ${key} breaks conservation`);
  }
}

/** Whether a link that is to end may end: both sides are certain, and no person's number waits. */
function endsNow(level: LinkedLevel): boolean {
  if (level.ending === null || level.setRequest !== null) return false;
  return sideIsCertain(level.shopify) && sideIsCertain(level.square);
}

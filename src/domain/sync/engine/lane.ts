import type { Instant } from '../../instant';
import type { Source } from '../../source';
import { backoff } from '../backoff';
import { flush } from '../flush';
import { MANY_FAILURES } from '../limits';
import { withSide, type WriteOp } from '../linked-level';
import type { Step } from '../observe';
import type { RecoveredRequest } from '../restart';
import { markIndeterminate, settle } from '../settle';
import { isFromPlatform, type ReadAnswer, type WriteAnswer } from '../write';
import { appliedAll, firstAttempt, judge, returnedAll, settledRefusal, type Verdict } from '../write-attempts';
import type { LevelEntry } from './context';
import type { IncomingAnswer, LookUpAnswer } from './effects';
import { aimOf, mayStillArrive, newRequest, recoveredRequest, requestOf, statedAt, type InFlightRequest } from './in-flight-request';
import type { Job, LaneEngine } from './lane-engine';
import { Pace } from './pace';
import { ReadQueue } from './read-queue';
import { contradicted, readStep } from './read-step';
import { SendQueue } from './send-queue';
import { WaitingRequests, type Allowed } from './waiting-requests';

/**
 * One platform's lane of one account: at most one request is on the wire at a time. Changes that accumulate meanwhile go together in the next
 * request; a request that waits for its repeat holds only its own levels.
 */
export class Lane {
  readonly #source: Source;
  readonly #engine: LaneEngine;
  readonly #waiting = new WaitingRequests();
  readonly #toSend: SendQueue;
  readonly #reads: ReadQueue;
  /** When refused items are tried again, by stock id. */
  readonly #retries = new Map<string, Instant>();
  readonly #pace: Pace;
  #onWire: Job | null = null;
  #hasRead = false;

  constructor(source: Source, engine: LaneEngine) {
    this.#source = source;
    this.#engine = engine;
    this.#toSend = new SendQueue(source, engine);
    this.#reads = new ReadQueue((id) => engine.context.landsUntil?.(source, id) ?? 0);
    this.#pace = new Pace(engine.context.backoff, () => engine.context.random());
  }

  /** Notes a changed level: something may be pending to this side, or it must be read. */
  touch(entry: LevelEntry): void {
    const stockId = entry.stock[this.#source];
    if (stockId === null) return;
    const { needsRead, blocked, retry } = entry.level[this.#source];
    this.#reads.note(stockId, needsRead);
    if (blocked !== null && retry !== null) this.#retries.set(stockId, retry.at);
    else this.#retries.delete(stockId);
    this.#toSend.touch(entry);
  }

  /** Takes over a request that was in flight when the object died. */
  recover({ attempts, members, whole }: RecoveredRequest): void {
    const { levels, context } = this.#engine;
    const aims = members.map((member) => aimOf(member, levels, this.#source));
    const ops = members.map(({ op }) => op);
    const request = requestOf(ops, aims, context.locationId(this.#source));
    this.#waiting.put(recoveredRequest({ ...newRequest(attempts, request, context.epoch()), whole }, context.now()));
  }

  /** Something has waited for so long that the platform may be down: new writes begin with a single one. */
  doubt(): void {
    this.#toSend.doubt();
  }

  /** Clears everything because the epoch has ended. An answer that is still in flight is ignored. */
  clear(): void {
    this.#waiting.clear();
    this.#toSend.clear();
    this.#reads.clear();
    this.#retries.clear();
    this.#pace.clear();
  }

  /** True while a request is on the wire. */
  get sending(): boolean {
    return this.#onWire !== null;
  }

  /** Returns when this lane next has something to do that it is allowed to do, not counting what is on the wire; null when nothing waits. */
  nextAt(): Instant | null {
    const { context } = this.#engine;
    let soonest = context.connected(this.#source) ? this.#reads.nextAt() : Infinity;
    soonest = Math.min(soonest, this.#waiting.nextAt(this.#allowed()));
    if (this.#engine.mayWrite(this.#source)) {
      for (const at of this.#retries.values()) soonest = Math.min(soonest, at);
      const { pausedUntil } = this.#pace;
      soonest = Math.min(soonest, this.#toSend.nextAt(context.now(), { pausedUntil, reads: !this.#reads.empty }));
    }
    return Number.isFinite(soonest) ? Math.max(soonest, this.#pace.pausedUntil) : null;
  }

  /** Chooses the next call to put on the wire; null when there is none. The ops it makes are stored with the turn. */
  plan(): Job | null {
    const now = this.#engine.context.now();
    if (this.#onWire !== null || now < this.#pace.pausedUntil) return null;
    this.#retryRefused(now);
    const job = this.#planRepeat(now) ?? (this.#hasRead ? this.#planWrite(now) : null) ?? this.#planRead(now) ?? this.#planWrite(now);
    this.#hasRead = job?.kind === 'read'; // alternate, so that unanswered reads block no write
    this.#onWire = job;
    return job;
  }

  /** Handles the answer to what is on the wire. Part of a turn. */
  answered(incoming: IncomingAnswer): void {
    const job = this.#onWire;
    this.#onWire = null;
    if (job === null) return;
    const { epoch } = job.kind === 'read' ? job : job.carried;
    if (epoch !== this.#engine.context.epoch()) return;
    if (job.kind === 'read' && incoming.kind === 'read') this.#wasRead(job.stockIds, incoming.answer);
    if (job.kind === 'write' && incoming.kind === 'write') this.#answered(job.carried, incoming.answer, job.sentAt);
    if (job.kind === 'look-up' && incoming.kind === 'look-up') this.#lookedUp(job.carried, incoming.answer);
  }

  /** Retries items that were refused without a known reason, each alone. */
  #retryRefused(now: Instant): void {
    if (!this.#engine.mayWrite(this.#source)) return;
    for (const [stockId, at] of this.#retries) {
      if (at > now) continue;
      this.#retries.delete(stockId);
      const entry = this.#engine.levels.byStock(this.#source, stockId);
      if (entry === null || entry.level[this.#source].blocked === null) continue;
      this.#engine.levels.put(entry.key, withSide(entry.level, this.#source, { blocked: null }));
      this.#toSend.isolate([stockId]);
    }
  }

  #allowed(): Allowed {
    return { write: this.#engine.mayWrite(this.#source), lookUp: this.#engine.context.connected(this.#source) };
  }

  #planRepeat(now: Instant): Job | null {
    const carried = this.#waiting.take(now, this.#allowed());
    return carried === null ? null : { kind: carried.lookUp ? 'look-up' : 'write', sentAt: now, carried };
  }

  #planRead(now: Instant): Job | null {
    const { levels, context } = this.#engine;
    if (!context.connected(this.#source)) return null;
    const stockIds: string[] = [];
    for (const stockId of this.#reads.due(now)) {
      if (stockIds.length >= context.batch[this.#source]) break;
      const entry = levels.byStock(this.#source, stockId);
      const side = entry?.level[this.#source];
      if (entry === null || side === undefined || !side.needsRead || side.inFlight !== null) {
        this.#reads.drop(stockId);
        continue;
      }
      this.#reads.begin(stockId);
      levels.put(entry.key, withSide(entry.level, this.#source, { reading: true }));
      stockIds.push(stockId);
    }
    return stockIds.length === 0 ? null : { kind: 'read', stockIds, epoch: context.epoch() };
  }

  #planWrite(now: Instant): Job | null {
    if (!this.#engine.mayWrite(this.#source)) return null;
    const { context, levels, watch } = this.#engine;
    if (this.#toSend.permission(now) === 'read-first') return this.#planFirstRead(now);
    const entries = this.#toSend.take(now);
    if (entries.length === 0) return null;
    const stated = statedAt(this.#source, entries, now - this.#pace.aheadMs);
    const slot = { key: context.uuid(), count: entries.length, now: stated, epoch: context.epoch() };
    const ops: WriteOp[] = [];
    entries.forEach((entry, index) => {
      const next = flush(entry.level, this.#source, { ...slot, index }, watch.portion(entry, this.#source));
      const { inFlight } = next[this.#source];
      levels.put(entry.key, next);
      if (inFlight !== null) ops.push(inFlight);
      watch.wrote({ ...entry, level: next }, this.#source);
    });
    // A level keeps the time of its number while a write is in flight: observations are buffered meanwhile.
    const aims = entries.map(({ stock, level }) => ({ stockId: stock[this.#source] ?? '', fromAt: level[this.#source].observedAt }));
    const request = requestOf(ops, aims, context.locationId(this.#source));
    return { kind: 'write', sentAt: now, carried: newRequest(firstAttempt(this.#source, slot.key, now), request, slot.epoch) };
  }

  /** Reads a level that waits, to learn whether the platform answers; null while levels are to be read anyway. */
  #planFirstRead(now: Instant): Job | null {
    const entry = this.#reads.empty ? this.#toSend.first() : null;
    const stockId = entry?.stock[this.#source] ?? null;
    if (entry === null || stockId === null) return null;
    this.#engine.levels.put(entry.key, withSide(entry.level, this.#source, { needsRead: true }));
    this.#reads.note(stockId, true);
    return this.#planRead(now);
  }

  #answered(carried: InFlightRequest, answer: WriteAnswer, sentAt: Instant): void {
    const judgement = judge(carried.attempts, answer, carried.request.changes.length, sentAt);
    this.#learn('write', answer);
    switch (judgement.kind) {
      case 'again':
        this.#repeat({ ...carried, attempts: judgement.attempts }, judgement.afterMs);
        return;
      case 'settled':
        this.#settle(carried, judgement.verdicts, judgement.split);
        return;
      case 'look-up':
        this.#waiting.put({ ...carried, attempts: judgement.attempts, lookUp: true });
        return;
      case 'indeterminate':
        this.#markIndeterminate(carried);
    }
  }

  #repeat(carried: InFlightRequest, afterMs: number): void {
    const { context } = this.#engine;
    const pause = Math.max(afterMs, backoff(carried.attempts.attempts, context.backoff, context.random()));
    this.#waiting.put({ ...carried, dueAt: context.now() + pause });
  }

  #settle(carried: InFlightRequest, verdicts: readonly Verdict[], split: boolean): void {
    const { levels } = this.#engine;
    const returned: string[] = [];
    const done: string[] = [];
    carried.request.changes.forEach(({ stockId }, index) => {
      const entry = levels.byStock(this.#source, stockId);
      const verdict = verdicts[index];
      (verdict?.kind === 'returned' ? returned : done).push(stockId);
      if (entry === null || verdict === undefined || entry.level[this.#source].inFlight?.key !== carried.attempts.key) return;
      if (verdict.kind !== 'applied') this.#engine.watch.returned(entry.key, carried.attempts.key);
      if (verdict.kind === 'returned' && verdict.stale === true) this.#reads.drop(stockId); // a read that waits is due now
      this.#book(entry.key, settle(entry.level, this.#source, verdict, this.#engine.rules(entry), carried.recovered));
    });
    this.#toSend.settled(done, returned, split);
  }

  #markIndeterminate(carried: InFlightRequest): void {
    const { levels } = this.#engine;
    this.#engine.alert(`a write to ${this.#source} cannot be resolved: ${carried.request.changes.length} levels are indeterminate`);
    for (const { stockId } of carried.request.changes) {
      const entry = levels.byStock(this.#source, stockId);
      if (entry?.level[this.#source].inFlight?.key !== carried.attempts.key) continue;
      this.#book(entry.key, markIndeterminate(entry.level, this.#source));
    }
  }

  #lookedUp(carried: InFlightRequest, found: LookUpAnswer): void {
    const { attempts } = carried;
    if (found === 'later') {
      // While the platform answers nothing at all, the failure is not due to one item: ask by the key itself again.
      const lookUp = !carried.whole || attempts.refused !== null;
      this.#repeat({ ...carried, lookUp, attempts: { ...attempts, attempts: attempts.attempts + 1 } }, 0);
      return;
    }
    // A request is all or nothing: one change that certainly happened, or did not, decides for all.
    if (found.includes(false)) this.#settleUndone(carried);
    else if (found.includes(true)) this.#settle(carried, appliedAll(found.length), false);
    else if (!mayStillArrive(carried, this.#engine.context.now())) this.#markIndeterminate(carried);
    // The look-up cannot tell, but the key can while the platform remembers it.
    else this.#repeat({ ...carried, lookUp: false, attempts: { ...attempts, undecided: attempts.undecided + 1 } }, 0);
  }

  /** Settles a request of which no change happened or will happen. */
  #settleUndone(carried: InFlightRequest): void {
    const { refused, failures } = carried.attempts;
    const count = carried.request.changes.length;
    const undone = { verdicts: returnedAll(count), split: failures >= MANY_FAILURES && count > 1 };
    const { verdicts, split } = refused === null ? undone : settledRefusal(refused, count);
    this.#settle(carried, verdicts, split);
  }

  #wasRead(stockIds: readonly string[], answer: ReadAnswer): void {
    const { levels, context } = this.#engine;
    this.#learn('read', answer);
    for (const stockId of stockIds) {
      const entry = levels.byStock(this.#source, stockId);
      if (entry === null) continue;
      this.#book(entry.key, readStep(entry.level, this.#source, { stockId, answer }, this.#engine.rules(entry)));
      const after = levels.byKey(entry.key)?.level[this.#source];
      if (after?.needsRead !== true) continue;
      const isNews = answer.kind === 'levels' && entry.level[this.#source].buffered !== null;
      const outcome = { numberAt: after.observedAt, isNews };
      this.#reads.again(stockId, context.now(), outcome, (reads) => backoff(reads, context.backoff, context.random()));
    }
  }

  #book(key: number, step: Step): void {
    this.#engine.outdated(this.#source, contradicted(this.#engine.levels.byKey(key), step.cell, this.#source));
    this.#engine.levels.put(key, step.cell);
    for (const fact of step.facts) this.#engine.line(key, fact);
  }

  #learn(kind: 'read' | 'write', answer: WriteAnswer | ReadAnswer): void {
    if (answer.kind === 'stopped') return; // it was never sent, and shows nothing about the platform
    const now = this.#engine.context.now();
    this.#toSend.heard(kind, isFromPlatform(answer));
    this.#engine.reached(this.#source, this.#pace.heard(isFromPlatform(answer), now));
    this.#pace.throttled(answer.kind === 'throttled' ? answer.afterMs : null, now);
    if (answer.kind === 'early') this.#pace.ahead(answer.aheadMs);
  }
}

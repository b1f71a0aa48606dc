import type { ObservationCause } from '../../src/domain/history/fact';
import type { Source } from '../../src/domain/source';
import { backoff } from '../../src/domain/sync/backoff';
import { withSide, type WriteOp } from '../../src/domain/sync/linked-level';
import type { Step } from '../../src/domain/sync/observe';
import type { RecoveredRequest } from '../../src/domain/sync/restart';
import type { ReadAnswer, WriteAnswer } from '../../src/domain/sync/write';
import { firstAttempt, type Verdict } from '../../src/domain/sync/write-attempts';
import { ReadQueue } from '../../src/durable/sync/read-queue';
import { requestOf, type Airborne, type Job, type LaneAccount } from './lane-account';
import { BEGINNING_MS } from './platform';

const BACKOFF = { firstMs: 500, longestMs: 30_000 };
/** So many unanswered calls in a row mean that the platform is down. */
const FAILURES_BEFORE_PAUSE = 3;

/**
 * One platform's lane of the simulated account: the rules of src/durable/sync/lane.ts, with calls that answer by being
 * called back. One request on the wire at a time; one that waits for its repeat holds only its own cells.
 */
export class SimLane {
  readonly #source: Source;
  readonly #account: LaneAccount;
  readonly #waiting = new Map<string, Airborne>();
  readonly #owing = new Set<number>();
  readonly #doubts = new ReadQueue();
  #job: Job | null = null;
  #onWire = false;
  #hasRead = false;
  #pausedUntil = 0;
  #failures = 0;

  constructor(source: Source, account: LaneAccount) {
    this.#source = source;
    this.#account = account;
  }

  touch(key: number): void {
    const cell = this.#account.cell(key);
    this.#doubts.note(key, cell[this.#source].needsRead);
    if (this.#account.engine.sendable(cell, this.#source) !== 0) this.#owing.add(key);
  }

  resume({ attempts, members, whole }: RecoveredRequest): void {
    const keys = members.map((member) => Number(member.cell));
    const request = requestOf(
      members.map((member) => member.op),
      keys,
    );
    const dueAt = this.#account.now();
    this.#waiting.set(attempts.key, { flight: attempts, keys, request, epoch: this.#account.epoch(), dueAt, found: true, lookUp: !whole });
  }

  clear(): void {
    if (!this.#account.habits.forgetsOldFlights) return;
    this.#waiting.clear();
    this.#owing.clear();
    this.#doubts.clear();
    this.#job = null;
    this.#pausedUntil = 0;
    this.#failures = 0;
  }

  busy(): boolean {
    return this.#onWire || this.#waiting.size > 0 || this.#owing.size > 0 || this.#doubts.size > 0;
  }

  plan(): void {
    if (this.#onWire || this.#job !== null) return;
    const now = this.#account.now();
    if (now < this.#pausedUntil) {
      if (this.busy()) this.#account.wake(this.#pausedUntil);
      return;
    }
    this.#job = this.#planRepeat(now) ?? (this.#hasRead ? this.#planWrite(now) : null) ?? this.#planRead(now) ?? this.#planWrite(now);
    this.#hasRead = this.#job?.kind === 'read';
    if (this.#job !== null) return;
    const repeats = this.#account.mayWrite() ? [...this.#waiting.values()].map(({ dueAt }) => dueAt) : [];
    const next = Math.min(...repeats, this.#account.mayRead() ? this.#doubts.nextAt() : Infinity);
    if (Number.isFinite(next)) this.#account.wake(next);
  }

  launch(): void {
    const job = this.#job;
    if (job === null || this.#onWire) return;
    this.#job = null;
    this.#onWire = true;
    this.#run(job);
  }

  #run(job: Job): void {
    const account = this.#account;
    const end = (epoch: number, book: () => void): void => {
      if (account.epoch() === epoch) book();
      this.#onWire = false;
      account.turn(() => {
        this.plan();
      });
    };
    if (job.kind === 'read') {
      account.levels(job.keys.map(String), (answer) => {
        end(job.epoch, () => {
          this.#wasRead(job.keys, answer);
        });
      });
      return;
    }
    const { airborne } = job;
    if (job.kind === 'look-up') {
      account.lookUp(airborne.request, (found) => {
        end(airborne.epoch, () => {
          this.#lookedUp(airborne, found);
        });
      });
      return;
    }
    const sentAt = account.now();
    account.adjust(airborne.request, (answer) => {
      end(airborne.epoch, () => {
        this.#answered(airborne, answer, sentAt);
      });
    });
  }

  #planRepeat(now: number): Job | null {
    const { engine, habits } = this.#account;
    if (!this.#account.mayWrite()) return null;
    for (const airborne of this.#waiting.values()) {
      if (airborne.dueAt > now) continue;
      const lookUp = airborne.lookUp || engine.outlivesKey(airborne.flight, now);
      const calmAt = (airborne.flight.lastUnanswered ?? 0) + habits.looksUpAfterMs;
      if (lookUp && calmAt > now) {
        this.#waiting.set(airborne.flight.key, { ...airborne, lookUp, dueAt: calmAt });
        continue;
      }
      this.#waiting.delete(airborne.flight.key);
      return { kind: lookUp ? 'look-up' : 'write', airborne };
    }
    return null;
  }

  #planRead(now: number): Job | null {
    if (!this.#account.mayRead()) return null;
    const keys: number[] = [];
    for (const key of this.#doubts.due(now)) {
      if (keys.length >= this.#account.batch) break;
      const cell = this.#account.cell(key);
      if (!cell[this.#source].needsRead || cell[this.#source].inFlight !== null) {
        this.#doubts.drop(key);
        continue;
      }
      this.#doubts.begin(key);
      this.#account.put(key, withSide(cell, this.#source, { reading: true }));
      keys.push(key);
    }
    return keys.length === 0 ? null : { kind: 'read', keys, epoch: this.#account.epoch() };
  }

  #planWrite(now: number): Job | null {
    const account = this.#account;
    if (!account.mayWrite()) return null;
    const keys: number[] = [];
    for (const key of this.#owing) {
      if (keys.length >= account.batch) break;
      this.#owing.delete(key);
      if (account.engine.sendable(account.cell(key), this.#source) !== 0) keys.push(key);
    }
    if (keys.length === 0) return null;
    const slot = { key: account.freshKey(), count: keys.length, now, epoch: account.epoch() };
    const ops: WriteOp[] = [];
    keys.forEach((key, index) => {
      const next = account.engine.flush(account.cell(key), this.#source, { ...slot, index });
      const { inFlight } = next[this.#source];
      account.put(key, next);
      if (inFlight !== null) ops.push(inFlight);
    });
    const flight = firstAttempt(this.#source, slot.key, now);
    const request = requestOf(ops, keys);
    return { kind: 'write', airborne: { flight, keys, request, epoch: slot.epoch, dueAt: now, found: false, lookUp: false } };
  }

  #answered(airborne: Airborne, answer: WriteAnswer, sentAt: number): void {
    const judgement = this.#account.engine.judge(airborne.flight, answer, airborne.keys.length, sentAt);
    this.#pace(answer.kind === 'ambiguous');
    switch (judgement.kind) {
      case 'again':
        this.#repeat({ ...airborne, flight: judgement.flight }, judgement.afterMs);
        return;
      case 'settled':
        this.#pause(judgement.pauseMs);
        this.#settle(airborne, judgement.verdicts);
        return;
      case 'look-up':
        this.#waiting.set(airborne.flight.key, { ...airborne, lookUp: true });
        return;
      case 'freeze':
        this.#freeze(airborne);
    }
  }

  #repeat(airborne: Airborne, afterMs: number): void {
    const pause = Math.max(afterMs, backoff(airborne.flight.attempts, BACKOFF, this.#account.random()));
    const next = this.#account.habits.keepsKey ? airborne : this.#rekeyed(airborne);
    this.#waiting.set(next.flight.key, { ...next, dueAt: this.#account.now() + pause });
  }

  #rekeyed(airborne: Airborne): Airborne {
    const key = this.#account.freshKey();
    for (const cellKey of airborne.keys) {
      const cell = this.#account.cell(cellKey);
      const { inFlight } = cell[this.#source];
      if (inFlight !== null) this.#account.put(cellKey, withSide(cell, this.#source, { inFlight: { ...inFlight, key } }));
    }
    return { ...airborne, flight: { ...airborne.flight, key }, request: { ...airborne.request, key } };
  }

  #settle(airborne: Airborne, verdicts: readonly Verdict[]): void {
    this.#account.turn(() => {
      airborne.keys.forEach((key, index) => {
        const cell = this.#account.cell(key);
        const verdict = verdicts[index];
        if (verdict === undefined || cell[this.#source].inFlight?.key !== airborne.flight.key) return;
        this.#account.book(key, this.#account.engine.settle(cell, this.#source, verdict, this.#account.rules(key), airborne.found));
      });
    });
  }

  #freeze(airborne: Airborne): void {
    this.#account.turn(() => {
      for (const key of airborne.keys)
        this.#account.book(key, this.#account.engine.markIndeterminate(this.#account.cell(key), this.#source));
    });
  }

  #lookedUp(airborne: Airborne, found: readonly (boolean | null)[] | 'later'): void {
    if (found === 'later') {
      this.#repeat({ ...airborne, flight: { ...airborne.flight, attempts: airborne.flight.attempts + 1 } }, 0);
    } else if (found.includes(false)) {
      this.#settle(
        airborne,
        found.map(() => ({ kind: 'returned', read: true })),
      );
    } else if (found.includes(true)) {
      this.#settle(
        airborne,
        found.map(() => ({ kind: 'applied', level: null })),
      );
    } else this.#freeze(airborne);
  }

  #wasRead(keys: readonly number[], answer: ReadAnswer): void {
    this.#pace(answer.kind === 'failed');
    if (answer.kind === 'throttled') this.#pause(answer.afterMs);
    this.#account.turn(() => {
      for (const key of keys) {
        this.#account.book(key, this.#readStep(key, answer));
        if (!this.#account.cell(key)[this.#source].needsRead) continue;
        this.#doubts.again(key, this.#account.now(), (reads) => backoff(reads, BACKOFF, this.#account.random()));
      }
    });
  }

  #readStep(key: number, answer: ReadAnswer): Step {
    const { engine, habits } = this.#account;
    const cell = this.#account.cell(key);
    const rules = this.#account.rules(key);
    if (answer.kind !== 'levels') return engine.abandonRead(cell, this.#source, rules);
    const level = answer.levels.find((report) => report.stockId === String(key));
    const via: ObservationCause = 'read';
    if (level !== undefined) return engine.observeRead(cell, this.#source, { value: level.quantity, at: level.at }, via, rules);
    if (habits.missingIsZero)
      return engine.observeRead(cell, this.#source, { value: 0, at: BEGINNING_MS + this.#account.now() }, via, rules);
    return engine.abandonRead(withSide(cell, this.#source, { needsRead: false }), this.#source, rules);
  }

  #pace(unanswered: boolean): void {
    this.#failures = unanswered ? this.#failures + 1 : 0;
    if (this.#failures < FAILURES_BEFORE_PAUSE) return;
    this.#pause(backoff(this.#failures - FAILURES_BEFORE_PAUSE + 1, BACKOFF, this.#account.random()));
  }

  #pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#account.now() + ms);
  }
}

import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import { backoff } from '../../domain/sync/backoff';
import { flush, sendable } from '../../domain/sync/flush';
import { CHANGES_PER_REQUEST } from '../../domain/sync/limits';
import { withSide, type LinkedLevel, type WriteOp } from '../../domain/sync/linked-level';
import { abandonRead, observeRead, type Rules, type Step } from '../../domain/sync/observe';
import type { RecoveredRequest } from '../../domain/sync/restart';
import { markIndeterminate, settle } from '../../domain/sync/settle';
import type { ReadAnswer, WriteAnswer, WriteRequest } from '../../domain/sync/write';
import { certainFrom, judge, firstAttempt, outlivesKey, type Verdict } from '../../domain/sync/write-attempts';
import { appliedAll, requestOf, returnedAll, type InFlightRequest, type Job } from './in-flight-request';
import type { LaneAccount, StockPort } from './lane-ports';
import { Pace } from './pace';
import { ReadQueue } from './read-queue';

/**
 * One platform's lane of one account: one request on the wire at a time. What gathers meanwhile goes together in the
 * next; a request that waits for its repeat holds only its own cells.
 */
export class Lane {
  readonly #source: Source;
  readonly #port: StockPort;
  readonly #account: LaneAccount;
  readonly #waiting = new Map<string, InFlightRequest>();
  readonly #owing = new Set<number>();
  readonly #doubts = new ReadQueue();
  #job: Job | null = null;
  #onWire = false;
  #hasRead = false;
  readonly #pace: Pace;

  constructor(source: Source, port: StockPort, account: LaneAccount) {
    this.#source = source;
    this.#port = port;
    this.#account = account;
    this.#pace = new Pace(account.backoff, () => account.random());
  }

  /** Notes that a cell changed: it may owe this side something, or be in doubt. */
  touch(key: number): void {
    const cell = this.#account.store.byKey(key)?.level;
    if (cell === undefined) return;
    this.#doubts.note(key, cell[this.#source].needsRead);
    if (sendable(cell, this.#source) !== 0) this.#owing.add(key);
  }

  /** Takes over what was in flight when the object died. */
  resume(found: RecoveredRequest): void {
    const { attempts, members } = found;
    const ops = members.map((member) => member.op);
    const keys = members.map((member) => Number(member.cell));
    const airborne = {
      flight: attempts,
      keys,
      request: this.#rebuild(keys, ops),
      epoch: this.#account.epoch(),
      dueAt: this.#account.now(),
      found: true,
      lookUp: !found.whole,
    };
    this.#waiting.set(attempts.key, airborne);
  }

  /** Forgets everything: the epoch has ended. Answers still on their way are ignored. */
  clear(): void {
    this.#waiting.clear();
    this.#owing.clear();
    this.#doubts.clear();
    this.#job = null;
    this.#pace.clear();
  }

  /** True while something is in flight or waits to be. */
  busy(): boolean {
    return this.#onWire || this.#waiting.size > 0 || this.#owing.size > 0 || this.#doubts.size > 0;
  }

  /** Decides what goes on the wire next. Part of a turn: the ops it makes are stored with it. */
  plan(): void {
    if (this.#onWire || this.#job !== null) return;
    const now = this.#account.now();
    const { pausedUntil } = this.#pace;
    if (now < pausedUntil) {
      if (this.busy()) this.#account.wake(pausedUntil);
      return;
    }
    this.#job = this.#planRepeat(now) ?? (this.#hasRead ? this.#planWrite(now) : null) ?? this.#planRead(now) ?? this.#planWrite(now);
    this.#hasRead = this.#job?.kind === 'read'; // they take turns: reads without an answer keep no write waiting
    if (this.#job !== null) return;
    const repeats = this.#account.mayWrite(this.#source) ? [...this.#waiting.values()].map(({ dueAt }) => dueAt) : [];
    const next = Math.min(...repeats, this.#account.mayRead(this.#source) ? this.#doubts.nextAt() : Infinity);
    if (Number.isFinite(next)) this.#account.wake(next);
  }

  /** Sends what was planned. Called after the turn, so that intent is stored before the call. */
  async launch(): Promise<void> {
    while (this.#job !== null && !this.#onWire) {
      const job = this.#job;
      this.#job = null;
      this.#onWire = true;
      try {
        await this.#run(job);
      } finally {
        this.#onWire = false;
      }
      this.#account.turn(() => {
        this.plan();
      });
    }
  }

  async #run(job: Job): Promise<void> {
    switch (job.kind) {
      case 'write': {
        const sentAt = this.#account.now();
        const answer = await this.#port.adjust(job.airborne.request);
        if (this.#account.epoch() === job.airborne.epoch) this.#answered(job.airborne, answer, sentAt);
        return;
      }
      case 'read': {
        const stockIds = job.keys.map((key) => this.#account.store.byKey(key)?.stock[this.#source] ?? '');
        const answer = await this.#port.levels(stockIds, this.#account.locationId(this.#source));
        if (this.#account.epoch() === job.epoch) this.#wasRead(job.keys, answer);
        return;
      }
      case 'look-up': {
        const found = await this.#port.lookUp(job.airborne.request);
        if (this.#account.epoch() === job.airborne.epoch) this.#lookedUp(job.airborne, found);
      }
    }
  }

  #planRepeat(now: Instant): Job | null {
    if (!this.#account.mayWrite(this.#source)) return null;
    for (const airborne of this.#waiting.values()) {
      if (airborne.dueAt > now) continue;
      const lookUp = airborne.lookUp || outlivesKey(airborne.flight, now);
      const dueAt = certainFrom(airborne.flight);
      if (lookUp && now < dueAt) {
        // A lost attempt that is still on its way would take effect after a look-up that found nothing.
        this.#waiting.set(airborne.flight.key, { ...airborne, lookUp, dueAt });
        continue;
      }
      this.#waiting.delete(airborne.flight.key);
      return { kind: lookUp ? 'look-up' : 'write', airborne };
    }
    return null;
  }

  #planRead(now: Instant): Job | null {
    if (!this.#account.mayRead(this.#source)) return null;
    const keys: number[] = [];
    for (const key of this.#doubts.due(now)) {
      if (keys.length >= CHANGES_PER_REQUEST[this.#source]) break;
      const entry = this.#account.store.byKey(key);
      if (
        entry === null ||
        entry.stock[this.#source] === null ||
        !entry.level[this.#source].needsRead ||
        entry.level[this.#source].inFlight !== null
      ) {
        this.#doubts.drop(key);
        continue;
      }
      this.#doubts.begin(key);
      this.#account.store.put(key, withSide(entry.level, this.#source, { reading: true }));
      keys.push(key);
    }
    return keys.length === 0 ? null : { kind: 'read', keys, epoch: this.#account.epoch() };
  }

  #planWrite(now: Instant): Job | null {
    if (!this.#account.mayWrite(this.#source)) return null;
    const keys: number[] = [];
    for (const key of this.#owing) {
      if (keys.length >= CHANGES_PER_REQUEST[this.#source]) break;
      this.#owing.delete(key);
      const entry = this.#account.store.byKey(key);
      if (entry !== null && entry.stock[this.#source] !== null && sendable(entry.level, this.#source) !== 0) keys.push(key);
    }
    if (keys.length === 0) return null;
    const slot = { key: this.#account.uuid(), count: keys.length, now: now - this.#pace.aheadMs, epoch: this.#account.epoch() };
    const ops: WriteOp[] = [];
    keys.forEach((key, index) => {
      const entry = this.#account.store.byKey(key);
      if (entry === null) return;
      const next = flush(entry.level, this.#source, { ...slot, index });
      const { inFlight } = next[this.#source];
      this.#account.store.put(key, next);
      if (inFlight !== null) ops.push(inFlight);
    });
    const flight = firstAttempt(this.#source, slot.key, now);
    const request = this.#rebuild(keys, ops);
    return { kind: 'write', airborne: { flight, keys, request, epoch: slot.epoch, dueAt: now, found: false, lookUp: false } };
  }

  #rebuild(keys: readonly number[], ops: readonly WriteOp[]): WriteRequest {
    return requestOf(
      ops,
      (index) => this.#account.store.byKey(keys[index] ?? -1)?.stock[this.#source] ?? '',
      this.#account.locationId(this.#source),
    );
  }

  #answered(airborne: InFlightRequest, answer: WriteAnswer, sentAt: Instant): void {
    const judgement = judge(airborne.flight, answer, airborne.keys.length, sentAt);
    this.#learn(answer);
    switch (judgement.kind) {
      case 'again':
        this.#repeat({ ...airborne, flight: judgement.flight }, judgement.afterMs);
        return;
      case 'settled':
        this.#settle(airborne, judgement.verdicts);
        return;
      case 'look-up':
        this.#waiting.set(airborne.flight.key, { ...airborne, lookUp: true });
        return;
      case 'freeze':
        this.#freeze(airborne);
    }
  }

  #repeat(airborne: InFlightRequest, afterMs: number): void {
    const pause = Math.max(afterMs, backoff(airborne.flight.attempts, this.#account.backoff, this.#account.random()));
    const dueAt = this.#account.now() + pause;
    this.#waiting.set(airborne.flight.key, { ...airborne, dueAt });
  }

  #settle(airborne: InFlightRequest, verdicts: readonly Verdict[]): void {
    this.#account.turn(() => {
      airborne.keys.forEach((key, index) => {
        const entry = this.#account.store.byKey(key);
        const verdict = verdicts[index];
        if (entry === null || verdict === undefined || entry.level[this.#source].inFlight?.key !== airborne.flight.key) return;
        this.#book(key, settle(entry.level, this.#source, verdict, this.#account.rules(key), airborne.found));
      });
    });
  }

  #freeze(airborne: InFlightRequest): void {
    this.#account.alert(`a write to ${this.#source} cannot be resolved: ${airborne.keys.length} cells are frozen`);
    this.#account.turn(() => {
      for (const key of airborne.keys) {
        const entry = this.#account.store.byKey(key);
        if (entry !== null) this.#book(key, markIndeterminate(entry.level, this.#source));
      }
    });
  }

  #lookedUp(airborne: InFlightRequest, found: readonly (boolean | null)[] | 'later'): void {
    if (found === 'later') {
      this.#repeat({ ...airborne, flight: { ...airborne.flight, attempts: airborne.flight.attempts + 1 } }, 0);
      return;
    }
    // A request is all or nothing: one change that certainly happened, or did not, tells of all.
    if (found.includes(false)) this.#settle(airborne, returnedAll(found.length));
    else if (found.includes(true)) this.#settle(airborne, appliedAll(found.length));
    else this.#freeze(airborne);
  }

  #wasRead(keys: readonly number[], answer: ReadAnswer): void {
    this.#learn(answer);
    this.#account.turn(() => {
      for (const key of keys) {
        const entry = this.#account.store.byKey(key);
        const stockId = entry?.stock[this.#source];
        if (entry === null || stockId === null || stockId === undefined) continue;
        this.#book(key, this.#readStep(entry.level, stockId, answer, this.#account.rules(key)));
        if (this.#account.store.byKey(key)?.level[this.#source].needsRead !== true) continue;
        this.#doubts.again(key, this.#account.now(), (reads) => backoff(reads, this.#account.backoff, this.#account.random()));
      }
    });
  }

  #readStep(cell: LinkedLevel, stockId: string, answer: ReadAnswer, rules: Rules): Step {
    if (answer.kind !== 'levels') return abandonRead(cell, this.#source, rules);
    const level = answer.levels.find((report) => report.stockId === stockId);
    if (level !== undefined) return observeRead(cell, this.#source, { value: level.quantity, at: level.at }, 'read', rules);
    // A missing count is not zero, and nothing to doubt; but a person's number must not be granted from a level of before.
    const needsRead = cell.setRequest !== null && cell[this.#source].accounted !== null;
    const gone = answer.gone.includes(stockId) ? { blocked: 'deleted' as const } : {};
    return abandonRead(withSide(cell, this.#source, { needsRead, ...gone }), this.#source, rules);
  }

  #book(key: number, step: Step): void {
    this.#account.store.put(key, step.cell);
    for (const fact of step.facts) this.#account.line(key, fact);
  }

  #learn(answer: WriteAnswer | ReadAnswer): void {
    const now = this.#account.now();
    this.#account.reached(this.#source, this.#pace.heard(answer.kind !== 'ambiguous' && answer.kind !== 'failed', now));
    this.#pace.throttled(answer.kind === 'throttled' ? answer.afterMs : null, now);
    if (answer.kind === 'early') this.#pace.ahead(answer.aheadMs);
  }
}

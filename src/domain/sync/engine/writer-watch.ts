import type { HistoryFact } from '../../history/fact';
import type { Instant } from '../../instant';
import type { Quantity } from '../../quantity';
import type { Source } from '../../source';
import { EchoWatch } from '../../writers/echo-watch';
import type { WriterVerdict } from '../../writers/verdict';
import { sendable } from '../flush';
import { sendablePart } from '../linked-level';
import type { EngineContext, LevelEntry, Levels } from './context';
import type { IncomingAnswer, OutgoingRequest } from './effects';
import { MakerReads } from './maker-reads';

/** The most variants that are watched at a time: those that changed last. */
const MOST_WATCHED = 500;
/** How far back the history of a variant is asked for, in ms. */
const HISTORY_MS = 600_000;

/**
 * Decides how much of a variant's pending changes may be sent while another app may be copying changes: everything, what is due or one
 * unit as part of a test, or nothing. Does nothing where the context does not ask for it.
 */
export class WriterWatch {
  readonly #context: EngineContext;
  readonly #levels: Levels;
  readonly #makers: MakerReads;
  readonly #watches = new Map<number, EchoWatch>();
  /** Watches with a test under way, and those that have noted a change since `advance`. */
  readonly #testing = new Set<number>();
  #changed = new Set<number>();
  /** Proven in this turn: held from the next one on. */
  readonly #proven = new Set<number>();

  constructor(levels: Levels, context: EngineContext) {
    this.#levels = levels;
    this.#context = context;
    this.#makers = new MakerReads(context);
  }

  /** Notes a history line: only changes from outside that are one stock with the other side count. */
  noted(entry: LevelEntry | null, fact: HistoryFact): void {
    const { writers } = this.#context;
    if (writers === undefined || entry === null || fact.kind !== 'change' || !(fact.fate === 'sent' || fact.fate === 'owed')) return;
    if (this.isHeld(entry) || writers.isTrusted(entry)) return;
    const { key } = entry;
    const watch = this.#watches.get(key) ?? new EchoWatch(() => writers.history(entry, this.#context.now() - HISTORY_MS));
    // The latest go last: the first are dropped when there are too many.
    this.#watches.delete(key);
    this.#watches.set(key, watch);
    watch.changed(fact.side, fact.delta, this.#context.now(), { at: fact.at, since: fact.since ?? null });
    this.#changed.add(key);
    this.#follow(key, watch);
    if (this.#watches.size > MOST_WATCHED) this.#dropOldest();
  }

  /** Returns whether nothing is written to a variant until the merchant decides. */
  isHeld(entry: LevelEntry): boolean {
    return this.#proven.has(entry.key) || this.#context.writers?.isHeld(entry) === true;
  }

  /** Returns what may be sent to a side now; 0 when it must wait. */
  portion(entry: LevelEntry, source: Source): Quantity {
    const amount = sendable(entry.level, source);
    const { writers } = this.#context;
    const watch = this.#watches.get(entry.key);
    const { pending, blocked, indeterminate } = entry.level[source];
    if (pending === 0) watch?.nothingWaits(source);
    // What waits for a reading or an answer first waits for the test as well.
    const waiting = blocked === null && !indeterminate ? sendablePart(source, pending) : 0;
    if (waiting === 0 || writers === undefined) return amount;
    if (this.isHeld(entry)) return 0;
    // A number that a person sets is no change that waits for a test.
    if (watch === undefined || !watch.testing || entry.level.setRequest !== null || writers.isTrusted(entry)) return amount;
    const part = watch.portion(source, waiting, this.#context.now());
    return amount === 0 ? 0 : part;
  }

  /** Notes the write that is now in flight to a side. */
  wrote({ key, level }: LevelEntry, source: Source): void {
    const { inFlight, pending } = level[source];
    if (inFlight !== null) this.#watches.get(key)?.wrote(source, inFlight, sendablePart(source, pending), this.#context.now());
  }

  /** Notes that a write had no effect. */
  returned(key: number, write: string): void {
    this.#watches.get(key)?.returned(write);
  }

  /** Lets time pass. Returns what was found out, and adds the variants whose writes may go on to `due`. */
  advance(due: Set<number>): readonly WriterVerdict[] {
    const now = this.#context.now();
    const verdicts: WriterVerdict[] = [];
    const keys = new Set([...this.#testing, ...this.#changed]);
    this.#changed = new Set();
    this.#proven.clear();
    for (const key of keys) {
      const watch = this.#watches.get(key);
      if (watch === undefined) continue;
      const next = watch.nextAt(now);
      if (next !== null && next <= now) {
        watch.advance(now);
        due.add(key);
      }
      this.#follow(key, watch);
      this.#ask(key, watch);
      const kind = watch.take();
      if (kind === null) continue;
      verdicts.push({ key, kind, copies: kind === 'cleared' ? [] : watch.copies });
      if (kind !== 'proven') continue;
      // What is held is watched no more; once it is released, another watch begins.
      this.#forget(key);
      this.#proven.add(key);
    }
    return verdicts;
  }

  /** Returns the calls that ask who made the changes that look copied; `nextId` numbers them. */
  plan(nextId: () => number): OutgoingRequest[] {
    return this.#makers.plan(nextId);
  }

  /** Handles the answer to a call that `plan` returned, and ignores all others. */
  answered(id: number, answer: IncomingAnswer): void {
    for (const { key, id: change, maker } of this.#makers.answered(id, answer)) {
      this.#watches.get(key)?.madeBy(change, maker);
      this.#changed.add(key);
    }
  }

  /** Returns when a test or a reading goes on; null when there is none. */
  nextAt(): Instant | null {
    let soonest = this.#makers.nextAt() ?? Infinity;
    const now = this.#context.now();
    for (const key of this.#testing) soonest = Math.min(soonest, this.#watches.get(key)?.nextAt(now) ?? Infinity);
    return Number.isFinite(soonest) ? soonest : null;
  }

  /** Clears everything: the epoch has ended. */
  clear(): void {
    this.#watches.clear();
    this.#makers.clear();
    this.#testing.clear();
    this.#changed.clear();
    this.#proven.clear();
  }

  #ask(key: number, watch: EchoWatch): void {
    const entry = this.#levels.byKey(key);
    for (const change of watch.asked.take()) if (entry !== null) this.#makers.want(entry, { ...change, key });
  }

  #follow(key: number, watch: EchoWatch): void {
    if (watch.testing) this.#testing.add(key);
    else this.#testing.delete(key);
  }

  #forget(key: number): void {
    this.#watches.delete(key);
    this.#testing.delete(key);
  }

  #dropOldest(): void {
    for (const key of this.#watches.keys()) {
      if (this.#watches.size <= MOST_WATCHED) return;
      if (!this.#testing.has(key)) this.#forget(key);
    }
  }
}

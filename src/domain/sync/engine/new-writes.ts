import type { Instant } from '../../instant';
import { backoff } from '../backoff';
import { FAILURES_BEFORE_PAUSE, TRIAL_WRITES } from '../limits';

/** What a lane may do about changes that it has not sent yet: begin writes, begin a single one, read a level first, or wait. */
export type Permission = 'all' | 'one' | 'read-first' | 'wait';

/**
 * Decides whether new writes may begin. A write without an answer can be repeated only while its platform remembers the key; in an outage that
 * lasts longer, it may never become known what became of it. So while writes are not answered, no other variant's write is begun: a read, and
 * then a single write, tell whether the platform works again. Kept in memory; a restarted object doubts what has waited for long.
 */
export class NewWrites {
  readonly #random: () => number;
  #unanswered = 0;
  #trials = 0;
  #trialAt: Instant = 0;
  #readable = false;

  /** `random` returns 0 to 1, drawn for each pause so that accounts do not retry at the same moments. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** Returns what may be done at `now`. */
  permission(now: Instant): Permission {
    if (this.#unanswered < FAILURES_BEFORE_PAUSE) return 'all';
    if (now < this.#trialAt) return 'wait';
    return this.#readable ? 'one' : 'read-first';
  }

  /** When waiting ends; in the past while nothing waits. */
  get trialAt(): Instant {
    return this.#trialAt;
  }

  /** Records whether a call was answered. Every answer to a write ends the doubt. */
  heard(kind: 'read' | 'write', answered: boolean): void {
    this.#readable = answered;
    if (kind === 'write') this.#unanswered = answered ? 0 : this.#unanswered + 1;
    if (this.#unanswered === 0) this.clear();
  }

  /** Records that a single write begins as a trial: the next one waits, longer each time. */
  tries(now: Instant): void {
    this.#trials += 1;
    this.#trialAt = now + backoff(this.#trials, TRIAL_WRITES, this.#random());
  }

  /** Begins with a read and a single write: something has waited so long that the platform may not answer. */
  doubt(): void {
    this.#unanswered = FAILURES_BEFORE_PAUSE;
  }

  /** Forgets every doubt. */
  clear(): void {
    this.#unanswered = 0;
    this.#trials = 0;
    this.#trialAt = 0;
    this.#readable = false;
  }
}

import type { Random } from '../random';
import type { Cloud } from './cloud';
import type { Owner, Planned } from './scheduler';

/**
 * How an instance dies. `unstored`: the writes of its last turn were not stored yet, and nothing of that turn was sent. `unsent`: they are
 * stored, and nothing was sent. `sent`: they are stored, and everything was sent.
 */
type Mode = 'unstored' | 'unsent' | 'sent';

interface Kill {
  readonly at: number;
  /** How many turns of the object to let pass from then on. */
  skip: number;
  readonly mode: Mode;
  readonly downMs: number;
}

/** A kill that finds no turn of the object within this time after the faults end does not happen, in ms. */
const LAST_MS = 60_000;

/** Kills the account object between two of its turns, that is, at any await that leaves it. */
export class Kills {
  readonly #cloud: Cloud;
  readonly #say: (line: string) => void;
  readonly #planned: Kill[];
  readonly #until: number;
  #savepoint: { readonly name: string; readonly alarmAt: number | null } | null = null;
  /** The number of kills so far. */
  done = 0;

  constructor(cloud: Cloud, random: Random, span: { readonly from: number; readonly until: number }, say: (line: string) => void) {
    this.#cloud = cloud;
    this.#say = say;
    this.#until = span.until + LAST_MS;
    this.#planned = Array.from({ length: random.between(1, 4) }, () => ({
      at: random.between(span.from, span.until),
      skip: random.between(0, 15),
      mode: (['unstored', 'unsent', 'sent'] as const)[random.between(0, 2)] ?? 'sent',
      downMs: random.chance(0.6)
        ? random.between(0, 3_000)
        : random.chance(0.75)
          ? random.between(5_000, 60_000)
          : random.between(60_000, 300_000),
    })).toSorted((a, b) => a.at - b.at);
  }

  /** Runs at the start of each turn. */
  before(): void {
    const next = this.#due();
    if (next === null || next.skip > 0 || next.mode !== 'unstored') return;
    this.#savepoint = { name: this.#cloud.account.database.begin(), alarmAt: this.#cloud.account.alarmAt };
  }

  /** Runs at the end of each turn. Returns how the instance died in it, and when the next one starts (ms); null when it did not die. */
  after(owner: Owner, created: readonly Planned[]): { readonly mode: Mode; readonly backAt: number } | null {
    const { account } = this.#cloud;
    const savepoint = this.#savepoint;
    this.#savepoint = null;
    const mine = account.owns(owner);
    if (savepoint !== null && !mine) account.database.commit(savepoint.name);
    const next = mine ? this.#due() : null;
    if (next === null) return null;
    if (next.skip > 0) {
      next.skip -= 1;
      return null;
    }
    if (next.mode === 'unstored' && savepoint === null) return null;
    this.#planned.shift();
    this.done += 1;
    this.#say(`killed (${next.mode}), down for ${next.downMs} ms`);
    if (savepoint !== null) account.database.rollback(savepoint.name);
    const alarmAt = savepoint === null ? account.alarmAt : savepoint.alarmAt;
    if (next.mode !== 'sent') for (const planned of created) planned.cancelled = true;
    const backAt = this.#cloud.scheduler.now + next.downMs;
    account.kill('killed', backAt, alarmAt);
    if (next.mode !== 'sent') for (const planned of created) planned.undone?.();
    return { mode: next.mode, backAt };
  }

  #due(): Kill | null {
    const { now } = this.#cloud.scheduler;
    if (now > this.#until) return null;
    const [next] = this.#planned;
    return next !== undefined && next.at <= now ? next : null;
  }
}

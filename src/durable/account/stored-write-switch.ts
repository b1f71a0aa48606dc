import type { AccountId } from '../../domain/account/account-id';
import type { Instant } from '../../domain/instant';
import type { WritePause } from '../../domain/sync/write-gate';
import { OPEN_SWITCH, switchFor, type StoredPause, type WriteSwitch } from '../../domain/sync/write-switch';
import type { Meta } from '../store/meta';

/** Timeout for reading the switch from the shared database, in ms. A starting object waits for it. */
const ANSWER_MS = 1_000;

/** Maximum age of the object's copy of the switch when its alarm fires, in ms; below, the same while it waits for a pause to end. */
const LOOK_MS = 60_000;
const LOOK_WHILE_PAUSED_MS = 5 * 60_000;

/** What the switch needs from the object that hosts the account. */
interface SwitchHost {
  readonly accountId: AccountId;
  readonly database: D1Database;
  now(): Instant;
  note(message: string): void;
}

/** The account object's stored copy of the operators' write switch: the last state that was pushed to it or that it read. */
export class KnownSwitch {
  readonly #meta: Meta;
  readonly #host: SwitchHost;
  #known: WriteSwitch;
  /** While the object starts: pauses that were read already but are applied only once the levels are loaded. */
  #coming: readonly WritePause[] = [];
  #lookedAt: Instant = 0;

  constructor(meta: Meta, host: SwitchHost) {
    this.#meta = meta;
    this.#host = host;
    this.#known = meta.read<WriteSwitch>('write-switch') ?? OPEN_SWITCH;
  }

  /** Returns the pauses in force. */
  get pauses(): readonly WritePause[] {
    return this.#coming.length === 0 ? this.#known.pauses : [...this.#known.pauses, ...this.#coming];
  }

  /** Reads the switch from the shared database; null when that does not answer, and the last stored value applies. */
  async read(): Promise<WriteSwitch | null> {
    const { database, accountId } = this.#host;
    this.#lookedAt = this.#host.now();
    const wanted = database
      .prepare('select account, source, active, revision, actor_shop as "by", reason, since from write_pauses where account in (0, ?1)')
      .bind(accountId);
    try {
      const { results } = await inTime(wanted.all<Omit<StoredPause, 'active'> & { active: number }>(), ANSWER_MS);
      return switchFor(
        accountId,
        results.map((row) => ({ ...row, active: row.active === 1 })),
      );
    } catch (error) {
      this.#host.note(
        `the switch for writes could not be read, the last known state counts: ${error instanceof Error ? error.message : String(error)}`,
      );
      return null;
    }
  }

  /** Blocks the writes that these pauses stop from now on, before `take` stores the pauses. */
  expect(pauses: readonly WritePause[]): void {
    this.#coming = pauses;
  }

  /** Returns whether a state is newer than the known one. */
  isNews(next: WriteSwitch): boolean {
    return next.version > this.#known.version;
  }

  /** Stores a state, unless it is no newer than the known one. Returns the previous pauses; null when nothing changed. */
  take(next: WriteSwitch): readonly WritePause[] | null {
    const before = this.pauses;
    this.#coming = [];
    if (!this.isNews(next)) return null;
    this.#known = next;
    this.#meta.write('write-switch', next);
    return before;
  }

  /** Returns whether the switch must be read again, because a push may have been missed. */
  due(now: Instant): boolean {
    return now - this.#lookedAt >= LOOK_MS;
  }

  /** Returns when to read the switch again without another event; null while nothing is paused. */
  nextLookAt(): Instant | null {
    return this.#known.pauses.length === 0 ? null : this.#lookedAt + LOOK_WHILE_PAUSED_MS;
  }
}

async function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error(`no answer within ${ms} ms`));
  }, ms);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

import type { Instant } from '../../domain/instant';
import type { WritePause } from '../../domain/sync/write-gate';
import { OPEN_SWITCH, switchFor, type StoredPause, type WriteSwitch } from '../../domain/sync/write-switch';
import type { Meta } from '../store/meta';

/** How long the shared database may take to say how the switch stands, in ms. A waking object waits for it. */
const ANSWER_MS = 1_000;

/** How old the object's knowledge may be when its alarm rings, in ms; the same while it waits for the end of a pause. */
const LOOK_MS = 60_000;
const LOOK_WHILE_PAUSED_MS = 5 * 60_000;

/** What the switch needs from the object that hosts the account. */
interface SwitchHost {
  readonly accountId: string;
  readonly database: D1Database;
  now(): Instant;
  note(message: string): void;
}

/** The operators' switch as the account's object knows it: the last state that it was told or has read, stored. */
export class KnownSwitch {
  readonly #meta: Meta;
  readonly #host: SwitchHost;
  #known: WriteSwitch;
  /** While the object starts: what was read already, and is taken only once the levels are there. */
  #coming: readonly WritePause[] = [];
  #lookedAt: Instant = 0;

  constructor(meta: Meta, host: SwitchHost) {
    this.#meta = meta;
    this.#host = host;
    this.#known = meta.read<WriteSwitch>('write-switch') ?? OPEN_SWITCH;
  }

  /** Pauses in force. */
  get pauses(): readonly WritePause[] {
    return this.#coming.length === 0 ? this.#known.pauses : [...this.#known.pauses, ...this.#coming];
  }

  /** Reads the switch from the shared database; null when that does not answer: then the last stored value counts. */
  async read(): Promise<WriteSwitch | null> {
    const { database, accountId } = this.#host;
    this.#lookedAt = this.#host.now();
    const wanted = database
      .prepare('select account, source, active, revision, actor_shop as "by", reason, since from write_pauses where account in (0, ?1)')
      .bind(Number(accountId));
    try {
      const { results } = await inTime(wanted.all<Omit<StoredPause, 'active'> & { active: number }>(), ANSWER_MS);
      return switchFor(
        Number(accountId),
        results.map((row) => ({ ...row, active: row.active === 1 })),
      );
    } catch (error) {
      this.#host.note(
        `the switch for writes could not be read, the last known state counts: ${error instanceof Error ? error.message : String(error)}`,
      );
      return null;
    }
  }

  /** Nothing of what these pauses stop leaves from now on, although they are not taken yet. */
  expect(pauses: readonly WritePause[]): void {
    this.#coming = pauses;
  }

  /** Stores a state, unless it is no newer than the known one. Answers the pauses before; null when nothing changed. */
  take(next: WriteSwitch): readonly WritePause[] | null {
    const before = this.pauses;
    this.#coming = [];
    if (next.version <= this.#known.version) return null;
    this.#known = next;
    this.#meta.write('write-switch', next);
    return before;
  }

  /** Whether the switch is to be read again, as a push may have been missed. */
  due(now: Instant): boolean {
    return now - this.#lookedAt >= LOOK_MS;
  }

  /** When to look again although nothing happens; null while nothing is paused. */
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

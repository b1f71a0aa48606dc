import type { Instant } from '../../domain/instant';

/**
 * The one owner of the object's one alarm. Setting it writes a row, so an alarm that comes soon enough is left alone.
 */
export class AlarmClock {
  readonly #storage: DurableObjectStorage;
  readonly #report: (error: unknown) => void;
  #armed: Instant | null = null;

  constructor(storage: DurableObjectStorage, report: (error: unknown) => void) {
    this.#storage = storage;
    this.#report = report;
  }

  /** Finds out what a former life set. To be awaited before anything else. */
  async recall(): Promise<void> {
    this.#armed = await this.#storage.getAlarm();
  }

  /** The alarm is ringing: none is set any more. */
  rang(): void {
    this.#armed = null;
  }

  /** Rings at `at` or sooner. */
  wake(at: Instant): void {
    if (this.#armed !== null && this.#armed <= at) return;
    this.#armed = at;
    // Stored with the writes of this turn; the output gate holds answers until it is durable.
    this.#storage.setAlarm(at).catch(this.#report);
  }

  /** Nothing rings any more. */
  async silence(): Promise<void> {
    this.#armed = null;
    await this.#storage.deleteAlarm();
  }
}

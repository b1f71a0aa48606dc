import type { Instant } from '../../domain/instant';

/**
 * The one owner of the object's one alarm. Setting it writes a row, so an alarm that comes soon enough is left alone.
 */
export class AlarmClock {
  readonly #storage: DurableObjectStorage;
  readonly #report: (error: unknown) => void;
  #armed: Instant | null = null;
  /** The soonest that anyone has asked for since the last ring; what was set as a stand-by alone is not in it. */
  #wanted: Instant | null = null;

  constructor(storage: DurableObjectStorage, report: (error: unknown) => void) {
    this.#storage = storage;
    this.#report = report;
  }

  /** Finds out what a former life set. To be awaited before anything else. */
  async recall(): Promise<void> {
    this.#armed = await this.#storage.getAlarm();
    this.#wanted = this.#armed;
  }

  /** The alarm is ringing: none is set any more. */
  wentOff(): void {
    this.#armed = null;
    this.#wanted = null;
  }

  /** Rings at `at` or sooner. */
  wake(at: Instant): void {
    this.#wanted = Math.min(this.#wanted ?? at, at);
    if (this.#armed === null || this.#armed > at) this.#set(at);
  }

  /**
   * Rings at `at` or sooner should the object die before `release`. The platform runs an alarm again whose handler died
   * (at least once: developers.cloudflare.com/durable-objects/api/alarms), but only a stored one is there in every case.
   */
  standBy(at: Instant): void {
    if (this.#armed === null || this.#armed > at) this.#set(at);
  }

  /** The work that the stand-by was for is done: rings when somebody asked for it, and no sooner. */
  release(): void {
    if (this.#armed !== null && this.#wanted !== null && this.#armed < this.#wanted) this.#set(this.#wanted);
  }

  /** Nothing rings any more. */
  async silence(): Promise<void> {
    this.wentOff();
    await this.#storage.deleteAlarm();
  }

  #set(at: Instant): void {
    this.#armed = at;
    // Stored with the writes of this turn; the output gate holds answers until it is durable.
    this.#storage.setAlarm(at).catch(this.#report);
  }
}

import type { Instant } from '../../domain/instant';

/** The only owner of the object's one alarm. Setting it writes a row, so an alarm that fires soon enough is left alone. */
export class AlarmClock {
  readonly #storage: DurableObjectStorage;
  readonly #report: (error: unknown) => void;
  #armed: Instant | null = null;
  /** The earliest time requested since the alarm last fired; excludes times set only as a fallback. */
  #wanted: Instant | null = null;

  constructor(storage: DurableObjectStorage, report: (error: unknown) => void) {
    this.#storage = storage;
    this.#report = report;
  }

  /** Reads the alarm that a previous instance set. Must be awaited before anything else. */
  async recall(): Promise<void> {
    this.#armed = await this.#storage.getAlarm();
    this.#wanted = this.#armed;
  }

  /** Records that the alarm has fired and none is set. */
  wentOff(): void {
    this.#armed = null;
    this.#wanted = null;
  }

  /** Makes the alarm fire at `at` or sooner. */
  wake(at: Instant): void {
    this.#wanted = Math.min(this.#wanted ?? at, at);
    if (this.#armed === null || this.#armed > at) this.#set(at);
  }

  /**
   * Sets a fallback alarm: fires at `at` or sooner if the object dies before `release`. The platform runs an alarm whose handler died again
   * (at least once: developers.cloudflare.com/durable-objects/api/alarms), but only a stored one is there in every case.
   */
  standBy(at: Instant): void {
    if (this.#armed === null || this.#armed > at) this.#set(at);
  }

  /** Replaces the fallback alarm with the requested time, if that is later: the work that the fallback covered is done. */
  release(): void {
    if (this.#armed !== null && this.#wanted !== null && this.#armed < this.#wanted) this.#set(this.#wanted);
  }

  /** Deletes the alarm. */
  async silence(): Promise<void> {
    this.wentOff();
    await this.#storage.deleteAlarm();
  }

  #set(at: Instant): void {
    this.#armed = at;
    // Stored with this turn's writes; the output gate holds answers until it is durable.
    this.#storage.setAlarm(at).catch(this.#report);
  }
}

import type { Instant } from '../../domain/instant';

/**
 * Minimum time from now to an alarm, in ms. One that a running handler sets for now or earlier is lost, or fires tens of seconds late
 * (github.com/cloudflare/workerd/issues/6866).
 */
const LEAST_AHEAD_MS = 1;

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
    this.standBy(at);
  }

  /**
   * Sets a fallback alarm: fires at `at` or sooner if the object dies before `release`. The platform runs an alarm whose handler died again
   * (at least once: developers.cloudflare.com/durable-objects/api/alarms), but only a stored one is there in every case.
   */
  standBy(at: Instant): void {
    const soonest = Math.max(at, Date.now() + LEAST_AHEAD_MS);
    if (this.#armed === null || this.#armed > soonest) this.#set(soonest);
  }

  /** Replaces the fallback alarm with the requested time, if that is later: the work that the fallback covered is done. */
  release(): void {
    if (this.#armed === null || this.#wanted === null || this.#armed >= this.#wanted) return;
    this.#armed = null;
    this.standBy(this.#wanted);
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

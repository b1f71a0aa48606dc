import type { Agenda } from './agenda';

/** The one alarm of an account: it outlives the object's instances, and the earliest time wins. */
export class Alarm {
  readonly #agenda: Agenda;
  readonly #ring: () => void;
  #at = Infinity;

  constructor(agenda: Agenda, ring: () => void) {
    this.#agenda = agenda;
    this.#ring = ring;
  }

  /** Sets the alarm to fire at `at`, unless it fires earlier. */
  set(at: number): void {
    if (at >= this.#at) return;
    this.#at = at;
    this.#agenda.at(at, () => {
      if (this.#at !== at) return;
      this.#at = Infinity;
      this.#ring();
    });
  }
}

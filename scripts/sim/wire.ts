import type { Agenda } from './agenda';
import type { Random } from './random';
import type { Scenario } from './scenario';

/** The longest a response takes, in ms; then the call counts as unanswered. */
export const TIMEOUT_MS = 5_000;

/** An unreliable connection to one platform: requests and responses are lost, late, or refused before they reach the platform. */
export class Wire {
  readonly #agenda: Agenda;
  readonly #random: Random;
  readonly #scenario: Scenario;
  /** Until then, the platform does not respond. */
  awayUntil = 0;

  constructor(agenda: Agenda, random: Random, scenario: Scenario) {
    this.#agenda = agenda;
    this.#random = random;
    this.#scenario = scenario;
  }

  /** Carries a call. `arrive` may run late or never; `heard` gets null when no response came in time. */
  call<T>(arrive: () => T, heard: (answer: T | null) => void, refuse: () => T | null): void {
    const { requestLost, lostArrivesLate, answerLost, refusedOrThrottled, requestRepeated } = this.#scenario;
    const away = this.awayUntil > this.#agenda.now;
    // A copy in flight may get through whatever happens to the first.
    if (requestRepeated > 0 && this.#random.chance(requestRepeated)) this.#agenda.in(this.#random.between(20, 47_000), () => void arrive());
    if (this.#random.chance(away ? 0.9 : requestLost)) {
      if (this.#random.chance(lostArrivesLate)) this.#agenda.in(this.#random.between(TIMEOUT_MS, 60_000), () => void arrive());
      this.#hear(TIMEOUT_MS, () => null, heard);
      return;
    }
    this.#agenda.in(this.#random.between(20, 400), () => {
      if (!away && this.#random.chance(refusedOrThrottled)) {
        this.#hear(this.#random.between(20, 400), refuse, heard);
        return;
      }
      const answer = arrive();
      const lost = away || this.#random.chance(answerLost);
      this.#hear(lost ? TIMEOUT_MS : this.#random.between(20, 400), () => (lost ? null : answer), heard);
    });
  }

  #hear<T>(delay: number, answer: () => T | null, heard: (answer: T | null) => void): void {
    this.#agenda.in(delay, () => {
      heard(answer());
    });
  }
}

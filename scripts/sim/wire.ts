import type { Agenda } from './agenda';
import type { Random } from './random';
import type { Scenario } from './scenario';

/** The longest an answer takes; then the call counts as unanswered. Ms. */
export const TIMEOUT_MS = 5_000;

/** A bad line to one platform: requests and answers are lost, late or turned away at the door. */
export class Wire {
  readonly #agenda: Agenda;
  readonly #random: Random;
  readonly #scenario: Scenario;
  /** Until then the platform answers nothing. */
  awayUntil = 0;

  constructor(agenda: Agenda, random: Random, scenario: Scenario) {
    this.#agenda = agenda;
    this.#random = random;
    this.#scenario = scenario;
  }

  /** Carries a call. `arrive` may happen late or never; `heard` gets null when no answer came in time. */
  call<T>(arrive: () => T, heard: (answer: T | null) => void, refuse: () => T | null): void {
    const { requestLost, lostArrivesLate, answerLost, refusedOrThrottled, requestRepeated } = this.#scenario;
    const away = this.awayUntil > this.#agenda.now;
    // A copy on the way may get through whatever happens to the first.
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

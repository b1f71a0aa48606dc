import { SOURCES, type Source } from '../../src/domain/source';
import { backoff } from '../../src/domain/sync/backoff';
import { atRest, cellOf, difference, restingSide, withSide, type Cell, type Op } from '../../src/domain/sync/cell';
import { judge, newFlight, type Flight } from '../../src/domain/sync/flight';
import { flush, sendable } from '../../src/domain/sync/flush';
import { OCCURRED_BEFORE_MS } from '../../src/domain/sync/limits';
import { abandonRead, observe, observeRead, type Rules, type Step } from '../../src/domain/sync/observe';
import { restart } from '../../src/domain/sync/restart';
import { settle } from '../../src/domain/sync/settle';
import { loadCell, storeCell } from '../../src/domain/sync/stored';
import type { WriteAnswer, WriteRequest } from '../../src/domain/sync/write';
import type { Agenda } from './agenda';
import type { Weather } from './history';
import type { SimPlatform } from './platform';
import type { Random } from './random';

const RULES: Rules = { maximum: null, entitled: true, autoSync: true };
const BACKOFF = { firstMs: 500, longestMs: 30_000 };
/** The longest an answer takes; then the call counts as unanswered. Ms. */
const TIMEOUT_MS = 5_000;

interface Airborne {
  readonly flight: Flight;
  readonly request: WriteRequest;
  readonly found: boolean;
}

/** Our side of a history: one cell, kept by the product's own decisions, with a life that can end at any moment. */
export class Keeper {
  readonly #agenda: Agenda;
  readonly #platforms: Readonly<Record<Source, SimPlatform>>;
  readonly #random: Random;
  readonly #weather: Weather;
  #cell: Cell;
  readonly #conserved: number;
  #onWire: Record<Source, boolean> = { shopify: false, square: false };
  #waiting: Record<Source, (Airborne & { readonly dueAt: number }) | null> = { shopify: null, square: null };
  /** Answers to a former life are heard by nobody. */
  #life = 0;
  #keys = 0;
  broken = '';

  constructor(agenda: Agenda, platforms: Readonly<Record<Source, SimPlatform>>, random: Random, weather: Weather) {
    this.#agenda = agenda;
    this.#platforms = platforms;
    this.#random = random;
    this.#weather = weather;
    this.#cell = cellOf(restingSide(platforms.shopify.value, 0), restingSide(platforms.square.value, 0));
    this.#conserved = difference(this.#cell);
  }

  atRest(): boolean {
    return atRest(this.#cell);
  }

  /** The platform sends its webhook for the present level: late, twice, or never. */
  announce(source: Source): void {
    const level = this.#platforms[source].level();
    const copies = this.#random.chance(this.#weather.webhookLoss) ? 0 : this.#random.chance(this.#weather.webhookDuplicate) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      this.#agenda.in(this.#random.between(10, this.#weather.webhookLateMs), () => {
        this.#take(observe(this.#cell, source, { value: level.quantity, at: level.at, direct: false }, 'webhook', RULES));
      });
    }
  }

  /** The object dies: what was in memory alone is gone. It starts again from what was stored. */
  kill(): void {
    this.#life += 1;
    this.#onWire = { shopify: false, square: false };
    this.#waiting = { shopify: null, square: null };
    this.#cell = loadCell(storeCell(this.#cell));
    for (const { flight, members } of restart([['cell', this.#cell]], 0, this.#agenda.now)) {
      const request = requestOf(members.map((member) => member.op));
      this.#waiting[flight.source] = { flight, request, found: true, dueAt: this.#agenda.now };
    }
    this.#plan();
  }

  /** Reads both levels, as a sweep does. */
  sweep(): void {
    for (const source of SOURCES) {
      const level = this.#platforms[source].level();
      this.#take(observe(this.#cell, source, { value: level.quantity, at: level.at, direct: false }, 'sweep', RULES));
    }
  }

  #take(step: Step): void {
    this.#cell = step.cell;
    if (difference(this.#cell) !== this.#conserved && this.broken === '') this.broken = 'I1: units appeared or vanished';
    this.#plan();
  }

  #plan(): void {
    for (const source of SOURCES) {
      if (this.#onWire[source]) continue;
      const due = this.#waiting[source];
      if (due !== null) {
        if (due.dueAt <= this.#agenda.now) this.#repeat(source, due);
        else this.#wake(due.dueAt);
      } else if (this.#cell[source].doubt && this.#cell[source].op === null) this.#read(source);
      else if (sendable(this.#cell, source) !== 0) this.#write(source);
    }
  }

  #wake(at: number): void {
    const life = this.#life;
    this.#agenda.at(at, () => {
      if (this.#life === life) this.#plan();
    });
  }

  #repeat(source: Source, airborne: Airborne): void {
    this.#waiting[source] = null;
    this.#send(source, airborne);
  }

  #write(source: Source): void {
    this.#keys += 1;
    const key = `${source}-${this.#keys}`;
    this.#cell = flush(this.#cell, source, { key, index: 0, count: 1, now: this.#agenda.now, epoch: 0 });
    const { op } = this.#cell[source];
    if (op !== null) this.#send(source, { flight: newFlight(source, key, this.#agenda.now), request: requestOf([op]), found: false });
  }

  #send(source: Source, airborne: Airborne): void {
    this.#onWire[source] = true;
    const sentAt = this.#agenda.now;
    this.#call(
      () => {
        const { answer, changed } = this.#platforms[source].receive(airborne.request, this.#agenda.now);
        if (changed) this.announce(source);
        return answer;
      },
      (answer) => {
        this.#answered(source, airborne, answer ?? { kind: 'ambiguous', detail: 'no answer' }, sentAt);
      },
      (): WriteAnswer => (this.#random.chance(0.5) ? { kind: 'throttled', afterMs: 400 } : { kind: 'ambiguous', detail: '503' }),
    );
  }

  #read(source: Source): void {
    this.#onWire[source] = true;
    this.#cell = withSide(this.#cell, source, { reading: true });
    this.#call(
      () => this.#platforms[source].level(),
      (level) => {
        this.#onWire[source] = false;
        this.#take(
          level === null
            ? abandonRead(this.#cell, source, RULES)
            : observeRead(this.#cell, source, { value: level.quantity, at: level.at }, 'read', RULES),
        );
      },
      () => null,
    );
  }

  /** A call over a bad line. `heard` gets null when no answer came in time; nothing is heard in another life. */
  #call<T>(arrive: () => T, heard: (answer: T | null) => void, refuse: () => T | null): void {
    const life = this.#life;
    const hear = (answer: T | null): void => {
      if (this.#life === life) heard(answer);
    };
    const { requestLost, lostArrivesLate, answerLost, refusedOrThrottled } = this.#weather;
    if (this.#random.chance(requestLost)) {
      if (this.#random.chance(lostArrivesLate)) this.#agenda.in(this.#random.between(TIMEOUT_MS, 60_000), () => void arrive());
      this.#agenda.in(TIMEOUT_MS, () => {
        hear(null);
      });
      return;
    }
    this.#agenda.in(this.#random.between(20, 400), () => {
      if (this.#random.chance(refusedOrThrottled)) {
        const refusal = refuse();
        this.#agenda.in(this.#random.between(20, 400), () => {
          hear(refusal);
        });
        return;
      }
      const answer = arrive();
      const lost = this.#random.chance(answerLost);
      this.#agenda.in(lost ? TIMEOUT_MS : this.#random.between(20, 400), () => {
        hear(lost ? null : answer);
      });
    });
  }

  #answered(source: Source, airborne: Airborne, answer: WriteAnswer, sentAt: number): void {
    this.#onWire[source] = false;
    const judgement = judge(airborne.flight, answer, 1, sentAt);
    if (judgement.kind === 'again') {
      const pause = Math.max(judgement.afterMs, backoff(judgement.flight.attempts, BACKOFF, this.#random.next()));
      this.#waiting[source] = { ...airborne, flight: judgement.flight, dueAt: this.#agenda.now + pause };
      this.#plan();
      return;
    }
    const [verdict] = judgement.kind === 'settled' ? judgement.verdicts : [];
    if (verdict === undefined) {
      this.broken = `an op of ${source} ended as ${judgement.kind}`;
      return;
    }
    this.#take(settle(this.#cell, source, verdict, RULES, airborne.found));
  }
}

function requestOf(ops: readonly Op[]): WriteRequest {
  const [first] = ops;
  return {
    key: first?.key ?? '',
    occurredAt: (first?.firstSent ?? 0) - OCCURRED_BEFORE_MS,
    changes: ops.map((op) => ({ stockId: 'item', locationId: 'place', delta: op.delta, from: op.from })),
  };
}

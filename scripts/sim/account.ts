import type { LevelReport } from '../../src/domain/inbound';
import { STEPS_PER_UNIT } from '../../src/domain/quantity';
import { otherSource, SOURCES, type Source } from '../../src/domain/source';
import {
  atRest,
  breaksConservation,
  levelOf,
  conserved,
  difference,
  rebased,
  restingSide,
  UNKNOWN_SIDE,
  withSide,
  type LinkedLevel,
  type Observation,
} from '../../src/domain/sync/linked-level';
import type { Rules, Step } from '../../src/domain/sync/observe';
import type { ReadAnswer } from '../../src/domain/sync/write';
import { Alarm } from './alarm';
import { inspect, inspectFate } from './inspect';
import { SimLane } from './lane';
import type { Surroundings } from './surroundings';
import { TIMEOUT_MS } from './wire';

const BARE = levelOf(UNKNOWN_SIDE, UNKNOWN_SIDE);

/** Our side of a history: cells and lanes kept by the product's decisions, with a life that can end at any moment. */
export class SimAccount {
  readonly #world: Surroundings;
  readonly #cells: LinkedLevel[];
  readonly #linked: readonly boolean[];
  #conserved: (number | null)[];
  readonly #alarm: Alarm;
  #lanes: Readonly<Record<Source, SimLane>>;
  readonly #put = new Set<number>();
  #depth = 0;
  /** Answers to a former life are heard by nobody. */
  #life = 0;
  #keys = 0;
  epoch = 1;
  autoSync = true;
  entitled = true;
  readonly connected: Record<Source, boolean> = { shopify: true, square: true };

  constructor(world: Surroundings, linked: readonly boolean[]) {
    this.#world = world;
    this.#linked = linked;
    this.#alarm = new Alarm(world.agenda, () => this.resume());
    this.#cells = linked.map((_, key) => {
      const [shopify, square] = [world.platforms.shopify.level(key), world.platforms.square.level(key)];
      return levelOf(restingSide(shopify.quantity, shopify.at), restingSide(square.quantity, square.at));
    });
    this.#conserved = this.#cells.map(difference);
    this.#lanes = { shopify: this.#lane('shopify'), square: this.#lane('square') };
  }

  /** How many cells there are. */
  get size(): number {
    return this.#cells.length;
  }

  cell(key: number): LinkedLevel {
    return this.#cells[key] ?? BARE;
  }

  linked(key: number): boolean {
    return this.#linked[key] ?? false;
  }

  /** A variant of one side alone owes nothing to the other. */
  rules(key: number): Rules {
    return { maximum: this.#world.scenario.maximum, entitled: this.entitled && this.linked(key), autoSync: this.autoSync };
  }

  /** One turn: what it changes is stored as a whole, and requests that it planned go out only afterwards. */
  turn(work: () => void): void {
    if (this.#depth > 0) {
      work();
      return;
    }
    this.#depth += 1;
    work();
    this.#grantWishes();
    for (const source of SOURCES) for (const key of this.#put) this.#lanes[source].touch(key);
    for (const source of SOURCES) this.#lanes[source].plan();
    for (const key of this.#put) this.#check(key);
    this.#put.clear();
    this.#depth -= 1;
    for (const source of SOURCES) this.#lanes[source].launch();
  }

  /** Levels that a webhook or a sweep states. */
  levels(source: Source, reports: readonly LevelReport[], via: 'webhook' | 'sweep' | 'snapshot'): void {
    this.turn(() => {
      for (const report of reports) this.#observe(source, report, via);
    });
  }

  #observe(source: Source, report: LevelReport, via: 'webhook' | 'sweep' | 'snapshot'): void {
    const key = Number(report.stockId);
    if (report.locationId !== 'place' || key >= this.#cells.length) return;
    const seen: Observation = { value: report.quantity, at: report.at, direct: false };
    const before = this.cell(key);
    if (!this.linked(key) && atRest(before)) {
      const known = before[source].observedAt;
      if (known === null || seen.at >= known)
        this.put(key, rebased(withSide(before, source, { accounted: seen.value, observedAt: seen.at })));
      this.#conserved[key] = null;
      return;
    }
    this.book(key, this.#world.engine.observe(before, source, seen, via, this.rules(key)));
  }

  /** Takes a step's cell, and what its ledger lines say of units that are owed to nobody. */
  book(key: number, { cell, facts }: Step): void {
    this.put(key, cell);
    const { truth } = this.#world;
    for (const fact of facts) {
      if (fact.kind !== 'change') continue;
      inspectFate(this.#world, fact.fate, fact.delta);
      if (fact.fate === 'uncounted') this.#conserved[key] = null;
      if (fact.fate !== 'kept') continue;
      this.#conserved[key] = null;
      truth.forgive(key, otherSource(fact.side), fact.delta);
    }
  }

  put(key: number, cell: LinkedLevel): void {
    this.#put.add(key);
    this.#cells[key] = cell;
  }

  /** The merchant sends what is held, or drops it. */
  decideHeld(sent: boolean): void {
    const { engine, truth } = this.#world;
    this.turn(() => {
      this.#cells.forEach((cell, key) => {
        this.put(key, (sent ? engine.sendHeld : engine.dropHeld)(cell, 'merchant').cell);
        if (sent) return;
        for (const source of SOURCES) {
          if (cell[source].held === 0) continue;
          this.#conserved[key] = null;
          truth.forgive(key, source, cell[source].held);
        }
      });
    });
  }

  /** The merchant sets a number for both sides. */
  set(key: number, to: number): void {
    if (!this.linked(key)) return;
    const { setRequest, shopify, square } = this.cell(key);
    // A read that is under way may be what the number is granted from; where reads leave items out, what was known long before.
    const since = this.#world.scenario.missing > 0 ? 0 : this.#world.agenda.now - (shopify.reading || square.reading ? TIMEOUT_MS : 0);
    this.turn(() => {
      this.#world.trace?.(() => `the merchant sets cell ${key} to ${to / STEPS_PER_UNIT}`);
      this.put(key, this.#world.engine.requestSet(this.cell(key), { to, by: 'merchant', sides: SOURCES }));
      // A second number may be granted from a level that was read for the first.
      if (setRequest === null) this.#world.truth.wished(key, since);
    });
  }

  #grantWishes(): void {
    for (const key of this.#put) {
      const { setRequest } = this.cell(key);
      if (setRequest === null) continue;
      const { cell } = this.#world.engine.applySet(this.cell(key));
      if (cell === this.cell(key)) continue;
      this.put(key, cell);
      this.#conserved[key] = null;
      this.#world.truth.set(key, setRequest.to);
    }
  }

  /** A platform has described its items anew: what it refused may be allowed now. */
  unblock(source: Source): void {
    this.turn(() => {
      this.#cells.forEach((cell, key) => {
        this.put(key, withSide(cell, source, { blocked: null }));
      });
    });
  }

  /** Something outside has changed, or an alarm rang: whatever can go on goes on. */
  resume(): void {
    this.turn(() => {
      this.#cells.forEach((cell, key) => {
        if (!atRest(cell)) this.#put.add(key);
      });
    });
  }

  /** Nothing of before is sent again. Where levels are forgotten, they begin with what is read next; else with what is known for certain. */
  startOver(forgetLevels: boolean): void {
    this.turn(() => {
      this.epoch += 1;
      for (const platform of Object.values(this.#world.platforms)) platform.era = `${this.epoch}-`;
      this.#cells.forEach((cell, key) => {
        this.put(key, forgetLevels ? BARE : this.#world.engine.restartLevel(cell));
        this.#conserved[key] = null;
      });
      for (const source of SOURCES) this.#lanes[source].clear();
      this.#world.truth.startOver(forgetLevels);
    });
  }

  /** The object dies: what was in memory alone is gone. It starts again from what was stored. */
  kill(): void {
    this.#life += 1;
    this.#lanes = { shopify: this.#lane('shopify'), square: this.#lane('square') };
    const { engine, habits } = this.#world;
    this.#cells.forEach((cell, key) => (this.#cells[key] = engine.load(engine.store(cell))));
    this.turn(() => {
      const open = [...this.#cells.entries()].filter(([, cell]) => !atRest(cell));
      for (const found of engine.restart(open, this.epoch, this.#world.agenda.now)) {
        if (habits.readsBeforeResolving)
          this.#believe(
            found.attempts.source,
            found.members.map(({ cell }) => Number(cell)),
          );
        this.#lanes[found.attempts.source].resume(found);
      }
      this.#cells.forEach((_, key) => this.#put.add(key));
    });
  }

  /** A read that is believed although something is in flight: a mutant's habit alone. */
  #believe(source: Source, keys: readonly number[]): void {
    for (const key of keys) {
      const { quantity, at } = this.#world.platforms[source].level(key);
      const { inFlight } = this.cell(key)[source];
      const bare = withSide(this.cell(key), source, { inFlight: null });
      const { cell } = this.#world.engine.observe(bare, source, { value: quantity, at, direct: true }, 'read', this.rules(key));
      this.put(key, withSide(cell, source, { inFlight }));
    }
  }

  #check(key: number): void {
    const cell = this.cell(key);
    const now = difference(cell);
    const known = cell.shopify.accounted !== null && cell.square.accounted !== null;
    // The product audits itself: the difference that it stores to be conserved must agree.
    if (breaksConservation(cell)) this.#world.fail(`I1: the audit finds cell ${key} out of step with what was to be conserved`);
    this.#cells[key] = { ...cell, conservedDifference: conserved(cell) };
    if (known && this.linked(key)) {
      const then = this.#conserved[key] ?? null;
      if (then === null) this.#conserved[key] = now;
      else if (then !== now) this.#world.fail(`I1: ${now - then} appeared or vanished in cell ${key}`);
      this.#world.truth.known(key);
    }
    if (!this.#world.truth.ordered(key, cell)) this.#world.fail(`I5: the time of cell ${key} went back`);
    this.#world.trace?.(() => `cell ${key} ${this.#world.describe(cell)}`);
  }

  #lane(source: Source): SimLane {
    const life = this.#life;
    const world = this.#world;
    const alive = (): boolean => this.#life === life;
    const hears =
      <T>(heard: (answer: T) => void, otherwise: NoInfer<T>) =>
      (answer: T | null): void => {
        if (alive()) heard(answer ?? otherwise);
      };
    return new SimLane(source, {
      engine: world.engine,
      habits: world.habits,
      batch: world.scenario.batch[source],
      cell: (key) => this.cell(key),
      put: (key, cell) => {
        this.put(key, cell);
      },
      book: (key, step) => {
        this.book(key, step);
      },
      rules: (key) => this.rules(key),
      mayWrite: () => this.connected[source] && this.entitled && this.autoSync,
      mayRead: () => this.connected[source],
      epoch: () => this.epoch,
      now: () => world.agenda.now,
      freshKey: () => `${this.epoch}-${source}-${(this.#keys += 1)}`,
      random: () => world.random.next(),
      turn: (work) => {
        this.turn(work);
      },
      wake: (at) => {
        this.#alarm.set(at);
      },
      adjust: (request, heard) => {
        inspect(world, this, source, request);
        world.adjust(source, request, hears(heard, { kind: 'ambiguous', detail: 'no answer' }));
      },
      levels: (stockIds, heard) => {
        world.read(source, stockIds, hears<ReadAnswer>(heard, { kind: 'failed', detail: 'no answer' }));
      },
      lookUp: (request, heard) => {
        world.lookUp(source, request, hears<readonly (boolean | null)[] | 'later'>(heard, 'later'));
      },
    });
  }
}

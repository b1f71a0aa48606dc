import type { HistoryFact } from '../../src/domain/history/fact';
import type { LevelReport } from '../../src/domain/inbound';
import { STEPS_PER_UNIT, wholePart } from '../../src/domain/quantity';
import { otherSource, SOURCES, type Source } from '../../src/domain/source';
import { adjust, belowZero, canAdjust, type SideAmounts } from '../../src/domain/sync/adjust';
import type { LevelEntry, Levels } from '../../src/domain/sync/engine/context';
import type { Effects, IncomingAnswer, OutgoingRequest } from '../../src/domain/sync/engine/effects';
import { Engine } from '../../src/domain/sync/engine/engine';
import {
  atRest,
  conserved,
  difference,
  levelOf,
  restingSide,
  sendablePart,
  UNKNOWN_SIDE,
  withSide,
  type LinkedLevel,
} from '../../src/domain/sync/linked-level';
import type { PackSizes } from '../../src/domain/sync/pack-size';
import { dropHeld, requestSet, sendHeld } from '../../src/domain/sync/rebase';
import { loadLevel, storeLevel } from '../../src/domain/sync/stored-level';
import { resumedSides, type WritePause } from '../../src/domain/sync/write-gate';
import type { PastChange } from '../../src/domain/writers/change-rates';
import type { WriterVerdict } from '../../src/domain/writers/verdict';
import { Alarm } from './alarm';
import { inspect, inspectFate, inspectRefusal } from './inspect';
import { BEGINNING_MS } from './platform';
import type { Surroundings } from './surroundings';
import { TIMEOUT_MS } from './wire';

const UNKNOWN = levelOf(UNKNOWN_SIDE, UNKNOWN_SIDE);
/** Far below the product's own limits, because a history sells few units. */
const REVIEW = { units: 6, variants: 2 };
const BACKOFF = { firstMs: 500, longestMs: 30_000 };

/**
 * Our side of a history: the product's engine over levels in memory, with an instance that can be killed at any moment. It keeps in an
 * array what the product stores in rows, and sends over the simulated wire what the product sends over HTTP.
 */
export class SimAccount implements Levels {
  readonly #world: Surroundings;
  readonly #levels: LinkedLevel[];
  readonly #linked: readonly boolean[];
  #conserved: (number | null)[];
  readonly #alarm: Alarm;
  #engine: Engine;
  /** Responses to a previous instance are dropped. */
  #instance = 0;
  #depth = 0;
  #keys = 0;
  epoch = 1;
  autoSync = true;
  pauses: readonly WritePause[] = [];
  entitled = true;
  readonly connected: Record<Source, boolean> = { shopify: true, square: true };
  /** Receives every next level, for histories that follow them; null in most. */
  watch: ((key: number, level: LinkedLevel) => void) | null = null;
  /** Receives every line of the history; null in most. */
  heard: ((key: number, fact: HistoryFact) => void) | null = null;
  /** What happened to each level before the history begins. */
  past: readonly PastChange[] = [];
  readonly #held = new Set<number>();
  readonly #suspected = new Set<number>();
  /** Variants of which the engine has found that another app changes them. */
  readonly writers = {
    isHeld: (key: number): boolean => this.#held.has(key),
    isSuspected: (key: number): boolean => this.#suspected.has(key),
  };

  constructor(world: Surroundings, linked: readonly boolean[], packs: readonly PackSizes[]) {
    this.#world = world;
    this.#linked = linked;
    this.#alarm = new Alarm(world.agenda, () => {
      this.resume();
    });
    this.#levels = linked.map((_, key) => {
      const [shopify, square] = [world.platforms.shopify.level(key), world.platforms.square.level(key)];
      return levelOf(restingSide(shopify.quantity, shopify.at), restingSide(square.quantity, square.at), packs[key]);
    });
    this.#conserved = this.#levels.map(difference);
    this.#engine = this.#createEngine();
  }

  /** The number of levels. */
  get size(): number {
    return this.#levels.length;
  }

  cell(key: number): LinkedLevel {
    return this.#levels[key] ?? UNKNOWN;
  }

  linked(key: number): boolean {
    return this.#linked[key] ?? false;
  }

  byKey(key: number): LevelEntry | null {
    const level = this.#levels[key];
    if (level === undefined) return null;
    return { key, stock: { shopify: String(key), square: String(key) }, sku: `sku-${key}`, linked: this.linked(key), level };
  }

  byStock(_source: Source, stockId: string): LevelEntry | null {
    return this.byKey(Number(stockId));
  }

  put(key: number, level: LinkedLevel): void {
    const before = this.#levels[key];
    this.#levels[key] = level;
    // A test by silence sends less than is pending: the rest takes a write of its own.
    for (const source of SOURCES) {
      const { inFlight, pending } = level[source];
      const isNew = inFlight !== null && inFlight.key !== before?.[source].inFlight?.key;
      if (isNew && sendablePart(source, pending) !== 0) this.#world.truth.released(key);
    }
    this.watch?.(key, level);
  }

  /** Runs one turn: its changes are stored atomically, and the requests it planned are sent only afterward. */
  turn(work: () => void): void {
    if (this.#depth > 0) {
      work();
      return;
    }
    this.#depth += 1;
    work();
    const effects = this.#engine.finish();
    this.#inspectLines(effects);
    for (const key of effects.put) this.#check(key);
    for (const { key, kind } of effects.writers) this.#judged(key, kind);
    this.#depth -= 1;
    for (const alert of effects.alerts) {
      this.#world.trace?.(() => `ALERT ${alert}`);
      if (alert.startsWith('units')) this.#world.fail(`I1: ${alert}`);
    }
    if (effects.wakeAt !== null) this.#alarm.set(effects.wakeAt - BEGINNING_MS);
    for (const request of effects.requests) this.#send(request);
  }

  /** Accounts levels that a webhook, a reconciliation, or a snapshot reports. */
  levels(source: Source, reports: readonly LevelReport[], via: 'webhook' | 'sweep' | 'snapshot'): void {
    this.turn(() => {
      for (const report of reports) {
        const entry = report.locationId === 'place' ? this.byStock(source, report.stockId) : null;
        if (entry === null) continue;
        if (!entry.linked && atRest(entry.level)) this.#conserved[entry.key] = null;
        this.#engine.observe(entry, source, report, via);
      }
    });
  }

  /** Sends or drops what is held, as the merchant decides. */
  decideHeld(sent: boolean): void {
    this.turn(() => {
      this.#levels.forEach((level, key) => {
        this.#engine.book(key, (sent ? sendHeld : dropHeld)(level, 'merchant'));
        if (sent && wholePart(level.shopify.held) !== level.shopify.held) this.#world.truth.released(key);
        if (sent) return;
        for (const source of SOURCES) {
          if (level[source].held === 0) continue;
          this.#conserved[key] = null;
          this.#world.truth.forgive(key, source, level[source].held);
        }
      });
    });
  }

  /** Applies operators' write pauses. When a pause ends, changes that have become large meanwhile are held. */
  pause(pauses: readonly WritePause[]): void {
    this.turn(() => {
      const resumed = resumedSides(this.pauses, pauses);
      this.pauses = pauses;
      for (const source of resumed) this.#engine.pauseEnded(this.#open(), source, REVIEW);
    });
    this.resume();
  }

  /** Sets a number for both sides, as a merchant does. */
  set(key: number, to: number): void {
    if (!this.linked(key)) return;
    const { setRequest, shopify, square } = this.cell(key);
    // A read in flight may be the one that the number is applied from.
    const since = this.#world.agenda.now - (shopify.reading || square.reading ? TIMEOUT_MS : 0);
    this.turn(() => {
      this.#world.trace?.(() => `the merchant sets level ${key} to ${to / STEPS_PER_UNIT}`);
      this.#engine.levels.put(key, requestSet(this.cell(key), { to, by: 'merchant', sides: SOURCES }));
      // A second number may be applied from a level that was read for the first.
      if (setRequest === null) this.#world.truth.wished(key, since);
    });
  }

  /**
   * Adds a person's amounts to both sides of a level, as leveling and its undoing do. Returns them; null where nothing can be added now, or a side
   * would fall below zero.
   */
  adjust(key: number, amountsFor: (level: LinkedLevel) => SideAmounts): SideAmounts | null {
    const level = this.cell(key);
    if (!this.linked(key) || !canAdjust(level)) return null;
    const amounts = amountsFor(level);
    if (belowZero(level, amounts) !== null) return null;
    this.turn(() => {
      this.#world.trace?.(
        () => `the merchant adds ${amounts.shopify / STEPS_PER_UNIT} and ${amounts.square / STEPS_PER_UNIT} to level ${key}`,
      );
      this.#conserved[key] = null;
      this.#engine.levels.put(key, adjust(level, amounts));
      for (const side of SOURCES) this.#world.truth.forgive(key, side, -amounts[side]);
      this.#world.truth.released(key);
    });
    return amounts;
  }

  /** Clears a side's refusals, as when the platform describes its items again: what it refused may be allowed now. */
  unblock(source: Source): void {
    this.turn(() => {
      this.#levels.forEach((level, key) => {
        this.#engine.levels.put(key, withSide(level, source, { blocked: null, retry: null }));
      });
    });
  }

  /** Resumes everything that can continue, after an outside change or an alarm. */
  resume(): void {
    this.turn(() => {
      this.#engine.resume(this.#open());
    });
  }

  /**
   * Starts over: nothing from before is sent again. When levels are forgotten, they start from the next read; otherwise from what is known
   * for certain.
   */
  startOver(forgetLevels: boolean): void {
    this.turn(() => {
      this.epoch += 1;
      for (const platform of Object.values(this.#world.platforms)) platform.era = `${this.epoch}-`;
      const entries = this.#levels.flatMap((_, key) => this.byKey(key) ?? []);
      this.#engine.clear();
      if (forgetLevels) entries.forEach(({ key }) => this.#engine.levels.put(key, UNKNOWN));
      else this.#engine.startAgain(entries);
      this.#conserved = this.#levels.map(() => null);
      this.#world.truth.startOver(forgetLevels);
    });
  }

  /** Kills the object: its memory is gone, and it starts again from what was stored. */
  kill(): void {
    this.#instance += 1;
    this.#levels.forEach((level, key) => (this.#levels[key] = loadLevel(storeLevel(level), level.packs)));
    this.#engine = this.#createEngine();
    this.turn(() => {
      this.#engine.recover(this.#open());
    });
  }

  /** Puts a variant on hold, as when Square's log names an app that copies its changes. */
  hold(key: number): void {
    this.#held.add(key);
  }

  #open(): number[] {
    return [...this.#levels.keys()].filter((key) => !atRest(this.cell(key)));
  }

  /** Inspects the outcome of outside changes, and tracks those that are not passed on. */
  #inspectLines({ lines }: Effects): void {
    for (const { key, fact } of lines) {
      this.heard?.(key, fact);
      if (fact.kind === 'set') this.#wasSet(key, fact);
      if (fact.kind === 'refused') inspectRefusal(this.#world, key, fact);
      if (fact.kind !== 'change') continue;
      inspectFate(this.#world, fact);
      if (fact.fate === 'uncounted' || fact.fate === 'kept' || fact.fate === 'unlinked') this.#conserved[key] = null;
      if (fact.fate === 'kept') this.#world.truth.forgive(key, otherSource(fact.side), fact.delta);
    }
  }

  #judged(key: number, kind: WriterVerdict['kind']): void {
    this.#world.trace?.(() => `another app changes level ${key}: ${kind}`);
    if (kind === 'proven') this.#held.add(key);
    else if (kind === 'suspected') this.#suspected.add(key);
    else this.#suspected.delete(key);
  }

  #wasSet(key: number, fact: Extract<HistoryFact, { kind: 'set' }>): void {
    this.#conserved[key] = null;
    this.#world.truth.set(key, fact.to);
  }

  #check(key: number): void {
    const level = this.cell(key);
    const now = difference(level);
    const known = level.shopify.accounted !== null && level.square.accounted !== null;
    this.#levels[key] = { ...level, conservedDifference: conserved(level) };
    if (known && this.linked(key)) {
      const then = this.#conserved[key] ?? null;
      if (then === null) this.#conserved[key] = now;
      else if (then !== now) this.#world.fail(`I1: ${now - then} appeared or vanished in level ${key}`);
      this.#world.truth.known(key);
    }
    if (!this.#world.truth.ordered(key, level)) this.#world.fail(`I5: the time of level ${key} went back`);
    this.#world.trace?.(() => `level ${key} ${this.#world.describe(level)}`);
  }

  #send(request: OutgoingRequest): void {
    const world = this.#world;
    const instance = this.#instance;
    const hear = (answer: IncomingAnswer): void => {
      if (this.#instance !== instance) return;
      this.turn(() => {
        this.#engine.answered(request.id, answer);
      });
    };
    if (request.kind === 'read') {
      world.read(request.source, request.stockIds, (answer) => {
        hear({ kind: 'read', answer: answer ?? { kind: 'failed', detail: 'no answer' } });
      });
      return;
    }
    if (request.kind === 'classify') {
      world.classify(request.stockIds, (answer) => {
        hear({ kind: 'classify', answer: answer ?? 'later' });
      });
      return;
    }
    if (request.kind === 'log') {
      world.log(request.stockIds, request.since, (answer) => {
        hear({ kind: 'log', answer: answer ?? 'later' });
      });
      return;
    }
    if (request.kind === 'look-up') {
      world.lookUp(request.source, request.request, (answer) => {
        hear({ kind: 'look-up', answer: answer ?? 'later' });
      });
      return;
    }
    inspect(world, this, request.source, request.request);
    world.adjust(request.source, request.request, (answer) => {
      hear({ kind: 'write', answer: answer ?? { kind: 'ambiguous', detail: 'no answer' } });
    });
  }

  #createEngine(): Engine {
    const world = this.#world;
    return new Engine(this, {
      rules: () => ({ maximum: world.scenario.maximum, entitled: this.entitled, autoSync: this.autoSync, pauses: this.pauses }),
      connected: (source) => this.connected[source],
      locationId: () => 'place',
      epoch: () => this.epoch,
      now: () => BEGINNING_MS + world.agenda.now,
      uuid: () => `${this.epoch}-${(this.#keys += 1)}`,
      random: () => world.random.next(),
      backoff: BACKOFF,
      batch: world.scenario.batch,
      writers: { isHeld: ({ key }) => this.#held.has(key), isTrusted: () => false, history: () => this.past },
    });
  }
}

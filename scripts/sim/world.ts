import { SkuIndex } from '../../src/domain/catalog/match';
import { fromUnits, toUnits } from '../../src/domain/quantity';
import { SOURCES, type Source } from '../../src/domain/source';
import type { LogAnswer, QuantitiesAnswer } from '../../src/domain/sync/engine/effects';
import type { LinkedLevel, LevelSide } from '../../src/domain/sync/linked-level';
import { NO_PACKS, type PackSizes } from '../../src/domain/sync/pack-size';
import type { ReadAnswer, WriteAnswer, WriteRequest } from '../../src/domain/sync/write';
import { SimAccount } from './account';
import { Agenda } from './agenda';
import { SimPlatform } from './platform';
import { seeded, type Random } from './random';
import type { Scenario } from './scenario';
import type { Surroundings } from './surroundings';
import { Truth } from './truth';
import { Wire } from './wire';

/** The SKUs of each side, by item: an item's SKU is its number, unless a side has it twice. */
interface Shelf {
  readonly skus: Readonly<Record<Source, readonly string[]>>;
}

/** Returns the pack sizes of each level, drawn apart from everything else. */
function drawPacks(seed: number, cells: number, some: boolean): readonly PackSizes[] {
  const random = seeded(seed ^ 0x9ac5);
  return Array.from({ length: cells }, () => {
    if (!some || random.chance(0.1)) return NO_PACKS;
    const size = random.chance(0.5) ? random.between(2, 6) : random.between(7, 150);
    return random.chance(0.5) ? { shopify: size, square: 1 } : { shopify: 1, square: size };
  });
}

/** The test harness of one history: both platforms, the connections to them, the account, and what actually happened. */
export class World implements Surroundings {
  readonly scenario: Scenario;
  readonly random: Random;
  readonly agenda = new Agenda();
  readonly platforms: Readonly<Record<Source, SimPlatform>>;
  readonly wires: Readonly<Record<Source, Wire>>;
  readonly truth: Truth;
  readonly account: SimAccount;
  readonly trace: ((line: () => string) => void) | null;
  readonly shelf: Shelf;
  /** The item that a platform permanently fails on; null for none. */
  bad: number | null = null;
  /** The first invariant that broke; '' while none has. */
  broken = '';

  constructor(seed: number, scenario: Scenario, say: ((line: string) => void) | null) {
    this.scenario = scenario;
    this.random = seeded(seed);
    const { random, agenda } = this;
    this.trace =
      say === null
        ? null
        : (line) => {
            say(`${String(agenda.now).padStart(8)} ms  ${line()}`);
          };
    const cells = random.between(...scenario.cells);
    this.shelf = shelve(cells, scenario.duplicates);
    const values = this.shelf.skus.square.map(() => fromUnits(100));
    const behindMs = scenario.skewMs === 0 ? 0 : random.between(-scenario.skewMs, scenario.skewMs);
    const platform = (source: Source): SimPlatform =>
      new SimPlatform(source, values, {
        precision: source === 'square' && !scenario.precisions.every((one) => one === 1_000) ? 1 : this.#precision(),
        behindMs,
        retentionMs: scenario.retentionMs,
        lagMs: scenario.lagMs,
        counts: source === 'square' && scenario.recounts > 0,
        // Shopify documents this (IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED). Where requests arrive twice, it is what makes a refusal certain.
        buriesRefusedKeys: random.chance(0.3) || (source === 'shopify' && scenario.requestRepeated > 0),
        namesNoItem: scenario.unnamed,
      });
    this.platforms = { shopify: platform('shopify'), square: platform('square') };
    for (const source of SOURCES) this.platforms[source].era = '1-';
    this.wires = { shopify: new Wire(agenda, random, scenario), square: new Wire(agenda, random, scenario) };
    const packs = drawPacks(seed, cells, scenario.packs);
    this.truth = new Truth(this.platforms, packs);
    const index = new SkuIndex();
    const holder = (source: Source, sku: string) => ({ source, sku, productStatus: 'active' as const });
    for (const source of SOURCES) for (const sku of this.shelf.skus[source]) index.add(holder(source, sku));
    this.account = new SimAccount(
      this,
      Array.from({ length: cells }, (_, key) => index.matchKey(holder('shopify', this.shelf.skus.shopify[key] ?? '')) !== null),
      packs,
    );
  }

  #precision(): number {
    const { precisions } = this.scenario;
    return precisions[this.random.between(0, precisions.length - 1)] ?? 1;
  }

  /** Returns the keys of all linked levels. */
  cells(): number[] {
    return Array.from({ length: this.account.size }, (_, key) => key);
  }

  /** Records that an invariant broke; keeps the first. */
  fail(what: string): void {
    this.trace?.(() => `BROKEN ${what}`);
    if (this.broken === '') this.broken = what;
  }

  /** Returns whether each side has an item's SKU exactly once, according to the shelf itself. */
  mayLink(index: number): boolean {
    return SOURCES.every((source) => this.shelf.skus[source].filter((sku) => sku === this.shelf.skus.shopify[index]).length === 1);
  }

  /** Sends the platform's webhook for the current level: late, twice, or never. */
  announce(source: Source, index: number): void {
    const { random, scenario } = this;
    const level = this.platforms[source].level(index);
    this.trace?.(() => `${source} item ${index} stands at ${toUnits(level.quantity)} (time ${level.at})`);
    const copies = random.chance(scenario.webhookLoss) ? 0 : random.chance(scenario.webhookDuplicate) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      this.agenda.in(random.between(10, scenario.webhookLateMs), () => {
        this.trace?.(() => `webhook of ${source}: item ${index} stood at ${toUnits(level.quantity)} (time ${level.at})`);
        this.account.levels(source, [level], 'webhook');
      });
    }
  }

  /** Reads all levels of a side, as a reconciliation or a snapshot does, and accounts them when they arrive. */
  readAll(source: Source, via: 'sweep' | 'snapshot'): void {
    const { epoch } = this.account;
    const answer = this.#levels(
      source,
      this.platforms[source].items.map((_, index) => String(index)),
    );
    if (answer.kind !== 'levels') return;
    this.agenda.in(this.random.between(20, 400), () => {
      if (this.account.epoch !== epoch) return;
      this.trace?.(() => `${via} of ${source}`);
      this.account.levels(source, answer.levels, via);
    });
  }

  /** Returns levels as a read finds them: outdated where replicas lag, and with items left out. */
  #levels(source: Source, stockIds: readonly string[]): ReadAnswer {
    const { lagMs, missing } = this.scenario;
    const answer = this.platforms[source].read(stockIds, this.agenda.now, lagMs === 0 ? 0 : this.random.between(0, lagMs));
    if (answer.kind !== 'levels' || missing === 0) return answer;
    return { ...answer, levels: answer.levels.filter(() => !this.random.chance(missing)) };
  }

  /** Sends a write over the connection. */
  adjust(source: Source, request: WriteRequest, heard: (answer: WriteAnswer | null) => void): void {
    const hear = (answer: WriteAnswer | null): void => {
      this.trace?.(() => `answer of ${source} to ${request.key}: ${answer === null ? 'none' : JSON.stringify(answer)}`);
      heard(answer);
    };
    this.#send(source, request, hear);
  }

  #send(source: Source, request: WriteRequest, heard: (answer: WriteAnswer | null) => void): void {
    this.trace?.(() => `send ${source} ${request.key}: ${request.changes.map(describeChange).join(', ')}`);
    this.wires[source].call<WriteAnswer>(
      () => this.#arrive(source, request),
      heard,
      () => (this.random.chance(0.5) ? { kind: 'throttled', afterMs: 400 } : { kind: 'ambiguous', detail: '503' }),
    );
  }

  #arrive(source: Source, request: WriteRequest): WriteAnswer {
    const platform = this.platforms[source];
    const { answer, changed } = platform.receive(request, this.agenda.now);
    this.trace?.(() => `${source} has ${request.key}: ${answer.kind}${changed.length > 0 ? ', in effect' : ''}`);
    for (const index of changed) {
      this.announce(source, index);
      const exact = this.scenario.lagMs === 0 && request.key.startsWith(platform.era);
      if (exact && this.truth.wroteTooOften(source, index)) this.fail(`I4: ${source} item ${index} was written to without a cause`);
    }
    if (this.scenario.large > 0 && this.platforms.square.mislabels(this.platforms.shopify))
      this.fail('a sale stands as shrinkage at Square');
    if (platform.twice) this.fail(`I3: a key had two effects at ${source}`);
    return answer;
  }

  read(source: Source, stockIds: readonly string[], heard: (answer: ReadAnswer | null) => void): void {
    this.wires[source].call<ReadAnswer>(
      () => this.#levels(source, stockIds),
      (answer) => {
        this.trace?.(() => `read of ${source} ${stockIds.join(' ')}: ${answer === null ? 'none' : JSON.stringify(answer)}`);
        heard(answer);
      },
      () => null,
    );
  }

  classify(stockIds: readonly string[], heard: (answer: QuantitiesAnswer | null) => void): void {
    this.wires.shopify.call<QuantitiesAnswer>(
      () => {
        const { lagMs } = this.scenario;
        return this.platforms.shopify.quantities(stockIds, this.agenda.now, lagMs === 0 ? 0 : this.random.between(0, lagMs));
      },
      (answer) => {
        this.trace?.(
          () =>
            `quantities of ${stockIds.join(' ')}: ${answer === null ? 'none' : JSON.stringify(answer === 'later' ? answer : [...answer])}`,
        );
        heard(answer);
      },
      () => 'later',
    );
  }

  log(stockIds: readonly string[], since: number, heard: (answer: LogAnswer | null) => void): void {
    this.wires.square.call<LogAnswer>(
      () => this.platforms.square.logged(stockIds, since, this.agenda.now, this.logLagMs()),
      (answer) => {
        this.trace?.(
          () => `log of ${stockIds.join(' ')}: ${answer === null ? 'none' : JSON.stringify(answer === 'later' ? answer : [...answer])}`,
        );
        heard(answer);
      },
      () => 'later',
    );
  }

  /** How old what Square's log shows is now, in ms. */
  protected logLagMs(): number {
    return this.scenario.lagMs === 0 ? 0 : this.random.between(0, this.scenario.lagMs);
  }

  lookUp(source: Source, request: WriteRequest, heard: (answer: readonly (boolean | null)[] | 'later' | null) => void): void {
    this.wires[source].call<readonly (boolean | null)[] | 'later'>(
      () => this.platforms[source].lookUp(request),
      (found) => {
        this.trace?.(() => `look-up of ${source} ${request.key}: ${JSON.stringify(found)}`);
        heard(found);
      },
      () => null,
    );
  }

  describe({ shopify, square }: LinkedLevel): string {
    return `shopify ${describeSide(shopify)} | square ${describeSide(square)}`;
  }
}

function shelve(cells: number, duplicates: boolean): Shelf {
  const skus = Array.from({ length: cells }, (_, index) => `sku-${index}`);
  return { skus: { shopify: skus, square: duplicates ? [...skus, 'sku-0'] : skus } };
}

function describeChange({ stockId, delta, from }: WriteRequest['changes'][number]): string {
  return `item ${stockId} ${delta < 0 ? '' : '+'}${toUnits(delta)} from ${toUnits(from)}`;
}

function describeSide({ accounted, observedAt, pending, held, inFlight, blocked, indeterminate, needsRead, buffered }: LevelSide): string {
  const parts = [accounted === null ? 'unknown' : `${toUnits(accounted)}@${observedAt}`];
  if (pending !== 0) parts.push(`owed ${toUnits(pending)}`);
  if (held !== 0) parts.push(`held ${toUnits(held)}`);
  if (inFlight !== null) parts.push(`op ${inFlight.key} ${toUnits(inFlight.delta)}`);
  if (blocked !== null) parts.push(`blocked ${blocked}`);
  if (indeterminate) parts.push('frozen');
  if (needsRead) parts.push('in doubt');
  if (buffered !== null) parts.push(`parked ${toUnits(buffered.value)}@${buffered.at}`);
  return parts.join(' ');
}

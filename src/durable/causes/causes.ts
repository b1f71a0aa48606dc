import { earn, isQuiet, sidesToRead, spend, wakeToRead, type Waiting } from '../../domain/causes/budget';
import { withPerson, type ExplainedLine, type UnexplainedLine } from '../../domain/causes/cause';
import { explainShopify, type KnownQuantities, type ShopifyQuantities } from '../../domain/causes/shopify';
import { explainSquare } from '../../domain/causes/square';
import type { Instant } from '../../domain/instant';
import { ok, type Result } from '../../domain/result';
import { SOURCES, type Source } from '../../domain/source';
import type { LevelSide } from '../../domain/sync/linked-level';
import { describeFailure, type PlatformFailure } from '../../platforms/failure';
import { QUANTITIES_PER_READ, readQuantities } from '../../platforms/shopify/quantities';
import { CHANGES_PER_READ, readChanges } from '../../platforms/square/changes';
import type { Calls } from '../account/calls';
import type { Database } from '../store/database';
import type { Journal } from '../sync/journal';
import type { NumberedLine } from '../sync/line';
import { CauseStore, type CauseState } from './cause-store';
import type { NamedOrders } from './order-names';
import type { FoundNames } from './team-names';

/** How long a line waits for its cause, in ms: after a day nobody asks. */
const LONGEST_WAIT_MS = 86_400_000;
/** Lines that may wait at once, and that a new instance looks back through. */
const MOST_LINES = 5_000;
/** How old a change must be before an empty or incomplete log is believed, in ms: Square's log may lag behind its counts. */
const SETTLED_AFTER_MS = 120_000;

/** What `Causes` needs from its account. */
export interface CauseHost {
  readonly db: Database;
  readonly calls: Calls;
  readonly journal: Journal;
  /** Our application's id at Square. */
  readonly applicationId: string;
  now(): Instant;
  locationId(source: Source): string;
  /** Whether the platform may be asked about stock now. */
  mayAsk(source: Source): boolean;
  /** Returns the level of a stock id as it is accounted now. */
  level(source: Source, stockId: string): LevelSide | null;
  /** Returns the names of team members of Square, by ID, as far as they may be read. */
  team(ids: readonly string[]): Promise<FoundNames>;
  /** Returns explained lines of Shopify's with the names of their orders, as far as they may be read. */
  orders(lines: readonly UnexplainedLine[], explained: readonly ExplainedLine[]): Promise<NamedOrders>;
  /** Called with variations that another application has changed at Square. Returns whether that leads to a call of its own. */
  changedByApps(stockIds: ReadonlySet<string>): boolean;
  /** Stores causes of lines of one side where the history is read. */
  deliver(source: Source, explained: readonly ExplainedLine[]): Promise<void>;
  note(message: string): void;
}

/** What one reading of a side found. */
interface Reading {
  readonly calls: number;
  readonly explained: readonly ExplainedLine[];
  /** Lines that need not be asked about again. */
  readonly settled: ReadonlySet<number>;
  readonly quantities: ReadonlyMap<string, KnownQuantities | null>;
  readonly seeded: number;
}

/**
 * Learns the causes of changes from the platforms: after the fact, in batches, and seldom enough to cost next to nothing.
 * Whatever fails leaves a line as it is: by how much a number changed is always known. Lines wait in memory, and are found
 * in the journal again after a restart.
 */
export class Causes {
  readonly #host: CauseHost;
  readonly #store: CauseStore;
  #state: CauseState | null = null;
  #waiting: Record<Source, UnexplainedLine[]> = { shopify: [], square: [] };
  /** Items whose earlier quantities no longer explain anything, since the last row. */
  #forgotten = new Set<string>();

  constructor(host: CauseHost) {
    this.#host = host;
    this.#store = new CauseStore(host.db);
  }

  /** Adds the lines that a turn has written. Before the first reading of an instance, the journal keeps them. */
  noted(lines: readonly NumberedLine[]): void {
    if (this.#state !== null && lines.length > 0) this.#state = this.#take(this.#state, lines);
  }

  /** Returns when to wake for a reading if nothing else wakes the account by then; null when nothing waits. */
  dueAt(): Instant | null {
    return this.#state === null ? null : wakeToRead(this.#state, this.#sizes());
  }

  /** As `dueAt`, once an alarm that fires now has read: an alarm that sets this time does not have to set another afterward. */
  dueAfterAlarm(): Instant | null {
    return this.#state === null || isQuiet(this.#state, this.#host.now()) ? null : this.dueAt();
  }

  /** Reads what may be read now, and delivers the causes found. */
  async explain(): Promise<void> {
    const state = this.#load();
    this.#dropOld();
    const sources = sidesToRead(state, this.#sizes(), this.#host.now());
    if (sources.length === 0) return;
    const quantities = new Map<string, KnownQuantities | null>();
    try {
      for (const source of sources) for (const [stockId, known] of await this.#explainSide(source)) quantities.set(stockId, known);
    } finally {
      // One row for all sides: if the object dies before it, they are read again. Lines that are done need their quantities, whatever failed.
      this.#save(quantities);
    }
  }

  /** Reads one side, delivers what it explains, and returns the quantities read. */
  async #explainSide(source: Source): Promise<ReadonlyMap<string, KnownQuantities | null>> {
    const read = source === 'square' ? await this.#readSquare() : await this.#readShopify();
    if (!read.ok) {
      this.#host.note(`causes: ${describeFailure(read.error)}`);
      this.#spend(1, this.#load().seeded);
      return new Map();
    }
    const { calls, explained, settled, quantities, seeded } = read.value;
    if (explained.length > 0) await this.#host.deliver(source, explained);
    this.#waiting[source] = this.#waiting[source].filter(({ seq }) => !settled.has(seq));
    this.#spend(calls, seeded);
    return quantities;
  }

  #spend(calls: number, seeded: number): void {
    const state = this.#load();
    this.#state = { ...state, ...spend(state, calls, this.#host.now()), seeded };
  }

  /** Stores how far the lines are explained. */
  #save(quantities: ReadonlyMap<string, KnownQuantities | null>): void {
    const state = this.#load();
    const done = (source: Source): number => (this.#waiting[source][0]?.seq ?? state.noted + 1) - 1;
    this.#state = { ...state, done: { shopify: done('shopify'), square: done('square') } };
    const forgotten = [...this.#forgotten].map((stockId): [string, null] => [stockId, null]);
    this.#forgotten = new Set();
    this.#store.save(this.#state, new Map<string, KnownQuantities | null>([...forgotten, ...quantities]));
  }

  async #readSquare(): Promise<Result<Reading, PlatformFailure>> {
    const { calls, applicationId } = this.#host;
    const stockIds = this.#stockIds('square').slice(0, CHANGES_PER_READ);
    const asked = new Set(stockIds);
    const lines = this.#waiting.square.filter(({ stockId }) => asked.has(stockId));
    const since = Math.min(...lines.map((line) => line.since ?? line.at));
    const locationId = this.#host.locationId('square');
    const log = await calls.square((client) => readChanges(client, { stockIds, locationId, since, applicationId }));
    if (!log.ok) return log;
    const { changes, unreadable, byApps } = log.value;
    const looks = this.#host.changedByApps(byApps) ? 1 : 0;
    // A change that names no variation may be of any.
    const readable = lines.filter(({ stockId }) => !unreadable.has('') && !unreadable.has(stockId));
    const found = explainSquare(readable, changes);
    const team = await this.#host.team([...new Set(found.flatMap(({ member }) => member ?? []))]);
    const explained = found.map((line) => withPerson(line, team.names));
    const named = new Set(explained.map(({ seq }) => seq));
    const old = this.#host.now() - SETTLED_AFTER_MS;
    const settled = new Set(lines.flatMap(({ seq, noted }) => (named.has(seq) || noted < old ? [seq] : [])));
    return ok({ calls: log.value.calls + team.calls + looks, explained, settled, quantities: new Map(), seeded: this.#load().seeded });
  }

  async #readShopify(): Promise<Result<Reading, PlatformFailure>> {
    const state = this.#load();
    const wanted = this.#stockIds('shopify').slice(0, QUANTITIES_PER_READ);
    const { items, seeded } = this.#toSeed(state.seeded, QUANTITIES_PER_READ - wanted.length, new Set(wanted));
    const stockIds = [...wanted, ...items];
    const locationId = this.#host.locationId('shopify');
    const read = await this.#host.calls.shopify((client) => readQuantities(client, stockIds, locationId));
    if (!read.ok) return read;
    // The numbers and the lines are compared at once, so that no change comes between them.
    const explained: ExplainedLine[] = [];
    const settled = new Set<number>();
    const quantities = new Map<string, KnownQuantities | null>();
    const newest = this.#load().noted;
    const waiting = this.#waiting.shopify;
    for (const stockId of stockIds) {
      const now = read.value.get(stockId) ?? null;
      const lines = waiting.filter((line) => line.stockId === stockId);
      // A change may be on its way to us, or one of ours to Shopify: the lines wait for a reading that shows all of them.
      if (now !== null && !this.#isSettled(stockId, now)) continue;
      for (const { seq } of lines) settled.add(seq);
      const before = this.#forgotten.has(stockId) ? null : this.#store.quantities(stockId);
      if (now !== null) {
        explained.push(...explainShopify(lines, before, now));
        const { available, committed, onHand, committedAt } = now;
        quantities.set(stockId, { available, committed, onHand, committedAt, seq: newest });
      }
    }
    const named = await this.#host.orders(waiting, explained);
    return ok({ calls: 1 + named.calls, explained: named.explained, settled, quantities, seeded });
  }

  /** Returns further linked items that one call may carry, to be read before they change for the first time. */
  #toSeed(after: number, most: number, without: ReadonlySet<string>): { items: string[]; seeded: number } {
    if (most <= 0 || after === Number.MAX_SAFE_INTEGER) return { items: [], seeded: after };
    const rows = this.#host.db.rows<{ key: number; item_id: number | string }>(
      'select key, item_id from variant where key > ? and item_id is not null and variation_id is not null order by key limit ?',
      after,
      most,
    );
    const seeded = rows.length < most ? Number.MAX_SAFE_INTEGER : (rows.at(-1)?.key ?? after);
    const items = rows.map((row) => String(row.item_id)).filter((item) => !without.has(item) && this.#store.quantities(item) === null);
    return { items, seeded };
  }

  #isSettled(stockId: string, now: ShopifyQuantities): boolean {
    const level = this.#host.level('shopify', stockId);
    const isQuiet = level !== null && level.inFlight === null && level.buffered === null && !level.reading && !level.needsRead;
    return isQuiet && level.accounted === now.available;
  }

  #stockIds(source: Source): string[] {
    return [...new Set(this.#waiting[source].map(({ stockId }) => stockId))];
  }

  #sizes(): Record<Source, Waiting> {
    const size = (source: Source, perCall: number): Waiting => {
      const lines = this.#host.mayAsk(source) ? this.#waiting[source] : [];
      // A reading takes one call's worth; the rest waits for the next.
      const calls = lines.length === 0 ? 0 : Math.min(1, Math.ceil(lines.length / perCall));
      return { calls, lines: lines.length, oldest: lines[0]?.noted ?? 0 };
    };
    const [shopify, square] = [size('shopify', QUANTITIES_PER_READ), size('square', CHANGES_PER_READ)];
    // Shopify's lines are named by the quantities before them, so these are read with the very first line, even if that is Square's.
    const isFirst = square.lines > 0 && this.#state?.seeded === 0 && this.#host.mayAsk('shopify');
    return { shopify: isFirst && shopify.calls === 0 ? { ...square, lines: 0, calls: 1 } : shopify, square };
  }

  /** Returns the state; the first time, from the last row and the lines in the journal after it. */
  #load(): CauseState {
    const place = SOURCES.map((source) => this.#host.locationId(source)).join(' ');
    if (this.#state?.place === place) return this.#state;
    const isMoved = this.#state !== null;
    let stored = isMoved ? this.#state : this.#store.load();
    if (stored !== null && stored.place !== place) {
      // Lines and quantities of other locations explain nothing here.
      this.#store.clear();
      stored = { ...fresh(place), noted: stored.noted, done: { shopify: stored.noted, square: stored.noted } };
    }
    this.#waiting = { shopify: [], square: [] };
    const state = stored ?? fresh(place);
    const lines = this.#host.journal.linesAfter(Math.min(state.done.shopify, state.done.square), MOST_LINES);
    this.#state = this.#take(state, lines);
    return this.#state;
  }

  #take(state: CauseState, lines: readonly NumberedLine[]): CauseState {
    let changes = 0;
    for (const { seq, at, fact, stock } of lines) {
      if (stock === undefined) continue;
      // While it was not linked, the variant may have changed without lines.
      if (fact.kind === 'linked' && (this.#store.quantities(stock)?.seq ?? 0) < seq) this.#forgotten.add(stock);
      if (fact.kind !== 'change' || seq <= state.done[fact.side]) continue;
      const { side, delta, before, after, since = null } = fact;
      this.#waiting[side].push({ seq, side, stockId: stock, delta, before, after, since, at: fact.at, noted: at });
      if (seq > state.noted) changes += 1;
    }
    for (const source of SOURCES) this.#waiting[source].splice(0, this.#waiting[source].length - MOST_LINES);
    return { ...state, ...earn(state, changes), noted: Math.max(state.noted, lines.at(-1)?.seq ?? 0) };
  }

  #dropOld(): void {
    const oldest = this.#host.now() - LONGEST_WAIT_MS;
    for (const source of SOURCES) this.#waiting[source] = this.#waiting[source].filter(({ noted }) => noted >= oldest);
  }
}

function fresh(place: string): CauseState {
  return { credit: 0, readAt: 0, place, noted: 0, done: { shopify: 0, square: 0 }, seeded: 0 };
}

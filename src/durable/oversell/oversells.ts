import type { KnownRow } from '../../domain/catalog/joined';
import type { ExplainedLine } from '../../domain/causes/cause';
import { joined, sharedChange, suspect, takenByOther, told, type LedgerStep, type OversellChange } from '../../domain/history/oversell';
import type { Instant } from '../../domain/instant';
import type { Quantity } from '../../domain/quantity';
import { SOURCES, type Source } from '../../domain/source';
import type { LevelEntry } from '../../domain/sync/engine/context';
import { promised } from '../../domain/sync/linked-level';
import { isPacked } from '../../domain/sync/pack-size';
import type { Database } from '../store/database';
import type { Journal } from '../sync/journal';
import type { NumberedLine } from '../sync/line';
import { isRebase, pairId, pairOf, type StockPair } from '../sync/stock-pair';
import { isOpen, OversellStore, type OversellCase } from './oversell-store';

/** Lines of the journal that are searched for the other side's changes: a day's at most where Square knew what was left. */
const MOST_LINES = { unaware: 5_000, aware: 1_000 };
/** How long a case whose variant is no longer linked is kept, in ms; as long as the journal. */
const KEPT_MS = 30 * 86_400_000;
/** How often cases are compared with their levels where no line says that they ended, in ms. */
const TIDY_MS = 3_600_000;

/** What `Oversells` needs from its account. */
export interface OversellHost {
  readonly db: Database;
  readonly journal: Journal;
  now(): Instant;
  /** Returns the level of a stock ID as it is after the turn that wrote the lines. */
  level(source: Source, stockId: string): LevelEntry | null;
  /** Returns the catalog's row of a stock ID. */
  row(source: Source, stockId: string): KnownRow | null;
  note(message: string): void;
}

/**
 * Notices when both platforms sold what only one had, from the lines of the ledger alone: it asks no platform and changes no level. A case is
 * stored in the transaction of the turn whose lines show it. While no case is open and no number falls below zero, it reads and writes
 * nothing.
 */
export class Oversells {
  readonly store: OversellStore;
  readonly #host: OversellHost;
  #tidiedAt: Instant = 0;

  constructor(host: OversellHost) {
    this.#host = host;
    this.store = new OversellStore(host.db);
  }

  /** Judges the lines that a turn has written. A failure concerns the cases alone, never the turn. */
  noted(lines: readonly NumberedLine[]): void {
    this.#attempt('lines could not be judged', () => {
      for (const [index, line] of lines.entries()) this.#judge(line, lines.slice(index + 1));
    });
  }

  /** Adds what a platform has told about lines. A change that was no sale may end the case. */
  explained(explained: readonly ExplainedLine[]): void {
    this.#attempt('causes could not be added', () => {
      for (const known of this.store.all()) {
        let next = known;
        for (const { seq, cause, at = null } of explained) next = told(next, seq, cause, at);
        if (next.changes !== known.changes) this.store.put(next);
      }
    });
  }

  /** Removes the names of these orders, by the numbers of their IDs, and returns those that were there. */
  forgetOrders(ids: ReadonlySet<string>): string[] {
    const found: string[] = [];
    for (const one of this.store.all()) {
      const named = one.changes.flatMap(({ cause }) => (cause?.order !== undefined && ids.has(cause.order.id) ? [cause.order.id] : []));
      if (named.length === 0) continue;
      found.push(...named);
      this.store.put({ ...one, changes: one.changes.map((change) => withoutOrder(change, ids)) });
    }
    return found;
  }

  /** Removes cases from the list, by their IDs; null removes all. They stay removed until the number was no longer below zero. */
  dismiss(ids: readonly string[] | null): void {
    for (const one of this.store.all())
      if (!one.isDismissed && (ids === null || ids.includes(pairId(one.stock)))) this.store.put({ ...one, isDismissed: true });
  }

  /** Ends cases whose number is no longer below zero, and those of variants that have not been linked for a month. Hourly at most. */
  tidy(): void {
    const now = this.#host.now();
    if (now - this.#tidiedAt < TIDY_MS) return;
    this.#tidiedAt = now;
    for (const one of this.store.all()) this.#settle(one);
    this.store.dropOld(now - KEPT_MS);
  }

  /** Returns by how much a case's number is below zero now; null when its variant is no longer linked, 0 when it is not below. */
  shortOf({ stock, source }: OversellCase): Quantity | null {
    const entry = this.#linked('shopify', stock.shopify);
    return entry === null || entry.stock.square !== stock.square ? null : Math.max(0, -promised(entry.level[source]));
  }

  #attempt(what: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.store.forget();
      this.#host.note(`oversells: ${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #judge(line: NumberedLine, later: readonly NumberedLine[]): void {
    const { seq, at, fact, stock, sku } = line;
    const change = sharedChange(seq, at, fact);
    if (change === null || stock === undefined) {
      // A number that was set, and a held change that was dropped, name the variant by its SKU alone.
      for (const one of this.store.all()) if (one.sku === sku || this.#linked('shopify', one.stock.shopify)?.sku === sku) this.#settle(one);
      return;
    }
    const entry = this.#linked(change.source, stock);
    // A pack and its pieces share no unit that both could have sold.
    if (entry === null || isPacked(entry.level.packs)) return;
    const pair = pairOf(entry);
    // The level is the one after all lines: later ones change both sides' numbers alike.
    const promisedNow = promised(entry.level[change.source]) - sharedSum(later, pair);
    const known = this.store.of(pair);
    if (known === null) this.#open(entry, change, promisedNow);
    else if (promised(entry.level[known.source]) - sharedSum(later, pair) >= 0) this.store.remove(pair);
    else if (isOpen(known) && change.delta < 0) this.store.put(joined(known, change));
  }

  #open(entry: LevelEntry, change: OversellChange, promisedNow: Quantity): void {
    const suspicion = suspect(change, promisedNow);
    if (suspicion === null) return;
    const taken = takenByOther(change, suspicion, this.#earlier(entry, change.seq, MOST_LINES[suspicion.kind]));
    if (taken.length === 0) return;
    const stock = pairOf(entry);
    const row = this.#host.row('shopify', stock.shopify);
    this.store.put({
      source: change.source,
      at: this.#host.now(),
      changes: [...taken, change],
      more: 0,
      stock,
      sku: entry.sku,
      productName: row?.shopify?.productName ?? '',
      variantName: row?.shopify?.name ?? '',
      isDismissed: false,
    });
  }

  /** Returns the ledger of a variant before a line, newest first, as far as the journal is searched. */
  #earlier(entry: LevelEntry, before: number, most: number): LedgerStep[] {
    const pair = pairOf(entry);
    return this.#host.journal
      .linesAfter(0, most)
      .toReversed()
      .flatMap((line): LedgerStep[] => {
        if (line.seq >= before) return [];
        if (line.fact.kind !== 'change') return isRebase(line, pair, entry.sku) ? ['rebase'] : [];
        const change = line.stock === pair[line.fact.side] ? sharedChange(line.seq, line.at, line.fact) : null;
        return change === null ? [] : [change];
      });
  }

  /** Ends a case whose number is no longer below zero. */
  #settle(one: OversellCase): void {
    if (this.shortOf(one) === 0) this.store.remove(one.stock);
  }

  /** Returns a linked level whose two numbers are known. */
  #linked(source: Source, stockId: string): LevelEntry | null {
    const entry = this.#host.level(source, stockId);
    const isKnown = entry?.linked === true && SOURCES.every((side) => entry.stock[side] !== null && entry.level[side].accounted !== null);
    return isKnown ? entry : null;
  }
}

/** Returns the sum of the shared changes of a variant. */
function sharedSum(lines: readonly NumberedLine[], pair: StockPair): Quantity {
  return lines.reduce((sum, { seq, at, fact, stock }) => {
    const change = sharedChange(seq, at, fact);
    return change !== null && stock === pair[change.source] ? sum + change.delta : sum;
  }, 0);
}

/** Returns a change without its order's name, where that is one of these. */
function withoutOrder(change: OversellChange, ids: ReadonlySet<string>): OversellChange {
  if (change.cause?.order === undefined || !ids.has(change.cause.order.id)) return change;
  const { order: _, ...cause } = change.cause;
  return { ...change, cause };
}

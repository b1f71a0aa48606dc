import type { KnownRow } from '../../domain/catalog/joined';
import { withWatched } from '../../domain/history/watched';
import type { Instant } from '../../domain/instant';
import { SOURCES, type Source } from '../../domain/source';
import type { LevelEntry } from '../../domain/sync/engine/context';
import { isPacked } from '../../domain/sync/pack-size';
import type { WatchedView, WatchReport } from '../api/watch-api';
import type { Database } from '../store/database';
import type { Meta } from '../store/meta';
import type { NumberedLine } from '../sync/line';
import { pairId, pairOf, type StockPair } from '../sync/stock-pair';
import { WatchStore, type WatchedRow } from './watch-store';

/** What `Watch` needs from its account. */
export interface WatchHost {
  readonly db: Database;
  readonly meta: Meta;
  /** Whether the merchant only watches now. */
  isWatching(): boolean;
  /** Returns the level of a stock ID. */
  level(source: Source, stockId: string): LevelEntry | null;
  /** Returns the catalog's row of a stock ID. */
  row(source: Source, stockId: string): KnownRow | null;
  note(message: string): void;
}

const NOT_WATCHING: WatchReport = { since: null, total: 0, changes: 0, oversells: 0, oversold: 0, variants: [], next: '' };

/**
 * Keeps what syncing would have done while the merchant only watches: of each linked variant, what would have been sent to either side, and which
 * sales it would have prevented. It is stored in the transaction of the turn whose lines tell of the changes, and costs nothing afterward.
 */
export class Watch {
  readonly #host: WatchHost;
  readonly #store: WatchStore;

  constructor(host: WatchHost) {
    this.#host = host;
    this.#store = new WatchStore(host.db, host.meta);
  }

  /** Returns when watching began; null unless the account is watching. */
  since(): Instant | null {
    return this.#store.totals()?.since ?? null;
  }

  /** Begins to watch: nothing is known yet. */
  begin(now: Instant): void {
    this.#store.begin(now);
  }

  /** Ends watching: what was watched is in the history. */
  end(): void {
    this.#store.end();
  }

  /** Forgets what was watched of a pair of locations that is no longer used. */
  forget(now: Instant): void {
    if (this.#host.isWatching()) this.#store.begin(now);
  }

  /** Adds the lines that a turn has written. A failure concerns the report alone, never the turn. */
  noted(lines: readonly NumberedLine[]): void {
    if (!this.#host.isWatching()) return;
    try {
      for (const { fact, stock } of lines) {
        if (fact.kind !== 'change' || fact.fate !== 'watched' || stock === undefined) continue;
        const entry = this.#host.level(fact.side, stock);
        // The line does not say what a change within a pack would have been on the other side.
        if (entry === null || SOURCES.some((side) => entry.stock[side] === null) || isPacked(entry.level.packs)) continue;
        const pair = pairOf(entry);
        const before = this.#store.of(pair);
        this.#store.put(pair, before, withWatched(before, fact));
      }
    } catch (error) {
      this.#store.forget();
      this.#host.note(`watching: lines could not be added: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Returns what was watched: the totals, and up to `limit` variants after the one that `cursor` names ('': from the first). */
  report(limit: number, cursor: string): WatchReport {
    const totals = this.#store.totals();
    if (totals === null) return NOT_WATCHING;
    const rows = this.#store.page(limit, cursor === '' ? null : this.#rowOf(cursor));
    const last = rows.length < limit ? undefined : rows.at(-1);
    const { since, changes, oversells, oversold } = totals;
    const variants = rows.map((row) => this.#view(row));
    return { since, total: totals.variants, changes, oversells, oversold, variants, next: last === undefined ? '' : pairId(last.stock) };
  }

  /** Returns the row after which a page starts; null, the first page, when there is none any more. */
  #rowOf(id: string): WatchedRow | null {
    const [shopify = '', square = ''] = id.split(':');
    const stock: StockPair = { shopify, square };
    const watched = this.#store.of(stock);
    return watched === null ? null : { stock, watched };
  }

  #view({ stock, watched }: WatchedRow): WatchedView {
    const row = this.#host.row('shopify', stock.shopify);
    const side = row?.shopify ?? null;
    return { ...watched, id: pairId(stock), sku: side?.sku ?? '', productName: side?.productName ?? '', variantName: side?.name ?? '' };
  }
}

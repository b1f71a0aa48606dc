import type { Watched } from '../../domain/history/watched';
import type { Instant } from '../../domain/instant';
import type { Quantity } from '../../domain/quantity';
import type { Database } from '../store/database';
import type { Meta } from '../store/meta';
import type { StockPair } from '../sync/stock-pair';

/** What was watched of all variants together. Quantities in 1/100,000 unit. */
export interface WatchTotals {
  readonly since: Instant;
  readonly variants: number;
  readonly changes: number;
  readonly oversells: number;
  readonly oversold: Quantity;
}

/** One variant's row. */
export interface WatchedRow {
  readonly stock: StockPair;
  readonly watched: Watched;
}

type Row = { readonly item_id: string; readonly variation_id: string; readonly body: string };

/** What was watched, a row for each variant that changed; the totals are stored beside it, so that nothing has to be summed up. */
export class WatchStore {
  readonly #db: Database;
  readonly #meta: Meta;
  /** Undefined while it has not been read. */
  #totals: WatchTotals | null | undefined;

  constructor(db: Database, meta: Meta) {
    this.#db = db;
    this.#meta = meta;
  }

  /** Returns the totals; null while nothing is watched. */
  totals(): WatchTotals | null {
    this.#totals ??= this.#meta.read<WatchTotals>('watch');
    return this.#totals;
  }

  /** Begins to watch, or starts over. */
  begin(since: Instant): void {
    this.#db.run('delete from watched');
    this.#keep({ since, variants: 0, changes: 0, oversells: 0, oversold: 0 });
  }

  /** Ends watching, and forgets what was watched. */
  end(): void {
    this.#db.run('delete from watched');
    this.#totals = null;
    this.#meta.remove('watch');
  }

  /** Returns what was watched of a variant; null when it has not changed. */
  of({ shopify, square }: StockPair): Watched | null {
    const row = this.#db.row<Row>(
      'select item_id, variation_id, body from watched where item_id = ? and variation_id = ?',
      shopify,
      square,
    );
    return row === null ? null : rowFrom(row).watched;
  }

  /** Stores a variant's next state, after `before`. */
  put({ shopify, square }: StockPair, before: Watched | null, next: Watched): void {
    this.#db.run(
      `insert into watched (item_id, variation_id, place, body) values (?, ?, ?, ?)
        on conflict do update set place = excluded.place, body = excluded.body`,
      shopify,
      square,
      -next.oversold,
      JSON.stringify(next),
    );
    const totals = this.totals();
    if (totals === null) return;
    this.#keep({
      since: totals.since,
      variants: totals.variants + Number(before === null),
      changes: totals.changes + next.changes - (before?.changes ?? 0),
      oversells: totals.oversells + next.oversells - (before?.oversells ?? 0),
      oversold: totals.oversold + next.oversold - (before?.oversold ?? 0),
    });
  }

  /** Returns up to `limit` rows after a row, those with the most oversold units first; null: from the first. */
  page(limit: number, after: WatchedRow | null): WatchedRow[] {
    const columns = 'item_id, variation_id, body';
    const order = 'order by place, item_id, variation_id limit ?';
    if (after === null) return this.#db.rows<Row>(`select ${columns} from watched ${order}`, limit).map(rowFrom);
    const { stock, watched } = after;
    return this.#db
      .rows<Row>(
        `select ${columns} from watched where (place, item_id, variation_id) > (?, ?, ?) ${order}`,
        -watched.oversold,
        stock.shopify,
        stock.square,
        limit,
      )
      .map(rowFrom);
  }

  /** Reads the totals again before they are next used: what is in memory may not be what is stored. */
  forget(): void {
    this.#totals = undefined;
  }

  #keep(totals: WatchTotals): void {
    this.#totals = totals;
    this.#meta.write('watch', totals);
  }
}

function rowFrom({ item_id, variation_id, body }: Row): WatchedRow {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written only by put
  return { stock: { shopify: item_id, square: variation_id }, watched: JSON.parse(body) as Watched };
}

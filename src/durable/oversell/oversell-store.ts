import { isOversell, type Oversell } from '../../domain/history/oversell';
import type { Instant } from '../../domain/instant';
import type { Database } from '../store/database';
import { pairId, type StockPair } from '../sync/stock-pair';

/** A case with the variant that it is about. */
export interface OversellCase extends Oversell {
  readonly stock: StockPair;
  /** As they were when the case began. */
  readonly sku: string;
  readonly productName: string;
  readonly variantName: string;
  /**
   * A case that the merchant dismissed, or that turned out to be none, is kept until the number is no longer below zero: so long it is the
   * same one.
   */
  readonly isDismissed: boolean;
}

type Row = { readonly item_id: string; readonly variation_id: string; readonly dismissed: number; readonly body: string };

/** Returns whether a case is listed. */
export function isOpen(one: OversellCase): boolean {
  return !one.isDismissed && isOversell(one);
}

/** The oversells of one account, by variant; all in memory once they are read. There is at most one of each variant. */
export class OversellStore {
  readonly #db: Database;
  #cases: Map<string, OversellCase> | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns all cases, the dismissed ones too, the latest first. */
  all(): OversellCase[] {
    return [...this.#load().values()].toSorted((a, b) => b.at - a.at);
  }

  /** Returns the number of cases that are listed. */
  count(): number {
    return [...this.#load().values()].filter(isOpen).length;
  }

  /** Returns a variant's case; null when it has none. */
  of(stock: StockPair): OversellCase | null {
    return this.#load().get(pairId(stock)) ?? null;
  }

  /** Stores a case: a new one, or what has become of it. */
  put(one: OversellCase): void {
    const { stock, isDismissed, ...body } = one;
    this.#db.run(
      `insert into oversell (item_id, variation_id, dismissed, body) values (?, ?, ?, ?)
        on conflict do update set dismissed = excluded.dismissed, body = excluded.body`,
      stock.shopify,
      stock.square,
      Number(isDismissed),
      JSON.stringify(body),
    );
    this.#load().set(pairId(stock), one);
  }

  /** Ends a variant's case. */
  remove(stock: StockPair): void {
    this.#db.run('delete from oversell where item_id = ? and variation_id = ?', stock.shopify, stock.square);
    this.#load().delete(pairId(stock));
  }

  /** Ends all cases. */
  clear(): void {
    this.#db.run('delete from oversell');
    this.#cases = null;
  }

  /** Ends cases whose last change is older than `oldest`, by our clock. */
  dropOld(oldest: Instant): void {
    for (const { stock, changes, at } of this.all()) if ((changes.at(-1)?.noted ?? at) < oldest) this.remove(stock);
  }

  /** Reads the cases again before they are next used: what is in memory may not be what is stored. */
  forget(): void {
    this.#cases = null;
  }

  #load(): Map<string, OversellCase> {
    this.#cases ??= new Map(
      this.#db.rows<Row>('select item_id, variation_id, dismissed, body from oversell').map((row) => {
        const one = caseFrom(row);
        return [pairId(one.stock), one];
      }),
    );
    return this.#cases;
  }
}

function caseFrom({ item_id, variation_id, dismissed, body }: Row): OversellCase {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written only by put
  const stored = JSON.parse(body) as Omit<OversellCase, 'stock' | 'isDismissed'>;
  return { ...stored, stock: { shopify: item_id, square: variation_id }, isDismissed: dismissed === 1 };
}

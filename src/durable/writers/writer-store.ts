import { isListed, lastAt, type WriterCase, type WriterState } from '../../domain/writers/writer-case';
import type { Database } from '../store/database';
import { pairId, type StockPair } from '../sync/stock-pair';

/** A case with the variant that it is about. */
export interface StoredCase extends WriterCase {
  readonly stock: StockPair;
  /** As they were when the case began. */
  readonly sku: string;
  readonly productName: string;
  readonly variantName: string;
}

type Row = { readonly item_id: string; readonly variation_id: string; readonly state: WriterState; readonly body: string };

/** The cases of one account, by variant; all in memory once they are read. There is at most one of each variant. */
export class WriterStore {
  readonly #db: Database;
  #cases: Map<string, StoredCase> | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns all cases, those that are not listed too: what is on hold first, then the latest. */
  all(): StoredCase[] {
    const rank = ({ state }: StoredCase): number => Number(state === 'held');
    return [...this.#load().values()].toSorted((a, b) => rank(b) - rank(a) || lastAt(b) - lastAt(a));
  }

  /** Returns the number of cases of any state; reads nothing once they are in memory. */
  size(): number {
    return this.#load().size;
  }

  /** Returns how many cases are listed, and how many of them are on hold. */
  counts(): { readonly total: number; readonly held: number } {
    const listed = [...this.#load().values()].filter(isListed);
    return { total: listed.length, held: listed.filter(({ state }) => state === 'held').length };
  }

  /** Returns a variant's case; null when it has none. */
  of(stock: StockPair): StoredCase | null {
    return this.byId(pairId(stock));
  }

  /** Returns the case of this ID; null when there is none. */
  byId(id: string): StoredCase | null {
    return this.#load().get(id) ?? null;
  }

  /** Stores a case: a new one, or what has become of it. */
  put(one: StoredCase): void {
    const { stock, state, ...body } = one;
    this.#db.run(
      `insert into writer_case (item_id, variation_id, state, body) values (?, ?, ?, ?)
        on conflict do update set state = excluded.state, body = excluded.body`,
      stock.shopify,
      stock.square,
      state,
      JSON.stringify(body),
    );
    this.#load().set(pairId(stock), one);
  }

  /** Ends a variant's case. */
  remove(stock: StockPair): void {
    this.#db.run('delete from writer_case where item_id = ? and variation_id = ?', stock.shopify, stock.square);
    this.#load().delete(pairId(stock));
  }

  /** Ends all cases. */
  clear(): void {
    this.#db.run('delete from writer_case');
    this.#cases = null;
  }

  /** Reads the cases again before they are next used: what is in memory may not be what is stored. */
  forget(): void {
    this.#cases = null;
  }

  #load(): Map<string, StoredCase> {
    this.#cases ??= new Map(
      this.#db.rows<Row>('select item_id, variation_id, state, body from writer_case').map((row) => {
        const one = caseFrom(row);
        return [pairId(one.stock), one];
      }),
    );
    return this.#cases;
  }
}

function caseFrom({ item_id, variation_id, state, body }: Row): StoredCase {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written only by put
  const stored = JSON.parse(body) as Omit<StoredCase, 'stock' | 'state'>;
  return { ...stored, stock: { shopify: item_id, square: variation_id }, state };
}

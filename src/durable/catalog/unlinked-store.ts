import type { KnownRow } from '../../domain/catalog/joined';
import type { CloseReason } from '../../domain/catalog/merge-plan';
import type { Instant } from '../../domain/instant';
import type { Quantity } from '../../domain/quantity';
import type { Source } from '../../domain/source';
import type { Database } from '../store/database';

/** One side of a pair whose link ended, as it was then. */
export interface UnlinkedSide {
  readonly stockId: string;
  /** As `SideVariant.id` and `SideVariant.productId`. */
  readonly id: string;
  readonly productId: string;
  readonly productName: string;
  readonly name: string;
  readonly sku: string;
  /** The last accounted number; null when it was never counted. */
  readonly quantity: Quantity | null;
}

/** A pair whose link ended although the merchant did not ask for it. */
export interface Unlinked extends Readonly<Record<Source, UnlinkedSide>> {
  readonly at: Instant;
  readonly why: CloseReason;
}

type Row = { readonly at: number; readonly why: CloseReason; readonly body: string };

const BITS: Readonly<Record<Source, number>> = { shopify: 1, square: 2 };

/** The pairs of one account whose link ended although the merchant did not ask for it; each until it is repaired or dismissed. */
export class UnlinkedStore {
  readonly #db: Database;
  #count: number | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the number of listed pairs, which is read once. */
  count(): number {
    this.#count ??= this.#db.row<{ count: number }>('select count(*) as count from unlinked')?.count ?? 0;
    return this.#count;
  }

  /** Discards the number, which is then read again: the turn that changed it was undone. */
  recount(): void {
    this.#count = null;
  }

  /** Returns the latest pairs. */
  list(limit: number): Unlinked[] {
    return this.#db.rows<Row>('select at, why, body from unlinked order by at desc, item_id limit ?', limit).map(unlinkedFrom);
  }

  /** Lists a pair; one that is listed already gets the new time and reason. */
  add(unlinked: Unlinked, open: readonly Source[]): void {
    const { shopify, square, at, why } = unlinked;
    const ids = [shopify.stockId, square.stockId];
    const isListed = this.#db.row('select 1 as one from unlinked where item_id = ? and variation_id = ?', ...ids) !== null;
    const count = this.count() + (isListed ? 0 : 1);
    this.#db.run(
      `insert into unlinked (item_id, variation_id, at, why, open, body) values (?, ?, ?, ?, ?, ?)
        on conflict do update set at = excluded.at, why = excluded.why, open = excluded.open, body = excluded.body`,
      ...ids,
      at,
      why,
      open.reduce((bits, source) => bits | BITS[source], 0),
      JSON.stringify({ shopify, square }),
    );
    this.#count = count;
  }

  /**
   * Notes that a variant is linked again, or no longer exists: its pair is listed as long as the other one waits. Costs nothing while no pair
   * is listed.
   */
  settle(source: Source, stockId: string): void {
    if (this.count() === 0) return;
    const column = source === 'shopify' ? 'item_id' : 'variation_id';
    this.#db.run(`update unlinked set open = open & ~${BITS[source]} where ${column} = ?`, stockId);
    this.#count = this.count() - this.#db.rows(`delete from unlinked where ${column} = ? and open = 0 returning item_id`, stockId).length;
  }

  /** Removes pairs from the list, by `shopify stock ID:square stock ID`; null removes all. */
  dismiss(ids: readonly string[] | null): void {
    if (ids === null) this.#db.run('delete from unlinked');
    else this.#db.run("delete from unlinked where item_id || ':' || variation_id in (select value from json_each(?))", JSON.stringify(ids));
    this.#count = null;
  }
}

/** Returns what is known of a row's sides as its link ends; null for a row of one side. */
export function unlinkedOf({ shopify, square }: KnownRow, at: Instant, why: CloseReason): Unlinked | null {
  if (shopify === null || square === null) return null;
  const sideOf = (side: typeof shopify): UnlinkedSide => {
    const { stockId, id, productId, productName, name, sku, level } = side;
    return { stockId, id, productId, productName, name, sku, quantity: level?.quantity ?? null };
  };
  return { at, why, shopify: sideOf(shopify), square: sideOf(square) };
}

function unlinkedFrom({ at, why, body }: Row): Unlinked {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written only by add
  const sides = JSON.parse(body) as Readonly<Record<Source, UnlinkedSide>>;
  return { ...sides, at, why };
}

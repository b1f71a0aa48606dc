import { STATUSES, type VIEWS, type VariantStatus } from '../../domain/catalog/joined';
import type { Source } from '../../domain/source';
import type { ChannelCounts, InventoryCounts, InventorySort, IssueType } from '../api/account-api';
import type { Database } from '../store/database';
import { BIT, isArchivedAt, isExcludedAt, placeOf, sidesAt, statusAt, viewAt, type Index } from './directory-index';
import { KeptShape, type ShapeHost } from './kept-shape';

/** The views that depend only on a row's own facts. `all` leaves out what is archived or excluded, `any` nothing. */
export type DirectoryView = 'any' | 'all' | 'archived' | 'excluded' | (typeof VIEWS)[number];

const ISSUE_BITS = {
  missing_skus: BIT.missing,
  duplicate_skus: BIT.duplicate,
  inventory_disabled: BIT.untracked,
} as const satisfies Record<IssueType, Record<Source, number>>;

/** What is in no count and no list of issues. */
const SET_ASIDE = BIT.archived | BIT.excluded;

const COUNTED = {
  in_sync: 'inSync',
  out_of_sync: 'outOfSync',
  shopify_only: 'onlyShopify',
  square_only: 'onlySquare',
  not_tracked: 'notTracked',
} as const satisfies Record<(typeof VIEWS)[number], keyof InventoryCounts>;

/** What lists and counts need about every variant, in memory. Its shape is kept by `KeptShape`. */
export class Directory {
  readonly shape: KeptShape;
  /** Orders that depend on quantities, and the version of the numbers that they were made of. */
  readonly #orders = new Map<InventorySort, Int32Array>();
  #numbers = -1;

  constructor(db: Database, host: ShapeHost) {
    this.shape = new KeptShape(db, host);
  }

  /** Increases when rows were added or removed, or changed their names, SKUs or tracking. */
  get generation(): number {
    return this.shape.generation;
  }

  counts(): InventoryCounts {
    const index = this.#current();
    const counts = { all: 0, inSync: 0, outOfSync: 0, onlyShopify: 0, onlySquare: 0, notTracked: 0, archived: 0, excluded: 0 };
    for (let at = 0; at < index.keys.length; at += 1) {
      const aside = setAsideAt(index, at);
      counts[aside ?? 'all'] += 1;
      if (aside === null) counts[COUNTED[viewAt(index, at)]] += 1;
    }
    return counts;
  }

  issueCounts(type: IssueType): ChannelCounts {
    const { flags } = this.#current();
    const bits = ISSUE_BITS[type];
    const counts = { shopify: 0, square: 0 };
    for (const flag of flags) {
      if ((flag & SET_ASIDE) !== 0) continue;
      if ((flag & bits.shopify) !== 0) counts.shopify += 1;
      if ((flag & bits.square) !== 0) counts.square += 1;
    }
    return counts;
  }

  /** Returns the keys of one side's variants with an issue, by name; duplicates by SKU, so that equal SKUs are adjacent. */
  issueKeys(type: IssueType, source: Source): number[] {
    const { flags, keys } = this.#current();
    const bit = ISSUE_BITS[type][source];
    const found: number[] = [];
    for (const at of this.#order(type === 'duplicate_skus' ? 'sku' : 'name')) {
      if (((flags[at] ?? 0) & (bit | SET_ASIDE)) === bit) found.push(keys[at] ?? 0);
    }
    return found;
  }

  /** Returns the number of rows in the catalog. */
  size(): number {
    return this.#current().keys.length;
  }

  /** Returns the positions of those of these keys that the catalog has. */
  placesOf(keys: readonly number[]): number[] {
    const index = this.#current();
    return keys.map((key) => placeOf(index.keys, key)).filter((place) => place >= 0);
  }

  /** Returns the keys in ascending order: a key's position here is its position everywhere in the directory. */
  keys(): Int32Array {
    return this.#current().keys;
  }

  /**
   * Returns the keys of one page, and whether rows follow it. `matches` holds a 1 at the position of each row that a search found; null
   * without a search.
   */
  page(
    view: DirectoryView,
    sort: { readonly column: InventorySort; readonly descending: boolean },
    range: { readonly offset: number; readonly limit: number },
    matches: Uint8Array | null,
  ): { keys: number[]; more: boolean } {
    const index = this.#current();
    const order = this.#order(sort.column);
    const keys: number[] = [];
    let passed = 0;
    for (let step = 0; step < order.length; step += 1) {
      const at = order[sort.descending ? order.length - 1 - step : step] ?? 0;
      if (matches !== null && matches[at] !== 1) continue;
      if (!isInView(index, at, view)) continue;
      passed += 1;
      if (passed <= range.offset) continue;
      if (keys.length === range.limit) return { keys, more: true };
      keys.push(index.keys[at] ?? 0);
    }
    return { keys, more: false };
  }

  /** Returns the number of rows in a view and a search. */
  count(view: DirectoryView, matches: Uint8Array | null): number {
    const index = this.#current();
    let count = 0;
    for (let at = 0; at < index.keys.length; at += 1) if ((matches === null || matches[at] === 1) && isInView(index, at, view)) count += 1;
    return count;
  }

  /** Returns a variant's status, and the known facts about its sides. */
  standing(key: number): { readonly status: VariantStatus } & ReturnType<typeof sidesAt> {
    const index = this.#current();
    const at = placeOf(index.keys, key);
    return { status: STATUSES[statusAt(index, at)] ?? 'missing_sku', ...sidesAt(index, at) };
  }

  /** Returns the keys in a view and a search, ordered by a column; at most `limit`. */
  keysOf(view: DirectoryView, column: InventorySort, matches: Uint8Array | null, limit: number): number[] {
    return this.page(view, { column, descending: false }, { offset: 0, limit }, matches).keys;
  }

  #current(): Index {
    return this.shape.current().index;
  }

  /** Returns the positions of all rows in an order; cached until what it sorts by changes. */
  #order(column: InventorySort): Int32Array {
    const { index, names, skus } = this.shape.current();
    if (column === 'name') return names;
    if (column === 'sku') return skus;
    if (this.#numbers !== this.shape.numbers) this.#orders.clear();
    this.#numbers = this.shape.numbers;
    let order = this.#orders.get(column);
    if (order === undefined) {
      const numbers = column === 'status' ? null : index[column === 'shopify_quantity' ? 'shopify' : 'square'];
      order = orderBy(names, (at) => (numbers === null ? statusAt(index, at) : (numbers[at] ?? Number.NaN)));
      this.#orders.set(column, order);
    }
    return order;
  }
}

/** Sorts by a number, unknown ones first, then by name. */
function orderBy(byName: Int32Array, valueAt: (at: number) => number): Int32Array {
  const values = Float64Array.from(byName, (at) => {
    const value = valueAt(at);
    return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
  });
  const ranks = Int32Array.from(byName.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
  return ranks.map((rank) => byName[rank] ?? 0);
}

/** Returns the view of a row that is in no other, and in no count; null for the others. */
function setAsideAt(index: Index, at: number): 'archived' | 'excluded' | null {
  if (isExcludedAt(index, at)) return 'excluded';
  return isArchivedAt(index, at) ? 'archived' : null;
}

function isInView(index: Index, at: number, view: DirectoryView): boolean {
  if (view === 'any') return true;
  const aside = setAsideAt(index, at);
  if (aside !== null) return view === aside;
  return view === 'all' || viewAt(index, at) === view;
}

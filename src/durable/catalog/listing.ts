import { changedSince } from '../../domain/catalog/changed-since';
import { checkVariant } from '../../domain/catalog/check-variant';
import { TROUBLE_VIEWS, type InventoryView, type KnownRow } from '../../domain/catalog/joined';
import { readSearch, type Filter } from '../../domain/catalog/search-query';
import type { SideVariant } from '../../domain/catalog/side-variant';
import type { Instant } from '../../domain/instant';
import { searchesFor, similarTo } from '../../domain/linking/similar';
import { refuse, ok, type Answer } from '../../domain/result';
import { otherSource, sourceName, type Source } from '../../domain/source';
import { isUnderWay } from '../../domain/sync/linked-level';
import { loadLevel } from '../../domain/sync/stored-level';
import type {
  ChannelCounts,
  InventoryCounts,
  InventoryFilters,
  InventoryPage,
  InventoryQuery,
  IssueType,
  JoinedVariant,
  LinkCandidate,
  VariantSide,
} from '../api/account-api';
import type { Database } from '../store/database';
import { ChangeTimes } from './change-times';
import type { Directory, DirectoryView } from './directory';
import { LabelIndex } from './label-index';
import { levelProblemOf } from './level-problem';
import type { Levels } from './levels';
import { knownRow, packsOf, ROW_COLUMNS, type VariantRow } from './row';
import { Search } from './search';

type ListedRow = VariantRow & { readonly cell: string | null };

/** Maximum variants per page. */
const MAX_PAGE = 1_000;

/** The most rows that one search for candidates reads: a word that more rows have tells them apart no better. */
const MOST_CANDIDATES = 50;

/** The catalog queries for the screens. */
export class Listing {
  readonly #db: Database;
  readonly #directory: Directory;
  readonly #levels: Pick<Levels, 'needing' | 'isOnHold'>;
  readonly #search: Search;
  readonly #labels: LabelIndex;
  readonly #changes: ChangeTimes;
  readonly #now: () => Instant;

  constructor(db: Database, directory: Directory, levels: Pick<Levels, 'needing' | 'isOnHold'>, now: () => Instant) {
    this.#db = db;
    this.#changes = new ChangeTimes(db);
    this.#now = now;
    this.#directory = directory;
    this.#levels = levels;
    this.#search = new Search(db);
    this.#labels = new LabelIndex(db);
  }

  /** Marks rows whose quantities have changed. Reads nothing. */
  touch(keys: readonly number[]): void {
    this.#changes.touch(keys);
  }

  counts(): InventoryCounts {
    return this.#directory.counts();
  }

  /** Returns what variants can be filtered by. Reads every row once after the catalog has changed. */
  filters(): InventoryFilters {
    return this.#labels.list(this.#directory.generation);
  }

  /** Returns one page of joined variants. On a warm object it reads as many rows as it returns. */
  page(query: InventoryQuery): Answer<InventoryPage> {
    const { limit, page, sort } = query;
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE)
      return refuse('invalid_argument', `limit must be 1 to ${MAX_PAGE}, not ${limit}`);
    if (!Number.isInteger(page) || page < 0) return refuse('invalid_argument', `page must be a whole number from 0, not ${page}`);
    const { view, matches } = this.#scope(query.view, this.#matching(query.query));
    const { keys, more } = this.#directory.page(view, sort, { offset: page * limit, limit }, matches);
    const total = this.#directory.count(view, matches);
    return ok({ variants: this.#read(keys).map((row) => this.#joined(row)), hasNextPage: more, total });
  }

  issueCounts(type: IssueType): ChannelCounts {
    return this.#directory.issueCounts(type);
  }

  /** Returns variants of one side with an issue, and their total number. */
  issues(type: IssueType, source: Source, limit: number, offset: number): { total: number; variants: VariantSide[] } {
    const keys = this.#directory.issueKeys(type, source);
    const page = keys.slice(offset, offset + Math.min(limit, MAX_PAGE));
    const variants = this.#read(page).flatMap((row) => {
      const side = knownRow(row)[source];
      return side === null ? [] : [variantSide(side)];
    });
    return { total: keys.length, variants };
  }

  /** Returns the joined variant of a platform's variant ID (Shopify: the variant's number, which has no index: one scan). */
  detail(source: Source, variantId: string): Answer<JoinedVariant> {
    const column = source === 'shopify' ? 'variant_id' : 'variation_id';
    const row = this.#db.row<ListedRow>(`select ${ROW_COLUMNS}, cell from variant where ${column} = ?`, variantId);
    if (row === null) return refuse('not_found', `There is no ${sourceName(source)} variant ${variantId}.`);
    return ok(this.#joined(row));
  }

  /**
   * Returns variants that exist on the other platform alone and may be the one with this key, the likeliest first, at most `limit`. None for a
   * variant of both platforms, or one that is archived or excluded. Reads at most `MOST_CANDIDATES` rows for each of its searches. `not_found`: there is no such
   * variant.
   */
  candidates(key: number, limit: number): Answer<LinkCandidate[]> {
    const [row] = this.#read([key]);
    if (row === undefined) return refuse('not_found', 'There is no such variant.');
    const { shopify, square } = knownRow(row);
    const own = square === null ? shopify : shopify === null ? square : null;
    const { archived, excluded } = this.#directory.standing(key);
    if (own === null || archived || excluded) return ok([]);
    const found = new Map<string, { readonly side: SideVariant; readonly variant: JoinedVariant }>();
    for (const other of this.#read(this.#alone(own))) {
      const side = knownRow(other)[otherSource(own.source)];
      if (side !== null) found.set(side.id, { side, variant: this.#joined(other) });
    }
    const sides = [...found.values()].map(({ side }) => side);
    const similar = similarTo(own, sides).flatMap((pair) => {
      const variant = found.get(own.source === 'shopify' ? pair.squareId : pair.shopifyId)?.variant;
      return variant === undefined ? [] : [{ ...pair, variant }];
    });
    return ok(similar.slice(0, limit));
  }

  /** Returns the keys of what the other platform has alone and a variant's texts find. */
  #alone(own: SideVariant): number[] {
    const view = own.source === 'shopify' ? 'square_only' : 'shopify_only';
    const found = searchesFor(own).flatMap((words) => this.#directory.keysOf(view, 'name', this.#containing(words), MOST_CANDIDATES));
    return [...new Set(found)];
  }

  /** Returns the keys of all variants in a view and a search, by name; at most `limit`. */
  keysOf(view: InventoryView, query: string, limit: number): number[] {
    const scope = this.#scope(view, this.#matching(query));
    return this.#directory.keysOf(scope.view, 'name', scope.matches, limit);
  }

  /** Returns a 1 at the position of each variant that contains all words; null without a word. */
  #containing(words: string): Uint8Array | null {
    return this.#search.find(words, this.#directory.generation, this.#directory.size());
  }

  /** Returns a 1 at the position of each variant that a search with its filters finds; null when it says nothing. */
  #matching(query: string): Uint8Array | null {
    const { text, filters } = readSearch(query);
    const narrow = (found: Uint8Array | null, filter: Filter): Uint8Array => {
      const matches = new Uint8Array(this.#directory.size());
      for (const place of this.#placesOf(filter)) matches[place] = found?.[place] ?? 1;
      return matches;
    };
    return filters.reduce(narrow, this.#containing(text));
  }

  #placesOf(filter: Filter): readonly number[] {
    if (filter.kind !== 'changed') return this.#labels.placesOf(filter, this.#directory.generation);
    const now = this.#now();
    return this.#changes.placesSince(changedSince(filter.value, now) ?? now, this.#directory);
  }

  /** Converts a view and what a search found for the directory. Only the levels know what needs attention. */
  #scope(view: InventoryView, found: Uint8Array | null): { view: DirectoryView; matches: Uint8Array | null } {
    if (!isTroubleView(view)) return { view, matches: found };
    const keys = [...this.#levels.needing()].filter(([, trouble]) => view === 'needs_attention' || view === trouble).map(([key]) => key);
    const matches = new Uint8Array(this.#directory.size());
    for (const place of this.#directory.placesOf(keys)) matches[place] = found?.[place] ?? 1;
    return { view: 'any', matches };
  }

  /** Returns joined variants by our own keys; omits those that do not exist. */
  byKeys(keys: readonly number[]): JoinedVariant[] {
    return this.#read(keys).map((row) => this.#joined(row));
  }

  #joined(row: ListedRow): JoinedVariant {
    const stock = { shopify: row.item_id ?? '', square: row.variation_id ?? '' };
    return joinedVariant(row, this.#directory.standing(row.key), this.#levels.isOnHold(stock));
  }

  /** Returns rows in the order of the given keys, one lookup each: a list of keys in one statement is billed twice its length. */
  #read(keys: readonly number[]): ListedRow[] {
    return keys.flatMap((key) => this.#db.row<ListedRow>(`select ${ROW_COLUMNS}, cell from variant where key = ?`, key) ?? []);
  }
}

function isTroubleView(view: InventoryView): view is (typeof TROUBLE_VIEWS)[number] {
  return TROUBLE_VIEWS.some((one) => one === view);
}

function joinedVariant(row: ListedRow, { status, ...sides }: ReturnType<Directory['standing']>, isOnHold: boolean): JoinedVariant {
  const known: KnownRow = knownRow(row);
  const packs = packsOf(row);
  const level = loadLevel({ ...row, apart: null }, packs);
  const { trouble, troubleDetail } = levelProblemOf(level, isOnHold);
  const quantities = { shopifyQuantity: row.shopify_quantity, squareQuantity: row.square_quantity };
  return {
    key: row.key,
    shopify: known.shopify === null ? null : variantSide(known.shopify),
    square: known.square === null ? null : variantSide(known.square),
    ...quantities,
    status,
    checked: checkVariant({ ...sides, ...quantities, packs, trouble, underWay: isUnderWay(level) }),
    troubleDetail,
    isManual: known.isManual,
    packs,
  };
}

/** Returns a side as lists show it. */
export function variantSide({
  source,
  id,
  productId,
  productName,
  productStatus,
  labels,
  name,
  sku,
  barcode,
  tracked,
}: SideVariant): VariantSide {
  return { source, id, productId, productName, productStatus, labels, name, sku, barcode, tracked };
}

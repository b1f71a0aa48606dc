import { readLabels, type ProductLabels } from '../../domain/catalog/product-labels';
import { foldValue, LABEL_KINDS, valuesOf, type LabelFilter, type LabelKind } from '../../domain/catalog/search-query';
import type { InventoryFilters } from '../api/account-api';
import type { Database } from '../store/database';

/** Rows per read: bounds the memory of one. */
const SLICE_ROWS = 5_000;

/** The most values of a kind that are listed, those of the most variants first. */
const MOST_LISTED = 500;

/** A value as it is written first, and the positions of the variants that have it, ascending. */
interface Entry {
  readonly name: string;
  readonly places: number[];
}

type Entries = Readonly<Record<LabelKind, Map<string, Entry>>>;

type LabelRow = { readonly key: number; readonly shopify_labels: string | null; readonly square_labels: string | null };

/** Which variants have which vendor, product type, and tags, on either side. Read from every row at the first use, and again when the catalog changes. */
export class LabelIndex {
  readonly #db: Database;
  #entries: Entries | null = null;
  #generation = -1;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the positions, ordered by key, of the variants that a filter selects. `generation` identifies the state of the catalog. */
  placesOf({ kind, value }: LabelFilter, generation: number): readonly number[] {
    return this.#current(generation)[kind].get(foldValue(value))?.places ?? [];
  }

  /** Returns what can be filtered by, each with its number of variants. */
  list(generation: number): InventoryFilters {
    const entries = this.#current(generation);
    const listed = (kind: LabelKind): InventoryFilters['vendors'] =>
      [...entries[kind].values()]
        .map(({ name, places }) => ({ name, variants: places.length }))
        .sort((a, b) => b.variants - a.variants || (a.name < b.name ? -1 : 1))
        .slice(0, MOST_LISTED);
    return { vendors: listed('vendor'), productTypes: listed('type'), tags: listed('tag') };
  }

  #current(generation: number): Entries {
    if (this.#entries === null || generation !== this.#generation) this.#entries = this.#read();
    this.#generation = generation;
    return this.#entries;
  }

  #read(): Entries {
    const entries: Entries = { vendor: new Map(), type: new Map(), tag: new Map() };
    let place = 0;
    for (let after = -1; ;) {
      const rows = this.#db.rows<LabelRow>(
        `select key, shopify_labels, square_labels from variant where key > ? order by key limit ${SLICE_ROWS}`,
        after,
      );
      const last = rows.at(-1);
      if (last === undefined) return entries;
      after = last.key;
      for (const row of rows) {
        for (const stored of new Set([row.shopify_labels, row.square_labels])) if (stored !== null) add(entries, readLabels(stored), place);
        place += 1;
      }
    }
  }
}

function add(entries: Entries, labels: ProductLabels, place: number): void {
  for (const kind of LABEL_KINDS) {
    for (const name of valuesOf(labels, kind)) {
      const folded = foldValue(name);
      const entry = entries[kind].get(folded);
      if (entry === undefined) entries[kind].set(folded, { name, places: [place] });
      // Both sides may have the same one.
      else if (entry.places.at(-1) !== place) entry.places.push(place);
    }
  }
}

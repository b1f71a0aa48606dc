import type { SandboxDatabase } from '../../core/database';
import type { LevelRow, LocationRow, ProductRow, VariantRow } from './rows';

/** Returns the SQL source of levels: current, or as of `lagMs` real ms ago. */
export function levelsAsOf(lagMs: number): string {
  if (lagMs === 0) return 'shopify_level';
  return `(select l.item_id, l.location_id, coalesce(p.available, l.available) as available, coalesce(p.committed, l.committed) as committed,
       coalesce(p.active, l.active) as active, l.created_at, coalesce(p.updated_at, l.updated_at) as updated_at,
       coalesce(p.aside, l.aside) as aside, iif(p.n is null, l.available_at, p.available_at) as available_at,
       iif(p.n is null, l.committed_at, p.committed_at) as committed_at, iif(p.n is null, l.on_hand_at, p.on_hand_at) as on_hand_at
     from shopify_level l left join shopify_level_past p on p.n = (select n from shopify_level_past
       where item_id = l.item_id and location_id = l.location_id and until > ${Date.now() - lagMs} order by n limit 1))`;
}

/** Reads rows for one request. Rows of a page's nodes are read together when the first of them is requested. */
export class Loader {
  readonly #db: SandboxDatabase;
  readonly #shop: string;
  readonly #lagMs: number;
  readonly #products = new Map<number, ProductRow | null>();
  readonly #levels = new Map<number, LevelRow[]>();
  readonly #locations = new Map<number, LocationRow | null>();
  #expectedProducts: number[] = [];
  #expectedItems: number[] = [];

  /** Creates a loader. `lagMs`: real ms by which the levels read are outdated. */
  constructor(db: SandboxDatabase, shop: string, lagMs = 0) {
    this.#db = db;
    this.#shop = shop;
    this.#lagMs = lagMs;
  }

  /** Clears the cache, after a write. */
  clear(): void {
    this.#products.clear();
    this.#levels.clear();
    this.#locations.clear();
    this.#expectedProducts = [];
    this.#expectedItems = [];
  }

  /** Announces that products and levels of these variants may be requested next. */
  expect(variants: readonly VariantRow[]): void {
    this.#expectedProducts = variants.map((variant) => variant.product_id);
    this.#expectedItems = variants.map((variant) => variant.item_id);
  }

  product(id: number): ProductRow | null {
    const known = this.#products.get(id);
    if (known !== undefined) return known;
    const wanted = this.#expectedProducts.includes(id) ? this.#expectedProducts : [id];
    this.#expectedProducts = [];
    for (const other of wanted) this.#products.set(other, null);
    const rows = this.#db.rows<ProductRow>(
      'select * from shopify_product where id in (select value from json_each(?)) and shop = ?',
      JSON.stringify(wanted),
      this.#shop,
    );
    for (const row of rows) this.#products.set(row.id, row);
    return this.#products.get(id) ?? null;
  }

  /** Returns all levels of an item, ordered by location. */
  levels(itemId: number): readonly LevelRow[] {
    const known = this.#levels.get(itemId);
    if (known !== undefined) return known;
    const wanted = this.#expectedItems.includes(itemId) ? this.#expectedItems : [itemId];
    this.#expectedItems = [];
    for (const other of wanted) this.#levels.set(other, []);
    const rows = this.#db.rows<LevelRow>(
      `select * from ${levelsAsOf(this.#lagMs)} where item_id in (select value from json_each(?)) order by item_id, location_id`,
      JSON.stringify(wanted),
    );
    for (const row of rows) this.#levels.get(row.item_id)?.push(row);
    return this.#levels.get(itemId) ?? [];
  }

  level(itemId: number, locationId: number): LevelRow | null {
    return this.levels(itemId).find((level) => level.location_id === locationId) ?? null;
  }

  location(id: number): LocationRow | null {
    const known = this.#locations.get(id);
    if (known !== undefined) return known;
    const row = this.#db.row<LocationRow>('select * from shopify_location where id = ? and shop = ?', id, this.#shop);
    this.#locations.set(id, row);
    return row;
  }

  variant(id: number): VariantRow | null {
    return this.#db.row<VariantRow>('select * from shopify_variant where id = ? and shop = ?', id, this.#shop);
  }

  variantOfItem(itemId: number): VariantRow | null {
    return this.#db.row<VariantRow>('select * from shopify_variant where item_id = ? and shop = ?', itemId, this.#shop);
  }

  variantsOf(productId: number): VariantRow[] {
    return this.#db.rows<VariantRow>(
      'select * from shopify_variant where product_id = ? and shop = ? order by position',
      productId,
      this.#shop,
    );
  }
}

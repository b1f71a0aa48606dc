import type { VariantPair } from '../../domain/catalog/merge-plan';
import type { Database } from '../store/database';

/** The pairs of variants that the merchant keeps separate, as far as they decide about links; by the platforms' own IDs. */
export class SeparateStore {
  readonly #db: Database;
  /** By `pairName`; null until read. */
  #names: Set<string> | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns whether two variants are kept separate. Reads each pair once per instance of the object. */
  has(pair: VariantPair): boolean {
    this.#names ??= new Set(
      this.#db
        .rows<{ variant_id: string; variation_id: string }>('select variant_id, variation_id from separate')
        .map((row) => pairName({ shopify: row.variant_id, square: row.variation_id })),
    );
    return this.#names.has(pairName(pair));
  }

  /** Keeps pairs separate, or no longer. Writes only the pairs that change. */
  save(pairs: readonly VariantPair[], separate: boolean): void {
    const changing = pairs.filter((pair) => this.has(pair) !== separate);
    const changed = JSON.stringify(changing.map(({ shopify, square }) => [shopify, square]));
    if (separate)
      this.#db.run('insert or ignore into separate (variant_id, variation_id) select value ->> 0, value ->> 1 from json_each(?)', changed);
    else
      this.#db.run('delete from separate where (variant_id, variation_id) in (select value ->> 0, value ->> 1 from json_each(?))', changed);
    for (const name of changing.map(pairName)) {
      if (separate) this.#names?.add(name);
      else this.#names?.delete(name);
    }
  }
}

/** Returns a text that names a pair of variants. */
export function pairName({ shopify, square }: VariantPair): string {
  return `${shopify}:${square}`;
}

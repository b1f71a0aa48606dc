import type { VariantPair } from '../../domain/catalog/merge-plan';
import { SOURCES, type Source } from '../../domain/source';
import { isPacked, NO_PACKS, type PackSizes } from '../../domain/sync/pack-size';
import type { Database } from '../store/database';
import { pairName } from './separate-store';

/** The pairs of variants that count different units, by the platforms' own IDs. They outlive their link: the same pair is never linked as equal units. */
export class PackStore {
  readonly #db: Database;
  /** By `pairName`; null until read. */
  #sizes: Map<string, PackSizes> | null = null;
  /** How many pairs each variant is in, by its platform and ID. */
  readonly #sides: Readonly<Record<Source, Map<string, number>>> = { shopify: new Map(), square: new Map() };

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the pack sizes of two variants; null where both count the same units. Reads each pair once per instance of the object. */
  of(pair: VariantPair): PackSizes | null {
    return this.#all().get(pairName(pair)) ?? null;
  }

  /** Returns whether one of two variants is sold in packs with another partner. */
  hasOther(pair: VariantPair): boolean {
    const own = this.of(pair) === null ? 0 : 1;
    return SOURCES.some((source) => (this.#sides[source].get(pair[source]) ?? 0) > own);
  }

  /** Sets the pack sizes of pairs, which end those of their variants with other partners. Writes only what changes. */
  save(pairs: readonly (readonly [VariantPair, PackSizes])[]): void {
    const changing = pairs.filter(([pair, packs]) => {
      const { shopify, square } = this.of(pair) ?? NO_PACKS;
      return this.hasOther(pair) || shopify !== packs.shopify || square !== packs.square;
    });
    for (const [pair, packs] of changing) {
      this.#db.run('delete from pack_size where variant_id = ?', pair.shopify);
      this.#db.run('delete from pack_size where variation_id = ?', pair.square);
      if (!isPacked(packs)) continue;
      const sql = 'insert into pack_size (variant_id, variation_id, shopify, square) values (?, ?, ?, ?)';
      this.#db.run(sql, pair.shopify, pair.square, packs.shopify, packs.square);
    }
    if (changing.length > 0) this.#sizes = null;
  }

  #all(): ReadonlyMap<string, PackSizes> {
    if (this.#sizes !== null) return this.#sizes;
    this.#sizes = new Map();
    for (const source of SOURCES) this.#sides[source].clear();
    type Row = { variant_id: string; variation_id: string } & PackSizes;
    for (const row of this.#db.rows<Row>('select variant_id, variation_id, shopify, square from pack_size')) {
      const pair = { shopify: row.variant_id, square: row.variation_id };
      this.#sizes.set(pairName(pair), { shopify: row.shopify, square: row.square });
      for (const source of SOURCES) this.#sides[source].set(pair[source], (this.#sides[source].get(pair[source]) ?? 0) + 1);
    }
    return this.#sizes;
  }
}

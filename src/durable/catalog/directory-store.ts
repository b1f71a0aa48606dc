import type { Database } from '../store/database';
import { placeOf, setQuantities, type Index, type Shape } from './directory-index';

/** Increases when what is stored, or what a flag means, changes: another version's directory is built again. */
const VERSION = 1;

/** Variants per row: about 300 KB in the larger table, far below what a row can hold (2 MB). */
const PART = 16_384;

/** A variant's quantities that are newer than those of the parts, with the bits about packs if its sides count different units. */
export type RecentQuantities = readonly [key: number, shopify: number | null, square: number | null, packs?: number];

type StateRow = { readonly version: number; readonly size: number; readonly recent: string };
type PartRow = { readonly keys: ArrayBuffer; readonly flags: ArrayBuffer; readonly names: ArrayBuffer; readonly skus: ArrayBuffer };
type NumbersRow = { readonly shopify: ArrayBuffer; readonly square: ArrayBuffer };

/**
 * The directory's shape as stored rows: some for a hundred thousand variants. Triggers of the table `variant` delete the row that makes them
 * valid when a row changes in what lists show, whatever changes it: an earlier release that runs after a rollback, too. Quantities that the
 * sync writes are the exception: the journal names their variants, so that a sale costs no row here.
 */
export class DirectoryStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns whether a directory is stored that describes the catalog; reads one row. */
  isValid(): boolean {
    return this.#state() !== null;
  }

  /** Returns the stored shape; null when none is valid. */
  read(): Shape | null {
    const state = this.#state();
    if (state === null) return null;
    const parts = this.#db.rows<PartRow>('select keys, flags, names, skus from directory_part order by part');
    const numbers = this.#db.rows<NumbersRow>('select shopify, square from directory_numbers order by part');
    const index = {
      keys: new Int32Array(joined(parts.map(({ keys }) => keys))),
      flags: new Uint16Array(joined(parts.map(({ flags }) => flags))),
      shopify: new Float64Array(joined(numbers.map(({ shopify }) => shopify))),
      square: new Float64Array(joined(numbers.map(({ square }) => square))),
    };
    const shape = {
      index,
      names: new Int32Array(joined(parts.map(({ names }) => names))),
      skus: new Int32Array(joined(parts.map(({ skus }) => skus))),
    };
    const lists = [index.keys, index.flags, index.shopify, index.square, shape.names, shape.skus];
    if (lists.some(({ length }) => length !== state.size)) return null;
    for (const [key, shopify, square, packs = 0] of recentOf(state)) {
      const at = placeOf(index.keys, key);
      if (at >= 0) setQuantities(index, at, { shopify, square }, packs);
    }
    return shape;
  }

  /** Stores a shape that describes the catalog as it is now. */
  write({ index, names, skus }: Shape): void {
    this.#db.transaction(() => {
      this.#db.run('delete from directory_part');
      for (const { part, from, to } of partsOf(index.keys.length)) {
        this.#db.run(
          'insert into directory_part (part, keys, flags, names, skus) values (?, ?, ?, ?, ?)',
          part,
          bytes(index.keys, from, to),
          bytes(index.flags, from, to),
          bytes(names, from, to),
          bytes(skus, from, to),
        );
      }
      this.#replaceNumbers(index);
      this.#db.run("insert or replace into directory (id, version, size, recent) values (1, ?, ?, '[]')", VERSION, index.keys.length);
    });
  }

  /** Stores all quantities again, and whether they are the same stock; the rest of the stored shape stays. */
  writeNumbers({ index }: Pick<Shape, 'index'>): void {
    this.#db.transaction(() => {
      this.#replaceNumbers(index);
      for (const { part, from, to } of partsOf(index.keys.length))
        this.#db.run('update directory_part set flags = ? where part = ?', bytes(index.flags, from, to), part);
      this.#db.run("update directory set recent = '[]' where id = 1");
    });
  }

  #replaceNumbers({ keys, shopify, square }: Index): void {
    this.#db.run('delete from directory_numbers');
    for (const { part, from, to } of partsOf(keys.length))
      this.#db.run(
        'insert into directory_numbers (part, shopify, square) values (?, ?, ?)',
        part,
        bytes(shopify, from, to),
        bytes(square, from, to),
      );
  }

  /** Stores quantities beside the parts, in one row; returns how many are beside them now, null when no directory is valid. */
  writeRecent(quantities: readonly RecentQuantities[]): number | null {
    const state = this.#state();
    if (state === null) return null;
    const recent = new Map([...recentOf(state), ...quantities].map((one) => [one[0], one]));
    this.#db.run('update directory set recent = ? where id = 1', JSON.stringify([...recent.values()]));
    return recent.size;
  }

  /** Makes what is stored invalid. */
  drop(): void {
    this.#db.run('delete from directory');
  }

  #state(): StateRow | null {
    return this.#db.row<StateRow>('select version, size, recent from directory where id = 1 and version = ?', VERSION);
  }
}

function recentOf({ recent }: StateRow): readonly RecentQuantities[] {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written by this class alone
  return JSON.parse(recent) as readonly RecentQuantities[];
}

function partsOf(size: number): { readonly part: number; readonly from: number; readonly to: number }[] {
  return Array.from({ length: Math.ceil(size / PART) }, (_, part) => ({ part, from: part * PART, to: Math.min(size, (part + 1) * PART) }));
}

function bytes(numbers: Int32Array | Uint16Array | Float64Array, from: number, to: number): ArrayBuffer {
  return numbers.slice(from, to).buffer;
}

function joined(parts: readonly ArrayBuffer[]): ArrayBuffer {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(new Uint8Array(part), at);
    at += part.byteLength;
  }
  return all.buffer;
}

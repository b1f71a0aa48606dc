import type { Instant } from '../../domain/instant';
import { isPacked, type PackSizes } from '../../domain/sync/pack-size';
import type { Database } from '../store/database';
import { DirectoryBuilder } from './directory-builder';
import { packBits, placeOf, setQuantities, type Index, type Quantities, type Shape } from './directory-index';
import { DirectoryStore } from './directory-store';
import { packsOf, type VariantRow } from './row';

/** What a row says about its quantities, and the units that they are in. */
type QuantitiesRow = Pick<VariantRow, 'shopify_quantity' | 'square_quantity' | 'shopify_pack' | 'square_pack'>;

/** How long after the last change of the structure the shape is stored, and how long at least after it was stored last, in ms. */
const QUIET_MS = 60_000;
const SELDOM_MS = 600_000;

/** Numbers of variants whose quantities are newer than the stored parts. */
export interface ShapeLimits {
  /** So many are stored together. An object that starts reads each of the others on its own. */
  readonly recentAt: number;
  /** Above this number, those stored beside the parts are stored in the parts. */
  readonly partsAt: number;
  /** Above this number, an object that starts would read more than a stored shape saves: it is given up. */
  readonly mostChanged: number;
}

const LIMITS: ShapeLimits = { recentAt: 100, partsAt: 4_000, mostChanged: 5_000 };

/** The variants whose quantities have changed since the shape was stored. The journal names them, so that a kill loses none. */
export interface ChangedQuantities {
  /** Returns their keys, possibly with others; null when they are not known. */
  keys(): ReadonlySet<number> | null;
  /** Returns the quantities in a variant's row; null when there is no such row. */
  quantitiesOf(key: number): (Quantities & { readonly packs: PackSizes }) | null;
  /** Forgets them: the stored shape has their quantities, or is invalid. */
  settle(): void;
}

/** What a shape needs from its account. */
export interface ShapeHost {
  readonly changed: ChangedQuantities;
  now(): Instant;
  /** Sets the alarm for this time or sooner. */
  wake(at: Instant): void;
}

/**
 * The directory's shape: read at the first request from what is stored of it, else built by one scan; updated row by row while only quantities
 * change. It is stored again in the background when the structure has changed (docs/decisions/0024-the-directory-is-stored.md).
 */
export class KeptShape {
  readonly #db: Database;
  readonly #host: ShapeHost;
  readonly #store: DirectoryStore;
  readonly #limits: ShapeLimits;
  #shape: Shape | null = null;
  #builder: DirectoryBuilder | null = null;
  #generation = 0;
  #numbers = 0;
  readonly #touched = new Set<number>();
  /** Whether a valid shape is stored, or there is nothing to store; undefined until it was looked up. */
  #isStored: boolean | undefined;
  #restructuredAt: Instant = Number.NEGATIVE_INFINITY;
  #storedAt: Instant = Number.NEGATIVE_INFINITY;

  constructor(db: Database, host: ShapeHost, limits: ShapeLimits = LIMITS) {
    this.#limits = limits;
    this.#db = db;
    this.#host = host;
    this.#store = new DirectoryStore(db);
  }

  /** Increases when rows were added or removed, or changed their names, SKUs or tracking. */
  get generation(): number {
    return this.#generation;
  }

  /** Increases with each change of a quantity that a request has seen, and with the generation. */
  get numbers(): number {
    return this.#numbers;
  }

  /** Returns the shape as of now. */
  current(): Shape {
    this.#shape ??= this.#load() ?? this.#scan();
    if (this.#touched.size > 0) this.#refreshTouched(this.#shape.index);
    return this.#shape;
  }

  /** Discards the shape, to be rebuilt at the next request: rows were added, removed, or changed in more than their quantities. */
  invalidate(): void {
    this.#generation += 1;
    this.#forget();
    this.#isStored = false;
    this.#restructuredAt = this.#host.now();
    const due = this.dueAt();
    if (due !== null) this.#host.wake(due);
  }

  /** Marks rows whose quantities changed. They are read again at the next request, one row each. */
  touch(keys: readonly number[]): void {
    if (this.#shape === null && this.#builder === null) return;
    for (const key of keys) this.#touched.add(key);
    // More reads than a scan, or than what is stored costs.
    if (this.#shape !== null && this.#touched.size > this.#shape.index.keys.length / 2) this.#forget();
  }

  /** Returns when the shape is to be stored; null when it is. Reads two rows at most, and none while nothing changes. */
  dueAt(): Instant | null {
    this.#isStored ??= this.#host.changed.keys() !== null && (this.#store.isValid() || !this.#hasRows());
    return this.#isStored ? null : Math.max(this.#restructuredAt + QUIET_MS, this.#storedAt + SELDOM_MS);
  }

  /**
   * Stores the shape; builds it slice by slice if it is not in memory. Ends early when the structure changes meanwhile: it is due again then. A
   * kill in the middle loses what was read so far, and leaves nothing that is valid.
   */
  async rebuild(pause: () => Promise<void>): Promise<void> {
    const generation = this.#generation;
    if (this.#shape === null) {
      this.#builder ??= new DirectoryBuilder(this.#db);
      // A request that comes meanwhile finishes the builder.
      while (this.#builder?.step() === false) {
        await pause();
        if (generation !== this.#generation) return;
      }
    }
    this.#save(this.current());
  }

  /** Stores the quantities that have changed, when they are many. The rows of all levels must have been written. */
  storeQuantities(): void {
    const { changed } = this.#host;
    const keys = changed.keys();
    if (keys !== null && keys.size < this.#limits.recentAt) return;
    if (keys === null || keys.size > this.#limits.mostChanged || this.dueAt() !== null) {
      this.#giveUp();
      return;
    }
    const recent = [...keys].flatMap((key) => {
      const quantities = changed.quantitiesOf(key);
      if (quantities === null) return [];
      const { shopify, square, packs } = quantities;
      const recent = [key, shopify, square] as const;
      return [isPacked(packs) ? ([...recent, packBits(packs, quantities)] as const) : recent];
    });
    const kept = this.#store.writeRecent(recent);
    if (kept === null) {
      this.#giveUp();
      return;
    }
    if (kept > this.#limits.partsAt) this.#store.writeNumbers(this.current());
    changed.settle();
  }

  #forget(): void {
    this.#numbers += 1;
    this.#shape = null;
    this.#builder = null;
    this.#touched.clear();
  }

  #load(): Shape | null {
    const keys = this.#host.changed.keys();
    if (this.#builder !== null || this.#isStored === false || keys === null || keys.size > this.#limits.mostChanged) return null;
    const shape = this.#store.read();
    if (shape !== null) for (const key of keys) this.#touched.add(key);
    this.#isStored = shape !== null || !this.#hasRows();
    return shape;
  }

  #scan(): Shape {
    const shape = (this.#builder ?? new DirectoryBuilder(this.#db)).finish();
    this.#builder = null;
    // While the structure keeps changing, what is stored now would be invalid soon.
    const isQuiet = this.#restructuredAt + QUIET_MS <= this.#host.now();
    if (isQuiet && shape.index.keys.length > 0) {
      this.#refreshTouched(shape.index);
      try {
        this.#save(shape);
      } catch {
        // A look needs nothing stored, and full storage must not hide the lists: the alarm tries again, and reports it if that fails.
        this.#isStored = false;
        this.#storedAt = this.#host.now();
      }
    }
    return shape;
  }

  #save(shape: Shape): void {
    this.#store.write(shape);
    this.#host.changed.settle();
    this.#isStored = true;
    this.#storedAt = this.#host.now();
  }

  /** Makes what is stored invalid. What is in memory stays right, since it follows each change on its own. */
  #giveUp(): void {
    this.#store.drop();
    this.#host.changed.settle();
    // What was due already stays due: a busy account must not postpone it forever.
    if (this.#isStored === true) this.#restructuredAt = this.#host.now();
    this.#isStored = !this.#hasRows();
  }

  #hasRows(): boolean {
    return this.#db.row('select key from variant limit 1') !== null;
  }

  #refreshTouched(index: Index): void {
    for (const key of this.#touched) {
      const at = placeOf(index.keys, key);
      const row = this.#db.row<QuantitiesRow>(
        'select shopify_quantity, square_quantity, shopify_pack, square_pack from variant where key = ?',
        key,
      );
      if (at < 0 || row === null) continue;
      const quantities = { shopify: row.shopify_quantity, square: row.square_quantity };
      setQuantities(index, at, quantities, packBits(packsOf(row), quantities));
    }
    this.#touched.clear();
    this.#numbers += 1;
  }
}

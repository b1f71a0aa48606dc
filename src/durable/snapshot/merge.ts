import { isLinked, type KnownRow } from '../../domain/catalog/joined';
import { countLevel, doubtOf, emptySummary } from '../../domain/catalog/judge-read';
import { SkuIndex } from '../../domain/catalog/match';
import type { SideVariant } from '../../domain/catalog/side-variant';
import { otherSource, type Source } from '../../domain/source';
import type { Catalog } from '../catalog/catalog';
import { ChunkReader, type LinePlace } from './chunk-reader';
import { refreshName, type Run, type Runs } from './runs';

/** Lines, or removals, per slice: bounds how long other work waits behind one transaction. */
const SLICE_ROWS = 2_500;

/** Rows per read while planning. */
const SCAN_ROWS = 5_000;

/** One step of a merge: some lines of a chunk, some rows whose side is gone, or at the end some whose link must end. */
type Slice =
  | { readonly kind: 'lines'; readonly source: Source; readonly from: number; readonly to: number }
  | { readonly kind: 'gone'; readonly source: Source; readonly keys: readonly number[] }
  | { readonly kind: 'relink'; readonly keys: readonly number[] };

/** What planning knows about one source: the stored sides by stock ID, and which of them were read again. */
interface Known {
  readonly places: Map<string, number>;
  readonly keys: number[];
  /** The level of each linked row; NaN for others. */
  readonly levels: number[];
  readonly seen: number[];
}

/**
 * Merges one read run, or both sides' first runs together, into the catalog. It is planned in memory from what is stored, so it can be
 * planned again after a kill; it is applied in slices, each of which may be repeated.
 */
export class SnapshotMerge {
  readonly #catalog: Catalog;
  readonly #readers: Partial<Record<Source, ChunkReader>> = {};
  readonly #touched: Readonly<Record<Source, ReadonlySet<string>>>;
  readonly #runs: readonly Run[];
  readonly #skus = new SkuIndex();
  readonly #gone: Record<Source, Set<string>> = { shopify: new Set(), square: new Set() };
  readonly #slices: Slice[] = [];
  /** Rows whose SKUs require that their link ends. What their sides are linked with is known only when everything is merged. */
  readonly #due = new Set<number>();
  #plannedAt = -1;

  constructor(catalog: Catalog, store: Runs, runs: readonly Run[]) {
    this.#catalog = catalog;
    this.#runs = runs;
    const touched: Record<Source, ReadonlySet<string>> = { shopify: new Set(), square: new Set() };
    for (const run of runs) {
      this.#readers[run.source] = new ChunkReader(store, run, (side) => catalog.exclusions.marked(side));
      touched[run.source] = new Set(run.body.touched);
    }
    this.#touched = touched;
  }

  /** The number of slices in the plan; increases while the last ones are applied. */
  get slices(): number {
    return this.#slices.length;
  }

  /** False when other work has changed the catalog since the plan was made. */
  get current(): boolean {
    return this.#plannedAt === this.#catalog.changes;
  }

  /**
   * Plans the merge from everything that is stored and was read. Lets other work run through `breathe`. Returns why a run's read is
   * implausible, or null.
   */
  async plan(breathe: () => Promise<void>): Promise<{ readonly run: Run; readonly doubt: string } | null> {
    const changes = this.#catalog.changes;
    const known = await this.#scanRows(breathe);
    for (const run of this.#runs) {
      const doubt = await this.#scanRun(run, known[run.source], breathe);
      if (doubt !== null && !run.body.approved) return { run, doubt };
    }
    this.#plannedAt = changes;
    return null;
  }

  /** Applies one slice, as one turn. */
  run(slice: number): void {
    const work = this.#slices[slice];
    if (work === undefined) return;
    if (work.kind === 'relink') {
      this.#catalog.relink(work.keys);
    } else if (work.kind === 'gone') {
      this.#merge(this.#catalog.table.byKeys(work.keys), []);
    } else {
      const fresh = this.#readers[work.source]?.lines(work.from, work.to) ?? [];
      this.#mergeLines(
        work.source,
        fresh.filter((side) => !this.#isTouched(side)),
      );
    }
    if (slice === this.#slices.length - 1) this.#sliceDue();
    this.#plannedAt = this.#catalog.changes;
  }

  #sliceDue(): void {
    const due = [...this.#due];
    this.#due.clear();
    for (let from = 0; from < due.length; from += SLICE_ROWS) {
      this.#slices.push({ kind: 'relink', keys: due.slice(from, from + SLICE_ROWS) });
    }
  }

  #mergeLines(source: Source, read: readonly SideVariant[]): void {
    const other = otherSource(source);
    const joint = this.#readers[other];
    // When two runs are merged together, Square lines with a Shopify partner were merged with it.
    const mergedWith = (side: SideVariant): boolean =>
      joint !== undefined && source === 'square' && (this.#skus.placeOfMatch(side) ?? -1) >= 0;
    const sides = read.filter((side) => !mergedWith(side));
    const partners = sides.flatMap((side) => this.#skus.placeOfMatch(side) ?? []);
    const fresh = [...sides];
    const rows = new Map<number, KnownRow>();
    const keep = (found: readonly KnownRow[]): void => {
      for (const row of found) rows.set(row.key, row);
    };
    keep(
      this.#catalog.table.holding(
        source,
        sides.map((side) => side.stockId),
      ),
    );
    if (joint !== undefined) {
      const others = joint.at(partners.filter((place) => place >= 0));
      keep(
        this.#catalog.table.holding(
          other,
          others.map((side) => side.stockId),
        ),
      );
      fresh.push(...others);
    }
    keep(
      this.#catalog.table.byKeys(
        partners
          .filter((place) => place < 0)
          .map(keyOf)
          .filter((key) => !rows.has(key)),
      ),
    );
    this.#merge([...rows.values()], fresh);
  }

  #merge(rows: readonly KnownRow[], fresh: readonly SideVariant[]): void {
    const due = this.#catalog.merge({
      rows,
      fresh,
      isGone: (source, stockId) => this.#gone[source].has(stockId),
      matchKey: (holder) => this.#skus.matchKey(holder),
      isHeld: (holder) => this.#skus.holds(holder),
    });
    for (const key of due) this.#due.add(key);
  }

  #isTouched(side: SideVariant): boolean {
    const touched = this.#touched[side.source];
    if (touched.size === 0) return false;
    return (
      touched.has(refreshName({ source: side.source, product: side.productId })) ||
      touched.has(refreshName({ source: side.source, stock: side.stockId }))
    );
  }

  /** Records every stored side: those of sources that are not being read, or that were refreshed since, stay as they are. */
  async #scanRows(breathe: () => Promise<void>): Promise<Record<Source, Known>> {
    const known: Record<Source, Known> = { shopify: newKnown(), square: newKnown() };
    for (let after = -1; ;) {
      const rows = this.#catalog.table.page(after, SCAN_ROWS);
      for (const row of rows) {
        const cell = isLinked(row);
        for (const side of [row.shopify, row.square]) {
          if (side === null) continue;
          if (this.#readers[side.source] === undefined || this.#isTouched(side)) {
            this.#skus.add(side, placeOfKey(row.key));
          } else {
            const { places, keys, levels, seen } = known[side.source];
            places.set(side.stockId, keys.push(row.key) - 1);
            levels.push(cell && side.level !== null ? side.level.quantity : Number.NaN);
            seen.push(side.level?.at ?? 0);
          }
        }
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < SCAN_ROWS) return known;
      after = last.key;
      await breathe();
    }
  }

  /** Records every side that a run has read, and what is gone; returns why the read is implausible, or null. */
  async #scanRun(run: Run, known: Known, breathe: () => Promise<void>): Promise<string | null> {
    const { source } = run;
    const reader = this.#readers[source];
    if (reader === undefined) return null;
    const summary = emptySummary(source);
    const stored = known.keys.length;
    summary.known = stored;
    const again = new Uint8Array(stored);
    for (let n = 0; n < run.body.chunk; n += 1) {
      reader.open(n, (side, place) => {
        if (this.#isTouched(side)) return;
        const at = known.places.get(side.stockId);
        if (at === undefined) known.places.set(side.stockId, stored + summary.read);
        else if (at >= stored || again[at] === 1) return;
        else this.#countKnown(summary, known, at, side);
        if (at !== undefined) again[at] = 1;
        summary.read += 1;
        this.#skus.add(side, place);
      });
      await breathe();
    }
    this.#sliceLines(source, reader.count);
    const gone: number[] = [];
    for (const [stockId, at] of known.places) {
      if (at >= stored || again[at] === 1) continue;
      this.#gone[source].add(stockId);
      gone.push(known.keys[at] ?? 0);
    }
    summary.gone = gone.length;
    // Frees this side's IDs before the next side's need the memory.
    known.places.clear();
    for (let from = 0; from < gone.length; from += SLICE_ROWS) {
      this.#slices.push({ kind: 'gone', source, keys: gone.slice(from, from + SLICE_ROWS) });
    }
    return doubtOf(summary);
  }

  #countKnown(summary: ReturnType<typeof emptySummary>, { levels, seen }: Known, at: number, side: SideVariant): void {
    const level = levels[at] ?? Number.NaN;
    if (Number.isNaN(level) || side.level === null || side.level.at < (seen[at] ?? 0)) return;
    countLevel(summary, level, side.level.quantity);
  }

  #sliceLines(source: Source, count: number): void {
    for (let from = 0; from < count; from += SLICE_ROWS) {
      this.#slices.push({ kind: 'lines', source, from, to: Math.min(from + SLICE_ROWS, count) });
    }
  }
}

function newKnown(): Known {
  return { places: new Map(), keys: [], levels: [], seen: [] };
}

/** Encodes a stored row's key for the index: negative, so that it is not mistaken for a line. */
function placeOfKey(key: number): LinePlace {
  return -1 - key;
}

function keyOf(place: number): number {
  return -1 - place;
}

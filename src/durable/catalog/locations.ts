import { ok, refuse, type Answer } from '../../domain/result';
import { SOURCES, sourceName, type Source } from '../../domain/source';
import type { LocationRecord } from '../../platforms/location-record';
import type { LocationPairView, LocationsView, LocationView } from '../api/account-api';
import type { Database } from '../store/database';
import type { Meta } from '../store/meta';

/** The names under which the pair, and the number of the last pair ever made, are stored. */
const PAIR = 'pair';
const LAST_PAIR = 'last-pair';

/** The pair as stored: our own IDs of its locations. */
interface StoredPair {
  readonly id: number;
  readonly shopify: number;
  readonly square: number;
}

type LocationRow = {
  readonly id: number;
  readonly source: Source;
  readonly source_id: string;
  readonly name: string;
  readonly active: number;
};

const COLUMNS = 'id, source, source_id, name, active';

/** Both platforms' locations in each platform's own order, and the one pair of them that is synced. */
export class Locations {
  readonly #db: Database;
  readonly #meta: Meta;
  #pair: LocationPairView | null | undefined;

  constructor(db: Database, meta: Meta) {
    this.#db = db;
    this.#meta = meta;
  }

  /** Returns the pair; null when there is none. Cached in memory, because every observation asks for it. */
  pair(): LocationPairView | null {
    if (this.#pair === undefined) this.#pair = this.#readPair();
    return this.#pair;
  }

  /** Returns what screens show: closed locations are omitted, except those of the pair. */
  view(): LocationsView {
    const pair = this.pair();
    const all = SOURCES.flatMap((source) =>
      this.#db
        .rows<LocationRow>(`select ${COLUMNS} from location where source = ? and active = 1 order by position, id`, source)
        .map(locationView),
    );
    return { synced: pair === null ? [] : [pair], all };
  }

  /**
   * Replaces a platform's locations with those just read, in its own order. Missing ones are forgotten, unless one belongs to the pair: it
   * stays until the merchant disconnects the pair. Our IDs stay with their locations.
   */
  replace(source: Source, records: readonly LocationRecord[]): void {
    this.#db.transaction(() => {
      const paired = this.pair()?.[source].id;
      const known = this.#db.rows<LocationRow>(`select ${COLUMNS} from location where source = ?`, source);
      const read = new Set(records.map((record) => record.id));
      for (const row of known) {
        if (read.has(row.source_id)) continue;
        if (row.id === paired) this.#db.run('update location set active = 0 where id = ? and active <> 0', row.id);
        else this.#db.run('delete from location where id = ?', row.id);
      }
      for (const [position, { id, name, active }] of records.entries()) {
        this.#db.run(
          `insert into location (source, source_id, name, active, position) values (?, ?, ?, ?, ?)
            on conflict (source, source_id) do update set name = excluded.name, active = excluded.active, position = excluded.position
            where name <> excluded.name or active <> excluded.active or position <> excluded.position`,
          source,
          id,
          name,
          active ? 1 : 0,
          position,
        );
      }
    });
    this.#pair = undefined;
  }

  /**
   * Pairs two locations, named by our IDs or the platforms'. There is one pair at most; saving the current one again changes nothing.
   * Returns whether a pair was made.
   */
  savePair(shopifyLocation: string, squareLocation: string): Answer<{ readonly made: boolean }> {
    if (shopifyLocation.trim() === '' || squareLocation.trim() === '') {
      return refuse('invalid_argument', 'Choose a Shopify location and a Square location.');
    }
    const shopify = this.#find('shopify', shopifyLocation.trim());
    if (shopify === null) return unknownLocation('shopify', shopifyLocation);
    const square = this.#find('square', squareLocation.trim());
    if (square === null) return unknownLocation('square', squareLocation);
    const present = this.pair();
    if (present !== null && present.shopify.id === shopify.id && present.square.id === square.id) return ok({ made: false });
    if (present !== null) {
      return refuse('failed_precondition', 'You already have 1 synced location, which is the maximum that Shelfbridge supports today.');
    }
    const closed = [shopify, square].find((location) => location.active !== 1);
    if (closed !== undefined) {
      return refuse('failed_precondition', `${sourceName(closed.source)} has closed the location "${closed.name}". Choose another.`);
    }
    const id = (this.#meta.read<number>(LAST_PAIR) ?? 0) + 1;
    this.#db.transaction(() => {
      this.#meta.write(LAST_PAIR, id);
      this.#meta.write(PAIR, { id, shopify: shopify.id, square: square.id } satisfies StoredPair);
    });
    this.#pair = undefined;
    return ok({ made: true });
  }

  /** Ends the pair with this ID. */
  disconnect(pairId: string): Answer<null> {
    const present = this.pair();
    if (present === null || String(present.id) !== pairId.trim())
      return refuse('not_found', `There is no synced location ${pairId.slice(0, 40)}.`);
    this.#meta.remove(PAIR);
    this.#pair = null;
    return ok(null);
  }

  #readPair(): LocationPairView | null {
    const stored = this.#meta.read<StoredPair>(PAIR);
    if (stored === null) return null;
    const shopify = this.#byId(stored.shopify);
    const square = this.#byId(stored.square);
    return shopify === null || square === null ? null : { id: stored.id, shopify: locationView(shopify), square: locationView(square) };
  }

  #byId(id: number): LocationRow | null {
    return this.#db.row<LocationRow>(`select ${COLUMNS} from location where id = ?`, id);
  }

  /** Finds a location by our own ID, else by the platform's: the screen sends ours, other callers may know only the platform's. */
  #find(source: Source, id: string): LocationRow | null {
    const own = /^\d{1,9}$/u.test(id) ? this.#byId(Number(id)) : null;
    if (own !== null && own.source === source) return own;
    const bare = id.startsWith('gid://shopify/Location/') ? id.slice('gid://shopify/Location/'.length) : id;
    return this.#db.row<LocationRow>(`select ${COLUMNS} from location where source = ? and source_id = ?`, source, bare);
  }
}

function unknownLocation(source: Source, id: string): Answer<never> {
  return refuse('not_found', `There is no ${sourceName(source)} location ${id.slice(0, 60)}.`);
}

function locationView({ id, source, source_id, name }: LocationRow): LocationView {
  return { id, source, sourceId: source_id, name };
}

import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import type { SideVariant } from '../../src/domain/catalog/side-variant';
import type { HistoryFact } from '../../src/domain/history/fact';
import { err, ok, type Result } from '../../src/domain/result';
import type { Source } from '../../src/domain/source';
import { Catalog } from '../../src/durable/catalog/catalog';
import type { Levels } from '../../src/durable/catalog/levels';
import { JOURNALED, packsOf, ROW_COLUMNS, type VariantRow } from '../../src/durable/catalog/row';
import type { ShopifyCatalog, SnapshotAccount, SquareCatalog, SquareChanges } from '../../src/durable/snapshot/ports';
import { Snapshots } from '../../src/durable/snapshot/snapshots';
import { openDatabase, type Database } from '../../src/durable/store/database';
import { migrate } from '../../src/durable/store/migrate';
import type { PlatformFailure } from '../../src/platforms/failure';
import type { BulkPart } from '../../src/platforms/shopify/bulk-file';

let objects = 0;

/** Runs a test within an object of its own, over its real storage. */
export async function inObject(run: (world: CatalogWorld) => Promise<void> | void): Promise<void> {
  objects += 1;
  const stub = env.ACCOUNT.get(env.ACCOUNT.idFromName(String(920_000 + objects)));
  await runInDurableObject(stub, async (_instance, state) => {
    const db = openDatabase(state.storage);
    migrate(db);
    await run(new CatalogWorld(db));
  });
}

/** A test within an object of its own. */
export function objectTest(title: string, run: Parameters<typeof inObject>[0]): void {
  test(title, () => inObject(run));
}

/** Works on a snapshot until it ends, and expects its last state. */
export async function finishes(world: CatalogWorld, source: Source, state: string): Promise<void> {
  expect(await world.finish(source)).toBe(state);
}

/** Asks for a snapshot, works on it until it ends, and expects its last state. */
export async function snapshotEnds(world: CatalogWorld, source: Source, state: string): Promise<void> {
  expect(await world.snapshot(source)).toBe(state);
}

/** The level of a side, in units. */
export const units = (quantity: number, at = 1_000): { level: { quantity: number; at: number } } => ({
  level: { quantity: quantity * 100_000, at },
});

interface KeptSide {
  readonly source: Source;
  readonly stockId: string;
  readonly kept: unknown;
}

type KeptRow = { readonly item_id: number | null; readonly variation_id: string | null; readonly cell: string | null };

/**
 * Records what the catalog reported to the sync, in order. A fake that stores what it is given, as the sync would without rules:
 * the stored state of a side (`a` and `b` in the JSON of `cell`) moves with its stock id.
 */
class NotifiedLevels implements Levels {
  readonly told: string[] = [];
  readonly facts: HistoryFact[] = [];
  /** Whether the sync has settled a link that is about to end. */
  settled = true;
  readonly #db: Database;
  /** As the journal names them: they outlive an instance. */
  readonly #counted: Set<number>;
  #moving: KeptSide[] = [];

  constructor(db: Database, counted: Set<number>) {
    this.#db = db;
    this.#counted = counted;
  }

  /** How many more turns are stored before the object is killed. */
  turnsLeft = Number.POSITIVE_INFINITY;

  turn<T>(work: () => T): T {
    if (this.turnsLeft <= 0) throw new Killed('turn');
    this.turnsLeft -= 1;
    return this.#db.transaction(work);
  }

  mayEnd(key: number, why: string): boolean {
    this.told.push(`may end ${key} ${why}`);
    return this.settled;
  }

  close(key: number, why: string): void {
    this.told.push(`close ${key} ${why}`);
    this.#remember(key);
  }

  moving(key: number): void {
    this.#remember(key);
  }

  removing(): void {
    // Nothing is kept of a row that goes.
  }

  rewritten(): void {
    // Nothing is cached here.
  }

  moved(): void {
    for (const { source, stockId, kept } of this.#moving) {
      const row = this.#db.row<{ key: number; cell: string | null }>(
        `select key, cell from variant where ${source === 'shopify' ? 'item_id' : 'variation_id'} = ?`,
        source === 'shopify' ? Number(stockId) : stockId,
      );
      if (row === null) continue;
      const cell: unknown = JSON.parse(row.cell ?? '{}');
      const next = JSON.stringify({ ...(cell as object), [source === 'shopify' ? 'a' : 'b']: kept });
      this.#db.run('update variant set cell = ? where key = ?', next, row.key);
    }
    this.#moving = [];
  }

  replaced(): void {
    // Nothing is kept of it here.
  }

  inserted(): void {
    // Nothing was kept before.
  }

  baseline({ key, unread }: Parameters<Levels['baseline']>[0], cause: string): void {
    this.told.push(`baseline ${key} ${cause}${unread.length === 0 ? '' : ` reading ${unread.join()}`}`);
  }

  observe(reports: Parameters<Levels['observe']>[0], cause: string): void {
    for (const { key, side, quantity, at } of reports) {
      this.told.push(`observe ${key} ${side} ${quantity} ${cause}`);
      this.#db.run(`update variant set ${side}_quantity = ?, ${side}_seen = ?, ${JOURNALED} where key = ?`, quantity, at, key);
      this.#counted.add(key);
    }
  }

  needing(): ReturnType<Levels['needing']> {
    return new Map();
  }

  isOnHold(): boolean {
    return false;
  }

  counted(keys: readonly number[]): void {
    for (const key of keys) this.#counted.add(key);
  }

  line(_key: number, fact: HistoryFact): void {
    this.facts.push(fact);
  }

  #remember(key: number): void {
    const row = this.#db.row<KeptRow>('select item_id, variation_id, cell from variant where key = ?', key);
    if (row === null || row.cell === null) return;
    const { a, b } = JSON.parse(row.cell) as { a?: unknown; b?: unknown };
    if (a !== undefined && row.item_id !== null) this.#moving.push({ source: 'shopify', stockId: String(row.item_id), kept: a });
    if (b !== undefined && row.variation_id !== null) this.#moving.push({ source: 'square', stockId: row.variation_id, kept: b });
    this.#db.run('update variant set cell = null where key = ?', key);
  }
}

/** Thrown by a port to stop the work at that point, as killing the object would. */
export class Killed extends Error {}

/** Both platforms' catalogs, and a count of the calls made to them. */
export class FakePlatforms {
  sides: Record<Source, SideVariant[]> = { shopify: [], square: [] };
  calls: string[] = [];
  /** Responses for the next calls of a name, instead of the usual ones. */
  readonly failures = new Map<string, (PlatformFailure | { readonly kind: 'cursor-expired' })[]>();
  /** The number of calls after which the object is killed. */
  killAfter = Number.POSITIVE_INFINITY;
  squarePage = 2;
  filePart = 3;
  /** The file's connection breaks once, after this many variants, and looks like the end of the file. */
  breakAfter = Number.POSITIVE_INFINITY;
  /** How many polls report that a bulk operation is still running. */
  bulkRunning = 0;
  /** How many of the next bulk operations report FAILED when polled. */
  bulkLost = 0;
  /** The times from which changes were requested. */
  readonly since: string[] = [];
  readonly cursors: (string | null)[] = [];
  changes: SquareChanges = { variants: [], deletedVariations: [], deletedItems: [], wholeItems: [], latestTime: '', cursor: null };
  /** Called in the middle of a read, when another event may arrive. */
  meanwhile: (() => Promise<void>) | null = null;

  #call<T>(name: string, answer: () => T): Result<T, never> | { ok: false; error: PlatformFailure } {
    if (this.calls.length >= this.killAfter) throw new Killed(name);
    this.calls.push(name);
    const failure = this.failures.get(name)?.shift();
    return failure === undefined ? ok(answer()) : err(failure as PlatformFailure);
  }

  readonly shopify: ShopifyCatalog = {
    countVariants: async () => this.#call('count', () => this.sides.shopify.length),
    startBulk: async () => this.#call('start', () => '900'),
    pollBulk: async () =>
      this.#call('poll', () => {
        this.bulkRunning -= 1;
        if (this.bulkRunning >= 0) return { kind: 'running' as const, objects: 0 };
        this.bulkLost -= 1;
        if (this.bulkLost >= 0) return { kind: 'lost' as const, detail: 'the operation ended as FAILED TIMEOUT' };
        const url = this.sides.shopify.length === 0 ? null : 'https://file';
        return { kind: 'done' as const, objects: this.sides.shopify.length, url };
      }),
    readBulk: (_url, fromByte) => this.#file(fromByte),
    readProducts: async (ids) => this.#call('products', () => this.sides.shopify.filter((side) => ids.includes(side.productId))),
    readItems: async (ids) =>
      this.#call('items', () => {
        const variants = this.sides.shopify.filter((side) => ids.includes(side.stockId));
        return { variants, gone: ids.filter((id) => !variants.some((side) => side.stockId === id)) };
      }),
  };

  readonly square: SquareCatalog = {
    readPage: async (_locationId, cursor) => {
      const from = Number(cursor ?? 0);
      const page = this.#call('page', () => ({
        variants: this.sides.square.slice(from, from + this.squarePage),
        cursor: from + this.squarePage < this.sides.square.length ? String(from + this.squarePage) : null,
        latestTime: `2026-11-20T10:00:0${Math.min(from, 9)}Z`,
      }));
      await this.meanwhile?.();
      return page;
    },
    readChanges: async (_locationId, since, cursor) => {
      this.since.push(since);
      this.cursors.push(cursor);
      return this.#call('changes', () => this.changes);
    },
    readItems: async (_locationId, ids) =>
      this.#call('square items', () => this.sides.square.filter((side) => ids.includes(side.productId))),
  };

  /** A file with one byte per variant. */
  async *#file(fromByte: number): AsyncGenerator<BulkPart> {
    const opened = this.#call('download', () => null);
    if (!opened.ok) {
      yield { kind: 'failed', failure: opened.error };
      return;
    }
    const { shopify } = this.sides;
    for (let from = fromByte; from < shopify.length; from += this.filePart) {
      const variants = shopify.slice(from, from + this.filePart);
      yield { kind: 'variants', variants, nextByte: from + variants.length };
      await this.meanwhile?.();
      if (from + variants.length >= this.breakAfter) {
        this.breakAfter = Number.POSITIVE_INFINITY;
        yield { kind: 'end', nextByte: from + variants.length };
        return;
      }
      if (this.failures.get('part')?.shift() !== undefined) throw new Killed('part');
    }
    yield { kind: 'end', nextByte: shopify.length };
  }
}

/** A catalog with its snapshots on one object's storage, and platforms to read from. */
export class CatalogWorld {
  readonly db: Database;
  readonly platforms = new FakePlatforms();
  now = 1_800_000_000_000;
  readonly graceMs = 15 * 60_000;
  /** When the object was asked to wake. */
  readonly woken: number[] = [];
  readonly notes: string[] = [];
  /** Variants whose quantities have changed since the directory was stored. */
  readonly countedKeys = new Set<number>();
  readonly pair: Record<Source, string> = { shopify: '5', square: 'L1' };
  levels: NotifiedLevels;
  catalog: Catalog;
  snapshots: Snapshots;

  constructor(db: Database) {
    this.db = db;
    this.levels = new NotifiedLevels(db, this.countedKeys);
    this.catalog = this.#openCatalog();
    this.snapshots = this.#open();
  }

  /** Drops the object's memory; its storage remains. */
  restart(): void {
    this.levels = new NotifiedLevels(this.db, this.countedKeys);
    this.catalog = this.#openCatalog();
    this.snapshots = this.#open();
    this.platforms.killAfter = Number.POSITIVE_INFINITY;
  }

  #openCatalog(): Catalog {
    return new Catalog(
      this.db,
      this.levels,
      {
        now: () => this.now,
        graceMs: this.graceMs,
        wake: (at) => {
          this.woken.push(at);
        },
      },
      {
        now: () => this.now,
        wake: () => undefined,
        changed: {
          keys: () => this.countedKeys,
          quantitiesOf: (key) => {
            const row = this.db.row<VariantRow>(`select ${ROW_COLUMNS} from variant where key = ?`, key);
            return row === null ? null : { shopify: row.shopify_quantity, square: row.square_quantity, packs: packsOf(row) };
          },
          settle: () => {
            this.countedKeys.clear();
          },
        },
      },
    );
  }

  #open(): Snapshots {
    const account: SnapshotAccount = {
      now: () => this.now,
      pause: async (ms) => {
        this.now += ms;
        await Promise.resolve();
      },
      locationId: (source) => this.pair[source],
      ended: () => {},
      note: (message) => {
        this.notes.push(message);
      },
    };
    return new Snapshots(this.db, this.catalog, this.platforms, account);
  }

  /** Works on the source until it is done or has failed; returns its last state. */
  async finish(source: Source): Promise<string> {
    for (let calls = 0; calls < 200; calls += 1) {
      const advanced = await this.snapshots.advance(source);
      if (!advanced.ok) return advanced.error.message;
      if (advanced.value.state === 'done' || advanced.value.state === 'failed') return advanced.value.state;
    }
    return 'not finished';
  }

  /** Requests both snapshots and works on them concurrently, as the queue does. */
  async snapshotBoth(): Promise<string[]> {
    this.snapshots.request('shopify');
    this.snapshots.request('square');
    return Promise.all([this.finish('shopify'), this.finish('square')]);
  }

  async snapshot(source: Source): Promise<string> {
    this.snapshots.request(source);
    return this.finish(source);
  }

  /** Returns the rows read and written by some work. */
  async counted(work: () => unknown): Promise<{ read: number; written: number }> {
    const { read, written } = this.db.counted;
    await work();
    return { read: this.db.counted.read - read, written: this.db.counted.written - written };
  }

  /** Each row as `shopify|square` by stock id and quantity in units. */
  rows(): string[] {
    return this.catalog.table
      .page(-1, 1_000_000)
      .map(({ shopify, square }) =>
        [shopify, square]
          .map((side) => (side === null ? '-' : `${side.stockId}:${side.level === null ? '?' : side.level.quantity / 100_000}`))
          .join('|'),
      );
  }
}

import type { Instant } from '../../domain/instant';
import { breaksConservation } from '../../domain/sync/linked-level';
import { loadLevel, type StoredLevel } from '../../domain/sync/stored-level';
import type { Database } from '../store/database';
import type { Meta } from '../store/meta';

/** What an audit found. */
export interface Audited {
  readonly at: Instant;
  /** Linked variants looked at. */
  readonly cells: number;
  /** Those in which units were lost or invented since they were last rebased (I1). Must be 0. */
  readonly broken: number;
}

/** How long after an audit the next one follows, in ms. */
const EVERY_MS = 86_400_000;

/** Rows to a read. */
const PAGE = 5_000;

/** The nightly look at every cell: does what is accounted, owed, held and in flight still add up? */
export class Audit {
  readonly #db: Database;
  readonly #meta: Meta;

  constructor(db: Database, meta: Meta) {
    this.#db = db;
    this.#meta = meta;
  }

  /** The last audit; null before the first. */
  last(): Audited | null {
    return this.#meta.read<Audited>('audit');
  }

  /** Whether a day has passed since the last one. An idle account is not woken for it. */
  due(now: Instant): boolean {
    const last = this.last();
    return last === null || now - last.at >= EVERY_MS;
  }

  /** Reads every linked row once and judges it. Nothing may change meanwhile: it does not await. */
  run(now: Instant): Audited {
    let cells = 0;
    let broken = 0;
    for (let after = -1, more = true; more;) {
      const rows = this.#db.rows<StoredLevel & { key: number }>(
        `select key, shopify_quantity, shopify_seen, square_quantity, square_seen, cell, apart from variant
          where key > ? and item_id is not null and variation_id is not null and shopify_tracked = 1 and square_tracked = 1
          order by key limit ${PAGE}`,
        after,
      );
      cells += rows.length;
      broken += rows.filter((row) => breaksConservation(loadLevel(row))).length;
      after = rows.at(-1)?.key ?? after;
      more = rows.length === PAGE;
    }
    const audited: Audited = { at: now, cells, broken };
    this.#meta.write('audit', audited);
    return audited;
  }
}

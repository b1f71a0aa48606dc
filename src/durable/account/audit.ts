import type { Instant } from '../../domain/instant';
import { breaksConservation } from '../../domain/sync/linked-level';
import { loadLevel, type StoredLevel } from '../../domain/sync/stored-level';
import { packsOf } from '../catalog/row';
import type { Database } from '../store/database';
import type { Meta } from '../store/meta';

/** The result of an audit. */
export interface Audited {
  readonly at: Instant;
  /** Number of linked variants checked. */
  readonly cells: number;
  /** Number of variants in which units were lost or invented since they were last rebased (invariant I1). Must be 0. */
  readonly broken: number;
}

/** Interval between audits, in ms. */
const EVERY_MS = 86_400_000;

/** Rows per read. */
const PAGE = 5_000;

/** Checks daily that every linked level adds up: accounted, pending, held and in-flight amounts. */
export class Audit {
  readonly #db: Database;
  readonly #meta: Meta;

  constructor(db: Database, meta: Meta) {
    this.#db = db;
    this.#meta = meta;
  }

  /** Returns the last audit; null before the first. */
  last(): Audited | null {
    return this.#meta.read<Audited>('audit');
  }

  /** Returns whether a day has passed since the last audit. An idle account is not woken for it. */
  due(now: Instant): boolean {
    const last = this.last();
    return last === null || now - last.at >= EVERY_MS;
  }

  /** Checks every linked row once. Does not await, so nothing can change during the audit. */
  run(now: Instant): Audited {
    let cells = 0;
    let broken = 0;
    for (let after = -1, more = true; more;) {
      const rows = this.#db.rows<StoredLevel & Parameters<typeof packsOf>[0] & { key: number }>(
        `select key, shopify_quantity, shopify_seen, square_quantity, square_seen, cell, apart, shopify_pack, square_pack from variant
          where key > ? and item_id is not null and variation_id is not null and shopify_tracked = 1 and square_tracked = 1
          order by key limit ${PAGE}`,
        after,
      );
      cells += rows.length;
      broken += rows.filter((row) => breaksConservation(loadLevel(row, packsOf(row)))).length;
      after = rows.at(-1)?.key ?? after;
      more = rows.length === PAGE;
    }
    const audited: Audited = { at: now, cells, broken };
    this.#meta.write('audit', audited);
    return audited;
  }
}

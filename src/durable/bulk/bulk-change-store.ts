import type { Instant } from '../../domain/instant';
import {
  changedBy,
  countRows,
  isOfQuantities,
  isUndoable,
  UNDO_WITHIN_MS,
  type BulkChange,
  type BulkCounts,
  type BulkKind,
  type BulkRow,
} from '../../domain/sync/bulk-change';
import type { Host } from '../account/host';
import type { Database } from '../store/database';

/** The most rows of a bulk change in one row of the table: a row each would cost ten thousand of them. */
const ROWS_A_PART = 200;

const NO_ROWS: BulkCounts = { rows: 0, set: 0, undone: 0, undoable: 0 };

/** The rows of a bulk change that are looked at: from a place to before another one, and only parts with a text like `holds`. */
interface Where {
  readonly from?: number;
  readonly to?: number;
  readonly holds?: string;
}

/** An account, of which only its clock and storage are needed. */
interface HasHost {
  readonly host: Host;
}

type Head = { readonly id: number; readonly at: number; readonly body: string };

/** Bulk changes of one account, with their rows in parts. */
export class BulkChangeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Stores a new bulk change without rows, and returns it. */
  add({ at, by, kind, key }: Pick<BulkChange, 'at' | 'by' | 'kind' | 'key'>): BulkChange {
    const body = JSON.stringify({ by, kind, key, counts: NO_ROWS });
    const row = this.#db.row<{ id: number }>('insert into bulk_change (at, body) values (?, ?) returning id', at, body);
    return { id: row?.id ?? 0, at, by, kind, ...(key === undefined ? {} : { key }), counts: NO_ROWS };
  }

  /** Adds rows. Part of the turn that makes the change. */
  append(change: BulkChange, rows: readonly BulkRow[]): void {
    for (let from = 0; from < rows.length; from += ROWS_A_PART) {
      const first = change.counts.rows + from;
      const text = JSON.stringify(rows.slice(from, from + ROWS_A_PART));
      this.#db.run('insert into bulk_change_part (change_id, first, rows) values (?, ?, ?)', change.id, first, text);
    }
    this.#count(change, [change.counts, countRows(rows)]);
  }

  /** Replaces each row of the parts that hold one of those looked at. Writes what has changed. Part of the turn that makes the change. */
  replace(change: BulkChange, next: (row: BulkRow) => BulkRow, { from = 0, to = Infinity, holds }: Where = {}): void {
    let { set, undone, undoable } = change.counts;
    for (const { first, rows } of this.#parts(change.id, from, to, holds)) {
      const replaced = rows.map(next);
      if (replaced.every((row, place) => row === rows[place])) continue;
      this.#db.run('update bulk_change_part set rows = ? where change_id = ? and first = ?', JSON.stringify(replaced), change.id, first);
      const [before, after] = [countRows(rows), countRows(replaced)];
      set += after.set - before.set;
      undone += after.undone - before.undone;
      undoable += after.undoable - before.undoable;
    }
    this.#count(change, [{ rows: change.counts.rows, set, undone, undoable }]);
  }

  /** Returns the bulk changes made since `from`, the latest first. */
  since(from: Instant): BulkChange[] {
    return this.#db.rows<Head>('select id, at, body from bulk_change where at >= ? order by id desc', from).map(changeFrom);
  }

  /** Returns one; null when there is none with this number that was made since `from`. */
  byId(id: number, from: Instant): BulkChange | null {
    const head = this.#db.row<Head>('select id, at, body from bulk_change where id = ? and at >= ?', id, from);
    return head === null ? null : changeFrom(head);
  }

  /** Returns the rows of one from `offset` on, at most `limit`, in their order. */
  rows(id: number, offset: number, limit: number): BulkRow[] {
    const parts = this.#parts(id, offset, offset + limit);
    const skipped = offset - (parts[0]?.first ?? offset);
    return parts.flatMap(({ rows }) => rows).slice(skipped, skipped + limit);
  }

  /** Returns the row of a bulk change that has changed this, as `changedBy` says it, in a part with a text like `holds`; null when there is none. */
  rowOf(id: number, changed: string, holds: string): BulkRow | null {
    for (const { rows } of this.#parts(id, 0, Infinity, holds)) {
      const found = rows.find((row) => changedBy(row) === changed);
      if (found !== undefined) return found;
    }
    return null;
  }

  /**
   * Notes of each row of these variants that could be undone, in changes since `from`, that it cannot be any more, and why. Part of the turn that
   * sets their numbers. Reads the changes, and of those with rows to undo the parts.
   */
  supersede(keys: ReadonlySet<number>, from: Instant, problem: string): void {
    const [key] = keys;
    if (key === undefined) return;
    // A row begins with its variant's key: for one variant, the other parts need not be parsed.
    const holds = keys.size === 1 ? `%"key":${key},%` : '%';
    for (const change of this.since(from)) {
      if (change.counts.undoable === 0 || !isOfQuantities(change.kind)) continue;
      const end = (row: BulkRow): BulkRow =>
        row.kind === undefined && keys.has(row.key) && isUndoable(row) ? { ...row, amounts: null, problem } : row;
      this.replace(change, end, { holds });
    }
  }

  /**
   * Notes of each row that has changed this, as `changedBy` says it, and could be undone, in changes of a kind since `from`, that it cannot be any
   * more, and why. Part of the turn that changes it.
   */
  supersedeOne(kind: BulkKind, changed: string, from: Instant, problem: string): void {
    for (const change of this.since(from)) {
      if (change.counts.undoable === 0 || change.kind !== kind) continue;
      this.replace(change, (row) => (changedBy(row) === changed && isUndoable(row) ? { ...row, isFinal: true, problem } : row));
    }
  }

  /** Returns what later bulk changes have changed, as `changedBy` does, without what was undone since. */
  changedAfter(id: number): ReadonlySet<string> {
    const later = this.#db.rows<{ id: number }>('select id from bulk_change where id > ?', id);
    return new Set(
      later.flatMap((one) => this.rows(one.id, 0, Number.MAX_SAFE_INTEGER).flatMap((row) => (isUndoable(row) ? [changedBy(row)] : []))),
    );
  }

  /** Forgets bulk changes made before `from`. */
  dropBefore(from: Instant): void {
    this.#db.run('delete from bulk_change_part where change_id in (select id from bulk_change where at < ?)', from);
    this.#db.run('delete from bulk_change where at < ?', from);
  }

  /** Returns the parts with rows from place `from` to before `to`, and with a text like `holds`. */
  #parts(id: number, from: number, to: number, holds = '%'): { readonly first: number; readonly rows: readonly BulkRow[] }[] {
    return this.#db
      .rows<{ first: number; rows: string }>(
        'select first, rows from bulk_change_part where change_id = ? and first > ? and first < ? and rows like ? order by first',
        id,
        from - ROWS_A_PART,
        Math.min(to, Number.MAX_SAFE_INTEGER),
        holds,
      )
      .map(({ first, rows }) => {
        // oxlint-disable-next-line no-unsafe-type-assertion -- written only by append and replace
        return { first, rows: JSON.parse(rows) as BulkRow[] };
      })
      .filter(({ first, rows }) => first + rows.length > from);
  }

  #count({ id, by, kind, key }: BulkChange, parts: readonly BulkCounts[]): void {
    const sum = (of: keyof BulkCounts): number => parts.reduce((total, counts) => total + counts[of], 0);
    const counts: BulkCounts = { rows: sum('rows'), set: sum('set'), undone: sum('undone'), undoable: sum('undoable') };
    this.#db.run('update bulk_change set body = ? where id = ?', JSON.stringify({ by, kind, key, counts }), id);
  }
}

/** Why a row of a bulk change cannot be undone after a person has set its number. */
const SET_SINCE = 'The quantity was set since, so there is nothing to take back.';

/** Ends the undoing of earlier bulk changes for variants whose numbers a person sets. Part of the turn that sets them. */
export function endUndoing(account: HasHost, keys: ReadonlySet<number>): void {
  new BulkChangeStore(account.host.db).supersede(keys, undoableFrom(account), SET_SINCE);
}

/** Returns the time since which bulk changes can be undone. */
export function undoableFrom({ host }: HasHost): Instant {
  return host.now() - UNDO_WITHIN_MS;
}

function changeFrom({ id, at, body }: Head): BulkChange {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written only by add and count
  return { ...(JSON.parse(body) as Pick<BulkChange, 'by' | 'kind' | 'key' | 'counts'>), id, at };
}

import type { LevelChange, CloseReason } from '../../domain/catalog/plan-merge';

/** What brought a change of the catalogue about: a whole snapshot, or the re-reading of a few products. */
export type MergeCause = 'snapshot' | 'refresh';

/**
 * What the catalogue needs of the sync that owns the cells. A merge writes names, SKUs, ids and the quantities of rows
 * without a cell; the numbers of a row that keeps its cell are never written by it, they are reported here.
 */
export interface Levels {
  /** Runs a slice of a merge as one turn of the sync: all of it is stored, or nothing. `work` does not await. */
  turn<T>(work: () => T): T;
  /** The cell of this row ends, with all that it owes and has in flight. Called before the row is written; the row may be deleted next. */
  close(key: number, why: CloseReason): void;
  /** The row was written or deleted: whatever is cached of it is old. */
  rewritten(key: number): void;
  /** The row was linked and has a cell from now on; its quantities as written are what it starts from. Called after `rewritten`. */
  baseline(key: number, cause: MergeCause): void;
  /** Levels of rows with a cell, as just read. Judged like any other observation. */
  observe(reports: readonly LevelChange[], cause: MergeCause): void;
}

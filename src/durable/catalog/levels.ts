import type { CloseReason, EndReason, LevelChange, NewLink } from '../../domain/catalog/plan-merge';
import type { SideVariant } from '../../domain/catalog/side-variant';
import type { HistoryFact } from '../../domain/history/fact';
import type { Source } from '../../domain/source';

/** What brought a change of the catalog about: a whole snapshot, or the re-reading of a few products. */
export type MergeCause = 'snapshot' | 'refresh';

/**
 * What the catalog needs of the sync that owns the linked levels. A merge writes names, SKUs, ids and the quantities of rows
 * that have one side; the numbers of a row that keeps both its sides are never written by it, they are reported here.
 *
 * What the sync keeps of a side (pending, held, in flight, indeterminate) belongs to its stock id. A plan is carried out as
 * `close` and `moving`, then the rows are written with `rewritten` for each, then `moved`, `baseline`, `observe`, `line`.
 */
export interface Levels {
  /** Runs a slice of a merge as one turn of the sync: all of it is stored, or nothing. `work` does not await. */
  turn<T>(work: () => T): T;
  /**
   * Asks the sync to end this link; true when it is settled and may end now. False keeps it linked: the sync delivers what is
   * pending, waits for what is in flight, and calls `Catalog.relink` with the key. Asked while a merge is planned, by `relink` alone.
   */
  mayEnd(key: number, why: EndReason): boolean;
  /** The link of this row ends now: the sync remembers both sides by stock id and clears the row's level. The row may be deleted next. */
  close(key: number, why: CloseReason): void;
  /** This row, which is not linked, loses a side: like `close`, but no link ends. The row may be deleted next. */
  moving(key: number): void;
  /** The row was written or deleted: whatever is cached of it is old. */
  rewritten(key: number): void;
  /** All rows are written: the sync puts what it remembers of each side onto the row that holds its stock id now. */
  moved(): void;
  /**
   * A row is linked from now on. A stored number is never what a link starts from, so the sync reads the sides that the merge
   * did not read. What it has kept of a first link's variants since both had a number is accounted.
   */
  baseline(link: NewLink, cause: MergeCause): void;
  /** The number of a side in a row that is not linked was read and differs from this one, which the row had. The row may be linked next. */
  replaced(key: number, side: SideVariant): void;
  /** A row was written of which no side had one before: what the sync has kept of its variants counts from now on. */
  inserted(key: number, stock: Readonly<Record<Source, string | null>>, cause: MergeCause): void;
  /** Levels of rows that keep both their sides, as just read. Judged like any other observation. */
  observe(reports: readonly LevelChange[], cause: MergeCause): void;
  /** Keys of the rows whose level waits for a person. */
  needing(): readonly number[];
  /** Adds a line about a row to the history. */
  line(key: number, fact: HistoryFact): void;
}

import type { LevelProblem } from '../../domain/catalog/check-variant';
import type { CloseReason, EndReason, LevelChange, NewLink } from '../../domain/catalog/merge-plan';
import type { SideVariant } from '../../domain/catalog/side-variant';
import type { HistoryFact } from '../../domain/history/fact';
import type { Source } from '../../domain/source';

/** The cause of a catalog change: a full snapshot, or a refresh of a few products. */
export type MergeCause = 'snapshot' | 'refresh';

/**
 * What the catalog needs from the sync, which owns the linked levels. A merge writes names, SKUs, IDs and the quantities of rows that have
 * one side; it never writes the quantities of a row that keeps both its sides, but reports them here.
 *
 * The sync's state of a side (pending, held, in flight, indeterminate) belongs to its stock ID. A plan is applied as `close` and `moving`,
 * then the rows are written with `rewritten` for each, then `moved`, `baseline`, `observe`, `line`.
 */
export interface Levels {
  /** Runs a slice of a merge as one turn of the sync: either all of it is stored, or nothing. `work` must not await. */
  turn<T>(work: () => T): T;
  /**
   * Asks the sync to end this link; returns true when it is settled and may end now. False keeps it linked: the sync delivers what is
   * pending, waits for what is in flight, and calls `Catalog.relink` with the key. Called while a merge is planned, only by `relink`.
   */
  mayEnd(key: number, why: EndReason): boolean;
  /** Ends this row's link: the sync remembers both sides by stock ID and clears the row's level. The row may be deleted next. */
  close(key: number, why: CloseReason): void;
  /** Prepares an unlinked row for losing a side: like `close`, but no link ends. The row may be deleted next. */
  moving(key: number): void;
  /** Reports a row that is deleted next. What the sync keeps about its sides was remembered before, if a row will hold them. */
  removing(key: number): void;
  /** Discards what is cached about a row that was written or deleted. */
  rewritten(key: number): void;
  /** Restores each remembered side to the row that now holds its stock ID, after all rows are written. */
  moved(): void;
  /**
   * Links a row. A link never starts from a stored quantity, so the sync reads the sides that the merge did not read. For a first link,
   * changes kept from the time since both variants had a quantity are accounted.
   */
  baseline(link: NewLink, cause: MergeCause): void;
  /** Reports a side's previous quantity in an unlinked row: the quantity just read differs from it. The row may be linked next. */
  replaced(key: number, side: SideVariant): void;
  /** Reports a new row whose sides had no row before: what the sync has kept about its variants now applies. */
  inserted(key: number, stock: Readonly<Record<Source, string | null>>, cause: MergeCause): void;
  /** Reports freshly read levels of rows that keep both their sides. They are handled like any other observation. */
  observe(reports: readonly LevelChange[], cause: MergeCause): void;
  /** Reports rows whose quantities this turn has written without anything else that lists depend on: the journal names them. */
  counted(keys: readonly number[]): void;
  /** Returns why the levels of rows need a person, by the rows' keys; those that do not are not there. */
  needing(): ReadonlyMap<number, LevelProblem>;
  /** Returns whether nothing is written to a row's variant, because another app changes its stock as well. */
  isOnHold(stock: Readonly<Record<Source, string>>): boolean;
  /** Adds a line about a row to the history. */
  line(key: number, fact: HistoryFact): void;
}

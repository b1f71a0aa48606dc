import type { Answer } from '../../domain/result';
import type { BulkChange, BulkRow } from '../../domain/sync/bulk-change';
import type { Editor } from './edits-api';

/** A row with the variant's present names; '' where it is gone. */
export interface NamedBulkRow extends BulkRow {
  readonly product: string;
  readonly name: string;
}

/** A bulk change with some of its rows. */
export interface BulkChangePage {
  readonly change: BulkChange;
  readonly rows: readonly NamedBulkRow[];
}

/** Calls for what a person changed in many variants at once. */
export interface BulkChangeApi {
  /** Returns those of the last 30 days, the latest first. */
  bulkChanges(): Promise<readonly BulkChange[]>;
  /** Returns one, and its rows from `offset` on. `not_found` after 30 days. */
  bulkChange(id: number, page: { offset: number; limit: number }): Promise<Answer<BulkChangePage>>;
  /** Takes one back; what was sold since stays. Rows that cannot be undone say why. */
  undoBulkChange(id: number, by: Editor): Promise<Answer<BulkChange>>;
}

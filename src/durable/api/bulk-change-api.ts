import type { VariantPair } from '../../domain/catalog/merge-plan';
import type { Answer } from '../../domain/result';
import type { BulkChange, BulkRow } from '../../domain/sync/bulk-change';
import type { Editor } from './edits-api';

/** The present names of a variant and its product; '' where it is gone. */
interface Names {
  readonly product: string;
  readonly name: string;
}

/** A row with the variant's present names, and for a link with those of Square's variant as `other`. */
export type NamedBulkRow = BulkRow & Names & { readonly other: Names };

/** A bulk change after it was undone. */
export interface UndoneChange extends BulkChange {
  /** The pairs of variants whose links this has ended: they are kept separate. */
  readonly separated: readonly VariantPair[];
  /** How many rows were tried; while fewer than it has, the next call goes on with this number. */
  readonly tried: number;
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
  /** Takes one back; what was sold or decided since stays. Rows that cannot be undone say why. `tried`: what the last call answered. */
  undoBulkChange(id: number, by: Editor, tried?: number): Promise<Answer<UndoneChange>>;
}

import type { HistoryFact } from '../history/fact';
import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';
import type { PackSizes } from '../sync/pack-size';
import type { Joined, KnownRow } from './joined';
import type { SideVariant } from './side-variant';

/** A variant of each side, by the platforms' own IDs: those of `SideVariant.id`. */
export type VariantPair = Readonly<Record<Source, string>>;

/** Two variants to link by their IDs. */
export interface LinkWish extends Readonly<Record<Source, SideVariant>> {
  /** How many pieces one unit of each side holds; null: as it was known of the pair. */
  readonly packs: PackSizes | null;
}

/**
 * Why a link has to end that may hold until the sync has settled it: its SKUs are different, or the merchant keeps its variants separate, or excludes
 * one of them.
 */
export type EndReason = 'sku-changed' | 'separated' | 'excluded';

/** Why a link ends, as the ledger states it. */
export type CloseReason = EndReason | 'removed' | 'untracked';

/** A row to overwrite. The sync owns the quantities of a row that keeps both its sides: they stay as they are stored. */
export interface RowUpdate extends KnownRow {
  readonly before: KnownRow;
}

/** A new row. */
export interface RowInsert extends Joined {
  /** The link that starts with the row; null when none does, or neither side had a row. */
  readonly link: LinkStart | null;
  /** As `KnownRow.packs`. */
  readonly packs?: PackSizes;
}

/** What is known about the sides of a link that starts. */
export interface LinkStart {
  /** The sides whose number this merge did not read. */
  readonly unread: readonly Source[];
  /** The sides whose variant had no row before. */
  readonly newSides: readonly Source[];
  /** One side is new and the other is described as before: they have been one stock for as long as both have had a number. */
  readonly isFirst: boolean;
}

/** A row that becomes linked. */
export interface NewLink extends LinkStart {
  readonly key: number;
}

/** A level of a row that keeps both its sides: the sync judges it, the merge does not write it. */
export interface LevelChange {
  readonly key: number;
  readonly side: Source;
  readonly quantity: Quantity;
  readonly at: Instant;
}

/** The minimum to write so that the rows match the platforms. Empty lists when nothing changed. */
export interface MergePlan {
  readonly removes: readonly number[];
  readonly updates: readonly RowUpdate[];
  readonly inserts: readonly RowInsert[];
  /** Links that end, to be closed before anything is written. */
  readonly closes: readonly { readonly key: number; readonly why: CloseReason }[];
  /** Rows without a link that lose a side: what the sync keeps about the side moves with its stock id. */
  readonly moves: readonly number[];
  readonly baselines: readonly NewLink[];
  readonly levels: readonly LevelChange[];
  /** History lines about rows that stay. */
  readonly lines: readonly { readonly key: number; readonly fact: HistoryFact }[];
  /** Joined rows whose link has to end, but may not yet. */
  readonly due: readonly number[];
}

import { CAUSE_KINDS, type Cause, type CauseKind } from '../causes/cause';
import type { Instant } from '../instant';
import type { Source } from '../source';
import type { Originator } from './fact';

/** A kind of cause, or `unknown`: a change whose cause the platform has not told. */
export type CauseFilter = CauseKind | 'unknown';

/** All values that the history can be filtered by. */
export const CAUSE_FILTERS: readonly CauseFilter[] = [...CAUSE_KINDS, 'unknown'];

/** Everyone that a line can be attributed to. */
export const ORIGINATORS: readonly Originator[] = ['shopify', 'square', 'merchant', 'operator', 'shelfbridge'];

/** Which lines of a history are wanted: those that meet all conditions. */
export interface HistoryFilter {
  /** Lines written at this time or later; null for no bound. */
  readonly from: Instant | null;
  /** Lines written before this time; null for no bound. */
  readonly until: Instant | null;
  /** Lines whose fact names this side: of a change, where it came from. Null for all lines. */
  readonly source: Source | null;
  /** Null for all lines. */
  readonly originator: Originator | null;
  /** Changes with any of these causes; none for all lines. */
  readonly causes: readonly CauseFilter[];
}

/** Returns whether a change has one of the wanted causes. Where several changes arrived as one, the kind of each counts. */
export function hasCause(cause: Cause | null, wanted: readonly CauseFilter[]): boolean {
  const kinds: readonly CauseFilter[] = cause === null ? ['unknown'] : [cause.kind, ...(cause.parts ?? [])];
  return kinds.some((kind) => wanted.includes(kind));
}

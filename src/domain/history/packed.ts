import type { Instant } from '../instant';
import type { HistoryFact } from './fact';

/** A line of the history as the shared database has it. */
export interface StoredLine {
  readonly seq: number;
  readonly at: Instant;
  readonly originator: string;
  /** The name of the location where it happened; '' when none. */
  readonly location: string;
  readonly sku: string;
  readonly fact: HistoryFact;
}

/** Packs lines for one row of `history_batches`: JSON, a list of [number, time, originator, location, SKU, fact]. */
export function packLines(lines: readonly StoredLine[]): string {
  return JSON.stringify(lines.map(({ seq, at, originator, location, sku, fact }) => [seq, at, originator, location, sku, fact]));
}

/** Returns the lines of a row of `history_batches`, in the row's order. */
export function unpackLines(packed: string): StoredLine[] {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written only by `packLines`
  const entries = JSON.parse(packed) as readonly (readonly [number, Instant, string, string, string, HistoryFact])[];
  return entries.map(([seq, at, originator, location, sku, fact]) => ({ seq, at, originator, location, sku, fact }));
}

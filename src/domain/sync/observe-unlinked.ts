import type { HistoryFact, ObservationCause } from '../history/fact';
import type { Instant } from '../instant';
import { otherSource, type Source } from '../source';
import type { LevelEntry } from './engine/context';
import { rebased, withSide } from './linked-level';
import type { Step } from './observe';

/**
 * Records a level that belongs to no link. Nothing is passed on; if the variant exists on both platforms but is not tracked on both, the
 * change is still written to the ledger.
 */
export function observeUnlinked(
  { stock, level }: LevelEntry,
  side: Source,
  report: { readonly quantity: number; readonly at: Instant },
  via: ObservationCause,
): Step {
  const { accounted: before, observedAt } = level[side];
  const { quantity: after, at } = report;
  if (observedAt !== null && at < observedAt) return { cell: level, facts: [] };
  const cell = rebased(withSide(level, side, { accounted: after, observedAt: at }));
  if (stock.shopify === null || stock.square === null || before === null || before === after) return { cell, facts: [] };
  const other = level[otherSource(side)].accounted;
  const delta = after - before;
  const fact: HistoryFact = {
    kind: 'change',
    side,
    delta,
    before,
    after,
    otherBefore: other,
    otherAfter: other,
    fate: 'untracked',
    via,
    at,
  };
  return { cell, facts: [fact] };
}

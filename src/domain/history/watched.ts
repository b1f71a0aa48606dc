import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import { otherSource, type Source } from '../source';
import type { HistoryFact } from './fact';
import { soldTwice } from './oversell';

type Change = Extract<HistoryFact, { kind: 'change' }>;

/** What syncing would have done to one variant since the merchant began to watch. Quantities in 1/100,000 unit. */
export interface Watched {
  /** The sum of the changes that would have been sent to each side. */
  readonly sent: Readonly<Record<Source, Quantity>>;
  /** How many changes these were. */
  readonly changes: number;
  /** What both sides would show now; null where their numbers differed when the first change came, so that nobody knows. */
  readonly left: Quantity | null;
  /** How many sales took units that the other side had already sold, and how many units. */
  readonly oversells: number;
  readonly oversold: Quantity;
  /** The platform's own time of the last change. */
  readonly at: Instant;
}

/**
 * Adds a change that was only watched. A sale is an oversell that syncing would have prevented as far as its side still showed units that were
 * gone: what a side sells although it shows too little is sold on purpose.
 */
export function withWatched(known: Watched | null, { side, delta, before, otherBefore, at }: Change): Watched {
  const start = known ?? { sent: { shopify: 0, square: 0 }, changes: 0, left: null, oversells: 0, oversold: 0, at };
  const left = known === null ? (before === otherBefore ? before : null) : known.left;
  const units = left === null ? 0 : Math.max(0, soldTwice(Math.max(0, -delta), before, left));
  const other = otherSource(side);
  return {
    sent: { ...start.sent, [other]: start.sent[other] + delta },
    changes: start.changes + 1,
    left: left === null ? null : left + delta,
    oversells: start.oversells + Number(units > 0),
    oversold: start.oversold + units,
    at,
  };
}

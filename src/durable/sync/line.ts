import type { HistoryFact, Originator } from '../../domain/history/fact';
import type { Instant } from '../../domain/instant';

/** One line of the account's history, before it is delivered to D1. */
export interface Line {
  /** When the turn wrote it, by our clock; the platform's own time is in the fact. */
  readonly at: Instant;
  readonly originator: Originator;
  /** The name of the location where it happened; '' when none. */
  readonly location: string;
  readonly sku: string;
  readonly fact: HistoryFact;
  /** The changed side's stock id, by which its cause is asked for; of a new link Shopify's. Absent otherwise, and in old lines. */
  readonly stock?: string;
}

/** A line with its number: consecutive from 1 per account, the same at each delivery. */
export interface NumberedLine extends Line {
  readonly seq: number;
}

/** Returns who a fact is attributed to: the platform that stated it, a person, or us when we found it. */
export function originatorOf(fact: HistoryFact): Originator {
  if ('by' in fact) return fact.by;
  if (fact.kind !== 'change') return 'shelfbridge';
  return fact.via === 'snapshot' || fact.via === 'refresh' || fact.via === 'sweep' ? 'shelfbridge' : fact.side;
}

import type { Cause, CauseKind } from '../causes/cause';
import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import { otherSource, SOURCES, type Source } from '../source';
import type { HistoryFact, ObservationCause } from './fact';

/** A change from outside of one side of a linked variant, as the ledger states it. */
export interface OversellChange {
  /** The number of its line. */
  readonly seq: number;
  readonly source: Source;
  readonly delta: Quantity;
  /** The side's own number before and after. */
  readonly before: Quantity;
  readonly after: Quantity;
  /** The platform's own time of the number before; null while it was not known. */
  readonly since: Instant | null;
  /** The platform's own time of the number after. */
  readonly at: Instant;
  readonly via: ObservationCause;
  /** When its line was written, by our clock. */
  readonly noted: Instant;
  readonly cause: Cause | null;
  /** When it happened, as the platform has told with its cause; null while it has not. */
  readonly toldAt: Instant | null;
}

/** Units of one variant that both sides sold and only one had: one case, until the number is no longer below zero. */
export interface Oversell {
  /** The side whose change took more than was left. */
  readonly source: Source;
  /** When it was noticed, by our clock. */
  readonly at: Instant;
  /** The changes of both sides, in the order of the ledger. */
  readonly changes: readonly OversellChange[];
  /** Further sales of the same case, which are only counted. */
  readonly more: number;
}

/** A decrease that may be an oversell, if the other side took the same units. */
export interface Suspicion {
  /**
   * `unaware`: the side still showed units that were gone. `aware`: it showed the right number and sold more; Square's counter does not
   * refuse that.
   */
  readonly kind: 'unaware' | 'aware';
  /** How many units were sold that were gone. */
  readonly units: Quantity;
}

/** The most changes that a case keeps. */
const MOST_CHANGES = 20;
/** How long a sale of the other side counts as not yet handed over, in ms, where Square sells below a zero that it shows. */
const AWAITING_MS = 24 * 3_600_000;
/** Changes of the two platforms that are less than this apart, in ms, have no order: their clocks are not the same. */
const SAME_MOMENT_MS = 1_000;
/** Shopify's times are whole seconds: the last ms of one. */
const REST_OF_SECOND_MS = 999;

type Change = Extract<HistoryFact, { kind: 'change' }>;

/** Fates of changes that are one stock with the other side. */
const SHARED: ReadonlySet<Change['fate']> = new Set<Change['fate']>(['sent', 'held', 'owed']);

/** Returns a line's change; null for one that does not concern the other side. */
export function sharedChange(seq: number, noted: Instant, fact: HistoryFact): OversellChange | null {
  if (fact.kind !== 'change' || !SHARED.has(fact.fate)) return null;
  const { side, delta, before, after, since = null, at, via } = fact;
  return { seq, source: side, delta, before, after, since, at, via, noted, cause: null, toldAt: null };
}

/**
 * Returns what is suspicious about a change; null for most. `promised` is the side's number after the change, with everything that is still
 * to arrive there: what both sides together have left.
 *
 * A shop that sells on below zero is not suspicious: what a side sells although it shows too little is sold on purpose. Shopify refuses such
 * an order unless the merchant allows it (`ProductVariant.inventoryPolicy`). Square's counts may fall below zero (`InventoryCount.quantity`):
 * its counter sells on, so that a sale of Square's is suspicious when it is the one that goes below zero.
 */
export function suspect({ source, delta, before }: OversellChange, promised: Quantity): Suspicion | null {
  if (delta >= 0 || promised >= 0) return null;
  const amount = -delta;
  const left = promised + amount;
  const unaware = soldTwice(amount, before, left);
  if (unaware > 0) return { kind: 'unaware', units: unaware };
  return source === 'square' && left >= 0 ? { kind: 'aware', units: amount - left } : null;
}

/** Returns how many of the units that a side sold it still showed, and both sides together no longer had; negative where it showed fewer than were left. */
export function soldTwice(amount: Quantity, shown: Quantity, left: Quantity): Quantity {
  return Math.min(amount, Math.max(0, shown)) - Math.min(amount, Math.max(0, left));
}

/** What came before in the ledger of one variant. `rebase`: its number was set, or its link started or ended. */
export type LedgerStep = OversellChange | 'rebase';

/**
 * Returns the other side's changes that took the same units, in the order of the ledger; none when the other side took none of them.
 * `earlier`: the variant's ledger before the change, newest first.
 */
export function takenByOther(change: OversellChange, { kind, units }: Suspicion, earlier: readonly LedgerStep[]): OversellChange[] {
  const other = otherSource(change.source);
  const taken: OversellChange[] = [];
  let sum = 0;
  for (const step of earlier) {
    if (step === 'rebase') break;
    // Whatever was sold before more stock came had enough: the number was not below zero then.
    if (kind === 'aware' && (step.delta > 0 || change.noted - step.noted > AWAITING_MS)) break;
    if (step.source !== other || step.delta >= 0) continue;
    taken.push(step);
    sum -= step.delta;
    if (sum >= units || taken.length >= MOST_CHANGES - 1) break;
  }
  return taken.toReversed();
}

/** Returns the case with another sale. */
export function joined<T extends Oversell>(oversell: T, change: OversellChange): T {
  const { changes, more } = oversell;
  if (changes.some(({ seq }) => seq === change.seq)) return oversell;
  return changes.length < MOST_CHANGES ? { ...oversell, changes: [...changes, change] } : { ...oversell, more: more + 1 };
}

/** Causes that are no sale. What took stock at Shopify without an order may be a sale at its counter, and merged changes may contain one. */
const NO_SALE: ReadonlySet<CauseKind> = new Set<CauseKind>([
  'returned',
  'counted',
  'received',
  'added',
  'lost',
  'transferred',
  'canceled',
  'set-aside',
  'released',
]);

/** Returns whether a change may be a sale, as far as its platform has told. */
export function mayBeSale({ cause }: Pick<OversellChange, 'cause'>): boolean {
  return cause === null || !NO_SALE.has(cause.kind);
}

/** Returns the case with what a platform has told about one of its changes; the same case when it has none of that number. */
export function told<T extends Oversell>(oversell: T, seq: number, cause: Cause, at: Instant | null): T {
  if (!oversell.changes.some((change) => change.seq === seq)) return oversell;
  const changes = oversell.changes.map((change) => (change.seq === seq ? { ...change, cause, toldAt: at } : change));
  return { ...oversell, changes };
}

/** Returns whether both sides have sold, as far as is known: what is known to be a count or a loss is no sale. */
export function isOversell({ changes }: Oversell): boolean {
  return SOURCES.every((source) => changes.some((change) => change.source === source && mayBeSale(change)));
}

/** When a change happened, at the earliest and at the latest. */
interface Moment {
  readonly from: Instant;
  readonly to: Instant;
}

/** Returns whether a change's own time is known: only its own webhook and its platform's log state it; other numbers may include a write of ours. */
export function isTimed({ via, toldAt }: Pick<OversellChange, 'via' | 'toldAt'>): boolean {
  return toldAt !== null || via === 'webhook';
}

function momentOf(change: OversellChange): Moment {
  const at = change.toldAt ?? change.at;
  const to = change.source === 'shopify' ? at + REST_OF_SECOND_MS : at;
  return { from: isTimed(change) ? at : (change.since ?? 0), to };
}

/** Returns the side whose last sale came later; null where their times do not tell. */
export function laterSide({ changes }: Oversell): Source | null {
  const last = (source: Source): Moment | null => {
    const change = changes.findLast((one) => one.source === source && mayBeSale(one));
    return change === undefined ? null : momentOf(change);
  };
  const [shopify, square] = [last('shopify'), last('square')];
  if (shopify === null || square === null) return null;
  if (shopify.from - square.to >= SAME_MOMENT_MS) return 'shopify';
  return square.from - shopify.to >= SAME_MOMENT_MS ? 'square' : null;
}

import type { HistoryFact, ObservationCause } from '../history/fact';
import { STEPS_PER_UNIT, type Quantity } from '../quantity';
import { otherSource, type Source } from '../source';
import { expected, NEVER_STATED, rebased, withSide, type LinkedLevel, type Observation } from './linked-level';

/** What decides the fate of an outside change. */
export interface Rules {
  /** The merchant's maximum for one change in whole units; null when it is off. */
  readonly maximum: number | null;
  /** False while the account is not entitled: changes are accounted on their side and owed to nobody. */
  readonly entitled: boolean;
  /** False while auto-sync is off: what is owed waits. */
  readonly autoSync: boolean;
}

/** The next state of a cell, and what is to be written to the ledger. */
export interface Step {
  readonly cell: LinkedLevel;
  readonly facts: readonly HistoryFact[];
}

/**
 * Accounts what a platform said of one side. Everything we ever learn of a level comes through here: webhooks, reads,
 * the answers to our writes, sweeps and snapshots. An echo, a duplicate or old news leaves the very same cell.
 */
export function observe(cell: LinkedLevel, source: Source, seen: Observation, via: ObservationCause, rules: Rules): Step {
  const side = cell[source];
  if (side.inFlight !== null || (side.reading && !seen.direct)) return quiet(buffer(cell, source, seen));
  if (side.accounted === null || side.observedAt === null || side.observedAt === NEVER_STATED) return quiet(begin(cell, source, seen, via));
  if (seen.at < side.observedAt) return quiet(cell);
  if (seen.value === side.accounted)
    return quiet(withSide(cell, source, { observedAt: seen.at, ...(seen.direct && { needsRead: false }) }));
  if (seen.at === side.observedAt && !seen.direct) return quiet(withSide(cell, source, { needsRead: true }));
  // Only the level itself ends a doubt: a webhook may be newer than what we know, and older than what is doubted.
  return account(seen.direct ? withSide(cell, source, { needsRead: false }) : cell, source, seen, via, rules);
}

/**
 * The first number of a side. A webhook may tell of a time long before we began, so it only says that there is one to read.
 * Where a person's number was already granted from nothing, what stood there all along is no change: it is taken off what
 * this side is owed, and the other side hears nothing of it.
 */
function begin(cell: LinkedLevel, source: Source, seen: Observation, via: ObservationCause): LinkedLevel {
  if (via === 'webhook' && !seen.direct) return withSide(cell, source, { needsRead: true });
  const { accounted, pending } = cell[source];
  return rebased(
    withSide(cell, source, {
      accounted: seen.value,
      observedAt: seen.at,
      needsRead: false,
      pending: pending + (accounted ?? seen.value) - seen.value,
    }),
  );
}

/** Keeps the newest observation until the op or the read under way has been answered. */
function buffer(cell: LinkedLevel, source: Source, seen: Observation): LinkedLevel {
  const { buffered } = cell[source];
  return buffered !== null && buffered.at > seen.at ? cell : withSide(cell, source, { buffered: { ...seen, direct: false } });
}

/** Judges what was parked, once nothing is under way any more. */
export function evaluateBuffered(step: Step, source: Source, rules: Rules): Step {
  const { buffered, inFlight, reading } = step.cell[source];
  if (buffered === null || inFlight !== null || reading) return step;
  const next = observe(withSide(step.cell, source, { buffered: null }), source, buffered, 'webhook', rules);
  return { cell: next.cell, facts: [...step.facts, ...next.facts] };
}

/** A level that we asked for has come. */
export function observeRead(
  cell: LinkedLevel,
  source: Source,
  seen: Omit<Observation, 'direct'>,
  via: ObservationCause,
  rules: Rules,
): Step {
  const { observedAt: known } = cell[source];
  const step = observe(withSide(cell, source, { reading: false }), source, { ...seen, direct: true }, via, rules);
  // A read that is older than what we know came from a place that lags: the doubt stays and the level is read again.
  const lagging = known !== null && seen.at < known && seen.value !== step.cell[source].accounted;
  return evaluateBuffered({ ...step, cell: withSide(step.cell, source, { needsRead: lagging }) }, source, rules);
}

/** A level that we asked for did not come: whoever doubts asks again. */
export function abandonRead(cell: LinkedLevel, source: Source, rules: Rules): Step {
  return evaluateBuffered(quiet(withSide(cell, source, { reading: false })), source, rules);
}

/** Books an outside change: the value is accounted here and owed, or held, on the other side. */
function account(cell: LinkedLevel, source: Source, seen: Omit<Observation, 'direct'>, via: ObservationCause, rules: Rules): Step {
  const other = otherSource(source);
  const before = cell[source].accounted ?? seen.value;
  const delta = seen.value - before;
  const fate = fateOf(cell, other, delta, rules);
  const booked = withSide(cell, source, { accounted: seen.value, observedAt: seen.at });
  const otherBefore = expected(cell[other]);
  const arriving = fate === 'sent' || fate === 'owed' ? delta : 0;
  const fact: HistoryFact = {
    kind: 'change',
    side: source,
    delta,
    before,
    after: seen.value,
    otherBefore,
    otherAfter: otherBefore + arriving,
    fate,
    ...(fate === 'held' && rules.maximum !== null && { maximum: rules.maximum }),
    via,
    at: seen.at,
  };
  return { cell: owe(booked, other, delta, fate), facts: [fact] };
}

type Fate = Extract<HistoryFact, { kind: 'change' }>['fate'];

function fateOf(cell: LinkedLevel, other: Source, delta: Quantity, rules: Rules): Fate {
  if (!rules.entitled) return 'kept';
  if (cell[other].accounted === null) return 'uncounted';
  if (rules.maximum !== null && Math.abs(delta) > rules.maximum * STEPS_PER_UNIT) return 'held';
  return rules.autoSync && cell[other].blocked === null && !cell[other].indeterminate ? 'sent' : 'owed';
}

function owe(cell: LinkedLevel, other: Source, delta: Quantity, fate: Fate): LinkedLevel {
  const side = cell[other];
  switch (fate) {
    case 'held':
      return withSide(cell, other, { held: side.held + delta });
    case 'sent':
    case 'owed':
      return withSide(cell, other, { pending: side.pending + delta });
    case 'kept':
    case 'uncounted':
      return rebased(cell);
  }
}

function quiet(cell: LinkedLevel): Step {
  return { cell, facts: [] };
}

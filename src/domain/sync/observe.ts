import type { HistoryFact, ObservationCause } from '../history/fact';
import type { Instant } from '../instant';
import { STEPS_PER_UNIT, type Quantity } from '../quantity';
import { otherSource, type Source } from '../source';
import { withDecrease } from './decrease';
import { isBefore } from './early-levels';
import { LANDING_CLOCKS_MS, TRUSTED_AHEAD_MS } from './limits';
import { expected, NEVER_STATED, promised, rebased, withSide, type LevelSide, type LinkedLevel, type Observation } from './linked-level';
import { announce, mayBeOlder, mayBeReplaced, stated, unseen, withLast } from './one-time';
import { crossing } from './pack-size';
import { writeStops, type WriteGate } from './write-gate';

/** What decides what happens to an outside change. */
export interface Rules extends WriteGate {
  /** The merchant's maximum for one change, in whole units; null when it is off. */
  readonly maximum: number | null;
  /** False for a variant that is not linked: it has no other side to pass a change on to. */
  readonly linked: boolean;
  /** When the merchant started syncing after watching: what a platform dates before is not passed on. Null or absent: there is no such time. */
  readonly watchedUntil?: Instant | null;
  /** Our clock. */
  readonly now: Instant;
}

/**
 * Returns the latest platform time that orders observations. A later one is ahead of every known clock: the level is
 * read instead.
 */
function trustedUntil(rules: Rules): Instant {
  return rules.now + TRUSTED_AHEAD_MS;
}

/** The next state of a level, and what to write to the ledger. */
export interface Step {
  readonly cell: LinkedLevel;
  readonly facts: readonly HistoryFact[];
}

/**
 * Accounts what a platform states about one side. Every observation of a level comes through here: webhooks, reads, the
 * answers to our writes, reconciliation and snapshots. For an echo, a duplicate or an old observation, returns the same
 * level.
 */
export function observe(cell: LinkedLevel, source: Source, seen: Observation, via: ObservationCause, rules: Rules): Step {
  const side = cell[source];
  if (side.inFlight !== null || (side.reading && !seen.direct)) return quiet(buffer(cell, source, seen, rules));
  if (side.accounted === null || side.observedAt === null || side.observedAt === NEVER_STATED) return begin(cell, source, seen, via, rules);
  return observeKnown(cell, source, seen, via, rules);
}

/** Accounts an observation of a side whose number is known and that has nothing in flight. */
function observeKnown(cell: LinkedLevel, source: Source, seen: Observation, via: ObservationCause, rules: Rules): Step {
  const { accounted, observedAt } = cell[source];
  const known = observedAt ?? NEVER_STATED;
  const same = seen.value === accounted;
  const trusted = trustedUntil(rules);
  if (!seen.direct && seen.at > trusted) return quiet(same ? cell : withSide(cell, source, { needsRead: true }));
  // A known time ahead of every clock would suppress everything until then, so it orders nothing either.
  const ordered = known <= trusted;
  if (isOutdated(cell[source], seen, ordered ? known : -Infinity)) return quiet(cell);
  if (same) return quiet(confirm(cell, source, seen));
  if (via !== 'answer' && mayBeReplaced(cell[source], seen, rules.now)) return quiet(unordered(cell, source, seen));
  if (!seen.direct && (!ordered || seen.at === known)) return quiet(unordered(cell, source, seen));
  // Only a read ends the need for a read: a webhook may be newer than what we know, and older than what is uncertain.
  return account(seen.direct ? withSide(cell, source, { needsRead: false }) : cell, source, seen, via, rules);
}

/** Handles the accounted value stated once more. As the last of several announced ones it is believed. */
function confirm(cell: LinkedLevel, source: Source, seen: Observation): LinkedLevel {
  const next = withSide(cell, source, { ...stated(cell[source], seen.value, seen.at), ...(seen.direct && { needsRead: false }) });
  return next[source].announced?.at === seen.at ? announce(next, source, announcedBy(seen), seen.at) : next;
}

/** Requires a read: a value's time does not tell whether it is the newest. A webhook shows that the read must be as new as itself. */
function unordered(cell: LinkedLevel, source: Source, seen: Observation): LinkedLevel {
  return announce(withSide(cell, source, { needsRead: true }), source, announcedBy(seen), seen.at);
}

function announcedBy({ value, direct, polled }: Observation): readonly Quantity[] {
  return direct || polled === true ? [] : [value];
}

/**
 * Returns whether an observation is older than `known`; or, other than a read, from before a write of which it is known only that it landed.
 * Platforms' clocks may differ from ours by a little, and Shopify's times are whole seconds.
 */
function isOutdated({ landedAfter }: LevelSide, { at, direct }: Observation, known: Instant): boolean {
  return at < known || (!direct && landedAfter !== null && at < landedAfter - LANDING_CLOCKS_MS);
}

/**
 * Accounts the first number of a side. A webhook may state a time long before we started, so it only triggers a read; a
 * new link starts only from a read. If a set request was already applied from zero, the number that existed all along
 * is not a change: it is subtracted from what is pending to this side, and nothing is passed to the other side.
 */
function begin(cell: LinkedLevel, source: Source, seen: Observation, via: ObservationCause, rules: Rules): Step {
  const side = cell[source];
  const { accounted, pending } = side;
  if (!seen.direct && (via === 'webhook' || (cell.starting !== null && side.needsRead)))
    return quiet(withSide(cell, source, { needsRead: true }));
  // A read older than what the platform has stated shows numbers that have since been replaced: the link waits for
  // another read.
  if (accounted === null && mayBeOlder(side, cell.starting?.[source].known, seen, rules.now))
    return quiet(withSide(cell, source, { needsRead: true }));
  const first = firstNumber(cell, source, seen);
  const pendingAfter = accounted === null ? pending : pending + accounted - first;
  // A snapshot may have been read before a person set a number: a read that was due is still due.
  const needsRead = !seen.direct && side.needsRead;
  const numbered = withSide(cell, source, { accounted: first, observedAt: seen.at, needsRead, pending: pendingAfter });
  const started = startedStep(
    rebased(
      cell.starting === null
        ? numbered
        : { ...numbered, starting: { ...cell.starting, [source]: { before: cell.starting[source].before, began: first } } },
    ),
  );
  if (first === seen.value) return started;
  const changed = account(started.cell, source, seen, via, rules);
  return { cell: changed.cell, facts: [...started.facts, ...changed.facts] };
}

/**
 * Returns the number that a side starts from: the one it had when both became one stock, if that is known and has
 * changed since.
 */
function firstNumber({ starting }: LinkedLevel, source: Source, seen: Observation): Quantity {
  const base = starting?.[source].base;
  return base === undefined || isBefore(source, seen.at, base.since) ? seen.value : base.quantity;
}

/** Records that a new link has started, once neither of its sides waits for its first read. */
export function startedStep(cell: LinkedLevel): Step {
  const { starting, shopify, square } = cell;
  const waits = ({ accounted, needsRead, reading }: LinkedLevel[Source]): boolean => accounted === null && (needsRead || reading);
  if (starting === null || waits(shopify) || waits(square)) return quiet(cell);
  const fact: HistoryFact = {
    kind: 'linked',
    shopify: starting.shopify.began,
    square: starting.square.began,
    shopifyBefore: starting.shopify.before,
    squareBefore: starting.square.before,
  };
  return { cell: rebased({ ...cell, starting: null }), facts: [fact] };
}

/** Keeps the newest observation until the write or the read in flight has been answered. */
function buffer(cell: LinkedLevel, source: Source, seen: Observation, rules: Rules): LinkedLevel {
  const { value, at } = seen;
  const { buffered } = cell[source];
  if (at > trustedUntil(rules)) return withSide(cell, source, { buffered: { value, at, unordered: true, announced: [] } });
  if (buffered !== null && buffered.at > at) return cell;
  // Two values of one time have no order among themselves; what is newer than both replaces them.
  const former = buffered?.at === at ? buffered : null;
  const tie = former !== null && (former.unordered || former.value !== value);
  const announced = withLast(former?.announced ?? [], announcedBy(seen));
  return withSide(cell, source, { buffered: { value, at, unordered: tie, announced } });
}

/** Evaluates a buffered observation once nothing is in flight. */
export function evaluateBuffered(step: Step, source: Source, rules: Rules): Step {
  const { buffered, inFlight, reading, observedAt } = step.cell[source];
  if (buffered === null || inFlight !== null || reading) return step;
  const { value, at, announced } = buffered;
  const cell = withSide(step.cell, source, { buffered: null });
  if (buffered.unordered) {
    const old = observedAt !== null && at < observedAt;
    return { cell: old ? cell : announce(withSide(cell, source, { needsRead: true }), source, announced, at), facts: step.facts };
  }
  const polled = announced.length === 0 && { polled: true as const };
  const next = observe(cell, source, { value, at, direct: false, ...polled }, 'webhook', rules);
  return { cell: next.cell, facts: [...step.facts, ...next.facts] };
}

/** Accounts a level that we requested. */
export function observeRead(
  cell: LinkedLevel,
  source: Source,
  seen: Omit<Observation, 'direct'>,
  via: ObservationCause,
  rules: Rules,
): Step {
  const { observedAt: known } = cell[source];
  const step = observe(withSide(cell, source, { reading: false }), source, { ...seen, direct: true }, via, rules);
  // A read that is older than what we know, or may be, came from a lagging replica: the level is read again.
  const { accounted, needsRead } = step.cell[source];
  const lagging = known !== null && known <= trustedUntil(rules) && seen.at < known && accounted !== null && seen.value !== accounted;
  const isReplaced = accounted !== null && mayBeReplaced(cell[source], seen, rules.now);
  const newer = isReplaced ? seen.value : unseen(cell[source], seen, cell.ending !== null, rules.now);
  const again = accounted === null ? needsRead : lagging || newer !== null;
  const doubted = accounted === null ? null : newer;
  return evaluateBuffered({ ...step, cell: withSide(step.cell, source, { needsRead: again, doubted }) }, source, rules);
}

/** Handles a requested level that did not come: it is requested again while it is needed. */
export function abandonRead(cell: LinkedLevel, source: Source, rules: Rules): Step {
  return evaluateBuffered(startedStep(withSide(cell, source, { reading: false })), source, rules);
}

/** Books an outside change: the value is accounted here and is pending, or held, on the other side. */
function account(cell: LinkedLevel, source: Source, seen: Omit<Observation, 'direct'>, via: ObservationCause, rules: Rules): Step {
  const other = otherSource(source);
  const { observedAt } = cell[source];
  const before = cell[source].accounted ?? seen.value;
  const delta = seen.value - before;
  const promisedBefore = promised(cell[source]);
  const passed = crossing(cell.packs, source, promisedBefore, promisedBefore + delta);
  const fate = fateOf(cell, other, { delta, passed, at: seen.at }, rules);
  const booked = withSide(cell, source, stated(cell[source], seen.value, seen.at));
  const otherBefore = cell[other].accounted === null ? null : expected(cell[other]);
  const arriving = fate === 'sent' || fate === 'owed' ? passed : 0;
  const fact: HistoryFact = {
    kind: 'change',
    side: source,
    delta,
    before,
    after: seen.value,
    otherBefore,
    otherAfter: otherBefore === null ? null : otherBefore + arriving,
    fate,
    ...(fate === 'held' && rules.maximum !== null && { maximum: rules.maximum }),
    via,
    at: seen.at,
    ...(observedAt !== null && observedAt !== NEVER_STATED && { since: observedAt }),
  };
  return { cell: passOn(booked, other, { delta: passed, fate, at: seen.at, since: observedAt, via, now: rules.now }), facts: [fact] };
}

type Fate = Extract<HistoryFact, { kind: 'change' }>['fate'];

/** `delta`: by how much one side changed. `passed`: by how much the other side will, in its own units. */
interface Change extends Pick<Passed, 'delta' | 'at'> {
  readonly passed: Quantity;
}

function fateOf(cell: LinkedLevel, other: Source, { delta, passed, at }: Change, rules: Rules): Fate {
  if (!rules.linked) return 'unlinked';
  if (!rules.entitled) return 'kept';
  if (rules.watching === true || at <= (rules.watchedUntil ?? -Infinity)) return 'watched';
  const { accounted, needsRead, reading, blocked, indeterminate } = cell[other];
  // A new link's other side is about to be read: the change waits for that.
  const isAwaited = cell.starting !== null && (needsRead || reading);
  if (accounted === null && !isAwaited) return 'uncounted';
  // Pieces of a pack that is open already, or stays open, change nothing there.
  if (passed === 0) return 'sent';
  if (exceeds(delta, rules)) return 'held';
  const isStopped = blocked !== null || indeterminate || writeStops(rules, other).length > 0;
  return isStopped ? 'owed' : 'sent';
}

function exceeds(delta: Quantity, { maximum }: Rules): boolean {
  return maximum !== null && Math.abs(delta) > maximum * STEPS_PER_UNIT;
}

/** An outside change, with what happens to it. */
interface Passed {
  readonly delta: Quantity;
  readonly fate: Fate;
  readonly at: Instant;
  readonly since: Instant | null;
  readonly via: ObservationCause;
  readonly now: Instant;
}

function passOn(cell: LinkedLevel, other: Source, passed: Passed): LinkedLevel {
  const { delta, fate, at } = passed;
  const side = cell[other];
  const unclassified = other === 'square' ? withDecrease(side, { ...passed, held: fate === 'held' }) : null;
  switch (fate) {
    case 'held':
      return withSide(cell, other, { held: side.held + delta, unclassified });
    case 'sent':
    case 'owed':
      if (delta === 0) return cell;
      return withSide(cell, other, { pending: side.pending + delta, pendingSince: side.pendingSince ?? at, unclassified });
    case 'kept':
    case 'watched':
    case 'unlinked':
    case 'uncounted':
    case 'untracked':
      return rebased(cell);
  }
}

function quiet(cell: LinkedLevel): Step {
  return { cell, facts: [] };
}

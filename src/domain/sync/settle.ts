import type { HistoryFact } from '../history/fact';
import type { LevelReport } from '../inbound';
import type { Instant } from '../instant';
import type { Source } from '../source';
import { RETRY_REFUSED } from './limits';
import { withSide, type LevelSide, type LinkedLevel } from './linked-level';
import { evaluateBuffered, observe, type Rules, type Step } from './observe';
import { stated, stillDoubted } from './one-time';
import type { RefusalReason } from './write';
import type { Verdict } from './write-attempts';

/**
 * Books a verdict on the op of one side, exactly once. An applied op moves the accounted value by its delta; any
 * further difference in the answer is an outside change and is observed like every other. `reread` marks an op that was
 * re-sent after a restart: its buffered observation is lost, so the level is read.
 */
export function settle(cell: LinkedLevel, source: Source, verdict: Verdict, rules: Rules, reread: boolean): Step {
  const { inFlight } = cell[source];
  if (inFlight === null) return { cell, facts: [] };
  switch (verdict.kind) {
    case 'applied':
      return settleApplied(cell, source, verdict.level, rules, reread);
    case 'returned':
      return evaluateBuffered(
        {
          cell: giveBack(cell, source, { needsRead: verdict.read || reread, ...undoubted(cell[source], verdict.stale === true) }),
          facts: [],
        },
        source,
        rules,
      );
    case 'blocked': {
      const owed = cell[source].pending + inFlight.delta;
      const fact: HistoryFact = { kind: 'refused', side: source, owed, reason: verdict.reason };
      return evaluateBuffered(
        { cell: giveBack(cell, source, refusedFor(cell[source], verdict.reason, rules.now)), facts: [fact] },
        source,
        rules,
      );
    }
  }
}

function settleApplied(cell: LinkedLevel, source: Source, level: LevelReport | null, rules: Rules, reread: boolean): Step {
  const side = cell[source];
  if (cell.starting !== null && side.accounted === null) return { cell: settledStart(cell, source, level), facts: [] };
  // A need for a read that is older than the answer stays: a repeat may be answered with an outdated level.
  const needsRead = side.needsRead || reread;
  const landed = side.inFlight === null ? side.accounted : side.inFlight.from + side.inFlight.delta;
  const booked = withSide(cell, source, {
    ...(landed !== null && side.observedAt !== null && stated(side, landed, side.observedAt)),
    accounted: landed,
    ...(landed !== null && { doubted: stillDoubted(side.doubted, landed) }),
    inFlight: null,
    needsRead: needsRead || level === null,
    retry: null,
  });
  // Without a level, a buffered observation cannot be ordered before or after the write: the read that follows replaces
  // it.
  if (level === null) {
    const landedAfter = side.inFlight?.firstSent ?? null;
    return { cell: withSide(booked, source, { buffered: null, landedAfter }), facts: [] };
  }
  if (side.observedAt === null) return evaluateBuffered({ cell: booked, facts: [] }, source, rules);
  // The answer states the level including our change, so an equal time is no tie: any difference is an outside change.
  const at = Math.max(level.at, side.observedAt);
  const step = observe(booked, source, { value: level.quantity, at, direct: true }, 'answer', rules);
  return evaluateBuffered({ ...step, cell: withSide(step.cell, source, { needsRead }) }, source, rules);
}

/**
 * Books a write of a link that has ended. The new link starts from a read that shows the write's result: the answer's
 * time says which reads came from a replica that lagged behind it.
 */
function settledStart(cell: LinkedLevel, source: Source, level: LevelReport | null): LinkedLevel {
  const { observedAt } = cell[source];
  const next = withSide(cell, source, { inFlight: null, buffered: null, needsRead: true, retry: null });
  if (level === null || next.starting === null || (observedAt !== null && level.at < observedAt)) return next;
  const known = { quantity: level.quantity, at: level.at };
  const starting = { ...next.starting, [source]: { ...next.starting[source], known } };
  return { ...withSide(next, source, { observedAt: level.at }), starting };
}

/** Marks a side indeterminate: its op stays as evidence, and nothing more is sent until the merchant sets a number. */
export function markIndeterminate(cell: LinkedLevel, source: Source): Step {
  const { inFlight } = cell[source];
  if (inFlight === null) return { cell, facts: [] };
  const marked = withSide(cell, source, { indeterminate: true });
  return { cell: marked, facts: [{ kind: 'frozen', side: source, delta: inFlight.delta, op: inFlight.key }] };
}

/**
 * Returns the side's fields after a write that may tell about a doubted quantity. The platform itself has compared: if it no longer has the accounted
 * quantity, a read of the doubted one shows a change back.
 */
function undoubted({ doubted, replaced }: LevelSide, isStale: boolean): Partial<LevelSide> {
  if (doubted === null || !isStale) return {};
  return { doubted: null, replaced: replaced.filter((one) => one !== doubted) };
}

/** Returns the side's fields after a refusal. One without a known reason may be temporary: it is retried after growing pauses. */
function refusedFor(side: LevelSide, reason: RefusalReason, now: Instant): Partial<LevelSide> {
  if (reason !== 'other') return { blocked: reason, retry: null };
  const times = (side.retry?.times ?? 0) + 1;
  const pause = Math.min(RETRY_REFUSED.longestMs, RETRY_REFUSED.firstMs * 2 ** (times - 1));
  return { blocked: reason, retry: { at: now + pause, times } };
}

function giveBack(cell: LinkedLevel, source: Source, change: Partial<LevelSide>): LinkedLevel {
  const { inFlight, pending, shrinkage, needsRead } = cell[source];
  if (inFlight === null) return cell;
  return withSide(cell, source, {
    ...change,
    pending: pending + inFlight.delta,
    shrinkage: inFlight.shrinkage === true ? shrinkage + inFlight.delta : shrinkage,
    inFlight: null,
    needsRead: needsRead || change.needsRead === true,
  });
}

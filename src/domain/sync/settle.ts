import type { HistoryFact } from '../history/fact';
import type { Source } from '../source';
import { withSide, type LinkedLevel } from './linked-level';
import { observe, evaluateBuffered, type Rules, type Step } from './observe';
import type { Verdict } from './write-attempts';

/**
 * Books a verdict on the op of one side, exactly once. An applied op moves the accounted value by its delta; whatever the
 * answer shows beyond that is an outside change and goes the way of every observation. `read` marks an op that was
 * re-sent after a restart: what was parked then is forgotten, so the level is read.
 */
export function settle(cell: LinkedLevel, source: Source, verdict: Verdict, rules: Rules, reread: boolean): Step {
  const { inFlight } = cell[source];
  if (inFlight === null) return { cell, facts: [] };
  switch (verdict.kind) {
    case 'applied':
      return settleApplied(cell, source, verdict.level, rules, reread);
    case 'returned':
      return evaluateBuffered({ cell: giveBack(cell, source, { doubt: verdict.read || reread }), facts: [] }, source, rules);
    case 'blocked': {
      const owed = cell[source].pending + inFlight.delta;
      const fact: HistoryFact = { kind: 'refused', side: source, owed, reason: verdict.reason };
      return evaluateBuffered({ cell: giveBack(cell, source, { blocked: verdict.reason }), facts: [fact] }, source, rules);
    }
  }
}

function settleApplied(
  cell: LinkedLevel,
  source: Source,
  level: { quantity: number; at: number } | null,
  rules: Rules,
  reread: boolean,
): Step {
  const side = cell[source];
  // A doubt that is older than the answer stays: a repeat may have been answered with the level of long ago.
  const needsRead = side.needsRead || reread;
  const landed = side.inFlight === null ? side.accounted : side.inFlight.from + side.inFlight.delta;
  const booked = withSide(cell, source, { accounted: landed, inFlight: null, needsRead: needsRead || level === null });
  // Without a level nobody can say whether what was parked came before or after the write: the read that follows tells.
  if (level === null) return { cell: withSide(booked, source, { buffered: null }), facts: [] };
  if (side.observedAt === null) return evaluateBuffered({ cell: booked, facts: [] }, source, rules);
  // The answer states the level with our change in it, so an equal time is no doubt: what differs is an outside change.
  const at = Math.max(level.at, side.observedAt);
  const step = observe(booked, source, { value: level.quantity, at, direct: true }, 'answer', rules);
  return evaluateBuffered({ ...step, cell: withSide(step.cell, source, { needsRead }) }, source, rules);
}

/** Freezes a side: its op stays as evidence, nothing more is sent until the merchant sets a number. */
export function markIndeterminate(cell: LinkedLevel, source: Source): Step {
  const { inFlight } = cell[source];
  if (inFlight === null) return { cell, facts: [] };
  const frozen = withSide(cell, source, { indeterminate: true });
  return { cell: frozen, facts: [{ kind: 'frozen', side: source, delta: inFlight.delta, op: inFlight.key }] };
}

function giveBack(cell: LinkedLevel, source: Source, change: { doubt?: boolean; blocked?: LinkedLevel[Source]['blocked'] }): LinkedLevel {
  const { inFlight, pending, needsRead } = cell[source];
  return inFlight === null
    ? cell
    : withSide(cell, source, {
        pending: pending + inFlight.delta,
        inFlight: null,
        ...change,
        needsRead: needsRead || change.doubt === true,
      });
}

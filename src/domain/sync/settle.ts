import type { HistoryFact } from '../history/fact';
import type { Source } from '../source';
import { withSide, type Cell } from './cell';
import type { Verdict } from './flight';
import { observe, unpark, type Rules, type Step } from './observe';

/**
 * Books a verdict on the op of one side, exactly once. An applied op moves the accounted value by its delta; whatever the
 * answer shows beyond that is an outside change and goes the way of every observation. `read` marks an op that was
 * re-sent after a restart: what was parked then is forgotten, so the level is read.
 */
export function settle(cell: Cell, source: Source, verdict: Verdict, rules: Rules, reread: boolean): Step {
  const { op } = cell[source];
  if (op === null) return { cell, facts: [] };
  switch (verdict.kind) {
    case 'applied':
      return settleApplied(cell, source, verdict.level, rules, reread);
    case 'returned':
      return unpark({ cell: giveBack(cell, source, { doubt: verdict.read || reread }), facts: [] }, source, rules);
    case 'blocked': {
      const owed = cell[source].pend + op.delta;
      const fact: HistoryFact = { kind: 'refused', side: source, owed, reason: verdict.reason };
      return unpark({ cell: giveBack(cell, source, { blocked: verdict.reason }), facts: [fact] }, source, rules);
    }
  }
}

function settleApplied(cell: Cell, source: Source, level: { quantity: number; at: number } | null, rules: Rules, reread: boolean): Step {
  const side = cell[source];
  // A doubt that is older than the answer stays: a repeat may have been answered with the level of long ago.
  const doubt = side.doubt || reread;
  const landed = side.op === null ? side.acc : side.op.from + side.op.delta;
  const booked = withSide(cell, source, { acc: landed, op: null, doubt: doubt || level === null });
  // Without a level nobody can say whether what was parked came before or after the write: the read that follows tells.
  if (level === null) return { cell: withSide(booked, source, { parked: null }), facts: [] };
  if (side.seen === null) return unpark({ cell: booked, facts: [] }, source, rules);
  // The answer states the level with our change in it, so an equal time is no doubt: what differs is an outside change.
  const at = Math.max(level.at, side.seen);
  const step = observe(booked, source, { value: level.quantity, at, direct: true }, 'answer', rules);
  return unpark({ ...step, cell: withSide(step.cell, source, { doubt }) }, source, rules);
}

/** Freezes a side: its op stays as evidence, nothing more is sent until the merchant sets a number. */
export function freeze(cell: Cell, source: Source): Step {
  const { op } = cell[source];
  if (op === null) return { cell, facts: [] };
  const frozen = withSide(cell, source, { frozen: true });
  return { cell: frozen, facts: [{ kind: 'frozen', side: source, delta: op.delta, op: op.key }] };
}

function giveBack(cell: Cell, source: Source, change: { doubt?: boolean; blocked?: Cell[Source]['blocked'] }): Cell {
  const { op, pend, doubt } = cell[source];
  return op === null ? cell : withSide(cell, source, { pend: pend + op.delta, op: null, ...change, doubt: doubt || change.doubt === true });
}

import type { HistoryFact } from '../history/fact';
import type { Instant } from '../instant';
import { SOURCES, type Source } from '../source';
import { LONG_WAIT_MS } from './limits';
import { levelOf, NEVER_STATED, restingSide, sendablePart, type LinkedLevel, type LevelSide, type WriteOp } from './linked-level';
import { recoveredAttempt, type WriteAttempts } from './write-attempts';

/** An op whose variant is gone from the catalog: its level needs nothing anymore, but its request contains its change. */
export interface DetachedOp {
  readonly source: Source;
  readonly stockId: string;
  readonly op: WriteOp;
}

/** One op of a request, and where it is stored: in a level, or detached from any. */
export type RecoveredMember = { readonly op: WriteOp } & ({ readonly cell: string | number } | { readonly stockId: string });

/** The levels whose ops were sent in one request, ordered by the op's index, and the attempts as far as they are known. */
export interface RecoveredRequest {
  readonly attempts: WriteAttempts;
  readonly members: readonly RecoveredMember[];
  /** False when an op of the request is missing: its bytes cannot be rebuilt. */
  readonly whole: boolean;
}

/**
 * Returns what was in flight when the object died: every stored op of the current epoch, grouped into the requests that
 * carried them. Each is ambiguous: it is sent again with the same key and bytes, and its side is read afterward. A
 * request of which only detached ops are left is omitted, since it affects no level.
 */
export function restart(
  cells: Iterable<readonly [string | number, LinkedLevel]>,
  { epoch, now, detached = [] }: { readonly epoch: number; readonly now: Instant; readonly detached?: readonly DetachedOp[] },
): RecoveredRequest[] {
  const found = new Map<string, { source: Source; members: RecoveredMember[] }>();
  for (const [id, cell] of cells) {
    for (const source of SOURCES) {
      const { inFlight, indeterminate } = cell[source];
      if (inFlight === null || indeterminate || inFlight.epoch !== epoch) continue;
      const group = found.get(inFlight.key) ?? { source, members: [] };
      group.members.push({ cell: id, op: inFlight });
      found.set(inFlight.key, group);
    }
  }
  for (const { source, stockId, op } of detached) {
    const group = found.get(op.key);
    if (group?.source === source) group.members.push({ stockId, op });
  }
  return [...found].map(([key, { source, members }]) => {
    members.sort((a, b) => a.op.index - b.op.index);
    const [first] = members;
    return {
      attempts: recoveredAttempt(source, key, first?.op.firstSent ?? 0, now),
      members,
      whole: members.every((member, index) => member.op.index === index) && members.length === (first?.op.count ?? 0),
    };
  });
}

/** Returns whether something to a side has waited for so long that its platform may be down. */
export function waitsLong(level: LinkedLevel, source: Source, now: Instant): boolean {
  const { inFlight, pending, pendingSince } = level[source];
  const waits = inFlight !== null || sendablePart(source, pending) !== 0;
  return waits && pendingSince !== null && now - pendingSince > LONG_WAIT_MS;
}

/**
 * Returns the level from which a new epoch of the same pair starts: nothing from before is pending. A side is unknown
 * when its last write is unanswered, when it needs a read, or when the platform never stated a number: it starts from
 * the next read, not from a change.
 */
export function restartLevel(cell: LinkedLevel): LinkedLevel {
  return levelOf(restartedSide(cell.shopify), restartedSide(cell.square), cell.packs);
}

function restartedSide(side: LevelSide): LevelSide {
  const { accounted, observedAt, unlinkedAt } = side;
  const stated = observedAt === NEVER_STATED ? null : observedAt;
  const certain = side.inFlight === null && !side.needsRead && observedAt !== NEVER_STATED;
  // Keep the time of the newest number: a read of an older one comes from a lagging replica.
  const kept = certain ? restingSide(accounted, observedAt) : { ...restingSide(null, stated), needsRead: true };
  // A stock id that was linked once stays one: what was stated about it earlier is no sale of a new product.
  return { ...kept, unlinkedAt };
}

/** Returns history facts that name what was not yet at a level's sides when its epoch ended: none of it will be sent. */
export function droppedFacts(level: LinkedLevel, why: 'epoch-ended' | 'lapsed'): HistoryFact[] {
  return SOURCES.flatMap((side) => {
    const { pending, held, inFlight } = level[side];
    const uncertain = inFlight?.delta ?? 0;
    const amount = pending + held + uncertain;
    return amount === 0 && uncertain === 0 ? [] : [{ kind: 'dropped' as const, side, amount, uncertain, why }];
  });
}

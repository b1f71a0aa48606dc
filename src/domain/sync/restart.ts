import type { Instant } from '../instant';
import { SOURCES, type Source } from '../source';
import { levelOf, NEVER_STATED, restingSide, type LinkedLevel, type LevelSide, type WriteOp } from './linked-level';
import { recoveredAttempt, type WriteAttempts } from './write-attempts';

/** An op whose variant is gone from the catalog: its level asks for nothing any more, but its request holds its change. */
export interface DetachedOp {
  readonly source: Source;
  readonly stockId: string;
  readonly op: WriteOp;
}

/** One op of a request, and where it stands: in a level, or detached from any. */
export type RecoveredMember = { readonly op: WriteOp } & ({ readonly cell: string | number } | { readonly stockId: string });

/** The levels whose ops travelled in one request, by the op's index, and the attempts as far as they are known. */
export interface RecoveredRequest {
  readonly attempts: WriteAttempts;
  readonly members: readonly RecoveredMember[];
  /** False when an op of the request is missing: its bytes cannot be rebuilt. */
  readonly whole: boolean;
}

/**
 * What was in flight when the object died: every stored op of the present epoch, grouped into the requests that carried
 * them. Each is ambiguous: it is sent again with the same key and bytes, and its side is read afterwards. A request of which
 * only detached ops are left concerns no level any more.
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

/**
 * The cell from which a new epoch of the same pair starts: nothing of before is owed. What a side came to whose last write
 * nobody answered, whose level was in doubt, or which has never stated one, is not known: it begins from the next read, not from a change.
 */
export function restartLevel(cell: LinkedLevel): LinkedLevel {
  return levelOf(restartedSide(cell.shopify), restartedSide(cell.square));
}

function restartedSide(side: LevelSide): LevelSide {
  const { accounted, observedAt } = side;
  const stated = observedAt === NEVER_STATED ? null : observedAt;
  const certain = side.inFlight === null && !side.needsRead && observedAt !== NEVER_STATED;
  // The time of the newest number stays: a read of an older one comes from a replica that lags.
  return certain ? restingSide(accounted, observedAt) : { ...restingSide(null, stated), needsRead: true };
}

import type { Instant } from '../../instant';
import type { Source } from '../../source';
import { OCCURRED_BEFORE_MS, TRUSTED_AHEAD_MS, UNDECIDED_LOOK_UPS } from '../limits';
import type { WriteOp } from '../linked-level';
import type { RecoveredMember } from '../restart';
import type { Change, WriteRequest } from '../write';
import { outlivesKey, type WriteAttempts } from '../write-attempts';
import type { LevelEntry, Levels } from './context';

/** A write request with its attempts: on the wire, or waiting to be repeated. */
export interface InFlightRequest {
  readonly attempts: WriteAttempts;
  /** The exact request; `changes[i].stockId` names the item of the op at index i. */
  readonly request: WriteRequest;
  readonly epoch: number;
  /** When to send or look up the request next. */
  readonly dueAt: Instant;
  /** Recovered after a restart: the side is read once the request is settled. */
  readonly recovered: boolean;
  /** False when an op of the request is missing, so that its bytes cannot be rebuilt. */
  readonly whole: boolean;
  /** Look up the changes next instead of sending them. */
  readonly lookUp: boolean;
}

/**
 * The target of an op: its item, and the platform's own time of the number that it starts from; null when that is no
 * longer known.
 */
export type Aim = Pick<Change, 'stockId'> & { readonly fromAt: Instant | null };

/**
 * Builds the request that carries these ops; the result is the same at every call. `aims[i]` is the target of the op at
 * index i.
 */
export function requestOf(ops: readonly WriteOp[], aims: readonly Aim[], locationId: string): WriteRequest {
  const [first] = ops;
  return {
    key: first?.key ?? '',
    occurredAt: (first?.firstSent ?? 0) - OCCURRED_BEFORE_MS,
    changes: ops.map(({ delta, from, shrinkage }, index) => ({
      stockId: '',
      fromAt: null,
      ...aims[index],
      locationId,
      delta,
      from,
      ...(shrinkage === true && { shrinkage }),
    })),
  };
}

/** Creates a request that is sent for the first time, due at the time of its first attempt. */
export function newRequest(attempts: WriteAttempts, request: WriteRequest, epoch: number): InFlightRequest {
  return { attempts, request, epoch, dueAt: attempts.firstSent, recovered: false, whole: true, lookUp: false };
}

/** Returns a request that was in flight when the object died: due now, and looked up if its bytes cannot be rebuilt. */
export function recoveredRequest(request: InFlightRequest, now: Instant): InFlightRequest {
  return { ...request, dueAt: now, recovered: true, lookUp: !request.whole };
}

/** Returns the target of a recovered op. The stock id is '' when the level is gone and left no record. */
export function aimOf(member: RecoveredMember, levels: Levels, source: Source): Aim {
  if ('stockId' in member) return { stockId: member.stockId, fromAt: null };
  const entry = levels.byKey(Number(member.cell));
  return { stockId: entry?.stock[source] ?? '', fromAt: entry?.level[source].observedAt ?? null };
}

/** Returns whether a repeat may still reveal the outcome of a request that a look-up could not decide. */
export function mayStillArrive({ whole, attempts }: InFlightRequest, now: Instant): boolean {
  return whole && attempts.undecided + 1 < UNDECIDED_LOOK_UPS && !outlivesKey(attempts, now);
}

/**
 * Returns the time to state for a write's changes, by the platform's clock. Square ignores an adjustment dated before a
 * count (`occurred_at`), and the last number it stated may be a count, so the changes are dated no earlier than that
 * number. Square's own times never lie in its future.
 */
export function statedAt(source: Source, entries: readonly LevelEntry[], now: Instant): Instant {
  if (source !== 'square') return now;
  const known = entries.map(({ level }) => (level.square.observedAt ?? 0) + OCCURRED_BEFORE_MS);
  return Math.max(now, ...known.filter((at) => at <= now + TRUSTED_AHEAD_MS));
}

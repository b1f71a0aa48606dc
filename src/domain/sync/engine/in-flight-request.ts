import type { Instant } from '../../instant';
import type { Source } from '../../source';
import { OCCURRED_BEFORE_MS, TRUSTED_AHEAD_MS, UNDECIDED_LOOK_UPS } from '../limits';
import type { WriteOp } from '../linked-level';
import type { RecoveredMember } from '../restart';
import type { Change, WriteRequest } from '../write';
import { outlivesKey, type WriteAttempts } from '../write-attempts';
import type { LevelEntry, Levels } from './context';

/** A write request with its attempts: on the wire, or waiting for its repeat. */
export interface InFlightRequest {
  readonly attempts: WriteAttempts;
  /** The exact request; `changes[i].stockId` names the item of the op at index i. */
  readonly request: WriteRequest;
  readonly epoch: number;
  /** When it is sent or looked up next. */
  readonly dueAt: Instant;
  /** Recovered after a restart: the side is read once it is settled. */
  readonly recovered: boolean;
  /** False when an op of it is missing, so that its bytes cannot be rebuilt. */
  readonly whole: boolean;
  /** Its changes are looked up next instead of sent. */
  readonly lookUp: boolean;
}

/** What an op is sent for: its item, and the platform's own time of the number that it starts from; null where that is not known any more. */
export type Aim = Pick<Change, 'stockId'> & { readonly fromAt: Instant | null };

/** The request that carries these ops, the same at every call. `aims[i]` is what the op at index i is sent for. */
export function requestOf(ops: readonly WriteOp[], aims: readonly Aim[], locationId: string): WriteRequest {
  const [first] = ops;
  return {
    key: first?.key ?? '',
    occurredAt: (first?.firstSent ?? 0) - OCCURRED_BEFORE_MS,
    changes: ops.map(({ delta, from }, index) => ({ stockId: '', fromAt: null, ...aims[index], locationId, delta, from })),
  };
}

/** A request that is sent for the first time, at the time of its first attempt. */
export function newRequest(attempts: WriteAttempts, request: WriteRequest, epoch: number): InFlightRequest {
  return { attempts, request, epoch, dueAt: attempts.firstSent, recovered: false, whole: true, lookUp: false };
}

/** The same for one that was in flight when the object died: it is due now, and looked up where its bytes cannot be rebuilt. */
export function recoveredRequest(request: InFlightRequest, now: Instant): InFlightRequest {
  return { ...request, dueAt: now, recovered: true, lookUp: !request.whole };
}

/** What a recovered op was sent for; of a level that is gone without a trace, nothing. */
export function aimOf(member: RecoveredMember, levels: Levels, source: Source): Aim {
  if ('stockId' in member) return { stockId: member.stockId, fromAt: null };
  const entry = levels.byKey(Number(member.cell));
  return { stockId: entry?.stock[source] ?? '', fromAt: entry?.level[source].observedAt ?? null };
}

/** Whether a repeat may still find out what became of a request that a look-up could not tell of. */
export function mayStillArrive({ whole, attempts }: InFlightRequest, now: Instant): boolean {
  return whole && attempts.undecided + 1 < UNDECIDED_LOOK_UPS && !outlivesKey(attempts, now);
}

/**
 * When a write's changes are to be stated as sent, by the platform's clock. Square forgets an adjustment that lies before a count
 * (`occurred_at`), and what it has stated last may be one: the changes are said to have happened no earlier than that. Its own
 * times never lie in its future.
 */
export function statedAt(source: Source, entries: readonly LevelEntry[], now: Instant): Instant {
  if (source !== 'square') return now;
  const known = entries.map(({ level }) => (level.square.observedAt ?? 0) + OCCURRED_BEFORE_MS);
  return Math.max(now, ...known.filter((at) => at <= now + TRUSTED_AHEAD_MS));
}

import type { Instant } from '../../domain/instant';
import { OCCURRED_BEFORE_MS } from '../../domain/sync/limits';
import type { WriteOp } from '../../domain/sync/linked-level';
import type { WriteRequest } from '../../domain/sync/write';
import type { WriteAttempts, Verdict } from '../../domain/sync/write-attempts';

/** A request with its ops: on the wire, or waiting for its repeat. */
export interface InFlightRequest {
  readonly flight: WriteAttempts;
  readonly keys: readonly number[];
  readonly request: WriteRequest;
  readonly epoch: number;
  readonly dueAt: Instant;
  /** Re-sent after a restart: the side is read once it is settled. */
  readonly found: boolean;
  /** Repeats can no longer tell whether it took effect. */
  readonly lookUp: boolean;
}

/** What goes on the wire next. */
export type Job =
  | { readonly kind: 'write'; readonly airborne: InFlightRequest }
  | { readonly kind: 'look-up'; readonly airborne: InFlightRequest }
  | { readonly kind: 'read'; readonly keys: readonly number[]; readonly epoch: number };

/** The request that carries these ops, the same at every call. `stockIdOf` names the item of the op at an index. */
export function requestOf(ops: readonly WriteOp[], stockIdOf: (index: number) => string, locationId: string): WriteRequest {
  const [first] = ops;
  return {
    key: first?.key ?? '',
    occurredAt: (first?.firstSent ?? 0) - OCCURRED_BEFORE_MS,
    changes: ops.map((op, index) => ({ stockId: stockIdOf(index), locationId, delta: op.delta, from: op.from })),
  };
}

/** None of the changes happened. */
export function returnedAll(count: number): Verdict[] {
  return Array.from({ length: count }, () => ({ kind: 'returned', read: true }));
}

/** All of the changes happened; what the levels are is not known. */
export function appliedAll(count: number): Verdict[] {
  return Array.from({ length: count }, () => ({ kind: 'applied', level: null }));
}

/** So many unanswered calls in a row mean that the platform is down. */
export const FAILURES_BEFORE_PAUSE = 3;

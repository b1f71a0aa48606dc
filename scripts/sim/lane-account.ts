import { OCCURRED_BEFORE_MS } from '../../src/domain/sync/limits';
import type { LinkedLevel, WriteOp } from '../../src/domain/sync/linked-level';
import type { Rules, Step } from '../../src/domain/sync/observe';
import type { ReadAnswer, WriteAnswer, WriteRequest } from '../../src/domain/sync/write';
import type { WriteAttempts } from '../../src/domain/sync/write-attempts';
import type { Engine, Habits } from './engine';

/** A request with its ops: on the wire, or waiting for its repeat. */
export interface Airborne {
  readonly flight: WriteAttempts;
  readonly keys: readonly number[];
  readonly request: WriteRequest;
  readonly epoch: number;
  readonly dueAt: number;
  readonly found: boolean;
  readonly lookUp: boolean;
}

/** What the lane needs of its account. */
export interface LaneAccount {
  readonly engine: Engine;
  readonly habits: Habits;
  readonly batch: number;
  cell(key: number): LinkedLevel;
  put(key: number, cell: LinkedLevel): void;
  book(key: number, step: Step): void;
  rules(key: number): Rules;
  mayWrite(): boolean;
  mayRead(): boolean;
  epoch(): number;
  now(): number;
  freshKey(): string;
  random(): number;
  turn(work: () => void): void;
  wake(at: number): void;
  adjust(request: WriteRequest, heard: (answer: WriteAnswer) => void): void;
  levels(stockIds: readonly string[], heard: (answer: ReadAnswer) => void): void;
  lookUp(request: WriteRequest, heard: (answer: readonly (boolean | null)[] | 'later') => void): void;
}

/** What goes on the wire next. */
export type Job =
  | { readonly kind: 'write'; readonly airborne: Airborne }
  | { readonly kind: 'look-up'; readonly airborne: Airborne }
  | { readonly kind: 'read'; readonly keys: readonly number[]; readonly epoch: number };

/** The request that carries these ops, the same at every call. */
export function requestOf(ops: readonly WriteOp[], keys: readonly number[]): WriteRequest {
  const [first] = ops;
  return {
    key: first?.key ?? '',
    occurredAt: (first?.firstSent ?? 0) - OCCURRED_BEFORE_MS,
    changes: ops.map((op, index) => ({ stockId: String(keys[index]), locationId: 'place', delta: op.delta, from: op.from })),
  };
}

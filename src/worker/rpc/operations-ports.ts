import type { AlertQuery, AlertRow } from '../../db/alerts';
import type { AuditQuery, AuditRow } from '../../db/audit';
import type { DeadLetterQuery, DeadLetterRow, Replayed } from '../../db/dead-letters';
import type { FleetListing, FleetQuery, FleetRow } from '../../db/fleet';
import type { ProcessorCounts } from '../../db/processors';
import type { TaskName } from '../../db/task-names';
import type { Task } from '../../db/tasks';
import type { PauseChange } from '../../db/write-pauses';
import type { AccountId } from '../../domain/account/account-id';
import type { Instant } from '../../domain/instant';
import type { StoredPause } from '../../domain/sync/write-switch';
import type { Switched } from './operator/write-switch';

/** A cron job, and the result of its last attempt. */
export interface ScheduledState {
  readonly name: string;
  /** Cron notation, UTC. */
  readonly schedule: string;
  readonly lastAttemptedAt: Instant | null;
  readonly lastSuccess: boolean;
}

/** What the operations methods need of the Worker. Ids are numbers here: the methods have checked them. */
export interface OperationsPorts {
  fleet(query: FleetQuery): Promise<FleetListing>;
  /** Reads the health from the account's object now, and stores it. `unknown`: no such account; `unreachable`: it does not answer now. */
  healthNow(account: AccountId): Promise<FleetRow | 'unknown' | 'unreachable'>;
  /** Returns the account's tasks, newest first; null when there is no such account. */
  tasksOf(account: AccountId, limit: number): Promise<readonly Omit<Task, 'body'>[] | null>;
  audit(query: AuditQuery): Promise<readonly (AuditRow & { readonly subjectShop: string })[]>;
  deadLetters(query: DeadLetterQuery): Promise<{ readonly total: number; readonly letters: readonly DeadLetterRow[] }>;
  replay(id: number): Promise<Replayed>;
  /** Deletes a dead letter; false when there is none with this id. */
  drop(id: number): Promise<boolean>;
  alerts(query: AlertQuery): Promise<readonly (AlertRow & { readonly shopDomain: string })[]>;
  /** Returns the pauses in force, newest first. */
  writePauses(): Promise<readonly (StoredPause & { readonly shopDomain: string })[]>;
  changeSwitch(change: PauseChange): Promise<Switched>;
  processors(): Promise<readonly ProcessorCounts[]>;
  scheduled(): Promise<readonly ScheduledState[]>;
  setTaskCounts(counts: readonly { readonly name: TaskName; readonly desired: number }[]): Promise<void>;
}

import type { AlertQuery, AlertRow } from '../../db/alerts';
import type { AuditQuery, AuditRow } from '../../db/audit';
import type { DeadLetterQuery, DeadLetterRow, Replayed } from '../../db/dead-letters';
import type { FleetListing, FleetQuery, FleetRow } from '../../db/fleet';
import type { ProcessorCounts } from '../../db/processors';
import type { TaskName } from '../../db/task-names';
import type { Task } from '../../db/tasks';
import type { PauseChange } from '../../db/write-pauses';
import type { Instant } from '../../domain/instant';
import type { StoredPause } from '../../domain/sync/write-switch';
import type { Switched } from './operator/write-switch';

/** Work that the clock starts, and how its last attempt went. */
export interface ScheduledState {
  readonly name: string;
  /** Cron notation, UTC. */
  readonly schedule: string;
  readonly lastAttemptedAt: Instant | null;
  readonly lastSuccess: boolean;
}

/** What looking after all customers needs of the Worker. Ids are numbers here: the calls have checked them. */
export interface OperationsPorts {
  fleet(query: FleetQuery): Promise<FleetListing>;
  /** Asks the account's object now, and keeps what it says. `unknown`: no such account; `unreachable`: it does not answer now. */
  healthNow(account: number): Promise<FleetRow | 'unknown' | 'unreachable'>;
  /** The account's tasks, the newest first; null when there is no such account. */
  tasksOf(account: number, limit: number): Promise<readonly Omit<Task, 'body'>[] | null>;
  audit(query: AuditQuery): Promise<readonly (AuditRow & { readonly subjectShop: string })[]>;
  deadLetters(query: DeadLetterQuery): Promise<{ readonly total: number; readonly letters: readonly DeadLetterRow[] }>;
  replay(id: number): Promise<Replayed>;
  /** False when there is no such dead letter. */
  drop(id: number): Promise<boolean>;
  alerts(query: AlertQuery): Promise<readonly (AlertRow & { readonly shopDomain: string })[]>;
  /** Pauses in force, the newest first. */
  writePauses(): Promise<readonly (StoredPause & { readonly shopDomain: string })[]>;
  changeSwitch(change: PauseChange): Promise<Switched>;
  processors(): Promise<readonly ProcessorCounts[]>;
  scheduled(): Promise<readonly ScheduledState[]>;
  setTaskCounts(counts: readonly { readonly name: TaskName; readonly desired: number }[]): Promise<void>;
}

import type { AccountId } from '../../domain/account/account-id';
import type { Instant } from '../../domain/instant';
import type { PlatformConfig } from '../../platforms/config';
import type { Fetch } from '../../platforms/http';
import type { Database } from '../store/database';

/** What an account needs from the object that hosts it. */
export interface Host {
  readonly accountId: AccountId;
  readonly db: Database;
  readonly config: PlatformConfig;
  readonly fetch: Fetch;
  /** The shared database. */
  readonly database: D1Database;
  /** The database that stores this account's history. */
  readonly historyDatabase: D1Database;
  now(): Instant;
  /** Wakes the consumer of a task's row in D1. Losing the message loses no work. */
  wakeTask(task: number): Promise<void>;
  wake(at: Instant): void;
  /** Runs work past the end of the current call. A failure inside is a bug and is reported. */
  background(work: Promise<void>): void;
  /** Writes to the operators' log, as a warning by default. Messages never contain tokens. */
  note(message: string, level?: 'info' | 'warn'): void;
  /** Restarts from storage: memory and storage no longer agree. */
  abort(reason: string): void;
}

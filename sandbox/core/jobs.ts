import type { Platform, WorldApi } from '../world-api';
import type { Alarm } from './alarms';
import type { Clock } from './clock';
import type { SandboxDatabase } from './database';

/** Sandbox ms until a job that threw runs again. */
const RETRY_MS = 5000;

/** Work scheduled by the platforms, kept in storage. */
export interface Jobs {
  schedule(platform: Platform, name: string, at: number, payload: string): void;
  /** Runs the due jobs, oldest first; removes a job after it succeeds. */
  runDue(world: WorldApi): Promise<void>;
  /** Sets the alarm for the next job. */
  arm(): void;
  forget(): void;
}

/** The core's own jobs, by name; they take precedence over a platform's job of the same name. */
export type CoreJobs = Readonly<Record<string, (payload: string) => Promise<void> | void>>;

/** Creates the job table. `own` are the core's jobs. */
export function openJobs(db: SandboxDatabase, clock: Clock, alarm: Alarm, own: CoreJobs): Jobs {
  const arm = (): void => {
    const next = db.row<{ at: number | null }>('select min(at) as at from job');
    if (next !== null && next.at !== null) alarm.wakeBy(clock.toReal(next.at));
  };
  return {
    schedule: (platform, name, at, payload) => {
      db.run('insert into job (platform, name, at, payload) values (?, ?, ?, ?)', platform, name, at, payload);
      alarm.wakeBy(clock.toReal(at));
    },
    runDue: async (world) => {
      const due = db.rows<{ id: number; platform: string; name: string; payload: string }>(
        'select id, platform, name, payload from job where at <= ? order by at, id limit 100',
        clock.now(),
      );
      for (const job of due) {
        const part = world.part(job.platform === 'square' ? 'square' : 'shopify');
        try {
          await (own[job.name]?.(job.payload) ?? part?.jobs[job.name]?.(world, job.payload));
          db.run('delete from job where id = ?', job.id);
        } catch (error) {
          // oxlint-disable-next-line no-console -- bugs of the sandbox itself, for its user
          console.error(`sandbox job ${job.platform}.${job.name} failed`, error);
          db.run('update job set at = ? where id = ?', clock.now() + RETRY_MS, job.id);
        }
      }
    },
    arm,
    forget: () => {
      db.run('delete from job');
    },
  };
}

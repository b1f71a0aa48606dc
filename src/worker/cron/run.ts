import { claimScheduled, succeedScheduled } from '../db/scheduled';
import { reasonOf } from '../log';
import { JOBS, type Job, type JobDeps } from './jobs';

/**
 * Runs every job that has come due since its last attempt. One that fails is written down and keeps no other from running;
 * two runs at once share the jobs between them.
 */
export async function runDueJobs(deps: JobDeps, jobs: readonly Job[] = JOBS): Promise<void> {
  for (const job of jobs) {
    try {
      await runIfDue(deps, job);
    } catch (thrown) {
      deps.log.error('job.failed', { job: job.name, reason: reasonOf(thrown) });
    }
  }
}

async function runIfDue(deps: JobDeps, job: Job): Promise<void> {
  const now = deps.now();
  if (!(await claimScheduled(deps.db, job.name, job.schedule, now, job.lastDue(now) - 1))) return;
  await job.run(deps);
  await succeedScheduled(deps.db, job.name);
}

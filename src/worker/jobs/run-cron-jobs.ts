import { claimScheduled, succeedScheduled } from '../../db/scheduled';
import { watchJobs } from '../alerts/own-problems';
import { reasonOf } from '../runtime/log';
import type { Services } from '../runtime/services';
import { JOBS, type Job } from './cron-jobs';

/**
 * Runs every job that has come due since its last attempt. A job that fails is logged, alerts operators, and keeps no other job from
 * running; two runs at once share the jobs between them.
 */
export async function runDueJobs(deps: Services, jobs: readonly Job[] = JOBS): Promise<void> {
  const results = new Map<string, string | null>();
  for (const job of jobs) {
    try {
      if (await runIfDue(deps, job)) results.set(job.name, null);
    } catch (thrown) {
      const reason = reasonOf(thrown);
      results.set(job.name, reason);
      deps.log.error('job.failed', { job: job.name, reason });
    }
  }
  try {
    await watchJobs(
      deps,
      jobs.map(({ name }) => name),
      results,
    );
  } catch (thrown) {
    deps.log.error('jobs.not-watched', { reason: reasonOf(thrown) });
  }
}

async function runIfDue(deps: Services, job: Job): Promise<boolean> {
  const now = deps.now();
  if (!(await claimScheduled(deps.db, job.name, job.schedule, now, job.lastDue(now) - 1))) return false;
  await job.run(deps);
  await succeedScheduled(deps.db, job.name);
  return true;
}

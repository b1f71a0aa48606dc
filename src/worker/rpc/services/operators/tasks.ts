import { listProcessors } from '../../../../db/processors';
import { listScheduled } from '../../../../db/scheduled';
import { MOST_DESIRED, parseTaskName, TASK_NAMES, type TaskName } from '../../../../db/task-names';
import { ok, refuse, type Answer } from '../../../../domain/result';
import type { TaskCount } from '../../../../gen/sh/admin_pb';
import type { IAdminClient } from '../../../../gen/sh/admin_pb.client';
import { JOBS } from '../../../jobs/cron-jobs';
import { setTaskCounts } from '../../../runtime/task-queue';
import { UNAUDITED, writes } from '../../audit';
import { method, type Methods } from '../../method';
import { toTimestamp } from '../../present/time';

/** The task methods of sh.Admin: the kinds of background work, and how many of each may run at once. */
export const tasksMethods: Methods<Pick<IAdminClient, 'adminGetRegisteredTasks' | 'adminUpdateTaskCounts'>> = {
  adminGetRegisteredTasks: method('operator', UNAUDITED, async ({ services: { db, now, timers } }) => {
    const [processors, attempts] = await Promise.all([listProcessors(db, now() - timers.heartbeatMs), listScheduled(db)]);
    return ok({
      asyncTasks: processors.map(({ name, desired, running }) => ({ name, desired, running })),
      scheduledTasks: JOBS.map(({ name, schedule }) => {
        const last = attempts.find((one) => one.name === name);
        return {
          name,
          schedule,
          lastAttemptedAt: toTimestamp(last?.lastAttemptedAt ?? null),
          lastAttemptedSuccess: last?.lastSuccess === true,
        };
      }),
    });
  }),

  adminUpdateTaskCounts: method('operator', writes('none'), async ({ services }, input) => {
    const counts = readCounts(input.taskCounts);
    if (!counts.ok) return counts;
    await setTaskCounts(services, counts.value);
    return ok({});
  }),
};

/** Reads the counts; if one of them is invalid, none is stored. */
function readCounts(given: readonly TaskCount[]): Answer<{ name: TaskName; desired: number }[]> {
  if (given.length === 0) return refuse('invalid_argument', 'task_counts is missing.');
  const counts = new Map<TaskName, number>();
  for (const { name, desired } of given) {
    const known = parseTaskName(name);
    if (known === null) {
      return refuse('invalid_argument', `task_counts: ${JSON.stringify(name.slice(0, 40))} is not one of ${TASK_NAMES.join(', ')}.`);
    }
    if (desired < 0 || desired > MOST_DESIRED) {
      return refuse('invalid_argument', `task_counts: ${known} must be from 0 (paused) to ${MOST_DESIRED}, not ${desired}.`);
    }
    if (counts.has(known)) return refuse('invalid_argument', `task_counts: ${known} is named twice.`);
    counts.set(known, desired);
  }
  return ok([...counts].map(([name, desired]) => ({ name, desired })));
}

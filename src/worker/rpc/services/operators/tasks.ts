import { MOST_DESIRED, parseTaskName, TASK_NAMES, type TaskName } from '../../../../db/task-names';
import { ok, refuse, type Answer } from '../../../../domain/result';
import type { TaskCount } from '../../../../gen/sh/admin_pb';
import type { IAdminClient } from '../../../../gen/sh/admin_pb.client';
import { UNAUDITED, writes } from '../../audit';
import { method, type Methods } from '../../method';
import { toTimestamp } from '../../present/time';

/** The task methods of sh.Admin: the kinds of background work, and how many of each may run at once. */
export const tasksMethods: Methods<Pick<IAdminClient, 'adminGetRegisteredTasks' | 'adminUpdateTaskCounts'>> = {
  adminGetRegisteredTasks: method('operator', UNAUDITED, async ({ ports }) => {
    const [processors, scheduled] = await Promise.all([ports.operations.processors(), ports.operations.scheduled()]);
    return ok({
      asyncTasks: processors.map(({ name, desired, running }) => ({ name, desired, running })),
      scheduledTasks: scheduled.map((job) => ({
        name: job.name,
        schedule: job.schedule,
        lastAttemptedAt: toTimestamp(job.lastAttemptedAt),
        lastAttemptedSuccess: job.lastSuccess,
      })),
    });
  }),

  adminUpdateTaskCounts: method('operator', writes('none'), async ({ ports }, input) => {
    const counts = readCounts(input.taskCounts);
    if (!counts.ok) return counts;
    await ports.operations.setTaskCounts(counts.value);
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

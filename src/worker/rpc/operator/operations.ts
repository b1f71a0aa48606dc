import { findAccount } from '../../../db/accounts';
import { listAlerts } from '../../../db/alerts';
import { listAudit } from '../../../db/audit';
import { dropDeadLetter, listDeadLetters, replayDeadLetter } from '../../../db/dead-letters';
import { listFleet } from '../../../db/fleet';
import { listProcessors } from '../../../db/processors';
import { listScheduled } from '../../../db/scheduled';
import { tasksOf } from '../../../db/tasks';
import { storedPauses } from '../../../db/write-pauses';
import { healthNow } from '../../health/visit';
import { JOBS } from '../../jobs/cron-jobs';
import type { Services } from '../../runtime/services';
import { setTaskCounts, wake } from '../../runtime/task-queue';
import type { OperationsPorts } from '../operations-ports';
import { changeSwitch } from './write-switch';

/** Returns what the operations methods need, over the Worker's services. */
export function operationsOf(services: Services): OperationsPorts {
  const { db } = services;
  return {
    fleet: (query) => listFleet(db, query),
    healthNow: (account) => healthNow(services, account),
    tasksOf: async (account, limit) => ((await findAccount(db, account)) === null ? null : tasksOf(db, account, limit)),
    audit: (query) => listAudit(db, query),
    deadLetters: (query) => listDeadLetters(db, query),
    replay: async (id) => {
      const replayed = await replayDeadLetter(db, id, services.now());
      if (replayed === 'queued') await wake(services, id);
      return replayed;
    },
    drop: (id) => dropDeadLetter(db, id),
    alerts: (query) => listAlerts(db, query),
    writePauses: async () => (await storedPauses(db)).filter(({ active }) => active),
    changeSwitch: (change) => changeSwitch(services, change),
    processors: () => listProcessors(db, services.now() - services.timers.heartbeatMs),
    scheduled: async () => {
      const rows = await listScheduled(db);
      return JOBS.map(({ name, schedule }) => {
        const row = rows.find((one) => one.name === name);
        return { name, schedule, lastAttemptedAt: row?.lastAttemptedAt ?? null, lastSuccess: row?.lastSuccess === true };
      });
    },
    setTaskCounts: (counts) => setTaskCounts(services, counts),
  };
}

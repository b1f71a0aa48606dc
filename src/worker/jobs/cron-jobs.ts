import { accountsToBill, accountsToErase, touchBilling } from '../../db/accounts';
import { pruneMessages } from '../../db/alert-messages';
import { pruneAlerts } from '../../db/alerts';
import { compactHistory } from '../../db/compact-history';
import { pruneOauthStates } from '../../db/oauth-states';
import { pruneSessions } from '../../db/sessions';
import { pruneTasks } from '../../db/tasks';
import type { Instant } from '../../domain/instant';
import { KEPT_AFTER_ACCESS_MS, WARNED_BEFORE_MS, warnOfDeletions } from '../accounts/warn-deletions';
import { notifyMerchants } from '../alerts/notify-merchants';
import { notifyOperators } from '../alerts/notify-operators';
import { watchDatabases, watchProcessors } from '../alerts/own-problems';
import { watchShared } from '../alerts/shared-problems';
import { visitFleet } from '../health/visit-fleet';
import type { Services } from '../runtime/services';
import { enqueueTask, wakeWaiting } from '../runtime/task-queue';
import { SESSION_IDLE_MS } from '../sessions/session';
import { checkSquareWebhooks } from './square-webhooks';

/** Work that the cron trigger starts. */
export interface Job {
  readonly name: string;
  /** Cron notation, UTC; shown to operators. */
  readonly schedule: string;
  /** Returns the latest moment, up to now, at which the job was due. */
  lastDue(now: Instant): Instant;
  run(deps: Services): Promise<void>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Wake-ups, accounts and purges per run; the next run takes the rest. */
const AT_ONCE = 100;
const PRUNED_AT_ONCE = 5_000;
/** How long lines of the history are kept one by one; then they are summed up by day. */
const HISTORY_KEPT_MS = 400 * DAY;
/** Chunks of the history summed up per run: 120,000 lines an hour, where 10,000 merchants add some 83,000 (docs/deploy.md). */
const CHUNKS_AT_ONCE = 60;

const startOfDay = (at: Instant): Instant => Math.floor(at / DAY) * DAY;

const every = (ms: number, offset = 0): Job['lastDue'] => {
  return (now) => Math.floor((now - offset) / ms) * ms + offset;
};

/** All jobs, in the order in which they run. */
export const JOBS: readonly Job[] = [
  { name: 'wake-tasks', schedule: '* * * * *', lastDue: every(MINUTE), run: wakeTasks },
  { name: 'visit-accounts', schedule: '*/10 * * * *', lastDue: every(10 * MINUTE), run: visitAccounts },
  { name: 'visit-fleet', schedule: '* * * * *', lastDue: every(MINUTE), run: visitFleet },
  { name: 'prune', schedule: '23 * * * *', lastDue: every(HOUR, 23 * MINUTE), run: prune },
  { name: 'purge-accounts', schedule: '0 3 * * *', lastDue: every(DAY, 3 * HOUR), run: purgeAccounts },
  { name: 'check-square-webhooks', schedule: '30 3 * * *', lastDue: every(DAY, 3 * HOUR + 30 * MINUTE), run: checkSquareWebhooks },
  { name: 'tell-alerts', schedule: '* * * * *', lastDue: every(MINUTE), run: notifyAlerts },
];

/** Wakes tasks that nothing works on: due ones whose message was lost, running ones whose consumer died. */
async function wakeTasks(deps: Services): Promise<void> {
  await wakeWaiting(deps);
}

/** Checks each account once a day, whatever webhooks arrive: its billing, and what its object still waits for. */
async function visitAccounts(deps: Services): Promise<void> {
  for (const account of await accountsToBill(deps.db, deps.now() - DAY, AT_ONCE)) {
    await enqueueTask(deps, 'billing', account, '');
    // The account's next check is tomorrow, so that it does not hold up the others.
    await touchBilling(deps.db, account, deps.now());
  }
}

/** Deletes rows that have ended and are no longer needed, and sums up old lines of the history. */
async function prune(deps: Services): Promise<void> {
  const now = deps.now();
  await pruneSessions(deps.db, now, now - SESSION_IDLE_MS);
  await pruneOauthStates(deps.db, now);
  await pruneTasks(deps.db, now - 7 * DAY, now - 30 * DAY, PRUNED_AT_ONCE);
  await pruneAlerts(deps.db, now - 90 * DAY, PRUNED_AT_ONCE);
  await pruneMessages(deps.db, now - 90 * DAY);
  for (const lines of deps.histories) await compactHistory(lines, startOfDay(now - HISTORY_KEPT_MS), CHUNKS_AT_ONCE);
}

/** Raises alerts for problems of the installation itself, and sends every alert to operators and merchants. */
async function notifyAlerts(deps: Services): Promise<void> {
  await watchDatabases(deps);
  await watchProcessors(deps);
  await watchShared(deps);
  await notifyOperators(deps);
  await notifyMerchants(deps);
}

/** Deletes accounts whose access ended long ago; a mail and the dashboard warn their owners beforehand. */
async function purgeAccounts(deps: Services): Promise<void> {
  const now = deps.now();
  const merchantsPay = deps.billingMode === 'shopify';
  const times = { before: now - KEPT_AFTER_ACCESS_MS, warnedBefore: merchantsPay ? now - WARNED_BEFORE_MS : null };
  for (const account of await accountsToErase(deps.db, times, AT_ONCE)) {
    await enqueueTask(deps, 'erase', account, '');
  }
  if (merchantsPay) await warnOfDeletions(deps);
}

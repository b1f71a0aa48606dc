import { isEntitled } from '../../domain/account/entitlement';
import { USUAL_LAG } from '../../domain/account/health-problem';
import type { Instant } from '../../domain/instant';
import { SOURCES } from '../../domain/source';
import type { Account } from '../account/account';
import { checkClosed, closedCheckAt } from '../actions/check-closed-shop';
import { checkSubscriptions } from '../actions/connect';
import { deliverHistory } from '../actions/deliver-history';
import { endGracePeriods } from '../actions/end-grace-periods';
import { reportHealthChange } from '../actions/health-report';
import { fileRevocationChecks } from '../actions/queue-revocation-checks';
import { refreshQueuedProducts } from '../actions/refresh-products';
import { lookAtSwitch } from '../actions/write-switch';
import { dropOldBulkChanges } from '../bulk/bulk-changes';
import { fileCopyTasks } from '../edits/queue-copy-tasks';

/** How many days receipts and lines are kept in the object. */
const KEPT_DAYS = 30;
/** Alarm delay while work is left, in ms. */
const AGAIN_MS = 30_000;

/**
 * Runs the alarm tasks: delivers history, writes a checkpoint, repeats what is due, renews tokens, reads the refresh queue, maintains
 * subscriptions, learns causes, reports health. Safe to run twice and to die anywhere; one task's failure does not stop the others.
 */
export async function runAlarmTasks(account: Account): Promise<void> {
  const { host, sync, connections, subscriptionMaintenance } = account;
  await attempt(account, 'the switch for writes', () => lookAtSwitch(account));
  // At rest there is nothing to repeat, and a turn would request another alarm to deliver what is delivered now.
  if (sync.nextAt(AGAIN_MS) !== null) sync.resume();
  await attempt(account, 'history', () => deliverHistory(host, sync.journal));
  checkpoint(account);
  audit(account);
  await attemptDue(account, 'tokens', connections.nextRefreshAt(), () => connections.renewDue());
  if (connections.view('shopify').state === 'connected' && subscriptionMaintenance.dueAt() <= host.now()) {
    await attempt(account, 'webhook subscriptions', () => checkSubscriptions(account));
  }
  readWhole(account);
  await attemptDue(account, 'copy tasks', account.copies.fileAt(), () => fileCopyTasks(account));
  await attemptDue(account, 'reconciliation', account.reconciler.takenAlongAt(), () => account.reconciler.reconcile());
  await attemptDue(account, 'touched products', account.touched.dueAt(), () => refreshQueuedProducts(account));
  await attempt(account, 'snapshot tasks', () => fileSnapshots(account));
  // After everything that repairs levels and renews tokens: nothing waits for a cause.
  await attempt(account, 'causes', () => account.causes.explain());
  await attempt(account, 'oversells', async () => {
    account.oversells.tidy();
  });
  // Before the health, which reports what is found.
  await attemptDue(account, "other writers' names", account.writers.names.dueAt(), () => account.writers.names.check());
  await attempt(account, 'writer cases', async () => {
    account.writers.tidy();
  });
  await attemptDue(account, 'links of different SKUs', account.catalog.graceEndsAt(), () => endGracePeriods(account));
  await attemptDue(account, 'closed shop', closedCheckAt(account), () => checkClosed(account));
  await attemptDue(account, 'revocation checks', account.revocationChecks.dueAt(), () => fileRevocationChecks(account));
  await attempt(account, 'health', () => reportHealthChange(account));
  const { shape } = account.catalog.directory;
  await attemptDue(account, 'the order of lists', shape.dueAt(), () => shape.rebuild(pause));
  // Last, because a long log takes many calls and nothing waits for it.
  await attemptDue(account, 'other writers', account.otherWriters.dueAt(), () => account.otherWriters.read());
}

/**
 * Returns when the alarm must fire if the object dies during the tasks; null when nothing is left to wait for. What is due now is done by
 * the tasks, and checked again soon. Usually equals the later `nextAlarmAt`, so that it costs no row of its own.
 */
export function fallbackAlarmAt(account: Account): Instant | null {
  const soon = account.host.now() + AGAIN_MS;
  const work = account.sync.nextAt(AGAIN_MS) === null ? null : soon;
  return earliest(account, [work, account.causes.dueAfterAlarm()], soon);
}

/** Returns when the alarm must fire next, after the tasks; null when nothing is left to wait for. */
export function nextAlarmAt(account: Account): Instant | null {
  const { host, sync } = account;
  const now = host.now();
  const works = [sync.nextAt(AGAIN_MS), sync.journal.waiting() ? now + AGAIN_MS : null, account.causes.dueAt()];
  return earliest(account, works, now + 1_000);
}

/** Returns the earliest of these and all other due times, never before `from`. Combined, because each setting of the alarm writes a row. */
function earliest(account: Account, works: readonly (Instant | null)[], from: Instant): Instant | null {
  const { sync, connections, subscriptionMaintenance, touched, reconciler, catalog } = account;
  const dues = [
    ...works,
    connections.nextRefreshAt(),
    reconciler.dueAt(),
    touched.dueAt(),
    account.copies.fileAt(),
    account.snapshots.retries.dueAt(),
    catalog.graceEndsAt(),
    catalog.directory.shape.dueAt(),
    slowUntil(account),
    account.revocationChecks.dueAt(),
    closedCheckAt(account),
    account.otherWriters.dueAt(),
    account.writers.names.dueAt(),
  ];
  if (connections.view('shopify').state === 'connected') dues.push(subscriptionMaintenance.dueAt());
  // The end of a pause is pushed to the object; if the push is lost, waiting changes must not depend on the next sale.
  if (sync.store.open().length > 0) dues.push(account.writeSwitch.nextLookAt());
  const times = dues.filter((due) => due !== null).map((due) => Math.max(due, from));
  return times.length === 0 ? null : Math.min(...times);
}

/** Returns when the recent slow writes stop counting, so that the account reports its recovery; null while none is slow. */
function slowUntil({ sync, host }: Account): Instant | null {
  const now = host.now();
  return (sync.lag.recentP95(now) ?? 0) > USUAL_LAG.p95Ms ? sync.lag.recentUntil(now) : null;
}

/** Writes a checkpoint; before it, quantities go to the stored directory when many have changed, so that the checkpoint need not name them. */
function checkpoint({ host, sync, catalog }: Account): void {
  sync.turn(() => {
    sync.writeRows();
    try {
      catalog.directory.shape.storeQuantities();
    } catch (error) {
      host.note(`quantities in lists: ${String(error)}`);
    }
    sync.checkpoint(KEPT_DAYS);
  });
}

/** Audits once a day, at an alarm for which the account is awake anyway. */
function audit(account: Account): void {
  const { host, audit: book } = account;
  if (account.locations.pair() === null || !book.due(host.now())) return;
  account.sync.writeRows();
  account.sync.early.dropOld();
  dropOldBulkChanges(account);
  const { cells, broken } = book.run(host.now());
  if (broken > 0) host.note(`alert: units were lost or invented in ${broken} of ${cells} cells`);
}

/** Requests a full read of both sides once a day, at an alarm for which the account is awake anyway. */
function readWhole(account: Account): void {
  if (!isEntitled(account.records.entitlement(), account.host.now())) return;
  for (const source of SOURCES) {
    if (account.connections.view(source).state !== 'connected') continue;
    account.snapshots.requestDue(source, account.host.config.timers.wholeReadMs);
    account.snapshots.retries.afterOutage(source, false);
  }
}

/** Lets other events in. */
const pause = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Attempts a task that is due by now; null is never due. */
async function attemptDue(account: Account, what: string, dueAt: Instant | null, alarmTask: () => Promise<unknown>): Promise<void> {
  if (dueAt !== null && dueAt <= account.host.now()) await attempt(account, what, alarmTask);
}

async function attempt(account: Account, what: string, alarmTask: () => Promise<unknown>): Promise<void> {
  try {
    await alarmTask();
  } catch (error) {
    account.host.note(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Queues a task for each active snapshot that has none. The row is authoritative; the message only wakes it sooner than the cron job. */
async function fileSnapshots(account: Account): Promise<void> {
  const { host, snapshots } = account;
  const wanted = SOURCES.filter((source) => snapshots.active(source));
  if (wanted.length === 0) return;
  const insert = host.database.prepare(
    "insert or ignore into tasks (name, account, source, state, queued_at, due) values ('snapshot', ?1, ?2, 'queued', ?3, ?3) returning id",
  );
  const filed = await host.database.batch<{ id: number }>(wanted.map((source) => insert.bind(host.accountId, source, host.now())));
  for (const { results } of filed) {
    for (const { id } of results) await host.wakeTask(id);
  }
}
